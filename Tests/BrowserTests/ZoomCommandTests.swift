import OverscrollBrowser
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A zoom command` {
  private func view(fit: PictureView.Fit = .fit) -> PictureView {
    PictureView(
      size: PixelSize(width: 8000, height: 3000), viewport: PixelSize(width: 800, height: 600),
      scale: 1, fit: fit, limits: .init(maximum: 64))
  }

  @Test(
    arguments: [
      (MotionCommand.Zoom.fit, 0.1), (.fitWidth, 0.1), (.fitHeight, 0.2), (.to(2), 2),
      (.to(1e6), 64), (.to(1e-6), 0.1),
    ])
  func `leads to its scale, within the limits`(
    command: MotionCommand.Zoom, expected: Double
  ) {
    let view = view()
    view.zoom(command, animated: false)
    #expect(abs(view.placement.scale - expected) < 1e-12)
  }

  @Test(arguments: [(true, 0.625), (false, 0.4)])
  func `steps by a factor of 1.25`(enlarges: Bool, expected: Double) {
    let view = view()
    view.zoom(.to(0.5), animated: false)
    view.zoomStep(enlarges: enlarges, at: 0, animated: false)
    #expect(abs(view.placement.scale - expected) < 1e-12)
  }

  @Test func `shows a pixel at 1:1 where the whole picture was fitted, else at the same scale`() {
    let view = view()
    view.show(Point(4000, 1500), scale: nil, at: 0, animated: false)
    #expect(view.placement.scale == 1)
    view.zoom(.to(0.5), animated: false)
    view.show(Point(2000, 1000), scale: nil, at: 1, animated: false)
    #expect(view.placement.scale == 0.5)
    view.show(Point(2000, 1000), scale: 3, at: 2, animated: false)
    #expect(view.placement.scale == 3)
  }

  @Test
  func `is not what a new scale of the display is: the picture keeps its pixels and its middle`() {
    let view = view(fit: .actual)
    let before = view.placement
    for scale in [2, 1.5, 1.0] {
      view.scale = scale
      #expect(view.scale == scale && view.scrollView.displayScale == scale)
      #expect(view.placement.scale == before.scale)
      #expect((view.placement.origin - before.origin).length <= 1)
    }
    for scale in [0.0, -1] {
      view.scale = scale
      #expect(view.scale == 1)
    }
  }
}
