import Geometry

extension ScrollView {
  /// What a scroll view is doing; all of its flags follow from it.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Nothing moves and nothing touches it.
    case idle
    /// A finger is down, or rests on a touchpad, and nothing is dragged yet.
    case tracking
    /// A finger drags.
    case dragging
    /// The content flies on, or comes back from beyond an edge, after a finger let go.
    case decelerating
    /// An animation that the program, the wheel or a key asked for.
    case animating
    /// A pinch, or zooming with the wheel.
    case zooming
    /// The scale comes back from beyond a limit.
    case zoomBouncing
  }

  /// The state behind ``phase``: each case with everything it needs, so that a state and its data come and go together.
  enum Activity {
    case idle
    case tracking(Tracking)
    case dragging(Drag)
    case decelerating(ActiveDeceleration)
    case animating(Animation)
    case zooming(Zoom)
    case zoomBouncing(Rebound)

    /// True while time alone moves the content.
    var movesByItself: Bool {
      switch self {
      case .decelerating, .animating, .zoomBouncing: true
      case .idle, .tracking, .dragging, .zooming: false
      }
    }
  }

  /// The input that drags the content; its movement is in ``ScrollPanRecognizer``.
  enum DragSource {
    /// Touches on the screen.
    case touches
    /// Two fingers on a touchpad.
    case touchpad
  }

  /// Input that has begun and has not dragged yet.
  struct Tracking {
    var source: DragSource
    /// True if a deceleration was stopped and the delegate has not been notified of its end.
    var owesDidEndDecelerating = false
    /// True if the first movement drags because the touch caught moving content. [T]
    var beginsAtOnce = false
  }

  /// Content that flies, and what it flies to.
  struct ActiveDeceleration {
    var motion: Deceleration
    var targets: (horizontal: AxisTarget, vertical: AxisTarget)
    /// True once the delegate knows of the deceleration: not yet in its `scrollViewDidEndDragging`.
    var isAnnounced: Bool
  }

  /// What decides where one axis of a deceleration ends.
  enum AxisTarget {
    /// The law alone.
    case natural
    /// The place the delegate asked for.
    case request(Double)
    /// A page.
    case page(Double)

    /// True for the law alone.
    var isNatural: Bool { if case .natural = self { true } else { false } }
  }

  /// An animation in progress.
  struct Animation {
    enum Course {
      /// The offset moves from one place to another.
      case offset(from: Point, to: Point)
      /// The scale moves, and the offset with it.
      case zoom(ZoomCourse)
    }

    /// Who asked for it.
    enum Purpose {
      /// The program.
      case program
      /// The gesture that scrolls to the top, whose end is told in its own way.
      case top
      /// A notch of the wheel or a key.
      case notch
      /// A refresh control that begins or ends refreshing; the delegate is not notified of the end.
      case refresh
    }

    var course: Course
    var startTime: Double
    var purpose: Purpose
    /// False if the program sent the content beyond the range, where it then goes whatever the range becomes.
    var staysInRange = true

    private var duration: Double {
      purpose == .notch ? Easing.notchDuration : Easing.programmaticDuration
    }

    private var easing: Easing { purpose == .notch ? .easeOutCubic : .easeInOut }

    var endTime: Double { startTime + duration }

    /// The part of the way done at `time`.
    func progress(at time: Double) -> Double {
      time >= endTime ? 1 : easing.progress(at: (time - startTime) / duration)
    }
  }
}

extension ScrollView {
  /// What the scroll view is doing.
  public var phase: Phase {
    switch activity {
    case .idle: .idle
    case .tracking: .tracking
    case .dragging: .dragging
    case .decelerating: .decelerating
    case .animating: .animating
    case .zooming: .zooming
    case .zoomBouncing: .zoomBouncing
    }
  }

  /// True while the content is touched, although nothing may be dragged yet.
  ///
  /// Corresponds to `UIScrollView.isTracking`.
  public var isTracking: Bool {
    switch activity {
    case .tracking, .dragging, .zooming: true
    case .zoomBouncing(let rebound): rebound.drag != nil
    case .idle, .decelerating, .animating: false
    }
  }

  /// True from the moment the user has begun to drag until the content rests: it stays true while the content decelerates.
  ///
  /// Corresponds to `UIScrollView.isDragging`.
  public var isDragging: Bool {
    switch activity {
    case .dragging, .decelerating: true
    case .tracking(let tracking): tracking.owesDidEndDecelerating
    case .zooming(let zoom): zoom.drag?.isBegun ?? false
    case .zoomBouncing(let rebound): rebound.drag?.isBegun ?? false
    case .idle, .animating: false
    }
  }

  /// True while the content moves on after the finger was lifted, and while a finger that stopped it has not decided
  /// what comes next.
  ///
  /// Corresponds to `UIScrollView.isDecelerating`.
  public var isDecelerating: Bool {
    switch activity {
    case .decelerating(let deceleration): deceleration.isAnnounced
    case .tracking(let tracking): tracking.owesDidEndDecelerating
    case .dragging(let drag): drag.owesDidEndDecelerating
    case .idle, .animating, .zooming, .zoomBouncing: false
    }
  }

  /// True during a zoom gesture.
  ///
  /// Corresponds to `UIScrollView.isZooming`.
  public var isZooming: Bool {
    if case .zooming = activity { true } else { false }
  }

  /// True while an animation that the program asked for changes the scale.
  ///
  /// Corresponds to `UIScrollView.isZoomAnimating`.
  public var isZoomAnimating: Bool {
    if case .animating(let animation) = activity, case .zoom = animation.course {
      true
    } else {
      false
    }
  }

  /// True while the scale returns from beyond a limit.
  ///
  /// Corresponds to `UIScrollView.isZoomBouncing`.
  public var isZoomBouncing: Bool {
    if case .zoomBouncing = activity { true } else { false }
  }
}
