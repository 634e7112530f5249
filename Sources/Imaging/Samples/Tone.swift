import ScrollGeometry

/// Which samples of a picture of more than 8 bits per channel are shown black and white.
package enum Tone: Hashable, Sendable {
  /// Those that the file or its type defines.
  case none
  /// The 0.1 and the 99.9 percentile of the coarsest level.
  case auto
  /// Two samples, as the file stores them.
  case range(ClosedRange<Double>)
}

extension Tone {
  /// The shares of samples that become black and not yet white. [C]
  static let percentiles = (black: 0.001, white: 0.999)

  /// The bytes of the whole numbers from 0 to a greatest one.
  static func table(_ range: ClosedRange<Double>, upTo greatest: Int) -> [UInt8] {
    let scale = 255 / (range.upperBound - range.lowerBound)
    return (0...greatest).map { value in
      let byte = ((Double(value) - range.lowerBound) * scale).rounded()
      return byte >= 255 ? 255 : byte > 0 ? UInt8(byte) : 0
    }
  }

  /// The samples of black and white; `nil` where nothing is mapped.
  ///
  /// - Parameters:
  ///   - size: The size of the picture as stored.
  ///   - channels: The channels that are colors.
  ///   - measure: Adds the samples of the picture to a meter.
  /// - Returns: Two different samples, or `nil`.
  /// - Throws: If `measure` does.
  func range(
    of size: PixelSize, channels: Int,
    _ measure: (inout ToneMeter) throws(ImagingError) -> Void
  ) throws(ImagingError) -> ClosedRange<Double>? {
    switch self {
    case .none: return nil
    case .range(let range): return range
    case .auto:
      var meter = ToneMeter(size, channels: channels)
      try measure(&meter)
      return meter.range
    }
  }
}

/// The samples of the coarsest level of a picture, as means of the file's.
struct ToneMeter {
  private let level: Int
  private let width: Int
  private let channels: Int
  private var sums: [Double]
  private var counts: [Int32]

  /// Makes a meter for a picture as stored, whose channels count alike.
  init(_ size: PixelSize, channels: Int) {
    let pyramid = Pyramid(size: size)
    level = pyramid.coarsestLevel
    let cells = pyramid.size(ofLevel: level)
    width = cells.width
    self.channels = channels
    sums = [Double](repeating: 0, count: cells.width * cells.height * channels)
    counts = [Int32](repeating: 0, count: sums.count)
  }

  /// Adds a sample; one that is no finite number doesn't count.
  mutating func add(_ value: Double, x: Int, y: Int, channel: Int) {
    guard value.isFinite else { return }
    let cell = ((y >> level) * width + (x >> level)) * channels + channel
    guard sums.indices.contains(cell) else { return }
    sums[cell] += value
    counts[cell] += 1
  }

  /// The percentiles of the samples so far; `nil` where they are equal, so that there is nothing to map.
  var range: ClosedRange<Double>? {
    let means = zip(sums, counts).filter { $0.1 > 0 }.map { $0.0 / Double($0.1) }.sorted()
    guard let last = means.indices.last else { return nil }
    func value(_ share: Double) -> Double { means[Int((share * Double(last)).rounded())] }
    let (black, white) = (value(Tone.percentiles.black), value(Tone.percentiles.white))
    return black < white && (white - black).isFinite ? black...white : nil
  }
}
