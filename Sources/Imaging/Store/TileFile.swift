import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry

/// A tile file in the cache, opened for reading: all tiles of a picture, or those of its coarse levels.
final class TileFile: Sendable {
  private let file: CacheDescriptor
  private let pyramid: Pyramid
  private let numbering: TileNumbering
  /// The index as in the file; its checksum was verified on opening.
  private let index: [UInt8]
  /// The finest level of which it has tiles.
  let finestLevel: Int

  /// Opens the tile file of a picture, or returns `nil` if there is no valid one.
  init?(of key: TileFileKey, pyramid: Pyramid, in folder: CacheFolder) {
    guard let file = CacheDescriptor.open(key.fileName, in: folder) else { return nil }
    var bytes = [UInt8](repeating: 0, count: TileFileLayout.headerLength)
    let isRead = bytes.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
    guard isRead, let header = bytes.withUnsafeBytes({ TileFileLayout.Header($0) }),
      header.size == pyramid.size
    else { return nil }
    let numbering = TileNumbering(pyramid)
    let places = numbering.count * TileFileLayout.Place.byteCount
    let name = key.bytes
    guard header.indexLength == places + name.count, header.indexOffset >= 0,
      header.indexOffset <= file.byteCount - header.indexLength
    else { return nil }
    var index = [UInt8](repeating: 0, count: header.indexLength)
    let hasIndex = index.withUnsafeMutableBytes { file.read(into: $0, at: header.indexOffset) }
    let sum = index.withUnsafeBytes { Checksum.crc32($0) }
    guard hasIndex, sum == header.indexSum, Array(index[places...]) == name else { return nil }
    self.file = file
    self.pyramid = pyramid
    self.numbering = numbering
    self.index = index
    let isThere = index.withUnsafeBytes { bytes in
      (0..<numbering.count).map { number in
        TileFileLayout.Place(bytes, at: number * TileFileLayout.Place.byteCount).length > 0
      }
    }
    finestLevel =
      pyramid.levels.first { isThere[numbering.numbers(ofLevel: $0)].contains(true) }
      ?? pyramid.coarsestLevel
  }

  /// Reads a tile, or returns `nil` if it is missing or its checksum is wrong.
  func pixels(_ key: TileKey) -> TilePixels? {
    guard pyramid.contains(key) else { return nil }
    let offset = numbering.number(of: key) * TileFileLayout.Place.byteCount
    let place = index.withUnsafeBytes { TileFileLayout.Place($0, at: offset) }
    return place.pixels(in: file, size: pyramid.rect(of: key).size)
  }
}

extension TileFileLayout.Place {
  /// Reads and decodes the tile at this place, or returns `nil` if it is not what was written.
  func pixels(in file: CacheDescriptor, size: PixelSize) -> TilePixels? {
    let padded = TilePixels.padded(size)
    let count = padded.width * padded.height
    // A tile longer than its plain pixels was never written.
    guard length > 0, length <= count * TilePixels.bytesPerPixel else { return nil }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 8)
    defer { bytes.deallocate() }
    guard file.read(into: bytes, at: offset) else { return nil }
    let read = UnsafeRawBufferPointer(bytes)
    guard Checksum.crc32(read) == sum else { return nil }
    let storage =
      isCompressed
      ? TileCodec.decode(read, count: count, width: padded.width)
      : Self.plain(read, count: count)
    return storage.map { TilePixels(size: size, isOpaque: isOpaque, storage: $0) }
  }

  private static func plain(_ bytes: UnsafeRawBufferPointer, count: Int) -> ContiguousArray<UInt32>?
  {
    guard bytes.count == count * TilePixels.bytesPerPixel else { return nil }
    return ContiguousArray(bytes.bindMemory(to: UInt32.self))
  }
}

/// The rows of a file, whose tiles may be cached on disk.
struct DiskBackedRows: RowSource {
  let rows: any RowSource
  let file: ImageFile
  let tileFileKey: TileFileKey?

