import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

@Suite struct `The display's scale` {
  @Test(
    arguments: [
      ("Xft.dpi:\t192\n", 2), ("Xft.dpi: 96", 1), ("Xcursor.size: 24\nXft.dpi:\t144\nfoo: 1", 1.5),
      ("", nil), ("Xft.dpi:\t0", nil), ("Xft.dpi: many", nil), ("Xft.dpi: 1e9", nil),
      ("Xft.dpi: nan", nil), ("Xft.dpi: 96\nXft.dpi: 192", 2),
    ] as [(String, Double?)])
  func `is set by Xft.dpi, and otherwise left to the desktop's settings`(
    resources: String, expected: Double?
  ) {
    #expect(DisplayScale.scale(resources: resources) == expected)
  }
}

@Suite struct `A display's pixels` {
  private let usual = PixelFormat(
    depth: 24, bitsPerPixel: 32, isTrueColor: true, masks: [0xFF0000, 0xFF00, 0xFF])

  @Test func `are supported with 8 bits per channel in 32`() {
    #expect(usual.unsupportedReason == nil)
  }

  @Test func `are rejected with a message otherwise`() {
    var others = [usual, usual, usual, usual]
    others[0].depth = 16
    others[1].bitsPerPixel = 24
    others[2].isTrueColor = false
    others[3].masks = [0xFF, 0xFF00, 0xFF0000]
    for other in others {
      #expect(other.unsupportedReason?.hasSuffix(".") == true)
    }
  }
}

@Suite struct `A missing display` {
  @Test func `is an error with one sentence`() {
    #expect(
      HostError.noDisplay(named: "").description
        == "Cannot open a window: DISPLAY is not set.")
    #expect(
      HostError.noDisplay(named: ":9").description
        == "Cannot open display :9: no X server is running there.")
  }

  @Test func `makes no window`() {
    var options = DesktopWindow.Options(
      title: "", programName: "test", size: PixelSize(width: 1, height: 1),
      tileSize: PixelSize(width: 1, height: 1))
    options.displayName = ":4242"
    let error = #expect(throws: HostError.self) { try DesktopWindow(options) }
    #expect(error?.kind == .noDisplay)
  }
}
