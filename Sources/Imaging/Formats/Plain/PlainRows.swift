import ScrollGeometry

/// Where the rows of a file lie that stores its pixels as they are, and how they become pixels.
struct PlainRows: Sendable {
  /// Makes premultiplied pixels of the bytes of some pixels of a row, one buffer a plane.
  ///
  /// Not thread-safe: it may reuse memory.
  typealias Convert = (
    _ planes: [UnsafeRawBufferPointer], _ pixels: UnsafeMutableBufferPointer<UInt32>
  ) -> Void

  /// The contents of the header.
  let info: ImageInfo
  /// The bits of a pixel in one plane.
  let bitsPerPixel: Int
  /// The offset in the file of each plane of a row as stored, in bytes.
  let offsets: @Sendable (_ row: Int) -> [Int]
  /// Makes a conversion of at most `width` pixels at once.
  let makeConvert: @Sendable (_ width: Int) throws(ImagingError) -> Convert
}

extension PlainRows {
  /// The size as stored.
  var size: PixelSize { info.orientation.applied(to: info.size) }

  /// The bytes of a plane of some pixels of a row.
  func byteCount(pixels: Int) -> Int {
    let (bits, overflow) = pixels.multipliedReportingOverflow(by: bitsPerPixel)
    return overflow ? .max : (bits + 7) / 8
  }

  /// Returns whether a file has all bytes of all rows.
  func isWhole(in file: ImageFile) -> Bool {
    let length = byteCount(pixels: size.width)
    return (0..<size.height).allSatisfy { row in
      offsets(row).allSatisfy { $0 >= 0 && $0 <= file.identity.byteCount - length }
    }
  }
}
