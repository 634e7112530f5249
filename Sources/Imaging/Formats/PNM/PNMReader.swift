import Glibc
import OverscrollBase
import ScrollGeometry

/// An open PNM file: its bytes, its header's words and its numbers.
struct PNMReader: ~Copyable {
  /// Longer lines make no header. [C]
  private static let maximumLineLength = 1 << 12
  /// The largest number that a header may hold, in digits it has. [C]
  private static let maximumNumber = 1 << 40

  private let stream: FileStream
  private let path: FilePath

  /// Opens the file.
  init(_ file: ImageFile) throws(ImagingError) {
    stream = try FileStream(file)
    path = file.path
  }

  /// The next byte; nil at the end of the file.
  func byte() -> UInt8? {
    let byte = getc_unlocked(stream.pointer)
    return byte == EOF ? nil : UInt8(truncatingIfNeeded: byte)
  }

  /// The offset of the next byte.
  var offset: Int { ftello(stream.pointer) }

  /// Fills the buffer; false when the file ends before.
  func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
    fread(bytes.baseAddress, 1, bytes.count, stream.pointer) == bytes.count
  }

  /// The next number of the header, behind spaces and comments; the byte behind it is taken too.
  func headerNumber(_ name: String) throws(ImagingError) -> Int {
    guard let number = number() else { throw damage("the PNM header has no \(name)") }
    return number
  }

  /// The next decimal number and the byte or comment behind it; nil when something else stands there.
  ///
  /// A comment that touches a number ends it, as a space would; ImageMagick and libvips read it so, too.
  func number() -> Int? {
    guard let first = firstByte(), let digit = Self.digit(first) else { return nil }
    var value = digit
    while let next = byte() {
      guard let digit = Self.digit(next) else {
        if next == Self.commentStart { skipComment() }
        return value
      }
      value = min(value * 10 + digit, Self.maximumNumber)
    }
    return value
  }

  /// The next digit 0 or 1; spaces between them are not needed.
  func bit() -> Int? { firstByte().flatMap { Self.digit($0) }.map { min($0, 1) } }

  /// The words of the next line of a PAM header; nil at the end of the file.
  func headerLine() -> [String]? {
    var line: [UInt8] = []
    while let next = byte(), line.count < Self.maximumLineLength {
      if next == 0x0A { return Self.words(line) }
      line.append(next)
    }
    return nil
  }

  /// An error about this file.
  func damage(_ what: String) -> ImagingError { ImagingError(.damaged, path, what) }

  /// The next byte that is neither space nor comment.
  private func firstByte() -> UInt8? {
    while let next = byte() {
      if next == Self.commentStart {
        skipComment()
      } else if !Self.isSpace(next) {
        return next
      }
    }
    return nil
  }

  private static let commentStart = UInt8(ascii: "#")

  private static func isSpace(_ byte: UInt8) -> Bool { 0x09...0x0D ~= byte || byte == 0x20 }

  /// Goes behind the end of the line.
  private func skipComment() { while let rest = byte(), rest != 0x0A, rest != 0x0D {} }

  private static func digit(_ byte: UInt8) -> Int? { 0x30...0x39 ~= byte ? Int(byte) - 0x30 : nil }

  private static func words(_ line: [UInt8]) -> [String] {
    guard line.first != 0x23 else { return [] }
    return line.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Makes pixels of the samples of a row.
struct PNMRow {
  private let header: PNMHeader
  /// The byte of each value of a sample.
  private let bytes: [UInt8]
  /// The byte of each value of an opacity.
  private let opacities: [UInt8]
  /// The samples from 0 to 255.
  private var samples: [UInt8]
  /// True if samples in the file are bytes from 0 to 255.
  private let isDirect: Bool
  /// The sample of colors that are transparent; `nil` for none.
  private let noData: Double?

  /// Makes room for a number of pixels; `tone` are the samples of black and white, `nil` for those of the header.
  init(_ header: PNMHeader, width: Int, tone: ClosedRange<Double>? = nil, noData: Double? = nil) {
    self.noData = noData
    self.header = header
    let (greatest, isInverted) = (header.greatest, header.isInverted)
    opacities = (0...greatest).map { value in
      let byte = UInt8((value * 255 + greatest / 2) / greatest)
      return isInverted ? ~byte : byte
    }
    bytes = tone.map { Tone.table($0, upTo: greatest) } ?? opacities
    isDirect = header.coding == .binary && greatest == 0xFF
    samples = [UInt8](repeating: 0, count: width * header.channels)
  }

  /// Makes premultiplied pixels of the bytes of a binary or packed file.
  mutating func convert(
    _ raw: UnsafeRawBufferPointer, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    if isDirect { return pack(raw.assumingMemoryBound(to: UInt8.self), into: pixels) }
    expand(raw, count: pixels.count * header.channels)
    samples.withUnsafeBufferPointer { pack($0, into: pixels) }
    guard let noData, header.coding == .binary, !header.hasAlpha else { return }
    let (channels, bits) = (header.channels, header.sampleBits)
    for index in pixels.indices
    where (0..<header.colors).allSatisfy({
      header.sample(raw, (index * channels + $0) * bits) == noData
    }) {
      pixels[index] = 0
    }
  }

  /// Reads the numbers of a text file and makes pixels of them; false when it ends before or holds something else.
  mutating func readText(
    _ reader: borrowing PNMReader, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) -> Bool {
    for index in samples.indices {
      guard let value = header.kind == 1 ? reader.bit() : reader.number() else { return false }
      samples[index] = byte(value, at: index)
    }
    samples.withUnsafeBufferPointer { pack($0, into: pixels) }
    return true
  }

  private mutating func expand(_ raw: UnsafeRawBufferPointer, count: Int) {
    switch (header.coding, header.greatest) {
    case (.packed, _):
      for index in 0..<count {
        samples[index] = bytes[Int(raw[index / 8] >> (7 - UInt8(index % 8)) & 1)]
      }
    case (_, ...0xFF):
      for index in 0..<count { samples[index] = byte(Int(raw[index]), at: index) }
    default:
      for index in 0..<count {
        samples[index] = byte(Int(raw[2 * index]) << 8 | Int(raw[2 * index + 1]), at: index)
      }
    }
  }

  /// What is above the greatest value counts as it.
  private func byte(_ value: Int, at index: Int) -> UInt8 {
    let isOpacity = header.hasAlpha && index % header.channels == header.colors
    return (isOpacity ? opacities : bytes)[min(value, header.greatest)]
  }

  private func pack(
    _ samples: UnsafeBufferPointer<UInt8>, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    let (step, colors) = (header.channels, header.colors)
    if step == 3 { return PixelRows.pack(rgb: UnsafeRawBufferPointer(samples), into: pixels) }
    let (green, blue) = colors == 3 ? (1, 2) : (0, 0)
    for index in pixels.indices {
      let place = index &* step
      let alpha = header.hasAlpha ? UInt32(samples[place &+ colors]) : 0xFF
      pixels[index] =
        alpha << 24 | UInt32(samples[place]) << 16 | UInt32(samples[place &+ green]) << 8
        | UInt32(samples[place &+ blue])
    }
    if header.hasAlpha { PixelRows.premultiply(pixels) }
  }
}

/// Reads the samples of a PNM file.
final class PNMSampleReader: SampleReader {
  let size: PixelSize
  private let file: ImageFile
  private let header: PNMHeader
  /// The offset of the first row, in bytes.
  private let start: Int
  private let bytes: FileBytes

  init(_ file: ImageFile, _ header: PNMHeader, start: Int) throws(ImagingError) {
    size = header.size
    bytes = try FileBytes(file)
    self.file = file
    self.header = header
    self.start = start
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    let channels = min(header.channels, SampleLayout.maximumChannels)
    if header.coding == .text { return try textSamples(x, y, channels, while: shouldContinue) }
    let bit = x * header.bitsPerPixel
    let length = (channels * header.sampleBits + bit % 8 + 7) / 8
    guard let raw = bytes.read(start + y * header.rowBytes + bit / 8, length),
      !bytes.isChanged(file)
    else {
      throw bytes.isChanged(file) ? file.changed : damage
    }
    return (0..<channels).map { header.sample(raw, bit % 8 + $0 * header.sampleBits) }
  }

  func description() throws(ImagingError) -> SampleDescription {
    var description = header.data
    description.setGreatest(header.greatest)
    return description
  }

  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    let (channels, bits) = (header.channels, header.sampleBits)
    if header.coding == .text { return try textRows(of: rect, take) }
    var row = PNMSampleRow(rect, header)
    for y in rect.y..<rect.maxY {
      guard let raw = bytes.read(start + y * header.rowBytes, header.rowBytes),
        !bytes.isChanged(file)
      else { throw bytes.isChanged(file) ? file.changed : damage }
      for number in rect.x * channels..<rect.maxX * channels {
        row.set(Int(header.sample(raw, number * bits)), at: number)
      }
      guard row.bytes.withUnsafeBytes(take) else { return }
    }
  }

  private func textRows(
    of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(ImagingError) {
    let reader = try PNMReader(file)
    guard try PNMHeader(reader) == header else { throw file.changed }
    var row = PNMSampleRow(rect, header)
    for y in 0..<rect.maxY {
      for number in 0..<size.width * header.channels {
        guard let value = reader.sample(of: header) else { throw damage }
        row.set(value, at: number)
      }
      guard y < rect.y || row.bytes.withUnsafeBytes(take) else { return }
    }
  }

  /// Text has no places: all numbers before are read.
  private func textSamples(
    _ x: Int, _ y: Int, _ channels: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> [Double] {
    let reader = try PNMReader(file)
    guard try PNMHeader(reader) == header else { throw file.changed }
    for row in 0...y {
      guard shouldContinue() else { return [] }
      for _ in 0..<(row < y ? size.width : x) * header.channels {
        guard reader.sample(of: header) != nil else { throw damage }
      }
    }
    var samples: [Double] = []
    for _ in 0..<channels {
      guard let value = reader.sample(of: header) else { throw damage }
      samples.append(Double(value))
    }
    return samples
  }

  private var damage: ImagingError {
    ImagingError(.damaged, file.path, "the \(header.info.format) file ends early")
  }
}

/// The samples of some columns of a row, in bytes of their own.
private struct PNMSampleRow {
  private(set) var bytes: [UInt8]
  private let first: Int
  private let sampleBytes: Int

  init(_ rect: PixelRect, _ header: PNMHeader) {
    sampleBytes = SampleDescription.sampleBytes(ofBits: header.info.bitsPerChannel)
    first = rect.x * header.channels
    bytes = [UInt8](repeating: 0, count: rect.width * header.channels * sampleBytes)
  }

  /// Writes the sample with a number in the row; others than these columns' are left out.
  mutating func set(_ value: Int, at number: Int) {
    let place = (number - first) * sampleBytes
    guard bytes.indices.contains(place) else { return }
    if sampleBytes == 1 {
      bytes[place] = UInt8(truncatingIfNeeded: value)
    } else {
      withUnsafeBytes(of: UInt16(truncatingIfNeeded: value)) {
        (bytes[place], bytes[place + 1]) = ($0[0], $0[1])
      }
    }
  }
}

extension PNMReader {
  /// The next number of a text file.
  func sample(of header: PNMHeader) -> Int? { header.kind == 1 ? bit() : number() }
}

extension PNMHeader {
  /// The bits of a sample in a binary or packed file.
  var sampleBits: Int { coding == .packed ? 1 : greatest > 0xFF ? 16 : 8 }

  /// The samples as stored.
  var layout: SampleLayout {
    SampleLayout(
      channels: channels, colors: colors, bits: info.bitsPerChannel, takesTone: greatest > 0xFF)
  }

  /// What the samples are.
  var data: SampleDescription {
    SampleDescription(
      channels: channels, colors: colors, bits: info.bitsPerChannel, isInverted: isInverted)
  }

  /// The sample that begins at a bit.
  func sample<Raw: RandomAccessCollection>(_ raw: Raw, _ bit: Int) -> Double
  where Raw.Element == UInt8, Raw.Index == Int {
    switch sampleBits {
    case 1: Double(raw[bit / 8] >> UInt8(7 - bit % 8) & 1)
    case 8: Double(raw[bit / 8])
    default: Double(Int(raw[bit / 8]) << 8 | Int(raw[bit / 8 + 1]))
    }
  }

  /// The most rows that are examined for statistics. [C]
  private static let sampledRows = 1 << 10

  /// Returns samples of the colors, from rows all over a file; none of a text file, whose rows have no places.
  func statistics(
    _ file: ImageFile, start: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> SampleStatistics {
    var statistics = SampleStatistics()
    guard coding != .text else { return statistics }
    let bytes = try FileBytes(file)
    let rows = min(size.height, Self.sampledRows)
    let step = rows * size.width * colors / SampleStatistics.capacity + 1
    for number in 0..<rows where shouldContinue() {
      guard let raw = bytes.read(start + number * size.height / rows * rowBytes, rowBytes) else {
        break
      }
      for x in stride(from: 0, to: size.width, by: step) {
        if hasAlpha, sample(raw, (x * channels + colors) * sampleBits) == 0 { continue }
        for channel in 0..<colors {
          statistics.add(sample(raw, (x * channels + channel) * sampleBits))
        }
      }
    }
    return statistics
  }

  /// Adds the color samples of a file to a meter.
  func measure(
    _ file: ImageFile, into meter: inout ToneMeter, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try PNMReader(file)
    guard try PNMHeader(reader) == self else { throw file.changed }
    var raw = [UInt8](repeating: 0, count: coding == .text ? 0 : rowBytes)
    for y in 0..<size.height where shouldContinue() {
      // What a file that ends early lacks has no tone.
      if coding != .text, !raw.withUnsafeMutableBytes({ reader.fill($0) }) { return }
      for x in 0..<size.width {
        for channel in 0..<channels {
          let value =
            coding == .text
            ? reader.sample(of: self).map(Double.init)
            : sample(raw, (x * channels + channel) * sampleBits)
          guard let value else { return }
          if channel < colors { meter.add(value, x: x, y: y, channel: channel) }
        }
      }
    }
  }
}
