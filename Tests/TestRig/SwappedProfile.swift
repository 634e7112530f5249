/// An ICC profile of a display whose red is blue and whose blue is red, in the colors of sRGB.
package enum SwappedProfile {
  package static let name = "Swapped"

  /// The colorants of sRGB, relative to D50: X, Y and Z in 65536ths.
  private static let (red, green, blue) = (
    [28_582, 14_578, 912], [25_239, 46_979, 6362], [9374, 3971, 46_813]
  )

  package static let bytes: [UInt8] = {
    let white = [63_190, 65_536, 54_061]
    let text = Array(name.utf8) + [0]
    let description =
      Array("desc".utf8) + number(0) + number(text.count) + text
      + [UInt8](repeating: 0, count: 78 + 3)
    // A gamma of 2.2, in 256ths.
    let curve = Array("curv".utf8) + number(0) + number(1) + [2, 51, 0, 0]
    let tags: [(String, [UInt8])] = [
      ("desc", description), ("wtpt", xyz(white)), ("rXYZ", xyz(blue)), ("gXYZ", xyz(green)),
      ("bXYZ", xyz(red)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var (table, data) = (number(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      table += Array(name.utf8) + number(start + data.count) + number(content.count)
      data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    var header = number(start + data.count) + number(0) + [2, 0x10, 0, 0]
    header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += [63_190, 65_536, 54_061].flatMap { number($0) }
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }()

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func xyz(_ values: [Int]) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + values.flatMap { number($0) }
  }
}
