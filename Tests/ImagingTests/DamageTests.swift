import CCodecs
import ScrollGeometry
import Testing

import OverscrollTestRandom
@testable import OverscrollImaging

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
    case "GIF", "interlaced GIF":
      let frame = GIFFile.Frame(
        rect: PixelRect(Self.size), isInterlaced: kind != "GIF", transparent: 3
      ) { UInt8(truncatingIfNeeded: $0 * $1) }
      return GIFFile(size: Self.size, frames: [frame], loops: 0).bytes
    case "BMP": return BMPFile(picture: Self.picture, bits: 24).bytes
    case "run-length BMP":
      return BMPFile(size: Self.size, indices: (0..<391).map { UInt8($0 / 5) }).bytes
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
      "lossy WebP", "GIF", "interlaced GIF", "text PNM", "PNM", "BMP", "run-length BMP",
    ])
  func `decodes completely within the limits, or fails with one sentence`(kind: String) throws {
    let good = bytes(kind)
    #expect(try Decoded(folder.write(good, to: "good \(kind)")).error == nil)
    var random = SplitMix64(seed: 11)
    var (decoded, failed) = (0, 0)
    for variant in 0..<Self.variants {
      let path = folder.write(Self.damage(good, using: &random), to: "bad \(kind)")
      let (picture, failure) = Self.decode(path)
      if let picture {
        let area = try #require(picture.info.size.area)
        #expect(area > 0 && area <= 1_000_000, "\(kind) \(variant): \(picture.info.size)")
      }
      guard let text = failure?.description else {
        decoded += 1
        let picture = try #require(picture, "\(kind) \(variant) gave neither picture nor error")
        #expect(picture.isWhole && Self.hasAllTiles(picture), "\(kind) \(variant)")
        continue
      }
      failed += 1
      #expect(text.hasSuffix(".") && !text.hasSuffix("..") && !text.contains("\n"))
    }
    #expect(failed > 0)
    // The checksums of PNG's chunks detect all of this damage.
    #expect(decoded > 0 || kind == "PNG", "all \(failed) files failed")
  }

  /// Decodes a file; the picture may be incomplete where there is an error as well.
  private static func decode(_ path: String) -> (picture: Decoded?, failure: ImagingError?) {
    do {
      let picture = try Decoded(path, limits: limits)
      return (picture, picture.error)
    } catch {
      return (nil, error as? ImagingError)
    }
  }

  /// Returns whether a picture has every tile of every level.
  private static func hasAllTiles(_ picture: Decoded) -> Bool {
    let pyramid = Pyramid(size: picture.info.size)
    let all = Rect(origin: .zero, size: picture.info.size.size)
    return pyramid.levels.allSatisfy { level in
      pyramid.tiles(covering: all, level: level).keys.allSatisfy { picture.tiles[$0] != nil }
    }
  }
}

@Suite struct `A PNG file whose zlib checksum is wrong` {
  private let folder = ScratchFolder()

  /// How the compressed pixels are distributed over IDAT chunks.
  enum Division: CaseIterable {
    case asWritten, oneChunk, lastByteAlone, checksumAlone, checksumTorn

    /// The bytes in the last chunk; nil for the chunks as they were written.
    func lastCount(of total: Int) -> Int? {
      switch self {
      case .asWritten: nil
      case .oneChunk: total
      case .lastByteAlone: 1
      case .checksumAlone: 4
      case .checksumTorn: 2
      }
    }
  }

  /// A PNG file of noise, with its last checksum byte inverted if `isDamaged`.
  private func decoded(
    _ size: PixelSize, _ division: Division, isInterlaced: Bool, isDamaged: Bool
  ) throws -> Decoded {
    var random = SplitMix64(seed: 5)
    let rows = (0..<size.height).map { _ in
      (0..<size.width * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let path = folder.file("picture")
    PNGFile(size: size, isInterlaced: isInterlaced, rows: rows).write(to: path)
    var chunks = PNGChunks(ScratchFolder.read(path))
    var data = chunks.imageData
    if isDamaged { data[data.count - 1] ^= 0xFF }
    // libpng writes chunks of 8 kB.
    let last = division.lastCount(of: data.count) ?? (data.count - 1) % 8192 + 1
    let head = data.dropLast(last)
    let parts = stride(from: 0, to: head.count, by: 8192).map {
      Array(head[$0..<min($0 + 8192, head.count)])
    }
    chunks.replaceImageData(with: parts + [Array(data.suffix(last))])
    return try Decoded(folder.write(chunks.bytes, to: "changed"))
  }

  @Test(arguments: Division.allCases, [false, true])
  func `shows all its rows and is not called damaged`(division: Division, isInterlaced: Bool)
    throws
  {
    // One smaller than a single read, one of several chunks, and one of a single row.
    for (width, height) in [(23, 17), (90, 120), (700, 1)] {
      let size = PixelSize(width: width, height: height)
      let good = try decoded(size, division, isInterlaced: isInterlaced, isDamaged: false)
      let damaged = try decoded(size, division, isInterlaced: isInterlaced, isDamaged: true)
      #expect(good.error == nil && good.isWhole)
      #expect(damaged.error == nil)
      #expect(damaged.isWhole)
      #expect(damaged.pixels == good.pixels, "\(size)")
    }
  }
}
