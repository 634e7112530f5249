package import ScrollGeometry

/// A small version of a picture.
package struct Thumbnail: Sendable {
  /// The size, in pixels.
  package let size: PixelSize
  /// The pixels, row by row, as 0xAARRGGBB in native byte order, premultiplied by alpha.
  package let pixels: [UInt32]
  /// Whether all pixels are opaque.
  package let isOpaque: Bool

  /// Makes a thumbnail from its pixels.
  ///
  /// - Precondition: there are as many pixels as the size needs.
  package init(size: PixelSize, pixels: [UInt32], isOpaque: Bool) {
    precondition(pixels.count == size.width * size.height, "a thumbnail of the wrong length")
    self.size = size
    self.pixels = pixels
    self.isOpaque = isOpaque
  }

  /// The longer of both sides, in pixels.
  package var longerSide: Int { max(size.width, size.height) }

  /// Returns the size of a picture whose longer side is at most `side`, with its proportions; never larger than the picture.
  package static func size(of picture: PixelSize, side: Int) -> PixelSize {
    let longer = max(picture.width, picture.height)
    guard longer > side, side > 0 else { return picture }
    let ratio = Double(side) / Double(longer)
    return PixelSize(
      width: max(1, Int((Double(picture.width) * ratio).rounded())),
      height: max(1, Int((Double(picture.height) * ratio).rounded())))
  }
}

// MARK: - Limits

extension Thumbnail {
  /// The time that making one may wait for the picture's decoder, in seconds. [C]
  private static let seconds = 20

  /// Makes a thumbnail; calls of the picture's decoder fail once they have waited for too long.
  package static func withinLimit<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try CallScope.run(within: seconds, body)
  }
}

// MARK: - Reducing

extension Thumbnail {
  /// Returns the thumbnail with a longer side of at most `side` pixels, each the mean of those that it covers.
  package func reduced(to side: Int) -> Thumbnail {
    resized(to: Self.size(of: size, side: side)) ?? self
  }

  /// Returns the thumbnail with a size of at most its own, each pixel the mean of those that it covers; `nil` for a larger one.
  func resized(to target: PixelSize) -> Thumbnail? {
    guard target != size else { return self }
    guard target.width <= size.width, target.height <= size.height else { return nil }
    let (columns, rows) = (
      Self.shares(from: size.width, to: target.width),
      Self.shares(from: size.height, to: target.height)
    )
    var result = [UInt32](repeating: 0, count: target.width * target.height)
    var line = [Float](repeating: 0, count: target.width * 4)
    for (y, row) in rows.enumerated() {
      for index in line.indices { line[index] = 0 }
      for (source, weight) in row {
        addRow(source, weight: weight, columns, to: &line)
      }
      for x in 0..<target.width {
        result[y * target.width + x] = (0..<4).reduce(0) { pixel, channel in
          let value = (line[x * 4 + channel] + 0.5).rounded(.down)
          return pixel | UInt32(min(max(value, 0), 255)) << UInt32(8 * channel)
        }
      }
    }
    return Thumbnail(size: target, pixels: result, isOpaque: isOpaque)
  }

  private func addRow(
    _ y: Int, weight: Float, _ columns: [[(Int, Float)]], to line: inout [Float]
  ) {
    pixels.withUnsafeBufferPointer { pixels in
      line.withUnsafeMutableBufferPointer { line in
        for (x, column) in columns.enumerated() {
          var (blue, green, red, alpha): (Float, Float, Float, Float) = (0, 0, 0, 0)
          for (source, share) in column {
            let pixel = pixels[y * size.width + source]
            blue += Float(pixel & 255) * share
            green += Float(pixel >> 8 & 255) * share
            red += Float(pixel >> 16 & 255) * share
            alpha += Float(pixel >> 24) * share
          }
          line[x * 4] += blue * weight
          line[x * 4 + 1] += green * weight
          line[x * 4 + 2] += red * weight
          line[x * 4 + 3] += alpha * weight
        }
      }
    }
  }

  /// Returns the source pixels that each target pixel covers along an axis, and their shares, which add up to 1.
  private static func shares(from source: Int, to target: Int) -> [[(Int, Float)]] {
    let ratio = Double(source) / Double(target)
    return (0..<target).map { index in
      let (start, end) = (Double(index) * ratio, Double(index + 1) * ratio)
      let last = min(source - 1, Int(end.rounded(.up)) - 1)
      return (Int(start)...max(Int(start), last)).map { pixel in
        let covered = min(end, Double(pixel + 1)) - max(start, Double(pixel))
        return (pixel, Float(max(covered, 0) / ratio))
      }
    }
  }
}
