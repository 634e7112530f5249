import ScrollGeometry
import Synchronization

/// A TIFF file with a pyramid: only the blocks that a tile needs are decoded.
final class TIFFTileSource: RegionSource {
  let info: ImageInfo
  private let file: ImageFile
  private let stored: TIFFPyramid
  private let limits: ImageLimits
  /// The first page of the file; `nil` if it is this one.
  private let sibling: TIFFPage?
  private let cache = TIFFBlockCache()
  /// Files that are open at a level's page and not at work.
  private let idle = Mutex<[Int: [TIFFDecoder]]>([:])

  /// Takes pages whose sizes were checked.
  init(
    _ file: ImageFile, stored: TIFFPyramid, info: ImageInfo, limits: ImageLimits,
    like sibling: TIFFPage? = nil
  ) {
    self.sibling = sibling
    self.info = info
    self.file = file
    self.stored = stored
    self.limits = limits
  }

  func turned(by turn: Orientation) -> (any ImageSource)? {
    Self(file, stored: stored, info: info.turned(by: turn), limits: limits, like: sibling)
  }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard
      let mapping = try stored.overview.mapping(
        tone, like: sibling, of: file, limits, while: shouldContinue)
    else { return nil }
    return Self(
      file, stored: stored.toned(to: mapping), info: info.toned(to: mapping), limits: limits)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    try TIFFSampleReader(file, page: stored.base, limits: limits)
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let (rect, padded) = pyramid.fileRects(of: key, info.orientation)
    let region = try region(padded, level: key.level)
    let oriented = OrientationTransform(orientation: info.orientation).apply(
      to: region, size: padded.size)
    return TilePixels(
      size: info.orientation.applied(to: rect.size),
      isOpaque: !info.hasAlpha || PixelRows.isOpaque(oriented), storage: oriented)
  }
}

extension TIFFTileSource {
  /// The axes of a level in the file's order.
  private func axes(ofLevel level: Int) -> (columns: TileAxis, rows: TileAxis) {
    let pyramid = Pyramid(size: info.size)
    let size = info.orientation.applied(to: pyramid.size(ofLevel: level))
    return (
      TileAxis(length: size.width, isReversed: info.orientation.reversesX),
      TileAxis(length: size.height, isReversed: info.orientation.reversesY)
    )
  }

  /// The pixels of a rectangle of a level in the file's order; beyond an edge the edge's own repeat.
  func region(_ rect: PixelRect, level: Int) throws(ImagingError) -> ContiguousArray<UInt32> {
    if let page = stored.pages[level] {
      var canvas = TIFFCanvas(rect, picture: page.size)
      try fill(&canvas, from: page, level: level)
      return canvas.repeatingEdges()
    }
    let axes = axes(ofLevel: level)
    let inner = rect.intersection(
      PixelRect(x: 0, y: 0, width: axes.columns.length, height: axes.rows.length))
    let finer = self.axes(ofLevel: level - 1)
    let source = try region(
      PixelRect(
        x: 2 * inner.x - (finer.columns.startsUnpaired ? 1 : 0),
        y: 2 * inner.y - (finer.rows.startsUnpaired ? 1 : 0),
        width: 2 * inner.width, height: 2 * inner.height), level: level - 1)
    var canvas = TIFFCanvas(
      rect, picture: PixelSize(width: axes.columns.length, height: axes.rows.length))
    canvas.fill(halving: source)
    return canvas.repeatingEdges()
  }

  private func fill(
    _ canvas: inout TIFFCanvas, from page: TIFFPage, level: Int
  ) throws(ImagingError) {
    let inner = canvas.inner
    let (width, height) = (page.block.width, page.block.height)
    for row in inner.y / height...(inner.y + inner.height - 1) / height {
      for column in inner.x / width...(inner.x + inner.width - 1) / width {
        let block = try block(.init(level: level, column: column, row: row), of: page)
        canvas.place(block, x: column * width, y: row * height)
      }
    }
  }

  private func block(
    _ key: TIFFBlockCache.Key, of page: TIFFPage
  ) throws(ImagingError) -> TIFFBlock {
    if let block = cache[key] { return block }
    let decoder = try reuseDecoder(level: key.level, page)
    let block = decoder.block(column: key.column, row: key.row)
    idle.withLock { $0[key.level, default: []].append(decoder) }
    if let failure = block.failure { throw failure }
    cache.insert(block, for: key)
    return block
  }

  private func reuseDecoder(level: Int, _ page: TIFFPage) throws(ImagingError) -> TIFFDecoder {
    if let decoder = idle.withLock({ $0[level]?.popLast() }) { return decoder }
    return try TIFFDecoder(file, page: page, limits: limits)
  }
}
