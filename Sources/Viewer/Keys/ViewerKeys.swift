import OverscrollBrowser
import OverscrollShell

/// The commands of the viewer and the keys that give them, as key files have changed them.
package struct ViewerKeys: Sendable {
  typealias Row = CommandTable<KeyCommand>.Row

  /// The heading of the programs that keys start.
  private static let programs = "Programs"

  /// All commands, under the headings of the list of commands.
  private(set) var groups = KeyMap.groups
  /// All commands.
  private(set) var table = KeyMap.table

  /// The keys without a key file.
  package init() {}

  /// Binds a key to a command; `nil` for none.
  mutating func bind(_ binding: KeyBinding, to command: KeyCommand?) {
    if case .run(let program) = command { add(program) }
    for group in groups.indices {
      for index in groups[group].rows.indices {
        let row = groups[group].rows[index]
        let isBound = row.bindings.contains(binding)
        guard isBound != (row.command == command) else { continue }
        let bindings = isBound ? row.bindings.filter { $0 != binding } : row.bindings + [binding]
        groups[group].rows[index] = Row(row.command, row.name, row.summary, bindings)
      }
    }
    // A program without a key is no command.
    if let last = groups.indices.last, groups[last].title == Self.programs {
      groups[last].rows.removeAll { $0.bindings.isEmpty }
    }
    table = CommandTable(groups.flatMap(\.rows))
  }

  private mutating func add(_ program: ExternalProgram) {
    if groups.last?.title != Self.programs { groups.append((Self.programs, [])) }
    let row = Row(.run(program), program.text, "Run \(program.arguments.spaced).", [])
    let last = groups.count - 1
    if !groups[last].rows.contains(where: { $0.name == row.name }) { groups[last].rows.append(row) }
  }
}

// MARK: - Key files

extension ViewerKeys {
  /// The name of the command of a key that does nothing.
  private static let none = "none"
  /// The name of the command that starts a program.
  private static let exec = "exec"

  /// Binds keys as a key file says.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - keyName: Returns the name that events have for a key, or `nil` where no key has it.
  /// - Returns: What is wrong with it, by the numbers of the lines, from 1; the other lines hold.
  package mutating func read(
    _ text: String, keyName: (String) -> String?
  ) -> [(line: Int, message: String)] {
    var problems: [(line: Int, message: String)] = []
    var lines: [KeyBinding: Int] = [:]
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      do throws(LineProblem) {
        guard let (binding, command) = try Self.parse(line, keyName) else { continue }
        if let earlier = lines[binding] {
          throw LineProblem("\(binding.text) is bound in line \(earlier) already")
        }
        lines[binding] = index + 1
        bind(binding, to: command)
      } catch {
        problems.append((index + 1, error.message))
      }
    }
    return problems
  }

  /// Parses a line; `nil` for one without a binding.
  private static func parse(
    _ line: Substring, _ keyName: (String) -> String?
  ) throws(LineProblem) -> (KeyBinding, KeyCommand?)? {
    let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    let binding = try KeyBinding(parsing: first, canonical: keyName)
    guard words.count > 1 else {
      throw LineProblem("a command is missing after \(first)")
    }
    let argument = words.dropFirst(2).first.map(\.trimmed) ?? ""
    if words[1] == exec { return (binding, .run(try ExternalProgram(parsing: argument))) }
    guard words[1] == none || KeyMap.command(named: words[1]) != nil else {
      throw LineProblem("no such command: \(words[1]); overscroll keys lists them")
    }
    guard argument.isEmpty else { throw LineProblem("\(words[1]) takes no argument") }
    return (binding, KeyMap.command(named: words[1]))
  }

  /// The keys as the lines of a key file.
  package var lines: [String] {
    var lines = ["# BINDING COMMAND [ARGUMENT]"]
    for group in groups {
      lines += ["", "# \(group.title)"]
      for row in group.rows { lines += row.bindings.map { Self.line($0, row.name) } }
    }
    let bound = Set(table.rows.flatMap(\.bindings))
    let unbound = KeyMap.table.rows.flatMap(\.bindings).filter { !bound.contains($0) }
    if !unbound.isEmpty { lines += ["", "# Without a command"] }
    return lines + unbound.map { Self.line($0, Self.none) }
  }

  private static func line(_ binding: KeyBinding, _ command: String) -> String {
    let text = binding.text
    // The commands stand below each other. [C]
    return text + String(repeating: " ", count: max(1, 18 - text.count)) + command
  }
}

extension String {
  fileprivate var trimmed: String {
    String(
      drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension String {
  /// The text with a space for each tab and each other control character, which fonts have no shape for.
  fileprivate var spaced: String {
    String(
      map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control } ? " " : $0 })
  }
}
