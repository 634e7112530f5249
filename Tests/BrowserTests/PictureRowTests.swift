import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

/// A row with pictures of 400 by 300 points, and a picture that is zoomed.
private final class RowRig {
  let row = PictureRow()
  let picture = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 300))
  private(set) var time = 0.0
  /// What the picture received.
  private(set) var left: [Event] = []

  init(content: Size = Size(400, 300), sides: Set<PictureRow.Side> = [.previous, .next]) {
    picture.contentSize = content
    row.layOut(Size(400, 300), displayScale: 1, sides: sides)
  }

  func touch(
    _ phase: TouchEvent.Phase, _ x: Double, _ y: Double = 100, id: Int = 0, mouse: Bool = false
  ) {
    send(.touch(phase, at: Point(x, y), time, id: id, type: mouse ? .indirectPointer : .direct))
  }

  func send(_ event: Event) {
    left += row.route(event, over: picture)
    time += 0.01
    row.advance(to: time)
  }

  /// Drags, and lets go unless told otherwise.
  func drag(by x: Double, _ y: Double = 0, lifts: Bool = true, mouse: Bool = false) {
    touch(.began, 200, mouse: mouse)
    for step in 1...10 {
      touch(.moved, 200 + x * Double(step) / 10, 100 + y * Double(step) / 10, mouse: mouse)
    }
    if lifts { touch(.ended, 200 + x, 100 + y, mouse: mouse) }
  }

  /// Fingers on a touchpad.
  func scroll(by x: Double, _ y: Double = 0) {
    for step in 0...11 {
      send(
        .touchpad(
          step == 0 ? .began : step == 11 ? .ended : .changed,
          by: step == 11 ? .zero : Point(x / 11, y / 11), at: Point(200, 100), time))
    }
  }

  func rest() {
    while row.needsAdvance { pass() }
  }

  /// Lets a hundredth of a second pass.
  func pass() {
    time += 0.01
    row.advance(to: time)
  }

  /// The phases of the touches that the picture received.
  var phases: [TouchEvent.Phase] {
    left.compactMap { if case .touch(let touch) = $0 { touch.phase } else { nil } }
  }
}

@Suite struct `A row of pictures` {
  private let rig = RowRig()

  @Test(arguments: [(-250.0, PictureRow.Side.next), (250, .previous)])
  func `moves with a finger where the picture has no more to show, and pages`(
    distance: Double, side: PictureRow.Side
  ) {
    rig.drag(by: distance, lifts: false)
    // Less the ten points after which a touch is a drag, as everywhere.
    #expect(rig.row.displacement == distance + side.rawValue * 10)
    #expect(rig.row.visibleSide == side && rig.row.settledSide == nil)
    #expect(rig.phases == [.began, .cancelled])
    rig.touch(.ended, 200 + distance)
    rig.rest()
    #expect(rig.row.settledSide == side)
    #expect(abs(rig.row.displacement + side.rawValue * 420) < 0.5)
  }

  @Test(arguments: [(-100.0, PictureRow.Side.next), (100, .previous)])
  func `has the neighbor to come once it was let go`(distance: Double, side: PictureRow.Side) {
    rig.drag(by: distance, lifts: false)
    #expect(rig.row.comingSide == nil, "It is held.")
    rig.touch(.ended, 200 + distance)
    // The flick has not moved it half a page yet.
    #expect(rig.row.prevailingSide == nil && rig.row.comingSide == side)
    rig.rest()
    #expect(rig.row.comingSide == side && rig.row.settledSide == side)
    rig.row.finish()
    #expect(rig.row.comingSide == nil)
  }

  @Test func `returns where the drag is short and slow`() {
    rig.drag(by: -60, lifts: false)
    for _ in 0..<20 { rig.touch(.moved, 140) }
    rig.touch(.ended, 140)
    #expect(rig.row.visibleSide == .next && rig.row.comingSide == nil)
    rig.rest()
    #expect(rig.row.displacement == 0 && !rig.row.isActive && rig.row.settledSide == nil)
  }

  @Test func `leaves drags to a picture that can follow them, and to no neighbor`() {
    let zoomed = RowRig(content: Size(900, 700))
    zoomed.picture.contentOffset = Point(200, 100)
    zoomed.drag(by: -100)
    zoomed.drag(by: 100)
    #expect(zoomed.phases.count == 24 && !zoomed.row.isActive)
    zoomed.picture.contentOffset = Point(500, 100)
    zoomed.drag(by: -100, lifts: false)
    #expect(zoomed.row.visibleSide == .next)
    let last = RowRig(sides: [.previous])
    last.drag(by: -100)
    last.drag(by: 20, 100)
    #expect(last.phases.count == 24 && !last.row.isActive)
    last.drag(by: 100, lifts: false)
    #expect(last.row.visibleSide == .previous)
  }

