import Glibc
import OverscrollBase
import ScrollGeometry

/// Decodes the bands of a part of a picture, in the way that fits its format and orientation.
///
/// Rows of a file that is upright are handed on as they are decoded. Tiles of a file that stores them are decoded for each band. Of
/// other files the part is held in memory as a whole where the budget allows it, decoded in regions where the format does, and
/// else written to an unnamed file of tiles.
struct BandProducer: Sendable {
  /// The share of the budget that a part held in memory may take: a half. [C]
  private static let heldShare = 2
  /// The rows down to the end of a part have at least so many times its pixels where it is decoded in tiles, not row by row. [C]
  private static let partShare = 4

  let source: any ImageSource
  let rect: PixelRect
  let bandHeight: Int
  let budget: Int
  let scratch: CacheFolder?
  let handover: BandHandover

  /// Returns pixels of a rectangle that lies in one tile of the full size.
  typealias Patch = (PixelRect) throws(ImagingError) -> ContiguousArray<UInt32>?

  /// Decodes all bands.
  func run() {
    guard !rect.isEmpty else { return handover.end() }
    do throws(ImagingError) {
      // The time of a tile or a row alone would let a decoder take as much of it as there are tiles.
      let seconds = CallTiming.decoding(source.info.size, isWhole: false).total
      try CallScope.run(within: seconds) { () throws(ImagingError) in try putAllBands() }
      handover.end()
    } catch {
      handover.end(error)
    }
  }

  private func putAllBands() throws(ImagingError) {
    switch source.access {
    case .tiles(let tiles):
      let pyramid = Pyramid(size: source.info.size)
      try putBands { part throws(ImagingError) in try tiles.pixels(in: part, of: pyramid) }
    case .rows(let rows): try putBands(of: rows)
    }
  }

  private func putBands(of rows: any RowSource) throws(ImagingError) {
    let orientation = rows.info.orientation
    if rect.area * Self.partShare <= rows.info.size.width * rect.maxY,
      let decoder = rows.regionDecoder(), decoder.prefersTiles
    {
      return try putBands(of: decoder)
    }
    if !orientation.reversesY, !orientation.transposes { return try streamBands(of: rows) }
    if rect.area * TilePixels.bytesPerPixel <= budget / Self.heldShare {
      return try putBands(held: rows)
    }
    if let decoder = rows.regionDecoder(), try buildIndex(decoder) {
      return try putBands(of: decoder)
    }
    try putBands(spooled: rows)
  }

  private func putBands(of decoder: any RegionDecoder) throws(ImagingError) {
    let pyramid = Pyramid(size: source.info.size)
    try putBands { part throws(ImagingError) in
      let key = TileKey(containing: part)
      return try decoder.tile(key, of: pyramid)?.pixels(in: part.within(key))
    }
  }

  /// Notes damage; throws if the rest cannot be decoded for another reason.
  private func note(_ error: ImagingError) throws(ImagingError) {
    if error.code == .noResources { throw error }
    handover.note(error)
  }

  /// Hands on rows as they are decoded; those that are missing are transparent.
  private func streamBands(of rows: any RowSource) throws(ImagingError) {
    let isReversed = rows.info.orientation.reversesX
    var next = rect.y
    var band: PixelBand?
    func take(_ y: Int, _ copy: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
      var current = band ?? PixelBand(clear: bandRect(from: y))
      band = nil
      let start = (y - current.rect.y) * rect.width
      current.pixels.withUnsafeMutableBufferPointer {
        copy(UnsafeMutableBufferPointer(rebasing: $0[start..<start + rect.width]))
      }
      next = y + 1
      if next == current.rect.maxY { handover.put(current) } else { band = current }
    }
    let columns = rows.info.orientation.fileRect(of: rect, in: rows.info.size).columns
    var row = 0
    let builder = PyramidBuilder(rowsOf: rows.info) { pixels in
      defer { row += 1 }
      guard row == next, next < rect.maxY else { return }
      take(row) { target in
        _ = target.update(fromContentsOf: pixels[columns])
        if isReversed {
          var target = target
          target.reverse()
        }
      }
    }
    builder.firstRow = rect.y
    do throws(ImagingError) {
      try rows.decode(into: builder) { next < rect.maxY && handover.isWanted }
    } catch {
      try note(error)
    }
    while next < rect.maxY, handover.isWanted { take(next) { _ in } }
  }

