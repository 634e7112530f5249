import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The hierarchy of views` {
  private final class LoggingView: View {
    var log: [String] = []
    override func willMove(toSuperview newSuperview: View?) {
      log.append("will move to \(newSuperview == nil ? "nothing" : "superview")")
    }
    override func didMoveToSuperview() {
      log.append("moved to \(superview == nil ? "nothing" : "superview")")
    }
    override func willMove(toWindow newWindow: Window?) {
      log.append("will move to \(newWindow == nil ? "no window" : "window")")
    }
    override func didMoveToWindow() {
      log.append("moved to \(window == nil ? "no window" : "window")")
    }
    override func didAddSubview(_ subview: View) { log.append("added") }
    override func willRemoveSubview(_ subview: View) { log.append("will remove") }
  }

  @Test func `announces moves before and after, in UIKit's order`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let view = LoggingView()
    window.addSubview(view)
    view.removeFromSuperview()
    #expect(
      view.log == [
        "will move to superview", "will move to window", "moved to superview", "moved to window",
        "will move to nothing", "will move to no window", "moved to nothing", "moved to no window",
      ])
    let other = LoggingView()
    other.addSubview(View())
    other.subviews.first?.removeFromSuperview()
    #expect(other.log == ["added", "will remove"])
  }

  @Test func `orders subviews`() {
    let root = View()
    let views = (0..<4).map { index in
      let view = View()
      view.tag = index
      root.addSubview(view)
      return view
    }
    var order: [Int] { root.subviews.map(\.tag) }
    root.bringSubviewToFront(views[0])
    #expect(order == [1, 2, 3, 0])
    root.sendSubviewToBack(views[3])
    #expect(order == [3, 1, 2, 0])
    root.insertSubview(views[3], aboveSubview: views[2])
    #expect(order == [1, 2, 3, 0])
    root.insertSubview(views[0], belowSubview: views[1])
    #expect(order == [0, 1, 2, 3])
    root.exchangeSubview(at: 0, withSubviewAt: 3)
    #expect(order == [3, 1, 2, 0])
    #expect(root.viewWithTag(2) == views[2])
    #expect(root.subviews.firstIndex(of: views[2]) == 2)
  }

  @Test func `resizes subviews by their masks`() {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    func child(_ mask: View.AutoresizingMask) -> View {
      let view = View(frame: Rect(x: 10, y: 10, width: 20, height: 20))
      view.autoresizingMask = mask
      root.addSubview(view)
      return view
    }
    let fixed = child([])
    let wide = child(.flexibleWidth)
    let right = child([.flexibleLeftMargin, .flexibleTopMargin])
    let shared = child([.flexibleWidth, .flexibleRightMargin])
    root.frame.size = Size(200, 150)
    #expect(fixed.frame == Rect(x: 10, y: 10, width: 20, height: 20))
    #expect(wide.frame == Rect(x: 10, y: 10, width: 120, height: 20))
    #expect(right.frame == Rect(x: 110, y: 60, width: 20, height: 20))
    #expect(abs(shared.frame.width - (20 + 100 * 20.0 / 90)) < 1e-9)
  }

  @Test func `hands the safe area of the window down`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let inner = View(frame: Rect(x: 0, y: 10, width: 100, height: 90))
    let scrollView = ScrollView(frame: inner.bounds)
    let content = View(frame: inner.bounds)
    window.addSubview(inner)
    inner.addSubview(scrollView)
    scrollView.addSubview(content)
    scrollView.contentSize = Size(100, 1000)
    window.safeAreaInsets = EdgeInsets(top: 30, left: 0, bottom: 20, right: 0)
    #expect(inner.safeAreaInsets == EdgeInsets(top: 20, left: 0, bottom: 20, right: 0))
    #expect(scrollView.adjustedContentInset.top == 20)
    #expect(scrollView.contentOffset.y == -20)
    #expect(content.safeAreaInsets == .zero)
    inner.frame = Rect(x: 0, y: 50, width: 100, height: 30)
    #expect(inner.safeAreaInsets == .zero)
  }

  @Test func `hides transparent views from touches`() {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let view = View(frame: root.bounds)
    root.addSubview(view)
    #expect(root.hitTest(Point(5, 5), with: nil) === view)
    view.alpha = 0.005
    #expect(root.hitTest(Point(5, 5), with: nil) === root)
    view.alpha = 7
    #expect(view.alpha == 1)
    view.alpha = .nan
    #expect(view.alpha == 1)
  }
}
