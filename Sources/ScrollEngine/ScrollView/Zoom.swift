import Geometry

extension ScrollView {
  /// A zoom gesture in progress: a pinch of two fingers, a pinch on a touchpad, or zooming with the wheel.
  struct Zoom {
    /// What makes the scale.
    enum Source {
      /// Two fingers.
      case fingers
      /// A pinch on a touchpad.
      case touchpadPinch
      /// Scrolling on a touchpad with control held, and the time of its last event in seconds.
      case touchpadScroll(lastEvent: Double)
      /// Notches of the wheel with control held.
      case wheel(WheelCourse)
    }

    var source: Source
    /// The point of the content, unscaled and relative to the zoomed view's top left, that was under the fingers.
    var anchor: Point
    /// The middle of the fingers when that point was taken, relative to the scroll view's top left corner.
    var startCentroid: Point
    /// The middle of the fingers now.
    var centroid: Point
    /// The scale, as if there were no limits, when the point was taken.
    var startScale: Double
    /// The scale that is asked for now, as if there were no limits.
    var scale: Double
    /// How far beyond its range the content was, as if there were no rubber band, when the point was taken.
    var startExcess: Point
    /// The factor on what shows beyond an edge, per axis.
    var gain: Point
    /// The drag that goes on at the same time.
    var drag: HeldDrag?

    /// When silence ends the gesture, in seconds.
    var deadline: Double? {
      switch source {
      case .fingers, .touchpadPinch: nil
      case .touchpadScroll(let lastEvent): lastEvent + TouchpadPan.silence
      case .wheel(let course): course.endTime
      }
    }
  }

  /// Where a zoom left the zoomed view, and how.
  struct ZoomedPlace {
    weak var view: View?
    /// The top left corner of the view's frame, in the content.
    var corner: Point
    /// The view's centre and transform as the zoom set them; others mean that the program moved or turned the view.
    var center: Point
    var transform: AffineTransform
    /// The transform without the scale.
    var unscaled: AffineTransform
  }

  /// The way from one shown scale to the next that a notch of the wheel asks for.
  struct WheelCourse {
    var from: Double
    var to: Double
    var startTime: Double

    /// When the way is done and silence ends the gesture, in seconds; the two take equally long.
    var endTime: Double { startTime + Easing.notchDuration }
  }

  /// The way of a zoom that the program asked for; the offset moves in step with the scale.
  struct ZoomCourse {
    var startScale: Double
    var endScale: Double
    var startOffset: Point
    var endOffset: Point
  }

  /// The return of the scale from beyond a limit.
  struct Rebound {
    var bounce: ZoomBounce
    /// The drag that goes on at the same time.
    var drag: HeldDrag?
    /// How far hand and program have moved the content since the bounce began, in points.
    var shift = Point.zero
  }
}
