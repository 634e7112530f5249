import ScrollGeometry

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
    let handle = try TIFFHandle(file, limits: limits)
    guard handle.selectPage(at: offset) else { throw file.changed }
    page = try handle.page()
    guard page.size == owner.size, page.isUsableMask else { throw file.changed }
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
      if !bytes.withUnsafeMutableBytes({ handle.readBlock(number, into: $0) }) {
        bytes = [UInt8](repeating: .max, count: page.blockBytes)
      }
      if blocks.count == Self.maximumBlocks { blocks = [:] }
      blocks[number] = bytes
    }
    let row = y % page.block.height * page.rowBytes
    return blocks[number]?.withUnsafeBytes { bytes in
      bytes.baseAddress.map { page.sample.number($0 + row, x % page.block.width) == 0 }
    } ?? false
  }
}

extension TIFFPage {
  /// The most bytes of a block of a mask. [C]
  private static let maximumMaskBytes = 16 << 20

  /// True for a mask of one channel whose blocks can be decoded whole.
  var isUsableMask: Bool {
    isMask && samples == 1 && sample.bits <= 8 && !sample.isFloat
      && blockBytes <= Self.maximumMaskBytes
  }
}
