import Glibc
import OverscrollBase
import ScrollGeometry

/// The tiles of a part of a picture in a file without a name, which goes when it is closed.
///
/// Turns a picture of which neither the part fits into memory nor regions can be decoded. Pixels that were not written are
/// transparent.
final class TileSpool {
  /// The bytes of a tile.
  private static let tileBytes = Pyramid.tileSide * Pyramid.tileSide * TilePixels.bytesPerPixel

  private let descriptor: Int32
  private let folder: CacheFolder
  private let range: TileRange
  private let pyramid: Pyramid

  /// Creates the file.
  ///
  /// - Throws: If it cannot be created.
  init(of info: ImageInfo, rect: PixelRect, in folder: CacheFolder?) throws(ImagingError) {
    guard let folder else {
      throw ImagingError(
        .noResources, info.format, "rotating it needs a cache folder, and there is none")
    }
    guard let descriptor = folder.makeUnnamedFile() else {
      throw ImagingError(
        .noResources, info.format,
        "rotating it needs a temporary file, and \(folder.path) cannot be written")
    }
    self.descriptor = descriptor
    self.folder = folder
    pyramid = Pyramid(size: info.size)
    range = pyramid.tiles(covering: rect.rect, level: 0)
    guard ftruncate(descriptor, range.count * Self.tileBytes) == 0 else { throw failure }
  }

  deinit { close(descriptor) }
}

extension TileSpool {
  private var failure: ImagingError {
    let megabytes = range.count * Self.tileBytes / 1_000_000
    return ImagingError(
      .noResources, folder.path,
      "rotating it needs \(megabytes) MB for a temporary file: \(SystemError(errno).message)"
    )
  }

  private func offset(of key: TileKey) -> Int {
    let row = key.row - range.rows.lowerBound
    return (row * range.columns.count + key.column - range.columns.lowerBound) * Self.tileBytes
  }

  /// Writes the pixels of a tile of the part.
  func write(_ tile: TilePixels, for key: TileKey) throws(ImagingError) {
    let pixels = tile.pixels(in: PixelRect(tile.size))
    let isWritten = pixels.withUnsafeBytes {
      FileDescriptor.write($0, to: descriptor, at: offset(of: key))
    }
    if !isWritten { throw failure }
  }

  /// Reads the pixels of a rectangle that lies in one tile of the part.
  func read(_ part: PixelRect) throws(ImagingError) -> ContiguousArray<UInt32> {
    let key = TileKey(containing: part)
    let inner = part.within(key)
    let width = pyramid.rect(of: key).width
    let rowBytes = width * TilePixels.bytesPerPixel
    var rows = ContiguousArray<UInt32>(repeating: 0, count: width * inner.height)
    let isRead = rows.withUnsafeMutableBytes {
      FileDescriptor.read(descriptor, at: offset(of: key) + inner.y * rowBytes, into: $0)
    }
    guard isRead else { throw failure }
    if inner.width == width { return rows }
    return ContiguousArray(
      (0..<inner.height).flatMap { rows[$0 * width + inner.x..<$0 * width + inner.maxX] })
  }
}
