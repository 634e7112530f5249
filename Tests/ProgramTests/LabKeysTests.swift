import Testing

@testable import OverscrollHost
@testable import OverscrollLabPages
@testable import OverscrollShell

@Suite struct `The keys of a lab window` {
  private static let tables = [
    ("replay", LabKeys.replay), ("scene", LabKeys.scene), ("qa", LabKeys.qa),
    ("listed scene", LabKeys.listedScene), ("scene list", LabKeys.sceneList),
  ]

  @Test(arguments: tables.indices)
  func `have one meaning each`(index: Int) {
    let (name, table) = Self.tables[index]
    var seen: Set<KeyBinding> = []
    for key in table.rows.flatMap(\.bindings) {
      #expect(seen.insert(key).inserted, "\(key) occurs twice in \(name)")
    }
    var commands: Set<LabCommand> = []
    for command in table.rows.map(\.command) {
      #expect(commands.insert(command).inserted, "\(command) occurs twice in \(name)")
    }
  }

  private func command(_ name: String, _ modifiers: Input.Modifiers = []) -> LabCommand? {
    LabKeys.replay.command(
      for: Input.Key(
        time: 0, action: .pressed, name: name, shiftedDigit: nil, modifiers: modifiers))
  }

  @Test func `are told apart by Control, and function keys by Shift`() {
    #expect(command("F12") == .nextComparison)
    #expect(command("F12", .shift) == .nextSide)
    #expect(command("A", .shift) == .toggleAsSeen)
    #expect(command("a") == .toggleFilter)
    #expect(command("q", .control) == .window(.quit))
    #expect(command("space", .control) == nil)
    #expect(command("braceleft", .shift) == .previousMoment)
  }

  @Test func `are listed as keyboards label them`() {
    let labels = { (table: CommandTable<LabCommand>, name: String) in
      KeyBinding.labels(of: table.rows.first { $0.name == name }?.bindings ?? [])
    }
    #expect(labels(LabKeys.qa, "pass") == ["Y"])
    #expect(labels(LabKeys.qa, "previous-step") == ["Shift+Tab"])
    #expect(labels(LabKeys.qa, "zoom-in") == ["+", "=", "Ctrl++", "Ctrl+="])
    #expect(labels(LabKeys.scene, "undo") == ["Ctrl+Z"])
    #expect(labels(LabKeys.replay, "play") == ["Space", "Return"])
    #expect(labels(LabKeys.replay, "as-seen") == ["A"] && labels(LabKeys.replay, "filter") == ["a"])
  }

  @Test func `repeat only where that is of use`() {
    let repeating = LabKeys.replay.rows.map(\.command).filter(\.repeats)
    #expect(Set(repeating) == [.step(-1), .step(1), .previousMoment, .nextMoment])
  }
}
