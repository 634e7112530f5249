import CCodecs
import ScrollGeometry

/// A TIFF file without a pyramid, whose strips or tiles are decoded in one pass from the top, or some of them for a region.
struct TIFFRowSource: RowSource {
  let file: ImageFile
  /// Pages whose size has been checked.
  let stored: TIFFPyramid
  let info: ImageInfo
  let limits: ImageLimits
  /// The first page of the file; `nil` if it is this one.
  var sibling: TIFFPage?

  private var page: TIFFPage { stored.base }

  var workBytes: Int { page.passBytes }

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    // Strips and tiles above the first row that is needed are left out.
    let first = builder.firstRow / page.block.height * page.block.height
    while builder.rowCount < first, !builder.isComplete, shouldContinue() {
      builder.nextRow.update(repeating: page.missingPixel)
      builder.commitRow()
    }
    if page.readsRows {
      let reader = try TIFFRowReader(file, page: page, limits: limits)
      while !builder.isComplete, shouldContinue() {
        try reader.read(builder.rowCount, into: builder.nextRow)
        builder.commitRow()
      }
    } else {
      try decodeBlocks(into: builder, while: shouldContinue)
    }
  }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard
      let mapping = try page.mapping(
        tone, info.channels, like: sibling, of: file, limits,
        definesColors: page.definesColors(file, limits), while: shouldContinue)
    else { return nil }
    let toned = stored.toned(to: mapping)
    return Self(file: file, stored: toned, info: toned.info(info, mapping), limits: limits)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    try TIFFSampleReader(file, page: page, limits: limits)
  }

  func regionDecoder() -> (any RegionDecoder)? {
    // Levels in the file are quicker than rows that lie there as they are.
    guard stored.pages.count == 1,
      let rows = try? page.plainRows(file, info, limits: limits)
    else { return regionDecoder(showing: info) }
    return PlainRegionDecoder(rows, file)
  }

  func regionDecoder(showing info: ImageInfo) -> (any RegionDecoder)? {
    TIFFRegionDecoder(file, stored: stored, info: info, limits: limits)
  }

  /// Decodes all rows of blocks.
  ///
  /// Damaged rows of blocks are skipped if intact ones follow.
  private func decodeBlocks(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try TIFFBlockReader(file, page: page, limits: limits)
    var failure: ImagingError?
    for row in builder.rowCount / page.block.height..<page.grid.height {
      guard shouldContinue() else { return }
      let blocks = (0..<page.grid.width).map { reader.block(column: $0, row: row) }
      failure = failure ?? blocks.lazy.compactMap(\.failure).first
      // The first rows of a single damaged strip may be intact.
      guard page.grid.height == 1 || blocks.contains(where: { $0.failure == nil })
      else { continue }
      while builder.rowCount < row * page.block.height {
        builder.nextRow.update(repeating: page.missingPixel)
        builder.commitRow()
      }
      commit(blocks, to: builder)
    }
    if let failure { throw failure }
  }

  private func commit(_ blocks: [TIFFBlock], to builder: PyramidBuilder) {
    for line in 0..<(blocks.first?.size.height ?? 0) {
      let row = builder.nextRow
      for (column, block) in blocks.enumerated() {
        let start = column * block.size.width
        let count = min(block.size.width, row.count - start)
        block.pixels.withUnsafeBufferPointer { pixels in
          let line = UnsafeBufferPointer(
            rebasing: pixels[line * block.size.width..<line * block.size.width + count])
          _ = UnsafeMutableBufferPointer(rebasing: row[start..<start + count])
            .update(fromContentsOf: line)
        }
      }
      builder.commitRow()
    }
  }
}

extension TIFFPage {
  /// The largest strip to decode whole, in bytes of samples or of pixels. [C]
  private static let wholeStrip = 8 << 20

  /// True if rows are read one by one.
  ///
  /// libtiff's own conversion takes whole strips only, and so does subsampled chroma.
  var readsRows: Bool {
    if case .converted = format.model { return false }
    return !isTiled && max(blockBytes, block.byteCount) > Self.wholeStrip
  }

  /// The pixel that replaces damaged ones.
  fileprivate var missingPixel: UInt32 { hasTransparency ? 0 : PixelRows.opaqueAlpha }

  /// The memory of a pass over the page, in bytes; `Int.max` if that overflows.
  var passBytes: Int {
    let samples = PixelSize(width: block.width, height: format.step)
    let pixels = PixelSize(width: grid.width * block.width, height: readsRows ? 1 : block.height)
    let decoded = PixelSize(width: readsRows ? rowBytes : blockBytes, height: format.planes)
    return [pixels.byteCount, samples.area ?? .max, decoded.area ?? .max].reduce(0) {
      let (sum, overflow) = $0.addingReportingOverflow($1)
      return overflow ? .max : sum
    }
  }
}

/// Decodes a page row by row, for strips too large to be decoded whole.
///
/// Separate planes follow each other in the file, so each has a handle of its own.
private final class TIFFRowReader {
  private let page: TIFFPage
  private let planes: TIFFPlanes
  private let converter: TIFFRowConverter
  private let mask: TIFFMask?
  private var bytes: [UInt8]

