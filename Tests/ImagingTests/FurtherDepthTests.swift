import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollBase
@testable import OverscrollImaging

/// Files of the program `overscroll-load` with samples of more than 8 bits.
@Suite struct `A file of a further format with more than 8 bits` {
  private static let loaders = LoaderProgram.installed(isConfined: true).map(Loaders.init)
  private static let size = PixelSize(width: 40, height: 30)

  private let programs = OtherPrograms(folder: ScratchFolder())
  private var folder: ScratchFolder { programs.folder }

  private func open(_ name: String, _ tone: Tone = .asNeeded) throws -> any ImageSource {
    let loaders = try #require(Self.loaders, "the program is missing")
    var limits = ImageLimits()
    limits.tone = tone
    return try ImageFile.open(FilePath(folder.file(name)), limits: limits, by: loaders)
  }

  private func channels(_ pixel: UInt32) -> [Int] {
    [16, 8, 0].map { Int(pixel >> UInt32($0) & 0xFF) }
  }

  private func levels(_ source: any ImageSource) -> Int {
    Set(Decoded(source).pixels.filter { $0 >> 24 == 255 }).count
  }

  // MARK: Numbers

  /// What a file holds: a ramp over all pixels, from black to white.
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    /// The bits, or FITS's depth.
    var depth = 16
    var low = 200.0
    var high = 1999.0
    var cards: [String] = []
    /// How far numbers may be from those that were to be written: ImageMagick's JPEG 2000 is not exact.
    var slack = 0.0
    var testDescription: String { name }

    var isWhole: Bool { depth > 0 && !name.hasSuffix("exr") }

