import OverscrollBase
import ScrollGeometry

/// A GIF file to be put together by hand.
struct GIFFile {
  /// One frame of the file.
  struct Frame {
    var rect: PixelRect
    var isInterlaced = false
    /// The colors of this frame alone; empty for those of the file.
    var palette: [UInt32] = []
    /// The index of the transparent color.
    var transparent: Int?
    /// GIF's number of what becomes of it: 0 and 1 nothing, 2 clear, 3 as before.
    var disposal = 0
    /// In hundredths of a second.
    var delay = 10
    /// The index at a column and a row of the frame.
    var index: (Int, Int) -> UInt8
  }

  var size: PixelSize
  /// The colors of the file, a power of two of them, as 0xRRGGBB.
  var palette: [UInt32] = (0..<256).map { UInt32($0) * 0x01_0101 }
  var frames: [Frame]
  /// The number of loops; `nil` for a file that names none.
  var loops: Int?

  /// All bytes of the file.
  var bytes: [UInt8] {
    var output = Array("GIF89a".utf8) + size.width.bytes(2) + size.height.bytes(2)
    output += [Self.flags(palette), 0, 0] + Self.colors(palette)
    if let loops {
      output += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + loops.bytes(2) + [0]
    }
    for frame in frames { Self.append(frame, isAlone: frames.count == 1, to: &output) }
    return output + [0x3B]
  }

  private static func append(_ frame: Frame, isAlone: Bool, to output: inout [UInt8]) {
    // ImageMagick applies these of one frame to the next if that has none.
    if !isAlone || frame.transparent != nil || frame.disposal > 0 {
      let flags = frame.disposal << 2 | (frame.transparent == nil ? 0 : 1)
      output +=
        [0x21, 0xF9, 4, UInt8(flags)] + frame.delay.bytes(2) + [UInt8(frame.transparent ?? 0), 0]
    }
    output += [0x2C]
    for number in [frame.rect.x, frame.rect.y, frame.rect.width, frame.rect.height] {
      output += number.bytes(2)
    }
    output += [flags(frame.palette) | (frame.isInterlaced ? 0x40 : 0)] + colors(frame.palette)
    let codes = compressed(frame)
    output.append(8)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let part = codes[start..<min(start + 255, codes.count)]
      output += [UInt8(part.count)] + part
    }
    output.append(0)
  }

  /// Says whether there are colors, and how many.
  private static func flags(_ palette: [UInt32]) -> UInt8 {
    palette.isEmpty ? 0 : 0x80 | UInt8(palette.count.trailingZeroBitCount - 1)
  }

  private static func colors(_ palette: [UInt32]) -> [UInt8] {
    palette.flatMap { color in [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) } }
  }

  /// The indices as codes of nine bits that stand for themselves, begun again before codes would become longer.
  private static func compressed(_ frame: Frame) -> [UInt8] {
    let (width, height) = (frame.rect.width, frame.rect.height)
    let passes = frame.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    let rows = passes.flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    let indices = rows.flatMap { row in (0..<width).map { Int(frame.index($0, row)) } }
    var codes: [Int] = []
    for (place, index) in indices.enumerated() {
      if place % 200 == 0 { codes.append(256) }
      codes.append(index)
    }
    codes.append(257)
    var bytes: [UInt8] = []
    var (word, bits) = (0, 0)
    for code in codes {
      word |= code << bits
      bits += 9
      while bits >= 8 {
        bytes.append(UInt8(word & 0xFF))
        (word, bits) = (word >> 8, bits - 8)
      }
    }
    return bits > 0 ? bytes + [UInt8(word & 0xFF)] : bytes
  }
}
