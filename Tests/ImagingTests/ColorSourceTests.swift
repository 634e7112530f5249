import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

/// A picture of a bug tracker's, with the pixels that are right.
enum CasePicture {
  /// The folder of the files.
  static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast()
    return "/" + parts.joined(separator: "/") + "/Pictures/"
  }()

  /// The greatest difference of a file from its expected picture; 255 for another size.
  static func largestDifference(_ name: String, _ expected: String) throws -> Int {
    let found = try Decoded(folder + name)
    #expect(found.error == nil, "\(name)")
    let right = try Decoded(folder + expected)
    guard found.info.size == right.info.size else { return 255 }
    return zip(found.pixels, right.pixels).map { difference($0, $1) }.max() ?? 0
  }
}

/// EXIF with a color space and an interoperability index.
struct ColorTags {
  var colorSpace: Int?
  var index: String?

  private func little(_ value: Int, _ count: Int) -> [UInt8] { BMPFile.little(value, count) }

  private func directory(_ entries: [[UInt8]]) -> [UInt8] {
    little(entries.count, 2) + entries.flatMap { $0 } + little(0, 4)
  }

  /// The EXIF directory and that of interoperability after it, from an offset on.
  func directories(at base: Int) -> [UInt8] {
    var entries: [[UInt8]] = []
    if let colorSpace {
      entries.append(little(0xA001, 2) + little(3, 2) + little(1, 4) + little(colorSpace, 4))
    }
    let count = 2 + 12 * (entries.count + 1) + 4
    entries.append(little(0xA005, 2) + little(4, 2) + little(1, 4) + little(base + count, 4))
    let text = Array((index ?? "").utf8.prefix(3))
    let padded = text + [UInt8](repeating: 0, count: 4 - text.count)
    return directory(entries) + directory([little(1, 2) + little(2, 2) + little(4, 4) + padded])
  }

  /// A block with the preamble of a marker.
  var block: [UInt8] {
    let first = directory([little(0x8769, 2) + little(4, 2) + little(1, 4) + little(26, 4)])
    return Array("Exif".utf8) + [0, 0, 0x49, 0x49, 42, 0] + little(8, 4) + first
      + directories(at: 26)
  }
}

