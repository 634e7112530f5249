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

extension Touch {
  /// Who receives the events of a touch, besides gesture recognizers that have recognized nothing.
  package enum Recipient: Hashable, Sendable {
    /// No one yet: a scroll view delays the touch until a time in seconds, unless it scrolls before.
    case delayed(from: Double, until: Double)
    /// The view under the touch.
    case content
    /// A scroll view, which scrolls or zooms with it or has been stopped by it.
    case scrollView
    /// No one any more: the view's touch was canceled.
    case cancelled
    /// No one: a scroll view has refused to pass it on, or it is a second touch in a view that takes one.
    case none
  }

  /// Who receives the events of the touch now, from the states of the recognizers.
  package var recipient: Recipient {
    if scrollRecognizers.contains(where: \.isActive) { return .scrollView }
    switch delivery {
    case .held:
      return .delayed(from: startTime, until: startTime + DelayedTouchesRecognizer.delay)
    case .delivered: return .content
    case .cancelled, .withheld:
      let isHolding = scrollRecognizers.contains {
        ($0.view as? ScrollView)?.beginsDragAtOnce ?? false
      }
      if isHolding { return .scrollView }
      return delivery == .cancelled ? .cancelled : .none
    }
  }

  /// The pan and pinch recognizers of scroll views that receive the touch.
  private var scrollRecognizers: [GestureRecognizer] {
    gestureRecognizers.filter { recognizer in
      (recognizer is ScrollPanRecognizer || recognizer is ScrollPinchRecognizer)
        && recognizer.touches.contains { $0 === self }
    }
  }
}

/// The window that hands an event to its views and recognizers right now.
struct Dispatch: @unchecked Sendable {
  // Read by the thread that dispatches alone, while it does: it is bound for the extent of one call.
  let window: Window

  @TaskLocal static var current: Dispatch?
}

extension Event {
  /// All touches of the window that delivers this event: those that are down and the one that has just ended.
  ///
  /// `nil` for an event that is no touch, and outside of the method to which the window passed it: an event is a value and
  /// keeps no touches. Corresponds to `UIEvent.allTouches`.
  public var allTouches: Set<Touch>? {
    guard case .touch = self else { return nil }
    return Dispatch.current?.window.touches
  }
}

extension Window {
  /// Makes ``Event/allTouches`` known to what `body` calls.
  func delivering(_ body: () -> Void) {
    Dispatch.$current.withValue(Dispatch(window: self), operation: body)
  }
}

// Validation of input, so that no input can produce NaN in the arithmetic. A value that is not finite is ignored and changes no
// state; a finite one that is too large is clamped, because programs write the greatest finite number for "to the end".

extension Double {
  /// The largest magnitude of any coordinate, length, scale or time, in its own unit. [C]
  static let largestAcceptable = 1e12

  /// Whether the number is finite and not too large.
  package var isAcceptable: Bool { abs(self) <= Self.largestAcceptable }

  /// The number, clamped to the acceptable magnitude; `nil` if it is not finite.
  package var accepted: Double? {
    isFinite ? Swift.min(Swift.max(self, -Self.largestAcceptable), Self.largestAcceptable) : nil
  }
}

extension Point {
  /// Whether both coordinates are finite and not too large.
  package var isAcceptable: Bool { x.isAcceptable && y.isAcceptable }

  /// The point with acceptable coordinates; `nil` if one is not finite.
  package var accepted: Point? {
    guard let x = x.accepted, let y = y.accepted else { return nil }
    return Point(x: x, y: y)
  }
}

extension Size {
  /// Whether both lengths are finite and not too large.
  package var isAcceptable: Bool { width.isAcceptable && height.isAcceptable }

  /// The size with acceptable lengths; `nil` if one is not finite.
  package var accepted: Size? {
    guard let width = width.accepted, let height = height.accepted else { return nil }
    return Size(width: width, height: height)
  }
}

extension Rect {
  /// The rectangle with an acceptable origin and size; `nil` if a number is not finite.
  package var accepted: Rect? {
    guard let origin = origin.accepted, let size = size.accepted else { return nil }
    return Rect(origin: origin, size: size)
  }
}

extension EdgeInsets {
  /// Whether all distances are finite and not too large.
  package var isAcceptable: Bool {
    top.isAcceptable && left.isAcceptable && bottom.isAcceptable && right.isAcceptable
  }

  /// The insets with acceptable distances; `nil` if one is not finite.
  package var accepted: EdgeInsets? {
    guard let top = top.accepted, let left = left.accepted, let bottom = bottom.accepted,
      let right = right.accepted
    else { return nil }
    return EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  }
}

extension AffineTransform {
  /// The transform with acceptable numbers; `nil` if one is not finite.
  var accepted: AffineTransform? {
    guard let a = a.accepted, let b = b.accepted, let c = c.accepted, let d = d.accepted,
      let tx = tx.accepted, let ty = ty.accepted
    else { return nil }
    return AffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }
}

/// Counts the taps in quick succession at one place, for `Touch.tapCount`.
struct TapCounter {
  private var last: (time: Double, location: Point, count: Int)?

  /// Returns the number of the tap that `touch`, which begins, may become.
  mutating func count(_ touch: Touch) -> Int {
    var count = 1
    if let last, touch.startTime - last.time <= TapGestureRecognizer.maximumPause,
      (touch.location(in: nil) - last.location).length <= TapGestureRecognizer.allowedSeparation
    {
      count = last.count + 1
    }
    last = (touch.startTime, touch.location(in: nil), count)
    return count
  }
}