  /// Decodes tiles into memory, and puts bands together from them.
  private func putBands(held rows: any RowSource) throws(ImagingError) {
    var tiles: [TileKey: TilePixels] = [:]
    try decodeTiles(of: rows) { key, pixels in
      tiles[key] = pixels
      return true
    }
    try putBands { part throws(ImagingError) in
      let key = TileKey(containing: part)
      return tiles[key]?.pixels(in: part.within(key))
    }
  }

  /// Decodes tiles into a file, and puts bands together from them.
  private func putBands(spooled rows: any RowSource) throws(ImagingError) {
    let spool = try TileSpool(of: rows.info, rect: rect, in: scratch)
    var failure: ImagingError?
    try decodeTiles(of: rows) { key, pixels in
      do throws(ImagingError) {
        try spool.write(pixels, for: key)
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    try putBands { part throws(ImagingError) in try spool.read(part) }
  }

  /// Decodes the tiles of the full size that the part touches, until `take` returns false.
  private func decodeTiles(
    of rows: any RowSource, _ take: (TileKey, TilePixels) -> Bool
  ) throws(ImagingError) {
    let range = Pyramid(size: rows.info.size).tiles(covering: rect.rect, level: 0)
    var isWanted = true
    try withoutActuallyEscaping(take) { take throws(ImagingError) in
      let builder = PyramidBuilder(rows.info, levelCount: 1, progressiveArea: .max) { key, pixels in
        guard range.columns.contains(key.column), range.rows.contains(key.row), isWanted else {
          return
        }
        isWanted = take(key, pixels)
      }
      do throws(ImagingError) {
        try rows.decode(into: builder) { isWanted && handover.isWanted }
      } catch {
        try note(error)
      }
      builder.abandon()
    }
  }

  /// Prepares to decode regions; returns false for a file that must be decoded as a whole.
  private func buildIndex(_ decoder: any RegionDecoder) throws(ImagingError) -> Bool {
    if decoder.prefersTiles { return true }
    let pyramid = Pyramid(size: source.info.size)
    guard decoder.indexedLevel < pyramid.levelCount else { return false }
    var info = source.info
    info.size = pyramid.size(ofLevel: decoder.indexedLevel)
    do throws(ImagingError) {
      try decoder.buildIndex(into: PyramidBuilder(rowsOf: info) { _ in }) { handover.isWanted }
      return true
    } catch {
      // Decoding it as a whole shows what is good.
      return false
    }
  }

  /// Puts all bands together from parts of tiles; parts that are missing are transparent.
  private func putBands(_ patch: Patch) throws(ImagingError) {
    var y = rect.y
    while y < rect.maxY, handover.isWanted {
      var band = PixelBand(clear: bandRect(from: y))
      var x = rect.x
      while x < rect.maxX, handover.isWanted {
        let end = min((x / Pyramid.tileSide + 1) * Pyramid.tileSide, rect.maxX)
        let part = PixelRect(x: x, y: y, width: end - x, height: band.rect.height)
        do throws(ImagingError) {
          if let pixels = try patch(part) { band.place(pixels, in: part) }
        } catch {
          try note(error)
        }
        x = end
      }
      y = band.rect.maxY
      handover.put(band)
    }
  }

  /// The rows of the band that begins with a row.
  private func bandRect(from y: Int) -> PixelRect {
    let end = min((y / bandHeight + 1) * bandHeight, rect.maxY)
    return PixelRect(x: rect.x, y: y, width: rect.width, height: end - y)
  }
}

extension ImagingError {
  /// That a picture cannot be rotated for lack of so many bytes in a temporary file.
  init(rotating bytes: Int, _ subject: FilePath, _ reason: String) {
    self.init(
      .noResources, subject,
      "rotating it needs \(bytes / 1_000_000) MB for a temporary file: \(reason)")
  }
}

extension TileKey {
  /// The tile of the full size that a pixel belongs to.
  init(containing part: PixelRect) {
    self.init(level: 0, column: part.x / Pyramid.tileSide, row: part.y / Pyramid.tileSide)
  }
}

extension PixelRect {
  /// The same rectangle in pixels from the corner of a tile of the full size.
  func within(_ key: TileKey) -> PixelRect {
    offset(x: -key.column * Pyramid.tileSide, y: -key.row * Pyramid.tileSide)
  }
}

/// The tiles of a part of a picture in a file without a name, which goes when it is closed.
///
/// Turns a picture of which neither the part fits into memory nor regions can be decoded. Pixels that were not written are
/// transparent.
private final class TileSpool {
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

  private var failure: ImagingError {
    ImagingError(rotating: range.count * Self.tileBytes, folder.path, SystemError(errno).message)
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
