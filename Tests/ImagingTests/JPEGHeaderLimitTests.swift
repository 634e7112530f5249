import ScrollGeometry
import Testing

@testable import OverscrollImaging

/// Headers and scans of JPEG files that are small and ask for much work.
@Suite struct `A JPEG file that asks for much` {
  private let folder = ScratchFolder()

  private static let size = PixelSize(width: 64, height: 48)

  private func jpeg(
    isProgressive: Bool = false, orientation: Int? = nil, profile: [UInt8] = []
  ) -> [UInt8] {
    let rows = (0..<Self.size.height).map { y in
      (0..<Self.size.width * 3).map { UInt8(truncatingIfNeeded: $0 / 3 * 3 + y) }
    }
    return JPEGFile(
      size: Self.size, isProgressive: isProgressive, orientation: orientation, profile: profile,
      rows: rows
    ).bytes
  }

  /// Segments of a marker and so many bytes each.
  private static func segments(_ marker: UInt8, _ count: Int, length: Int = 0) -> [UInt8] {
    let segment = JPEGFile.segment(marker, [UInt8](repeating: 0x41, count: length))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * segment.count)
    for _ in 0..<count { bytes += segment }
    return bytes
  }

  private func insert(_ bytes: [UInt8], in file: [UInt8], at place: Int = 2) -> String {
    folder.write(Array(file.prefix(place)) + bytes + Array(file.dropFirst(place)), to: "big.jpg")
  }

  @Test(arguments: [0xE1, 0xE2, 0xED, 0xFE] as [UInt8])
  func `has any number of markers, which take no longer than their bytes`(marker: UInt8) throws {
    let good = jpeg()
    let expected = try Decoded(folder.write(good, to: "plain.jpg")).pixels
    // Two million took hours when each was looked for from the first one on.
    let path = insert(Self.segments(marker, 2_000_000, length: 2), in: good)
    let decoded = try Decoded(path)
    #expect(decoded.error == nil && decoded.pixels == expected)
    guard case .rows(let rows) = try ImageFile.open(path).access else { return }
    #expect(rows.regionDecoder() == nil)
  }

  @Test func `has its profile and its orientation before others`() throws {
    let good = jpeg(orientation: 6, profile: Profiles.swapped)
    let expected = try Decoded(folder.write(good, to: "plain.jpg"))
    let scan = try #require(good.indices.first { good[$0] == 0xFF && good[$0 + 1] == 0xDB })
    let decoded = try Decoded(insert(Self.segments(0xE2, 1000), in: good, at: scan))
    #expect(decoded.pixels == expected.pixels && decoded.info == expected.info)
    #expect(decoded.info.orientation.rawValue == 6)
  }

  @Test func `has a header that never ends`() throws {
    let path = insert(Self.segments(0xE5, 800, length: 0xFFF0), in: jpeg())
    #expect {
      try ImageFile.open(path)
    } throws: {
      "\($0)".hasSuffix("the JPEG header is longer than 48 MiB.")
    }
  }

  @Test func `has very many scans, of which the first ones are shown`() throws {
    let good = jpeg(isProgressive: true)
    let expected = try Decoded(folder.write(good, to: "plain.jpg"))
    // The last scan once more, and once more.
    let last = try #require(
      good.indices.last { good[$0] == 0xFF && good[min($0 + 1, good.count - 1)] == 0xDA })
    let scan = Array(good[last..<good.count - 2])
    let many = good.dropLast(2) + repeatElement(scan, count: 20_000).joined() + good.suffix(2)
    let path = folder.write(Array(many), to: "scans.jpg")
    let decoded = try Decoded(path)
    #expect(
      decoded.error?.message == "The JPEG file has more than 200 scans, and the rest is ignored.")
    #expect(decoded.isWhole && decoded.pixels.count == expected.pixels.count)
    let thumbnail = try #require(Thumbnail.decode(try ImageFile.open(path), side: 16))
    #expect(thumbnail.size == PixelSize(width: 16, height: 12))
    #expect(thumbnail.pixels.allSatisfy { $0 >= 0xFF00_0000 })
  }
}
