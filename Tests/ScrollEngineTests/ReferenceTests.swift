import OverscrollTestSupport
import ScrollEngine
import Testing

/// References from a view's surroundings do not keep it alive, and are `nil` once it is gone.
@Suite struct `References to views` {
  @Test func `a subview has no superview once that is gone`() {
    let subview = View()
    weak var gone: View?
    do {
      let superview = ScrollView()
      superview.addSubview(subview)
      gone = superview
      #expect(subview.superview === superview)
    }
    #expect(gone == nil)
    #expect(subview.superview == nil)
    #expect(subview.window == nil)
  }

  @Test func `a recognizer has no view once that is gone, a scroll view's own included`() {
    let tap = TapGestureRecognizer()
    var pan: PanGestureRecognizer?
    weak var gone: ScrollView?
    do {
      let view = ScrollView()
      view.addGestureRecognizer(tap)
      pan = view.panGestureRecognizer
      gone = view
      #expect(tap.view === view)
    }
    #expect(gone == nil)
    #expect(tap.view == nil)
    #expect(pan?.view == nil)
    // A recognizer that outlives its scroll view still works for another view.
    let other = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let window = Window(frame: other.frame)
    window.addSubview(other)
    if let pan { other.addGestureRecognizer(pan) }
    for (step, phase) in [TouchEvent.Phase.began, .moved, .ended].enumerated() {
      window.send(.touch(phase, at: Point(50, 20 + Double(step) * 30), Double(step), id: 0))
    }
    #expect(pan?.state == .possible)
  }

  @Test func `a touch has neither view nor window once those are gone`() {
    var touch: Touch?
    weak var gone: Window?
    do {
      let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      window.send(.touch(.began, at: Point(50, 50), 0, id: 0))
      touch = window.touches.first
      gone = window
      #expect(touch?.view === window)
      #expect(touch?.window === window)
    }
    #expect(touch != nil)
    #expect(gone == nil)
    #expect(touch?.view == nil)
    #expect(touch?.window == nil)
  }

  @Test func `a scroll view goes on in its own time when its window is gone`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(width: 100, height: 1000)
    do {
      let window = Window(frame: view.frame)
      window.addSubview(view)
      window.advance(to: 5)
      view.setContentOffset(Point(0, 500), animated: true)
      window.advance(to: 5.1)
      window.advance(to: 5.2)
    }
    let before = view.contentOffset.y
    #expect(before > 0 && before < 500)
    view.advance(to: 5.1)
    #expect(view.contentOffset.y == before)
    view.advance(to: 5.25)
    #expect(view.contentOffset.y > before)
    view.advance(to: 6)
    #expect(view.contentOffset.y == 500)
  }
}
