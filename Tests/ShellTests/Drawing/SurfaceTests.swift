import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `A surface in memory` {
  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (32_768, 1), (1, 32_768)])
  func `is rejected with an error where no surface can have its size`(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let error = #expect(throws: DrawingError.self) { try Surface(imageOf: size, opaque: true) }
    #expect(error?.description.hasSuffix(".") == true)
    #expect(error?.description.contains("\(width)×\(height)") == true)
  }

  @Test func `has sides up to the limit`() throws {
    let long = Surface.maximumSide
    #expect(try Surface(imageOf: PixelSize(width: long, height: 1), opaque: true).isUsable)
    #expect(try Surface(imageOf: PixelSize(width: 1, height: long), opaque: true).isUsable)
  }

  @Test(arguments: [true, false])
  func `is empty at first and knows its size in bytes`(opaque: Bool) throws {
    let surface = try Surface(imageOf: PixelSize(width: 3, height: 2), opaque: opaque)
    #expect(surface.byteCount == 24)
    #expect(surface.pixels() == Array(repeating: opaque ? 0xFF00_0000 : 0, count: 6))
    #expect(surface.pixel(x: 3, y: 0) == nil)
    #expect(surface.pixel(x: 0, y: -1) == nil)
  }

  @Test func `accepts pixels with any stride and ignores those that do not fit`() throws {
    let maker = ImageSurfaceFactory()
    let surface = try maker.makeSurface(size: PixelSize(width: 3, height: 2), opaque: true)
    let pixels = (0..<20).map { UInt32($0) | 0xFF00_0000 }
    pixels.withUnsafeBufferPointer {
      maker.upload($0, stride: 5, size: PixelSize(width: 5, height: 4), to: surface)
    }
    #expect(surface.pixels() == [0, 1, 2, 5, 6, 7].map { $0 | 0xFF00_0000 })
  }

  @Test func `ignores pixels that are too few for their size`() throws {
    let surface = try Surface(imageOf: PixelSize(width: 2, height: 2), opaque: true)
    [1, 2, 3].withUnsafeBufferPointer {
      ImageSurfaceFactory().upload($0, stride: 2, size: surface.size, to: surface)
    }
    #expect(surface.pixels() == Array(repeating: 0xFF00_0000, count: 4))
  }

  @Test(arguments: [(3, 0), (-3, 0), (0, 3), (0, -3), (2, 2), (-2, -2), (2, -1), (40, 0)])
  func `copies an area within itself as if through a second surface`(dx: Int, dy: Int) throws {
    let surface = try noise(width: 20, height: 16)
    let before = surface.pixels()
    let area = PixelRect(x: 4, y: 3, width: 14, height: 11)
    surface.copy(area, toX: area.x + dx, y: area.y + dy)
    for y in 0..<16 {
      for x in 0..<20 {
        let (fromX, fromY) = (x - dx, y - dy)
        let moved =
          (4..<18).contains(fromX) && (3..<14).contains(fromY) && (0..<20).contains(fromX)
        let expected = moved ? before[fromY * 20 + fromX] : before[y * 20 + x]
        #expect(surface.pixel(x: x, y: y) == expected, "at \(x), \(y)")
      }
    }
  }

  @Test func `is unchanged after it was written to and read from a PNG file`() throws {
    let surface = try noise(width: 9, height: 7)
    let path = "\(TestFolder.path)/surface.png"
    defer { unlink(path) }
    try surface.writePNG(to: FilePath(path))
    #expect(try Surface(pngFile: path).pixels() == surface.pixels())
  }

  @Test func `reports why a PNG file cannot be written or read`() throws {
    let surface = try noise(width: 2, height: 2)
    let writing = #expect(throws: DrawingError.self) {
      try surface.writePNG(to: FilePath("/none/a.png"))
    }
    #expect(writing?.description == "Writing /none/a.png failed: No such file or directory.")
    let full = #expect(throws: DrawingError.self) {
      try surface.writePNG(to: FilePath("/dev/full"))
    }
    #expect(full?.description == "Writing /dev/full failed: No space left on device.")
    #expect(access("/dev/full", F_OK) == 0)
    let reading = #expect(throws: DrawingError.self) { try Surface(pngFile: "/none/a.png") }
    #expect(reading?.description.contains("/none/a.png") == true)
  }
}

/// An opaque surface of noise, the same at each call.
func noise(width: Int, height: Int) throws -> Surface {
  let size = PixelSize(width: width, height: height)
  let surface = try Surface(imageOf: size, opaque: true)
  noisePixels(width: width, height: height).withUnsafeBufferPointer {
    ImageSurfaceFactory().upload($0, stride: width, size: size, to: surface)
  }
  return surface
}

/// Opaque pixels of noise, the same at each call.
func noisePixels(width: Int, height: Int) -> [UInt32] {
  var state: UInt64 = 0x9E37_79B9
  return (0..<width * height).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 40) | 0xFF00_0000
  }
}

/// The largest difference of two pixels in any part, from 0 to 255.
func distance(_ one: UInt32, _ other: UInt32) -> Int {
  [0, 8, 16, 24].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }.max() ?? 0
}
