import ScrollGeometry

/// A portable bitmap, graymap or pixmap, or an arbitrary map: P1 … P7, of 8 or 16 bits.
struct PNMSource: RowSource {
  private(set) var info: ImageInfo
  private let file: ImageFile
  private let header: PNMHeader
  /// The offset of the first row, in bytes.
  private let start: Int
  /// The sample that was found to mean no data.
  private var noData: Double?

  /// Reads the header of a PNM file.
  init(_ file: ImageFile) throws(ImagingError) {
    let reader = try PNMReader(file)
    header = try PNMHeader(reader)
    start = reader.offset
    info = header.info
    // Bytes are colors as they are.
    if header.greatest != 0xFF { info.samples = header.layout }
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
    var row = PNMRow(header, width: header.size.width, tone: info.tone, noData: noData)
    var raw = [UInt8](repeating: 0, count: header.coding == .text ? 0 : header.rowBytes)
    while !builder.isComplete, shouldContinue() {
      guard read(&row, &raw, reader, into: builder.nextRow) else {
        throw reader.damage(
          "the \(info.format) file ends early, after row \(builder.rowCount) of \(info.size.height)"
        )
      }
      builder.commitRow()
    }
  }

  private func read(
    _ row: inout PNMRow, _ raw: inout [UInt8], _ reader: borrowing PNMReader,
    into pixels: UnsafeMutableBufferPointer<UInt32>
  ) -> Bool {
    if header.coding == .text { return row.readText(reader, into: pixels) }
    guard raw.withUnsafeMutableBytes({ reader.fill($0) }) else { return false }
    raw.withUnsafeBytes { row.convert($0, into: pixels) }
    return true
  }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    let (file, header, start) = (file, header, start)
    guard header.layout.takesTone,
      let mapping = try tone.mapping(
        of: header.size, channels: header.layout.colors, shown: 0...Double(header.greatest),
        statistics: { () throws(ImagingError) in
          try header.statistics(file, start: start, while: shouldContinue)
        },
        { (meter) throws(ImagingError) in
          try header.measure(file, into: &meter, while: shouldContinue)
        })
    else { return nil }
    var toned = self
    toned.info = info.toned(to: mapping)
    toned.noData = mapping.noData
    return toned
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    info.samples == nil ? nil : try PNMSampleReader(file, header, start: start)
  }

  func regionDecoder() -> (any RegionDecoder)? {
    guard header.coding != .text else { return nil }
    let (header, start, tone, noData) = (header, start, info.tone, noData)
    let rows = PlainRows(info: info, bitsPerPixel: header.bitsPerPixel) { row in
      [start + row * header.rowBytes]
    } makeConvert: { width in
      var row = PNMRow(header, width: width, tone: tone, noData: noData)
      return { planes, pixels in row.convert(planes[0], into: pixels) }
    }
    return PlainRegionDecoder(rows, file)
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
    recognizes: { head in
      // "P7 332" begins the thumbnails of another program.
      head.count > 2 && head[0] == 0x50 && 0x31...0x37 ~= head[1]
        && (head[1] == 0x37 ? [0x0A, 0x0D] : [0x09, 0x0A, 0x0D, 0x20, 0x23]).contains(head[2])
    },
    open: { (file, _) throws(ImagingError) in try PNMSource(file) })
}
