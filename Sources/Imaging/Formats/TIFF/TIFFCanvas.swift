import ScrollGeometry

/// The pixels of a rectangle that may extend beyond a picture's edges.
struct TIFFCanvas {
  /// The part inside the picture, never empty.
  let inner: PixelRect
  private let rect: PixelRect
  private var pixels: ContiguousArray<UInt32>

  /// Allocates a rectangle of a picture; one outside is moved to the nearest edge.
  init(_ rect: PixelRect, picture: PixelSize) {
    self.rect = rect
    inner = Self.clamped(rect, to: picture)
    pixels = ContiguousArray(repeating: 0, count: rect.width * rect.height)
  }

  private static func clamped(_ rect: PixelRect, to size: PixelSize) -> PixelRect {
    func span(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
      let first = min(max(start, 0), limit - 1)
      return first..<max(first + 1, min(start + length, limit))
    }
    let columns = span(rect.x, rect.width, size.width)
    let rows = span(rect.y, rect.height, size.height)
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}

extension TIFFCanvas {
  /// Copies the part that a block covers.
  mutating func place(_ block: TIFFBlock, x: Int, y: Int) {
    let columns = max(x, inner.x)..<min(x + block.size.width, inner.x + inner.width)
    let rows = max(y, inner.y)..<min(y + block.size.height, inner.y + inner.height)
    block.pixels.withUnsafeBufferPointer { source in
      for row in rows {
        let start = (row - y) * block.size.width + columns.lowerBound - x
        copy(source[start..<start + columns.count], toX: columns.lowerBound, y: row)
      }
    }
  }

  /// Fills the part inside the picture by halving a finer level.
  mutating func fill(halving source: ContiguousArray<UInt32>) {
    let width = 2 * inner.width
    var line = ContiguousArray<UInt32>(repeating: 0, count: inner.width)
    source.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      for row in 0..<inner.height {
        let upper = base + 2 * row * width
        line.withUnsafeMutableBufferPointer { line in
          guard let output = line.baseAddress else { return }
          BoxFilter.halve(upper, upper + width, count: width, startsUnpaired: false, into: output)
          copy(UnsafeBufferPointer(line)[...], toX: inner.x, y: inner.y + row)
        }
      }
    }
  }

  /// All pixels, row by row, extended by the edge pixels beyond the picture.
  consuming func repeatingEdges() -> ContiguousArray<UInt32> {
    guard inner != rect else { return pixels }
    var result = pixels
    for y in rect.y..<rect.y + rect.height {
      let row = (min(max(y, inner.y), inner.y + inner.height - 1) - rect.y) * rect.width
      for x in rect.x..<rect.x + rect.width {
        let column = min(max(x, inner.x), inner.x + inner.width - 1) - rect.x
        result[(y - rect.y) * rect.width + x - rect.x] = pixels[row + column]
      }
    }
    return result
  }

  private mutating func copy(_ line: Slice<UnsafeBufferPointer<UInt32>>, toX x: Int, y: Int) {
    let start = (y - rect.y) * rect.width + x - rect.x
    pixels.withUnsafeMutableBufferPointer { pixels in
      let part = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + line.count])
      _ = part.update(fromContentsOf: line)
    }
  }
}
