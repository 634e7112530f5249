import CCodecs
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

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

  private static func page(_ picture: ReferencePicture, isTiled: Bool) -> TIFFBuilder.Page {
    var page = TIFFBuilder.Page(size: picture.size) { x, y, channel in
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
    case "TIFF": return TIFFBuilder(pages: [Self.page(Self.picture, isTiled: false)]).bytes
    case "pyramid TIFF":
      var half = Self.page(Self.picture, isTiled: true)
      half.isReduced = true
      var random = SplitMix64(seed: 1)
      let large = ReferencePicture(noise: PixelSize(width: 270, height: 34), using: &random)
      half.size = PixelSize(width: 135, height: 17)
      return TIFFBuilder(pages: [Self.page(large, isTiled: true), half], isBig: true).bytes
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
    let rows = (0..<size.height).map { _ in random.bytes(size.width * 3) }
    var chunks = PNGChunks(PNGFile(size: size, isInterlaced: isInterlaced, rows: rows).bytes)
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
  func `shows all rows, and is not called damaged`(division: Division, isInterlaced: Bool) throws {
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

/// Flaws of files that programs really write, and that cost no pixels.
@Suite struct `A file with a harmless flaw` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 61, height: 43)

  /// A file and the same with a flaw.
  private struct Pair {
    var good: [UInt8]
    var flawed: [UInt8]
  }

  private static var picture: ReferencePicture {
    ReferencePicture(
      size: size,
      pixels: (0..<UInt32(size.width * size.height)).map { 0xFF00_0000 | $0 &* 0x0102_0401 >> 3 })
  }

  private static func little(_ value: Int) -> [UInt8] { BMPFile.little(value, 4) }

  private static var rows: [[UInt8]] { rows(seed: 3) }

  /// Noise that repeats, so that its compression looks far back.
  private static func rows(seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    let noise = (0..<8).map { _ in random.bytes(size.width * 3) }
    return (0..<size.height).map { noise[$0 % 8] }
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var length = UInt(bytes.count + 99)
    var packed = [UInt8](repeating: 0, count: bytes.count + 99)
    compress2(&packed, &length, bytes, UInt(bytes.count), 6)
    return Array(packed.prefix(Int(length)))
  }

  private func png(
    rows: [[UInt8]] = Self.rows, _ change: (inout PNGChunks) -> Void, lacking count: Int = 0
  ) -> Pair {
    let good = PNGFile(size: Self.size, rows: rows).bytes
    var chunks = PNGChunks(good)
    let data = chunks.imageData
    chunks.replaceImageData(with: [data])
    change(&chunks)
    // The last chunk has no content.
    let flawed = count == 0 ? chunks.bytes : Array(chunks.bytes.dropLast(12 + count))
    return Pair(good: good, flawed: flawed)
  }

  private func gif(_ change: (inout [UInt8]) -> Void) -> Pair {
    let good = GIFFile(
      size: Self.size,
      frames: [GIFFile.Frame(rect: PixelRect(Self.size)) { UInt8(truncatingIfNeeded: $0 * $1) }]
    ).bytes
    var flawed = good
    change(&flawed)
    return Pair(good: good, flawed: flawed)
  }

  private func bmp(bits: Int, _ change: (inout [UInt8]) -> Void) -> Pair {
    let colors = (0..<256).map { $0 * 0x01_0203 & 0xFF_FFFF }
    let rowBytes = (Self.size.width * bits / 8 + 3) / 4 * 4
    let used = Self.size.width * bits / 8
    var rows: [UInt8] = []
    for y in 0..<Self.size.height {
      for x in 0..<rowBytes { rows.append(x < used ? UInt8(truncatingIfNeeded: x * y) : 0) }
    }
    let good = BMPFile(
      width: Self.size.width, height: Self.size.height, bits: bits,
      palette: bits == 8 ? colors : [], pixels: rows
    ).bytes
    var flawed = good
    change(&flawed)
    return Pair(good: good, flawed: flawed)
  }

  private var runs: Pair {
    let indices = (0..<Self.size.width * Self.size.height).map { UInt8(truncatingIfNeeded: $0) }
    let file = BMPFile(size: Self.size, indices: indices).bytes
    return Pair(good: file, flawed: Array(file.dropLast(4)))
  }

  /// JPEG in several scans whose end is the start of another program's block.
  private var progressive: Pair {
    let good = JPEGFile(size: Self.size, isProgressive: true, rows: Self.rows).bytes
    return Pair(good: good, flawed: good.dropLast(2) + [0xFF, 0xE1, 0, 64, 1, 2, 3])
  }

  private func webp(isLossless: Bool = true, _ change: (inout [UInt8]) -> Void) -> Pair {
    let good = WebPFile(picture: Self.picture, isLossless: isLossless).bytes
    var flawed = good
    change(&flawed)
    return Pair(good: good, flawed: flawed)
  }

  /// TIFF in strips of ten rows, with packed bits or deflated, with other bytes and other counts of them.
  private func tiff(
    isDeflated: Bool = false, strip: ([UInt8]) -> [UInt8] = { $0 }, count: (Int) -> Int = { $0 }
  ) -> Pair {
    let picture = Self.picture
    func bytes(_ strip: ([UInt8]) -> [UInt8], _ count: (Int) -> Int) -> [UInt8] {
      let rows = stride(from: 0, to: Self.size.height, by: 10).map { first in
        (first..<min(first + 10, Self.size.height)).flatMap { y in
          (0..<Self.size.width).flatMap { x in
            [16, 8, 0].map { UInt8(truncatingIfNeeded: picture[x, y] >> $0) }
          }
        }
      }
      let strips = rows.map { row -> [UInt8] in
        guard isDeflated else {
          return strip(
            stride(from: 0, to: row.count, by: 128).flatMap { start in
              let part = row[start..<min(start + 128, row.count)]
              return [UInt8(part.count - 1)] + part
            })
        }
        return strip(Self.deflated(row))
      }
      var places: [Int] = []
      var body: [UInt8] = []
      for strip in strips {
        places.append(8 + body.count)
        body += strip
      }
      let list = 8 + body.count
      body += (places + strips.map { count($0.count) }).flatMap { Self.little($0) }
      let bits = list + 8 * strips.count
      body += [8, 0, 8, 0, 8, 0]
      let tags = [
        (256, 3, 1, Self.size.width), (257, 3, 1, Self.size.height), (258, 3, 3, bits),
        (259, 3, 1, isDeflated ? 8 : 32773), (262, 3, 1, 2), (273, 4, strips.count, list),
        (277, 3, 1, 3), (278, 3, 1, 10), (279, 4, strips.count, list + 4 * strips.count),
      ]
      return [0x49, 0x49, 42, 0] + Self.little(bits + 6) + body + BMPFile.little(tags.count, 2)
        + tags.flatMap { tag, type, count, value in
          BMPFile.little(tag, 2) + BMPFile.little(type, 2) + Self.little(count)
            + Self.little(value)
        } + Self.little(0)
    }
    return Pair(good: bytes({ $0 }, { $0 }), flawed: bytes(strip, count))
  }

  private func pair(_ flaw: String) -> Pair {
    switch flaw {
    case "PNG without the end of its last chunk": png({ _ in }, lacking: 4)
    case "PNG without its checksums": png({ _ in }, lacking: 8)
    case "PNG with half of a checksum": png({ _ in }, lacking: 6)
    case "PNG whose data lacks its checksum":
      png { $0.replaceImageData(with: [Array($0.imageData.dropLast(4))]) }
    case "PNG with too small a window":
      png {
        let data = Self.deflated(Self.rows.flatMap { [0] + $0 })
        $0.replaceImageData(with: [[0x18, 0x19] + data.dropFirst(2)])
      }
    case "GIF without the end of its blocks": gif { $0.removeLast(2) }
    case "GIF with zeros between blocks":
      gif { $0.insert(contentsOf: [0, 0, 0], at: 13 + 3 * 256) }
    case "BMP without padding at its end": bmp(bits: 24) { $0.removeLast(1) }
    case "BMP whose pixels are said to begin at 0":
      bmp(bits: 8) { $0.replaceSubrange(10..<14, with: Self.little(0)) }
    case "BMP whose palette is not counted":
      bmp(bits: 8) { $0.replaceSubrange(10..<14, with: Self.little(54)) }
    case "BMP in runs that do not end": runs
    case "BMP of no planes": bmp(bits: 24) { $0.replaceSubrange(26..<28, with: [0, 0]) }
    case "progressive JPEG with a torn block at its end": progressive
    case "WebP of size 0": webp { $0.replaceSubrange(4..<8, with: Self.little(0)) }
    case "WebP of unknown size": webp { $0.replaceSubrange(4..<8, with: [255, 255, 255, 255]) }
    case "WebP whose padding is not counted":
      webp(isLossless: false) { $0.replaceSubrange(4..<8, with: Self.little($0.count - 10)) }
    case "TIFF with too many bytes in strips": tiff(count: { $0 + 1000 })
    case "TIFF without the numbers of bytes": tiff(isDeflated: true, count: { _ in 0 })
    case "TIFF with wrong checksums": tiff(isDeflated: true, strip: { $0.dropLast() + [7] })
    default: fatalError("no flaw \(flaw)")
    }
  }

  @Test(arguments: [
    "PNG without the end of its last chunk", "PNG without its checksums",
    "PNG with half of a checksum", "PNG whose data lacks its checksum",
    "PNG with too small a window", "GIF without the end of its blocks",
    "GIF with zeros between blocks",
    "BMP without padding at its end", "BMP whose pixels are said to begin at 0",
    "BMP whose palette is not counted", "BMP in runs that do not end", "BMP of no planes",
    "progressive JPEG with a torn block at its end", "WebP of size 0",
    "WebP of unknown size", "WebP whose padding is not counted",
    "TIFF with too many bytes in strips", "TIFF without the numbers of bytes",
    "TIFF with wrong checksums",
  ])
  func `has all of its pixels, and no message`(flaw: String) throws {
    try checkWhole(pair(flaw))
  }

  /// The end of the compression lies in the last byte or not, as the pixels are.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `which is a lacking checksum of its pixels costs none of them`(seed: UInt64) throws {
    try checkWhole(
      png(rows: Self.rows(seed: seed)) {
        $0.replaceImageData(with: [Array($0.imageData.dropLast(4))])
      })
  }

  private func checkWhole(_ pair: Pair) throws {
    let good = try Decoded(folder.write(pair.good, to: "good"))
    let flawed = try Decoded(folder.write(pair.flawed, to: "flawed"))
    #expect(pair.good != pair.flawed && good.error == nil && good.isWhole)
    #expect(flawed.error == nil && flawed.isWhole)
    #expect(flawed.pixels == good.pixels)
  }
}
