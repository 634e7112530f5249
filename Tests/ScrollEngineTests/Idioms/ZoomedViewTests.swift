import OverscrollTestSupport
import Glibc
import ScrollEngine
import ScrollGeometry
import Testing

/// A scroll view has no scale of its own: the views that it zooms have.
@Suite struct `The zoom scale` {
  private final class Pages: ScrollViewDelegate {
    let scrollView = ScrollView(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    var zoomed: View?
    var asks: ((ScrollView) -> Void)?

    init(_ zoomed: View) {
      self.zoomed = zoomed
      scrollView.addSubview(zoomed)
      scrollView.contentSize = zoomed.frame.size
      scrollView.delegate = self
      scrollView.minimumZoomScale = 0.5
      scrollView.maximumZoomScale = 4
    }

    func viewForZooming(in scrollView: ScrollView) -> View? {
      asks?(scrollView)
      return zoomed
    }
  }

  private func view(_ width: Double, _ height: Double) -> View {
    View(frame: Rect(x: 0, y: 0, width: width, height: height))
  }

  @Test(arguments: Axis.allCases)
  func `is that of the view to zoom, and each keeps its own`(axis: Axis) {
    let (one, other) = (view(600, 600), View(frame: Rect(origin: .zero, size: axis.size(400, 200))))
    let pages = Pages(one)
    pages.scrollView.zoomScale = 3
    #expect(pages.scrollView.zoomScale == 3)
    pages.scrollView.addSubview(other)
    pages.zoomed = other
    pages.scrollView.contentSize = other.frame.size
    #expect(pages.scrollView.zoomScale == 1)
    pages.scrollView.maximumZoomScale = 2
    pages.scrollView.minimumZoomScale = 0.25
    #expect(other.frame.size == axis.size(400, 200) && pages.scrollView.zoomScale == 1)
    pages.scrollView.zoomScale = 2
    #expect(other.frame.size == axis.size(800, 400))
    #expect(pages.scrollView.contentSize == axis.size(800, 400))
    pages.zoomed = one
    #expect(pages.scrollView.zoomScale == 3)
    pages.zoomed = nil
    #expect(pages.scrollView.zoomScale == 1)
  }

  @Test func `is 1 once the program has reset the transform`() {
    let zoomed = view(300, 300)
    let pages = Pages(zoomed)
    pages.scrollView.zoomScale = 2
    zoomed.transform = .identity
    #expect(pages.scrollView.zoomScale == 1)
    pages.scrollView.zoomScale = 3
    #expect(zoomed.transform == AffineTransform(scaleX: 3, y: 3))
    #expect(pages.scrollView.contentSize == Size(900, 900))
  }

  @Test(arguments: [0.3, 1, -2])
  func `stays as it is where the program turns, moves or mirrors the view`(angle: Double) {
    let zoomed = view(300, 300)
    let pages = Pages(zoomed)
    pages.scrollView.zoomScale = 1.7
    let turn = AffineTransform(
      a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 4, ty: 5)
    zoomed.transform = zoomed.transform.concatenating(turn)
    #expect(pages.scrollView.zoomScale == 1.7)
    zoomed.transform = zoomed.transform.concatenating(AffineTransform(scaleX: -1, y: 1))
    #expect(pages.scrollView.zoomScale == 1.7)
    pages.scrollView.zoomScale = 1
    #expect(abs(abs(zoomed.transform.determinant) - 1) < 1e-9)
  }

  @Test func `may be read by the delegate that is asked for the view`() {
    let pages = Pages(view(300, 300))
    var read: [Double] = []
    pages.scrollView.zoomScale = 2
    pages.asks = { read.append($0.zoomScale) }
    #expect(pages.scrollView.zoomScale == 2 && read == [2])
  }

  /// A graph that grows along one axis only.
  private final class Graph: View {
    let axis: Axis
    init(_ axis: Axis) {
      self.axis = axis
      super.init(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    }
    override var transform: AffineTransform {
      get { super.transform }
      set {
        super.transform = AffineTransform(
          scaleX: axis == .horizontal ? newValue.a : 1, y: axis == .vertical ? newValue.d : 1)
      }
    }
  }

  @Test(arguments: Axis.allCases)
  func `leaves an axis that the view keeps, and its place follows its transform`(axis: Axis) {
    let graph = Graph(axis)
    let stage = Stage(viewport: Size(300, 300), content: Size(300, 300), displayScale: 1)
    let pages = Pages(graph)
    stage.window.addSubview(pages.scrollView)
    for scale in [2.0, 3, 1.5] {
      pages.scrollView.zoomScale = scale
      #expect(graph.frame == Rect(origin: .zero, size: axis.size(300 * scale, 300)))
      #expect(pages.scrollView.contentSize == axis.size(300 * scale, 300))
      #expect(pages.scrollView.zoomScale == scale)
      #expect(axis.cross(pages.scrollView.contentOffset) == 0)
    }
    pages.scrollView.contentOffset = .zero
    for (phase, scale) in [(GesturePhase.began, 1.0), (.changed, 1.5), (.changed, 2)] {
      stage.window.send(.pinch(phase, scale, at: Point(200, 200), 0))
    }
    #expect(graph.frame.size == axis.size(900, 300))
    // The point under the fingers was at 200 of 450, and is at 400 of 900.
    #expect(pages.scrollView.contentOffset == axis.point(200))
  }

  @Test func `of a view that fades ends with its fade when another one is zoomed`() {
    let stage = Stage(viewport: Size(300, 300), content: Size(300, 300), displayScale: 1)
    let (one, other) = (view(300, 300), view(300, 300))
    let pages = Pages(one)
    stage.window.addSubview(pages.scrollView)
    pages.scrollView.setZoomScale(2, animated: true)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.1)
    pages.scrollView.addSubview(other)
    pages.zoomed = other
    pages.scrollView.setZoomScale(3, animated: true)
    #expect(pages.scrollView.zoomScale == 3 && one.transform.a == 2)
    stage.settle(from: 0.1)
    #expect(other.frame.size == Size(900, 900) && one.frame.size == Size(600, 600))
  }
}