@Suite struct `The colors of a picture` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 16, height: 8)
  private static let bytes: [UInt8] = [150, 91, 61]
  /// The same bytes in Adobe RGB, by its matrix and its gamma of 563/256.
  private static let wide: UInt32 = 0xFFA9_5A38
  private static let plain: UInt32 = 0xFF96_5B3D

  @Test(arguments: [
    ("dcf-adobergb.jpg", "dcf-adobergb.expected.png", 3),
    ("v5-adobe.bmp", "v5-adobe.expected.png", 1), ("lin16-icc.png", "lin16-icc.expected.png", 1),
    ("lin16-gama.png", "lin16-gama.expected.png", 1),
  ])
  func `are those of the expected picture`(name: String, expected: String, most: Int) throws {
    #expect(try CasePicture.largestDifference(name, expected) <= most)
  }

  private func jpeg(_ exif: [UInt8], _ profile: [UInt8]) throws -> Decoded {
    let row = (0..<Self.size.width).flatMap { _ in Self.bytes }
    let path = folder.file("plain.jpg")
    JPEGFile(
      size: Self.size, profile: profile, rows: .init(repeating: row, count: Self.size.height)
    ).write(to: path)
    let bytes = JPEGFile.bytes(of: path, adding: JPEGFile.segment(0xE1, exif))
    return try Decoded(folder.write(bytes, to: "a.jpg"))
  }

  private func webp(_ exif: [UInt8], _ profile: [UInt8]) throws -> Decoded {
    let picture = ReferencePicture(
      size: Self.size,
      pixels: .init(repeating: Self.plain, count: Self.size.width * Self.size.height))
    return try Decoded(
      folder.write(WebPFile(picture: picture, profile: profile, exif: exif).bytes, to: "a.webp"))
  }

  private func tiff(_ tags: ColorTags, _ profile: [UInt8]) throws -> Decoded {
    func file(_ place: Int) -> [UInt8] {
      var page = TIFFBuilder.Page(size: Self.size) { _, _, channel in UInt64(Self.bytes[channel]) }
      page.profile = profile
      page.tags = [(34665, 4, [place])]
      return TIFFBuilder(pages: [page]).bytes
    }
    let place = file(0).count
    return try Decoded(folder.write(file(place) + tags.directories(at: place), to: "a.tif"))
  }

  private func expect(_ pixel: UInt32, _ decoded: Decoded, within most: Int, _ name: String) {
    #expect(decoded.error == nil)
    #expect(decoded.pixels.allSatisfy { difference($0, pixel) <= most }, "\(name)")
  }

  @Test(
    arguments: zip(
      [
        ColorTags(colorSpace: 0xFFFF, index: "R03"), ColorTags(colorSpace: 2, index: nil),
        ColorTags(colorSpace: 2, index: "R03"), ColorTags(colorSpace: 0xFFFF, index: nil),
        ColorTags(colorSpace: 0xFFFF, index: "R98"), ColorTags(colorSpace: 2, index: "R98"),
        ColorTags(colorSpace: 1, index: "R03"), ColorTags(colorSpace: nil, index: "R03"),
      ], [true, true, true, false, false, false, false, false]))
  func `are Adobe RGB by EXIF, in all formats with EXIF`(tags: ColorTags, isWide: Bool) throws {
    let pixel = isWide ? Self.wide : Self.plain
    for profile in [[], Profiles.screen] {
      let pixel = profile.isEmpty ? pixel : Self.plain
      let all = [
        ("JPEG", try jpeg(tags.block, profile), 4), ("WebP", try webp(tags.block, profile), 1),
        ("TIFF", try tiff(tags, profile), 1),
      ]
      for (name, decoded, most) in all {
        expect(pixel, decoded, within: most, name)
        let source =
          !profile.isEmpty
          ? "ICC profile"
          : isWide
            ? "Adobe RGB, by EXIF"
            : tags.colorSpace == 1 || tags.index == "R98" ? "sRGB, by EXIF" : "sRGB, assumed"
        #expect(decoded.info.colorSource == source, "\(name)")
      }
    }
  }

  @Test(arguments: [0.3, 0.5, 0.7, 0.9])
  func `are no profile's that ends early, which is said`(part: Double) throws {
    let cut = Array(Profiles.swapped.prefix(Int(part * Double(Profiles.swapped.count))))
    let tags = ColorTags(colorSpace: nil, index: nil)
    for (name, decoded, most) in [
      ("JPEG", try jpeg([], cut), 4), ("WebP", try webp([], cut), 1),
      ("TIFF", try tiff(tags, cut), 1),
    ] {
      expect(Self.plain, decoded, within: most, name)
      #expect(
        decoded.info.colorSource == "sRGB, assumed; the ICC profile cannot be applied", "\(name)")
    }
  }

  @Test func `are those of EXIF where the profile ends early`() throws {
    let cut = Array(Profiles.swapped.prefix(Profiles.swapped.count / 2))
    let tags = ColorTags(colorSpace: 2, index: nil)
    for (name, decoded, most) in [
      ("JPEG", try jpeg(tags.block, cut), 4), ("WebP", try webp(tags.block, cut), 1),
      ("TIFF", try tiff(tags, cut), 1),
    ] {
      expect(Self.wide, decoded, within: most, name)
      #expect(decoded.info.colorSource == "Adobe RGB, by EXIF", "\(name)")
    }
  }

  private func bitmap(_ space: Int, ends: [Int] = [], gammas: [Int] = [], profile: [UInt8] = [])
    throws -> Decoded
  {
    let pixels = (0..<Self.size.width * Self.size.height).flatMap { _ in Self.bytes.reversed() }
    let file = BMPFile(
      size: Self.size, space: space, ends: ends, gammas: gammas, profile: profile, pixels: pixels)
    return try Decoded(folder.write(file.bytes, to: "a.bmp"))
  }

  @Test func `of a bitmap are by its header`() throws {
    let places = [0.64, 0.33, 0.03, 0.21, 0.71, 0.08, 0.15, 0.06, 0.79]
    let ends = places.map { Int($0 * Double(1 << 30)) }
    let gamma = [Int](repeating: 563 << 8, count: 3)
    let calibrated = try bitmap(0, ends: ends, gammas: gamma)
    expect(Self.wide, calibrated, within: 1, "calibrated")
    #expect(calibrated.info.colorSource == "BMP's curves and primaries")
    expect(Self.plain, try bitmap(0), within: 0, "calibrated by nothing")
    expect(Self.plain, try bitmap(0x7352_4742, ends: ends, gammas: gamma), within: 0, "sRGB")
    let embedded = try bitmap(0x4D42_4544, profile: Profiles.swapped)
    expect(0xFF5B_963D, embedded, within: 2, "embedded")
    #expect(embedded.info.colorSource == "ICC profile")
    let damaged = try bitmap(0x4D42_4544, profile: [1, 2, 3])
    expect(Self.plain, damaged, within: 0, "damaged")
    #expect(damaged.info.colorSource == "sRGB, assumed; the embedded profile is damaged")
    let linked = try bitmap(0x4C49_4E4B, profile: Array("/etc/passwd".utf8))
    expect(Self.plain, linked, within: 0, "linked")
    #expect(linked.info.colorSource == "sRGB, assumed; a linked profile is not read")
  }

  @Test func `of TIFF are by its curves and primaries`() throws {
    let curve = (0..<256).map { Int(pow(Double($0) / 255, 563 / 256) * 65535 + 0.5) }
    let places = [0.64, 0.33, 0.21, 0.71, 0.15, 0.06].map { Int($0 * 10_000) | 10_000 << 32 }
    let white = [3127 | 10_000 << 32, 3290 | 10_000 << 32]
    func decode(_ tags: [(Int, Int, [Int])], _ profile: [UInt8] = []) throws -> Decoded {
      var page = TIFFBuilder.Page(size: Self.size) { _, _, channel in UInt64(Self.bytes[channel]) }
      page.tags = tags
      page.profile = profile
      return try Decoded(folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif"))
    }
    let all: [(Int, Int, [Int])] = [
      (301, 3, curve + curve + curve), (318, 5, white), (319, 5, places),
    ]
    let decoded = try decode(all)
    expect(Self.wide, decoded, within: 1, "all")
    #expect(decoded.info.colorSource == "TIFF's curves and primaries")
    expect(Self.plain, try decode(all, Profiles.screen), within: 0, "beside a profile")
    let screen = [0.64, 0.33, 0.30, 0.60, 0.15, 0.06].map { Int($0 * 10_000) | 10_000 << 32 }
    expect(Self.plain, try decode([(318, 5, white), (319, 5, screen)]), within: 1, "sRGB's")
  }
}