  /// Opens the file once for each plane.
  init(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    planes = try TIFFPlanes(file, page, page.format.planeNumbers, byRows: true, limits)
    converter = TIFFRowConverter(page, of: planes.first)
    mask = try TIFFMask(file, of: page, limits: limits)
    bytes = [UInt8](repeating: 0, count: page.format.planes * page.rowBytes)
    self.page = page
  }

  /// Decodes the next row to premultiplied pixels.
  func read(_ row: Int, into pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImagingError) {
    let failure = bytes.withUnsafeMutableBytes { bytes -> ImagingError? in
      let rows = (0..<page.format.planes).map { plane in
        UnsafeMutableRawBufferPointer(
          rebasing: bytes[plane * page.rowBytes..<(plane + 1) * page.rowBytes])
      }
      for plane in rows.indices where !planes.readRow(row, of: plane, into: rows[plane]) {
        return planes.first.damage(
          "the TIFF file is damaged or ends early, after row \(row) of \(page.size.height)")
      }
      converter.convert(rows.compactMap { UnsafeRawPointer($0.baseAddress) }, into: pixels)
      mask?.apply(x: 0, y: row, to: pixels)
      return nil
    }
    if let failure { throw failure }
  }
}

extension TIFFPage {
  /// True if the samples may be stored in the file as libtiff would decode them, but for the order of bytes.
  fileprivate var isPlain: Bool {
    if case .converted = format.model { return false }
    return !isTiled && !isCompressed
  }

  /// The bits of a pixel in one plane.
  fileprivate var bitsPerPixel: Int { format.sample.bits * (format.isPlanar ? 1 : format.samples) }

  /// Returns where the rows of an uncompressed page lie; `nil` for another page, or a damaged one.
  func plainRows(
    _ file: ImageFile, _ info: ImageInfo, limits: ImageLimits
  ) throws(ImagingError) -> PlainRows? {
    guard isPlain, mask == nil, stack.isEmpty else { return nil }
    let handle = try TIFFHandle(file, page: self, limits: limits)
    guard handle.hasPlainSamples, rowBytes == (bitsPerPixel * size.width + 7) / 8,
      let strips = handle.stripOffsets(((format.planeNumbers.last ?? 0) + 1) * planeBlocks)
    else { return nil }
    let swapped = handle.isSwapped && format.sample.bits > 8 ? format.sample.bits / 8 : 1
    guard swapped == 1 || format.sample.bits % 8 == 0 else { return nil }
    let page = self
    let shift = plane > 0 ? plane * planeBytes : 0
    return PlainRows(info: info, bitsPerPixel: bitsPerPixel) { row in
      let (strip, line) = row.quotientAndRemainder(dividingBy: page.block.height)
      return page.format.planeNumbers.map {
        strips[$0 * page.planeBlocks + strip] + shift + line * page.rowBytes
      }
    } makeConvert: { (width) throws(ImagingError) in
      let handle = try TIFFHandle(file, page: page, limits: limits)
      let converter = TIFFRowConverter(page, of: handle, width: width)
      guard swapped > 1 else {
        return { planes, pixels in
          converter.convert(planes.compactMap(\.baseAddress), into: pixels)
        }
      }
      return { planes, pixels in
        let native = planes.map { reversed($0, by: swapped) }
        withBaseAddresses(of: native) { converter.convert($0, into: pixels) }
      }
    }
  }
}

/// Returns samples of `count` bytes each in the other byte order.
private func reversed(_ bytes: UnsafeRawBufferPointer, by count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: bytes.count) { output, filled in
    for index in bytes.indices {
      let (sample, byte) = index.quotientAndRemainder(dividingBy: count)
      let place = sample * count + count - 1 - byte
      output[index] = place < bytes.count ? bytes[place] : 0
    }
    filled = bytes.count
  }
}

/// Calls `body` with the addresses of arrays, none of them empty, which are valid during the call.
private func withBaseAddresses(
  of arrays: [[UInt8]], _ found: [UnsafeRawPointer] = [], _ body: ([UnsafeRawPointer]) -> Void
) {
  guard let first = arrays.first else { return body(found) }
  first.withUnsafeBytes { bytes in
    guard let start = bytes.baseAddress else { return }
    withBaseAddresses(of: Array(arrays.dropFirst()), found + [start], body)
  }
}

/// The pixels of a rectangle that may extend beyond a picture's edges.
struct TIFFCanvas {
  /// The part inside the picture, never empty.
  let inner: PixelRect
  private let rect: PixelRect
  private var pixels: ContiguousArray<UInt32>

  /// Allocates a rectangle of a picture; one outside is moved to the nearest edge.
  init(_ rect: PixelRect, picture: PixelSize) {
    self.rect = rect
    inner = Self.clamped(rect, to: picture)
    pixels = ContiguousArray(repeating: 0, count: rect.width * rect.height)
  }

