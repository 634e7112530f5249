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

  /// Writes a picture that is all red; returns its path.
  package static func writeRed(to folder: PictureFolder) throws -> String {
    let path = folder.path + "/red.ppm"
    let pixels = [UInt8]((0..<400 * 300).flatMap { _ in [250, 0, 0] as [UInt8] })
    try RunningViewer.write(Array("P6 400 300 255\n".utf8) + pixels, to: path)
    return path
  }

  /// Whether it is in the middle of a window as it is stored.
  package static func isRed(_ shot: Screenshot) -> Bool { color(shot) == 0xFA_0000 }

  /// Whether it is there in the colors of such a display.
  package static func isBlue(_ shot: Screenshot) -> Bool {
    let color = color(shot)
    return color & 0xFF > 0xE0 && color >> 16 < 0x30 && color >> 8 & 0xFF < 0x30
  }

  private static func color(_ shot: Screenshot) -> UInt32 { shot.color(640, 400) }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func xyz(_ values: [Int]) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + values.flatMap { number($0) }
  }
}
