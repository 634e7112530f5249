import ScrollGeometry

/// The range of a page's samples, measured on some of them.
///
/// Integers of 24 bits and more have a far larger range than most pictures use: an elevation map up to 3000 would be
/// all black. A picture that uses a good part of the range is shown unscaled.
struct TIFFRange {
  /// The most bytes of decoded samples to examine. [C]
  private static let sampledBytes = 16 << 20
  /// The most blocks or rows to examine: a file can claim to have billions. [C]
  private static let maximumBlocks = 1 << 12
  /// The part of the range that a picture must use to be shown unscaled: a sixteenth gives 16 grays. [C]
  private static let usedPart = 16.0

  private let page: TIFFPage
  private var least = Double.infinity
  private var greatest = -Double.infinity
  /// The least and the greatest possible sample, which often mean "no data".
  private let limits: ClosedRange<Double>

  private init(_ page: TIFFPage) {
    self.page = page
    let room = Double(UInt64.max >> UInt64(64 - page.sample.bits))
    limits =
      page.sample.isSigned ? -((room + 1) / 2).rounded()...(room / 2).rounded(.down) : 0...room
  }

  /// The range of a page that uses only a small part of what is possible; `nil` for others.
  ///
  /// The samples are spread over the page. With alpha the whole range is needed.
  static func measured(
    _ page: TIFFPage, of file: ImageFile, limits: ImageLimits
  ) -> ClosedRange<Double>? {
    guard page.sample.takesRange, !page.sample.isFloat, page.sample.range == nil,
      page.alpha == nil, page.model.isIntensity,
      (page.readsRows ? page.rowBytes : page.blockBytes) <= sampledBytes,
      let handle = try? TIFFHandle(file, page: page, limits: limits)
    else { return nil }
    var range = TIFFRange(page)
    if page.readsRows { range.sampleRows(handle) } else { range.sampleBlocks(handle) }
    let room = range.limits.upperBound - range.limits.lowerBound
    let isSmall = range.greatest - range.least < room / usedPart
    return range.least < range.greatest && isSmall ? range.least...range.greatest : nil
  }

  /// Returns whether what is assumed to be alpha is zero everywhere, as where it is none.
  static func lacksOpacity(_ page: TIFFPage, of file: ImageFile, limits: ImageLimits) -> Bool {
    guard let alpha = page.alpha, alpha.isAssumed, !page.readsRows, page.blockBytes <= sampledBytes,
      let handle = try? TIFFHandle(file, page: page, limits: limits)
    else { return false }
    var isFound = false
    forEachSampledRow(of: page, handle) { row, plane, pixels in
      guard !page.isPlanar || plane == alpha.index, !isFound else { return }
      let (step, first) = page.isPlanar ? (1, 0) : (page.samples, alpha.index)
      isFound = (0..<pixels).contains { page.sample.value(row, $0 * step + first) != 0 }
    }
    return !isFound
  }

  private mutating func sampleBlocks(_ handle: TIFFHandle) {
    Self.forEachSampledRow(of: page, handle) { row, _, pixels in note(row, pixels: pixels) }
  }

  /// Calls `body` with rows of blocks that are spread over a page: the first byte, the plane and the pixels.
  private static func forEachSampledRow(
    of page: TIFFPage, _ handle: TIFFHandle, _ body: (UnsafeRawPointer, Int, Int) -> Void
  ) {
    let count = page.planes * page.planeBlocks
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
          body(base + line * page.rowBytes, number / page.planeBlocks, width)
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
        if let base = bytes.baseAddress { note(base, pixels: page.size.width) }
      }
    }
  }

  /// Indices below `count`, evenly spread, as many as the limits allow.
  private static func spread(_ count: Int, of bytes: Int) -> [Int] {
    let chosen = min(count, max(1, sampledBytes / bytes), maximumBlocks)
    return (0..<chosen).map { Int(Double($0) * Double(count) / Double(chosen)) }
  }

  private mutating func note(_ row: UnsafeRawPointer, pixels: Int) {
    let channels = page.isPlanar ? 1 : page.samples
    let colors = page.isPlanar ? 1 : page.model.channels
    for pixel in 0..<pixels {
      for channel in 0..<colors {
        let value = page.sample.value(row, pixel * channels + channel)
        guard value != limits.lowerBound || !page.sample.isSigned, value != limits.upperBound else {
          continue
        }
        least = min(least, value)
        greatest = max(greatest, value)
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