  private static func clamped(_ rect: PixelRect, to size: PixelSize) -> PixelRect {
    func span(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
      let first = min(max(start, 0), limit - 1)
      return first..<max(first + 1, min(start + length, limit))
    }
    let columns = span(rect.x, rect.width, size.width)
    let rows = span(rect.y, rect.height, size.height)
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Copies the part that a block covers.
  mutating func place(_ block: TIFFBlock, x: Int, y: Int) {
    let columns = max(x, inner.x)..<min(x + block.size.width, inner.x + inner.width)
    let rows = max(y, inner.y)..<min(y + block.size.height, inner.y + inner.height)
    block.pixels.withUnsafeBufferPointer { source in
      for row in rows {
        let start = (row - y) * block.size.width + columns.lowerBound - x
        copy(source[start..<start + columns.count], toX: columns.lowerBound, y: row)
      }
    }
  }

  /// Fills the part inside the picture by halving a finer level.
  mutating func fill(halving source: ContiguousArray<UInt32>, hasClasses: Bool) {
    let width = 2 * inner.width
    var line = ContiguousArray<UInt32>(repeating: 0, count: inner.width)
    source.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      for row in 0..<inner.height {
        let upper = base + 2 * row * width
        line.withUnsafeMutableBufferPointer { line in
          guard let output = line.baseAddress else { return }
          BoxFilter.halve(
            upper, upper + width, count: width, startsUnpaired: false, hasClasses: hasClasses,
            into: output)
          copy(UnsafeBufferPointer(line)[...], toX: inner.x, y: inner.y + row)
        }
      }
    }
  }

  /// All pixels, row by row, extended by the edge pixels beyond the picture.
  consuming func repeatingEdges() -> ContiguousArray<UInt32> {
    guard inner != rect else { return pixels }
    var result = pixels
    for y in rect.y..<rect.y + rect.height {
      let row = (min(max(y, inner.y), inner.y + inner.height - 1) - rect.y) * rect.width
      for x in rect.x..<rect.x + rect.width {
        let column = min(max(x, inner.x), inner.x + inner.width - 1) - rect.x
        result[(y - rect.y) * rect.width + x - rect.x] = pixels[row + column]
      }
    }
    return result
  }

  private mutating func copy(_ line: Slice<UnsafeBufferPointer<UInt32>>, toX x: Int, y: Int) {
    let start = (y - rect.y) * rect.width + x - rect.x
    pixels.withUnsafeMutableBufferPointer { pixels in
      let part = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + line.count])
      _ = part.update(fromContentsOf: line)
    }
  }
}

/// Reads the page of a TIFF file that says which pixels of another page are transparent, as GDAL writes it.
///
/// Not thread-safe.
final class TIFFMask {
  /// The most blocks that are kept. [C]
  private static let maximumBlocks = 64

  private let handle: TIFFHandle
  private let page: TIFFPage
  /// Decoded blocks by their number.
  private var blocks: [Int: [UInt8]] = [:]

  /// Opens the file once more at the mask of a page; `nil` for a page without one.
  init?(_ file: ImageFile, of owner: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    guard let offset = owner.mask else { return nil }
    let handle = try TIFFHandle(owner.maskFile ?? file, limits: limits)
    guard handle.selectPage(at: offset) else { throw file.changed }
    page = try handle.page()
    guard page.size == owner.size, owner.maskFile == nil ? page.isUsableMask : page.canMask else {
      throw file.changed
    }
    self.handle = handle
  }

  /// Makes the pixels of a row transparent that the mask hides, from a column on.
  func apply(x: Int, y: Int, to pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices where x + index < page.size.width {
      if isHidden(x: x + index, y: y) { pixels[index] = 0 }
    }
  }

  /// Returns whether a pixel is transparent; one whose mask is damaged isn't.
  func isHidden(x: Int, y: Int) -> Bool {
    let number = y / page.block.height * page.grid.width + x / page.block.width
    if blocks[number] == nil {
      var bytes = [UInt8](repeating: 0, count: page.blockBytes)
      if !bytes.withUnsafeMutableBytes({ handle.readBlock(number, of: page, into: $0) }) {
        bytes = [UInt8](repeating: .max, count: page.blockBytes)
      }
      if blocks.count == Self.maximumBlocks { blocks = [:] }
      blocks[number] = bytes
    }
    let row = y % page.block.height * page.rowBytes
    return blocks[number]?.withUnsafeBytes { bytes in
      bytes.baseAddress.map { page.format.sample.number($0 + row, x % page.block.width) == 0 }
    } ?? false
  }
}

extension TIFFPage {
  /// The most bytes of a block of a mask. [C]
  private static let maximumMaskBytes = 16 << 20

  /// True for a mask of one channel whose blocks can be decoded whole.
  var isUsableMask: Bool { isMask && canMask }

  /// True for a page that can be a mask where its file is one, whatever it says itself.
  var canMask: Bool {
    format.samples == 1 && format.sample.bits <= 8 && !format.sample.isFloat
      && blockBytes <= Self.maximumMaskBytes
  }
}