    func value(_ x: Int, _ y: Int) -> Double {
      let value =
        low + Double(y * size.width + x) / Double(size.width * size.height - 1) * (high - low)
      return isWhole ? value.rounded() : value
    }
  }

  private static let unsigned = [
    "BZERO   =                32768", "BSCALE  =                    1",
  ]
  private static let kinds = [
    Kind(name: "16.jp2"), Kind(name: "12.jp2", depth: 12, low: 100, high: 900, slack: 2),
    Kind(name: "i16.fits", low: -500, high: 1500),
    Kind(name: "u16.fits", low: 40_000, high: 42_000, cards: unsigned),
    Kind(name: "i32.fits", depth: 32, low: -70_000, high: 900_000),
    Kind(name: "f32.fits", depth: -32), Kind(name: "y.exr", depth: 32, low: 3, high: 70),
    Kind(name: "f64.fits", depth: -64, low: 20_240_101.2, high: 20_240_102.7),
  ]

  private func write(
    _ kind: Kind, hole: Double? = nil, isHole: (Int, Int) -> Bool = { _, _ in false }
  )
    throws
  {
    func value(_ x: Int, _ y: Int) -> Double {
      if let hole, isHole(x, y) { return hole }
      return kind.value(x, y)
    }
    let size = Self.size
    if kind.name.hasSuffix("fits") {
      let zero = kind.cards.isEmpty ? 0.0 : 32_768
      withoutActuallyEscaping(value) { value in
        let file = FITSFile(size: size, depth: kind.depth, cards: kind.cards) {
          value($0, $1) - zero
        }
        _ = folder.write(file.bytes, to: kind.name)
      }
    } else if kind.name.hasSuffix("exr") {
      withoutActuallyEscaping(value) { value in
        let file = EXRFile(size: size, channels: ["Y": { Float(value($0, $1)) }])
        _ = folder.write(file.bytes, to: kind.name)
      }
    } else {
      var bytes = Array("P5 \(size.width) \(size.height) \(1 << kind.depth - 1)\n".utf8)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let number = Int(value(x, y))
          bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
        }
      }
      _ = folder.write(bytes, to: "a.pgm")
      try programs.run(
        kind.depth == 16
          ? "vips jp2ksave @a.pgm @\(kind.name) --lossless"
          : "convert @a.pgm -depth \(kind.depth) @\(kind.name)")
    }
  }

  @Test(arguments: kinds)
  func `is stretched by itself where it would show little`(kind: Kind) throws {
    try write(kind)
    let source = try open(kind.name)
    let tone = try #require(source.info.tone)
    let slack = (kind.high - kind.low) / 100
    #expect(abs(tone.lowerBound - kind.low) <= slack && abs(tone.upperBound - kind.high) <= slack)
    #expect(source.info.samples?.takesTone == true && source.info.bitsPerChannel == abs(kind.depth))
    let decoded = Decoded(source)
    #expect(decoded.error == nil && decoded.isWhole)
    let scale = 255 / (tone.upperBound - tone.lowerBound)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let level = min(max((kind.value(x, y) - tone.lowerBound) * scale, 0), 255)
        let found = channels(decoded[x, y])
        #expect(
          Set(found).count == 1 && abs(Double(found[0]) - level) <= 1 + kind.slack * scale,
          "\(x), \(y)")
      }
    }
    // What is asked for always wins.
    let plain = try open(kind.name, .none)
    #expect(plain.info.tone == nil && levels(plain) <= 60)
    #expect(try open(kind.name, .range(0...9)).info.tone == 0...9)
    #expect(try levels(open(kind.name, .auto)) > 200)
  }

  @Test(arguments: kinds) func `has samples as they are stored`(kind: Kind) throws {
    try write(kind)
    let reader = try #require(try open(kind.name).sampleReader())
    for (x, y) in [(0, 0), (39, 29), (7, 11), (8, 11), (3, 2)] {
      let found = try #require(try reader.samples(x: x, y: y) { true }.first)
      let expected = kind.value(x, y)
      // The library for OpenEXR makes half precision of all samples.
      let tolerance = kind.name.hasSuffix("exr") ? 1e-3 : 1e-6
      #expect(abs(found - expected) <= max(abs(expected) * tolerance, kind.slack), "\(x), \(y)")
    }
    let other = try #require(try open(kind.name).sampleReader())
    #expect(try other.samples(x: 0, y: 29) { false } == [])
  }

  @Test(arguments: kinds) func `has no data where many samples are the least`(kind: Kind) throws {
    let hole = kind.low - (kind.high - kind.low) / 4
    try write(kind, hole: kind.isWhole ? max(hole.rounded(), kind.low < 0 ? hole : 0) : hole) {
      x, _ in
      x < 16
    }
    for tone in [Tone.asNeeded, .auto] {
      let source = try open(kind.name, tone)
      let shown = Decoded(source)
      #expect(source.info.hasAlpha && shown[3, 5] == 0 && shown[15, 20] == 0)
      #expect(shown[16, 5] >> 24 == 255 && levels(source) > 170)
    }
  }

  @Test func `has no data where FITS defines it`() throws {
    let float = Kind(name: "nan.fits", depth: -32)
    try write(float, hole: .nan) { $0 == $1 }
    for tone in [Tone.asNeeded, .auto, .none, .range(0...3000)] {
      let shown = Decoded(try open("nan.fits", tone))
      #expect(shown[4, 4] == 0 && shown[5, 4] >> 24 == 255, "\(tone)")
    }
    var blank = Kind(name: "blank.fits", low: 40_000, high: 42_000, cards: Self.unsigned)
    // The number is that of the file, without its zero.
    blank.cards.append("BLANK   =               -32761 / no data")
    try write(blank, hole: 7) { $0 == $1 }
    let source = try open("blank.fits")
    #expect(source.info.hasAlpha && Decoded(source)[4, 4] == 0)
    #expect(source.info.color == "gray, no data at 7")
    #expect(try #require(source.info.tone).lowerBound >= 40_000)
  }

  @Test func `is shown as it is where it shows enough`() throws {
    for (name, depth) in [("a.jp2", 16), ("b.jp2", 12)] {
      let greatest = Double(1 << depth - 1)
      let kind = Kind(name: name, depth: depth, low: 0, high: greatest)
      try write(kind)
      let source = try open(name)
      #expect(source.info.tone == nil)
      let shown = Decoded(source)
      for (x, y) in [(0, 0), (39, 29), (20, 15)] {
        #expect(abs(Double(channels(shown[x, y])[0]) - kind.value(x, y) * 255 / greatest) <= 1)
      }
    }
  }

  @Test func `is compared with the same range on both sides`() throws {
    try write(Kind(name: "1.jp2", low: 200, high: 1000))
    try write(Kind(name: "2.fits", depth: -32, low: 500, high: 1500))
    let pair = try [open("1.jp2", .none), open("2.fits", .none)].toned(to: .asNeeded)
    let tone = try #require(pair[0].info.tone)
    #expect(
      pair[1].info.tone == tone && abs(tone.lowerBound - 200) < 9 && abs(tone.upperBound - 1500) < 9
    )
  }

  // MARK: Light

  /// Colors of sRGB, and what they are as light of which white is 1.
  private static let patches: [[UInt8]] = [
    [150, 90, 60], [80, 160, 90], [70, 90, 170], [160, 150, 70], [128, 128, 128], [200, 120, 140],
    [0, 0, 0], [30, 30, 30], [255, 255, 255], [250, 251, 252],
  ]

  /// Writes colors of light, from the left, and one of eight times white's.
  private func write(_ name: String, alpha: Float? = nil) {
    let colors = Self.patches.map { $0.map(ColorFormulae.light) } + [[8, 4, 2]]
    let size = PixelSize(width: colors.count, height: 3)
    if name.hasSuffix("hdr") {
      _ = folder.write(RadianceFile.bytes(size) { x, _ in colors[x] }, to: name)
      return
    }
    var file = EXRFile(size: size, channels: [:])
    for (index, channel) in ["R", "G", "B"].enumerated() {
      file.channels[channel] = { x, _ in Float(colors[x][index]) * (alpha ?? 1) }
    }
    if let alpha { file.channels["A"] = { _, _ in alpha } }
    _ = folder.write(file.bytes, to: name)
  }

  @Test(arguments: ["a.exr", "a.hdr"]) func `is light of a high dynamic range`(name: String) throws
  {
    write(name)
    let source = try open(name)
    #expect(source.info.color == "RGB, HDR (linear), mapped" && source.info.exposure == 0)
    #expect(source.info.tone == nil && source.info.colorSource == "linear light")
    let shown = Decoded(source)
    for (index, patch) in Self.patches.enumerated() {
      for y in 0..<3 {
        let found = channels(shown[index, y])
        #expect(zip(found, patch).allSatisfy { abs($0 - Int($1)) <= 3 }, "\(patch): \(found)")
      }
    }
    // The hue stays that of a highlight: half of white's light is 188 in sRGB, a quarter 137.
    let highlight = channels(shown[10, 0])
    #expect(highlight[0] >= 252 && abs(highlight[1] - 188) <= 3 && abs(highlight[2] - 137) <= 3)
    let darker = try open(name, .exposure(-2))
    #expect(darker.info.exposure == -2)
    let found = Decoded(darker)
    #expect(abs(channels(found[8, 0])[0] - 137) <= 2 && abs(channels(found[10, 0])[2] - 137) <= 2)
    let plain = try open(name, .range(0...8))
    #expect(
      plain.info.tone == 0...8 && plain.info.exposure == nil && plain.info.color == "RGB, floating")
    // Radiance's numbers of 8 bits mean the middles of their steps.
    let shownPlain = channels(Decoded(plain)[10, 0])
    #expect(zip(shownPlain, [255, 128, 64]).allSatisfy { abs($0 - $1) <= 1 }, "\(shownPlain)")
  }

  @Test(arguments: ["-Y+X", "-Y-X", "+Y-X", "+Y+X", "+X-Y", "-X-Y", "-X+Y", "+X+Y"])
  func `has its rows and columns in the order of Radiance's header`(order: String) throws {
    let size = PixelSize(width: 5, height: 3)
    let isTurned = order.hasPrefix("+X") || order.hasPrefix("-X")
    let stored = isTurned ? PixelSize(width: 3, height: 5) : size
    // The place in the picture of one that is stored.
    func place(_ x: Int, _ y: Int) -> (Int, Int) {
      let (across, down) = isTurned ? (y, x) : (x, y)
      return (
        order.contains("-X") ? size.width - 1 - across : across,
        order.contains("+Y") ? size.height - 1 - down : down
      )
    }
    var bytes = RadianceFile.bytes(stored) { x, y in
      let (across, down) = place(x, y)
      return [Double(across + 1) / 8, Double(down + 1) / 8, 0.5]
    }
    let line = "\(order.prefix(2)) \(stored.height) \(order.suffix(2)) \(stored.width)"
    let usual = Array("-Y \(stored.height) +X \(stored.width)".utf8)
    bytes.replaceSubrange(try #require(bytes.firstRange(of: usual)), with: Array(line.utf8))
    _ = folder.write(bytes, to: "a.hdr")
    let shown = Decoded(try open("a.hdr"))
    #expect(shown.info.size == size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let light = [Double(x + 1) / 8, Double(y + 1) / 8, 0.5]
        let expected = channels(ColorFormulae.screen(light))
        #expect(zip(channels(shown[x, y]), expected).allSatisfy { abs($0 - $1) <= 1 }, "\(x), \(y)")
      }
    }
  }

  @Test func `is light that is multiplied by alpha in OpenEXR`() throws {
    write("half.exr", alpha: 0.5)
    let source = try open("half.exr")
    #expect(source.info.hasAlpha && source.info.color == "RGB with alpha, HDR (linear), mapped")
    let shown = Decoded(source)
    for (index, patch) in Self.patches.enumerated() {
      let pixel = shown[index, 1]
      #expect(pixel >> 24 == 128)
      let expected = patch.map { Int($0) * 128 / 255 }
      #expect(zip(channels(pixel), expected).allSatisfy { abs($0 - $1) <= 2 }, "\(patch)")
    }
  }

  @Test func `is held in memory where a library holds it as a whole`() throws {
    // Of 16 bytes a pixel, libvips would put more than 100 megabytes into a file.
    try programs.run("convert -size 3000x2400 gradient: @large.exr")
    guard case .rows(let rows) = try open("large.exr").access else { return }
    let builder = PyramidBuilder(rows.info) { _, _ in }
    try rows.decode(into: builder) { builder.rowCount < 8 }
    #expect(builder.rowCount == 8)
    builder.abandon()
  }

  @Test func `has its own primaries in OpenEXR`() throws {
    let light = [0.2, 0.5, 0.3]
    var file = EXRFile(size: PixelSize(width: 1, height: 1), channels: [:])
    for (index, channel) in ["R", "G", "B"].enumerated() {
      file.channels[channel] = { _, _ in Float(light[index]) }
    }
    file.chromaticities = [0.708, 0.292, 0.170, 0.797, 0.131, 0.046, 0.3127, 0.3290]
    _ = folder.write(file.bytes, to: "2020.exr")
    let expected = ColorFormulae.screen(ColorFormulae.product(ColorFormulae.from2020, light))
    let found = Decoded(try open("2020.exr"))[0, 0]
    #expect(zip(channels(found), channels(expected)).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func `has no colors in OpenEXR where its channels are others`() throws {
    let file = EXRFile(size: Self.size, channels: ["Z": { _, _ in 1 }, "N.x": { _, _ in 2 }])
    _ = folder.write(file.bytes, to: "depth.exr")
    let error = #expect(throws: ImagingError.self) { try open("depth.exr") }
    #expect(
      error?.reason
        == "this OpenEXR picture has no colors, only N.x, Z; Krita and Blender open it")
  }

  // MARK: Code points

  /// The numbers of `pq10.avif`, of 10 bits, in squares of 16 pixels: the patches as PQ in BT.2020.
  private static let codes = [
    [442, 379, 315], [415, 479, 386], [357, 369, 491], [477, 472, 355], [438, 438, 438],
    [507, 438, 456], [0, 0, 0], [210, 210, 210], [594, 594, 594], [590, 590, 591],
  ]

  struct Points: CustomTestStringConvertible, Sendable {
    var primaries: UInt8
    var transfer: UInt8
    var color: String
    var source: String
    var testDescription: String { "\(primaries)/\(transfer)" }

    var matrix: [[Double]]? {
      primaries == 9 ? ColorFormulae.from2020 : primaries == 12 ? ColorFormulae.fromP3 : nil
    }

    /// Light of which white is 1, on a screen of 1000 cd/m² for HLG.
    func light(_ code: [Int]) -> [Double] {
      let values = code.map { Double($0) / 1023 }
      switch transfer {
      case 16:
        return values.map { value in
          let power = pow(value, 1 / 78.84375)
          let part = max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)
          return pow(part, 1 / 0.1593017578125) * 10_000 / 203
        }
      case 18:
        let scene = values.map { value in
          value <= 0.5
            ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
        let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
        return scene.map { $0 * pow(luminance, 0.2) * 1000 / 203 }
      default:
        return values.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      }
    }
  }

  @Test(arguments: [
    Points(
      primaries: 9, transfer: 16, color: "RGB, HDR (PQ), mapped", source: "cICP 9/16/0/1 (PQ)"),
    Points(
      primaries: 9, transfer: 18, color: "RGB, HDR (HLG), mapped", source: "cICP 9/18/0/1 (HLG)"),
    Points(
      primaries: 12, transfer: 16, color: "RGB, HDR (PQ), mapped", source: "cICP 12/16/0/1 (PQ)"),
    Points(primaries: 12, transfer: 13, color: "RGB", source: "cICP 12/13/0/1"),
    Points(primaries: 9, transfer: 1, color: "RGB", source: "cICP 9/13/0/1"),
    Points(primaries: 1, transfer: 13, color: "RGB", source: "sRGB, by nclx"),
    Points(primaries: 2, transfer: 2, color: "RGB", source: "sRGB, by nclx"),
  ]) func `is converted by the code points of its container`(points: Points) throws {
    var bytes = ScratchFolder.read(CasePicture.folder + "pq10.avif")
    let place = try #require(bytes.firstRange(of: Array("nclx".utf8))?.upperBound)
    (bytes[place + 1], bytes[place + 3]) = (points.primaries, points.transfer)
    _ = folder.write(bytes, to: "a.avif")
    let source = try open("a.avif")
    #expect(source.info.color == points.color && source.info.colorSource == points.source)
    #expect(source.info.bitsPerChannel == 10 && source.info.tone == nil)
    let shown = Decoded(source)
    var count = 0
    for (index, code) in Self.codes.enumerated() {
      let light = points.light(code)
      let screen = points.matrix.map { ColorFormulae.product($0, light) } ?? light
      guard
        ColorFormulae.isWithin(screen.map { $0 - 0.001 })
          || screen.allSatisfy({ $0 < 1 && $0 > -1e-3 })
      else { continue }
      count += 1
      let (found, expected) = (
        channels(shown[16 * index + 8, 8]), channels(ColorFormulae.screen(screen))
      )
      #expect(
        zip(found, expected).allSatisfy { abs($0 - $1) <= 3 }, "\(code): \(found), \(expected)")
    }
    #expect(count >= 5)
    let reader = try #require(try source.sampleReader())
    #expect(try reader.samples(x: 24, y: 8) { true } == Self.codes[1].map { Double($0) })
  }

  @Test func `is converted by the code points that JPEG XL has`() throws {
    let width = 8 * Self.codes.count
    var bytes = Array("P6 \(width) 8 65535\n".utf8)
    for _ in 0..<8 {
      for x in 0..<width {
        for code in Self.codes[x / 8] {
          let value = code * 65_535 / 1023
          bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
      }
    }
    _ = folder.write(bytes, to: "a.ppm")
    try programs.run("cjxl @a.ppm @a.jxl -d 0 -x color_space=RGB_D65_202_Rel_PeQ")
    let source = try open("a.jxl")
    #expect(source.info.color == "RGB, HDR (PQ), mapped")
    let shown = Decoded(source)
    for (index, patch) in Self.patches.enumerated() {
      let found = channels(shown[8 * index + 4, 4])
      #expect(zip(found, patch).allSatisfy { abs($0 - Int($1)) <= 3 }, "\(patch): \(found)")
    }
  }

  @Test func `is light in floating point where the profile of JPEG XL is linear`() throws {
    write("a.hdr")
    try programs.run("vips rad2float @a.hdr @a.v")
    for (name, alpha) in [("a.jxl", ""), ("b.jxl", " 0.5")] {
      let source = alpha.isEmpty ? "a.v" : "b.v"
      if !alpha.isEmpty { try programs.run("vips bandjoin_const @a.v @b.v\(alpha)") }
      try programs.run("vips jxlsave @\(source) @\(name) --distance 0.01 --effort 3")
      let picture = try open(name)
      let color = alpha.isEmpty ? "RGB" : "RGB with alpha"
      #expect(picture.info.color == "\(color), HDR (linear), mapped")
      let shown = Decoded(picture)
      let share = alpha.isEmpty ? 255 : 128
      for (index, patch) in Self.patches.enumerated() {
        let pixel = shown[index, 1]
        #expect(pixel >> 24 == share)
        let expected = patch.map { Int($0) * share / 255 }
        #expect(
          zip(channels(pixel), expected).allSatisfy { abs($0 - $1) <= 4 },
          "\(patch): \(channels(pixel))")
      }
    }
  }

  @Test func `has as many levels as it stores before its colors are the screen's`() throws {
    // A linear ramp over the darkest twentieth: 8 bits first would leave 13 levels.
    var bytes = Array("P6 256 16 65535\n".utf8)
    for _ in 0..<16 {
      for x in 0..<256 {
        let value = x * 65_535 / 20 / 255
        for _ in 0..<3 { bytes += [UInt8(value >> 8), UInt8(value & 0xFF)] }
      }
    }
    _ = folder.write(bytes, to: "a.ppm")
    try programs.run("cjxl @a.ppm @a.jxl -d 0 -x color_space=RGB_D65_SRG_Rel_Lin")
    let source = try open("a.jxl")
    #expect(source.info.colorSource == "ICC profile")
    let shown = Decoded(source)
    for x in 0..<256 {
      let expected = channels(ColorFormulae.screen([Double](repeating: Double(x) / 5100, count: 3)))
      #expect(zip(channels(shown[x, 8]), expected).allSatisfy { abs($0 - $1) <= 1 }, "\(x)")
    }
    #expect(levels(source) >= 60)
  }
}
