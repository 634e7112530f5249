import ScrollGeometry

/// The format of a tile file: a header of fixed length, the tiles, then their index.
///
/// All integers are 64 bits, little endian. The header is written last, and contains the offset and the
/// checksum of the index.
enum TileFileLayout {
  /// `OVRTILES`.
  static let magic: UInt64 = 0x53454C_4954_5256_4F
  /// The version, which changes with the format and with the decoders' results; other versions are ignored.
  static let version: UInt64 = 5
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
      let body = numbers.flatMap { TileFileLayout.bytes(of: $0) }
      let sum = body.withUnsafeBytes { Checksum.crc32($0) }
      return body + TileFileLayout.bytes(of: sum)
    }

    /// Reads a header, or returns `nil` if it is damaged or of another version.
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

  /// The number of a tile of the pyramid.
  func number(of key: TileKey) -> Int {
    firsts[key.level] + key.row * columns[key.level] + key.column
  }
}
