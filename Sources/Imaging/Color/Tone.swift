import OverscrollBase
import ScrollGeometry

/// Which samples of a picture of more than 8 bits per channel are shown black and white.
package enum Tone: Hashable, Sendable {
  /// Those that the file or its type defines, or the percentiles of a picture of which that would show little.
  case asNeeded
  /// Those that the file or its type defines.
  case none
  /// The 0.1 and the 99.9 percentile of the coarsest level.
  case auto
  /// Two samples, as the file stores them.
  case range(ClosedRange<Double>)
  /// As needed, and pictures of a high dynamic range this many stops lighter.
  case exposure(Double)
  /// Channels in colors of their own; pictures that have none of them are shown as needed.
  indirect case mix(ChannelMix)
}

/// How samples become colors where that is other than their type defines.
struct ToneMapping: Hashable, Sendable {
  /// The samples of black and white; `nil` where samples are light of a high dynamic range.
  var range: ClosedRange<Double>?
  /// How many stops lighter light is shown; `nil` for other samples.
  var exposure: Double?
  /// The sample that means no data, where it was found among the others; `nil` for none.
  var noData: Double?
  /// The channels that are seen, with their ranges; `nil` for the picture's own colors.
  var mix: ChannelMix?

  /// Returns the sample that means no data in all of some channels; one that is frequent in some of them only is like others.
  static func noData(ofAll channels: [Self?]) -> Double? {
    let numbers = Set(channels.map { $0?.noData })
    return numbers.count == 1 ? numbers.first ?? nil : nil
  }
}

extension Tone {
  /// The shares of samples that become black and not yet white. [C]
  static let percentiles = (black: 0.001, white: 0.999)

  /// Returns the samples of sorted ones that become black and white; `nil` where they are equal, so that there is nothing to map.
  fileprivate static func range(of sorted: ArraySlice<Double>) -> ClosedRange<Double>? {
    guard !sorted.isEmpty else { return nil }
    let black = sorted.nearestRank(percentiles.black)
    let white = sorted.nearestRank(percentiles.white)
    return black < white && (white - black).isFinite ? black...white : nil
  }

  /// The most stops by which pictures of a high dynamic range are shown lighter or darker. [C]
  package static let maximumExposure = 2.0

  /// The bytes of the whole numbers from 0 to a greatest one.
  static func table(_ range: ClosedRange<Double>, upTo greatest: Int) -> [UInt8] {
    let scale = 255 / (range.upperBound - range.lowerBound)
    return (0...greatest).map { value in
      let byte = ((Double(value) - range.lowerBound) * scale).rounded()
      return byte >= 255 ? 255 : byte > 0 ? UInt8(byte) : 0
    }
  }

  /// True where pictures that show enough are shown as they are.
  var isAsNeeded: Bool {
    switch self {
    case .asNeeded, .exposure, .mix: true
    case .none, .auto, .range: false
    }
  }

  /// How many stops lighter pictures of a high dynamic range are shown.
  var stops: Double { if case .exposure(let stops) = self { stops } else { 0 } }

  /// The part of the samples' range that a picture uses at least to be shown without a stretch: a quarter gives 64 grays, and
  /// 14 bits in 16 use less. [C]
  private static let usedPart = 0.25
  /// How far beyond what is shown samples may lie in a picture that is shown without a stretch, as a part of the range: scaling
  /// overshoots. [C]
  private static let overshoot = 0.0625

  /// Returns whether samples that lie in a range would show little of a picture.
  ///
  /// - Parameters:
  ///   - used: The percentiles of the samples.
  ///   - shown: The samples that are black and white otherwise.
  /// - Returns: True if they use a small part of what is shown, or lie beyond it.
  static func isNeeded(for used: ClosedRange<Double>, in shown: ClosedRange<Double>) -> Bool {
    let room = shown.upperBound - shown.lowerBound
    return used.upperBound - used.lowerBound < room * usedPart || exceeds(used, shown)
  }

  /// Returns whether samples lie beyond what is shown.
  static func exceeds(_ used: ClosedRange<Double>, _ shown: ClosedRange<Double>) -> Bool {
    let slack = (shown.upperBound - shown.lowerBound) * overshoot
    return used.lowerBound < shown.lowerBound - slack || used.upperBound > shown.upperBound + slack
  }

