public import Geometry

/// Something a hand did: what a ``Window`` is given, and what responders and recognizers see.
///
/// Positions are in the window's coordinates, in points; times are in seconds on any clock that does not run
/// backwards, the same one for every event and every ``Window/advance(to:)``. Corresponds to `UIEvent`.
public enum Event: Hashable, Sendable {
  /// A finger, or a mouse button that acts as one.
  case touch(TouchEvent)
  /// A pinch on a touchpad.
  case pinch(PinchEvent)
  /// Notches of a mouse wheel.
  case wheel(WheelEvent)
  /// Continuous scrolling with two fingers on a touchpad.
  case touchpad(TouchpadEvent)
  /// A key.
  case key(KeyEvent)
}

extension Event {
  /// When it happened, in seconds.
  ///
  /// Corresponds to `UIEvent.timestamp`.
  public var timestamp: Double {
    switch self {
    case .touch(let event): event.timestamp
    case .pinch(let event): event.timestamp
    case .wheel(let event): event.timestamp
    case .touchpad(let event): event.timestamp
    case .key(let event): event.timestamp
    }
  }

  /// False if a number in it is not finite or larger than the engine accepts; such an event is ignored.
  var isAcceptable: Bool {
    guard timestamp.isAcceptable else { return false }
    return switch self {
    case .touch(let event): event.location.isAcceptable
    case .pinch(let event):
      event.location.isAcceptable && event.scale.isAcceptable && event.scale > 0
    case .wheel(let event): event.location.isAcceptable && event.notches.isAcceptable
    case .touchpad(let event): event.location.isAcceptable && event.delta.isAcceptable
    case .key: true
    }
  }
}

/// What one finger did.
public struct TouchEvent: Hashable, Sendable {
  /// What a finger can do.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The finger came down.
    case began
    /// The finger moved, or was reported again where it was.
    case moved
    /// The finger was lifted.
    case ended
    /// The system took the finger away.
    case cancelled
  }

  /// Which finger; the number may be used again once the finger is lifted.
  public var id: Int
  /// What it did.
  public var phase: Phase
  /// Where, in the window's coordinates.
  public var location: Point
  /// When, in seconds.
  public var timestamp: Double
  /// What touches; the type that a touch begins with stays.
  public var type: Touch.TouchType

  /// Makes the event.
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

/// What a continuous gesture on a touchpad did.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// It began.
  case began
  /// It went on.
  case changed
  /// It ended.
  case ended
}

/// A step of a pinch on a touchpad.
public struct PinchEvent: Hashable, Sendable {
  /// What the pinch did.
  public var phase: GesturePhase
  /// The distance of the fingers relative to the begin, above 0.
  public var scale: Double
  /// The point between the fingers, in the window's coordinates.
  public var location: Point
  /// When, in seconds.
  public var timestamp: Double

  /// Makes the event.
  public init(phase: GesturePhase, scale: Double, location: Point, timestamp: Double) {
    self.phase = phase
    self.scale = scale
    self.location = location
    self.timestamp = timestamp
  }
}

/// Notches of a mouse wheel.
public struct WheelEvent: Hashable, Sendable {
  /// How many notches: x to the right, y towards the user; parts of notches are allowed.
  public var notches: Point
  /// Where the pointer was, in the window's coordinates.
  public var location: Point
  /// The modifier keys held down.
  public var modifiers: Modifiers
  /// When, in seconds.
  public var timestamp: Double

  /// Makes the event.
  public init(notches: Point, location: Point, modifiers: Modifiers = [], timestamp: Double) {
    self.notches = notches
    self.location = location
    self.modifiers = modifiers
    self.timestamp = timestamp
  }
}

/// A step of continuous scrolling on a touchpad.
public struct TouchpadEvent: Hashable, Sendable {
  /// What the gesture did.
  public var phase: GesturePhase
  /// How far the fingers moved since the last step, in points, right and down positive.
  public var delta: Point
  /// Where the pointer was, in the window's coordinates.
  public var location: Point
  /// The modifier keys held down.
  public var modifiers: Modifiers
  /// When, in seconds.
  public var timestamp: Double

  /// Makes the event.
  public init(
    phase: GesturePhase, delta: Point, location: Point, modifiers: Modifiers = [],
    timestamp: Double
  ) {
    self.phase = phase
    self.delta = delta
    self.location = location
    self.modifiers = modifiers
    self.timestamp = timestamp
  }
}

/// A key that was pressed.
public struct KeyEvent: Hashable, Sendable {
  /// The X keysym's name, for instance `Down`; only the arrows mean something to the engine.
  public var key: String
  /// The modifier keys held down.
  public var modifiers: Modifiers
  /// When, in seconds.
  public var timestamp: Double

  /// Makes the event.
  public init(key: String, modifiers: Modifiers = [], timestamp: Double) {
    self.key = key
    self.modifiers = modifiers
    self.timestamp = timestamp
  }
}

/// A set of modifier keys.
///
/// Corresponds to `UIKeyModifierFlags`.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: Int

  /// Makes a set from its bits.
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
