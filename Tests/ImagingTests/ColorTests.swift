import CCodecs
import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `An embedded profile` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 4, height: 2)
  private static let swapped: UInt32 = 0xFF14_C83C
  private static let plain: UInt32 = 0xFFC8_143C
  private static let bytes: [UInt8] = [0xC8, 0x14, 0x3C]

  private func expect(_ pixel: UInt32, _ decoded: Decoded, within tolerance: Int = 2) {
    #expect(decoded.error == nil)
    for found in decoded.pixels { #expect(difference(found, pixel) <= tolerance) }
  }

  private func jpeg(_ profile: [UInt8]) throws -> Decoded {
    let row = (0..<Self.size.width).flatMap { _ in Self.bytes }
    let path = folder.file("a.jpg")
    JPEGFile(size: Self.size, profile: profile, rows: [row, row]).write(to: path)
    return try Decoded(path)
  }

  private func tiff(_ profile: [UInt8]) throws -> Decoded {
    var page = TIFFBuilder.Page(size: Self.size) { _, _, channel in UInt64(Self.bytes[channel]) }
    page.profile = profile
    return try Decoded(folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif"))
  }

  private func webp(_ profile: [UInt8]) throws -> Decoded {
    let picture = ReferencePicture(
      size: Self.size, pixels: .init(repeating: Self.plain, count: 8))
    return try Decoded(
      folder.write(WebPFile(picture: picture, profile: profile).bytes, to: "a.webp"))
  }

  @Test func `equal to sRGB changes nothing and costs nothing`() throws {
    #expect(ColorTransform(profile: Profiles.screen, model: .rgb) == nil)
    let calibration = try #require(ColorCalibration(gamma: 0.45455, primaries: nil))
    #expect(ColorTransform(calibration) == nil)
    #expect(ColorCalibration(gamma: nil, primaries: nil) == nil)
    expect(Self.plain, try tiff(Profiles.screen), within: 0)
  }

  @Test func `that is damaged or of another kind is ignored`() throws {
    expect(Self.plain, try tiff(Array(Profiles.swapped.prefix(200))), within: 0)
    expect(Self.plain, try webp(Profiles.linearGrey), within: 0)
    expect(Self.plain, try jpeg([1, 2, 3]), within: 8)
    var empty = Profiles.swapped
    let tag = try #require(empty.firstRange(of: "rXYZ".utf8)).upperBound
    let red = empty[tag..<tag + 4].reduce(0) { $0 << 8 | Int($1) }
    for place in red + 8..<red + 20 { empty[place] = 0 }
    expect(Self.plain, try tiff(empty), within: 0)
    var random = SplitMix64(seed: 3)
    for _ in 0..<100 {
      var profile = Profiles.swapped
      for _ in 0..<8 {
        let place = Int.random(in: profile.indices, using: &random)
        profile[place] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try tiff(profile)
    }
  }

  @Test func `of gray changes its tone and leaves alpha alone`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 3, height: 1)) { x, _, channel in
      channel == 0 ? [0, 128, 255][x] : 255
    }
    (page.photometric, page.samples, page.extraSamples) = (1, 2, [2])
    page.profile = Profiles.linearGrey
    let decoded = try Decoded(folder.write(TIFFBuilder(pages: [page]).bytes, to: "gray"))
    let wanted: [UInt32] = [0xFF00_0000, 0xFFBC_BCBC, 0xFFFF_FFFF]
    for (found, wanted) in zip(decoded.pixels, wanted) { #expect(difference(found, wanted) <= 1) }
  }

  @Test func `is made of gamma and primaries where a PNG file has no other`() throws {
    let row = (0..<Self.size.width).flatMap { _ in Self.bytes }
    var file = PNGFile(size: Self.size, rows: [row, row], gamma: 1)
    let path = folder.file("gamma.png")
    file.write(to: path)
    expect(0xFFE5_4F85, try Decoded(path))
    file.gamma = nil
    file.primaries = [0.3127, 0.3290, 0.30, 0.60, 0.64, 0.33, 0.15, 0.06]
    file.write(to: path)
    expect(Self.swapped, try Decoded(path))
    // With primaries that aren't sRGB's, its exponent is no name for its curve.
    file.gamma = 0.45455
    file.write(to: path)
    expect(0xFF0C_C939, try Decoded(path))
  }

  @Test func `takes the exponent of PNG as it is unless it is how sRGB is written`() {
    let screen = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    // Of Adobe RGB.
    let wide = [0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06]
    // Written by programs that round to three decimals.
    let rounded = screen.map { ($0 * 1000).rounded() / 1000 }
    for gamma in [0.45450, 0.45454, 0.45455, 0.45456, 0.45460] {
      for places in [nil, screen, rounded] {
        let calibration = ColorCalibration(gamma: gamma, primaries: places)
        #expect(calibration?.curves == [.screen], "\(gamma)")
      }
      let calibration = ColorCalibration(gamma: gamma, primaries: wide)
      #expect(calibration?.curves == [.gamma(1 / gamma)])
    }
    for gamma in [0.45, 0.45471, 0.46, 1] {
      let calibration = ColorCalibration(gamma: gamma, primaries: nil)
      #expect(calibration?.curves == [.gamma(1 / gamma)])
    }
    #expect(ColorCalibration(gamma: nil, primaries: wide)?.curves == [.screen])
  }
}

