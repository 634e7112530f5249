import OverscrollTestSupport
import ScrollGeometry

@testable import OverscrollImaging

/// An animated PNG file to be put together by hand, of 8-bit RGB with alpha.
struct APNGFile {
  /// One frame of the file.
  struct Frame {
    var rect: PixelRect
    /// The number in the file: 0 keep, 1 clear, 2 as before.
    var disposal = 0
    /// True where the frame is blended over the canvas.
    var blends = false
    /// Pixels as 0xAARRGGBB, not premultiplied.
    var pixels: [UInt32]
    var delay = (10, 100)
  }

  var size: PixelSize
  var frames: [Frame]
  /// A picture that is no frame; `nil` if the first frame takes its place.
  var picture: [UInt32]?
  var playCount = 0
  /// The number of chunks that the pixels of a frame are divided into.
  var parts = 1

  var bytes: [UInt8] {
    var output: [UInt8] = ImageFormat.pngSignature
    output += PNGData.chunk(
      "IHDR", PNGData.number(size.width) + PNGData.number(size.height) + [8, 6, 0, 0, 0])
    output += PNGData.chunk("acTL", PNGData.number(frames.count) + PNGData.number(playCount))
    var number = 0
    func control(_ frame: Frame) -> [UInt8] {
      defer { number += 1 }
      let rect = frame.rect
      return PNGData.chunk(
        "fcTL",
        [number, rect.width, rect.height, rect.x, rect.y].flatMap(PNGData.number)
          + PNGData.number(frame.delay.0 << 16 | frame.delay.1)
          + [UInt8(frame.disposal), frame.blends ? 1 : 0])
    }
    if let picture { output += PNGData.chunk("IDAT", Self.stored(picture, size)) }
    for (index, frame) in frames.enumerated() {
      output += control(frame)
      let data = Self.stored(frame.pixels, frame.rect.size)
      let step = (data.count + parts - 1) / parts
      for start in stride(from: 0, to: data.count, by: step) {
        let part = Array(data[start..<min(start + step, data.count)])
        if index == 0, picture == nil {
          output += PNGData.chunk("IDAT", part)
        } else {
          output += PNGData.chunk("fdAT", PNGData.number(number) + part)
          number += 1
        }
      }
    }
    return output + PNGData.chunk("IEND", [])
  }

  /// The rows without filters in a zlib stream of stored blocks.
  private static func stored(_ pixels: [UInt32], _ size: PixelSize) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<size.height {
      rows.append(0)
      for pixel in pixels[y * size.width..<(y + 1) * size.width] {
        rows += [16, 8, 0, 24].map { UInt8(pixel >> $0 & 0xFF) }
      }
    }
    var output: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: rows.count, by: 65535) {
      let part = rows[start..<min(start + 65535, rows.count)]
      let isLast: UInt8 = start + part.count == rows.count ? 1 : 0
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      output += [isLast, low, high, ~low, ~high] + part
    }
    var (a, b) = (1, 0)
    for byte in rows {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return output + PNGData.number(b << 16 | a)
  }
}

extension APNGFile {
  /// A file whose frames have random rectangles, disposals, blending and alpha.
  static func random(_ random: inout SplitMix64, frameCount: Int) -> APNGFile {
    let size = PixelSize(width: 23, height: 17)
    let frames = (0..<frameCount).map { number in
      let (x, y) = number == 0 ? (0, 0) : (random.index(20), random.index(15))
      let rect = PixelRect(
        x: x, y: y, width: number == 0 ? size.width : 1 + random.index(size.width - x),
        height: number == 0 ? size.height : 1 + random.index(size.height - y))
      let pixels = (0..<rect.width * rect.height).map { _ in
        let alpha = [0, 255, 255, random.index(256)][random.index(4)]
        return UInt32(alpha) << 24 | UInt32(random.index(1 << 24))
      }
      return Frame(
        rect: rect, disposal: random.index(3), blends: random.index(2) == 0, pixels: pixels)
    }
    return APNGFile(size: size, frames: frames, parts: 1 + random.index(3))
  }

  /// The frames as the specification composes them, in fractions of full intensity: alpha, and premultiplied red, green and blue.
  var composed: [[[Double]]] {
    let clear = [0.0, 0, 0, 0]
    var canvas = [[Double]](repeating: clear, count: size.width * size.height)
    return frames.map { frame in
      let before = canvas
      var places: [Int] = []
      for y in 0..<frame.rect.height {
        for x in 0..<frame.rect.width {
          let place = (frame.rect.y + y) * size.width + frame.rect.x + x
          let pixel = frame.pixels[y * frame.rect.width + x]
          let alpha = Double(pixel >> 24) / 255
          let source =
            [alpha] + [16, 8, 0].map { alpha * Double(pixel >> UInt32($0) & 0xFF) / 255 }
          canvas[place] =
            frame.blends
            ? zip(source, canvas[place]).map { $0 + $1 * (1 - alpha) } : source
          places.append(place)
        }
      }
      let shown = canvas
      for place in places where frame.disposal > 0 {
        canvas[place] = frame.disposal == 1 ? clear : before[place]
      }
      return shown
    }
  }
}