  @Test func `beyond its end resists, once it has a drag`() {
    let rig = RowRig(sides: [.next])
    rig.drag(by: -100, lifts: false)
    rig.touch(.moved, 400)
    #expect(rig.row.displacement > 0 && rig.row.displacement < 120)
    #expect(rig.row.visibleSide == nil)
    rig.touch(.ended, 400)
    rig.rest()
    #expect(rig.row.displacement == 0)
  }

  @Test func `is moved by the mouse only where that is asked for`() {
    for swipe in PictureRow.Swipe.allCases {
      let (mouse, finger, touchpad) = (RowRig(), RowRig(), RowRig())
      for rig in [mouse, finger, touchpad] { rig.row.swipe = swipe }
      mouse.drag(by: -100, lifts: false, mouse: true)
      finger.drag(by: -100, lifts: false)
      touchpad.scroll(by: -100)
      #expect(mouse.row.isActive == (swipe == .all))
      #expect(finger.row.isActive == (swipe != .off))
      #expect(touchpad.row.isActive == (swipe != .off))
    }
  }

  @Test func `moves with fingers on a touchpad, which a picture gets whole otherwise`() {
    rig.scroll(by: -330)
    #expect(rig.left.isEmpty)
    rig.rest()
    #expect(rig.row.settledSide == .next)
    let down = RowRig()
    down.scroll(by: 3, 200)
    #expect(down.left.count == 12 && !down.row.isActive)
  }

  @Test func `leaves two fingers to the picture, unless it moves already`() {
    rig.touch(.began, 100)
    rig.touch(.began, 300, id: 1)
    rig.touch(.moved, 0)
    rig.touch(.moved, 390, id: 1)
    #expect(rig.phases == [.began, .began, .moved, .moved] && !rig.row.isActive)
    let moving = RowRig()
    moving.drag(by: -100, lifts: false)
    moving.touch(.began, 300, id: 1)
    moving.touch(.moved, 200, id: 1)
    moving.touch(.ended, 200, id: 1)
    #expect(moving.phases == [.began, .cancelled] && moving.row.displacement == -90)
  }

  @Test func `is caught in motion, and goes on from there as the row of the next picture`() {
    rig.drag(by: -300)
    while abs(rig.row.displacement) < 330 { rig.touch(.moved, 0, id: 9) }
    #expect(rig.row.prevailingSide == .next)
    let before = rig.row.displacement
    rig.row.advance(toward: .next, sides: [.previous, .next])
    // Rests are on whole pixels.
    #expect(abs(rig.row.displacement - (before + 420)) <= 0.5)
    rig.touch(.began, 300)
    for step in 1...10 { rig.touch(.moved, 300 - 30 * Double(step)) }
    rig.touch(.ended, 0)
    rig.rest()
    #expect(rig.row.settledSide == .next)
  }

  /// Whether there were pictures on both sides, and whether there are by then.
  @Test(
    arguments: PictureRow.Side.allCases,
    [(false, false), (false, true), (true, false), (true, true)])
  func `goes on to the same picture where that becomes the one that is shown on its way`(
    side: PictureRow.Side, both: (before: Bool, after: Bool)
  ) {
    let other: PictureRow.Side = side == .next ? .previous : .next
    let rig = RowRig(sides: both.before ? [side, other] : [side])
    rig.drag(by: -side.rawValue * 300)
    while rig.row.prevailingSide != side { rig.pass() }
    let before = rig.row.displacement + side.rawValue * 420
    rig.row.advance(toward: side, sides: both.after ? [side, other] : [other])
    #expect(abs(rig.row.displacement - before) < 1e-6)
    // The picture that it leaves is not needed again.
    #expect(rig.row.visibleSide == other && rig.row.neededSide == nil)
    var last = abs(before)
    while abs(rig.row.displacement) > 10 {
      rig.pass()
      #expect(abs(rig.row.displacement) < last)
      last = abs(rig.row.displacement)
    }
    rig.rest()
    #expect(rig.row.displacement == 0 && !rig.row.isActive)
  }

  @Test func `is put back at once, and ignores the rest of the drag`() {
    rig.drag(by: -200, lifts: false)
    rig.row.finish()
    #expect(rig.row.displacement == 0)
    rig.touch(.moved, 100)
    rig.touch(.ended, 100)
    #expect(!rig.row.isActive && rig.phases == [.began, .cancelled])
    rig.drag(by: -200, lifts: false)
    #expect(rig.row.visibleSide == .next)
  }

  @Test func `keeps its pictures where they are as neighbors come and go`() {
    let rig = RowRig(sides: [.next])
    rig.drag(by: -200, lifts: false)
    rig.row.layOut(Size(400, 300), displayScale: 1, sides: [.previous, .next])
    #expect(rig.row.displacement == -190)
    rig.row.layOut(Size(400, 300), displayScale: 1, sides: [.previous])
    #expect(rig.row.displacement == -190 && rig.row.visibleSide == nil)
    rig.touch(.ended, 0)
    rig.rest()
    rig.row.settle()
    rig.rest()
    #expect(rig.row.displacement == 0)
  }
}
