import Geometry

/// How a tile file is laid out: a header of fixed length, the packed tiles, then their index.
///
/// All numbers are 64 bits, the lowest byte first. The header is written last, and says where the index
/// is and what it sums up to.
enum TileFileLayout {
  /// `OVRTILES`.
  static let magic: UInt64 = 0x53454C_4954_5256_4F
  /// Raised when the layout changes, or what decoders make of files; others are ignored.
  static let version: UInt64 = 3
  /// The room for the header at the start, in bytes.
  static let headerLength = 64

  /// The header's numbers but the last, which sums them up.
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
      let body = numbers.flatMap { TileFileLayout.bytes(of: $0) }
      let sum = body.withUnsafeBytes { Checksum.crc32($0) }
      return body + TileFileLayout.bytes(of: sum)
    }

    /// Reads a header; nil unless it is whole and of this version.
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count == headerLength else { return nil }
      let numbers = (0..<8).map { TileFileLayout.number(bytes, at: $0 * 8) }
      let sum = Checksum.crc32(UnsafeRawBufferPointer(rebasing: bytes[..<56]))
      guard numbers[0] == magic, numbers[1] == version, numbers[7] == sum,
        let offset = Int(exactly: numbers[2]), let length = Int(exactly: numbers[3]),
        let width = Int(exactly: numbers[5]), let height = Int(exactly: numbers[6])
      else { return nil }
      self.init(
        indexOffset: offset, indexLength: length, indexSum: numbers[4],
        size: PixelSize(width: width, height: height))
    }

    init(indexOffset: Int, indexLength: Int, indexSum: UInt64, size: PixelSize) {
      self.indexOffset = indexOffset
      self.indexLength = indexLength
      self.indexSum = indexSum
      self.size = size
    }
  }

  /// Where a tile is in the file.
  struct Place: Hashable, Sendable {
    var offset = 0
    /// The packed bytes; 0 for a tile that is not there.
    var length = 0
    var sum: UInt64 = 0
    var isOpaque = true
    /// True if the bytes are packed, not the pixels as they are.
    var isCompressed = true

    /// The bytes that a place takes in the index.
    static let byteCount = 24
    private static let opaqueFlag: UInt64 = 1 << 62
    private static let compressedFlag: UInt64 = 1 << 63

    var bytes: [UInt8] {
      let flags = (isOpaque ? Self.opaqueFlag : 0) | (isCompressed ? Self.compressedFlag : 0)
      return [UInt64(offset), UInt64(length) | flags, sum].flatMap { TileFileLayout.bytes(of: $0) }
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

  static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

/// Numbers the tiles of a pyramid from 0 on: level by level, row by row.
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

  /// The number of a tile, which must be one of the pyramid's.
  func number(of key: TileKey) -> Int {
    firsts[key.level] + key.row * columns[key.level] + key.column
  }
}
