import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

/// One of two motions that meet: input by a hand, a call, or a change of the view.
struct PairMotion: CustomStringConvertible {
  enum Kind: String, CaseIterable {
    case drag, flick, pinch, touchpadPinch, touchpad, wheel, controlWheel, key
    case setContentOffset, setContentOffsetAnimated, setZoomScale, setZoomScaleAnimated
    case zoomTo, zoomToAnimated, scrollRectToVisible, scrollRectToVisibleAnimated
    case scrollToTop, stop, resize, insets

    /// True where fingers hold the content from the first to the last of its steps.
    var holds: Bool {
      switch self {
      case .drag, .flick, .pinch, .touchpadPinch, .touchpad: true
      default: false
      }
    }

    /// True where fingers on the screen do it.
    var touches: Bool {
      switch self {
      case .drag, .flick, .pinch: true
      default: false
      }
    }

    /// True where two fingers on a touchpad do it.
    var isOnTouchpad: Bool { self == .touchpad || self == .touchpadPinch }

    /// True where it may jump by what it sets: it is not animated.
    var mayJump: Bool {
      switch self {
      case .setContentOffset, .setZoomScale, .zoomTo, .scrollRectToVisible, .resize, .insets, .stop:
        true
      default: false
      }
    }

    /// True where it sets the scale.
    var zooms: Bool {
      switch self {
      case .pinch, .touchpadPinch, .controlWheel, .setZoomScale, .setZoomScaleAnimated, .zoomTo,
        .zoomToAnimated:
        true
      default: false
      }
    }
  }

  /// What happens at a time after the start of the motion.
  struct Step {
    var time: Double
    /// How far the step itself may move what is seen, in points.
    var reach: Double
    var perform: (Rig, Double) -> Void
  }

  let kind: Kind
  let steps: [Step]
  /// The scale that the motion asks for in a viewport, where it asks for one.
  var scale: ((Size) -> Double)?
  /// The offset that the motion asks for, where it asks for one.
  var offset: Point?

  /// The time from the first step to the last, in seconds.
  var duration: Double { steps.last?.time ?? 0 }

  var description: String { kind.rawValue }

  /// Creates a motion; `finger` is the identifier of its first finger.
  init(_ kind: Kind, finger: Int, _ random: inout SplitMix64) {
    self.kind = kind
    let place = Point(random.number(120, 280), random.number(120, 280))
    let way = Point(random.number(-70, 70), random.number(-70, 70))
    switch kind {
    case .drag: steps = Self.drag(finger, place, way * 2, count: 24)
    case .flick: steps = Self.drag(finger, place, way, count: 4)
    case .pinch: steps = Self.pinch(finger, place, way, random.number(-45, 90))
    case .touchpadPinch:
      let factor = random.number(0.3, 4)
      steps = (0...8).map { index in
        Step(time: Double(index) / 60, reach: index == 0 || index == 8 ? 1.5 : .infinity) {
          $0.send(.pinch(Self.pinchEvent(index, factor, place, $1)))
        }
      }
    case .touchpad:
      steps = (0...8).map { index in
        Step(time: Double(index) / 60, reach: way.length / 5 + 11.5) {
          $0.send(.touchpad(Self.touchpadEvent(index, way * 0.2, place, $1)))
        }
      }
    case .wheel:
      let notches = Point(random.number(-2, 2).rounded(), random.number(-2, 2).rounded())
      steps = [Self.wheel(notches, place, [])]
    case .controlWheel:
      let notches = Point(0, random.chance(0.5) ? 1 : -1)
      steps = (0..<random.index(3) + 1).map { index in
        var step = Self.wheel(notches, place, .control)
        step.time = Double(index) * 0.06
        return step
      }
    case .key:
      let keys: [KeyEvent.Key] = [.up, .down, .left, .right]
      let key = keys[random.index(4)]
      let modifiers: Modifiers = random.chance(0.3) ? .control : []
      steps = [
        Step(time: 0, reach: 1) {
          $0.send(.key(KeyEvent(key: key, modifiers: modifiers, timestamp: $1)))
        }
      ]
    default:
      let call = PairCall(kind, &random)
      (steps, scale, offset) = ([call.step], call.scale, call.offset)
    }
  }

