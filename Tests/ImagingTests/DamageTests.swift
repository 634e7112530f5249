import CCodecs
import Geometry
import Testing

import TestRandom
@testable import Imaging

@Suite struct `A damaged file of any format` {
  private let folder = ScratchFolder()
  private static let variants = 200
  private static let size = PixelSize(width: 23, height: 17)
  /// Flipped bits may say a large size; these bounds keep the test quick.
  private static let limits = ImageLimits(megapixels: 1, budget: 0)

  private static var picture: ReferencePicture {
    ReferencePicture(
      size: size,
      pixels: (0..<UInt32(size.width * size.height)).map { 0xFF00_0000 | $0 &* 0x0102_0401 >> 3 })
  }

  private static var rows: [[UInt8]] {
    (0..<size.height).map { y in (0..<size.width * 3).map { UInt8(truncatingIfNeeded: $0 * y) } }
  }

  private static func page(_ picture: ReferencePicture, isTiled: Bool) -> TIFFFile.Page {
    var page = TIFFFile.Page(size: picture.size) { x, y, channel in
      UInt64(picture[x, y] >> (8 * UInt32(channel)) & 0xFF)
    }
    page.tile = isTiled ? PixelSize(width: 16, height: 16) : nil
    page.usesPackBits = !isTiled
    return page
  }

  /// A small good file of one kind.
  private func bytes(_ kind: String) -> [UInt8] {
    let path = folder.file("good-\(kind)")
    switch kind {
    case "PNG": PNGFile(size: Self.size, rows: Self.rows).write(to: path)
    case "interlaced PNG":
      PNGFile(size: Self.size, isInterlaced: true, rows: Self.rows, profile: Profiles.swapped)
        .write(to: path)
    case "JPEG":
      JPEGFile(size: Self.size, orientation: 6, profile: Profiles.swapped, rows: Self.rows)
        .write(to: path)
    case "progressive JPEG":
      JPEGFile(size: Self.size, isProgressive: true, rows: Self.rows).write(to: path)
    case "TIFF": return TIFFFile(pages: [Self.page(Self.picture, isTiled: false)]).bytes
    case "pyramid TIFF":
      var half = Self.page(Self.picture, isTiled: true)
      half.isReduced = true
      var random = SplitMix64(seed: 1)
      let large = ReferencePicture(noise: PixelSize(width: 270, height: 34), using: &random)
      half.size = PixelSize(width: 135, height: 17)
      return TIFFFile(pages: [Self.page(large, isTiled: true), half], isBig: true).bytes
    case "WebP": return WebPFile(picture: Self.picture, profile: Profiles.swapped).bytes
    case "lossy WebP": return WebPFile(picture: Self.picture, isLossless: false).bytes
    case "text PNM": return Array("P3 2 2 255 \n# x\n1 2 3 4 5 6 7 8 9 10 11 12".utf8)
    default: return Array("P5 20 9 300\n".utf8) + [UInt8](repeating: 1, count: 360)
    }
    return ScratchFolder.read(path)
  }

  private static func damage(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var result = bytes
    // Headers are short and matter most, so half of the damage goes there.
    let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 200)
    if Int.random(in: 0..<4, using: &random) == 0 {
      return Array(bytes.prefix(Int.random(in: 0..<reach, using: &random)))
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<reach, using: &random)
      result[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    return result
  }

  @Test(
    arguments: [
      "PNG", "interlaced PNG", "JPEG", "progressive JPEG", "TIFF", "pyramid TIFF", "WebP",
      "lossy WebP", "text PNM", "PNM",
    ])
  func `opens or fails with one sentence`(kind: String) throws {
    let good = bytes(kind)
    #expect(try Decoded(folder.write(good, to: "good \(kind)")).error == nil)
    var random = SplitMix64(seed: 11)
    for _ in 0..<Self.variants {
      let path = folder.write(Self.damage(good, using: &random), to: "bad \(kind)")
      var failure: ImagingError?
      do { failure = try Decoded(path, limits: Self.limits).error } catch {
        failure = error as? ImagingError
      }
      guard let text = failure?.description else { continue }
      #expect(text.hasSuffix(".") && !text.hasSuffix("..") && !text.contains("\n"))
    }
  }
}
