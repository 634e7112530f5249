import OverscrollBrowser
import OverscrollShell
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The place of a file that is rewritten` {
  private static let size = PixelSize(width: 4021, height: 2999)
  private static let viewport = PixelSize(width: 1283, height: 799)

  private func view(
    _ size: PixelSize, scale: Double, position: PictureView.Position? = nil
  ) -> PictureView {
    PictureView(
      size: size, viewport: Self.viewport, scale: scale, fit: .fit, limits: .init(maximum: 64),
      position: position)
  }

  @Test(arguments: [1, 1.25, 2.0], 1...8)
  func `stays to the last bit over 100 versions of equal size`(scale: Double, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var shown = view(Self.size, scale: scale)
    shown.zoom(.to(.random(in: 0.4...9, using: &random)), animated: false)
    shown.scrollView.setContentOffset(
      Point(.random(in: 0...300, using: &random), .random(in: 0...200, using: &random)),
      animated: false)
    let (zoomScale, offset) = (shown.scrollView.zoomScale, shown.scrollView.contentOffset)
    let placement = shown.placement
    for _ in 1...100 {
      shown = view(Self.size, scale: scale, position: shown.position)
      #expect(shown.scrollView.zoomScale.bitPattern == zoomScale.bitPattern)
      #expect(shown.scrollView.contentOffset.x.bitPattern == offset.x.bitPattern)
      #expect(shown.scrollView.contentOffset.y.bitPattern == offset.y.bitPattern)
    }
    #expect(shown.placement == placement)
  }

  @Test func `is the same fraction in the middle where the size differs, and fitted where it was`()
  {
    let shown = view(Self.size, scale: 1)
    let larger = PixelSize(width: 2 * Self.size.width, height: 2 * Self.size.height)
    let fitted = view(larger, scale: 1, position: shown.position)
    #expect(fitted.scrollView.zoomScale == fitted.fittingScale)
    shown.zoom(.to(2), animated: false)
    shown.scrollView.setContentOffset(Point(700, 300), animated: false)
    let next = view(larger, scale: 1, position: shown.position)
    #expect(next.scrollView.zoomScale == 2)
    let (middle, before) = (next.scrollView.bounds.center, shown.scrollView.bounds.center)
    #expect(abs(middle.x - 2 * before.x) < 2 && abs(middle.y - 2 * before.y) < 2)
  }
}