  /// The samples of black and white; `nil` where nothing is mapped.
  ///
  /// - Parameters:
  ///   - size: The size of the picture as stored.
  ///   - channels: The channels that are colors.
  ///   - shown: The samples that are black and white without a mapping; `nil` for a file that defines its colors, which is not
  ///     stretched by itself.
  ///   - guesses: True where a frequent sample may mean no data: in a picture of one channel, which does not say what does. It does
  ///     so with every tone but that which shows samples as stored.
  ///   - statistics: Samples all over the picture.
  ///   - measure: Adds the samples of the picture to a meter.
  /// - Returns: The mapping, or `nil`.
  /// - Throws: If `statistics` or `measure` does.
  func mapping(
    of size: PixelSize, channels: Int, shown: ClosedRange<Double>?, guesses: Bool,
    statistics: () throws(ImagingError) -> SampleStatistics,
    _ measure: (inout ToneMeter) throws(ImagingError) -> Void
  ) throws(ImagingError) -> ToneMapping? {
    func needed() throws(ImagingError) -> ToneMapping? {
      guard let shown, let found = try statistics().mapping(guesses: guesses),
        let range = found.range, Self.isNeeded(for: range, in: shown)
      else { return nil }
      return found
    }
    switch self {
    case .none: return nil
    case .range(let range):
      return ToneMapping(range: range, noData: guesses ? try needed()?.noData : nil)
    case .asNeeded, .exposure, .mix: return try needed()
    case .auto:
      let noData = guesses ? try needed()?.noData : nil
      var meter = ToneMeter(size, channels: channels, noData: noData)
      try measure(&meter)
      return meter.range.map { ToneMapping(range: $0, noData: noData) }
    }
  }
}

/// Some of the samples of a picture's colors, spread over it.
struct SampleStatistics {
  /// The most samples that are kept. [C]
  static let capacity = 1 << 19
  /// The part of all samples from which on one at either end means no data. [C]
  private static let noDataPart = 0.3

  /// The sample that the file says means no data.
  private let noData: Double?
  private var values: [Double] = []
  /// True if one of the samples is no number.
  private(set) var hasNaN = false

  /// Makes statistics without samples; `noData` does not count.
  init(noData: Double? = nil) { self.noData = noData }

  /// Adds a sample; one that is no finite number doesn't count.
  mutating func add(_ value: Double) {
    if value.isFinite, value != noData { values.append(value) }
    if value.isNaN { hasNaN = true }
  }

  /// The number of samples.
  var count: Int { values.count }

  /// Returns the percentiles of the samples, and if `guesses` is true what means no data among them; `nil` where they are equal.
  func mapping(guesses: Bool) -> ToneMapping? {
    let sorted = values.sorted()
    guard let least = sorted.first, let greatest = sorted.last else { return nil }
    let many = Int(Double(sorted.count) * Self.noDataPart)
    if guesses, many < sorted.count {
      // Where an end has that many, its sample still is there so many places farther in.
      if sorted[many] == least, let range = Tone.range(of: sorted.drop { $0 == least }) {
        return ToneMapping(range: range, noData: least)
      }
      if sorted[sorted.count - 1 - many] == greatest,
        let range = Tone.range(of: sorted.prefix { $0 < greatest })
      {
        return ToneMapping(range: range, noData: greatest)
      }
    }
    return Tone.range(of: sorted[...]).map { ToneMapping(range: $0) }
  }

  /// How often the samples occur; `nil` where they are equal.
  var histogram: SampleHistogram? {
    guard let least = values.min(), let greatest = values.max(), least < greatest,
      (greatest - least).isFinite
    else { return nil }
    let steps = SampleHistogram.stepCount
    var counts = [Double](repeating: 0, count: steps)
    for value in values {
      counts[min(Int((value - least) / (greatest - least) * Double(steps)), steps - 1)] += 1
    }
    let most = counts.max() ?? 1
    // The square root shows what is rare.
    return SampleHistogram(
      range: least...greatest, heights: counts.map { ($0 / most).squareRoot() },
      shown: mapping(guesses: false)?.range)
  }
}

/// The samples of the coarsest level of a picture, as means of the file's.
struct ToneMeter {
  private let level: Int
  private let width: Int
  private let channels: Int
  /// The sample that means no data, and doesn't count.
  var noData: Double?
  private var sums: [Double]
  private var counts: [Int32]

  /// Makes a meter for a picture as stored, whose channels count alike.
  init(_ size: PixelSize, channels: Int, noData: Double? = nil) {
    let pyramid = Pyramid(size: size)
    level = pyramid.coarsestLevel
    let cells = pyramid.size(ofLevel: level)
    width = cells.width
    self.channels = channels
    self.noData = noData
    sums = [Double](repeating: 0, count: cells.width * cells.height * channels)
    counts = [Int32](repeating: 0, count: sums.count)
  }

  /// Adds a sample; one that is no finite number doesn't count.
  mutating func add(_ value: Double, x: Int, y: Int, channel: Int) {
    guard value.isFinite, value != noData else { return }
    let cell = ((y >> level) * width + (x >> level)) * channels + channel
    guard sums.indices.contains(cell) else { return }
    sums[cell] += value
    counts[cell] += 1
  }

  /// The percentiles of the samples so far; `nil` where they are equal, so that there is nothing to map.
  var range: ClosedRange<Double>? {
    let means = zip(sums, counts).filter { $0.1 > 0 }.map { $0.0 / Double($0.1) }.sorted()
    return Tone.range(of: means[...])
  }
}
