import CCodecs
import OverscrollBase
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `A picture that would show little` {
  private let folder = ScratchFolder()

  private static let size = PixelSize(width: 40, height: 30)

  /// What a file of a kind holds.
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    var bits = 16
    /// TIFF's: 1 unsigned, 2 signed, 3 floating; `nil` for other formats.
    var format: Int?
    /// The samples that hardly show anything: black and white, a step of a ramp apart.
    var low = 200.0
    var high = 1999.0
    var testDescription: String { name }
  }

  private static let kinds = [
    Kind(name: "16.pgm"), Kind(name: "16.png"), Kind(name: "u16.tif", format: 1),
    Kind(name: "i16.tif", format: 2), Kind(name: "negative.tif", format: 2, low: -500, high: 1500),
    Kind(name: "u32.tif", bits: 32, format: 1), Kind(name: "f32.tif", bits: 32, format: 3),
    Kind(name: "f64.tif", bits: 64, format: 3, low: 20_240_101.2, high: 20_240_102.7),
    Kind(name: "f16.tif", bits: 16, format: 3, low: 2, high: 40),
  ]

  private func bits(_ value: Double, _ kind: Kind) -> UInt64 {
    switch (kind.format, kind.bits) {
    case (3, 64): value.bitPattern
    case (3, 32): UInt64(Float(value).bitPattern)
    // Half precision: the fraction's ten bits.
    case (3, _):
      UInt64((Int(value.exponent) + 15) << 10 | Int((value.significand - 1) * 1024))
    default: UInt64(bitPattern: Int64(value)) & UInt64.max >> UInt64(64 - kind.bits)
    }
  }

  /// Writes a ramp over all pixels, with another value where `hole` is true.
  private func write(
    _ kind: Kind, noData: String = "", hole: Double? = nil,
    isHole: @escaping (Int, Int) -> Bool = { _, _ in false }
  ) throws -> String {
    let (size, last) = (Self.size, Double(Self.size.width * Self.size.height - 1))
    func value(_ x: Int, _ y: Int) -> Double {
      if let hole, isHole(x, y) { return hole }
      return kind.low + Double(y * size.width + x) / last * (kind.high - kind.low)
    }
    func bytes(_ y: Int) -> [UInt8] {
      (0..<size.width).flatMap { x -> [UInt8] in
        [UInt8(Int(value(x, y)) >> 8), UInt8(Int(value(x, y)) & 0xFF)]
      }
    }
    guard let format = kind.format else {
      if kind.name.hasSuffix("png") {
        let path = folder.file(kind.name)
        PNGFile(
          size: size, colorType: PNG_COLOR_TYPE_GRAY, depth: 16,
          rows: (0..<size.height).map(bytes)
        ).write(to: path)
        return path
      }
      let head = Array("P5 \(size.width) \(size.height) 65535\n".utf8)
      return folder.write(head + (0..<size.height).flatMap(bytes), to: kind.name)
    }
    var page = TIFFBuilder.Page(size: size) { x, y, _ in bits(value(x, y), kind) }
    (page.photometric, page.samples, page.bits, page.format) = (1, 1, kind.bits, format)
    page.noData = noData
    return folder.write(TIFFBuilder(pages: [page]).bytes, to: kind.name)
  }

  private func open(_ path: String, _ tone: Tone = .asNeeded) throws -> any ImageSource {
    var limits = ImageLimits()
    limits.tone = tone
    return try ImageFile.open(path, limits: limits)
  }

  private func levels(_ source: any ImageSource) -> Int {
    Set(Decoded(source).pixels.filter { $0 >> 24 == 255 }).count
  }

  @Test(arguments: kinds) func `is stretched by itself`(kind: Kind) throws {
    let source = try open(write(kind))
    let tone = try #require(source.info.tone)
    let slack = (kind.high - kind.low) / 100
    #expect(abs(tone.lowerBound - kind.low) <= slack && abs(tone.upperBound - kind.high) <= slack)
    let pixels = Decoded(source).pixels
    #expect(pixels.first == 0xFF00_0000 && pixels.last == 0xFFFF_FFFF)
    #expect(levels(source) > 200)
    #expect(!source.info.hasAlpha)
    // What is asked for always wins.
    let plain = try open(write(kind), .none)
    #expect(plain.info.tone == nil && levels(plain) <= 17)
    #expect(try open(write(kind), .range(0...9)).info.tone == 0...9)
    #expect(try levels(open(write(kind), .auto)) > 200)
  }

  @Test(arguments: kinds)
  func `has no data where many samples are the least or the greatest`(kind: Kind) throws {
    let width = kind.high - kind.low
    let isSmall = (0...1000).contains(kind.low)
    for hole in [isSmall ? kind.low / 2 : kind.low - width / 4, kind.high + width * 4] {
      let path = try write(kind, hole: hole) { x, _ in x < 16 }
      for tone in [Tone.asNeeded, .auto, .range(kind.low...kind.high)] {
        let source = try open(path, tone)
        #expect(source.info.hasAlpha, "\(hole)")
        let color = source.info.color
        #expect(color.contains(", no data at ") && color.hasSuffix(" (guessed)"), "\(color)")
        let shown = Decoded(source)
        #expect(shown[3, 5] == 0 && shown[15, 20] == 0 && shown[16, 5] >> 24 == 255, "\(hole)")
        #expect(levels(source) > 170, "\(hole), \(tone)")
      }
    }
  }

  @Test(arguments: kinds.filter { $0.format != nil })
  func `doesn't count what GDAL's tag names, which is transparent`(kind: Kind) throws {
    let hole = kind.format == 1 ? 7.0 : kind.bits == 16 && kind.format == 3 ? 1 : -9999
    for tone in [Tone.asNeeded, .auto, .none, .range(kind.low...kind.high)] {
      let source = try open(
        write(kind, noData: "\(Int(hole))", hole: hole) { x, y in x < 2 && y < 9 }, tone)
      let shown = Decoded(source)
      #expect(source.info.hasAlpha && shown[1, 8] == 0 && shown[2, 8] >> 24 == 255)
      #expect(source.info.color.hasSuffix(", no data at \(Int(hole))"))
      if tone != .none { #expect(levels(source) > 200, "\(tone)") }
    }
  }

  @Test(arguments: ["nan", ""], [32, 64])
  func `has no data where samples are no numbers, whether or not a tag says so`(
    tag: String, bits: Int
  ) throws {
    let kind = Kind(name: "nan.tif", bits: bits, format: 3)
    let path = try write(kind, noData: tag, hole: .nan) { x, y in x == y }
    let ramp = ChannelMix([ChannelMix.Part(channel: 0)], ramp: .viridis)
    for tone in [Tone.asNeeded, .auto, .none, .range(0...3000), .mix(ramp)] {
      let source = try open(path, tone)
      #expect(source.info.hasAlpha && source.info.samples?.isNoData([.nan]) == true)
      #expect(Decoded(source)[4, 4] == 0 && Decoded(source)[5, 4] >> 24 == 0xFF, "\(tone)")
    }
    let source = try open(path)
    #expect(levels(source) > 200)
    #expect(source.info.color == "gray, floating, no data at NaN")
    // What is infinite is measured.
    let bright = try write(kind, noData: tag, hole: .infinity) { x, y in x == y }
    #expect(Decoded(try open(bright))[4, 4] == 0xFFFF_FFFF)
  }

  @Test func `has the range of the first page where what is no number is on others only`() throws {
    let pages = [false, true].map { isHole in
      var page = TIFFBuilder.Page(size: Self.size) { x, y, _ in
        UInt64((isHole && x == y ? Float.nan : Float(200 + (isHole ? 2 : 1) * (x + y))).bitPattern)
      }
      (page.photometric, page.samples, page.bits, page.format) = (1, 1, 32, 3)
      return page
    }
    let path = folder.write(TIFFBuilder(pages: pages).bytes, to: "stack.tif")
    let (first, second) = (try open(path).info, try ImageFile.open(FilePath(path), page: 1).info)
    #expect(!first.hasAlpha && second.hasAlpha && first.tone != nil && first.tone == second.tone)
  }

  @Test func `is one that uses less than a quarter of what is possible`() throws {
    let (quarter, less) = (16_384.0, 16_383.0)
    for kind in [Kind(name: "a.pgm"), Kind(name: "a.png"), Kind(name: "a.tif", format: 1)] {
      var kind = kind
      (kind.low, kind.high) = (0, quarter * 1.01)
      #expect(try open(write(kind)).info.tone == nil, "\(kind.name)")
      (kind.low, kind.high) = (0, less)
      #expect(try open(write(kind)).info.tone != nil, "\(kind.name)")
    }
    // In floating point it is also one beyond zero to one.
    for (low, high, isStretched) in [
      (0, 1, false), (-0.05, 1.05, false), (0, 1.2, true), (-0.2, 1, true), (0.4, 0.6, true),
    ] {
      let kind = Kind(name: "f.tif", bits: 32, format: 3, low: low, high: high)
      #expect(try (open(write(kind)).info.tone != nil) == isStretched, "\(low) to \(high)")
    }
  }

  @Test func `is shown as it is if the file defines its colors`() throws {
    var page = TIFFBuilder.Page(size: Self.size) { x, y, _ in UInt64(x + y) }
    (page.photometric, page.samples, page.bits) = (1, 1, 16)
    page.profile = Profiles.linearGrey
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "icc.tif")
    #expect(try open(path).info.tone == nil)
    let rows = (0..<Self.size.height).map { y in
      (0..<Self.size.width).flatMap { x -> [UInt8] in [0, UInt8(x + y)] }
    }
    var file = PNGFile(size: Self.size, colorType: PNG_COLOR_TYPE_GRAY, depth: 16, rows: rows)
    for (gamma, isStretched) in [(nil, true), (1 / 2.2, true), (1.0, false)] as [(Double?, Bool)] {
      file.gamma = gamma
      let png = folder.file("gamma.png")
      file.write(to: png)
      #expect(try (open(png).info.tone != nil) == isStretched)
    }
  }

  @Test func `has the range of the first page on all pages like it`() throws {
    func page(_ bits: Int, _ scale: Int) -> TIFFBuilder.Page {
      var page = TIFFBuilder.Page(size: Self.size) { x, y, _ in UInt64(scale * (1 + x + y)) }
      (page.photometric, page.samples, page.bits) = (1, 1, bits)
      return page
    }
    let file = TIFFBuilder(pages: [page(16, 10), page(16, 30), page(32, 1)])
    let path = folder.write(file.bytes, to: "stack.tif")
    let first = try #require(try open(path).info.tone)
    #expect(try ImageFile.open(FilePath(path), page: 1).info.tone == first)
    #expect(try ImageFile.open(FilePath(path), page: 2).info.tone != first)
    // The full range of the first page counts as well.
    let bright = TIFFBuilder(pages: [page(16, 600), page(16, 30)])
    let other = folder.write(bright.bytes, to: "bright.tif")
    #expect(try ImageFile.open(FilePath(other), page: 1).info.tone == nil)
    #expect(try ImageFile.open(other).info.tone == nil)
  }

  @Test(arguments: [Tone.asNeeded, .auto])
  func `is compared with the same range on all sides`(tone: Tone) throws {
    let one = try write(Kind(name: "1.tif", format: 1, low: 200, high: 1000))
    let other = try write(Kind(name: "2.png", low: 500, high: 1500))
    let bright = try write(Kind(name: "3.png", low: 0, high: 65_535))
    func ranges(_ paths: String...) throws -> [ClosedRange<Double>?] {
      try paths.map { try open($0, .none) }.toned(to: tone).map(\.info.tone)
    }
    let found = try ranges(one, other)
    let range = try #require(found[0])
    #expect(found[1] == range && range.lowerBound < 210 && range.upperBound > 1490)
    #expect(try ranges(one, one, other) == [range, range, range])
    if tone == .asNeeded {
      #expect(try ranges(one, bright) == [nil, nil])
      #expect(try ranges(one, other, bright) == [nil, nil, nil])
    }
    let fixed = try [open(one, .none), open(bright, .none)].toned(to: .range(5...6))
    #expect(fixed.map(\.info.tone) == [5...6, 5...6])
  }

  @Test(arguments: ["strips", "tiles", "levels", "large strips"], [false, true])
  func `is transparent where a mask in or by it is empty`(layout: String, isBeside: Bool) throws {
    let size =
      layout == "large strips"
      ? PixelSize(width: 3000, height: 1500) : PixelSize(width: 300, height: 200)
    func page(_ size: PixelSize, isMask: Bool, isReduced: Bool = false) -> TIFFBuilder.Page {
      var page = TIFFBuilder.Page(size: size) { x, y, _ in
        isMask ? (x < size.width / 2 ? 0 : 1) : UInt64(x < size.width / 2 ? 9 : 1000 + x)
      }
      (page.photometric, page.samples, page.bits) = isMask ? (4, 1, 1) : (1, 1, 16)
      // That of another file need not say what it is.
      (page.isMask, page.isReduced) = (isMask && !isBeside, isReduced)
      if ["tiles", "levels"].contains(layout) { page.tile = PixelSize(width: 128, height: 128) }
      if layout == "large strips" { page.rowsPerStrip = size.height }
      return page
    }
    var pages = [page(size, isMask: false), page(size, isMask: true)]
    if layout == "levels" {
      let half = PixelSize(width: 150, height: 100)
      pages += [
        page(half, isMask: false, isReduced: true), page(half, isMask: true, isReduced: true),
      ]
    }
    if isBeside {
      let masks = pages.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      pages = pages.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      _ = folder.write(TIFFBuilder(pages: [masks[0]]).bytes, to: "mask.tif.msk")
      let overviews = TIFFBuilder(pages: Array(masks.dropFirst())).bytes
      if masks.count > 1 { _ = folder.write(overviews, to: "mask.tif.msk.ovr") }
    }
    let source = try open(folder.write(TIFFBuilder(pages: pages).bytes, to: "mask.tif"))
    if layout == "levels" {
      guard case .tiles = source.access else {
        Issue.record("no tiles")
        return
      }
    }
    #expect(source.info.hasAlpha && source.info.data?.loss == "a mask")
    // What is hidden doesn't count.
    #expect(try #require(source.info.tone).lowerBound >= 1000)
    let shown = Decoded(source)
    let (left, right) = (size.width / 2 - 1, size.width / 2)
    #expect(shown[0, 0] == 0 && shown[left, size.height - 1] == 0)
    #expect(shown[right, 0] >> 24 == 255 && shown[size.width - 1, 9] == 0xFFFF_FFFF)
    if layout == "levels" {
      let coarse = shown.tiles[TileKey(level: 1, column: 0, row: 0)]
      #expect(coarse.map { $0[74, 50] } == 0 && coarse.map { $0[75, 50] >> 24 } == 255)
    }
  }
}
