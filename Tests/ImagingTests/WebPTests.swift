import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A WebP file` {
  private let folder = ScratchFolder()

  private func decode(_ bytes: [UInt8]) throws -> Decoded {
    try Decoded(folder.write(bytes, to: "a\(UInt32.random(in: 0 ... .max))"))
  }

  /// Noise of which every pixel has an alpha of its own, colors not multiplied.
  private static func noise(_ width: Int, _ height: Int, hasAlpha: Bool) -> ReferencePicture {
    var random = SplitMix64(seed: 7)
    let size = PixelSize(width: width, height: height)
    let pixels = (0..<width * height).map { _ in
      UInt32.random(in: 0 ... .max, using: &random) | (hasAlpha ? 0x0100_0000 : 0xFF00_0000)
    }
    return ReferencePicture(size: size, pixels: pixels)
  }

  @Test(arguments: [false, true])
  func `without loss is decoded to what was encoded`(hasAlpha: Bool) throws {
    let picture = Self.noise(257, 67, hasAlpha: hasAlpha)
    let decoded = try decode(WebPFile(picture: picture).bytes)
    #expect(decoded.error == nil && decoded.info.size == picture.size)
    #expect(decoded.info.hasAlpha == hasAlpha && decoded.info.layout == "lossless")
    #expect(decoded.pixels == picture.pixels.map { PixelRows.premultiplied($0) })
  }

  @Test(arguments: [false, true])
  func `with loss is decoded close to what was encoded`(hasAlpha: Bool) throws {
    let size = PixelSize(width: 300, height: 90)
    let picture = ReferencePicture(
      size: size,
      pixels: (0..<size.width * size.height).map { place in
        let gray = UInt32(place % size.width / 2 + place / size.width)
        return (hasAlpha ? gray : 0xFF) << 24 | gray << 16 | gray << 8 | gray
      })
    let decoded = try decode(WebPFile(picture: picture, isLossless: false).bytes)
    #expect(decoded.error == nil && decoded.info.layout == "lossy")
    #expect(decoded.info.hasAlpha == hasAlpha)
    for (found, given) in zip(decoded.pixels, picture.pixels) where given >> 24 > 0 {
      #expect(difference(found, PixelRows.premultiplied(given)) <= 8)
    }
  }

  @Test func `with several frames shows the first one at its place`() throws {
    let picture = Self.noise(20, 10, hasAlpha: false)
    let file = WebPFile(picture: picture, canvas: (width: 40, height: 30, x: 4, y: 6))
    let decoded = try decode(file.bytes)
    #expect(decoded.error == nil && decoded.info.size == PixelSize(width: 40, height: 30))
    #expect(decoded.info.hasAlpha && decoded.info.layout == "lossless, animated")
    for y in 0..<30 {
      for x in 0..<40 {
        let isInside = 4..<24 ~= x && 6..<16 ~= y
        #expect(decoded[x, y] == (isInside ? picture[x - 4, y - 6] : 0))
      }
    }
    let outside = WebPFile(picture: picture, canvas: (width: 22, height: 30, x: 4, y: 6))
    #expect(throws: ImagingError.self) { try decode(outside.bytes) }
  }

  @Test func `that is truncated shows its first rows and reports it`() throws {
    let picture = Self.noise(300, 400, hasAlpha: false)
    let bytes = WebPFile(picture: picture).bytes
    let decoded = try decode(Array(bytes.prefix(bytes.count / 2)))
    #expect(decoded.error?.code == .damaged)
    #expect(decoded[7, 7] == picture[7, 7] && decoded[7, 100] == picture[7, 100])
    #expect(decoded[7, 399] == 0)
  }
}
