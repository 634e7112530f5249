import ScrollGeometry
import Synchronization

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
