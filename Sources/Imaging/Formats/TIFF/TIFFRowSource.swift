import Geometry

/// A TIFF file without a pyramid, whose strips or tiles are passed once from the top.
struct TIFFRowSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  private let page: TIFFPage
  private let limits: ImageLimits

  /// Takes a page whose size was checked.
  init(_ file: ImageFile, page: TIFFPage, info: ImageInfo, limits: ImageLimits) {
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

  /// Passes over all rows of blocks.
  ///
  /// Where whole rows of blocks are damaged the pass goes on behind them, if anything good follows.
  private func decodeBlocks(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try TIFFBlockReader(file, page: page, limits: limits)
    var failure: ImagingError?
    for row in 0..<page.grid.height {
      guard shouldContinue() else { return }
      let blocks = (0..<page.grid.width).map { reader.block(column: $0, row: row) }
      failure = failure ?? blocks.lazy.compactMap(\.failure).first
      // The first rows of a lone damaged strip may be good.
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
  /// The largest strip that is decoded whole, in bytes of samples or of pixels. [C]
  private static let wholeStrip = 8 << 20

  /// True if rows are read one by one.
  ///
  /// libtiff's own conversion only takes whole strips, and so do chroma samples of several rows.
  var readsRows: Bool {
    if case .converted = model { return false }
    return !isTiled && max(blockBytes, block.byteCount) > Self.wholeStrip
  }

  /// What stands where the file is damaged.
  fileprivate var missingPixel: UInt32 { alpha == nil ? PixelRows.opaqueAlpha : 0 }

  /// The memory that passing over the page takes, in bytes; the largest `Int` if it does not fit.
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
