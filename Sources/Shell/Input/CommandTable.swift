package import OverscrollHost

/// The commands of a kind of window and the keys that give them: the one list that windows, help and tests read.
package struct CommandTable<Command: Hashable & Sendable>: Sendable {
  /// A command and its keys.
  package struct Row: Sendable {
    /// The command.
    package let command: Command
    /// Its name in lists, such as `zoom-in`; unique in a table.
    package let name: String
    /// What it does, as a short summary.
    package let summary: String
    /// The keys that give it.
    package let bindings: [KeyBinding]
    /// Other words for it, by which the list of commands finds it.
    package private(set) var words = ""

    /// Makes a row.
    package init(_ command: Command, _ name: String, _ summary: String, _ bindings: [KeyBinding]) {
      self.command = command
      self.name = name
      self.summary = summary
      self.bindings = bindings
    }

    /// Makes a row whose keys are pressed without modifiers.
    package init(_ command: Command, _ name: String, _ summary: String, keys: String...) {
      self.init(command, name, summary, keys.map { KeyBinding($0) })
    }

    /// The same row, which the list of commands finds by other words, too.
    package func found(by words: String) -> Self {
      var row = self
      row.words = words
      return row
    }
  }

  /// The commands in the order of help.
  package let rows: [Row]
  private let commands: [KeyBinding: Command]

  /// Makes a table; of two commands with the same key, the first has it.
  package init(_ rows: [Row]) {
    self.rows = rows
    let pairs = rows.flatMap { row in row.bindings.map { ($0, row.command) } }
    commands = Dictionary(pairs) { first, _ in first }
  }

  /// The commands that are worth a line, for a list of them.
  package func items(where isListed: (Command) -> Bool) -> [CommandItem] {
    rows.filter { isListed($0.command) }.map {
      CommandItem(
        name: $0.name, summary: $0.summary, bindings: $0.bindings, words: $0.words)
    }
  }

  /// The row of a letter that means nothing, while the same letter does with Shift or without it; `nil` for any other key.
  package func row(near key: Input.Key) -> (letter: String, row: Row)? {
    let capital = key.name.uppercased()
    let other = key.name == capital ? key.name.lowercased() : capital
    guard key.name.count == 1, other != key.name, key.modifiers.subtracting(.shift).isEmpty else {
      return nil
    }
    let binding = KeyBinding(other)
    return rows.first { $0.bindings.contains(binding) }.map { (other, $0) }
  }

  /// The first key of a command as keyboards label it; empty where it has none.
  package func label(of command: Command) -> String {
    let row = rows.first { $0.command == command }
    return row.flatMap { KeyBinding.labels(of: $0.bindings).first } ?? ""
  }

  /// Returns the command that a key gives with exactly the modifiers that are held.
  package func command(for key: Input.Key) -> Command? {
    KeyBinding.matching(key).lazy.compactMap { commands[$0] }.first
  }
}
