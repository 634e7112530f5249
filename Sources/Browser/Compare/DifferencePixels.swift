package import ScrollGeometry

/// Calculations on the pixels of two images of the same size: rows of 0x__RRGGBB, whose alpha is ignored.
package enum DifferencePixels {
  /// Replaces pixels of `a` by their absolute difference from those of `b`, multiplied.
  ///
  /// - Parameters:
  ///   - b: Pixels of picture B.
  ///   - a: Those of picture A, which become the difference.
  ///   - gain: The factor, at least 1; results above 255 become 255.
  ///   - channels: Whether each channel has its own difference, or all have the greatest.
  package static func subtract(
    _ b: UnsafeBufferPointer<UInt32>, from a: UnsafeMutableBufferPointer<UInt32>, gain: Int,
    _ channels: CompareSettings.Channels
  ) {
    let factor = UInt32(min(max(gain, 1), 255))
    let isEach = channels == .each
    for index in 0..<min(a.count, b.count) {
      let (one, other) = (a[index], b[index])
      var red = difference(one >> 16, other >> 16)
      var green = difference(one >> 8, other >> 8)
      var blue = difference(one, other)
      if !isEach {
        let most = max(red, green, blue)
        (red, green, blue) = (most, most, most)
      }
      a[index] =
        0xFF00_0000 | min(red &* factor, 255) << 16 | min(green &* factor, 255) << 8
        | min(blue &* factor, 255)
    }
  }

  /// Sets the bytes of a mask to 1 where a color of two pixels differs by more than a threshold, and the others to 0.
  package static func mark(
    _ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>, above threshold: Int,
    in mask: UnsafeMutableBufferPointer<UInt8>
  ) {
    let threshold = UInt32(min(max(threshold, 0), 255))
    for index in 0..<min(a.count, b.count, mask.count) {
      let (one, other) = (a[index], b[index])
      let most = max(
        difference(one >> 16, other >> 16), difference(one >> 8, other >> 8),
        difference(one, other))
      mask[index] = most > threshold ? 1 : 0
    }
  }

  /// The difference of the lowest bytes.
  @inline(__always)
  private static func difference(_ one: UInt32, _ other: UInt32) -> UInt32 {
    let (one, other) = (one & 0xFF, other & 0xFF)
    return max(one, other) &- min(one, other)
  }
}

/// A mask of an image's pixels: a byte each, 0 or 1, row by row without gaps.
package struct PixelMask: Hashable, Sendable {
  package let size: PixelSize
  package private(set) var bytes: [UInt8]

  /// Makes an empty mask.
  package init(size: PixelSize) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: max(0, size.width) * max(0, size.height))
  }

  /// Calls `body` with the bytes of some columns of a row.
  package mutating func withRow(
    _ y: Int, _ columns: Range<Int>, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    let start = y * size.width
    bytes.withUnsafeMutableBufferPointer {
      body(
        UnsafeMutableBufferPointer(
          rebasing: $0[start + columns.lowerBound..<start + columns.upperBound]))
    }
  }

  /// Whether no pixel is marked.
  package var isEmpty: Bool { !bytes.contains(1) }

  /// Returns the mask grown by a number of pixels to all sides: a pixel is marked where one of the square around it is.
  package func grown(by reach: Int) -> Self {
    guard reach > 0, !bytes.isEmpty else { return self }
    var grown = self
    let (width, height) = (size.width, size.height)
    var rows = bytes
    bytes.withUnsafeBufferPointer { source in
      rows.withUnsafeMutableBufferPointer { rows in
        grown.bytes.withUnsafeMutableBufferPointer { target in
          guard let source = source.baseAddress, let rows = rows.baseAddress,
            let target = target.baseAddress
          else { return }
          for start in stride(from: 0, to: width * height, by: width) {
            for distance in 1...reach where distance < width {
              Self.merge(source + start + distance, into: rows + start, width - distance)
              Self.merge(source + start, into: rows + start + distance, width - distance)
            }
          }
          for y in 0..<height {
            for neighbor in max(0, y - reach)...min(height - 1, y + reach) {
              Self.merge(rows + neighbor * width, into: target + y * width, width)
            }
          }
        }
      }
    }
    return grown
  }

  /// Marks what another part of a mask has; a loop that the compiler vectorizes.
  private static func merge(
    _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    for index in 0..<count { target[index] |= source[index] }
  }

  /// Returns the lines around what is marked: a ring at a distance from it.
  ///
  /// - Parameters:
  ///   - distance: The distance of the lines from the marked pixels, in pixels.
  ///   - width: The width of the lines, in pixels.
  /// - Returns: The pixels of the lines.
  package func outline(at distance: Int, width: Int) -> Self {
    let inner = grown(by: distance)
    var ring = inner.grown(by: width)
    ring.bytes.withUnsafeMutableBufferPointer { ring in
      inner.bytes.withUnsafeBufferPointer { inner in
        for index in ring.indices { ring[index] &= inner[index] ^ 1 }
      }
    }
    return ring
  }
}
