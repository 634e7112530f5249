import ScrollGeometry

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
  init(
    _ header: PNMHeader, width: Int, tone: ClosedRange<Double>? = nil, noData: Double? = nil
  ) {
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
}

extension PNMRow {
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
