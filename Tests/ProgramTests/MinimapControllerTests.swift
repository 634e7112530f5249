import OverscrollTestSupport
import OverscrollBrowser
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `The minimap of a window` {
  private let rig = Rig()

  static func view(fit: PictureView.Fit = .actual) -> PictureView {
    PictureView(
      size: PixelSize(width: 4000, height: 3000), viewport: PixelSize(width: 800, height: 600),
      scale: 1, fit: fit, limits: .init(maximum: 64))
  }

  /// A minimap over a picture at 1:1, and what it shows at a time.
  private final class Rig {
    private typealias Suite = `The minimap of a window`
    let view: PictureView
    var minimap: MinimapController

    init(_ view: PictureView? = nil, animates: Bool = true) {
      self.view = view ?? Suite.view()
      minimap = MinimapController(animates: animates)
    }

    @discardableResult
    func look(at time: Double) -> Minimap? {
      minimap.expire(at: time)
      return minimap.follow(view.frame(), of: view, above: 0, at: time)
    }

    func move(to x: Double, at time: Double) {
      view.recorder.perform(.call(.setContentOffset(Point(x, 900), animated: false)), at: time)
    }

    /// The picture pixel in the middle of the window.
    var middle: Point { view.scrollView.bounds.center / view.scrollView.zoomScale }

    @discardableResult
    func touch(
      _ phase: TouchEvent.Phase, _ place: Point, id: Int = 1, at time: Double,
      animated: Bool = false
    ) -> Bool {
      send(.touch(phase, at: place, time, id: id, type: .indirectPointer), animated: animated)
    }

    func send(_ event: Event, to other: PictureView? = nil, animated: Bool = true) -> Bool {
      minimap.send(event, from: nil, to: other ?? view, animated: animated)
    }
  }

  @Test func `is off until it is asked for`() {
    #expect(rig.look(at: 1) == nil)
    rig.move(to: 500, at: 2)
    #expect(rig.look(at: 2) == nil && rig.minimap.deadline == nil)
  }

  @Test func `shows for a moment with its key, and while the picture moves and 1.5 s after`() {
    rig.look(at: 1)
    rig.minimap.toggle(stays: false, at: 2)
    #expect(rig.look(at: 2)?.opacity == 1 && rig.minimap.deadline == 3.5)
    rig.move(to: 500, at: 3)
    #expect(rig.look(at: 3)?.opacity == 1 && rig.minimap.deadline == 4.5)
    #expect(rig.look(at: 4.49)?.opacity == 1 && !rig.minimap.isFading(at: 4.49))
    #expect(rig.look(at: 4.5)?.opacity == 1 && rig.minimap.isFading(at: 4.5))
    #expect(rig.minimap.deadline == nil)
    #expect(rig.look(at: 4.625)?.opacity == 0.5)
    #expect(rig.look(at: 4.75) == nil && !rig.minimap.isFading(at: 4.75))
    rig.move(to: 600, at: 9)
    #expect(rig.look(at: 9)?.opacity == 1)
    rig.minimap.toggle(stays: false, at: 9.1)
    #expect(rig.look(at: 9.1)?.opacity == 1 && rig.look(at: 9.4) == nil)
  }

  @Test func `comes back whole where something moves while it fades`() {
    rig.minimap.toggle(stays: false, at: 0)
    rig.look(at: 0)
    rig.look(at: 1.5)
    #expect(rig.look(at: 1.6)?.opacity ?? 1 < 1)
    rig.move(to: 500, at: 1.65)
    #expect(rig.look(at: 1.65)?.opacity == 1 && rig.minimap.deadline == 3.15)
  }

  @Test func `stays with its other key, without waking the window`() {
    rig.minimap.toggle(stays: true, at: 0)
    #expect(rig.look(at: 0) != nil && rig.minimap.deadline == nil)
    #expect(rig.look(at: 100)?.opacity == 1 && rig.minimap.deadline == nil)
    rig.minimap.toggle(stays: true, at: 101)
    #expect(rig.minimap.mode == .off && rig.look(at: 101) != nil && rig.look(at: 102) == nil)
  }

  @Test func `disappears at once without animations`() {
    let rig = Rig(animates: false)
    rig.minimap.toggle(stays: false, at: 0)
    #expect(rig.look(at: 0) != nil && rig.look(at: 1.5) == nil && !rig.minimap.isFading(at: 1.5))
  }

  @Test func `shows only where not all of the picture does, and while it bounces`() {
    let rig = Rig(Self.view(fit: .fit))
    rig.minimap.toggle(stays: true, at: 0)
    #expect(rig.look(at: 0) == nil)
    func drag(_ phase: TouchEvent.Phase, _ x: Double, _ time: Double) {
      rig.view.send(.touch(phase, at: Point(x, 300), time, type: .indirectPointer))
    }
    drag(.began, 200, 1)
    for step in 1...20 { drag(.moved, 200 + Double(step) * 10, 1 + Double(step) / 100) }
    let map = rig.look(at: 1.2)
    #expect(map?.opacity == 1)
    // The frame leaves the map, to the side from which the picture has come.
    #expect((map?.visible.x ?? 0) < (map?.area.x ?? 0) - 10)
    drag(.ended, 400, 1.3)
    var time = 1.3
    while rig.view.window.needsAdvance {
      time += 0.01
      rig.view.advance(to: time)
    }
    rig.look(at: time)
    #expect(rig.look(at: time + 0.25) == nil)
  }

  @Test func `is another one for another picture`() {
    rig.minimap.toggle(stays: false, at: 0)
    #expect(rig.look(at: 0) != nil)
    rig.look(at: 1.5)
    let other = Self.view(fit: .fit)
    let seen = rig.minimap.follow(other.frame(), of: other, above: 0, at: 1.55)
    #expect(seen == nil)
  }

  @Test func `brings what is pressed to the middle, and follows drags without momentum`() throws {
    rig.minimap.toggle(stays: false, at: 0)
    let map = try #require(rig.look(at: 0))
    let corner = map.area.rect.origin
    #expect(rig.touch(.began, corner + Point(75, 56), at: 1))
    for (index, place) in [Point(75, 56), Point(60, 50), Point(100, 80)].enumerated() {
      #expect(rig.touch(.moved, corner + place, at: 1 + Double(index) / 100))
      let pixel = map.pixel(at: corner + place)
      #expect(abs(rig.middle.x - pixel.x) <= 1 && abs(rig.middle.y - pixel.y) <= 1)
      rig.look(at: 1 + Double(index) / 100)
    }
    #expect(rig.look(at: 20)?.opacity == 1, "it stays while it is held")
    // Beyond the map, as far as the picture reaches.
    rig.touch(.moved, corner - Point(300, 300), at: 21)
    #expect(rig.view.scrollView.contentOffset == .zero)
    #expect(rig.touch(.ended, corner - Point(300, 300), at: 21.5))
    #expect(rig.view.scrollView.phase == .idle && !rig.minimap.isHeld)
    #expect(rig.minimap.deadline == 23)
  }

  @Test func `scrolls to what is pressed with an animation, but not while it is dragged`() throws {
    rig.minimap.toggle(stays: true, at: 0)
    let map = try #require(rig.look(at: 0))
    let place = map.area.rect.origin + Point(30, 30)
    rig.touch(.began, place, at: 1, animated: true)
    #expect(rig.view.window.needsAdvance)
    rig.touch(.moved, place, at: 1.05, animated: true)
    #expect(!rig.view.scrollView.isScrollAnimating)
    let pixel = map.pixel(at: place)
    #expect(abs(rig.middle.x - pixel.x) <= 1 && abs(rig.middle.y - pixel.y) <= 1)
  }

  @Test func `leaves other fingers to the picture`() throws {
    rig.minimap.toggle(stays: true, at: 0)
    let map = try #require(rig.look(at: 0))
    #expect(!rig.touch(.began, Point(100, 100), id: 1, at: 1))
    #expect(rig.touch(.began, map.area.rect.center, id: 2, at: 1))
    #expect(!rig.touch(.moved, map.area.rect.center, id: 1, at: 1.1), "it began on the picture")
    #expect(rig.touch(.moved, Point(100, 100), id: 2, at: 1.1), "it began on the map")
    #expect(rig.touch(.began, map.area.rect.center, id: 3, at: 1.2))
    let offset = rig.view.scrollView.contentOffset
    rig.touch(.moved, map.area.rect.origin, id: 3, at: 1.3)
    #expect(rig.view.scrollView.contentOffset == offset, "the first finger scrolls")
    for id in [2, 3] { #expect(rig.touch(.ended, .zero, id: id, at: 1.4)) }
    #expect(!rig.touch(.ended, .zero, id: 1, at: 1.5) && !rig.minimap.isHeld)
  }

  @Test func `drags no picture that has taken the place of the one that was pressed`() throws {
    rig.minimap.toggle(stays: true, at: 0)
    let map = try #require(rig.look(at: 0))
    rig.touch(.began, map.area.rect.center, at: 1)
    let other = Self.view()
    _ = rig.minimap.follow(other.frame(), of: other, above: 0, at: 1.1)
    let offset = other.scrollView.contentOffset
    let event = Event.touch(.moved, at: map.area.rect.origin, 1.2)
    #expect(rig.send(event, to: other, animated: false))
    #expect(other.scrollView.contentOffset == offset)
  }

  @Test(arguments: [Modifiers(), .control, .shift])
  func `zooms by the wheel about the middle of the window`(modifiers: Modifiers) throws {
    rig.minimap.toggle(stays: true, at: 0)
    let map = try #require(rig.look(at: 0))
    let before = rig.middle
    let wheel = WheelEvent(
      notches: Point(0, -2), location: map.area.rect.center, modifiers: modifiers, timestamp: 1)
    #expect(rig.send(.wheel(wheel)))
    for step in 1...100 { rig.view.advance(to: 1 + Double(step) / 50) }
    #expect(abs(rig.view.scrollView.zoomScale - 1.5625) < 1e-6)
    #expect(abs(rig.middle.x - before.x) <= 1 && abs(rig.middle.y - before.y) <= 1)
    var beside = wheel
    beside.location = Point(100, 100)
    #expect(!rig.send(.wheel(beside)))
  }

  @Test func `stays while the pointer is over it, and 1.5 s after`() throws {
    rig.minimap.toggle(stays: false, at: 0)
    let map = try #require(rig.look(at: 0))
    rig.minimap.pointerMoved(to: map.area.rect.center, scale: 1, at: 1)
    #expect(rig.minimap.hasPointer && rig.minimap.deadline == nil)
    #expect(rig.look(at: 60)?.opacity == 1)
    rig.minimap.pointerMoved(to: Point(10, 10), scale: 1, at: 61)
    #expect(!rig.minimap.hasPointer && rig.minimap.deadline == 62.5)
    rig.minimap.pointerMoved(to: nil, scale: 1, at: 62)
    #expect(rig.look(at: 62.5) != nil && rig.look(at: 63) == nil)
  }
}
