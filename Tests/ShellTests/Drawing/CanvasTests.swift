import OverscrollDrawing
import ScrollGeometry
import Testing

@Suite struct `A canvas` {
  private func canvas(_ width: Int = 20, _ height: Int = 20) throws -> Canvas {
    try Canvas(Surface(imageOf: PixelSize(width: width, height: height), opaque: false))
  }

  @Test func `fills rectangles exactly on pixels, and with antialiasing between them`() throws {
    let canvas = try canvas()
    canvas.fill(Rect(x: 2, y: 3, width: 4, height: 5), with: Color(0xFF8000))
    canvas.fill(Rect(x: 10.5, y: 10, width: 1, height: 1), with: .white)
    #expect(canvas.surface.pixel(x: 2, y: 3) == 0xFFFF_8000)
    #expect(canvas.surface.pixel(x: 5, y: 7) == 0xFFFF_8000)
    #expect(canvas.surface.pixel(x: 6, y: 7) == 0)
    for x in [10, 11] {
      let pixel = try #require(canvas.surface.pixel(x: x, y: 10))
      #expect(distance(pixel, 0x8080_8080) <= 1)
    }
  }

  @Test(arguments: [0.5, 0.88, 1])
  func `draws a plate with a border of 12 % white on dark, however opaque its color is`(
    alpha: Double
  ) throws {
    let canvas = try canvas()
    canvas.clear(.black)
    Plate(
      Rect(x: 2, y: 2, width: 16, height: 16), cornerRadius: 4,
      color: Color.black.withOpacity(alpha)
    ).draw(on: canvas)
    let expected = 0.12 * 255
    for (x, y) in [(10, 2), (2, 10), (10, 17), (17, 10)] {
      let pixel = try #require(canvas.surface.pixel(x: x, y: y)) & 0xFF
      #expect(abs(Double(pixel) - expected) <= 1, "\(pixel)")
    }
    #expect(canvas.surface.pixel(x: 10, y: 10) == 0xFF00_0000)
  }

  @Test func `restores clip and transform after a saved part`() throws {
    let canvas = try canvas()
    canvas.saved {
      canvas.clip(to: Rect(x: 0, y: 0, width: 2, height: 2))
      canvas.concatenate(AffineTransform(scaleX: 10, y: 10))
      canvas.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: .black)
    }
    #expect(canvas.surface.pixel(x: 1, y: 1) == 0xFF00_0000)
    #expect(canvas.surface.pixel(x: 2, y: 2) == 0)
    canvas.fill(Rect(x: 5, y: 5, width: 1, height: 1), with: .white)
    #expect(canvas.surface.pixel(x: 5, y: 5) == 0xFFFF_FFFF)
    #expect(canvas.surface.pixel(x: 6, y: 6) == 0)
  }

  @Test func `clears to a color with its alpha`() throws {
    let canvas = try canvas(2, 1)
    canvas.clear(.white)
    canvas.clear(Color(white: 1, alpha: 0.5))
    #expect(distance(canvas.surface.pixels()[0], 0x8080_8080) <= 1)
    canvas.clear(.clear)
    #expect(canvas.surface.pixels() == [0, 0])
  }

  @Test func `rounds corners by at most half the shorter side`() throws {
    let canvas = try canvas()
    canvas.fill(Rect(x: 0, y: 0, width: 20, height: 10), cornerRadius: 99, with: .black)
    #expect(canvas.surface.pixel(x: 0, y: 0) == 0)
    #expect(canvas.surface.pixel(x: 0, y: 9) == 0)
    #expect(canvas.surface.pixel(x: 10, y: 0) == 0xFF00_0000)
    #expect(canvas.surface.pixel(x: 10, y: 9) == 0xFF00_0000)
  }

  @Test func `tiles an area with a small surface`() throws {
    let canvas = try canvas(9, 7)
    let cell = try noise(width: 2, height: 3)
    canvas.fill(PixelRect(x: 1, y: 1, width: 7, height: 5), repeating: cell, fromX: 1, y: 0)
    for y in 1..<6 {
      for x in 1..<8 {
        #expect(canvas.surface.pixel(x: x, y: y) == cell.pixel(x: (x + 1) % 2, y: y % 3))
      }
    }
    #expect(canvas.surface.pixel(x: 0, y: 0) == 0)
  }

  @Test(arguments: [Font.Family.sans, .mono])
  func `measures text as it draws it`(family: Font.Family) throws {
    let canvas = try canvas(200, 40)
    let font = Font(family, size: 16)
    let extents = canvas.measure("Hamburg", font: font)
    #expect(extents.width > 30 && extents.width < 120)
    #expect(extents.ascent > 8 && extents.descent > 1)
    canvas.draw("Hamburg", at: Point(10, 30), font: font, color: .black)
    let seen = canvas.surface.pixels().enumerated().filter { $0.element != 0 }.map(\.offset)
    let columns = seen.map { $0 % 200 }
    let rows = seen.map { $0 / 200 }
    #expect(try #require(columns.min()) >= 9)
    #expect(try #require(columns.max()) <= 11 + Int(extents.width))
    #expect(try #require(rows.min()) >= 29 - Int(extents.ascent))
    #expect(try #require(rows.max()) <= 31 + Int(extents.descent))
    #expect(canvas.measure("", font: font).width == 0)
  }

  @Test func `has one width for all monospaced letters`() throws {
    let canvas = try canvas()
    let widths = ["1", "8", "i", "W"].map { canvas.measure($0, font: Font(.mono, size: 12)).width }
    #expect(Set(widths).count == 1)
  }
}

