import OverscrollBase
import OverscrollImaging
import OverscrollLab
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer

/// What the information says of the pixels that are clipped.
@Suite struct `The histogram of a picture` {
  private let folder = PictureFolder()

  /// A picture of columns that are white and gray by turns: reduced, none of it is clipped.
  private func add(_ name: String) throws {
    let row = (0..<2400).flatMap { x in [UInt8](repeating: x % 2 == 0 ? 255 : 64, count: 3) }
    var bytes = Array("P6 2400 1200 255\n".utf8)
    for _ in 0..<1200 { bytes += row }
    try RunningViewer.write(bytes, to: "\(folder.path)/\(name)")
  }

  @Test func `has one number, however the picture is come to, and whatever is in memory`() throws {
    for name in ["a.ppm", "b.ppm"] { try add(name) }
    // There is room for two pictures, or not even for one.
    for megabytes in ["256", "16"] {
      let viewer = try HeadlessViewer([folder.path, "--animations", "off", "--cache-mb", megabytes])
      try viewer.settle(after: "ctrl+i")
      let page = try viewer.picturePage
      for key in ["", "n", "r", "p"] {
        if !key.isEmpty { try viewer.settle(after: key) }
        try viewer.waitUntil("all pixels are counted after \(key), \(megabytes) MiB") {
          page.appearance.information.panel.histogram?.light?.text == "Highlights 50%"
        }
        try viewer.settle()
        let chart = page.appearance.information.panel.histogram
        #expect(chart?.light?.text == "Highlights 50%" && chart?.dark == nil)
      }
    }
  }

  /// The chart of half a picture that is red without blue, a quarter that is black, and gray.
  private func chart(isReduced: Bool, isAsShown: Bool) throws -> HistogramChart {
    let row = (0..<8).flatMap { x -> [UInt8] in
      x < 4 ? [255, 32, 0] : x < 6 ? [0, 0, 0] : [32, 32, 32]
    }
    return try chart(of: row, "8 1", isReduced: isReduced, isAsShown: isAsShown)
  }

  private func chart(
    of pixels: [UInt8], _ size: String, isReduced: Bool, isAsShown: Bool
  ) throws -> HistogramChart {
    let path = folder.path + "/c.ppm"
    try RunningViewer.write(Array("P6 \(size) 255\n".utf8) + pixels, to: path)
    let picture = TiledPicture(
      try ImageFile.open(FilePath(path), limits: ImageLimits()), store: TileStore(),
      queue: DecodeQueue()
    ) {}
    let counted = try #require(picture.countAllPixels())
    return HistogramChart(
      counted.histogram, isReduced: isReduced, isAsShown: isAsShown, LocaleText("C"))
  }

  /// The light end of a picture of 80,000 pixels, of which some have red at its lightest, and one of them blue as well.
  private func light(_ count: Int, isReduced: Bool = false) throws -> HistogramChart.ClippedEnd? {
    let pixels = (0..<80_000).flatMap { index -> [UInt8] in
      index < count ? [255, 32, index == 0 ? 255 : 32] : [32, 32, 32]
    }
    return try chart(of: pixels, "400 200", isReduced: isReduced, isAsShown: false).light
  }

  @Test(arguments: [1.0, 2])
  func `has room for what is clipped at both ends in a panel of the usual width`(
    scale: Double
  ) throws {
    let pixels = (0..<80_000).flatMap { index -> [UInt8] in
      [UInt8](repeating: index < 10_000 ? 0 : index < 20_000 ? 255 : 32, count: 3)
    }
    let chart = try chart(of: pixels, "400 200", isReduced: true, isAsShown: true)
    let size = PixelSize(width: Int(1280 * scale), height: Int(800 * scale))
    let viewer = try HeadlessViewer([folder.path], size: size, scale: scale)
    try viewer.settle(after: "ctrl+i")
    let panel = try viewer.picturePage.appearance.information.panel
    panel.histogram = chart
    let texts = panel.textView.histogram.look.shapes.compactMap { shape -> String? in
      if case .text(let label, _) = shape { label.text } else { nil }
    }
    #expect(texts == ["Shadows ≈12.5% as shown", "Highlights ≈12.5%"])
  }

  @Test func `has a decimal below 20%, and does not leave out single pixels`() throws {
    #expect(try light(10_000)?.text == "Highlights 12.5%")
    #expect(try light(16_000)?.text == "Highlights 20%")
    #expect(try light(10_000, isReduced: true)?.text == "Highlights ≈12.5%")
    #expect(try light(79)?.text == "Highlights <0.1%")
    #expect(try light(79, isReduced: true)?.text == "Highlights <0.1%")
    #expect(try light(80)?.text == "Highlights 0.1%" && light(0) == nil)
    // The mark has the color of the channels that are clipped, not of a stray one.
    #expect(try light(79)?.channels == .red)
  }

  @Test func `says what is not exact, and what the file may have otherwise`() throws {
    let exact = try chart(isReduced: false, isAsShown: false)
    #expect(exact.light?.text == "Highlights 50%" && exact.dark?.text == "Shadows 75%")
    #expect(exact.light?.channels == .red)
    let reduced = try chart(isReduced: true, isAsShown: false)
    #expect(reduced.light?.text == "Highlights ≈50%")
    #expect(reduced.dark?.text == "Shadows ≈75%")
    let shown = try chart(isReduced: false, isAsShown: true)
    #expect(shown.dark?.text == "Shadows 75% as shown" && shown.light?.text == "Highlights 50%")
  }
}
