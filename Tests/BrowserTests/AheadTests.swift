import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `A picture that is drawn ahead` {
  private static let viewport = PixelSize(width: 800, height: 600)
  private let provider = FakePicture(size: PixelSize(width: 3000, height: 2000))

  private func frame(_ x: Double = 0, hasMessage: Bool = false) -> Frame {
    var frame = Frame(
      viewport: Self.viewport,
      placement: Placement(size: provider.pyramid.size, origin: Point(x, 0), scale: 0.5))
    frame.message = hasMessage ? "a message" : nil
    return frame
  }

  @Test(arguments: [0.0, -100.5])
  func `shows as any other, without an upload where its place is the same`(x: Double) throws {
    let ahead = try CompositorRig(provider, Self.viewport)
    while try !ahead.compositor.drawAhead(FramePlan(frame(), pyramid: provider.pyramid)) {}
    let uploads = ahead.compositor.surfaces.uploadCount
    #expect(uploads == 12)
    let report = try ahead.show(frame(x, hasMessage: true), isExposed: true)
    let plain = try CompositorRig(provider, Self.viewport)
    try plain.show(frame(x, hasMessage: true))
    #expect(ahead.window.pixels() == plain.window.pixels())
    if x == 0 {
      #expect(ahead.compositor.surfaces.uploadCount == uploads)
      #expect(report.drawnPixels == 0 && report.missing == 0)
    }
  }

  @Test func `is uploaded in parts, and drawn with the last of them`() throws {
    let rig = try CompositorRig(provider, Self.viewport)
    let plan = FramePlan(frame(), pyramid: provider.pyramid)
    rig.maker.uploadLimit = 5 * BudgetPlan.tileBytes
    var uploads: [Int] = []
    var isDrawn = false
    while !isDrawn, uploads.count < 9 {
      isDrawn = try rig.compositor.drawAhead(plan)
      uploads.append(rig.compositor.surfaces.uploadCount)
    }
    #expect(isDrawn && uploads.last == 12 && uploads.count >= 3)
    #expect(zip([0] + uploads, uploads).allSatisfy { $1 - $0 <= 5 })
    #expect(rig.compositor.bufferBytes <= Compositor.bytesAhead(of: plan))
  }

  @Test func `is redrawn where tiles come that it lacked, and nowhere else`() throws {
    let lacking = TileKey(level: 1, column: 2, row: 1)
    provider.available = { $0 != lacking }
    let rig = try CompositorRig(provider, Self.viewport)
    let plan = FramePlan(frame(), pyramid: provider.pyramid)
    #expect(try rig.compositor.drawAhead(plan))
    provider.available = { _ in true }
    // All arrive again, as they do when the picture is decoded in full.
    rig.compositor.invalidate(plan.tiles.entries.map(\.key))
    let report = try rig.show(frame(), isExposed: true)
    let area = plan.tiles.entries.first { $0.key == lacking }?.area
    #expect(report.repaint.content == [area].compactMap(\.self))
    let plain = try CompositorRig(provider, Self.viewport)
    try plain.show(frame())
    #expect(rig.window.pixels() == plain.window.pixels())
  }
}
