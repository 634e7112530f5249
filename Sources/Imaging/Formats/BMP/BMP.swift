import ScrollGeometry

/// A Windows or OS/2 bitmap of 1 to 32 bits per pixel, also run-length encoded.
struct BMPSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  private let header: BMPHeader

  /// Reads the headers of a BMP file.
  init(_ file: ImageFile) throws(ImagingError) {
    let bytes = try FileBytes(file)
    header = try BMPHeader(bytes, file).withoutEmptyAlpha(in: bytes)
    info = header.info
    self.file = file
    try checkLength(bytes.count)
  }

  /// The most pixels that a byte of run-length encoded rows encodes. [C]
  private static let maximumPixelsInByte = 4096

  /// Refuses a file that is too short for its size, since it takes as long to decode as a whole one.
  private func checkLength(_ length: Int) throws(ImagingError) {
    let count = max(0, length - header.pixelStart)
    switch header.coding {
    case .plain:
      let rows = count / header.rowBytes
      if rows < (info.size.height + 1) / 2 { try report(info.size.height - rows) }
    case .runs where (info.size.area ?? .max) / Self.maximumPixelsInByte > count:
      throw ImagingError(.damaged, file.path, "the BMP file is shorter than its header states")
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
    guard try BMPHeader(bytes, file).isSame(as: header) else { throw file.changed }
    let pixels = BMPRow(header: header)
    var missing = 0
    while !builder.isComplete, shouldContinue() {
      let place = header.pixelStart + place(ofRow: builder.rowCount) * header.rowBytes
      if let row = bytes.read(place, header.rowBytes) ?? bytes.read(place, header.filledBytes) {
        row.withUnsafeBytes { pixels.make(builder.nextRow, from: $0) }
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
    let pixels = BMPRow(header: header)
    var indices = [UInt8](repeating: 0, count: info.size.width)
    while !builder.isComplete, shouldContinue() {
      runs.read(row: place(ofRow: builder.rowCount), &indices)
      let row = builder.nextRow
      for column in row.indices { row[column] = pixels.color(Int(indices[column])) }
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

  func regionDecoder() -> (any RegionDecoder)? {
    guard header.coding == .plain else { return nil }
    let (header, height) = (header, info.size.height)
    let rows = PlainRows(info: info, bitsPerPixel: header.bits) { row in
      [header.pixelStart + (header.isTopDown ? row : height - 1 - row) * header.rowBytes]
    } makeConvert: { _ in
      let row = BMPRow(header: header)
      return { planes, pixels in row.make(pixels, from: planes[0]) }
    }
    return PlainRegionDecoder(rows, file)
  }
}

extension ImageFormat {
  /// The bitmap of Windows and OS/2.
  static let bmp = ImageFormat(
    name: "BMP", mediaTypes: ["image/bmp"], suffixes: ["bmp", "dib"],
    recognizes: BMPHeader.recognizes,
    open: { (file, _) throws(ImagingError) in try BMPSource(file) })
}
