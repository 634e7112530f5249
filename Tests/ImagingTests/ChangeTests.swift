import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

/// Files that another program writes to while they are shown.
@Suite struct `A file that changes` {
  private let folder = ScratchFolder()
  private static let message =
    "another program changed the file after it was opened; open it again"
  private static let size = PixelSize(width: 1100, height: 700)

  /// What another program does to a file.
  enum Change: CaseIterable {
    case truncation, overwriting, replacement
  }

  /// Writes a file that seems to have been there for long, so that any change of it has another date.
  private func write(_ bytes: [UInt8], to name: String) -> String {
    let path = folder.write(bytes, to: name)
    let old = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, old, 0)
    return path
  }

  private func apply(_ change: Change, to path: String, _ bytes: [UInt8]) {
    switch change {
    case .truncation: truncate(path, off_t(ScratchFolder.read(path).count / 2))
    case .overwriting: _ = folder.write(bytes, to: String(path.dropFirst(folder.path.count + 1)))
    case .replacement: rename(folder.write(bytes, to: "other"), path)
    }
  }

  /// The file before and after it changes, as JPEG and as TIFF with a pyramid.
  private static let jpegs = [jpeg(seed: 1), jpeg(seed: 2)]
  private static let tiffs = [tiff(seed: 1), tiff(seed: 2)]

  private static func jpeg(seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let rows = (0..<size.height).map { _ in
      (0..<size.width * 3).map { _ in UInt8(100 + random.next() % 41) }
    }
    return JPEGFile(size: size, rows: rows).bytes
  }

  private static func tiff(seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let picture = ReferencePicture(noise: size, using: &random)
    let pages = [picture, picture.halved].map { picture in
      var page = TIFFBuilder.Page(size: picture.size) { x, y, channel in
        UInt64(picture[x, y] >> (16 - 8 * UInt32(channel)) & 0xFF)
      }
      page.tile = PixelSize(width: 256, height: 256)
      page.isReduced = picture.size != size
      return page
    }
    return TIFFBuilder(pages: pages).bytes
  }

  private let key = TileKey(level: 0, column: 1, row: 1)

  /// The error of a body, which is to throw one.
  private func failure(_ body: () throws(ImagingError) -> Void) -> String? {
    do throws(ImagingError) {
      try body()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: Change.allCases)
  func `is a JPEG file decoded in regions`(change: Change) throws {
    let path = write(Self.jpegs[0], to: "a.jpg")
    guard case .rows(let rows) = try ImageFile.open(path).access else { return }
    let decoder = try #require(rows.regionDecoder())
    var info = rows.info
    info.size = Pyramid(size: Self.size).size(ofLevel: decoder.indexedLevel)
    try decoder.buildIndex(into: PyramidBuilder(info) { _, _ in }, while: { true })
    let pyramid = Pyramid(size: Self.size)
    let before = try #require(try decoder.tile(key, of: pyramid))
    apply(change, to: path, Self.jpegs[1])
    if change == .replacement {
      // The file that was opened still has all its bytes.
      let after = try #require(try decoder.tile(key, of: pyramid))
      #expect(difference(before, after) == 0)
    } else {
      for level in [0, 3] {
        let key = TileKey(level: level, column: 0, row: 0)
        #expect(
          failure { () throws(ImagingError) in _ = try decoder.tile(key, of: pyramid) }
            == Self.message)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func `is a JPEG file indexed or decoded after its header`(change: Change) throws {
    let path = write(Self.jpegs[0], to: "a.jpg")
    guard case .rows(let rows) = try ImageFile.open(path).access else { return }
    apply(change, to: path, Self.jpegs[1])
    #expect(rows.regionDecoder() == nil)
    #expect(Decoded(rows).error?.reason == Self.message)
  }

  @Test(arguments: Change.allCases)
  func `is a TIFF file with a pyramid`(change: Change) throws {
    let path = write(Self.tiffs[0], to: "a.tif")
    guard case .tiles(let tiles) = try ImageFile.open(path).access else { return }
    let pyramid = Pyramid(size: Self.size)
    _ = try tiles.tile(TileKey(level: 0, column: 0, row: 0), of: pyramid)
    apply(change, to: path, Self.tiffs[1])
    // The coarser level is read from the file once more.
    let other = TileKey(level: 1, column: 0, row: 0)
    #expect(
      failure { () throws(ImagingError) in _ = try tiles.tile(other, of: pyramid) }
        == Self.message)
    let next = TileKey(level: 0, column: 4, row: 2)
    let found = failure { () throws(ImagingError) in _ = try tiles.tile(next, of: pyramid) }
    #expect(found == (change == .replacement ? nil : Self.message))
  }

  @Test(arguments: ["PPM", "TIFF", "JPEG"])
  func `in the middle of a pass is reported, even if all rows were decoded`(format: String) throws {
    let bytes: [UInt8] =
      switch format {
      case "PPM":
        Array("P6 \(Self.size.width) \(Self.size.height) 255\n".utf8)
          + [UInt8](repeating: 9, count: 3 * Self.size.width * Self.size.height)
      case "TIFF":
        TIFFBuilder(pages: [
          TIFFBuilder.Page(size: Self.size) { x, y, _ in UInt64(truncatingIfNeeded: x + y) & 0xFF }
        ]).bytes
      default: Self.jpegs[0]
      }
    let path = write(bytes, to: "a")
    guard case .rows(let rows) = try ImageFile.open(path).access else { return }
    let builder = PyramidBuilder(rows.info) { _, _ in }
    var steps = 0
    let found = failure { () throws(ImagingError) in
      try rows.decode(into: builder) {
        steps += 1
        if steps == 20 { apply(.overwriting, to: path, bytes) }
        return true
      }
    }
    // Blocks of TIFF files are had or not, rows of others are passed over.
    #expect(found == Self.message && builder.isComplete == (format != "TIFF"))
  }

  @Test func `only in its name, its permissions or its links is the same picture`() throws {
    let path = write(Self.jpegs[0], to: "a.jpg")
    guard case .rows(let rows) = try ImageFile.open(path).access else { return }
    #expect(chmod(path, 0o600) == 0 && link(path, folder.file("b.jpg")) == 0)
    #expect(Decoded(rows).error == nil && rows.regionDecoder() != nil)
  }
}
