import ScrollGeometry

/// A portable bitmap, greymap or pixmap, or an arbitrary map: P1 … P7, of 8 or 16 bits.
struct PNMSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  private let header: PNMHeader

  /// Reads the header of a PNM file.
  init(_ file: ImageFile) throws(ImagingError) {
    header = try PNMHeader(PNMReader(file))
    info = header.info
    self.file = file
  }

  var workBytes: Int { header.rowBytes + header.size.width * header.channels }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try PNMReader(file)
    guard try PNMHeader(reader) == header else {
      throw file.changed
    }
    var row = PNMRow(header)
    while !builder.isComplete, shouldContinue() {
      guard row.read(reader) else {
        throw reader.damage(
          "the \(info.format) file ends early, after row \(builder.rowCount) of \(info.size.height)"
        )
      }
      row.make(builder.nextRow)
      builder.commitRow()
    }
  }
}

/// A row of samples and what makes pixels of them.
private struct PNMRow {
  private let header: PNMHeader
  /// The byte of each value of a sample.
  private let bytes: [UInt8]
  private var raw: [UInt8]
  /// The samples from 0 to 255.
  private var samples: [UInt8]

  init(_ header: PNMHeader) {
    self.header = header
    let (greatest, isInverted) = (header.greatest, header.isInverted)
    bytes = (0...greatest).map { value in
      let byte = UInt8((value * 255 + greatest / 2) / greatest)
      return isInverted ? ~byte : byte
    }
    raw = [UInt8](repeating: 0, count: header.coding == .text ? 0 : header.rowBytes)
    samples = [UInt8](repeating: 0, count: header.size.width * header.channels)
  }

  /// Reads the next row; false when the file ends before or holds something else.
  mutating func read(_ reader: borrowing PNMReader) -> Bool {
    if header.coding == .text { return readText(reader) }
    guard raw.withUnsafeMutableBytes({ reader.fill($0) }) else { return false }
    switch (header.coding, header.greatest) {
    case (.packed, _):
      for index in samples.indices {
        samples[index] = bytes[Int(raw[index / 8] >> (7 - UInt8(index % 8)) & 1)]
      }
    case (_, ...0xFF):
      for index in samples.indices { samples[index] = byte(Int(raw[index])) }
    default:
      for index in samples.indices {
        samples[index] = byte(Int(raw[2 * index]) << 8 | Int(raw[2 * index + 1]))
      }
    }
    return true
  }

  private mutating func readText(_ reader: borrowing PNMReader) -> Bool {
    for index in samples.indices {
      guard let value = header.kind == 1 ? reader.bit() : reader.number() else { return false }
      samples[index] = byte(value)
    }
    return true
  }

  /// What is above the greatest value counts as it.
  private func byte(_ value: Int) -> UInt8 { bytes[min(value, header.greatest)] }

  /// Makes premultiplied pixels of the row that was read.
  func make(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    let (step, colors) = (header.channels, header.colors)
    let (green, blue) = colors == 3 ? (1, 2) : (0, 0)
    samples.withUnsafeBufferPointer { samples in
      for index in pixels.indices {
        let place = index &* step
        let alpha = header.hasAlpha ? UInt32(samples[place &+ colors]) : 0xFF
        pixels[index] =
          alpha << 24 | UInt32(samples[place]) << 16 | UInt32(samples[place &+ green]) << 8
          | UInt32(samples[place &+ blue])
      }
    }
    if header.hasAlpha { PixelRows.premultiply(pixels) }
  }
}

extension ImageFormat {
  /// The portable anymap.
  static let pnm = ImageFormat(
    name: "PNM",
    mediaTypes: [
      "image/x-portable-anymap", "image/x-portable-bitmap", "image/x-portable-graymap",
      "image/x-portable-pixmap", "image/x-portable-arbitrarymap",
    ], suffixes: ["pnm", "ppm", "pgm", "pbm", "pam"],
    recognises: { head in
      // "P7 332" begins the thumbnails of another program.
      head.count > 2 && head[0] == 0x50 && 0x31...0x37 ~= head[1]
        && (head[1] == 0x37 ? [0x0A, 0x0D] : [0x09, 0x0A, 0x0D, 0x20, 0x23]).contains(head[2])
    },
    open: { (file, _) throws(ImagingError) in try PNMSource(file) })
}