/// A ramp over the darkest twentieth of linear light.
@Suite struct `Samples of more than 8 bits` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 512, height: 4)
  /// The linear profile of a case's picture.
  private static let profile: [UInt8] = {
    guard let file = try? ImageFile.examine(.init(CasePicture.folder + "lin16-icc.png")),
      let bytes = try? FileBytes(file.0)
    else { return [] }
    return MetadataBlocks(bytes, head: file.1).profile
  }()

  private static func value(_ x: Int) -> UInt64 { UInt64(x * 3276 / 511) }

  private func expectRamp(_ decoded: Decoded, _ name: String, within most: Int = 1) {
    #expect(decoded.error == nil, "\(name)")
    var levels: Set<UInt32> = []
    for x in 0..<Self.size.width {
      let light = Double(Self.value(x)) / 65535
      let curve = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      let right = UInt32(curve * 255 + 0.5)
      let pixel = 0xFF00_0000 | right << 16 | right << 8 | right
      let found = decoded[x, 2]
      levels.insert(found & 0xFF)
      if difference(found, pixel) > most {
        Issue.record("\(name): \(String(found, radix: 16)) at \(x) instead of \(right)")
        return
      }
    }
    #expect(levels.count >= 60, "\(name)")
  }

  @Test(arguments: [1, 2, 3, 4], [false, true])
  func `keep them in PNG until they are the screen's`(channels: Int, isInterlaced: Bool) throws {
    let row = (0..<Self.size.width).flatMap { x -> [UInt8] in
      let value = Self.value(x)
      let hasAlpha = channels % 2 == 0
      return (0..<channels).flatMap { channel -> [UInt8] in
        hasAlpha && channel == channels - 1
          ? [255, 255] : [UInt8(value >> 8), UInt8(value & 255)]
      }
    }
    let types = [
      PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA,
    ]
    let path = folder.file("a.png")
    var file = PNGFile(
      size: Self.size, colorType: types[channels - 1], depth: 16, isInterlaced: isInterlaced,
      rows: .init(repeating: row, count: Self.size.height))
    file.profile = channels < 3 ? Profiles.linearGrey : Self.profile
    file.write(to: path)
    expectRamp(try Decoded(path), "profile")
    file.profile = []
    file.gamma = 1
    file.write(to: path)
    expectRamp(try Decoded(path), "gAMA")
  }

  @Test(
    arguments: [(16, 1), (16, 2), (32, 1), (32, 2), (16, 3), (32, 3), (64, 3), (64, 1)],
    [false, true])
  func `keep them in TIFF until they are the screen's`(
    kind: (bits: Int, format: Int), isPlanar: Bool
  ) throws {
    for hasAlpha in [false, true] {
      let channels = hasAlpha ? 4 : 3
      var page = TIFFBuilder.Page(size: Self.size) { x, _, channel in
        let value = channel == 3 ? 65535 : Self.value(x)
        let part = Double(value) / 65535
        switch (kind.format, kind.bits) {
        case (3, 16): return UInt64(Self.half(part))
        case (3, 32): return UInt64(Float(part).bitPattern)
        case (3, _): return part.bitPattern
        case (2, let bits):
          let shifted = value << UInt64(bits - 16)
          return shifted ^ 1 << UInt64(bits - 1)
        default: return value << UInt64(kind.bits - 16)
        }
      }
      (page.samples, page.bits, page.format) = (channels, kind.bits, kind.format)
      page.isPlanar = isPlanar
      page.extraSamples = hasAlpha ? [2] : []
      page.profile = Self.profile
      // The whole range of large integers, which would be measured otherwise.
      if kind.format != 3, kind.bits == 32 {
        page.range = kind.format == 2 ? [-1 << 31, 1 << 31 - 1] : []
      }
      if kind.format != 3, kind.bits > 16, !hasAlpha { continue }
      page.range = []
      let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
      // Halves of the darkest light have eleven bits.
      expectRamp(try Decoded(path), "\(kind), alpha \(hasAlpha)", within: kind == (16, 3) ? 2 : 1)
    }
  }

  /// The bits of a number in half precision, which is normal or zero.
  private static func half(_ value: Double) -> UInt16 {
    guard value > 0 else { return 0 }
    let bits = Float(value).bitPattern
    let exponent = Int(bits >> 23) - 112
    guard exponent > 0 else { return 0 }
    return UInt16(exponent << 10) | UInt16(bits >> 13 & 0x3FF)
  }
}
