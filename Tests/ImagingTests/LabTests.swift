import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `A TIFF file in Lab` {
  private let folder = ScratchFolder()

  /// A way to store a color: the numbers of a pixel, and what they are again as Lab.
  struct Coding: CustomTestStringConvertible, Sendable {
    var name: String
    var photometric: Int
    var bits: Int
    var format = 1
    /// What a lightness of 100 is, what a step of a difference is, and what differences of zero are.
    var scale: (Double, Double, Double)
    var zero = (0.0, 0.0)
    var testDescription: String { name }

    func number(_ value: Double, _ channel: Int) -> Double {
      switch channel {
      case 0: (value * scale.0 / 100).rounded()
      case 1: (value * scale.1 + zero.0).rounded()
      default: (value * scale.2 + zero.1).rounded()
      }
    }

    func value(_ number: Double, _ channel: Int) -> Double {
      switch channel {
      case 0: number * 100 / scale.0
      case 1: (number - zero.0) / scale.1
      default: (number - zero.1) / scale.2
      }
    }
  }

  static let codings = [
    Coding(name: "CIELAB of 8 bits", photometric: 8, bits: 8, scale: (255, 1, 1)),
    Coding(name: "CIELAB of 16 bits", photometric: 8, bits: 16, scale: (65535, 256, 256)),
    Coding(
      name: "CIELAB of 16 bits with signs", photometric: 8, bits: 16, format: 2,
      scale: (65535, 256, 256)),
    Coding(
      name: "ICC Lab of 8 bits", photometric: 9, bits: 8, scale: (255, 1, 1),
      zero: (128, 128)),
    Coding(
      name: "ICC Lab of 16 bits", photometric: 9, bits: 16, scale: (65280, 256, 256),
      zero: (32768, 32768)),
    Coding(
      name: "ITU Lab of 8 bits", photometric: 10, bits: 8,
      scale: (255, 255.0 / 170, 255.0 / 200), zero: (128, 96)),
  ]

  @Test(arguments: [(8, 8, 1), (16, 8, 1), (16, 8, 2), (8, 9, 1), (16, 9, 1)])
  func `has signed differences in its samples, but for ICC's`(
    bits: Int, photometric: Int, format: Int
  ) throws {
    let (dark, half) = (bits == 8 ? 200 : 49_023, 1 << (bits - 1))
    var page = TIFFBuilder.Page(size: PixelSize(width: 2, height: 1)) { _, _, channel in
      UInt64([dark, dark, half - 1][channel])
    }
    (page.photometric, page.bits, page.format) = (photometric, bits, format)
    let source = try ImageFile.open(folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif"))
    let reader = try #require(try source.sampleReader())
    let second = photometric == 8 ? dark - 2 * half : dark
    #expect(try reader.samples(x: 1, y: 0) { true } == [dark, second, half - 1].map(Double.init))
  }

  private func decode(_ page: TIFFBuilder.Page, isBigEndian: Bool = false) throws -> Decoded {
    let file = TIFFBuilder(pages: [page], isBigEndian: isBigEndian)
    return try Decoded(folder.write(file.bytes, to: "a\(UInt32.random(in: 0 ... .max))"))
  }

  /// Colors all over sRGB, black, grays and white among them.
  private static let colors: [[Double]] = {
    var random = SplitMix64(seed: 4)
    let greys = stride(from: 0.0, through: 100, by: 5).map { [$0, 0, 0] }
    let others = (0..<4000).map { _ in
      [
        Double.random(in: 0...100, using: &random), .random(in: -85...85, using: &random),
        .random(in: -75...100, using: &random),
      ]
    }
    return greys
      + others.filter { ColorFormulae.isWithin(ColorFormulae.light($0[0], $0[1], $0[2])) }
  }()

  private func expect(
    _ decoded: Decoded, _ colors: [[Double]], within tolerance: Int, isD65: Bool = false
  ) {
    #expect(decoded.error == nil && decoded.isOpaque && colors.count > 300)
    let wanted = colors.map {
      ColorFormulae.screen(ColorFormulae.light($0[0], $0[1], $0[2], isD65: isD65))
    }
    let worst = difference(decoded.pixels, wanted)
    #expect(worst <= tolerance, "\(worst) of 255")
  }

  @Test(arguments: codings, [false, true])
  func `has the colors of the formulae`(coding: Coding, isPlanar: Bool) throws {
    let numbers = Self.colors.map { color in (0..<3).map { coding.number(color[$0], $0) } }
    let size = PixelSize(width: numbers.count, height: 1)
    var page = TIFFBuilder.Page(size: size) { x, _, channel in
      UInt64(bitPattern: Int64(numbers[x][channel])) & (1 << UInt64(coding.bits) - 1)
    }
    (page.photometric, page.bits, page.format) = (coding.photometric, coding.bits, coding.format)
    page.isPlanar = isPlanar
    let stored = numbers.map { color in (0..<3).map { coding.value(color[$0], $0) } }
    for isBigEndian in [false, true] {
      let decoded = try decode(page, isBigEndian: isBigEndian)
      expect(decoded, stored, within: 1)
      #expect(decoded.info.color == coding.name.prefix { $0 != " " } + suffix(coding))
      // White, which libtiff's own conversion shows as yellow.
      #expect(decoded[20, 0] == 0xFFFF_FFFF && decoded[0, 0] == 0xFF00_0000)
    }
  }

  private func suffix(_ coding: Coding) -> String { coding.photometric == 8 ? "" : " Lab" }

  @Test(arguments: [32, 64])
  func `in floating point has the colors of the formulae`(bits: Int) throws {
    let colors = Self.colors
    var page = TIFFBuilder.Page(size: PixelSize(width: colors.count, height: 1)) { x, _, channel in
      let value = colors[x][channel]
      return bits == 32 ? UInt64(Float(value).bitPattern) : value.bitPattern
    }
    (page.photometric, page.bits, page.format) = (8, bits, 3)
    let decoded = try decode(page)
    expect(decoded, colors, within: 1)
    #expect(decoded.info.color == "CIELAB, floating")
  }

  @Test func `in floating point without a valid value shows some color`() throws {
    let values: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, .leastNonzeroMagnitude]
    var page = TIFFBuilder.Page(size: PixelSize(width: 36, height: 1)) { x, _, channel in
      UInt64(values[(channel == 0 ? x : x / 6) % 6].bitPattern)
    }
    (page.photometric, page.bits, page.format) = (8, 32, 3)
    #expect(try decode(page).error == nil)
  }

  @Test func `is relative to the file's white point`() throws {
    let colors = Self.colors.filter {
      $0[1] == 0 || ColorFormulae.isWithin(ColorFormulae.light($0[0], $0[1], $0[2], isD65: true))
    }
    var page = TIFFBuilder.Page(size: PixelSize(width: colors.count, height: 1)) { x, _, channel in
      UInt64(Float(colors[x][channel]).bitPattern)
    }
    (page.photometric, page.bits, page.format) = (8, 32, 3)
    page.white = [3127, 3290]
    let decoded = try decode(page)
    expect(decoded, colors, within: 1, isD65: true)
    #expect(decoded[20, 0] == 0xFFFF_FFFF)
    for white in [[0, 0], [3127, 0], [9000, 9000]] {
      page.white = white
      expect(try decode(page), colors, within: 1)
    }
  }

  @Test func `may have alpha, or L* alone`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 2, height: 1)) { x, _, channel in
      [255, 0, 0, x == 0 ? 255 : 51][channel]
    }
    (page.photometric, page.samples, page.extraSamples) = (8, 4, [2])
    let clear = try decode(page)
    #expect(clear.pixels == [0xFFFF_FFFF, 0x3333_3333])
    #expect(clear.info.color == "CIELAB with alpha")
    (page.samples, page.extraSamples) = (1, [])
    page.sample = { x, _, _ in x == 0 ? 255 : 137 }
    let gray = try decode(page)
    #expect(gray.info.color == "CIELAB, lightness alone")
    let middle = ColorFormulae.screen(ColorFormulae.light(137 / 2.55, 0, 0))
    #expect(gray[0, 0] == 0xFFFF_FFFF && difference(gray[1, 0], middle) <= 1)
  }
}
