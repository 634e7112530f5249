public import ScrollGeometry

/// A finger, stylus or pointer on the window, from when it touches until it lifts.
///
/// Corresponds to `UITouch`.
public final class Touch {
  /// The phase of the touch.
  ///
  /// Corresponds to `UITouch.phase`.
  public internal(set) var phase: Phase
  /// The time of the latest event of the touch, in seconds.
  ///
  /// Corresponds to `UITouch.timestamp`.
  public internal(set) var timestamp: Double
  /// The number of taps in quick succession at one place, with this one; 1 for the first.
  ///
  /// Corresponds to `UITouch.tapCount`.
  public internal(set) var tapCount = 1
  /// The view in which the touch began.
  ///
  /// Corresponds to `UITouch.view`.
  public var view: View? { hitView }
  /// The window in which the touch began.
  ///
  /// Corresponds to `UITouch.window`.
  public var window: Window? { hitWindow }
  /// The type of the touch.
  ///
  /// Corresponds to `UITouch.type`.
  public let type: TouchType
  /// The greatest distance of the touch from where it began, in points.
  ///
  /// A touch that moved by ``TapGestureRecognizer/allowableMovement`` or more is no tap, even if it came back.
  public private(set) var maximumDistance = 0.0
  /// The gesture recognizers that receive the touch.
  ///
  /// Corresponds to `UITouch.gestureRecognizers`.
  public internal(set) var gestureRecognizers: [GestureRecognizer] = []

  @NonOwning private var hitView: View? = nil
  @NonOwning private var hitWindow: Window? = nil
  /// The identifier of the touch's events.
  package let id: Int
  /// The location, in the window's coordinates.
  private(set) var location: Point
  /// The location before the latest event.
  private(set) var previousLocation: Point
  /// The location at which the touch began.
  let startLocation: Point
  /// The timestamp with which the touch began, in seconds.
  let originalTimestamp: Double
  /// The engine's time when the touch began, in seconds; later than the timestamp for a late event.
  let startTime: Double
  /// Whether the touch has been delivered to the content.
  var delivery = Delivery.held

  /// The states of the delivery of a touch to the content.
  enum Delivery {
    /// A scroll view delays the touch and may still scroll instead.
    case held
    /// The content has received `touchesBegan` and receives all further events.
    case delivered
    /// The content has received `touchesCancelled` and receives no further events.
    case cancelled
    /// The content never receives an event.
    case withheld
  }

  init(_ event: TouchEvent, in window: Window, on view: View?, time: Double) {
    id = event.id
    phase = Phase(event.phase)
    type = event.type
    timestamp = event.timestamp
    location = event.location
    previousLocation = event.location
    startLocation = event.location
    originalTimestamp = event.timestamp
    startTime = time
    hitWindow = window
    hitView = view
  }

  func move(to location: Point) {
    previousLocation = self.location
    self.location = location
    maximumDistance = max(maximumDistance, (location - startLocation).length)
  }

  /// Runs `body` with the touch as it was when it began.
  func rewound(_ body: () -> Void) {
    let present = (timestamp, location, phase)
    (timestamp, location, phase) = (originalTimestamp, startLocation, .began)
    body()
    (timestamp, location, phase) = present
  }

  /// Returns the location in the coordinates of `view`, or of the window for `nil`.
  ///
  /// Corresponds to `UITouch.location(in:)`.
  public func location(in view: View?) -> Point {
    view?.convert(location, from: nil) ?? location
  }

  /// Returns the location before the latest event.
  ///
  /// Corresponds to `UITouch.previousLocation(in:)`.
  public func previousLocation(in view: View?) -> Point {
    view?.convert(previousLocation, from: nil) ?? previousLocation
  }
}

extension Touch {
  /// The phases of a touch.
  ///
  /// Corresponds to `UITouch.Phase`.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The touch began.
    case began
    /// The touch moved.
    case moved
    /// The touch stayed where it was: another one began, moved or lifted, or its own event says so.
    case stationary
    /// The touch lifted.
    case ended
    /// The touch was canceled.
    case cancelled

    init(_ phase: TouchEvent.Phase) {
      self =
        switch phase {
        case .began: .began
        case .moved: .moved
        case .stationary: .stationary
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
  }

  /// The types of touches.
  ///
  /// Corresponds to `UITouch.TouchType`.
  public enum TouchType: String, Hashable, Sendable, CaseIterable {
    /// A finger on the screen.
    case direct
    /// Scrolling with fingers on a touchpad.
    case indirect
    /// A stylus.
    case pencil
    /// A pointer, such as that of a mouse, with a button held.
    case indirectPointer
  }
}

extension Touch: Hashable {
  /// Returns whether two references are to the same touch.
  public static func == (left: Touch, right: Touch) -> Bool { left === right }

  /// Hashes the identity of the touch.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
