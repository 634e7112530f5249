/// One small change to a source file.
struct Mutant: Encodable {
  /// The number that selects the mutant at run time; the same for the same files in the same order.
  var id = 0
  /// The number of the first mutant of the same statement, condition or value.
  var group = 0
  /// The path of the file, as it was given.
  var file = ""
  /// The line of the change, counted from 1.
  var line: Int
  /// The line as it is, without its indentation.
  var before: String
  /// The line as it becomes; `(removed)` where a statement goes.
  var after: String
}

/// A change to some bytes of a file.
struct Edit {
  /// The bytes that go.
  var range: Range<Int>
  /// The text that comes in their place; `nil` where the statement around them goes.
  var replacement: String?
}

/// A piece of a file that is compiled once as it is and once for each of its mutants.
struct MutationSite {
  /// How the choice among the copies is written.
  enum Form {
    /// A `switch` expression: where a value is returned, assigned or stored.
    case value
    /// A `switch` statement.
    case statement
    /// A closure that returns a Boolean: in `if`, `guard`, `while` and `where`.
    case condition
    /// Nested conditional operators, where Swift allows nothing else.
    case operand
  }

  var range: Range<Int>
  var form: Form
  var edits: [Edit]
}
