/// A fast lossless codec for tiles.
///
/// Each pixel is predicted as the average of its left and upper neighbors, and its residual is coded in
/// one to five bytes; a run of zero residuals takes one byte. A photograph takes about half of its three
/// bytes per pixel, a plain tile next to nothing.
enum TileCodec {
  /// The codes, by their first bits.
  private enum Code {
    /// Six bits: the length of a run of zero residuals, less one.
    static let run: UInt8 = 0x00
    /// Three times two bits, −2 … 1: green, and red and blue less green.
    static let small: UInt8 = 0x40
    /// Six bits of green, −32 … 31, then in a second byte four each of red and blue less green, −8 … 7.
    static let medium: UInt8 = 0x80
    /// Three bytes follow: the residuals of blue, green and red.
    static let color: UInt8 = 0xC0
    /// Four bytes follow: the pixel.
    static let pixel: UInt8 = 0xC1
  }

  /// The left neighbor of the first pixel.
  private static let start = PixelRows.opaqueAlpha
  private static let maximumRunLength = 64
  /// The most bytes that are written for a pixel.
  private static let maximumCodeLength = 5

  /// Encodes rows of pixels.
  ///
  /// - Parameters:
  ///   - pixels: Row by row, a whole number of rows.
  ///   - width: The pixels of a row, at least 1.
  /// - Returns: The bytes, at most five a pixel.
  static func encode(_ pixels: UnsafeBufferPointer<UInt32>, width: Int) -> ContiguousArray<UInt8> {
    ContiguousArray(unsafeUninitializedCapacity: pixels.count * maximumCodeLength + 1) {
      bytes, count in
      guard let output = bytes.baseAddress, let input = pixels.baseAddress else { return }
      var place = 0
      var run = 0
      var left = start
      for index in 0..<pixels.count {
        let pixel = input[index]
        let prediction = index < width ? left : average(left, input[index - width])
        left = pixel
        if pixel == prediction {
          run += 1
          if run < maximumRunLength { continue }
        }
        if run > 0 {
          output[place] = Code.run | UInt8(truncatingIfNeeded: run - 1)
          place += 1
          run = 0
          if pixel == prediction { continue }
        }
        place = write(pixel, prediction, to: output, at: place)
      }
      if run > 0 {
        output[place] = Code.run | UInt8(truncatingIfNeeded: run - 1)
        place += 1
      }
      count = place
    }
  }

