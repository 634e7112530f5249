import CCodecs
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
    let overview = stored.overview
    guard
      let mapping = try overview.mapping(
        tone, info.channels, like: sibling, of: stored.file(of: overview, beside: file), limits,
        definesColors: stored.base.definesColors(file, limits), while: shouldContinue)
    else { return nil }
    let toned = stored.toned(to: mapping)
    return Self(file, stored: toned, info: toned.info(info, mapping), limits: limits)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    try TIFFSampleReader(file, page: stored.base, limits: limits)
  }

  /// Opens the page that a level is made of for a number of threads: a confined one opens no files.
  func open(forLevel level: Int, threads: Int) throws(ImagingError) {
    guard let (level, page) = stored.page(ofLevel: level) else { return }
    var decoders: [TIFFDecoder] = []
    while decoders.count < threads { decoders.append(try reuseDecoder(level: level, page)) }
    idle.withLock { $0[level, default: []] += decoders }
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
    canvas.fill(halving: source, hasClasses: info.hasClasses)
    return canvas.repeatingEdges()
  }

  private func fill(
    _ canvas: inout TIFFCanvas, from page: TIFFPage, level: Int
  ) throws(ImagingError) {
    let inner = canvas.inner
    let isWholeStrip = !page.isTiled && inner.width == page.size.width
    let width = isWholeStrip ? page.block.width : page.partWidth
    let height = page.block.height
    let columns = inner.x / width...(inner.x + inner.width - 1) / width
    for row in inner.y / height...(inner.y + inner.height - 1) / height {
      for column in columns {
        let key = TIFFBlockCache.Key(level: level, column: column, row: row)
        let block =
          width == page.block.width
          ? try block(key, of: page) : try part(key, among: columns, width: width, of: page)
        canvas.place(block, x: column * width, y: row * height)
      }
    }
  }

  private func block(
    _ key: TIFFBlockCache.Key, of page: TIFFPage
  ) throws(ImagingError) -> TIFFBlock {
    if let block = cache[key] { return block }
    let block = try decode(key, of: page)
    cache.insert(block, for: key)
    return block
  }

  /// A part of a wide strip at a column of parts; `columns` are all that are wanted of it.
  private func part(
    _ wanted: TIFFBlockCache.Key, among columns: ClosedRange<Int>, width: Int, of page: TIFFPage
  ) throws(ImagingError) -> TIFFBlock {
    // The number of whole strips is 0.
    func key(_ column: Int) -> TIFFBlockCache.Key {
      .init(level: wanted.level, column: column + 1, row: wanted.row)
    }
    if let part = cache[key(wanted.column)] { return part }
    let strip = try decode(.init(level: wanted.level, column: 0, row: wanted.row), of: page)
    // Neighbors on both sides are kept for the next tiles, the rest of the strip is not.
    let (first, last) = (max(0, columns.lowerBound - 1), (strip.size.width - 1) / width)
    let parts = (first...min(last, columns.upperBound + 1)).map { strip.part($0, width: width) }
    for (offset, part) in parts.enumerated() { cache.insert(part, for: key(first + offset)) }
    return parts[wanted.column - first]
  }

  private func decode(
    _ key: TIFFBlockCache.Key, of page: TIFFPage
  ) throws(ImagingError) -> TIFFBlock {
    let decoder = try reuseDecoder(level: key.level, page)
    let block = decoder.block(column: key.column, row: key.row)
    idle.withLock { $0[key.level, default: []].append(decoder) }
    if let failure = block.failure { throw failure }
    return block
  }

  private func reuseDecoder(level: Int, _ page: TIFFPage) throws(ImagingError) -> TIFFDecoder {
    if let decoder = idle.withLock({ $0[level]?.popLast() }) { return decoder }
    guard page.isBeside else { return try TIFFDecoder(file, page: page, limits: limits) }
    guard let overviews = stored.overviews else { throw file.changed }
    return try TIFFDecoder(overviews, page: page, limits: limits)
  }
}

/// Decodes any region of a TIFF file without a pyramid, from those of its blocks that the region shows.
///
/// The coarse levels are made in one pass over all blocks.
final class TIFFRegionDecoder: RegionDecoder {
  /// The finest level that the pass makes, an eighth: its tiles would each be made from 8 × 8 tiles of the full size. [C]
  private static let coarseLevel = 3
  /// The least width and area of the parts in which the pass decodes rows of blocks, in pixels of that level: their pixels of the full
  /// size, 2 MiB, stay in a core's cache. [C]
  private static let (partWidth, partArea) = (128, 128 * 64)
  /// The least height of the bands that threads share, in pixels of that level. [C]
  private static let bandHeight = 64
  /// The most blocks that the preview is made from: a tenth of a second. [C]
  private static let previewBlocks = 64

