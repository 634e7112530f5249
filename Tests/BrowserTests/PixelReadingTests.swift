import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `A pixel's reading` {
  private static func reading(
    _ place: (Int, Int)?, _ color: PixelReading.Color = .missing, hasAlpha: Bool = false,
    of size: PixelSize = PixelSize(width: 20_000, height: 9000)
  ) -> PixelReading {
    PixelReading(
      of: size, hasAlpha: hasAlpha, at: place.map { PixelReading.Pixel(x: $0.0, y: $0.1) },
      color: color)
  }

  @Test func `names the place and the color of the pixel`() {
    #expect(
      Self.reading((12_034, 8817), .premultiplied(0xFFA3_B1C2)).text
        == "x 12034  y 8817   #A3B1C2   163 177 194")
    #expect(
      Self.reading((0, 7), .premultiplied(0xFF00_0A0F)).text == "x 0  y 7   #000A0F   0 10 15")
  }

  @Test func `has an ellipsis for a color that is to come, and a dash for none`() {
    #expect(Self.reading((12, 34), .pending).text == "x 12  y 34   …")
    #expect(Self.reading((12, 34), .missing).text == "x 12  y 34   –")
    #expect(Self.reading(nil, .premultiplied(0xFFFF_FFFF)).text == "–")
  }

  @Test func `names the transparency of a picture that has it, and the color without it`() {
    func text(_ word: UInt32) -> String {
      Self.reading((1, 2), .premultiplied(word), hasAlpha: true).text
    }
    #expect(text(0x8040_2000) == "x 1  y 2   #80400080   128 64 0 128")
    #expect(text(0) == "x 1  y 2   #00000000   0 0 0 0")
    #expect(text(0xFF01_0203) == "x 1  y 2   #010203FF   1 2 3 255")
    // Rounding may have left a color above its alpha.
    #expect(text(0x0203_0100).contains("#FF80"))
  }

  @Test func `says where samples mean no data`() {
    var reading = Self.reading((1, 2), .premultiplied(0))
    reading.layout = SampleLayout(
      channels: 2, colors: 2, bits: 16, takesTone: true, noData: 7)
    reading.samples = .known([7, 7])
    #expect(reading.text.hasSuffix("   file 7 7  no data"))
    reading.samples = .known([7, 8])
    #expect(reading.text.hasSuffix("   file 7 8"))
    // The plate has room for it at each pixel.
    let length = reading.samplesLength
    reading.layout?.noData = nil
    #expect(length == reading.samplesLength + "  no data".count)
  }

  @Test func `has the values that samples stand for on a line of their own`() throws {
    var reading = Self.reading((1, 2), .premultiplied(0))
    let kelvin = try #require(Calibration(offset: -273.15, scale: 0.01, unit: "°C"))
    let plain = try #require(Calibration(offset: 0, scale: 2, unit: ""))
    reading.layout = SampleLayout(channels: 3, colors: 3, bits: 16, takesTone: true, noData: 7)
    reading.calibrations = [kelvin, plain]
    reading.samples = .pending
    let (count, length) = (reading.sampleLineCount, reading.samplesLength)
    reading.samples = .known([29_500, 21, 5])
    let lines = reading.alignedSamples
    #expect(lines == ["file 29500    21     5", "value        21.85 °C           42            –"])
    #expect(lines.count == count && lines[1].count == length)
    #expect(reading.text.hasSuffix("   file 29500 21 5   value 21.85 °C 42 –"))
    reading.samples = .known([7, 7, 7])
    #expect(reading.text.hasSuffix("   file 7 7 7  no data   value – °C – –"))
    // Of many, those that are seen.
    reading.layout = SampleLayout(channels: 40, colors: 1, bits: 8, takesTone: true)
    reading.calibrations = Array(repeating: plain, count: 40)
    reading.seenChannels = [39]
    reading.samples = .known((0..<40).map { Double($0) })
    #expect(reading.text.hasSuffix("   value 78"))
  }

  @Test func `has lines of eight samples, and names those that are seen beyond the fourth line`() {
    var reading = Self.reading((1, 2), .premultiplied(0))
    func lines(_ count: Int, seeing seen: [Int]) -> [String] {
      reading.layout = SampleLayout(channels: count, colors: 1, bits: 8, takesTone: true)
      reading.samples = .known((0..<count).map { Double(100 + $0) })
      reading.seenChannels = seen
      let lines = reading.alignedSamples
      #expect(lines.count == reading.sampleLineCount)
      #expect(lines.map(\.count).max() == reading.samplesLength)
      #expect(reading.text.hasSuffix(" \(100 + count - 1)"), "all of them are copied")
      return lines
    }
    #expect(lines(3, seeing: []) == ["file 100 101 102"])
    #expect(
      lines(12, seeing: [11, 10, 9])
        == ["file 100 101 102 103 104 105 106 107", "   9 108 109 110 111"])
    let many = lines(40, seeing: [31])
    #expect(many.count == 4 && many[3] == "  25 124 125 126 127 128 129 130 131 …")
    let named = lines(40, seeing: [39, 0])
    #expect(named.count == 4 && named[0] == "seen 40=139 1=100")
    #expect(named[3] == "  17 116 117 118 119 120 121 122 123 …")
  }

  @Test func `leaves out the number of the map where it doesn't fit`() {
    var reading = Self.reading((1, 2))
    #expect(reading.shorterPlaces.isEmpty)
    reading.place = "604005, 5335495 m  EPSG:32632"
    #expect(reading.shorterPlaces == ["604005, 5335495 m"])
    reading.place = "1.00 µm, 2.00 µm"
    #expect(reading.shorterPlaces.isEmpty)
  }

  @Test func `is as wide at each pixel of a picture on its plate`() throws {
    let font = Font(.mono, size: 12)
    let canvas = try Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
    for (width, height) in [(1, 1), (10, 11), (20_000, 9000), (1_000_000, 1_000_000)] {
      let size = PixelSize(width: width, height: height)
      for hasAlpha in [false, true] {
        let layers = [(0, 0), (width - 1, height - 1)].map { place in
          ReadingLayer.layer(
            Self.reading(place, .premultiplied(0xFF00_0000), hasAlpha: hasAlpha, of: size),
            in: Size(width: 1200, height: 800))
        }
        let none = ReadingLayer.layer(
          Self.reading(nil, hasAlpha: hasAlpha, of: size), in: Size(width: 1200, height: 800))
        #expect(layers[0].area == layers[1].area && none.area == layers[0].area)
        // The longest text fits.
        let text = Self.reading(
          (width - 1, height - 1), .premultiplied(0xFFFF_FFFF), hasAlpha: hasAlpha, of: size
        ).text
        #expect(canvas.measure(text, font: font).width <= none.area.width - 2 * 10 - 12 - 8)
      }
    }
  }

  @Test func `lies in the lower left corner, and is cut off where there is no room`() {
    for room in [Size(width: 1200, height: 800), Size(width: 200, height: 100)] {
      let area = ReadingLayer.layer(Self.reading(nil), in: room).area
      #expect(area.minX == 14 && area.maxY == room.height - 14)
      #expect(area.maxX <= room.width - 14)
    }
  }

  @Test func `shows a patch of the color`() throws {
    let room = Size(width: 500, height: 100)
    let surface = try Surface(imageOf: PixelSize(width: 500, height: 100), opaque: true)
    let layer = ReadingLayer.layer(Self.reading((1, 2), .premultiplied(0xFF12_C834)), in: room)
    layer.content.draw(on: try Canvas(surface))
    try surface.flush()
    #expect(surface.pixel(x: 14 + 10 + 6, y: 100 - 14 - 13) == 0xFF12_C834)
    layer.content.draw(on: try Canvas(surface))
    let none = ReadingLayer.layer(Self.reading((1, 2), .pending), in: room)
    none.content.draw(on: try Canvas(surface))
    try surface.flush()
    #expect(surface.pixel(x: 14 + 10 + 6, y: 100 - 14 - 13) != 0xFF12_C834)
  }

  @Test(arguments: [1.0, 2, 3, 7, 16, 2.6137, 5.3137, 33.7137, 64])
  func `is of the pixel that is drawn at the pointer`(scale: Double) throws {
    let provider = FakePicture(size: PixelSize(width: 700, height: 500))
    provider.color = FakePicture.noise
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: provider, isOpaque: true, byteLimit: 1 << 30)
    var random = SplitMix64(seed: UInt64(scale))
    let viewport = PixelSize(width: 300, height: 200)
    var misses = 0
    for _ in 0..<5 {
      let origin = Point(
        -Double.random(in: 0...(700 * scale - 280), using: &random).rounded(),
        -Double.random(in: 0...(500 * scale - 180), using: &random).rounded())
      let frame = Frame(
        viewport: viewport,
        placement: Placement(size: provider.pyramid.size, origin: origin, scale: scale))
      let surface = try Surface(imageOf: viewport, opaque: true)
      try painter.draw(frame, on: Canvas(surface))
      try surface.flush()
      for _ in 0..<200 {
        let x = Int.random(in: 0..<300, using: &random)
        let y = Int.random(in: 0..<200, using: &random)
        guard let pixel = frame.placement.pixel(atX: x, y: y) else { continue }
        let color = FakePicture.noise(level: 0, x: pixel.x, y: pixel.y)
        if surface.pixel(x: x, y: y) != color { misses += 1 }
      }
    }
    // Between whole scales, the sampling of squares is exact to an eighth of a pixel.
    #expect(misses <= (scale == scale.rounded() ? 0 : 20), "of 1000")
  }

  @Test func `is none beside the picture`() {
    let placement = Placement(
      size: PixelSize(width: 10, height: 8), origin: Point(100, 50), scale: 2)
    #expect(placement.pixel(atX: 100, y: 50) == PixelReading.Pixel(x: 0, y: 0))
    #expect(placement.pixel(atX: 119, y: 65) == PixelReading.Pixel(x: 9, y: 7))
    for (x, y) in [(99, 50), (100, 49), (120, 50), (100, 66)] {
      #expect(placement.pixel(atX: x, y: y) == nil)
    }
  }
}
