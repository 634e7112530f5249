import OverscrollBrowser
import OverscrollDrawing
import Testing

@testable import OverscrollViewer

@Suite struct `The cost of redrawing` {
  private static let fullHD = 1920 * 1080
  private static let ultraHD = 3840 * 2160

  /// A cost that was learned from samples of so many nanoseconds a pixel.
  private func cost(_ nanoseconds: Double..., with filter: Filter = .bilinear) -> RedrawCost {
    var cost = RedrawCost()
    for sample in nanoseconds { cost.note(filter, pixels: 1_000_000, seconds: sample / 1000) }
    return cost
  }

  @Test func `is nothing while it is unknown, so that content is kept`() {
    let cost = RedrawCost()
    #expect(cost.isUnknown)
    #expect(cost.seconds(for: Self.ultraHD, with: .bilinear) == 0)
    for isZooming in [true, false] {
      let effort = cost.effort(
        for: Self.ultraHD, with: .bilinear, isZooming: isZooming, period: 1 / 60)
      #expect(effort == .kept())
    }
  }

  @Test func `is the median of the last five samples of a filter, or those of another`() {
    let cost = cost(90, 90, 90, 3, 3, 3, 50)
    #expect(abs(cost.seconds(for: 1_000_000, with: .bilinear) - 3e-3) < 1e-12)
    #expect(abs(cost.seconds(for: 2_000_000, with: .nearest) - 6e-3) < 1e-12)
    var both = cost
    both.note(.nearest, pixels: 1000, seconds: 1e-6)
    #expect(abs(both.seconds(for: 1_000_000, with: .nearest) - 1e-3) < 1e-12)
    both.note(.nearest, pixels: 0, seconds: 1)
    #expect(abs(both.seconds(for: 1_000_000, with: .nearest) - 1e-3) < 1e-12)
  }

  /// Nanoseconds a pixel, the window, refreshes a second, and how a zoom is drawn then.
  static let zooms: [(Double, Int, Double, Compositor.Effort)] = [
    // A graphics card.
    (0.1, ultraHD, 60, .kept()), (0.1, ultraHD, 144, .kept()),
    // A server that draws with the processor.
    (3.2, fullHD, 60, .direct), (3.2, ultraHD, 60, .draft), (3.2, fullHD, 144, .draft),
    (3.2, 640 * 480, 60, .kept()),
  ]

  @Test(arguments: zooms.indices)
  func `decides how a zoom is drawn`(index: Int) {
    let (nanoseconds, pixels, rate, expected) = Self.zooms[index]
    let effort = cost(nanoseconds).effort(
      for: pixels, with: .bilinear, isZooming: true, period: 1 / rate)
    #expect(effort == expected)
  }

  @Test(arguments: [0.1, 1, 2, 3, 10])
  func `decides how much of a draft is sharpened at a time: a third`(nanoseconds: Double) {
    let effort = cost(nanoseconds).effort(
      for: Self.ultraHD, with: .bilinear, isZooming: false, period: 1 / 60)
    guard case .kept(let limit) = effort else {
      Issue.record("\(effort)")
      return
    }
    #expect(limit >= Self.ultraHD / 3)
    let takesLong = nanoseconds * 1e-9 * Double(Self.ultraHD) > 0.6 / 60
    #expect((limit < Self.ultraHD) == takesLong)
  }
}
