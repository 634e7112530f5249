import Testing

@testable import OverscrollImaging

/// A few bytes that say they are a huge picture.
private enum Bomb {
  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  /// One scan of zero bits, or the first of several.
  static func jpeg(_ side: Int, frame: UInt8, channels: Int = 3) -> [UInt8] {
    let segment = JPEGFile.segment
    let codes: [UInt8] = [0, 1] + [UInt8](repeating: 0, count: 15)
    let numbers = (1...channels).map { UInt8($0) }
    let isProgressive = frame == 0xC2
    return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
      + segment(
        frame,
        [8] + big(side, 2) + big(side, 2) + [UInt8(channels)] + numbers.flatMap { [$0, 0x11, 0] })
      + segment(0xC4, [0] + codes) + segment(0xC4, [0x10] + codes)
      + segment(
        0xDA,
        [UInt8(channels)] + numbers.flatMap { [$0, 0] } + (isProgressive ? [0, 0, 0] : [0, 63, 0]))
      + [UInt8](repeating: 0, count: 100) + [0xFF, 0xD9]
  }

  /// A page whose strip or tile says to be of the whole picture's size.
  static func tiff(
    _ width: Int, _ height: Int, samples: Int = 3, compression: Int = 8, photometric: Int = 2,
    planar: Int = 1, isTiled: Bool = false
  ) -> [UInt8] {
    let block = isTiled ? [(322, width), (323, height), (324, 8), (325, 8)] : []
    let strip = isTiled ? [] : [(273, 8), (278, height), (279, 8)]
    let tags = [
      (256, width), (257, height), (258, 8), (259, compression), (262, photometric),
      (277, samples), (284, planar),
    ]
    let entries = (tags + block + strip).sorted { $0.0 < $1.0 }
    return [0x49, 0x49, 42, 0] + little(8, 4) + little(entries.count, 2)
      + entries.flatMap { tag, value in
        little(tag, 2) + little(value > 0xFFFF ? 4 : 3, 2) + little(1, 4) + little(value, 4)
      } + little(0, 4)
  }

  /// A lone lossless frame, or a canvas with a small one.
  static func webp(_ width: Int, _ height: Int, isCanvas: Bool = false) -> [UInt8] {
    let chunk = WebPData.chunk
    func frame(_ width: Int, _ height: Int) -> [UInt8] {
      chunk(
        "VP8L",
        [0x2F] + little(width - 1 | (height - 1) << 14, 4) + [UInt8](repeating: 0, count: 99))
    }
    let place = little(0, 6) + little(9, 3) + little(9, 3) + little(0, 4)
    let content =
      isCanvas
      ? chunk("VP8X", [2, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
        + chunk("ANIM", little(0, 6)) + chunk("ANMF", place + frame(10, 10))
      : frame(width, height)
    return chunk("RIFF", Array("WEBP".utf8) + content)
  }

  static func pnm(_ head: String) -> [UInt8] { Array(head.utf8) + [UInt8](repeating: 0, count: 99) }
}

@Suite struct `A small file that says it is huge` {
  private let folder = ScratchFolder()

  @Test(arguments: [
    Bomb.jpeg(65_000, frame: 0xC2), Bomb.tiff(100_000, 100_000, isTiled: true),
    Bomb.tiff(200_000, 200_000),
    Bomb.tiff(4_000_000_000, 1, samples: 1, photometric: 1),
    Bomb.tiff(30_000, 30_000, photometric: 6), Bomb.tiff(400_000, 10, samples: 9999),
    Bomb.webp(16_383, 16_383), Bomb.webp(1 << 24, 1 << 7, isCanvas: true),
    Bomb.pnm("P6 1000000 1000000 255\n"), Bomb.pnm("P5 2000000000 1 255\n"),
    Bomb.pnm("P7\nWIDTH 60000\nHEIGHT 60000\nDEPTH 65535\nMAXVAL 65535\nENDHDR\n"),
  ])
  func `is refused by its size`(bytes: [UInt8]) {
    let path = folder.write(bytes, to: "bomb")
    let error = #expect(throws: ImagingError.self) { try ImageFile.open(path) }
    #expect(error?.code == .tooLarge)
  }

  @Test(arguments: [
    Bomb.jpeg(65_000, frame: 0xC0), Bomb.jpeg(30_000, frame: 0xC0, channels: 4),
    Bomb.tiff(60_000, 60_000), Bomb.tiff(30_000, 30_000, photometric: 8),
    Bomb.tiff(60_000, 60_000, samples: 1, compression: 5, photometric: 1),
    Bomb.tiff(60_000, 60_000, samples: 4, planar: 2), Bomb.tiff(99, 99, samples: 65_535, planar: 2),
    Bomb.webp(9000, 9000), Bomb.pnm("P6 100000 100000 255\n"), Bomb.pnm("P4 140000 140000\n"),
    Bomb.pnm("P3 99999 99999 255\n"),
  ])
  func `is found damaged before much is done about it`(bytes: [UInt8]) throws {
    let decoded = try Decoded(folder.write(bytes, to: "bomb"))
    #expect(decoded.error?.code == .damaged)
    #expect(decoded.tiles.values.reduce(0) { $0 + $1.byteCount } < 1 << 28)
  }
}
