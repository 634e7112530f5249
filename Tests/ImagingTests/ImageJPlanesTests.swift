import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `ImageJ's planes behind a single directory` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 8, height: 6)

  private struct Picture {
    var info: ImageInfo
    /// The samples of its last pixel.
    var samples: [Double]
  }

  /// The header of a file whose samples begin at its end, as ImageJ writes it.
  private func head(
    _ text: String, _ size: PixelSize = size, bits: Int = 16, isBigEndian: Bool = false
  ) throws -> [UInt8] {
    var page = TIFFBuilder.Page(size: PixelSize(width: 1, height: 1)) { _, _, _ in 0 }
    (page.photometric, page.samples, page.bits, page.rowsPerStrip) = (1, 1, bits, size.height)
    page.tags = [TIFFBuilder.text(270, text)]
    var bytes = TIFFBuilder(pages: [page], isBigEndian: isBigEndian).bytes
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let values = [
      256: size.width, 257: size.height, 273: bytes.count,
      279: size.width * size.height * bits / 8,
    ]
    for (tag, value) in values {
      let entry = number(tag, 2) + number(4, 2) + number(1, 4)
      let place = try #require(bytes.firstRange(of: entry)).upperBound
      bytes.replaceSubrange(place..<place + 4, with: number(value, 4))
    }
    return bytes
  }

  /// Writes planes of samples that are their numbers behind a header.
  private func write(
    _ count: Int, _ text: String, _ size: PixelSize = size, bits: Int = 16,
    isBigEndian: Bool = false, more: [UInt8] = []
  ) throws -> FilePath {
    var bytes = try head(text, size, bits: bits, isBigEndian: isBigEndian)
    for plane in 0..<count {
      let low = UInt8(plane)
      let sample: [UInt8] = bits == 8 ? [low] : isBigEndian ? [1, low] : [low, 1]
      for _ in 0..<size.width * size.height { bytes += sample }
    }
    return FilePath(folder.write(bytes + more, to: "a.tif"))
  }

  private func pictures(_ path: FilePath, limits: ImageLimits = ImageLimits()) throws -> [Picture] {
    let pages = try #require(FilePages(of: path))
    pages.findAll()
    return try pages.known.map { page in
      let source = try ImageFile.open(path, page: page.index, of: pages, limits: limits)
      let size = source.info.size
      #expect(page.size == size)
      let samples = try source.sampleReader()?
        .samples(x: size.width - 1, y: size.height - 1) { true }
      return Picture(info: source.info, samples: samples ?? [])
    }
  }

  @Test(arguments: [false, true])
  func `are pages with channels, slices and times`(isBigEndian: Bool) throws {
    let text = "ImageJ=1.53t\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\n"
    let found = try pictures(try write(12, text, isBigEndian: isBigEndian))
    #expect(found.map(\.samples) == stride(from: 256.0, to: 268, by: 2).map { [$0, $0 + 1] })
    #expect(found.allSatisfy { $0.info.channels.count == 2 && $0.info.channelsArePages })
    let axes = [PageStack.Axis(name: "z", count: 3), PageStack.Axis(name: "t", count: 2)]
    #expect(found.allSatisfy { $0.info.stack?.axes == axes && $0.info.missingPlanes == 0 })
    // A rotation has one place in the file for all of them.
    #expect(KeptRotation.refusal(of: found[0].info) == "it would be that of all pages of the file")
  }

  @Test(arguments: [PixelSize(width: 8, height: 6), PixelSize(width: 100, height: 300)])
  func `are decoded in rows and in tiles`(size: PixelSize) throws {
    // libtiff divides the larger strip into several.
    let path = try write(3, "ImageJ=1.53t\nimages=3\nslices=3\n", size, bits: 8)
    for number in 0..<3 {
      let source = try ImageFile.open(path, page: number)
      let color = 0xFF00_0000 | UInt32(number) * 0x01_0101
      let decoded = Decoded(source)
      #expect(decoded.error == nil && decoded.pixels.allSatisfy { $0 == color })
      let regions = try source.regions()
      let key = TileKey(level: 0, column: 0, row: 0)
      let tile = try #require(try regions.tile(key, of: Pyramid(size: size)))
      #expect(tile[size.width - 1, min(size.height, 256) - 1] == color)
    }
  }

  @Test func `are read by rows where a row is too large to be decoded with others`() throws {
    let size = PixelSize(width: 9_000_000, height: 1)
    let text = "ImageJ=1.53t\nimages=2\nslices=2\n"
    let planes = (1...2).flatMap { [UInt8](repeating: $0, count: size.width) }
    let path = FilePath(folder.write(try head(text, size, bits: 8) + planes, to: "a.tif"))
    // A pass over such rows would take much memory; none is made.
    let found = try pictures(path, limits: ImageLimits(budget: 4 << 30))
    #expect(found.map(\.samples) == [[1], [2]])
  }

  @Test func `may lie beyond 4 GB`() throws {
    let size = PixelSize(width: 65_536, height: 16_384)
    let head = try head("ImageJ=1.53t\nimages=3\nslices=3\n", size)
    let path = folder.write(head, to: "a.tif")
    let end = head.count + 3 * size.width * size.height * 2
    // Only the last sample takes room on the disk.
    let file = open(path, O_WRONLY)
    defer { close(file) }
    #expect(pwrite(file, [7, 1] as [UInt8], 2, end - 2) == 2)
    var limits = ImageLimits()
    limits.tone = .none
    let source = try ImageFile.open(FilePath(path), page: 2, limits: limits)
    let samples = try source.sampleReader()?
      .samples(x: size.width - 1, y: size.height - 1) { true }
    #expect(samples == [263])
  }

  @Test(arguments: [(5, 2), (6, 0)])
  func `are as many as the file has`(count: Int, missing: Int) throws {
    let text = "ImageJ=1.53t\nimages=\(count + missing)\nslices=\(count + missing)\n"
    // Half a plane is none.
    let path = try write(count, text, more: [UInt8](repeating: 0, count: 48))
    let found = try pictures(path)
    #expect(found.map(\.samples) == (0..<count).map { [Double(256 + $0)] })
    #expect(found.allSatisfy { $0.info.planeCount == count && $0.info.missingPlanes == missing })
    #expect((found[0].info.stack == nil) == (missing > 0))
    let rows = PictureDescription.rows(try ImageFile.open(path))
    #expect(
      rows.first { $0.name == "planes" }?.value
        == (missing > 0 ? "5 of 7: the file ends early" : nil))
    #expect(throws: ImagingError.self) { try ImageFile.open(path, page: count) }
  }

  @Test func `have channels as far as the file has them`() throws {
    let found = try pictures(try write(3, "ImageJ=1.53t\nimages=4\nchannels=2\nslices=2\n"))
    #expect(found.map(\.samples) == [[256, 257], [258]])
  }

  @Test(arguments: [1, 2])
  func `are none where the directory or another one follows the first`(directories: Int) throws {
    let text = "ImageJ=1.53t\nimages=4\nslices=4\nInfo=" + String(repeating: "x", count: 900)
    let pages = (0..<directories).map { number in
      var page = TIFFBuilder.Page(size: Self.size) { _, _, _ in UInt64(number) }
      (page.photometric, page.samples, page.bits) = (1, 1, 16)
      if number == 0 { page.tags = [TIFFBuilder.text(270, text)] }
      return page
    }
    let path = FilePath(folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif"))
    let found = try pictures(path)
    #expect(found.map(\.samples) == (0..<directories).map { [Double($0)] })
    #expect(found.allSatisfy { $0.info.planeCount == 1 && $0.info.missingPlanes == 0 })
    #expect((found[0].info.stack == nil) == (directories == 1))
  }

  @Test func `have several samples that are counted as channels`() throws {
    var page = TIFFBuilder.Page(size: Self.size) { _, y, channel in
      UInt64(y / 6 * 10 + channel)
    }
    // What is below the first six rows becomes the second plane.
    page.size.height = 12
    page.rowsPerStrip = 12
    let text = "ImageJ=1.53t\nimages=6\nchannels=3\nslices=2\n"
    page.tags = [TIFFBuilder.text(270, text)]
    var bytes = TIFFBuilder(pages: [page]).bytes
    let entry: [UInt8] = [1, 1, 4, 0, 1, 0, 0, 0]
    let place = try #require(bytes.firstRange(of: entry)).upperBound
    bytes[place] = 6
    let found = try pictures(FilePath(folder.write(bytes, to: "a.tif")))
    #expect(found.map(\.samples) == [[0, 1, 2], [10, 11, 12]])
    #expect(found[0].info.stack?.axes == [.init(name: "z", count: 2)])
  }
}
