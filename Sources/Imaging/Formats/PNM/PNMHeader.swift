import ScrollGeometry

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
}

extension PNMHeader {
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
