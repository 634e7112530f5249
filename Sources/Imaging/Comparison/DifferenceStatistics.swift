import Glibc

/// How much two pictures differ: exact sums over their 8-bit sRGB pixels.
///
/// Colors are compared unpremultiplied; alpha is counted separately and doesn't contribute to the error of
/// the colors. All sums are whole numbers, so they depend neither on the order of the pixels nor on the machine:
///
/// ```swift
/// var statistics = DifferenceStatistics()
/// statistics.add(rowOfA, rowOfB, y: 0)
/// let decibels = statistics.peakSignalToNoiseRatio  // nil if no color differs
/// ```
///
/// Sums of pictures of up to 10¹⁴ pixels fit.
package struct DifferenceStatistics: Hashable, Sendable {
  /// The largest value of a channel.
  package static let peak = 255.0

  /// A pixel.
  package struct Place: Hashable, Sendable {
    package var x: Int
    package var y: Int
  }

  /// The number of pixels that were compared.
  package private(set) var pixelCount = 0
  /// The number of pixels of which at least one color differs.
  package private(set) var differingCount = 0
  /// The sum of the squared differences of red, green and blue.
  package private(set) var squareSum: UInt64 = 0
  /// The maximum difference of a color, from 0 to 255.
  package private(set) var maximum = 0
  /// The first pixel that has it; `nil` if no color differs.
  package private(set) var maximumPlace: Place?
  /// The number of pixels whose alpha differs.
  package private(set) var alphaDifferingCount = 0
  /// The maximum difference of alpha, from 0 to 255.
  package private(set) var maximumAlpha = 0

  /// Statistics of no pixels.
  package init() {}
}

extension DifferenceStatistics {
  /// Adds a row of pixels, which are premultiplied: 0xAARRGGBB.
  ///
  /// - Parameters:
  ///   - a: The pixels of picture A.
  ///   - b: Those of picture B; of rows of different lengths, the rest of the longer one is left out.
  ///   - x: The column of the first pixel, for ``maximumPlace``.
  ///   - y: The row.
  package mutating func add(
    _ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>, x: Int = 0, y: Int
  ) {
    let count = min(a.count, b.count)
    var (squares, differing): (UInt64, Int) = (0, 0)
    for index in 0..<count where a[index] != b[index] {
      let one = PixelRows.unpremultiplied(a[index])
      let other = PixelRows.unpremultiplied(b[index])
      let red = Self.difference(one >> 16, other >> 16)
      let green = Self.difference(one >> 8, other >> 8)
      let blue = Self.difference(one, other)
      squares &+= UInt64(red &* red &+ green &* green &+ blue &* blue)
      let most = max(red, green, blue)
      if most > 0 { differing += 1 }
      if Int(most) > maximum {
        maximum = Int(most)
        maximumPlace = Place(x: x + index, y: y)
      }
      let alpha = Int(Self.difference(one >> 24, other >> 24))
      if alpha > 0 { alphaDifferingCount += 1 }
      maximumAlpha = max(maximumAlpha, alpha)
    }
    squareSum += squares
    differingCount += differing
    pixelCount += count
  }

  /// The difference of the lowest bytes.
  @inline(__always)
  private static func difference(_ one: UInt32, _ other: UInt32) -> UInt32 {
    let (one, other) = (one & 0xFF, other & 0xFF)
    return one > other ? one &- other : other &- one
  }
}

extension DifferenceStatistics {
  /// Whether no color and no alpha differs.
  package var isIdentical: Bool { differingCount == 0 && alphaDifferingCount == 0 }

  /// The part of the pixels of which a color differs, from 0 to 1; 0 where there are no pixels.
  package var differingFraction: Double {
    pixelCount == 0 ? 0 : Double(differingCount) / Double(pixelCount)
  }

  /// The mean of the squared differences of red, green and blue, from 0 to 65025; 0 where there are no pixels.
  package var meanSquaredError: Double {
    pixelCount == 0 ? 0 : Double(squareSum) / (3 * Double(pixelCount))
  }

  /// The peak signal-to-noise ratio over red, green and blue, in decibels: 10·log₁₀(255² ÷ mean squared error).
  ///
  /// `nil` if no color differs: it is infinite then.
  package var peakSignalToNoiseRatio: Double? {
    squareSum == 0 ? nil : 10 * log10(Self.peak * Self.peak / meanSquaredError)
  }
}
