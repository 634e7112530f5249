import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollHost
@testable import OverscrollShell

@Suite struct `An event of the desktop` {
  private func pointer(_ action: Input.Pointer.Action, _ x: Double, at time: Double) -> Input {
    .pointer(Input.Pointer(time: time, action: action, position: Point(x, 40), modifiers: []))
  }

  private func touches(_ events: [Input], scale: Double = 2) -> [TouchEvent] {
    var translation = EventTranslation(scale: scale, wheelZooms: false)
    return events.compactMap { event in
      if case .touch(let touch) = translation.translate(event) { touch } else { nil }
    }
  }

  @Test(arguments: [1, 2])
  func `becomes a touch of a pointer while the left or the middle button is held`(button: Int) {
    let made = touches([
      pointer(.moved, 1, at: 0), pointer(.pressed(button: button), 10, at: 1),
      pointer(.moved, 20, at: 2), pointer(.released(button: button), 20, at: 3),
      pointer(.moved, 30, at: 4),
    ])
    #expect(made.map(\.phase) == [.began, .moved, .ended])
    #expect(made.map(\.location) == [Point(5, 20), Point(10, 20), Point(10, 20)])
    #expect(made.map(\.timestamp) == [1, 2, 3])
    #expect(made.allSatisfy { $0.type == .indirectPointer })
  }

  @Test func `is ignored for other buttons, and ends with the button that began`() {
    #expect(touches([pointer(.pressed(button: 3), 1, at: 0), pointer(.moved, 2, at: 1)]).isEmpty)
    let made = touches([
      pointer(.pressed(button: 1), 1, at: 0), pointer(.pressed(button: 2), 1, at: 1),
      pointer(.released(button: 2), 1, at: 2), pointer(.cancelled(button: 1), 1, at: 3),
    ])
    #expect(made.map(\.phase) == [.began, .cancelled])
  }

  @Test(arguments: [(0.0, true), (0.001, true), (0.0199, true), (0.0201, false), (0.5, false)])
  func `that lifts has the time of the last movement, if that is at most 20 ms before`(
    delay: Double, isRecent: Bool
  ) {
    let expected = isRecent ? 8.0 : 8 + delay
    let mouse = touches([
      pointer(.pressed(button: 1), 10, at: 7), pointer(.moved, 20, at: 8),
      pointer(.released(button: 1), 20, at: 8 + delay),
    ])
    #expect(mouse.map(\.timestamp) == [7, 8, expected])
    let steps: [(Double, Input.Phase)] = [(7, .began), (8, .changed), (8 + delay, .ended)]
    let finger = touches(
      steps.map { time, phase in
        .touch(.init(time: time, id: 5, phase: phase, position: .zero))
      })
    #expect(finger.map(\.timestamp) == [7, 8, expected])
  }

  @Test func `that lifts has its own time without a movement of its own finger`() {
    func touch(_ id: Int, _ phase: Input.Phase, at time: Double) -> Input {
      .touch(.init(time: time, id: id, phase: phase, position: .zero))
    }
    let two = touches([
      touch(1, .began, at: 7), touch(2, .began, at: 7), touch(1, .changed, at: 8),
      touch(2, .ended, at: 8.01), touch(1, .ended, at: 8.015),
    ])
    #expect(two.map(\.timestamp) == [7, 7, 8, 8.01, 8])
    let cancelled = touches([
      touch(1, .began, at: 7), touch(1, .changed, at: 8), touch(1, .cancelled, at: 8.01),
      touch(1, .began, at: 8.012), touch(1, .ended, at: 8.014),
    ])
    #expect(cancelled.map(\.timestamp) == [7, 8, 8.01, 8.012, 8.014])
  }

  @Test func `that ends a scroll has the time of the last movement, too`() {
    var translation = EventTranslation(scale: 1, wheelZooms: false)
    func ended(at time: Double, after last: Double) -> Double? {
      for (time, phase) in [(last, Input.Phase.changed), (time, .ended)] {
        let event = translation.translate(
          .touchpad(
            .init(time: time, phase: phase, delta: .zero, position: .zero, modifiers: [])))
        if case .touchpad(let made) = event, made.phase == .ended { return made.timestamp }
      }
      return nil
    }
    #expect(ended(at: 8.019, after: 8) == 8 && ended(at: 9.03, after: 9) == 9.03)
  }

  /// The axes, for rules that hold for both.
  enum Axis: CaseIterable {
    case horizontal, vertical

    /// A point with a value along the axis and another across it.
    func point(_ along: Double, across: Double = 0) -> Point {
      self == .horizontal ? Point(along, across) : Point(across, along)
    }
  }

