import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Animations of views` {
  private func stage() -> (window: Window, view: View) {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let view = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(view)
    window.advance(to: 1)
    return (window, view)
  }

  @Test func `set properties at once and show them on the window's clock`() {
    let (window, view) = stage()
    View.animate(
      withDuration: 1, options: .curveLinear,
      animations: {
        view.frame = Rect(x: 200, y: 0, width: 200, height: 100)
        view.alpha = 0
      })
    #expect(view.frame.minX == 200 && view.alpha == 0)
    #expect(view.presentation.frame == Rect(x: 0, y: 0, width: 100, height: 100))
    #expect(window.needsAdvance)
    window.advance(to: 2)
    #expect(view.presentation.alpha == 1, "it starts with the first advance")
    window.advance(to: 2.5)
    #expect(abs(view.presentation.alpha - 0.5) < 1e-9)
    #expect(abs(view.presentation.frame.minX - 100) < 1e-9)
    #expect(abs(view.presentation.frame.width - 150) < 1e-9)
    window.advance(to: 3)
    #expect(view.presentation.alpha == 0)
    #expect(!window.needsAdvance)
  }

  @Test func `call their handlers in the order of their ends`() {
    let (window, view) = stage()
    var calls: [String] = []
    View.animate(withDuration: 0.5, delay: 0.5) {
      view.alpha = 0.5
    } completion: {
      calls.append("late \($0)")
    }
    View.animate(withDuration: 0.2) {
      view.center = Point(200, 200)
    } completion: {
      calls.append("early \($0)")
    }
    window.advance(to: 5)
    window.advance(to: 6.1)
    #expect(calls == ["early true", "late true"])
  }

  @Test func `end when their view leaves the window`() {
    let (window, view) = stage()
    var end: Bool?
    View.animate(withDuration: 1, animations: { view.alpha = 0 }, completion: { end = $0 })
    window.advance(to: 1.5)
    view.removeFromSuperview()
    #expect(end == false)
    #expect(view.presentation.alpha == 0)
    #expect(!window.needsAdvance)
  }

  @Test func `add up, so that one that is turned round continues from where it is`() {
    let (window, view) = stage()
    func slide(to x: Double) {
      View.animate(
        withDuration: 1, options: .curveLinear, animations: { view.center = Point(x, 50) })
    }
    slide(to: 150)
    window.advance(to: 2)
    window.advance(to: 2.5)
    #expect(view.presentation.center.x == 100)
    slide(to: 50)
    window.advance(to: 2.5)
    #expect(abs(view.presentation.center.x - 100) < 1e-9)
    window.advance(to: 4)
    #expect(view.presentation.center.x == 50)
  }

  @Test func `move the content of a scroll view by its offset and its inset`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let scrollView = ScrollView(frame: window.bounds)
    scrollView.contentSize = Size(400, 2000)
    window.addSubview(scrollView)
    window.advance(to: 0)
    View.animate(
      withDuration: 1, options: .curveLinear,
      animations: { scrollView.contentInset.top = 60 })
    #expect(scrollView.contentOffset.y == -60)
    window.advance(to: 1)
    window.advance(to: 1.5)
    #expect(abs(scrollView.presentation.bounds.minY + 30) < 1e-9)
    View.performWithoutAnimation { scrollView.contentOffset.y = 100 }
    window.advance(to: 3)
    #expect(scrollView.presentation.bounds.minY == 100)
  }

  @Test(arguments: [0.2, 0.5, 0.9, 1, 2])
  func `of a spring end at rest, without a jump`(damping: Double) {
    let (window, view) = stage()
    View.animate(
      withDuration: 1, usingSpringWithDamping: damping, initialSpringVelocity: 0,
      animations: { view.center = Point(1050, 50) })
    window.advance(to: 2)
    var places: [Double] = []
    for step in 0...100 {
      window.advance(to: 2 + Double(step) / 100)
      places.append(view.presentation.center.x)
    }
    #expect(places.first == 50 && places.last == 1050)
    #expect(abs(places[99] - 1050) < 20)
    #expect(((places.max() ?? 0) > 1050) == (damping < 0.95))
  }

  @Test func `call their handler at once where no view in a window changes`() {
    let view = View()
    var calls = 0
    View.animate(withDuration: 1, animations: { view.alpha = 0 }, completion: { _ in calls += 1 })
    #expect(calls == 1 && view.alpha == 0)
  }

  @Test func `repeat until their view leaves`() {
    let (window, view) = stage()
    var isOver = false
    View.animate(
      withDuration: 1, options: [.repeat, .autoreverse, .curveLinear],
      animations: { view.alpha = 0 }, completion: { _ in isOver = true })
    window.advance(to: 10)
    window.advance(to: 11.75)
    #expect(abs(view.presentation.alpha - 0.75) < 1e-9)
    window.advance(to: 100)
    #expect(!isOver && window.needsAdvance)
    view.removeFromSuperview()
    #expect(isOver)
  }
}
