import OverscrollBrowser
import Testing

@testable import OverscrollHost
@testable import OverscrollShell
@testable import OverscrollViewer

@Suite struct `A key` {
  private func command(
    _ name: String, _ modifiers: Input.Modifiers = [], shiftedDigit: Int? = nil
  ) -> KeyCommand? {
    KeyMap.table.command(
      for: Input.Key(
        time: 0, action: .pressed, name: name, shiftedDigit: shiftedDigit, modifiers: modifiers))
  }

  /// All sets of modifiers.
  private static let allModifiers = (0..<16).map { Input.Modifiers(rawValue: $0) }

  @Test func `has one command at most`() {
    let bindings = KeyMap.table.rows.flatMap(\.bindings)
    #expect(Set(bindings).count == bindings.count)
    for row in KeyMap.table.rows {
      for binding in row.bindings {
        #expect(command(binding.key, binding.modifiers) == row.command, "\(binding)")
      }
    }
  }

  @Test func `has a command that is named and explained once`() {
    let rows = KeyMap.table.rows
    #expect(Set(rows.map(\.name)).count == rows.count)
    #expect(Set(rows.map(\.summary)).count == rows.count)
    #expect(Set(rows.map(\.command)).count == rows.count)
    #expect(rows.allSatisfy { !$0.bindings.isEmpty && $0.summary.hasSuffix(".") })
  }

  @Test func `has its command only with exactly its modifiers`() {
    let bindings = Set(KeyMap.table.rows.flatMap(\.bindings))
    for key in Set(bindings.map(\.key)) {
      for modifiers in Self.allModifiers {
        let isBound = bindings.contains(KeyBinding(key, modifiers))
        #expect((command(key, modifiers) != nil) == isBound, "\(KeyBinding(key, modifiers))")
      }
    }
    #expect(command("f", .alt) == nil && command("d", .control) == nil)
    #expect(command("f", .logo) == nil && command("m", .control) == nil)
    #expect(command("Left", [.shift, .control]) == nil)
  }

  @Test(arguments: ["F10", "Shift_L", "Q", "10", "-1", "½"])
  func `without a command does nothing`(name: String) {
    #expect(command(name) == nil)
  }

  @Test(arguments: 1...9)
  func `with a digit zooms to that scale, and with Control to its reciprocal`(digit: Int) {
    for name in ["\(digit)", "KP_\(digit)"] {
      #expect(command(name) == .move(.zoom(.to(Double(digit)))))
      #expect(command(name, .control) == .move(.zoom(.to(1 / Double(digit)))))
    }
  }

  @Test func `quits with Control where W doesn't alone`() {
    #expect(command("q", .control) == .window(.quit))
    #expect(command("w", .control) == .window(.quit))
    #expect(command("w") == .toggleTone)
  }

  @Test func `that types a digit only with Shift acts as the digit`() {
    #expect(command("ampersand", shiftedDigit: 1) == .move(.zoom(.to(1))))
    #expect(command("ampersand", .control, shiftedDigit: 1) == .move(.zoom(.to(1))))
    #expect(command("eacute", .control, shiftedDigit: 2) == .move(.zoom(.to(0.5))))
    #expect(command("agrave", shiftedDigit: 0) == .move(.zoom(.fit)))
    #expect(command("minus", shiftedDigit: 6) == .move(.zoomStep(enlarges: false)))
    #expect(command("6", .shift) == .move(.zoom(.to(6))))
  }

  @Test func `that types a symbol has it whether or not that takes Shift`() {
    #expect(command("plus", .shift) == command("plus"))
    #expect(command("H", .shift) == .move(.pan("Left", .page)))
    #expect(command("Left", .shift) == .move(.pan("Left", .page)))
    #expect(command("Escape", .shift) == nil)
  }

  @Test func `is written as on its label`() {
    #expect(KeyBinding("O", .control).description == "Ctrl+Shift+O")
    #expect(KeyBinding("o", .control).description == "Ctrl+O")
    #expect(KeyBinding("H").description == "H" && KeyBinding("h").description == "h")
    #expect(KeyBinding("F11", .shift).description == "Shift+F11")
  }

  @Test func `repeats only commands that step`() {
    for row in KeyMap.table.rows {
      let isStep =
        switch row.command {
        case .move(.pan), .move(.zoomStep), .go(.next), .go(.previous), .turnPage: true
        default: false
        }
      #expect(row.command.repeats == isStep, "\(row.command)")
    }
  }
}
