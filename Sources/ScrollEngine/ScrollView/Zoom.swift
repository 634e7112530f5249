import ScrollGeometry

extension ScrollView {
  /// A zoom gesture in progress: a pinch of two fingers, a pinch on a touchpad, or zooming with the wheel.
  struct Zoom {
    /// The input that changes the scale.
    enum Source {
      /// A pinch on the screen.
      case fingers
      /// A pinch on a touchpad.
      case touchpadPinch
      /// Scrolling on a touchpad with control held, and the time of its last event in seconds.
      case touchpadScroll(lastEvent: Double)
      /// Notches of the wheel with control held: the time of the last one in seconds, and its location in the window.
      case wheel(lastNotch: Double, location: Point)
    }

    var source: Source
    /// The unscaled point of the zoomed view between the fingers at the start, relative to its top left corner.
    var anchor: Point
    /// The centroid of the touches at the start, relative to the top left corner of the scroll view.
    var startCentroid: Point
    /// The current centroid of the touches.
    var centroid: Point
    /// The scale at the start, without limits.
    var startScale: Double
    /// The current scale of the gesture, without limits.
    var scale: Double
    /// The distance of the content from its range at the start, without the rubber band.
    var startExcess: Point
    /// The factor on the stretch beyond an edge, per axis.
    var gain: Point
    /// The simultaneous drag.
    var drag: HeldDrag?

    /// The time at which the gesture ends without further events, in seconds.
    var deadline: Double? {
      switch source {
      case .fingers, .touchpadPinch: nil
      case .touchpadScroll(let lastEvent): lastEvent + TouchpadPan.silence
      case .wheel(let lastNotch, _): lastNotch + Easing.notchDuration
      }
    }
  }

  /// The geometry of the zoomed view after the last zoom.
  struct ZoomedPlace {
    @NonOwning var view: View?
    /// The top left corner of the view's frame, in the content.
    var corner: Point
    /// The center and transform that the zoom set; other values mean that the program has changed the view.
    var center: Point
    var transform: AffineTransform
    /// The transform without the zoom scale.
    var unscaled: AffineTransform
  }
}