  private let source: TIFFTileSource
  private let page: TIFFPage
  private let limits: ImageLimits

  /// Makes a decoder; `nil` for pages whose blocks are so large that decoding all of them in a pass is quicker.
  init?(_ file: ImageFile, stored: TIFFPyramid, info: ImageInfo, limits: ImageLimits) {
    guard stored.isFine else { return nil }
    (page, self.limits) = (stored.base, limits)
    source = TIFFTileSource(file, stored: stored, info: info, limits: limits)
  }

  var indexedLevel: Int { Self.coarseLevel }

  var prefersTiles: Bool { true }

  func buildIndex(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    if builder.wantsPreview { addPreview(to: builder, while: shouldContinue) }
    let size = builder.fileSize
    let part = partSize(in: size)
    let bandHeight = Self.whole(part.height, upTo: Self.bandHeight)
    let threads = threads(forPartsOf: part)
    try source.open(forLevel: Self.coarseLevel, threads: threads)
    while !builder.isComplete {
      let y = builder.rowCount
      let band = PixelRect(x: 0, y: y, width: size.width, height: min(bandHeight, size.height - y))
      let parts = band.parts(of: part)
      let decoded = DecodeThread.map(parts.count, threads: threads, while: shouldContinue) {
        [source] number in
        Result { () throws(ImagingError) in
          try source.region(parts[number], level: Self.coarseLevel)
        }
      }
      guard let decoded else { return }
      var pixels: [ContiguousArray<UInt32>] = []
      for part in decoded { pixels.append(try part.get()) }
      for line in band.rows {
        let row = builder.nextRow
        for (rect, pixels) in zip(parts, pixels) where rect.rows.contains(line) {
          let target = UnsafeMutableBufferPointer(rebasing: row[rect.columns])
          let start = (line - rect.y) * rect.width
          _ = target.update(fromContentsOf: pixels[start..<start + rect.width])
        }
        builder.commitRow()
      }
    }
  }

  /// The size of a part in the coarse level: whole blocks, so that none is decoded for several parts.
  private func partSize(in size: PixelSize) -> PixelSize {
    let level = Self.coarseLevel
    // A strip is decoded whole, whatever part of it is wanted.
    let width =
      page.isTiled ? Self.whole(page.block.width >> level, upTo: Self.partWidth) : size.width
    return PixelSize(
      width: width, height: Self.whole(page.block.height >> level, upTo: Self.partArea / width))
  }

  /// The largest multiple of a length up to another one, or once the length.
  private static func whole(_ length: Int, upTo most: Int) -> Int {
    let length = max(1, length)
    return max(1, most / length) * length
  }

  /// The number of threads whose blocks and parts fit into the memory for decoding.
  private func threads(forPartsOf part: PixelSize) -> Int {
    // Of the full size; coarser levels take a third more, and edges are copied.
    let pixels = part.width * part.height * (1 << (2 * Self.coarseLevel))
    let bytes =
      (3 * pixels + page.block.width * page.block.height) * TilePixels.bytesPerPixel
      + page.format.planes * page.blockBytes
    return max(1, min(limits.threads, ImageLimits.spareBytes / bytes))
  }

  /// Adds a preview that blends the colors of a few blocks, so that of a picture of any size something is seen at once.
  private func addPreview(to builder: PyramidBuilder, while shouldContinue: () -> Bool) {
    let (pyramid, grid) = (Pyramid(size: source.info.size), page.grid)
    let level = pyramid.coarsestLevel
    let share = Double(grid.width) * Double(grid.height) / Double(Self.previewBlocks)
    let step = max(1, Int(share.squareRoot().rounded(.up)))
    guard level >= Self.coarseLevel, step > 1 else { return }
    let columns = (grid.width + step - 1) / step
    let rows = (grid.height + step - 1) / step
    var colors: [SIMD4<Double>] = []
    for number in 0..<columns * rows {
      let (row, column) = number.quotientAndRemainder(dividingBy: columns)
      guard shouldContinue(), let color = color(column * step, row * step, step) else { return }
      colors.append(color)
    }
    let side = (
      Double(step * page.block.width) / Double(1 << level),
      Double(step * page.block.height) / Double(1 << level)
    )
    builder.addPreview(level: level - Self.coarseLevel) { y, pixels in
      let (above, below, v) = Self.neighbors(y, side: side.1, count: rows)
      for x in pixels.indices {
        let (left, right, u) = Self.neighbors(x, side: side.0, count: columns)
        let upper = colors[above * columns + left] * (1 - u) + colors[above * columns + right] * u
        let lower = colors[below * columns + left] * (1 - u) + colors[below * columns + right] * u
        let color = upper * (1 - v) + lower * v
        pixels[x] = (0..<4).reduce(0) { $0 | UInt32(color[$1] + 0.5) << UInt32(8 * $1) }
      }
      return true
    }
  }