  private func translated(_ event: Input, scale: Double = 2, wheelZooms: Bool = false) -> Event? {
    var translation = EventTranslation(scale: scale, wheelZooms: wheelZooms)
    return translation.translate(event)
  }

  @Test(arguments: Axis.allCases, [0.5, 1, 1.5, 3])
  func `has its lengths in points, along each axis`(axis: Axis, scale: Double) {
    let position = axis.point(120, across: 60)
    let delta = axis.point(-18)
    #expect(
      translated(
        .touchpad(
          .init(time: 5, phase: .changed, delta: delta, position: position, modifiers: .shift)),
        scale: scale)
        == .touchpad(.changed, by: delta / scale, at: position / scale, 5, modifiers: .shift))
    #expect(
      translated(
        .wheel(.init(time: 6, notches: axis.point(1), position: position, modifiers: [])),
        scale: scale) == .wheel(axis.point(1), at: position / scale, 6),
      "notches are no lengths")
    #expect(
      translated(
        .touch(.init(time: 7, id: 3, phase: .began, position: position)),
        scale: scale) == .touch(.began, at: position / scale, 7, id: 3))
    #expect(
      translated(
        .pinch(.init(time: 8, phase: .changed, scale: 1.5, centroid: position)),
        scale: scale) == .pinch(.changed, 1.5, at: position / scale, 8))
  }

  private static let phases:
    [(phase: Input.Phase, gesture: GesturePhase, touch: TouchEvent.Phase)] = [
      (.began, .began, .began), (.changed, .changed, .moved), (.ended, .ended, .ended),
      (.cancelled, .ended, .cancelled),
    ]

  @Test(arguments: phases.indices)
  func `keeps its phase`(index: Int) {
    let (phase, gesture, touch) = Self.phases[index]
    let events: [Input] = [
      .touch(.init(time: 0, id: 0, phase: phase, position: .zero)),
      .touchpad(.init(time: 0, phase: phase, delta: .zero, position: .zero, modifiers: [])),
      .pinch(.init(time: 0, phase: phase, scale: 1, centroid: .zero)),
    ]
    for event in events {
      switch translated(event) {
      case .touch(let made): #expect(made.phase == touch)
      case .touchpad(let made): #expect(made.phase == gesture)
      case .pinch(let made): #expect(made.phase == gesture)
      default: Issue.record("\(event) was not translated")
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `of the wheel has Control where it is to zoom`(wheelZooms: Bool, holdsControl: Bool) {
    let held: Input.Modifiers = holdsControl ? [.control, .alt] : .alt
    let event = translated(
      .wheel(.init(time: 0, notches: Point(0, 1), position: .zero, modifiers: held)),
      wheelZooms: wheelZooms)
    guard case .wheel(let wheel) = event else {
      Issue.record("the wheel was not translated")
      return
    }
    #expect(wheel.modifiers.contains(.control) == (wheelZooms != holdsControl))
    #expect(wheel.modifiers.contains(.alternate))
  }

  private static let modifiers: [(held: Input.Modifiers, expected: Modifiers)] = [
    (.shift, .shift), (.control, .control), (.alt, .alternate), (.logo, .command), ([], []),
    ([.shift, .logo], [.shift, .command]),
  ]

  @Test(arguments: modifiers.indices)
  func `keeps its modifiers`(index: Int) {
    let (held, expected) = Self.modifiers[index]
    #expect(EventTranslation.modifiers(held) == expected)
  }

  @Test func `of a pinch has a scale above zero`() {
    for scale in [0, -1, 1e-9] {
      let event = translated(
        .pinch(.init(time: 0, phase: .changed, scale: scale, centroid: .zero)))
      guard case .pinch(let pinch) = event else {
        Issue.record("the pinch was not translated")
        return
      }
      #expect(pinch.scale > 0)
    }
  }

  @Test func `with text becomes text for the first responder`() {
    let contents: [(Input.Text.Content, TextEvent.Content)] = [
      (.committed("é"), .inserted("é")),
      (.composing("漢字", caret: 1), .marked("漢字", selectedRange: 1..<1)),
      (.pasted("two\nlines"), .pasted("two\nlines")),
    ]
    for (content, expected) in contents {
      let event = translated(.text(.init(time: 3, content: content)))
      #expect(event == .text(TextEvent(expected, timestamp: 3)))
    }
    #expect(translated(.text(.init(time: 3, content: .notPasted("why")))) == nil)
  }

  @Test func `that the engine has no use for is ignored`() {
    let events: [Input] = [
      .resized(PixelSize(width: 1, height: 1)), .exposed, .focus(true), .closeRequested,
      .scaleChanged(2), .settingsChanged, .frame(time: 0), .wakeUp, .redrawSlot,
    ]
    for event in events { #expect(translated(event) == nil) }
  }
}
