import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A view` {
  @Test func `keeps its frame, its bounds and its center in step`() {
    let view = View(frame: Rect(x: 10, y: 20, width: 100, height: 50))
    #expect(view.bounds == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(view.center == Point(60, 45))
    view.center = Point(0, 0)
    #expect(view.frame == Rect(x: -50, y: -25, width: 100, height: 50))
    view.bounds.size = Size(20, 20)
    #expect(view.frame == Rect(x: -10, y: -10, width: 20, height: 20))
    view.transform = AffineTransform(scaleX: 2, y: 3)
    #expect(view.frame == Rect(x: -20, y: -30, width: 40, height: 60))
  }

  @Test func `can be resized however far it is scrolled`() {
    let stage = Stage(
      viewport: Size(100, 40), content: Size(1e12, 40), zooming: 1...2, offset: Point(9e11, 0))
    stage.scrollView.zoomScale = 2
    #expect(stage.scrollView.contentOffset.x > 1.5e12)
    stage.scrollView.frame = Rect(x: 0, y: 0, width: 300, height: 200)
    #expect(stage.scrollView.frame == Rect(x: 0, y: 0, width: 300, height: 200))
  }

  @Test func `converts points there and back through transforms and scrolled bounds`() {
    let (outer, middle, inner) = (Window(), ScrollView(), View())
    outer.frame = Rect(x: 0, y: 0, width: 400, height: 400)
    middle.frame = Rect(x: 10, y: 20, width: 300, height: 300)
    inner.frame = Rect(x: 5, y: 5, width: 100, height: 100)
    outer.addSubview(middle)
    middle.addSubview(inner)
    middle.contentOffset = Point(0, 50)
    inner.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(middle.convert(Point(0, 50), to: nil) == Point(10, 20))
    for point in [Point.zero, Point(3, 7), Point(-40, 90)] {
      #expect((inner.convert(inner.convert(point, to: nil), from: nil) - point).length < 1e-12)
      #expect(
        (inner.convert(inner.convert(point, to: middle), from: middle) - point).length < 1e-12)
    }
  }

  @Test func `is hit at its front, where it is visible and enabled`() {
    let back = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let (left, front) = (View(frame: back.frame), View(frame: back.frame))
    back.addSubview(left)
    back.addSubview(front)
    #expect(back.hitTest(Point(5, 5), with: nil) === front)
    front.isHidden = true
    #expect(back.hitTest(Point(5, 5), with: nil) === left)
    left.isUserInteractionEnabled = false
    #expect(back.hitTest(Point(5, 5), with: nil) === back)
    #expect(back.hitTest(Point(100, 5), with: nil) == nil)
  }

  @Test func `has one superview, and is never inside of itself`() {
    let (one, other, child) = (View(), View(), View())
    one.addSubview(child)
    other.addSubview(child)
    #expect(one.subviews.isEmpty && child.superview === other && child.next === other)
    child.addSubview(other)
    #expect(child.subviews.isEmpty && other.superview == nil)
    #expect(child.isDescendant(of: other) && child.isDescendant(of: child))
  }

  @Test func `that holds the first responder ends editing`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let field = Field(frame: window.frame)
    let other = View(frame: window.frame)
    window.addSubview(field)
    window.addSubview(other)
    #expect(field.becomeFirstResponder() && window.firstResponder === field)
    #expect(other.endEditing(false) && field.isFirstResponder)
    #expect(window.endEditing(false) && !field.isFirstResponder)
    field.becomeFirstResponder()
    field.removeFromSuperview()
    #expect(window.firstResponder == nil)
  }
}