  /// The two groups of blocks between whose middles a pixel of the preview lies, and how far.
  private static func neighbors(_ pixel: Int, side: Double, count: Int) -> (Int, Int, Double) {
    let place = min(max((Double(pixel) + 0.5) / side - 0.5, 0), Double(count - 1))
    let first = min(Int(place), count - 1)
    let distance = place - Double(first)
    // Without edges where one gradient ends and another begins.
    return (first, min(first + 1, count - 1), distance * distance * (3 - 2 * distance))
  }

  /// The mean color of the middle block of a group, premultiplied, blue first.
  private func color(_ column: Int, _ row: Int, _ step: Int) -> SIMD4<Double>? {
    let x = min(column + step / 2, page.grid.width - 1) * page.block.width
    let y = min(row + step / 2, page.grid.height - 1) * page.block.height
    let level = Self.coarseLevel
    let rect = PixelRect(
      x: x >> level, y: y >> level, width: max(1, page.block.width >> level),
      height: max(1, page.block.height >> level))
    guard let pixels = try? source.region(rect, level: level) else { return nil }
    let sum = pixels.reduce(into: SIMD4<Double>()) { sum, pixel in
      for channel in 0..<4 { sum[channel] += Double(pixel >> UInt32(8 * channel) & 0xFF) }
    }
    return sum / Double(pixels.count)
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels? {
    try source.tile(key, of: pyramid)
  }
}

extension PixelRect {
  /// The parts of a size into which it is divided, row by row; those at the far edges may be smaller.
  fileprivate func parts(of size: PixelSize) -> [PixelRect] {
    stride(from: y, to: maxY, by: size.height).flatMap { y in
      stride(from: x, to: maxX, by: size.width).map { x in
        PixelRect(x: x, y: y, width: min(size.width, maxX - x), height: min(size.height, maxY - y))
      }
    }
  }
}

/// The pages of a TIFF file that are levels of one picture.
struct TIFFPyramid: Sendable {
  /// The file of overviews beside the picture's; `nil` where it has none.
  private(set) var overviews: ImageFile?
  /// The page of full size.
  private(set) var base: TIFFPage
  /// The page of each level in the file; level 0 is full size.
  private(set) var pages: [Int: TIFFPage]
  /// The offsets of the directories of masks, by their level, and the files of those beside the picture's.
  private var masks: [Int: UInt64] = [:]
  private var maskFiles: [Int: ImageFile] = [:]

  /// The most pages to examine: a document may have thousands, a pyramid has about twenty. [C]
  private static let maximumPages = 40

  /// A picture of one level.
  init(base: TIFFPage) {
    self.base = base
    pages = [0: base]
  }

  /// Finds levels of the current page among its sub-directories and the pages that follow, but for those whose pixels show that they are
  /// another picture.
  init(_ handle: TIFFHandle, base: TIFFPage, _ scales: [UInt64: PixelScale] = [:]) {
    self.init(base: base)
    for offset in handle.subpageOffsets.prefix(Self.maximumPages)
    where handle.selectPage(at: offset) {
      if let page = try? handle.page() { take(page) }
    }
    defer { applyMasks() }
    guard handle.selectPage(at: base.offset) else { return }
    for _ in 1..<Self.maximumPages {
      guard handle.hasNextPage, handle.selectNextPage() else { return }
      guard let page = try? handle.page() else { continue }
      let isVersion = PixelScale.canShowTheSame(
        scales[page.offset], page.size, scales[base.offset], base.size)
      if isVersion, take(page) { continue }
      if isAnother(page) { return }
    }
  }

  /// Finds levels in the file of overviews beside the picture's.
  mutating func addOverviews(beside file: ImageFile, limits: ImageLimits) {
    guard base.mask == nil, let overviews = file.overviews,
      let handle = try? TIFFHandle(overviews, limits: limits)
    else { return }
    let count = pages.count
    for _ in 0..<Self.maximumPages {
      if var page = try? handle.page(), !page.isMask {
        page.isBeside = true
        take(page)
      }
      guard handle.hasNextPage, handle.selectNextPage() else { break }
    }
    if pages.count > count { self.overviews = overviews }
  }