  private static func drag(_ finger: Int, _ start: Point, _ way: Point, count: Int) -> [Step] {
    (0...count + 1).map { index in
      let phase: TouchEvent.Phase = index == 0 ? .began : index > count ? .ended : .moved
      let place = start + way * (Double(min(index, count)) / Double(count))
      // The finger's way, a rounded place, and the points that an axis has collected when the other one is recognized.
      let reach = index == 0 || index > count ? 1.5 : way.length / Double(count) + 11.5
      return Step(time: Double(min(index, count)) / 60, reach: reach) {
        $0.send(.touch(phase, at: place, $1, id: finger))
      }
    }
  }

  private static func pinch(
    _ finger: Int, _ center: Point, _ way: Point, _ spread: Double
  ) -> [Step] {
    (0...10).flatMap { index in
      let phase: TouchEvent.Phase = index == 0 ? .began : index == 10 ? .ended : .moved
      let part = Double(min(index, 9)) / 9
      let half = Point(50 + spread * part, 0)
      return [-1.0, 1].enumerated().map { order, side in
        let place = center + way * part + half * side
        let reach = index == 0 || index == 10 ? 1.5 : Double.infinity
        return Step(time: Double(index) / 60 + Double(order) * 0.001, reach: reach) {
          $0.send(.touch(phase, at: place, $1, id: finger + order))
        }
      }
    }
  }

  private static func pinchEvent(
    _ index: Int, _ factor: Double, _ place: Point, _ time: Double
  ) -> PinchEvent {
    let phase: GesturePhase = index == 0 ? .began : index == 8 ? .ended : .changed
    let scale = 1 + (factor - 1) * Double(min(index, 7)) / 7
    return PinchEvent(phase: phase, scale: scale, location: place, timestamp: time)
  }

  private static func touchpadEvent(
    _ index: Int, _ delta: Point, _ place: Point, _ time: Double
  ) -> TouchpadEvent {
    let phase: GesturePhase = index == 0 ? .began : index == 8 ? .ended : .changed
    let delta = phase == .changed ? delta : .zero
    return TouchpadEvent(phase: phase, delta: delta, location: place, timestamp: time)
  }

  private static func wheel(_ notches: Point, _ place: Point, _ modifiers: Modifiers) -> Step {
    Step(time: 0, reach: 1.5) {
      $0.send(.wheel(notches, at: place, $1, modifiers: modifiers))
    }
  }
}

/// A call, or a change of the view, that a motion consists of.
private struct PairCall {
  var step: PairMotion.Step
  var scale: ((Size) -> Double)?
  var offset: Point?

  init(_ kind: PairMotion.Kind, _ random: inout SplitMix64) {
    let scale = random.number(0.6, 3.5)
    let offset = Point(random.number(0, 150).rounded(), random.number(0, 150).rounded())
    let rect = Rect(origin: offset * 2, size: Size(random.number(20, 300), random.number(20, 300)))
    let animated = kind.rawValue.hasSuffix("Animated")
    let action: Scenario.Action
    switch kind {
    case .setContentOffset, .setContentOffsetAnimated:
      self.offset = offset
      action = .call(.setContentOffset(offset, animated: animated))
    case .setZoomScale, .setZoomScaleAnimated:
      self.scale = { _ in scale }
      action = .call(.setZoomScale(scale, animated: animated))
    case .zoomTo, .zoomToAnimated:
      self.scale = { viewport in
        min(max(min(viewport.width / rect.width, viewport.height / rect.height), 0.5), 4)
      }
      action = .call(.zoomTo(rect, animated: animated))
    case .scrollRectToVisible, .scrollRectToVisibleAnimated:
      action = .call(.scrollRectToVisible(rect, animated: animated))
    case .scrollToTop: action = .call(.scrollToTop)
    case .stop: action = .call(.stopScrollingAndZooming)
    case .resize:
      action = .resize(Size(random.number(200, 500).rounded(), random.number(200, 500).rounded()))
    default: action = .set(.contentInset(EdgeInsets(all: random.number(-20, 60).rounded())))
    }
    step = PairMotion.Step(time: 0, reach: kind.mayJump ? .infinity : 1) { rig, _ in
      rig.perform(action)
    }
  }
}

extension Rig {
  func send(_ event: Event) { window.send(event) }
}
