import CCodecs
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A JPEG file` {
  private let folder = ScratchFolder()
  /// What compression may change a channel of a smooth picture by, in steps of 255.
  private static let tolerance = 6

  private func path(of jpeg: JPEGFile) -> String {
    let path = folder.file("picture.\(UInt32.random(in: 0 ... .max))")
    jpeg.write(to: path)
    return path
  }

  /// Smooth colors that differ in every corner.
  private static func color(_ x: Int, _ y: Int, of size: PixelSize) -> UInt32 {
    let red = UInt32(x * 200 / max(1, size.width - 1) + 20)
    let green = UInt32(y * 200 / max(1, size.height - 1) + 20)
    return 0xFF00_0000 | red << 16 | green << 8 | 90
  }

  private static func rows(of size: PixelSize) -> [[UInt8]] {
    (0..<size.height).map { y in
      (0..<size.width).flatMap { x in
        let pixel = color(x, y, of: size)
        return [16, 8, 0].map { UInt8(pixel >> $0 & 0xFF) }
      }
    }
  }

  @Test(arguments: [false, true])
  func `is decoded close to what was encoded`(isProgressive: Bool) throws {
    let size = PixelSize(width: 330, height: 270)
    let file = JPEGFile(size: size, isProgressive: isProgressive, rows: Self.rows(of: size))
    let decoded = try Decoded(path(of: file))
    #expect(decoded.error == nil)
    #expect(decoded.info.size == size && decoded.info.format == "JPEG")
    #expect(decoded.info.layout == (isProgressive ? "progressive" : ""))
    var worst = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        worst = max(worst, difference(decoded[x, y], Self.color(x, y, of: size)))
      }
    }
    #expect(worst <= Self.tolerance)
    #expect(decoded.isWhole && decoded.isOpaque)
  }

  @Test func `has its last rows where only rows before them are damaged`() throws {
    let size = PixelSize(width: 64, height: 64)
    var file = JPEGFile(size: size, rows: Self.rows(of: size))
    file.restartInterval = 4
    let good = file.bytes
    let whole = try Decoded(folder.write(good, to: "good"))
    // Data is missing before the second restart.
    let restart = try #require(good.firstRange(of: [0xFF, 0xD1])).lowerBound
    var bytes = good
    bytes.removeSubrange(restart - 6..<restart)
    let decoded = try Decoded(folder.write(bytes, to: "damaged"))
    #expect(decoded.error?.reason == "some of the JPEG data is damaged")
    #expect(decoded[63, 63] == whole[63, 63] && decoded[0, 63] == whole[0, 63])
  }

  @Test func `is not damaged where zeros take the place of its end`() throws {
    let size = PixelSize(width: 61, height: 43)
    for quality in Int32(80)...95 {
      let file = JPEGFile(size: size, optimizes: true, quality: quality, rows: Self.rows(of: size))
      let good = file.bytes
      let bytes = good.dropLast(2) + [UInt8](repeating: 0, count: 200)
      let decoded = try Decoded(folder.write(Array(bytes), to: "zeros"))
      #expect(decoded.error == nil, "quality \(quality)")
    }
  }

  @Test(arguments: [JCS_CMYK, JCS_YCCK])
  func `of CMYK is converted, inverted by Adobe's marker or not`(stored: J_COLOR_SPACE) throws {
    // Adobe's files store 255 − ink. libjpeg writes the marker for both kinds.
    let inks: [(light: [UInt8], color: UInt32)] = [
      ([255, 255, 255, 255], 0xFFFF_FFFF), ([0, 255, 255, 255], 0xFF00_FFFF),
      ([255, 0, 255, 255], 0xFFFF_00FF), ([255, 255, 0, 255], 0xFFFF_FF00),
      ([255, 255, 255, 0], 0xFF00_0000), ([255, 128, 255, 128], 0xFF80_4080),
    ]
    for (light, color) in inks {
      let row = Array(repeating: light, count: 16).flatMap { $0 }
      let file = JPEGFile(
        size: PixelSize(width: 16, height: 16), input: JCS_CMYK, components: 4, stored: stored,
        rows: Array(repeating: row, count: 16))
      let path = path(of: file)
      let mixed = try Decoded(path)[8, 8]
      #expect(difference(mixed, color) <= Self.tolerance)
      guard stored == JCS_CMYK else { continue }
      // Without the marker a four-component file holds plain inks.
      let plain = Self.withoutAdobeMarker(ScratchFolder.read(path))
      // The bytes are now read as inks: what was light is ink.
      let black = 255 - UInt32(light[3])
      let turned = light.prefix(3).reduce(UInt32(0xFF)) { pixel, byte in
        pixel << 8 | (255 - UInt32(byte)) * black / 255
      }
      let decoded = try Decoded(folder.write(plain, to: "plain"))
      #expect(difference(decoded[8, 8], turned) <= Self.tolerance)
    }
  }

  private static func withoutAdobeMarker(_ bytes: [UInt8]) -> [UInt8] {
    let marker = Array("Adobe".utf8)
    guard
      let start = bytes.indices.dropLast(20).first(where: {
        bytes[$0] == 0xFF && bytes[$0 + 1] == 0xEE && Array(bytes[$0 + 4..<$0 + 9]) == marker
      })
    else { return bytes }
    let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
    return Array(bytes[..<start] + bytes[(start + 2 + length)...])
  }

  @Test(arguments: [
    [], [0x45], Array("Exif".utf8), Array("Exif".utf8) + [0, 0, 0x49, 0x49, 42, 0],
  ])
  func `with invalid EXIF is shown upright`(notes: [UInt8]) {
    notes.withUnsafeBufferPointer { #expect(Exif.orientation(in: $0) == nil) }
  }

  @Test(
    arguments: [
      (name: "BYTE", type: 1, length: 1), ("SHORT", 3, 2), ("LONG", 4, 4), ("SBYTE", 6, 1),
      ("SSHORT", 8, 2), ("SLONG", 9, 4), ("IFD", 13, 4), ("LONG8", 16, 8), ("SLONG8", 17, 8),
      ("IFD8", 18, 8),
    ], [false, true])
  func `has an orientation of any integer type`(
    kind: (name: String, type: Int, length: Int), isBigEndian: Bool
  ) {
    for number in 1...8 {
      let notes = JPEGFile.exif(
        number, isBigEndian: isBigEndian, type: kind.type, length: kind.length)
      #expect(Exif.orientation(in: notes)?.rawValue == number, "\(kind.name)")
    }
    for number in [0, 9] {
      let notes = JPEGFile.exif(
        number, isBigEndian: isBigEndian, type: kind.type, length: kind.length)
      #expect(Exif.orientation(in: notes) == nil)
    }
  }

  @Test func `ignores an orientation of any other type`() {
    for type in [0, 2, 5, 7, 10, 11, 12, 99] {
      #expect(Exif.orientation(in: JPEGFile.exif(6, isBigEndian: false, type: type)) == nil)
    }
  }

  @Test func `with truncated or random EXIF never reads past it`() {
    var random = SplitMix64(seed: 9)
    let whole = JPEGFile.exif(6, isBigEndian: true)
    for length in 0...whole.count {
      _ = Array(whole.prefix(length)).withUnsafeBufferPointer { Exif.orientation(in: $0) }
    }
    for _ in 0..<2000 {
      var wild = whole
      for _ in 0..<3 {
        wild[Int.random(in: 6..<wild.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = wild.withUnsafeBufferPointer { Exif.orientation(in: $0) }
    }
  }

  @Test func `that is truncated shows its first rows and names the last one`() throws {
    let size = PixelSize(width: 600, height: 800)
    let bytes = JPEGFile(size: size, rows: Self.rows(of: size)).bytes
    let cut = try Decoded(folder.write(Array(bytes.prefix(bytes.count * 6 / 10)), to: "cut"))
    #expect(cut.error?.code == .damaged)
    #expect(cut.error?.description.contains("ends early, after row") == true)
    for y in stride(from: 0, to: 400, by: 7) {
      #expect(difference(cut[500, y], Self.color(500, y, of: size)) <= Self.tolerance)
    }
    #expect(cut[500, 799] == 0)
  }

  @Test func `that lacks only its end marker is complete`() throws {
    let size = PixelSize(width: 64, height: 64)
    let bytes = JPEGFile(size: size, rows: Self.rows(of: size)).bytes
    let decoded = try Decoded(folder.write(Array(bytes.dropLast(2)), to: "endless"))
    #expect(decoded.isWhole)
  }

  @Test(arguments: [false, true])
  func `with bytes that belong to no pixel reports damage`(isProgressive: Bool) throws {
    let size = PixelSize(width: 64, height: 64)
    var file = JPEGFile(size: size, rows: Self.rows(of: size))
    file.isProgressive = isProgressive
    file.restartInterval = 4
    let bytes = file.bytes
    // The marker of the second restart, which no coded byte looks like, and the file's end.
    let restart = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD1 })
    for place in [restart, bytes.count - 2] {
      var wrong = bytes
      wrong.insert(contentsOf: [UInt8](repeating: 0x11, count: 40), at: place)
      let decoded = try Decoded(folder.write(wrong, to: "longer"))
      #expect(decoded.error?.code == .damaged && decoded.isWhole)
      #expect(
        decoded.error?.reason == "the JPEG data is damaged: it has more blocks than the picture")
    }
  }

  @Test(arguments: [false, true], [1, 3, 7, 40])
  func `may be filled up before its restarts and its end`(isProgressive: Bool, count: Int) throws {
    let size = PixelSize(width: 160, height: 128)
    var file = JPEGFile(size: size, rows: Self.rows(of: size))
    file.isProgressive = isProgressive
    file.restartInterval = 3
    let plain = file.bytes
    let right = try Decoded(path(of: file))
    for filler in [[UInt8(0)], [0xFF, 0], [0xFF]] {
      var bytes: [UInt8] = []
      for (place, byte) in plain.enumerated() {
        let next = place + 1 < plain.count ? plain[place + 1] : 0
        if byte == 0xFF, 0xD0...0xD7 ~= next || next == 0xD9 {
          bytes += (0..<count).flatMap { _ in filler }.prefix(count)
        }
        bytes.append(byte)
      }
      let decoded = try Decoded(folder.write(bytes, to: "filled"))
      #expect(decoded.error == nil && decoded.pixels == right.pixels, "\(filler)")
    }
  }

  @Test func `of a webcam is whole, and has no regions of its own`() throws {
    let name = "rst-padded.jpg"
    #expect(try CasePicture.largestDifference(name, "rst-padded.expected.png") <= 1)
    guard case .rows(let rows) = try ImageFile.open(CasePicture.folder + name).access else {
      return
    }
    #expect(rows.regionDecoder() == nil)
  }

  @Test func `may be padded before its end, and followed by anything`() throws {
    let size = PixelSize(width: 64, height: 64)
    let bytes = JPEGFile(size: size, rows: Self.rows(of: size)).bytes
    for tail in [[0, 0, 0, 0, 0xFF, 0xD9], [0xFF, 0xFF, 0xFF, 0xD9]] as [[UInt8]] {
      let filled = Array(bytes.dropLast(2)) + tail + [UInt8](repeating: 7, count: 900)
      let decoded = try Decoded(folder.write(filled, to: "filled"))
      #expect(decoded.error == nil && decoded.isWhole)
    }
    let second = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDB })
    var odd = bytes
    odd.insert(contentsOf: [1, 2, 3], at: second)
    #expect(try Decoded(folder.write(odd, to: "odd header")).error == nil)
  }

  @Test func `that is progressive and truncated is complete but coarse`() throws {
    let size = PixelSize(width: 600, height: 800)
    let bytes = JPEGFile(size: size, isProgressive: true, rows: Self.rows(of: size)).bytes
    let cut = try Decoded(folder.write(Array(bytes.prefix(bytes.count * 8 / 10)), to: "cut"))
    #expect(cut.error?.description.contains("some detail is missing") == true)
    #expect(cut.isWhole)
  }

  @Test func `with an early end marker is truncated there`() throws {
    let size = PixelSize(width: 600, height: 800)
    let bytes = JPEGFile(size: size, rows: Self.rows(of: size)).bytes
    let short = Array(bytes.prefix(bytes.count / 2)) + [0xFF, 0xD9]
    let cut = try Decoded(folder.write(short, to: "short"))
    #expect(cut.error?.description.contains("ends early, after row") == true)
    #expect(cut[500, 799] == 0)
  }

  @Test(arguments: [
    (place: 1, byte: UInt8(0xC3), words: "lossless or hierarchical"),
    (place: 4, byte: 12, words: "of 12 bits per channel"),
    (place: 5, byte: 0xFF, words: "sides of more than 65500 pixels"),
  ])
  func `of an unsupported kind names it`(place: Int, byte: UInt8, words: String) throws {
    let size = PixelSize(width: 64, height: 0xFF)
    var bytes = JPEGFile(size: size, rows: Self.rows(of: size)).bytes
    let frame = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + place] = byte
    let path = folder.write(bytes, to: "odd")
    let error = #expect(throws: ImagingError.self) { try ImageFile.open(path) }
    #expect(error?.code == .unsupported && error?.reason.contains(words) == true)
  }
}
