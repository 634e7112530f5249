public import ScrollGeometry

/// An input event, which a program sends to a ``Window`` and responders and recognizers receive.
///
/// Locations are in the window's coordinates, in points. Times are in seconds on any monotonic clock, the same one for
/// all events and for ``Window/advance(to:)``. Corresponds to `UIEvent`.
public enum Event: Hashable, Sendable {
  /// A touch, or a mouse button that acts as one.
  case touch(TouchEvent)
  /// A pinch on a touchpad.
  case pinch(PinchEvent)
  /// Notches of a mouse wheel.
  case wheel(WheelEvent)
  /// Continuous scrolling with two fingers on a touchpad.
  case touchpad(TouchpadEvent)
  /// A key press.
  case key(KeyEvent)
  /// Text that was typed, composed or pasted.
  case text(TextEvent)

  /// The time of the event, in seconds.
  ///
  /// Corresponds to `UIEvent.timestamp`.
  public var timestamp: Double {
    switch self {
    case .touch(let event): event.timestamp
    case .pinch(let event): event.timestamp
    case .wheel(let event): event.timestamp
    case .touchpad(let event): event.timestamp
    case .key(let event): event.timestamp
    case .text(let event): event.timestamp
    }
  }

  /// Whether all numbers are finite and small enough.
  package var isAcceptable: Bool { accepted == self }

  /// The event with acceptable numbers; `nil`, to ignore it, if one is not finite, or for a time that is too large.
  package var accepted: Event? {
    guard timestamp.isAcceptable else { return nil }
    switch self {
    case .touch(var event):
      guard let location = event.location.accepted else { return nil }
      event.location = location
      return .touch(event)
    case .pinch(var event):
      guard let location = event.location.accepted, let scale = event.scale.accepted, scale > 0
      else { return nil }
      (event.location, event.scale) = (location, scale)
      return .pinch(event)
    case .wheel(var event):
      guard let location = event.location.accepted, let notches = event.notches.accepted
      else { return nil }
      (event.location, event.notches) = (location, notches)
      return .wheel(event)
    case .touchpad(var event):
      guard let location = event.location.accepted, let delta = event.delta.accepted
      else { return nil }
      (event.location, event.delta) = (location, delta)
      return .touchpad(event)
    case .key, .text: return self
    }
  }
}

/// An event of one touch.
public struct TouchEvent: Hashable, Sendable {
  /// The phases of a touch.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The touch began.
    case began
    /// The touch moved, or was reported again at the same location.
    case moved
    /// The touch lifted.
    case ended
    /// The system canceled the touch.
    case cancelled
    /// The touch rests: the device reports that the finger is still down and has not moved.
    ///
    /// Moves nothing, and neither views nor gesture recognizers receive it. A finger that is reported keeps its velocity, while
    /// one that is silent for 0.1 seconds before it lifts has none.
    case stationary
  }

  /// The identifier of the touch, which may be reused once it has ended.
  public var id: Int
  /// The phase of the touch.
  public var phase: Phase
  /// The location, in the window's coordinates.
  public var location: Point
  /// The time of the event, in seconds.
  public var timestamp: Double
  /// The type of the touch; the first event of a touch determines it.
  public var type: Touch.TouchType

  /// Creates an event.
  public init(
    id: Int, phase: Phase, location: Point, timestamp: Double, type: Touch.TouchType = .direct
  ) {
    self.id = id
    self.phase = phase
    self.location = location
    self.timestamp = timestamp
    self.type = type
  }
}

/// The phases of a continuous gesture on a touchpad.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// The gesture began.
  case began
  /// The gesture changed.
  case changed
  /// The gesture ended.
  case ended
}

/// An event of a pinch on a touchpad.
public struct PinchEvent: Hashable, Sendable {
  /// The phase of the pinch.
  public var phase: GesturePhase
  /// The distance between the fingers relative to the beginning, above 0.
  public var scale: Double
  /// The point between the fingers, in the window's coordinates.
  public var location: Point
  /// The time of the event, in seconds.
  public var timestamp: Double