@Suite struct `An indicator` {
  private let bar = Indicator(
    frame: Rect(x: 4, y: 4, width: 3, height: 12), cornerRadius: 1.5, color: .black,
    borderColor: .white, borderWidth: 1)

  private func pixels(_ indicator: Indicator) throws -> Surface {
    let surface = try Surface(imageOf: PixelSize(width: 20, height: 20), opaque: false)
    try Canvas(surface).draw(indicator)
    return surface
  }

  @Test func `is a bar with a border outside its frame`() throws {
    let surface = try pixels(bar)
    #expect(surface.pixel(x: 5, y: 10) == 0xFF00_0000)
    #expect(surface.pixel(x: 4, y: 10) == 0xFF00_0000)
    #expect(surface.pixel(x: 3, y: 10) == 0xFFFF_FFFF)
    #expect(surface.pixel(x: 7, y: 10) == 0xFFFF_FFFF)
    #expect(surface.pixel(x: 2, y: 10) == 0)
    #expect(surface.pixel(x: 8, y: 10) == 0)
    #expect(bar.bounds == Rect(x: 3, y: 3, width: 5, height: 14))
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func `is drawn with its opacity`(opacity: Double) throws {
    var indicator = bar
    indicator.opacity = opacity
    let pixel = try #require(pixels(indicator).pixel(x: 5, y: 10))
    #expect(abs(Int(pixel >> 24) - Int(opacity * 255)) <= 1)
  }

  @Test func `draws nothing outside its bounds`() throws {
    let surface = try pixels(bar)
    for y in 0..<20 {
      for x in 0..<20 where !bar.bounds.contains(Point(Double(x), Double(y))) {
        #expect(surface.pixel(x: x, y: y) == 0)
      }
    }
  }
}

@Suite struct `A rectangle of whole pixels` {
  @Test func `shares its rounded edges with its neighbors`() {
    for scale in stride(from: 0.3, to: 3, by: 0.0371) {
      var last: PixelRect?
      for column in 0..<50 {
        let rect = Rect(x: Double(column) * 10, y: 0, width: 10, height: 10) * scale
        let pixels = PixelRect(rounding: rect)
        if let last { #expect(last.maxX == pixels.x) }
        last = pixels
      }
    }
  }

  @Test func `never traps`() {
    let odd = Rect(x: -.infinity, y: .nan, width: .infinity, height: 1e300)
    #expect(
      PixelRect(rounding: odd).intersection(PixelRect(x: 0, y: 0, width: 5, height: 5)).x == 0)
  }
}
