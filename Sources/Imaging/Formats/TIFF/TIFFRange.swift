import ScrollGeometry

/// Samples of a page that are spread over it, to find their range.
struct TIFFRange {
  /// The most bytes of decoded samples to examine, and of a block. [C]
  private static let (sampledBytes, blockBytes) = (4 << 20, 16 << 20)
  /// The most blocks or rows to examine: a file can claim to have billions. [C]
  private static let maximumBlocks = 1 << 12

  private let page: TIFFPage
  /// Pixels are left out between others where there are very many.
  private let step: Int
  private var statistics: SampleStatistics
  private let mask: TIFFMask?

  private init(_ page: TIFFPage, mask: TIFFMask?) {
    (self.page, self.mask) = (page, mask)
    let pixels = min(page.size.area ?? .max, Self.sampledBytes)
    step = pixels * page.model.channels / SampleStatistics.capacity + 1
    statistics = SampleStatistics(noData: page.noData)
  }

  /// Examines a page; there is nothing to find in one with blocks that are too large.
  static func statistics(
    _ page: TIFFPage, of file: ImageFile, limits: ImageLimits
  ) -> SampleStatistics {
    var range = TIFFRange(page, mask: try? TIFFMask(file, of: page, limits: limits))
    guard (page.readsRows ? page.rowBytes : page.blockBytes) <= blockBytes,
      let handle = try? TIFFHandle(file, page: page, limits: limits)
    else { return range.statistics }
    if page.readsRows { range.sampleRows(handle) } else { range.sampleBlocks(handle) }
    return range.statistics
  }

  /// Returns whether what is assumed to be alpha is zero everywhere, as where it is none.
  static func lacksOpacity(_ page: TIFFPage, of file: ImageFile, limits: ImageLimits) -> Bool {
    guard let alpha = page.alpha, alpha.isAssumed, !page.readsRows, page.blockBytes <= blockBytes,
      let handle = try? TIFFHandle(file, page: page, limits: limits)
    else { return false }
    var isFound = false
    let count = page.planes * page.planeBlocks
    forEachSampledRow(of: page, blocks: count, handle) { row, place, pixels in
      guard !page.isPlanar || place.plane == alpha.index, !isFound else { return }
      let (step, first) = page.isPlanar ? (1, 0) : (page.samples, alpha.index)
      isFound = (0..<pixels).contains { page.sample.value(row, $0 * step + first) != 0 }
    }
    return !isFound
  }

  private mutating func sampleBlocks(_ handle: TIFFHandle) {
    let count = (page.isPlanar ? page.model.channels : 1) * page.planeBlocks
    Self.forEachSampledRow(of: page, blocks: count, handle) { row, place, pixels in
      note(row, pixels: pixels, x: place.x, y: place.y)
    }
  }

  /// Calls `body` with rows of blocks that are spread over a page: the first byte, the place of the first pixel in its plane, and
  /// the number of pixels.
  private static func forEachSampledRow(
    of page: TIFFPage, blocks count: Int, _ handle: TIFFHandle,
    _ body: (UnsafeRawPointer, (plane: Int, x: Int, y: Int), Int) -> Void
  ) {
    var bytes = [UInt8](repeating: 0, count: page.blockBytes)
    for number in spread(count, of: page.blockBytes) {
      let isRead = bytes.withUnsafeMutableBytes { handle.readBlock(number, into: $0) }
      guard isRead else { continue }
      let (row, column) = (number % page.planeBlocks).quotientAndRemainder(
        dividingBy: page.grid.width)
      let width = min(page.block.width, page.size.width - column * page.block.width)
      bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for line in 0..<page.rows(ofBlockRow: row) {
          let place = (
            plane: number / page.planeBlocks, x: column * page.block.width,
            y: row * page.block.height + line
          )
          body(base + line * page.rowBytes, place, width)
        }
      }
    }
  }

  /// Examines rows of strips too large to be decoded whole; only the first rows of compressed ones.
  private mutating func sampleRows(_ handle: TIFFHandle) {
    let rows = Self.spread(page.size.height, of: page.rowBytes)
    var bytes = [UInt8](repeating: 0, count: page.rowBytes)
    for (index, row) in rows.enumerated() {
      let number = page.isCompressed ? index : row
      let isRead = bytes.withUnsafeMutableBytes { handle.readRow(number, plane: 0, into: $0) }
      guard isRead else { return }
      bytes.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress {
          note(base, pixels: page.size.width, x: 0, y: number)
        }
      }
    }
  }

  /// Indices below `count`, evenly spread, as many as the limits allow.
  private static func spread(_ count: Int, of bytes: Int) -> [Int] {
    let chosen = min(count, max(1, sampledBytes / bytes), maximumBlocks)
    return (0..<chosen).map { Int(Double($0) * Double(count) / Double(chosen)) }
  }

  private mutating func note(_ row: UnsafeRawPointer, pixels: Int, x: Int, y: Int) {
    let channels = page.isPlanar ? 1 : page.samples
    let colors = page.isPlanar ? 1 : page.model.channels
    let alpha = page.isPlanar ? nil : page.alpha?.index
    for pixel in stride(from: 0, to: pixels, by: step) {
      // What is transparent is not seen.
      if let alpha, page.sample.value(row, pixel * channels + alpha) == 0 { continue }
      if let mask, mask.isHidden(x: x + pixel, y: y) { continue }
      for channel in 0..<colors {
        statistics.add(page.sample.value(row, pixel * channels + channel))
      }
    }
  }
}

extension TIFFModel {
  /// True for intensities, which can be scaled.
  var isIntensity: Bool {
    switch self {
    case .gray, .rgb: true
    default: false
    }
  }
}