  var info: ImageInfo { rows.info }
  var workBytes: Int { rows.workBytes }

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    do throws(ImagingError) {
      try rows.decode(into: builder, while: shouldContinue)
    } catch {
      throw file.isOverwritten ? file.changed : error
    }
    // Rows from before and after the change may not belong together.
    if file.isOverwritten { throw file.changed }
  }

  var reducibleLevels: Int { rows.reducibleLevels }

  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try rows.decode(into: builder, reducedBy: level, while: shouldContinue)
  }

  func embeddedThumbnail() -> Thumbnail? { rows.embeddedThumbnail() }

  func regionDecoder() -> (any RegionDecoder)? { rows.regionDecoder() }

  func turned(by turn: Orientation) -> (any ImageSource)? {
    Self(rows: TurnedRows(rows, by: turn), file: file, tileFileKey: tileFileKey?.turned(by: turn))
  }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard case .rows(let toned)? = try rows.toned(to: tone, while: shouldContinue)?.access
    else { return nil }
    return Self(
      rows: toned, file: file, tileFileKey: tileFileKey?.toned(to: toned.info, from: rows.info))
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? { try rows.sampleReader() }
}

/// Identifies the file and the version of its content that a tile file was made from.
package struct TileFileKey: Hashable, Sendable {
  /// The canonical path.
  let path: FilePath
  private let identity: FileIdentity
  /// The file beside it that says which pixels are transparent.
  private let mask: FileIdentity?
  /// The page of the file, from 0.
  private let page: Int
  /// How the picture is turned or flipped.
  private var turn = Orientation.upright
  /// The samples that are shown black and white; `nil` for those of the file.
  private var tone: ClosedRange<Double>?
  /// True where a sample that was found to mean no data is transparent.
  private var hasNoData = false
  /// How many stops lighter the picture is shown.
  private var exposure = 0.0
  /// The channels that are seen; `nil` for the picture's own colors.
  private var mix: ChannelMix?

  /// Makes the key of a page of a file, or returns `nil` if it no longer exists.
  init?(_ file: ImageFile, page: Int = 0) {
    guard let resolved = file.path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    path = FilePath(cString: resolved)
    identity = file.identity
    self.page = page
    mask = page == 0 ? file.mask?.identity : nil
  }

  /// The key of the same file whose picture is shown turned or flipped.
  func turned(by turn: Orientation) -> Self {
    var key = self
    key.turn = self.turn.followed(by: turn)
    return key
  }

  /// The key of the same file with other samples black and white: tiles have 8 bits, so those without a tone don't serve.
  ///
  /// - Parameters:
  ///   - info: The header with the tone.
  ///   - plain: The header without one.
  /// - Returns: The key.
  func toned(to info: ImageInfo, from plain: ImageInfo) -> Self {
    var key = self
    key.tone = info.tone
    key.hasNoData = info.hasAlpha && !plain.hasAlpha
    key.exposure = info.exposure ?? 0
    key.mix = info.mix
    return key
  }

  private static func text(_ mix: ChannelMix) -> String {
    let parts = mix.shown.map { part in
      let range = part.range.map { ":\($0.lowerBound),\($0.upperBound)" } ?? ""
      return "\(part.channel):\(part.color.map { "\($0)" } ?? "")\(range)"
    }
    return "\0mix \(mix.ramp?.rawValue ?? "") " + parts.joined(separator: " ")
  }

  /// The page, its rotation, its tone and its channels; empty for the first page, upright, as the file defines it.
  private var suffix: [UInt8] {
    let page = page == 0 ? "" : "\0page \(page)"
    let turn = turn == .upright ? "" : "\0\(turn.rawValue)"
    let tone = tone.map { "\0tone \($0.lowerBound),\($0.upperBound)" } ?? ""
    let light = (hasNoData ? "\0no data" : "") + (exposure == 0 ? "" : "\0exposure \(exposure)")
    return Array((page + turn + tone + light + (mix.map(Self.text) ?? "")).utf8)
  }

  /// The key as bytes, which a tile file contains in full, since file names can collide.
  ///
  /// Another file at the same path may have the same length and modification time, but not the same inode and
  /// status change time. The device number is left out, since it may change when the system restarts.
  var bytes: [UInt8] {
    let text = [identity, mask].compactMap(\.self).map { file in
      "\(file.byteCount) \(file.modified) \(file.changed) \(file.inode) "
    }.joined()
    return Array(text.utf8) + path.bytes + suffix
  }

  /// The name of its tile file.
  ///
  /// It depends on the path, the page, the turn and the tone alone, so that the tiles of a changed picture replace the old ones.
  var fileName: String {
    let sum = (path.bytes + suffix).withUnsafeBytes { Checksum.crc32($0) }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + CacheFolder.suffix
  }
}