  /// Decodes the result of ``encode(_:width:)``, or returns `nil` for other bytes.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, count: Int, width: Int
  ) -> ContiguousArray<UInt32>? {
    var isGood = true
    let pixels = ContiguousArray<UInt32>(unsafeUninitializedCapacity: count) { pixels, filled in
      isGood = decode(bytes, into: pixels, width: width)
      filled = isGood ? count : 0
    }
    return isGood ? pixels : nil
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, into pixels: UnsafeMutableBufferPointer<UInt32>, width: Int
  ) -> Bool {
    guard let output = pixels.baseAddress, let input = bytes.baseAddress else {
      return pixels.isEmpty
    }
    let count = pixels.count
    var place = 0
    var index = 0
    var left = start
    while index < count {
      // The last code must not be read past the end.
      guard place < bytes.count else { return false }
      let code = input.load(fromByteOffset: place, as: UInt8.self)
      if code < Code.small {
        place += 1
        let end = index + Int(code) + 1
        guard end <= count else { return false }
        while index < end {
          left = index < width ? left : average(left, output[index - width])
          output[index] = left
          index += 1
        }
        continue
      }
      let prediction = index < width ? left : average(left, output[index - width])
      let length = length(of: code)
      guard place + length <= bytes.count else { return false }
      left = read(code, prediction, input + place)
      output[index] = left
      place += length
      index += 1
    }
    return place == bytes.count
  }

  /// The average of two pixels, channel by channel, rounded down.
  @inline(__always)
  private static func average(_ one: UInt32, _ other: UInt32) -> UInt32 {
    (one & other) &+ (((one ^ other) & 0xFEFE_FEFE) >> 1)
  }

  /// Writes the code of a pixel; up to four bytes after it may change.
  ///
  /// All three codes are computed and one is selected without a branch, which noise would mispredict.
  @inline(__always)
  private static func write(
    _ pixel: UInt32, _ prediction: UInt32, to output: UnsafeMutablePointer<UInt8>, at place: Int
  ) -> Int {
    let bytes = UnsafeMutableRawPointer(output + place)
    guard pixel >> 24 == prediction >> 24 else {
      bytes.storeBytes(of: Code.pixel, as: UInt8.self)
      bytes.storeBytes(of: pixel.littleEndian, toByteOffset: 1, as: UInt32.self)
      return place &+ 5
    }
    let red = (pixel >> 16 &- prediction >> 16) & 0xFF
    let green = (pixel >> 8 &- prediction >> 8) & 0xFF
    let blue = (pixel &- prediction) & 0xFF
    let (redLess, blueLess) = (red &- green, blue &- green)
    // All of several numbers are below a power of two if all their bits together are.
    let small = (
      green: (green &+ 2) & 0xFF, red: (redLess &+ 2) & 0xFF, blue: (blueLess &+ 2) & 0xFF
    )
    let isSmall = small.green | small.red | small.blue < 4
    let medium = (
      green: (green &+ 32) & 0xFF, red: (redLess &+ 8) & 0xFF, blue: (blueLess &+ 8) & 0xFF
    )
    let isMedium = medium.green | medium.red << 2 | medium.blue << 2 < 64
    let one = UInt32(Code.small) | small.green << 4 | small.red << 2 | small.blue
    let two = UInt32(Code.medium) | medium.green | medium.red << 12 | medium.blue << 8
    let four = UInt32(Code.color) | blue << 8 | green << 16 | red << 24
    let code = isSmall ? one : isMedium ? two : four
    bytes.storeBytes(of: code.littleEndian, as: UInt32.self)
    return place &+ (isSmall ? 1 : isMedium ? 2 : 4)
  }

  @inline(__always)
  private static func length(of code: UInt8) -> Int {
    if code < Code.medium { return 1 }
    if code < Code.color { return 2 }
    return code == Code.color ? 4 : 5
  }

  @inline(__always)
  private static func read(_ code: UInt8, _ prediction: UInt32, _ input: UnsafeRawPointer) -> UInt32
  {
    func byte(_ offset: Int) -> UInt8 { input.load(fromByteOffset: offset, as: UInt8.self) }
    if code < Code.medium {
      let green = (code >> 4 & 3) &- 2
      return shifted(prediction, green, (code >> 2 & 3) &- 2 &+ green, (code & 3) &- 2 &+ green)
    }
    if code < Code.color {
      let green = (code & 63) &- 32
      let second = byte(1)
      return shifted(prediction, green, second >> 4 &- 8 &+ green, (second & 15) &- 8 &+ green)
    }
    if code == Code.color { return shifted(prediction, byte(2), byte(3), byte(1)) }
    return (0..<4).reduce(0) { $0 | UInt32(byte(1 + $1)) << UInt32(8 * $1) }
  }

  /// A prediction plus the residuals of its channels.
  @inline(__always)
  private static func shifted(
    _ prediction: UInt32, _ green: UInt8, _ red: UInt8, _ blue: UInt8
  ) -> UInt32 {
    let newRed = UInt32(UInt8(truncatingIfNeeded: prediction >> 16) &+ red)
    let newGreen = UInt32(UInt8(truncatingIfNeeded: prediction >> 8) &+ green)
    let newBlue = UInt32(UInt8(truncatingIfNeeded: prediction) &+ blue)
    return prediction & PixelRows.opaqueAlpha | newRed << 16 | newGreen << 8 | newBlue
  }
}
