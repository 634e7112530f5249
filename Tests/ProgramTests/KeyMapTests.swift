import Browser
import Testing

@testable import Desktop
@testable import overscroll

@Suite struct `A key` {
  private func command(
    _ name: String, _ modifiers: Modifiers = [], shiftedDigit: Int? = nil
  ) -> KeyCommand? {
    KeyMap.command(
      for: Event.Key(
        time: 0, action: .pressed, name: name, shiftedDigit: shiftedDigit, modifiers: modifiers))
  }

  /// The keysyms of all keys with a command, without the digits.
  private static let commands: [(names: [String], command: KeyCommand)] = [
    (["Left", "KP_Left", "h", "H"], .pan("Left")),
    (["Right", "KP_Right", "l", "L"], .pan("Right")),
    (["Up", "KP_Up", "k", "K"], .pan("Up")), (["Down", "KP_Down", "j", "J"], .pan("Down")),
    (["plus", "equal", "KP_Add", "i"], .zoomStep(enlarges: true)),
    (["minus", "KP_Subtract", "o"], .zoomStep(enlarges: false)),
    (["KP_0"], .zoom(.fit)), (["e"], .zoom(.fitWidth)), (["E"], .zoom(.fitHeight)),
    (["f", "F11"], .toggleFullscreen), (["Escape"], .escape), (["a"], .toggleFilter),
    (["d"], .toggleHUD), (["q"], .quit),
  ]

  @Test(arguments: commands.indices)
  func `has its command, with and without Alt`(index: Int) {
    let (names, expected) = Self.commands[index]
    for name in names {
      #expect(command(name) == expected, "\(name)")
      #expect(command(name, .alt) == expected, "\(name)")
    }
  }

  @Test(arguments: ["b", "space", "F1", "Return", "Shift_L", "Q", "10", "-1", "½"])
  func `without a command does nothing`(name: String) {
    #expect(command(name) == nil)
  }

  @Test(arguments: 1...9)
  func `with a digit zooms to that scale, and with Control to its reciprocal`(digit: Int) {
    #expect(command("\(digit)") == .zoom(.to(Double(digit))))
    #expect(command("\(digit)", .control) == .zoom(.to(1 / Double(digit))))
  }

  @Test func `with zero fits the picture`() {
    #expect(command("0") == .zoom(.fit))
    #expect(command("0", .control) == .zoom(.fit))
  }

  @Test func `quits with Control where W doesn't alone`() {
    #expect(command("q", .control) == .quit)
    #expect(command("w", .control) == .quit)
    #expect(command("w") == nil)
  }

  @Test func `that types a digit only with Shift acts as the digit`() {
    #expect(command("ampersand", shiftedDigit: 1) == .zoom(.to(1)))
    #expect(command("ampersand", .control, shiftedDigit: 1) == .zoom(.to(1)))
    #expect(command("eacute", .control, shiftedDigit: 2) == .zoom(.to(0.5)))
    #expect(command("agrave", shiftedDigit: 0) == .zoom(.fit))
    #expect(command("minus", shiftedDigit: 6) == .zoomStep(enlarges: false))
    #expect(command("6", .shift) == .zoom(.to(6)))
  }

  @Test func `repeats only commands that pan or zoom step by step`() {
    for (_, command) in Self.commands {
      let isStep =
        switch command {
        case .pan, .zoomStep: true
        default: false
        }
      #expect(command.repeats == isStep, "\(command)")
    }
  }
}
