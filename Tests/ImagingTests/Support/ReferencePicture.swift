import ScrollGeometry

@testable import OverscrollImaging

/// A small picture in memory and the plain way to halve, cut and turn it.
struct ReferencePicture: Equatable {
  var size: PixelSize
  var pixels: [UInt32]

  init(size: PixelSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  /// Noise, opaque or with premultiplied alpha.
  init(
    noise size: PixelSize, hasAlpha: Bool = false, using random: inout some RandomNumberGenerator
  ) {
    self.size = size
    pixels = (0..<size.width * size.height).map { _ in
      let pixel = UInt32(truncatingIfNeeded: random.next())
      return hasAlpha ? PixelRows.premultiplied(pixel) : pixel | 0xFF00_0000
    }
  }

  /// The pixel, or beyond an edge the one at the edge.
  subscript(x: Int, y: Int) -> UInt32 {
    let (column, row) = (min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1))
    return pixels[row * size.width + column]
  }

  var halved: ReferencePicture {
    let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    var result: [UInt32] = []
    for y in 0..<half.height {
      for x in 0..<half.width {
        let (a, b) = (self[2 * x, 2 * y], self[2 * x + 1, 2 * y])
        let (c, d) = (self[2 * x, 2 * y + 1], self[2 * x + 1, 2 * y + 1])
        // Two channels at a time, with room for their sum between them.
        func mean(_ shift: UInt32) -> UInt32 {
          let mask: UInt32 = 0x00FF_00FF
          let above = (a >> shift & mask) + (b >> shift & mask)
          let below = (c >> shift & mask) + (d >> shift & mask)
          return ((above + below + 0x0002_0002) >> 2 & mask) << shift
        }
        result.append(mean(0) | mean(8))
      }
    }
    return ReferencePicture(size: half, pixels: result)
  }

  func level(_ level: Int) -> ReferencePicture {
    (0..<level).reduce(self) { picture, _ in picture.halved }
  }

  /// The picture as shown, when this is what the file holds.
  func oriented(_ orientation: Orientation) -> ReferencePicture {
    let (width, height) = (size.width, size.height)
    let shown = orientation.rawValue >= 5 ? PixelSize(width: height, height: width) : size
    var result: [UInt32] = []
    for y in 0..<shown.height {
      for x in 0..<shown.width {
        let source =
          switch orientation.rawValue {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          case 8: (width - 1 - y, x)
          default: (x, y)
          }
        result.append(self[source.0, source.1])
      }
    }
    return ReferencePicture(size: shown, pixels: result)
  }
}

extension ReferencePicture {
  /// The first place where a tile of this level, apron included, differs; nil when none does.
  func firstDifference(from tile: TilePixels, at rect: PixelRect) -> String? {
    guard tile.size == rect.size else { return "size \(tile.size) instead of \(rect.size)" }
    for y in -2..<rect.height + 2 {
      for x in -2..<rect.width + 2 where tile[x, y] != self[rect.x + x, rect.y + y] {
        let (found, wanted) = (tile[x, y], self[rect.x + x, rect.y + y])
        return
          "\(String(found, radix: 16)) for \(String(wanted, radix: 16)) at \(x),\(y) of \(rect)"
      }
    }
    return nil
  }
}
