import Browser
import Desktop

/// The commands of the keys.
enum KeyMap {
  /// Returns the command of a key, by the name of its keysym with Shift applied.
  ///
  /// A key that types a digit only with Shift acts as the digit unless its own keysym has a command.
  static func command(for key: Desktop.Event.Key) -> KeyCommand? {
    let control = key.modifiers.contains(.control)
    if let digit = Int(key.name) { return command(forDigit: digit, control: control) }
    if control, key.name == "q" || key.name == "w" { return .quit }
    return plain[key.name]
      ?? key.shiftedDigit.flatMap { command(forDigit: $0, control: control) }
  }

  private static func command(forDigit digit: Int, control: Bool) -> KeyCommand? {
    switch digit {
    case 0: .zoom(.fit)
    case 1...9: .zoom(.to(control ? 1 / Double(digit) : Double(digit)))
    default: nil
    }
  }

  private static let plain: [String: KeyCommand] = [
    "Left": .pan("Left"), "Right": .pan("Right"), "Up": .pan("Up"), "Down": .pan("Down"),
    "KP_Left": .pan("Left"), "KP_Right": .pan("Right"), "KP_Up": .pan("Up"),
    "KP_Down": .pan("Down"),
    "h": .pan("Left"), "l": .pan("Right"), "k": .pan("Up"), "j": .pan("Down"),
    "H": .pan("Left"), "L": .pan("Right"), "K": .pan("Up"), "J": .pan("Down"),
    "plus": .zoomStep(enlarges: true), "equal": .zoomStep(enlarges: true),
    "KP_Add": .zoomStep(enlarges: true), "i": .zoomStep(enlarges: true),
    "minus": .zoomStep(enlarges: false), "KP_Subtract": .zoomStep(enlarges: false),
    "o": .zoomStep(enlarges: false),
    "KP_0": .zoom(.fit), "e": .zoom(.fitWidth), "E": .zoom(.fitHeight),
    "f": .toggleFullscreen, "F11": .toggleFullscreen, "Escape": .escape,
    "a": .toggleFilter, "d": .toggleHUD, "q": .quit,
    "F2": .saveTake, "F3": .toggleRecording, "F9": .mark,
  ]
}
