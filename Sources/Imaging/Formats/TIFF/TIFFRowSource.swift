import ScrollGeometry

/// A TIFF file without a pyramid, whose strips or tiles are decoded in one pass from the top, or some of them for a region.
struct TIFFRowSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  private let page: TIFFPage
  private let limits: ImageLimits
  /// The first page of the file; `nil` if it is this one.
  private let sibling: TIFFPage?

  /// Makes a source of a page whose size has been checked.
  init(
    _ file: ImageFile, page: TIFFPage, info: ImageInfo, limits: ImageLimits,
    like sibling: TIFFPage? = nil
  ) {
    self.sibling = sibling
    self.info = info
    self.file = file
    self.page = page
    self.limits = limits
  }

  var workBytes: Int { page.passBytes }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
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
        tone, like: sibling, of: file, limits, while: shouldContinue)
    else { return nil }
    return Self(
      file, page: page.toned(to: mapping), info: info.toned(to: mapping), limits: limits)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    try TIFFSampleReader(file, page: page, limits: limits)
  }

  func regionDecoder() -> (any RegionDecoder)? {
    guard let rows = try? page.plainRows(file, info, limits: limits) else {
      return regionDecoder(showing: info)
    }
    return PlainRegionDecoder(rows, file)
  }

  func regionDecoder(showing info: ImageInfo) -> (any RegionDecoder)? {
    TIFFRegionDecoder(file, page: page, info: info, limits: limits)
  }

  /// Decodes all rows of blocks.
  ///
  /// Damaged rows of blocks are skipped if intact ones follow.
  private func decodeBlocks(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try TIFFBlockReader(file, page: page, limits: limits)
    var failure: ImagingError?
    for row in 0..<page.grid.height {
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
    if case .converted = model { return false }
    return !isTiled && max(blockBytes, block.byteCount) > Self.wholeStrip
  }

  /// The pixel that replaces damaged ones.
  fileprivate var missingPixel: UInt32 { hasTransparency ? 0 : PixelRows.opaqueAlpha }

  /// The memory of a pass over the page, in bytes; `Int.max` if that overflows.
  var passBytes: Int {
    let samples = PixelSize(width: block.width, height: step)
    let pixels = PixelSize(width: grid.width * block.width, height: readsRows ? 1 : block.height)
    let decoded = PixelSize(width: readsRows ? rowBytes : blockBytes, height: planes)
    return [pixels.byteCount, samples.area ?? .max, decoded.area ?? .max].reduce(0) {
      let (sum, overflow) = $0.addingReportingOverflow($1)
      return overflow ? .max : sum
    }
  }
}
