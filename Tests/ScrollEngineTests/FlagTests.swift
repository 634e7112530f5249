import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The flags of a scroll view` {
  private func flags(_ view: ScrollView) -> String {
    [
      (view.isTracking, "tracking"), (view.isDragging, "dragging"),
      (view.isDecelerating, "decelerating"), (view.isZooming, "zooming"),
      (view.isZoomBouncing, "zoomBouncing"),
    ].filter(\.0).map(\.1).joined(separator: " ")
  }

  @Test func `state.drag state.zoom follow a finger from its touch to the rest of the content`() {
    let stage = Stage()
    let view = stage.scrollView
    #expect(flags(view) == "")
    stage.touch(.began, 200, 700, at: 0)
    #expect(flags(view) == "tracking" && view.phase == .tracking)
    var during = ""
    stage.onCallback = { name, view in if name == "willBeginDragging" { during = self.flags(view) }
    }
    stage.touch(.moved, 200, 650, at: 0.02)
    #expect(during == "tracking dragging")
    #expect(flags(view) == "tracking dragging" && view.phase == .dragging)
    stage.touch(.moved, 200, 600, at: 0.04)
    stage.touch(.ended, 200, 600, at: 0.04)
    #expect(flags(view) == "dragging decelerating" && view.phase == .decelerating)
    stage.touch(.began, 200, 700, at: 0.1)
    #expect(flags(view) == "tracking dragging decelerating" && view.phase == .tracking)
    stage.touch(.moved, 200, 690, at: 0.12)
    #expect(flags(view) == "tracking dragging decelerating" && view.phase == .dragging)
    stage.touch(.ended, 200, 690, at: 0.4)
    #expect(flags(view) == "" && view.phase == .idle)
  }

  @Test func `state.zoom tell a pinch, a simultaneous pan, and the bounce from beyond a limit`() {
    let stage = Stage(viewport: Size(400, 400), content: Size(2000, 2000))
    let view = stage.scrollView
    stage.zooms = true
    view.maximumZoomScale = 2
    stage.touch(.began, 180, 200, at: 0, id: 1)
    stage.touch(.began, 220, 200, at: 0, id: 2)
    stage.touch(.moved, 176, 200, at: 0.02, id: 1)
    #expect(flags(view) == "tracking zooming" && view.phase == .zooming)
    stage.touch(.moved, 0, 200, at: 0.04, id: 1)
    #expect(flags(view) == "tracking dragging zooming")
    stage.touch(.moved, 400, 200, at: 0.06, id: 2)
    stage.touch(.ended, 400, 200, at: 0.08, id: 2)
    #expect(flags(view) == "tracking dragging zoomBouncing" && view.phase == .dragging)
    stage.touch(.ended, 0, 200, at: 0.25, id: 1)
    #expect(flags(view) == "zoomBouncing" && view.phase == .zoomBouncing)
    stage.settle(from: 0.25)
    #expect(flags(view) == "" && view.zoomScale == 2)
  }
}
