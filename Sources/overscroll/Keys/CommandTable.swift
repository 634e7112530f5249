import OverscrollDesktop

/// The commands of a kind of window and the keys that give them: the one list that windows, help and tests read.
struct CommandTable<Command: Hashable & Sendable>: Sendable {
  /// A command and its keys.
  struct Row: Sendable {
    /// The command.
    let command: Command
    /// Its name in lists, such as `zoom-in`; unique in a table.
    let name: String
    /// What it does, as a short sentence.
    let sentence: String
    /// The keys that give it.
    let bindings: [KeyBinding]

    /// Makes a row.
    init(_ command: Command, _ name: String, _ sentence: String, _ bindings: [KeyBinding]) {
      self.command = command
      self.name = name
      self.sentence = sentence
      self.bindings = bindings
    }

    /// Makes a row whose keys are pressed without modifiers.
    init(_ command: Command, _ name: String, _ sentence: String, keys: String...) {
      self.init(command, name, sentence, keys.map { KeyBinding($0) })
    }
  }

  /// The commands in the order of help.
  let rows: [Row]
  private let commands: [KeyBinding: Command]

  /// Makes a table; of two commands with the same key, the first has it.
  init(_ rows: [Row]) {
    self.rows = rows
    let pairs = rows.flatMap { row in row.bindings.map { ($0, row.command) } }
    commands = Dictionary(pairs) { first, _ in first }
  }

  /// Returns the command that a key gives with exactly the modifiers that are held.
  func command(for key: OverscrollDesktop.Event.Key) -> Command? {
    KeyBinding.matching(key).lazy.compactMap { commands[$0] }.first
  }
}
