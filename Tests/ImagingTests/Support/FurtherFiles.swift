import ScrollGeometry

/// Bytes of numbers.
private struct Bytes {
  var all: [UInt8] = []

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { all.append(contentsOf: $0) }
  }

  mutating func add(_ number: Float) { add(number.bitPattern) }

  mutating func add(_ text: String) { all += Array(text.utf8) + [0] }
}

/// An OpenEXR file of uncompressed rows of 32-bit floats.
struct EXRFile {
  var size: PixelSize
  /// The channels, by their names.
  var channels: [String: (Int, Int) -> Float]
  /// The x and y of red, green, blue and white.
  var chromaticities: [Float] = []

  var bytes: [UInt8] {
    let names = channels.keys.sorted()
    var file = Bytes(all: [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0])
    func attribute(_ name: String, _ type: String, _ value: Bytes) {
      file.add(name)
      file.add(type)
      file.add(Int32(value.all.count))
      file.all += value.all
    }
    var list = Bytes()
    for name in names {
      list.add(name)
      for number: Int32 in [2, 0, 1, 1] { list.add(number) }
    }
    list.all.append(0)
    attribute("channels", "chlist", list)
    if !chromaticities.isEmpty {
      var value = Bytes()
      for number in chromaticities { value.add(number) }
      attribute("chromaticities", "chromaticities", value)
    }
    attribute("compression", "compression", Bytes(all: [0]))
    var window = Bytes()
    for number in [0, 0, Int32(size.width - 1), Int32(size.height - 1)] { window.add(number) }
    attribute("dataWindow", "box2i", window)
    attribute("displayWindow", "box2i", window)
    attribute("lineOrder", "lineOrder", Bytes(all: [0]))
    var (one, center) = (Bytes(), Bytes())
    one.add(Float(1))
    center.add(UInt64(0))
    attribute("pixelAspectRatio", "float", one)
    attribute("screenWindowCenter", "v2f", center)
    attribute("screenWindowWidth", "float", one)
    file.all.append(0)
    let rowBytes = names.count * size.width * 4
    let start = file.all.count + 8 * size.height
    for y in 0..<size.height { file.add(UInt64(start + y * (8 + rowBytes))) }
    for y in 0..<size.height {
      file.add(Int32(y))
      file.add(Int32(rowBytes))
      for name in names { for x in 0..<size.width { file.add(channels[name]?(x, y) ?? 0) } }
    }
    return file.all
  }
}

/// A FITS file of one picture.
struct FITSFile {
  var size: PixelSize
  /// 16 or 32 for integers with a sign, -32 or -64 for floats.
  var depth: Int
  /// More cards, as text.
  var cards: [String] = []
  /// The numbers, from the top, as they are stored.
  var value: (Int, Int) -> Double

  var bytes: [UInt8] {
    func number(_ name: String, _ value: Int) -> String {
      let digits = String(value)
      return name.padded(to: 8) + "= " + String(repeating: " ", count: 20 - digits.count) + digits
    }
    let all =
      ["SIMPLE  =                    T", number("BITPIX", depth), number("NAXIS", 2)]
      + [number("NAXIS1", size.width), number("NAXIS2", size.height)] + cards + ["END"]
    var file = Array(all.map { $0.padded(to: 80) }.joined().utf8)
    file += [UInt8](repeating: 0x20, count: (2880 - file.count % 2880) % 2880)
    // The first row is at the bottom.
    for y in (0..<size.height).reversed() {
      for x in 0..<size.width {
        let value = value(x, y)
        let (bits, count): (UInt64, Int) =
          switch depth {
          case -64: (value.bitPattern, 8)
          case -32: (UInt64(Float(value).bitPattern), 4)
          default: (UInt64(bitPattern: Int64(value)), depth / 8)
          }
        for byte in (0..<count).reversed() { file.append(UInt8(bits >> (8 * byte) & 0xFF)) }
      }
    }
    return file + [UInt8](repeating: 0, count: (2880 - file.count % 2880) % 2880)
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: count - utf8.count)
  }
}

/// A Radiance file of rows that are not compressed.
enum RadianceFile {
  static func bytes(_ size: PixelSize, _ light: (Int, Int) -> [Double]) -> [UInt8] {
    let head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y \(size.height) +X \(size.width)\n"
    var file = Array(head.utf8)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = light(x, y)
        guard let greatest = color.max(), greatest > 1e-9 else {
          file += [0, 0, 0, 0]
          continue
        }
        // A mantissa from a half to one.
        let exponent = Int(greatest.exponent) + 1
        let scale = Double(sign: .plus, exponent: 8 - exponent, significand: 1)
        file += color.map { UInt8(min($0 * scale, 255)) } + [UInt8(exponent + 128)]
      }
    }
    return file
  }
}