/// The format of a tile file: a header of fixed length, the tiles, then their index.
///
/// All integers are 64 bits, little endian. The header is written last, and contains the offset and the
/// checksum of the index.
enum TileFileLayout {
  /// `OVRTILES`.
  private static let magic: UInt64 = 0x53454C_4954_5256_4F
  /// The version, which changes with the format and with the decoders' results; other versions are ignored.
  private static let version: UInt64 = 8
  /// The length of the header, in bytes.
  static let headerLength = 64

  /// The header's integers but the last, which is their checksum.
  struct Header: Hashable {
    var indexOffset: Int
    var indexLength: Int
    var indexSum: UInt64
    var size: PixelSize

    var bytes: [UInt8] {
      let numbers = [
        magic, version, UInt64(indexOffset), UInt64(indexLength), indexSum, UInt64(size.width),
        UInt64(size.height),
      ]
      let body = numbers.flatMap { $0.bytes() }
      let sum = body.withUnsafeBytes { Checksum.crc32($0) }
      return body + sum.bytes()
    }
  }

  /// The place of a tile in the file.
  struct Place: Hashable, Sendable {
    var offset = 0
    /// The number of bytes; 0 for a missing tile.
    var length = 0
    var sum: UInt64 = 0
    var isOpaque = true
    /// True if the bytes are encoded by ``TileCodec``; false for plain pixels.
    var isCompressed = true

    /// The bytes of a place in the index.
    static let byteCount = 24
    private static let opaqueFlag: UInt64 = 1 << 62
    private static let compressedFlag: UInt64 = 1 << 63

    var bytes: [UInt8] {
      let flags = (isOpaque ? Self.opaqueFlag : 0) | (isCompressed ? Self.compressedFlag : 0)
      return [UInt64(offset), UInt64(length) | flags, sum].flatMap { $0.bytes() }
    }

    init() {}

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
      let flags = TileFileLayout.number(bytes, at: offset + 8)
      self.offset = Int(truncatingIfNeeded: TileFileLayout.number(bytes, at: offset))
      length = Int(flags & ~(Self.opaqueFlag | Self.compressedFlag))
      sum = TileFileLayout.number(bytes, at: offset + 16)
      isOpaque = flags & Self.opaqueFlag != 0
      isCompressed = flags & Self.compressedFlag != 0
    }
  }

  static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension TileFileLayout.Header {
  /// Reads a header, or returns `nil` if it is damaged or of another version.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == TileFileLayout.headerLength else { return nil }
    let numbers = (0..<8).map { TileFileLayout.number(bytes, at: $0 * 8) }
    let sum = Checksum.crc32(UnsafeRawBufferPointer(rebasing: bytes[..<56]))
    guard numbers[0] == TileFileLayout.magic, numbers[1] == TileFileLayout.version,
      numbers[7] == sum,
      let offset = Int(exactly: numbers[2]), let length = Int(exactly: numbers[3]),
      let width = Int(exactly: numbers[5]), let height = Int(exactly: numbers[6])
    else { return nil }
    self.init(
      indexOffset: offset, indexLength: length, indexSum: numbers[4],
      size: PixelSize(width: width, height: height))
  }
}

/// Numbers the tiles of a pyramid from 0, level by level and row by row.
struct TileNumbering: Hashable, Sendable {
  private let columns: [Int]
  private let firsts: [Int]
  /// The number of tiles.
  let count: Int

  init(_ pyramid: Pyramid) {
    let grids = pyramid.levels.map { pyramid.grid(ofLevel: $0) }
    columns = grids.map(\.width)
    var firsts: [Int] = []
    var total = 0
    for grid in grids {
      firsts.append(total)
      total += grid.width * grid.height
    }
    self.firsts = firsts
    count = total
  }

  /// The numbers of the tiles of a level.
  func numbers(ofLevel level: Int) -> Range<Int> {
    firsts[level]..<(level + 1 < firsts.count ? firsts[level + 1] : count)
  }

  /// The number of tiles of a level and all coarser ones.
  func count(from level: Int) -> Int { count - firsts[level] }

  /// The number of a tile of the pyramid.
  func number(of key: TileKey) -> Int {
    firsts[key.level] + key.row * columns[key.level] + key.column
  }
}

/// The checksums of tile files.
enum Checksum {
  /// The CRC-32 of some bytes, which verifies that they are the ones that were written.
  static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(crc32_z(0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
  }
}
