import ScrollEngine
import ScrollGeometry
import Testing

/// A view that counts its layouts.
private final class CountingView: View {
  private(set) var layouts = 0
  var onLayout: ((View) -> Void)?

  override func layoutSubviews() {
    layouts += 1
    onLayout?(self)
  }
}

/// A scroll view that centers its zoomed view, as UIKit's sample code does.
final class CentringScrollView: ScrollView {
  weak var centered: View?
  private(set) var layouts = 0

  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
    guard let centered else { return }
    var frame = centered.frame
    frame.origin.x = max(0, (bounds.width - frame.width) / 2)
    frame.origin.y = max(0, (bounds.height - frame.height) / 2)
    centered.frame = frame
  }
}

@Suite struct `Layout` {
  private let view = CentringScrollView()

  @Test(arguments: [0.5, 0.25, 0.75])
  func `zoom.centering happens after a change of scale: layoutSubviews can center`(scale: Double) {
    let stage = Stage(
      viewport: Size(320, 480), content: Size(320, 480), displayScale: 1, scrollView: view)
    view.centered = stage.content
    stage.zooms = true
    view.minimumZoomScale = 0.25
    stage.window.advance(to: 0)
    let layouts = view.layouts
    view.zoomScale = scale
    stage.window.advance(to: 0.1)
    #expect(view.layouts > layouts)
    #expect(stage.content.frame.center == Point(160, 240))
    view.setZoomScale(0.3, animated: true)
    var time = 0.1
    while stage.window.needsAdvance {
      time += 1.0 / 60
      stage.window.advance(to: time)
      #expect((stage.content.frame.center - Point(160, 240)).length < 1e-9)
    }
  }

  @Test func `zoom.centering happens during a pinch and its bounce`() {
    let stage = Stage(
      viewport: Size(320, 480), content: Size(320, 480), displayScale: 1, scrollView: view)
    view.centered = stage.content
    stage.zooms = true
    view.minimumZoomScale = 0.5
    stage.touch(.began, 60, 240, at: 0, id: 0)
    stage.touch(.began, 260, 240, at: 0, id: 1)
    for step in 1...18 {
      stage.touch(.moved, 60 + Double(step) * 7, 240, at: Double(step) / 60, id: 0)
      #expect((stage.content.frame.center - Point(160, 240)).length < 1e-9, "step \(step)")
    }
    #expect(view.zoomScale < 0.5)
    for id in 0...1 { stage.touch(.ended, 200, 240, at: 0.4, id: id) }
    stage.settle(from: 0.4)
    #expect(view.zoomScale == 0.5 && view.contentOffset == .zero)
    let frame = stage.content.frame
    #expect((frame.origin - Point(80, 120)).length < 1e-9 && abs(frame.width - 160) < 1e-9)
  }

  @Test func `content.size happens after a change of the content's size`() {
    let stage = Stage(scrollView: view)
    stage.window.advance(to: 0)
    let layouts = view.layouts
    view.contentSize.height += 1
    stage.window.advance(to: 0.1)
    #expect(view.layouts == layouts + 1)
    view.contentSize = view.contentSize
    stage.window.advance(to: 0.2)
    #expect(view.layouts == layouts + 1)
  }

  @Test func `of a superview follows what is added, removed or resized in it`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let parent = CountingView()
    let child = View()
    window.addSubview(parent)
    window.layoutIfNeeded()
    var expected = parent.layouts
    for change in [
      { parent.addSubview(child) }, { child.frame.size = Size(10, 20) },
      { child.bounds.size = Size(30, 20) }, { child.removeFromSuperview() },
    ] {
      change()
      window.layoutIfNeeded()
      expected += 1
      #expect(parent.layouts == expected)
    }
    parent.addSubview(child)
    window.layoutIfNeeded()
    expected += 1
    child.center = Point(3, 4)
    child.bounds.origin = Point(5, 5)
    window.layoutIfNeeded()
    #expect(parent.layouts == expected, "moving needs none")
  }

  @Test func `covers descendants, from the top down, in a window and without one`() {
    for root in [View(), Window()] as [View] {
      var order: [String] = []
      let parent = CountingView()
      let child = CountingView()
      parent.onLayout = { _ in order.append("parent") }
      child.onLayout = { _ in order.append("child") }
      root.addSubview(parent)
      parent.addSubview(child)
      root.layoutIfNeeded()
      #expect(order == ["parent", "child"])
      child.setNeedsLayout()
      parent.setNeedsLayout()
      root.layoutIfNeeded()
      #expect(order == ["parent", "child", "parent", "child"])
      child.setNeedsLayout()
      child.layoutIfNeeded()
      root.layoutIfNeeded()
      #expect(order.count == 5)
    }
  }

  @Test func `of a scroll view without a window happens as time advances`() {
    let view = CentringScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.advance(to: 1)
    let layouts = view.layouts
    view.contentSize = Size(100, 3000)
    view.advance(to: 2)
    #expect(view.layouts == layouts + 1)
  }

  @Test func `ends although it invalidates itself again`() {
    let window = Window()
    let view = CountingView()
    window.addSubview(view)
    view.onLayout = { $0.setNeedsLayout() }
    window.layoutIfNeeded()
    #expect(view.layouts == 16)
    view.onLayout = { $0.window?.layoutIfNeeded() }
    window.layoutIfNeeded()
    #expect(view.layouts == 17)
  }

  @Test func `lets a view that grows in its own layout have its superview lay out again`() {
    let window = Window()
    let parent = CountingView()
    let child = CountingView()
    window.addSubview(parent)
    parent.addSubview(child)
    child.onLayout = { $0.bounds.size = Size(50, 60) }
    window.layoutIfNeeded()
    #expect(parent.layouts == 2)
  }
}
