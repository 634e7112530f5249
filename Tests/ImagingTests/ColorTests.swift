import CCodecs
import Geometry
import Testing

import TestRandom
@testable import Imaging

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

  private func png(_ profile: [UInt8]) throws -> Decoded {
    let row = (0..<Self.size.width).flatMap { _ in Self.bytes }
    let path = folder.file("a.png")
    PNGFile(size: Self.size, rows: [row, row], profile: profile).write(to: path)
    return try Decoded(path)
  }

  private func jpeg(_ profile: [UInt8]) throws -> Decoded {
    let row = (0..<Self.size.width).flatMap { _ in Self.bytes }
    let path = folder.file("a.jpg")
    JPEGFile(size: Self.size, profile: profile, rows: [row, row]).write(to: path)
    return try Decoded(path)
  }

  private func tiff(_ profile: [UInt8]) throws -> Decoded {
    var page = TIFFFile.Page(size: Self.size) { _, _, channel in UInt64(Self.bytes[channel]) }
    page.profile = profile
    return try Decoded(folder.write(TIFFFile(pages: [page]).bytes, to: "a.tif"))
  }

  private func webp(_ profile: [UInt8]) throws -> Decoded {
    let picture = ReferencePicture(
      size: Self.size, pixels: .init(repeating: Self.plain, count: 8))
    return try Decoded(
      folder.write(WebPFile(picture: picture, profile: profile).bytes, to: "a.webp"))
  }

  @Test func `is heeded in every format that has one`() throws {
    expect(Self.swapped, try png(Profiles.swapped))
    expect(Self.swapped, try jpeg(Profiles.swapped), within: 8)
    expect(Self.swapped, try tiff(Profiles.swapped))
    expect(Self.swapped, try webp(Profiles.swapped))
  }

  @Test func `that is the screen's changes nothing and costs nothing`() throws {
    #expect(ColorTransform(profile: Profiles.screen, model: .rgb) == nil)
    #expect(ColorTransform(gamma: 0.45455, primaries: nil) == nil)
    #expect(ColorTransform(gamma: nil, primaries: nil) == nil)
    expect(Self.plain, try tiff(Profiles.screen), within: 0)
  }

  @Test func `that is broken or of another kind is ignored`() throws {
    expect(Self.plain, try tiff(Array(Profiles.swapped.prefix(200))), within: 0)
    expect(Self.plain, try webp(Profiles.linearGrey), within: 0)
    expect(Self.plain, try jpeg([1, 2, 3]), within: 8)
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

  @Test func `of greys makes them lighter or darker and leaves alpha alone`() throws {
    var page = TIFFFile.Page(size: PixelSize(width: 3, height: 1)) { x, _, channel in
      channel == 0 ? [0, 128, 255][x] : 255
    }
    (page.photometric, page.samples, page.extraSamples) = (1, 2, [2])
    page.profile = Profiles.linearGrey
    let decoded = try Decoded(folder.write(TIFFFile(pages: [page]).bytes, to: "grey"))
    let wanted: [UInt32] = [0xFF00_0000, 0xFFBC_BCBC, 0xFFFF_FFFF]
    for (found, wanted) in zip(decoded.pixels, wanted) { #expect(difference(found, wanted) <= 1) }
  }

  @Test func `is made of gamma and primaries where a PNG file has no other`() throws {
    let row = (0..<Self.size.width).flatMap { _ in Self.bytes }
    var file = PNGFile(size: Self.size, rows: [row, row], gamma: 1)
    let path = folder.file("gamma.png")
    file.write(to: path)
    expect(0xFFE5_4F85, try Decoded(path))
    file.gamma = 0.45455
    file.primaries = [0.3127, 0.3290, 0.30, 0.60, 0.64, 0.33, 0.15, 0.06]
    file.write(to: path)
    expect(Self.swapped, try Decoded(path))
  }
}