  /// Finds the masks of the levels in the file beside the picture's, and in its overviews, where the picture has no opacity.
  mutating func addMasks(beside file: ImageFile, limits: ImageLimits) {
    guard base.mask == nil, base.format.alpha == nil, base.stack.isEmpty, let mask = file.mask
    else { return }
    for file in [mask, mask.overviews].compactMap(\.self) {
      guard let handle = try? TIFFHandle(file, limits: limits) else { continue }
      for _ in 0..<Self.maximumPages {
        if let page = try? handle.page(), page.canMask, let level = level(of: page),
          maskFiles[level] == nil
        {
          (masks[level], maskFiles[level]) = (page.offset, file)
        }
        guard handle.hasNextPage, handle.selectNextPage() else { break }
      }
    }
    if maskFiles[0] != nil { applyMasks() }
  }

  /// Takes the pages of further channels for parts of this picture, where all of them are like it.
  ///
  /// - Parameters:
  ///   - offsets: Those of the directories of the channels.
  ///   - handle: Is at any page then.
  mutating func stack(_ offsets: [UInt64], _ handle: TIFFHandle) {
    guard base.format.samples == 1, base.format.takesMix, base.mask == nil else { return }
    var others: [TIFFPyramid] = []
    for offset in offsets {
      guard handle.selectPage(at: offset), let page = try? handle.page(),
        page.isChannel(beside: base)
      else { return }
      others.append(TIFFPyramid(handle, base: page))
    }
    pages = pages.reduce(into: [:]) { stacked, page in
      let channels = others.compactMap { $0.pages[page.key] }
      guard channels.count == others.count,
        channels.allSatisfy({ $0.isChannel(beside: page.value) })
      else { return }
      stacked[page.key] = page.value.stacked(channels.map(\.offset))
    }
    base = pages[0] ?? base
  }

  /// Has all levels mean the same by their samples as the full size.
  mutating func alignSamples() {
    for level in levels {
      if let range = base.format.sample.range { pages[level]?.format.sample.range = range }
      pages[level]?.format.noData = base.format.noData
      pages[level]?.mayLackData = base.mayLackData
      if pages[level]?.format.sample == base.format.sample {
        pages[level]?.leftOutSample = base.leftOutSample
      }
    }
  }

  /// Notes what means no data where the file doesn't say that: what is no number, if there is any, and perhaps a frequent sample.
  mutating func findNoData(mayBeGuessed: Bool, beside file: ImageFile, limits: ImageLimits) {
    base.mayLackData = mayBeGuessed
    guard base.format.sample.isFloat, base.format.model.isGray, base.format.alpha == nil,
      base.format.noData == nil
    else { return }
    let overview = overview
    let samples = TIFFRange.statistics(
      overview, of: self.file(of: overview, beside: file), limits: limits)
    if samples.hasNaN { base.format.noData = .infinity }
  }

  /// Takes the fourth channel of all levels for no alpha.
  mutating func removeAlpha() {
    base.format.alpha = nil
    for level in levels { pages[level]?.format.alpha = nil }
  }

  /// The same pages with samples mapped in another way.
  func toned(to mapping: ToneMapping) -> Self {
    var toned = self
    toned.base = base.toned(to: mapping)
    toned.pages = pages.mapValues { $0.toned(to: mapping) }
    return toned
  }

  /// The header of the same pages, which a mapping made of another one.
  func info(_ info: ImageInfo, _ mapping: ToneMapping) -> ImageInfo {
    var info = info.toned(to: mapping)
    // Alpha is a channel like others among those that are seen; what means no data, or is masked, stays transparent.
    if mapping.mix != nil { info.hasAlpha = base.hasTransparency }
    if info.data != nil { info.data = base.data }
    return info
  }

  /// The page that covers the picture with the fewest samples.
  var overview: TIFFPage {
    levels.compactMap { pages[$0] }.last { page in
      page.format.samples == base.format.samples
        && page.format.sample.bits == base.format.sample.bits
    } ?? base
  }

  /// The file of a page: that of overviews, or the picture's, which is given.
  func file(of page: TIFFPage, beside file: ImageFile) -> ImageFile {
    page.isBeside ? overviews ?? file : file
  }

  /// The page that a level is made of, and the level that it is itself.
  func page(ofLevel level: Int) -> (level: Int, page: TIFFPage)? {
    levels.last { $0 <= level }.flatMap { level in pages[level].map { (level, $0) } }
  }

