import Glibc
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

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
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
  private func place(ofRow row: Int) -> Int { header.isTopDown ? row : info.size.height - 1 - row }

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

/// Makes pixels of the bytes of a row.
///
/// Not thread-safe.
private struct BMPRow {
  private let header: BMPHeader
  private let palette: [UInt32]
  /// The conversion of pixels that aren't of a palette, which is converted already.
  private let transform: ColorTransform?

  init(header: BMPHeader) {
    self.header = header
    let transform = header.colorSource.transform(for: .rgb)
    var palette = header.palette
    palette.withUnsafeMutableBufferPointer { if !$0.isEmpty { transform?.apply($0) } }
    self.palette = palette
    self.transform = palette.isEmpty ? transform : nil
  }

  /// The color of a palette index; black beyond the palette.
  func color(_ index: Int) -> UInt32 {
    index < palette.count ? palette[index] : PixelRows.opaqueAlpha
  }

  /// Makes premultiplied pixels of a row.
  func make(_ pixels: UnsafeMutableBufferPointer<UInt32>, from row: UnsafeRawBufferPointer) {
    switch header.bits {
    case 24:
      for column in pixels.indices {
        let place = column &* 3
        pixels[column] =
          PixelRows.opaqueAlpha | UInt32(row[place &+ 2]) << 16 | UInt32(row[place &+ 1]) << 8
          | UInt32(row[place])
      }
      transform?.apply(pixels)
    case 16, 32: makeFields(pixels, row)
    default:
      let (bits, mask) = (header.bits, 1 << header.bits - 1)
      for column in pixels.indices {
        let bit = column &* bits
        pixels[column] = color(Int(row[bit >> 3]) >> (8 - bits - bit & 7) & mask)
      }
    }
  }

  private func makeFields(
    _ pixels: UnsafeMutableBufferPointer<UInt32>, _ row: UnsafeRawBufferPointer
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
    transform?.apply(pixels)
    if header.hasAlpha { PixelRows.premultiply(pixels) }
  }
}

/// The run-length encoded rows of a bitmap, the bottom one first, of which any can be read after one scan.
private struct BMPRuns: ~Copyable {
  /// Where a row begins: an offset in the file, and the column that a jump led to.
  private struct Start {
    var offset: Int
    var column: Int
  }

  private enum Step {
    case run(count: Int, value: UInt8)
    /// Indices that follow as they are.
    case literal(count: Int)
    case endOfRow
    case jump(right: Int, up: Int)
    case end
  }

  private let stream: FileStream
  private let bits: Int
  private var starts: [Start?]
  /// The number of rows that the file ended before.
  private(set) var missingRows = 0

  /// Scans a file for the beginnings of its rows.
  init(
    _ file: ImageFile, _ header: BMPHeader, bits: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    self.bits = bits
    stream = try FileStream(file)
    starts = [Start?](repeating: nil, count: header.size.height)
    fseeko(stream.pointer, header.pixelStart, SEEK_SET)
    var (row, column) = (0, 0)
    starts[0] = Start(offset: header.pixelStart, column: 0)
    while row < starts.count, shouldContinue() {
      guard let step = step() else {
        // The mark of the end may be missing, and with it that of the last row's end.
        missingRows = starts.count - row - (column >= header.size.width ? 1 : 0)
        return
      }
      switch step {
      case .run(let count, _): column += count
      case .literal(let count):
        column += count
        fseeko(stream.pointer, literalLength(count), SEEK_CUR)
      case .endOfRow: (row, column) = (row + 1, 0)
      case .jump(let right, let up): (row, column) = (row + up, column + right)
      case .end: return
      }
      if row < starts.count, starts[row] == nil {
        starts[row] = Start(offset: ftello(stream.pointer), column: column)
      }
    }
  }

  /// Reads the palette indices of a row; 0 where the file skips pixels.
  borrowing func read(row: Int, _ indices: inout [UInt8]) {
    for column in indices.indices { indices[column] = 0 }
    guard let start = starts[row] else { return }
    fseeko(stream.pointer, start.offset, SEEK_SET)
    var column = start.column
    while column < indices.count, let step = step() {
      switch step {
      case .run(let count, let value):
        for place in 0..<count where column + place < indices.count {
          indices[column + place] = bits == 8 ? value : place % 2 == 0 ? value >> 4 : value & 15
        }
        column += count
      case .literal(let count): readLiteral(count, &column, &indices)
      case .jump(let right, 0): column += right
      case .endOfRow, .jump, .end: return
      }
    }
  }

  private borrowing func readLiteral(_ count: Int, _ column: inout Int, _ indices: inout [UInt8]) {
    let bytes = (0..<literalLength(count)).map { _ in
      UInt8(truncatingIfNeeded: getc_unlocked(stream.pointer))
    }
    for place in 0..<count where column + place < indices.count {
      indices[column + place] =
        bits == 8
        ? bytes[place] : place % 2 == 0 ? bytes[place / 2] >> 4 : bytes[place / 2] & 15
    }
    column += count
  }

  /// The bytes of literal indices, of which there is an even number.
  private borrowing func literalLength(_ count: Int) -> Int {
    ((bits == 8 ? count : (count + 1) / 2) + 1) / 2 * 2
  }

  private borrowing func byte() -> Int? {
    let byte = getc_unlocked(stream.pointer)
    return byte == EOF ? nil : Int(byte)
  }

  private borrowing func step() -> Step? {
    guard let first = byte(), let second = byte() else { return nil }
    switch (first, second) {
    case (1..., _): return .run(count: first, value: UInt8(second))
    case (_, 0): return .endOfRow
    case (_, 1): return .end
    case (_, 2):
      guard let right = byte(), let up = byte() else { return nil }
      return .jump(right: right, up: up)
    default: return .literal(count: second)
    }
  }
}
