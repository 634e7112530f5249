import OverscrollTestSupport
import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The marks of touches` {
  private let hand = Hand()

  /// A stage with a view and a control, and the marks of what is done there.
  private final class Hand {
    let stage: Stage
    var marks = TouchMarks()

    init(_ settings: [Script.Setting] = [], shouldBegin: Bool? = nil) {
      var header = Script.Header(settings: [.content(Size(640, 3000))] + settings)
      header.subviews = [
        Script.Subview(
          name: "view", frame: Rect(x: 0, y: 0, width: 300, height: 3000), isControl: false,
          shouldBegin: shouldBegin)
      ]
      stage = Stage(header)
    }

    func perform(_ action: Script.Action, _ time: Double) {
      let event = Script.TimedEvent(time: time, action: action)
      stage.perform(event)
      marks.note(event, in: stage.window)
    }

    func frame(_ time: Double) { perform(.frame(.init(index: 0)), time) }

    func finger(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double, id: Int = 0) {
      perform(
        .event(.touch(phase, at: Point(100, y), time, id: id)), time)
    }

    var recipient: Touch.Recipient? { marks.fingers.last?.recipient }
  }

  @Test func `are amber while a touch is delayed and green once the view has it`() {
    hand.finger(.began, 200, 0.1)
    #expect(hand.recipient == .delayed(from: 0.1, until: 0.25))
    hand.frame(0.2)
    #expect(hand.recipient == .delayed(from: 0.1, until: 0.25))
    hand.frame(0.26)
    #expect(hand.recipient == .content)
  }

  @Test func `are green at once where touches are not delayed`() {
    let hand = Hand([.flag(.delaysContentTouches, false)])
    hand.finger(.began, 200, 0.1)
    #expect(hand.recipient == .content)
  }

  @Test func `are blue once the scroll view scrolls, and when it stops what moves`() {
    hand.finger(.began, 300, 0.1)
    hand.finger(.moved, 295, 0.11)
    #expect(hand.recipient == .delayed(from: 0.1, until: 0.25))
    hand.finger(.moved, 250, 0.12)
    #expect(hand.recipient == .scrollView)
    hand.finger(.moved, 200, 0.13)
    hand.finger(.ended, 200, 0.135)
    hand.frame(0.2)
    hand.finger(.began, 200, 0.21)
    #expect(hand.recipient == .scrollView)
  }

  @Test func `are blue after the scroll view has taken a touch from a view`() {
    let hand = Hand([.flag(.delaysContentTouches, false)])
    hand.finger(.began, 300, 0.1)
    hand.finger(.moved, 200, 0.12)
    #expect(hand.recipient == .scrollView)
  }

  @Test func `are red for a touch that is canceled`() {
    hand.finger(.began, 300, 0.1)
    hand.finger(.cancelled, 300, 0.12)
    #expect(hand.recipient == .cancelled)
    // A drag that ends while the finger stays: the view's touch was canceled.
    let other = Hand([.flag(.delaysContentTouches, false)])
    other.finger(.began, 300, 0.1)
    other.finger(.moved, 200, 0.12)
    other.perform(.call(.stopScrollingAndZooming), 0.13)
    #expect(other.recipient == .cancelled)
  }

  @Test func `are gray for a touch that the scroll view refuses to pass on`() {
    let hand = Hand([.flag(.delaysContentTouches, false)], shouldBegin: false)
    hand.finger(.began, 300, 0.1)
    #expect(hand.recipient == Touch.Recipient.none)
  }

  private func draw(_ marks: TouchMarks, at time: Double) throws -> Surface {
    let surface = try Surface(imageOf: PixelSize(width: 640, height: 480), opaque: true)
    let canvas = try Canvas(surface)
    canvas.clear(.white)
    marks.draw(on: canvas, at: time)
    return surface
  }

  @Test func `keep a trail of 150 ms`() throws {
    hand.finger(.began, 400, 0)
    for step in 1...100 { hand.finger(.moved, 400 - Double(step) * 3, Double(step) * 0.01) }
    let trail = try #require(hand.marks.fingers.last?.trail)
    #expect(trail.allSatisfy { 1 - $0.time <= TouchMarks.trail + 1e-9 })
    #expect(trail.count == 16 || trail.count == 15)
    let image = try draw(hand.marks, at: 1)
    #expect(!image.isColor(Color(0xFFFFFF), at: Point(100, 115)))
    #expect(image.isColor(Color(0xFFFFFF), at: Point(100, 160)))
  }

  @Test func `move until their trail has gone, and until they have faded`() {
    hand.finger(.began, 300, 0)
    hand.finger(.moved, 200, 0.125)
    for (time, isMoving) in [(0.125, true), (0.25, true), (0.3, false), (9, false)] {
      #expect(hand.marks.isMoving(at: time) == isMoving && !hand.marks.isEmpty(at: time))
    }
    let tap = Hand()
    tap.finger(.began, 300, 0)
    tap.finger(.ended, 300, 0)
    let wheel = Hand()
    wheel.perform(
      .event(.wheel(Point(0, 1), at: Point(9, 9), 4)), 4)
    for (marks, start) in [(tap.marks, 0.0), (wheel.marks, 4)] {
      #expect(marks.isMoving(at: start + 0.29) && !marks.isEmpty(at: start + 0.29))
      #expect(!marks.isMoving(at: start + 0.31) && marks.isEmpty(at: start + 0.31))
    }
    #expect(tap.marks.isMoving(at: TouchMarks.fading) && tap.marks.isEmpty(at: TouchMarks.fading))
  }

  @Test func `fade, and then neither move nor show anything`() throws {
    #expect(hand.marks.isEmpty(at: 0) && !hand.marks.isMoving(at: 0))
    hand.finger(.began, 200, 0.1)
    hand.frame(0.3)
    // A finger that rests looks the same.
    #expect(!hand.marks.isEmpty(at: 5) && !hand.marks.isMoving(at: 5))
    hand.finger(.moved, 203, 5)
    hand.finger(.ended, 203, 5.1)
    hand.perform(
      .event(.wheel(Point(0, 1), at: Point(300, 200), 5.2)),
      5.2)
    hand.perform(
      .event(.pinch(.began, 1, at: Point(400, 200), 5.2)),
      5.2)
    #expect(hand.marks.isMoving(at: 5.25))
    let image = try draw(hand.marks, at: 5.2)
    #expect(image.isColor(Palette.violet, at: Point(300, 215)))
    for x in [376.0, 424] { #expect(image.isColor(Palette.violet, at: Point(x, 200))) }
    hand.perform(
      .event(.pinch(.ended, 2, at: Point(400, 200), 5.3)),
      5.3)
    #expect(hand.marks.isMoving(at: 5.4))
    #expect(hand.marks.isEmpty(at: 5.7) && !hand.marks.isMoving(at: 5.7))
    #expect(try draw(hand.marks, at: 5.7).pixels().allSatisfy { $0 == 0xFFFF_FFFF })
  }
}