  /// The levels in the file, the finest first.
  private var levels: [Int] { pages.keys.sorted() }

  /// Gives each level its mask; levels without one would show what the others hide.
  private mutating func applyMasks() {
    guard base.format.alpha == nil, let mask = masks[0] else { return }
    (base.mask, base.maskFile) = (mask, maskFiles[0])
    for level in levels {
      pages[level]?.mask = masks[level]
      pages[level]?.maskFile = maskFiles[level]
      if masks[level] == nil { pages[level] = nil }
    }
  }

  /// Takes a page that is a level or a mask; returns `false` for any other.
  @discardableResult
  private mutating func take(_ page: TIFFPage) -> Bool {
    if page.isUsableMask {
      let level = level(of: page)
      if let level, masks[level] == nil { masks[level] = page.offset }
      return level != nil
    }
    guard page.isReduced || page.isTiled && base.isTiled, !page.isMask,
      (page.format.alpha == nil) == (base.format.alpha == nil),
      let level = Pyramid(size: base.size).storedLevel(of: page.size)
    else { return false }
    if pages[level] == nil { pages[level] = page }
    return true
  }

  /// The level whose size a page has; `nil` for all others.
  private func level(of page: TIFFPage) -> Int? {
    page.size == base.size ? 0 : Pyramid(size: base.size).storedLevel(of: page.size)
  }

  /// Returns whether a page that is no level is another picture, whose own levels may follow it.
  ///
  /// Between a picture in tiles and its levels there may be a small one in strips.
  private func isAnother(_ page: TIFFPage) -> Bool {
    !page.isReduced && !page.isMask && (page.isTiled || !base.isTiled)
  }
}

extension Pyramid {
  /// The level whose size a stored picture has, within a pixel; `nil` for the full size and all others.
  func storedLevel(of size: PixelSize) -> Int? {
    levels.dropFirst().first { level in
      let wanted = self.size(ofLevel: level)
      return abs(wanted.width - size.width) <= 1 && abs(wanted.height - size.height) <= 1
    }
  }
}

extension TIFFPyramid {
  /// The longest side, in pixels, of the coarsest page, from which all coarser levels are halved: eight
  /// tiles, which take a worker some milliseconds. [C]
  private static let coarseSide = 8 * Pyramid.tileSide
  /// How many levels in a row may be missing: a tile of the last is halved from 8 × 8 tiles. [C]
  private static let maximumGap = 3
  /// The largest area of the blocks under a tile, in pixels: about an eighth of a second. [C]
  private static let tileArea = 16 << 20
  /// The largest area of a strip, in pixels: half of the block cache. [C]
  private static let stripArea = 2 << 20

  /// True if every tile of every level can be decoded quickly enough on its own.
  ///
  /// A picture of one level is decoded in a pass, however small: that shows more of a damaged one.
  var allowsTiles: Bool {
    guard pages.count > 1, let coarsest = levels.last, let page = pages[coarsest],
      max(page.size.width, page.size.height) <= Self.coarseSide
    else { return false }
    let gaps = zip(levels, levels.dropFirst()).map { $1 - $0 - 1 }
    return gaps.allSatisfy { $0 <= Self.maximumGap } && isFine
  }

  /// True if the blocks that a tile of any level in the file needs are decoded quickly.
  var isFine: Bool { pages.values.allSatisfy(Self.isFine) }

  /// Returns whether the blocks that a tile needs are decoded quickly.
  private static func isFine(_ page: TIFFPage) -> Bool {
    let rows = page.block.height + Pyramid.tileSide
    let width = page.isTiled ? page.block.width + Pyramid.tileSide : page.size.width
    let (area, overflow) = width.multipliedReportingOverflow(by: rows)
    return !overflow && area <= tileArea
      && (page.isTiled || width * page.block.height <= stripArea)
  }
}

extension TIFFPage {
  /// Returns whether it can be a channel of the same picture as another page.
  fileprivate func isChannel(beside other: Self) -> Bool {
    size == other.size && block == other.block && isTiled == other.isTiled
      && format.samples == 1 && format.sample == other.format.sample
      && orientation == other.orientation && blockBytes == other.blockBytes
      && rowBytes == other.rowBytes
  }

  /// The greatest width of strips that are cached as a whole, and that of their parts otherwise, in pixels. [C]
  private static let (wholeWidth, stripPart) = (8192, 2048)

  /// The width of the parts of blocks that are cached, in pixels.
  var partWidth: Int { isTiled || block.width <= Self.wholeWidth ? block.width : Self.stripPart }
}
