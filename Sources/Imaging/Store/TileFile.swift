import ScrollGeometry

/// A complete tile file in the cache, opened for reading.
final class TileFile: Sendable {
  private let file: CacheDescriptor
  private let pyramid: Pyramid
  private let numbering: TileNumbering
  /// The index as in the file; its checksum was verified on opening.
  private let index: [UInt8]

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
