import ScrollGeometry

/// Decodes a page row by row, for strips too large to be decoded whole.
///
/// Separate planes follow each other in the file, so each has a handle of its own.
final class TIFFRowReader {
  private let page: TIFFPage
  private let handles: [TIFFHandle]
  private let converter: TIFFRowConverter
  private let mask: TIFFMask?
  private var bytes: [UInt8]

  /// Opens the file once for each plane.
  init(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    let first = try TIFFHandle(file, page: page, limits: limits)
    var handles = [first]
    while handles.count < page.planes {
      handles.append(try TIFFHandle(file, page: page, limits: limits))
    }
    converter = TIFFRowConverter(page, of: first)
    mask = try TIFFMask(file, of: page, limits: limits)
    bytes = [UInt8](repeating: 0, count: page.planes * page.rowBytes)
    self.page = page
    self.handles = handles
  }

  /// Decodes the next row to premultiplied pixels.
  func read(
    _ row: Int, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImagingError) {
    let failure = bytes.withUnsafeMutableBytes { bytes -> ImagingError? in
      let rows = handles.indices.map { plane in
        UnsafeMutableRawBufferPointer(
          rebasing: bytes[plane * page.rowBytes..<(plane + 1) * page.rowBytes])
      }
      for (plane, handle) in handles.enumerated()
      where !handle.readRow(row, plane: plane, into: rows[plane]) {
        return handle.damage(
          "the TIFF file is damaged or ends early, after row \(row) of \(page.size.height)")
      }
      converter.convert(rows.compactMap { UnsafeRawPointer($0.baseAddress) }, into: pixels)
      mask?.apply(x: 0, y: row, to: pixels)
      return nil
    }
    if let failure { throw failure }
  }
}
