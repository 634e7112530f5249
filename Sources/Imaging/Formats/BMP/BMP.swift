import ScrollGeometry

/// A Windows or OS/2 bitmap of 1 to 32 bits a pixel, also run-length encoded.
struct BMPSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  private let header: BMPHeader

  /// Reads the headers of a BMP file.
  init(_ file: ImageFile) throws(ImagingError) {
    let bytes = try FileBytes(file)
    header = try BMPHeader(bytes, file)
    info = header.info
    self.file = file
    try checkLength(bytes.count)
  }

  /// The most pixels that a byte of run-length encoded rows stands for. [C]
  private static let mostPixelsInByte = 4096

  /// Refuses a file that is too short for its size, since it takes as long to decode as a whole one.
  private func checkLength(_ length: Int) throws(ImagingError) {
    let count = max(0, length - header.pixelStart)
    switch header.coding {
    case .plain:
      let rows = count / header.rowBytes
      if rows < (info.size.height + 1) / 2 { try report(info.size.height - rows) }
    case .runs where (info.size.area ?? .max) / Self.mostPixelsInByte > count:
      throw ImagingError(.damaged, file.path, "the BMP file is too short for its size")
    case .runs: break
    }
  }

  var workBytes: Int {
    header.coding == .plain ? header.rowBytes : info.size.width + info.size.height * 16
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    switch header.coding {
    case .plain: try decodePlain(into: builder, while: shouldContinue)
    case .runs(let bits): try decodeRuns(of: bits, into: builder, while: shouldContinue)
    }
  }

  private func decodePlain(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let bytes = try FileBytes(file)
    guard try BMPHeader(bytes, file) == header else { throw file.changed }
    var missing = 0
    while !builder.isComplete, shouldContinue() {
      let place = header.pixelStart + place(ofRow: builder.rowCount) * header.rowBytes
      if let row = bytes.read(place, header.rowBytes) {
        make(builder.nextRow, from: row)
      } else {
        builder.nextRow.update(repeating: 0)
        missing += 1
      }
      builder.commitRow()
    }
    try report(missing)
  }

  private func decodeRuns(
    of bits: Int, into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let runs = try BMPRuns(file, header, bits: bits, while: shouldContinue)
    var indices = [UInt8](repeating: 0, count: info.size.width)
    while !builder.isComplete, shouldContinue() {
      runs.read(row: place(ofRow: builder.rowCount), &indices)
      let row = builder.nextRow
      for column in row.indices { row[column] = color(Int(indices[column])) }
      builder.commitRow()
    }
    try report(runs.missingRows)
  }

  /// The number of a row in the file.
  private func place(ofRow row: Int) -> Int {
    header.isTopDown ? row : info.size.height - 1 - row
  }

  /// Throws where the file lacks rows.
  private func report(_ missing: Int) throws(ImagingError) {
    guard missing > 0 else { return }
    let count = info.size.height
    throw ImagingError(
      .damaged, file.path, "the BMP file ends after \(count - missing) of \(count) rows")
  }

  private func color(_ index: Int) -> UInt32 {
    index < header.palette.count ? header.palette[index] : PixelRows.opaqueAlpha
  }

  /// Makes premultiplied pixels of a row.
  private func make(_ pixels: UnsafeMutableBufferPointer<UInt32>, from row: [UInt8]) {
    row.withUnsafeBufferPointer { row in
      switch header.bits {
      case 24:
        for column in pixels.indices {
          let place = column &* 3
          pixels[column] =
            PixelRows.opaqueAlpha | UInt32(row[place &+ 2]) << 16 | UInt32(row[place &+ 1]) << 8
            | UInt32(row[place])
        }
      case 16, 32: makeFields(pixels, row)
      default:
        let (bits, mask) = (header.bits, 1 << header.bits - 1)
        for column in pixels.indices {
          let bit = column &* bits
          pixels[column] = color(Int(row[bit >> 3]) >> (8 - bits - bit & 7) & mask)
        }
      }
    }
  }

  private func makeFields(
    _ pixels: UnsafeMutableBufferPointer<UInt32>, _ row: UnsafeBufferPointer<UInt8>
  ) {
    let (red, green, blue, alpha) = (
      header.fields[0], header.fields[1], header.fields[2], header.fields[3]
    )
    let length = header.bits / 8
    for column in pixels.indices {
      var pixel: UInt32 = 0
      for byte in 0..<length { pixel |= UInt32(row[column &* length &+ byte]) << UInt32(8 * byte) }
      pixels[column] =
        (alpha.isEmpty ? 0xFF : alpha.byte(pixel)) << 24 | red.byte(pixel) << 16
        | green.byte(pixel) << 8 | blue.byte(pixel)
    }
    if header.hasAlpha { PixelRows.premultiply(pixels) }
  }
}

extension ImageFormat {
  /// The bitmap of Windows and OS/2.
  static let bmp = ImageFormat(
    name: "BMP", mediaTypes: ["image/bmp"], suffixes: ["bmp", "dib"],
    recognises: BMPHeader.recognises,
    open: { (file, _) throws(ImagingError) in try BMPSource(file) })
}