  /// Creates an event.
  public init(phase: GesturePhase, scale: Double, location: Point, timestamp: Double) {
    self.phase = phase
    self.scale = scale
    self.location = location
    self.timestamp = timestamp
  }
}

/// Notches of a mouse wheel.
public struct WheelEvent: Hashable, Sendable {
  /// The number of notches, positive to the right and toward the user; fractions are allowed.
  public var notches: Point
  /// The location of the pointer, in the window's coordinates.
  public var location: Point
  /// The modifier keys held down.
  public var modifiers: Modifiers
  /// The time of the event, in seconds.
  public var timestamp: Double

  /// Creates an event.
  public init(notches: Point, location: Point, modifiers: Modifiers = [], timestamp: Double) {
    self.notches = notches
    self.location = location
    self.modifiers = modifiers
    self.timestamp = timestamp
  }
}

/// An event of continuous scrolling on a touchpad.
public struct TouchpadEvent: Hashable, Sendable {
  /// The phase of the gesture.
  public var phase: GesturePhase
  /// The movement of the fingers since the previous event in points, positive to the right and down.
  public var delta: Point
  /// The location of the pointer, in the window's coordinates.
  public var location: Point
  /// The modifier keys held down.
  public var modifiers: Modifiers
  /// A Boolean value that determines whether the device reports that the fingers were lifted.
  ///
  /// If `true`, only an event with the phase ``GesturePhase/ended`` ends the gesture, and fingers that rest keep the content where
  /// it is. If `false`, which is the default, 0.08 s without an event end it as well.
  public var reportsStops: Bool
  /// The time of the event, in seconds.
  public var timestamp: Double

  /// Creates an event.
  public init(
    phase: GesturePhase, delta: Point, location: Point, modifiers: Modifiers = [],
    reportsStops: Bool = false, timestamp: Double
  ) {
    self.phase = phase
    self.delta = delta
    self.location = location
    self.modifiers = modifiers
    self.reportsStops = reportsStops
    self.timestamp = timestamp
  }
}

/// Text for the first responder that accepts text.
///
/// A program sends text that a key types as a text event, and a key event for keys that type nothing, such as an arrow, or that are
/// pressed with Control. Corresponds to what the text input system of iOS calls on `UITextInput`.
public struct TextEvent: Hashable, Sendable {
  /// The kinds of text.
  public enum Content: Hashable, Sendable {
    /// Text that was typed, or committed by an input method; it replaces the marked text or the selection.
    case inserted(String)
    /// Text that an input method is composing, and the selection in it; it replaces the marked text or the selection.
    ///
    /// Empty text cancels the composition.
    case marked(String, selectedRange: Range<Int>)
    /// The answer to ``Pasteboard/requestString()``.
    case pasted(String)
  }

  /// The text.
  public var content: Content
  /// The time of the event, in seconds.
  public var timestamp: Double

  /// Creates an event.
  public init(_ content: Content, timestamp: Double) {
    self.content = content
    self.timestamp = timestamp
  }
}

/// A key press.
public struct KeyEvent: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// The modifier keys held down.
  public var modifiers: Modifiers
  /// The time of the event, in seconds.
  public var timestamp: Double

  /// Creates an event.
  public init(key: Key, modifiers: Modifiers = [], timestamp: Double) {
    self.key = key
    self.modifiers = modifiers
    self.timestamp = timestamp
  }
}

/// A set of modifier keys.
///
/// Corresponds to `UIKeyModifierFlags`.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The shift key.
  public static let shift = Self(rawValue: 1)
  /// The control key.
  public static let control = Self(rawValue: 2)
  /// The alternate key.
  public static let alternate = Self(rawValue: 4)
  /// The super key.
  ///
  /// Corresponds to `UIKeyModifierFlags.command`.
  public static let command = Self(rawValue: 8)
}

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
