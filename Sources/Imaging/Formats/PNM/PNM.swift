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
    if header.greatest != 0xFF { (info.samples, info.data) = (header.layout, header.data) }
    self.file = file
  }

  var workBytes: Int { header.rowBytes + header.size.width * header.channels }

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    let reader = try PNMReader(file)
    guard try PNMHeader(reader) == header else { throw file.changed }
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
        guesses: header.channels == 1,
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

/// The header of a PNM or PAM file.
struct PNMHeader: Hashable, Sendable {
  /// How the samples are written.
  enum Coding: Hashable, Sendable {
    /// Decimal numbers.
    case text
    /// One bit a sample, eight a byte from the highest, each row on a byte of its own.
    case packed
    /// Bytes, or two of them, the higher first.
    case binary
  }

  /// The digit behind the P: 1 … 7.
  let kind: Int
  let size: PixelSize
  /// The samples of a pixel.
  let channels: Int
  /// The greatest value of a sample, 1 … 65535.
  let greatest: Int
  /// True if the last of the channels that are shown is alpha.
  let hasAlpha: Bool

  var coding: Coding {
    switch kind {
    case 1...3: .text
    case 4: .packed
    default: .binary
    }
  }

  /// True if one is black, as in bitmaps, where it stands for ink.
  var isInverted: Bool { kind == 1 || kind == 4 }

  /// The channels that are color: 1 or 3.
  var colors: Int { channels - (hasAlpha ? 1 : 0) >= 3 ? 3 : 1 }

  /// The bits of a pixel in a binary or packed file.
  var bitsPerPixel: Int { coding == .packed ? 1 : channels * (greatest > 0xFF ? 16 : 8) }

  /// The bytes of a row in a binary or packed file.
  var rowBytes: Int { (size.width * bitsPerPixel + 7) / 8 }

  /// Remarks about it.
  var info: ImageInfo {
    let names = ["PBM", "PGM", "PPM"]
    let name = kind == 7 ? "PAM" : names[(kind - 1) % 3]
    let color = kind % 3 == 1 && kind != 7 ? "black and white" : colors == 3 ? "RGB" : "gray"
    return ImageInfo(
      format: name, size: size, bitsPerChannel: Int.bitWidth - greatest.leadingZeroBitCount,
      color: hasAlpha ? "\(color) with alpha" : color, hasAlpha: hasAlpha,
      layout: coding == .text ? "text" : "")
  }

  /// Reads a header; the reader is then at the first sample.
  init(_ reader: borrowing PNMReader) throws(ImagingError) {
    guard reader.byte() == 0x50, let digit = reader.byte(), 0x31...0x37 ~= digit else {
      throw reader.damage("the PNM header is damaged")
    }
    if digit == 0x37 {
      self = try Self(pam: reader)
      return
    }
    kind = Int(digit) - 0x30
    let width = try reader.headerNumber("width")
    let height = try reader.headerNumber("height")
    size = PixelSize(width: width, height: height)
    greatest = kind == 1 || kind == 4 ? 1 : try reader.headerNumber("greatest value")
    channels = kind == 3 || kind == 6 ? 3 : 1
    hasAlpha = false
    try check(reader)
  }

  /// Reads the lines of a PAM header, each a word and its value.
  private init(pam reader: borrowing PNMReader) throws(ImagingError) {
    var numbers: [String: Int] = [:]
    var type = ""
    while let words = reader.headerLine(), words.first != "ENDHDR" {
      guard let name = words.first, words.count > 1 else { continue }
      if name == "TUPLTYPE" { type = words[1] } else { numbers[name] = Int(words[1]) }
    }
    guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"],
      let depth = numbers["DEPTH"], let greatest = numbers["MAXVAL"], depth >= 1, depth <= 0xFFFF
    else { throw reader.damage("the PAM header lacks a number") }
    kind = 7
    size = PixelSize(width: width, height: height)
    channels = depth
    self.greatest = greatest
    hasAlpha = type.hasSuffix("_ALPHA") && [2, 4].contains(depth) || type.isEmpty && depth == 4
    try check(reader)
  }

  private func check(_ reader: borrowing PNMReader) throws(ImagingError) {
    guard 1...0xFFFF ~= greatest else {
      throw reader.damage("the PNM header gives a maximum value of \(greatest)")
    }
    guard !size.isEmpty, size.width <= Int(Int32.max), size.height <= Int(Int32.max) else {
      throw reader.damage("the PNM header gives a size of \(size) pixels")
    }
  }
}