@Suite struct `A PNG file with a cICP chunk` {
  private let folder = ScratchFolder()

  private func decode(
    _ points: [UInt8], _ colors: [[UInt8]], profile: [UInt8] = [], gamma: Double? = nil
  ) throws -> Decoded {
    var file = PNGFile(
      size: PixelSize(width: colors.count, height: 1), rows: [colors.flatMap { $0 }],
      profile: profile, gamma: gamma)
    file.cicp = points
    let path = folder.file("a.png")
    file.write(to: path)
    return try Decoded(path)
  }

  private static let colors: [[UInt8]] = {
    var random = SplitMix64(seed: 6)
    return [[0, 0, 0], [255, 255, 255], [128, 128, 128]]
      + (0..<300).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
  }()

  private static func videoLight(_ value: UInt8) -> Double {
    let value = Double(value) / 255
    return value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
  }

  @Test(arguments: [
    (points: [12, 13, 0, 1] as [UInt8], matrix: ColorFormulae.fromP3, isVideo: false),
    ([9, 14, 0, 1], ColorFormulae.from2020, true), ([9, 15, 0, 1], ColorFormulae.from2020, true),
    ([9, 1, 0, 1], ColorFormulae.from2020, true), ([9, 13, 0, 1], ColorFormulae.from2020, false),
  ])
  func `has the colors of the formulae`(points: [UInt8], matrix: [[Double]], isVideo: Bool) throws {
    let decoded = try decode(points, Self.colors)
    #expect(decoded.info.color == "RGB" && decoded.error == nil)
    let worst = Self.colors.indices.map { index in
      let light = Self.colors[index].map(isVideo ? Self.videoLight : ColorFormulae.light)
      let wanted = ColorFormulae.screen(ColorFormulae.product(matrix, light))
      return difference(decoded[index, 0], wanted)
    }.max()
    #expect(worst.map { $0 <= 1 } == true, "\(worst ?? -1) of 255")
  }

  @Test func `of sRGB is shown unconverted, whatever else the file contains`() throws {
    let plain = try decode([], Self.colors)
    let points = try decode([1, 13, 0, 1], Self.colors, profile: Profiles.swapped, gamma: 1)
    #expect(points.pixels == plain.pixels && points.info.color == "RGB")
  }

  @Test(arguments: [
    (points: [11, 16, 0, 1] as [UInt8], words: "cICP 11/16/0/1 (PQ) not applied"),
    ([9, 18, 0, 0], "cICP 9/18/0/0 (HLG) not applied"),
    ([1, 13, 0, 0], "cICP 1/13/0/0 not applied"), ([1, 13, 6, 1], "cICP 1/13/6/1 not applied"),
    ([77, 13, 0, 1], "cICP 77/13/0/1 not applied"), ([1, 99, 0, 1], "cICP 1/99/0/1 not applied"),
  ])
  func `that is not supported is named in its description, and other color chunks apply`(
    points: [UInt8], words: String
  ) throws {
    let decoded = try decode(points, Self.colors, profile: Profiles.swapped)
    let profiled = try decode([], Self.colors, profile: Profiles.swapped)
    #expect(decoded.info.color == "RGB, \(words)" && decoded.pixels == profiled.pixels)
  }

  @Test(arguments: [[], [1], [1, 13, 0, 1, 0]] as [[UInt8]])
  func `of a wrong length is ignored`(points: [UInt8]) throws {
    let decoded = try decode(points, Self.colors)
    #expect(decoded.info.color == "RGB" && decoded.error == nil)
  }
}
