extension KeyEvent {
  /// A key of a keyboard: one with a constant here, or one with the name by which scripts know it.
  ///
  /// Scroll views handle the arrow keys; text fields and text views the keys for motions, deletion and the clipboard. A
  /// program may send any other key, for its own views. Corresponds to `UIKeyboardHIDUsage`.
  public struct Key: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of the key in scripts; that of a key that types a character is the character.
    public var rawValue: String

    /// Creates a key from its name in scripts.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a key from its name in scripts.
    public init(stringLiteral name: String) {
      rawValue = name
    }

    /// The up arrow.
    public static let up: Self = "Up"
    /// The down arrow.
    public static let down: Self = "Down"
    /// The left arrow.
    public static let left: Self = "Left"
    /// The right arrow.
    public static let right: Self = "Right"
    /// The home key.
    public static let home: Self = "Home"
    /// The end key.
    public static let end: Self = "End"
    /// The page up key.
    public static let pageUp: Self = "Page_Up"
    /// The page down key.
    public static let pageDown: Self = "Page_Down"
    /// The key that deletes the character in front of the caret.
    public static let backspace: Self = "BackSpace"
    /// The key that deletes the character behind the caret.
    public static let delete: Self = "Delete"
    /// The insert key.
    public static let insert: Self = "Insert"
    /// The return key.
    public static let `return`: Self = "Return"
    /// The escape key.
    public static let escape: Self = "Escape"
    /// The tab key.
    public static let tab: Self = "Tab"
    /// The space bar.
    public static let space: Self = "space"

    /// The key of the main part of the keyboard that does the same in text: for keys of the numeric keypad, and for other names
    /// of a key.
    var counterpart: Self {
      let name = rawValue.hasPrefix("KP_") ? String(rawValue.dropFirst(3)) : rawValue
      return switch name {
      case "Prior": .pageUp
      case "Next": .pageDown
      case "Enter": .return
      default: Self(rawValue: name)
      }
    }
  }
}
