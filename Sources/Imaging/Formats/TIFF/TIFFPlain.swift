import CCodecs
import ScrollGeometry

extension TIFFPage {
  /// True if the samples may be stored in the file as libtiff would decode them, but for the order of bytes.
  fileprivate var isPlain: Bool {
    if case .converted = model { return false }
    return !isTiled && !isCompressed
  }

  /// The bits of a pixel in one plane.
  fileprivate var bitsPerPixel: Int { sample.bits * (isPlanar ? 1 : samples) }

  /// Returns where the rows of an uncompressed page lie; `nil` for another page, or a damaged one.
  func plainRows(
    _ file: ImageFile, _ info: ImageInfo, limits: ImageLimits
  ) throws(ImagingError) -> PlainRows? {
    guard isPlain, mask == nil else { return nil }
    let handle = try TIFFHandle(file, page: self, limits: limits)
    guard handle.hasPlainSamples, rowBytes == (bitsPerPixel * size.width + 7) / 8,
      let strips = handle.stripOffsets(planes * planeBlocks)
    else { return nil }
    let swapped = handle.isSwapped && sample.bits > 8 ? sample.bits / 8 : 1
    guard swapped == 1 || sample.bits % 8 == 0 else { return nil }
    let page = self
    return PlainRows(info: info, bitsPerPixel: bitsPerPixel) { row in
      let (strip, line) = row.quotientAndRemainder(dividingBy: page.block.height)
      return (0..<page.planes).map {
        strips[$0 * page.planeBlocks + strip] + line * page.rowBytes
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
