import ScrollGeometry

extension ScrollView {
  /// The phases of scrolling and zooming, from which all flags are derived.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The content is at rest and not touched.
    case idle
    /// The content is touched, on the screen or a touchpad, and not dragged yet.
    case tracking
    /// The user drags the content.
    case dragging
    /// The content decelerates, or bounces back from beyond an edge, after a drag.
    case decelerating
    /// An animation started by the program, the wheel or a key.
    case animating
    /// A pinch, or a zoom with the wheel.
    case zooming
    /// The displayed zoom scale is bouncing back from beyond a limit.
    case zoomBouncing
  }

  /// The state behind ``phase``, with the data of each case.
  enum Activity {
    case idle
    case tracking(Tracking)
    case dragging(Drag)
    // Large payloads are objects or boxed, so that a frame copies a reference and not some hundred bytes.
    case decelerating(ActiveDeceleration)
    case animating(Animation)
    indirect case zooming(Zoom)

    /// Whether the content moves without input.
    var movesByItself: Bool {
      switch self {
      case .decelerating, .animating: true
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
    /// True if the first movement drags because the touch caught moving content. [M]
    var beginsAtOnce = false
  }

  /// A deceleration in progress and its targets.
  final class ActiveDeceleration {
    let motion: Deceleration
    let targets: (horizontal: AxisTarget, vertical: AxisTarget)

    init(
      motion: Deceleration, targets: (horizontal: AxisTarget, vertical: AxisTarget)
    ) {
      self.motion = motion
      self.targets = targets
    }

    /// Returns the same deceleration with another motion.
    func with(_ motion: Deceleration) -> ActiveDeceleration {
      ActiveDeceleration(motion: motion, targets: targets)
    }
  }

  /// The target of one axis of a deceleration.
  enum AxisTarget: Equatable {
    /// None: the deceleration law determines where the axis rests.
    case natural
    /// The offset that the delegate requested.
    case request(Double)
    /// The offset of a page.
    case page(Double)

    /// Whether the axis has no target.
    var isNatural: Bool { if case .natural = self { true } else { false } }
  }

  /// An animation of the offset in progress.
  struct Animation {
    /// The cause of the animation.
    enum Purpose {
      /// The program.
      case program
      /// The scroll-to-top gesture, whose end has a delegate method of its own.
      case top
      /// A notch of the wheel or a key.
      case notch
      /// A refresh control that begins or ends refreshing; the delegate is not notified of the end.
      case refresh
    }

    var start: Point
    var end: Point
    var startTime: Double
    var purpose: Purpose
    /// False if the program requested an offset beyond the range, which then does not follow changes of the range.
    var staysInRange = true

    private var duration: Double {
      purpose == .notch ? Easing.notchDuration : Easing.programmaticDuration
    }

    private var easing: Easing { purpose == .notch ? .easeOutCubic : .easeInOut }

    var endTime: Double { startTime + duration }

    /// Returns the progress at `time`, from 0 to 1.
    func progress(at time: Double) -> Double {
      time >= endTime ? 1 : easing.progress(at: (time - startTime) / duration)
    }

    /// Returns the content offset at `time`, in points.
    func offset(at time: Double) -> Point {
      let part = progress(at: time)
      return part == 1 ? end : start + (end - start) * part
    }

    /// Returns the derivative of the offset at `time`, from the right, in points per second.
    func velocity(at time: Double) -> Point {
      guard time < endTime else { return .zero }
      return (end - start) * (easing.slope(at: (time - startTime) / duration) / duration)
    }
  }
}

extension ScrollView {
  /// The current phase of scrolling and zooming.
  public var phase: Phase {
    switch activity {
    case .idle:
      if wheelZoom != nil {
        .zooming
      } else {
        isZoomBouncing ? .zoomBouncing : isZoomAnimating ? .animating : .idle
      }
    case .tracking: .tracking
    case .dragging: .dragging
    case .decelerating: .decelerating
    case .animating: .animating
    case .zooming: .zooming
    }
  }

  /// A Boolean value that indicates whether the user has touched the content, dragged or not.
  ///
  /// Corresponds to `UIScrollView.isTracking`.
  public var isTracking: Bool {
    switch activity {
    case .tracking, .dragging, .zooming: true
    case .idle, .decelerating, .animating: wheelZoom != nil
    }
  }

  /// A Boolean value that indicates whether the user has begun scrolling; it stays true during deceleration.
  ///
  /// Corresponds to `UIScrollView.isDragging`.
  public var isDragging: Bool {
    switch activity {
    case .dragging, .decelerating: true
    case .tracking: isDecelerating
    case .zooming(let zoom): zoom.drag?.isBegun ?? false
    case .idle, .animating: false
    }
  }

  /// A Boolean value that indicates whether the content is moving after the user lifted their finger.
  ///
  /// It is true from `scrollViewWillBeginDecelerating` until `scrollViewDidEndDecelerating`, also while a finger that stopped
  /// the content rests on it, and during the drag that follows. It is false during animations that the program starts.
  ///
  /// Corresponds to `UIScrollView.isDecelerating`.
  public var isDecelerating: Bool { owesDidEndDecelerating }

  /// A Boolean value that indicates whether a zoom gesture is in progress.
  ///
  /// Corresponds to `UIScrollView.isZooming`.
  public var isZooming: Bool {
    if case .zooming = activity { true } else { wheelZoom != nil }
  }

  /// A Boolean value that indicates whether an animation of the content offset is in progress, started by the program, the wheel or
  /// a key.
  ///
  /// Corresponds to `UIScrollView.isScrollAnimating`.
  public var isScrollAnimating: Bool {
    if case .animating = activity { true } else { false }
  }

  /// A Boolean value that indicates whether an animation to the current zoom scale is in progress.
  ///
  /// Corresponds to `UIScrollView.isZoomAnimating`.
  public var isZoomAnimating: Bool {
    switch zoomFader?.fade.curve {
    case .animation: true
    // A notch of the wheel is a gesture until silence ends it.
    case .notch: wheelZoom == nil
    case .bounce, nil: false
    }
  }

  /// A Boolean value that indicates whether the displayed zoom scale is bouncing back from beyond a limit.
  ///
  /// ``zoomScale`` is at the limit already, and the content scrolls as at rest. Corresponds to
  /// `UIScrollView.isZoomBouncing`.
  public var isZoomBouncing: Bool { zoomFader?.fade.curve == .bounce }
}
