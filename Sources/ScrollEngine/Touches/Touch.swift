public import Geometry

/// A finger on the window, from the moment it comes down until it is lifted.
///
/// Corresponds to `UITouch`.
public final class Touch {
  /// What the finger did last.
  ///
  /// Corresponds to `UITouch.phase`.
  public internal(set) var phase: TouchEvent.Phase
  /// When it last did something, in seconds.
  ///
  /// Corresponds to `UITouch.timestamp`.
  public internal(set) var timestamp: Double
  /// The view that was under the finger when it came down.
  ///
  /// Corresponds to `UITouch.view`.
  public internal(set) weak var view: View?
  /// The window the finger is on.
  ///
  /// Corresponds to `UITouch.window`.
  public internal(set) weak var window: Window?
  /// What touches.
  ///
  /// Corresponds to `UITouch.type`.
  public let type: TouchType
  /// The greatest distance of the touch from where it began, in points.
  ///
  /// A touch that moved by ``TapGestureRecognizer/allowableMovement`` or more is no tap, even if it came back.
  public private(set) var maximumDistance = 0.0
  /// The recognizers that watch the finger.
  ///
  /// Corresponds to `UITouch.gestureRecognizers`.
  public internal(set) var gestureRecognizers: [GestureRecognizer] = []

  /// Where the finger is, in the window's coordinates.
  private(set) var location: Point
  /// Where it was before its last event.
  private(set) var previousLocation: Point
  /// Where it came down.
  let startLocation: Point
  /// The stamp it came down with, in seconds.
  let originalTimestamp: Double
  /// The engine's time when it came down, in seconds; later than the stamp when the event was late.
  let startTime: Double
  /// Whether content has been told of the finger.
  var delivery = Delivery.held

  /// Whether content has been told of a finger; a touch is in exactly one of these states.
  enum Delivery {
    /// A scroll view holds it back and may still scroll instead.
    case held
    /// The content has had `touchesBegan` and hears of everything else.
    case delivered
    /// The content will never hear of it (again).
    case withheld
  }

  init(_ event: TouchEvent, in window: Window, on view: View?, time: Double) {
    phase = event.phase
    type = event.type
    timestamp = event.timestamp
    location = event.location
    previousLocation = event.location
    startLocation = event.location
    originalTimestamp = event.timestamp
    startTime = time
    self.window = window
    self.view = view
  }

  func move(to location: Point) {
    previousLocation = self.location
    self.location = location
    maximumDistance = max(maximumDistance, (location - startLocation).length)
  }

  /// Reports the touch as it was when it came down, while `body` runs.
  func rewound(_ body: () -> Void) {
    let present = (timestamp, location, phase)
    (timestamp, location, phase) = (originalTimestamp, startLocation, .began)
    body()
    (timestamp, location, phase) = present
  }

  /// Where the finger is, in the coordinates of `view`, or of the window for nil.
  ///
  /// Corresponds to `UITouch.location(in:)`.
  public func location(in view: View?) -> Point {
    view?.convert(location, from: nil) ?? location
  }

  /// Where the finger was before its last event.
  ///
  /// Corresponds to `UITouch.previousLocation(in:)`.
  public func previousLocation(in view: View?) -> Point {
    view?.convert(previousLocation, from: nil) ?? previousLocation
  }
}

extension Touch {
  /// What can touch.
  ///
  /// Corresponds to `UITouch.TouchType`.
  public enum TouchType: String, Hashable, Sendable, CaseIterable {
    /// A finger on the screen.
    case direct
    /// Fingers on a touchpad that scroll.
    case indirect
    /// A stylus.
    case pencil
    /// A pointer, such as a mouse's, with its button held.
    case indirectPointer
  }
}

extension Touch: Hashable {
  /// True for the same finger.
  public static func == (left: Touch, right: Touch) -> Bool { left === right }

  /// Hashes the finger's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
