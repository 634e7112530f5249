import Glibc
import ScrollGeometry

/// All that differs between two pictures.
package struct PictureDifferences: Hashable, Sendable {
  /// How they differ as they are seen, in sRGB of 8 bits.
  package let statistics: DifferenceStatistics
  /// How they differ in the samples of their files; `nil` where these were not compared.
  package let samples: SampleDifferences?
  /// Whether all that the files have was compared: what is seen is that in plain pictures of 8 bits.
  package let isComplete: Bool

  package init(
    _ statistics: DifferenceStatistics, _ samples: SampleDifferences? = nil, isComplete: Bool
  ) {
    (self.statistics, self.samples, self.isComplete) = (statistics, samples, isComplete)
  }
}

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
  private static let peak = 255.0

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

/// How much two pictures differ in the samples of their files.
package struct SampleDifferences: Hashable, Sendable {
  /// The samples of a pixel.
  package let channels: Int
  /// The bits of a sample.
  package let bits: Int
  /// The number of pixels of which at least one sample differs.
  package private(set) var differingCount = 0
  /// The maximum difference of a sample, in the numbers of the files.
  package private(set) var maximum = 0.0
  /// The channel that has it, from 0; `nil` if no sample differs.
  package private(set) var maximumChannel: Int?
  /// The first pixel that has it, in those of picture A as shown; `nil` if no sample differs.
  package private(set) var maximumPlace: DifferenceStatistics.Place?
  /// How far the least and the greatest sample of the type are apart; `nil` in floating point.
  package var range: Double? {
    sample.isFloat ? nil : sample.limits.upperBound - sample.limits.lowerBound
  }
  private let sample: TIFFSample
  /// The same in bytes of its own.
  private let stored: TIFFSample

  /// Differences of no pixels; `nil` where the samples of the pictures are of other kinds.
  init?(_ a: SampleDescription, _ b: SampleDescription?) {
    let format = UInt16(a.format.rawValue)
    guard let b, (a.channels, a.bits, a.format) == (b.channels, b.bits, b.format),
      a.photometric == b.photometric,
      let sample = TIFFSample(bits: a.bits, format: format),
      let stored = TIFFSample(bits: 8 * a.sampleBytes, format: format)
    else { return nil }
    (channels, bits, self.sample, self.stored) = (a.channels, a.bits, sample, stored)
  }

  /// Adds a row of each picture.
  mutating func add(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, y: Int) {
    let size = stored.bits / 8
    let pixelBytes = channels * size
    let count = min(a.count, b.count)
    guard let one = a.baseAddress, let other = b.baseAddress, memcmp(one, other, count) != 0
    else { return }
    func differs(_ place: Int, _ length: Int) -> Bool {
      memcmp(one + place, other + place, length) != 0
    }
    for pixel in 0..<count / pixelBytes where differs(pixel * pixelBytes, pixelBytes) {
      differingCount += 1
      for index in pixel * channels..<(pixel + 1) * channels where differs(index * size, size) {
        let difference = abs(value(one, index) - value(other, index))
        guard maximumChannel == nil || difference > maximum else { continue }
        (maximum, maximumChannel) = (difference.isNaN ? 0 : difference, index % channels)
        maximumPlace = DifferenceStatistics.Place(x: pixel, y: y)
      }
    }
  }

  /// Turns the place from the pixels of the file to those that are shown.
  mutating func show(_ orientation: Orientation, in size: PixelSize) {
    guard let place = maximumPlace else { return }
    let shown = orientation.shownRect(
      of: PixelRect(x: place.x, y: place.y, width: 1, height: 1), in: size)
    maximumPlace = DifferenceStatistics.Place(x: shown.x, y: shown.y)
  }

  private func value(_ row: UnsafeRawPointer, _ index: Int) -> Double {
    sample.isFloat
      ? stored.value(row, index) : sample.value(of: stored.number(row, index))
  }
}
