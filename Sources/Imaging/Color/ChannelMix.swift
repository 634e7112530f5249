import Glibc
package import OverscrollBase

/// Which channels of a picture are seen, and in which colors: added to each other, or one of them by a ramp.
package struct ChannelMix: Hashable, Sendable {
  /// A channel.
  package struct Part: Hashable, Sendable {
    /// The number of the channel, from 0.
    package var channel: Int
    /// The color of its greatest sample, 0xRRGGBB; `nil` for that of its place: of three channels red, green and blue.
    package var color: UInt32?
    /// The samples that are black and in full color; `nil` for those that the mix gives it.
    package var range: ClosedRange<Double>?
    /// False for one that is left out.
    package var isShown = true

    package init(channel: Int, color: UInt32? = nil, range: ClosedRange<Double>? = nil) {
      (self.channel, self.color, self.range) = (channel, color, range)
    }
  }

  package var parts: [Part]
  /// The colors from the least to the greatest sample, where a single channel is shown.
  package var ramp: ColorRamp?
  /// Whether a channel without a range has that which its samples show best; false for that of their type.
  package var isStretched = true
  /// Whether a channel without a range has that which the file gives it, if it gives one.
  package var takesFileRanges = false
  /// The pictures for which it was chosen; `nil` for all that have its channels.
  package var scope: Scope?

  /// The most channels of a mix. [C]
  package static let maximumParts = 64

  package init(_ parts: [Part], ramp: ColorRamp? = nil) {
    self.parts = Array(parts.prefix(Self.maximumParts))
    self.ramp = ramp
  }

  /// The colors of channels that have none, in the order of ImageJ.
  static let colors: [UInt32] = [
    0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FFFF, 0x00_FFFF, 0xFF_00FF, 0xFF_FF00,
  ]

  /// Gives colors to the channels that have none: three of them are red, green and blue, one is gray, and others have those that the
  /// file names, or else some that tell them apart.
  package mutating func setColors(_ names: [ChannelName]) {
    let isPlain = parts.count == 1 || parts.count == 3
    let colors = parts.count == 1 ? [0xFF_FFFF] : Self.colors
    for index in parts.indices where parts[index].color == nil {
      let channel = parts[index].channel
      let named = names.indices.contains(channel) && !isPlain ? names[channel].color : nil
      parts[index].color = named ?? colors[index % colors.count]
    }
  }

  /// The same channels with the range of a tone, which those that are shown have, or with their own ones.
  package func toned(to tone: Tone) -> Self {
    var mix = self
    mix.isStretched = tone != .none
    mix.takesFileRanges = false
    for index in parts.indices {
      switch tone {
      case .none, .auto: mix.parts[index].range = nil
      case .range(let range):
        if parts[index].isShown { mix.parts[index].range = range }
      case .asNeeded, .exposure, .mix: break
      }
    }
    return mix
  }

  /// Whether a picture with a number of channels has all that are shown.
  package func isComplete(amongChannels count: Int) -> Bool {
    shown.allSatisfy { $0.channel < count }
  }

  /// The channels that are shown, from 0.
  package var seen: [Int] { shown.map(\.channel) }

  /// The parts that are shown.
  var shown: [Part] { parts.filter(\.isShown) }

  /// The ramp of the single channel that is shown, and the samples of its ends; `nil` for colors.
  package var legend: (ramp: ColorRamp, range: ClosedRange<Double>)? {
    guard let ramp, let part = shown.first, shown.count == 1, let range = part.range else {
      return nil
    }
    return (ramp, range)
  }

  /// The primaries that pixels of the mix may have, 0xFF in the place of each; the others are 0 in all of them.
  var primaries: UInt32 {
    if ramp != nil, shown.count == 1 { return 0xFF_FFFF }
    let colors = shown.reduce(0) { $0 | ($1.color ?? 0xFF_FFFF) }
    return Histogram.Channel.allCases.map(\.mask).reduce(0) { $0 | (colors & $1 == 0 ? 0 : $1) }
  }

  /// Such as `channels 4, 3, 2` or `channel 1 by viridis`.
  package var name: String {
    let numbers = shown.map { "\($0.channel + 1)" }.joined(separator: ", ")
    let ramp = ramp.map { " by \($0.rawValue)" } ?? ""
    return (shown.count == 1 ? "channel " : "channels ") + (numbers.isEmpty ? "none" : numbers)
      + ramp
  }
}

extension ChannelMix {
  /// The picture in which channels were chosen by hand, and those like it.
  package struct Scope: Hashable, Sendable {
    /// The tone of other pictures.
    package var others: Tone
    /// The tone of the file in which its own colors were chosen, for it alone; `nil` where channels were.
    package var own: Tone?
    private let path: FilePath?
    private let kind: Kind

    /// What the channels of a picture are called, and of what their samples are made.
    private struct Kind: Hashable {
      let names: [String]
      let bits: Int
      let format: SampleDescription.Format?

      init(_ info: ImageInfo) {
        names = info.channels.map(\.name)
        (bits, format) = (info.bitsPerChannel, info.data?.format)
      }
    }

    /// Makes the scope of what is chosen in a picture of a file.
    package init(of info: ImageInfo, _ path: FilePath?, others: Tone, own: Tone? = nil) {
      (self.path, self.others, self.own) = (path, others, own)
      kind = Kind(info)
    }

    /// Returns whether a picture is like that one: it has the same channels, and is of the same file, or no plain gray or RGB, of
    /// which all have the same ones.
    package func contains(_ info: ImageInfo, _ path: FilePath?) -> Bool {
      kind == Kind(info) && (self.path == path || own == nil && !info.isPlain)
    }
  }
}

extension ImageInfo {
  /// True for gray or colors alone, whose channels have no names.
  fileprivate var isPlain: Bool {
    stack == nil && channels.allSatisfy(\.name.isEmpty) && data?.extras.contains(0) != true
  }
}

extension Tone {
  /// The tone of a picture of a file: for one unlike that in which channels were chosen by hand, that of other pictures.
  package func applied(to info: ImageInfo, _ path: FilePath?) -> Tone {
    guard case .mix(var mix) = self, let scope = mix.scope else { return self }
    guard scope.contains(info, path) else { return scope.others }
    if let own = scope.own { return own }
    mix.scope = nil
    return .mix(mix)
  }

  /// The tone of pictures in which nothing was chosen by hand.
  package var ofOthers: Tone {
    if case .mix(let mix) = self { mix.scope?.others ?? self } else { self }
  }
}

/// Colors for the numbers between a least and a greatest one.
package enum ColorRamp: String, CaseIterable, Hashable, Sendable {
  case gray
  /// Matplotlib's, by Nathaniel Smith and Stéfan van der Walt: equal steps look equally large.
  case viridis
  case magma
  /// Matplotlib's: seas, shores, meadows, rocks and snow.
  case terrain

  /// Places from 0 to 1, and their colors; what is between is interpolated.
  private var stops: [(Double, UInt32)] {
    func even(_ colors: [UInt32]) -> [(Double, UInt32)] {
      colors.enumerated().map { (Double($0) / Double(colors.count - 1), $1) }
    }
    switch self {
    case .gray: return even([0, 0xFF_FFFF])
    case .viridis:
      return even([
        0x44_0154, 0x48_2878, 0x3E_4A89, 0x31_688E, 0x26_828E, 0x1F_9E89, 0x35_B779, 0x6E_CE58,
        0xB5_DE2B, 0xFD_E725,
      ])
    case .magma:
      return even([
        0x00_0004, 0x18_0F3D, 0x44_0F76, 0x72_1F81, 0x9E_2F7F, 0xCD_4071, 0xF1_605D, 0xFD_9668,
        0xFE_CA8D, 0xFC_FDBF,
      ])
    case .terrain:
      return [
        (0, 0x33_3399), (0.15, 0x00_99FF), (0.25, 0x00_CC66), (0.5, 0xFF_FF99), (0.75, 0x80_5C54),
        (1, 0xFF_FFFF),
      ]
    }
  }

  /// The color of a number from 0 to 1, as 0xRRGGBB.
  package func color(at place: Double) -> UInt32 {
    let place = min(max(place, 0), 1)
    let stops = stops
    let next = stops.dropFirst().firstIndex { $0.0 >= place } ?? stops.count - 1
    let (from, to) = (stops[next - 1], stops[next])
    let share = (place - from.0) / (to.0 - from.0)
    return [16, 8, 0].reduce(0) { color, shift in
      let (one, other) = (Double(from.1 >> shift & 0xFF), Double(to.1 >> shift & 0xFF))
      return color | UInt32((one + (other - one) * share).rounded()) << shift
    }
  }

  /// The colors of 256 even steps, 0xRRGGBB.
  package var table: [UInt32] { (0...255).map { color(at: Double($0) / 255) } }
}

extension ImageInfo {
  /// How the samples that are black and white become values; `nil` where that isn't said, or several channels are shown.
  package var shownCalibration: Calibration? {
    let seen = mix?.seen ?? Array(0..<(samples?.colors ?? 1))
    guard seen.count == 1, channels.indices.contains(seen[0]) else { return nil }
    return channels[seen[0]].calibration
  }
}

/// Makes pixels of rows of samples by a mix.
///
/// Not thread-safe: it reuses the memory of a row.
final class ChannelMixer {
  private struct Part {
    let channel: Int
    let black: Double
    let room: Double
    /// Blue is first in memory; what is last counts the samples that mean something.
    let color: SIMD4<Double>
    /// The share of each number of up to 16 bits, not a number where it means no data; empty for other samples.
    let shares: [Double]
  }

  /// The most bits of samples whose shares are listed. [C]
  private static let listedBits = 16

  private let sample: TIFFSample
  private let noData: Double?
  private let parts: [Part]
  private let ramp: [UInt32]
  private var sums: [SIMD4<Double>] = []

  /// Makes a mixer of a mix whose ranges are known.
  init(_ mix: ChannelMix, _ sample: TIFFSample, noData: Double?) {
    self.sample = sample
    // What is no number is no data.
    let noData = noData.map { $0.isFinite ? $0 : .nan } ?? (sample.isFloat ? .nan : nil)
    self.noData = noData
    let shown = mix.shown
    let ramp = shown.count == 1 ? mix.ramp?.table ?? [] : []
    self.ramp = ramp
    parts = shown.compactMap { part in
      guard let range = part.range else { return nil }
      let color = [0, 8, 16].map { Double((part.color ?? 0xFF_FFFF) >> $0 & 0xFF) }
      let black = range.lowerBound
      let room = range.upperBound - black
      let isListed = !sample.isFloat && sample.bits <= Self.listedBits
      let shares = (0..<(isListed ? 1 << sample.bits : 0)).map { number in
        Self.share(sample.value(of: UInt64(number)), black, room, noData)
      }
      return Part(
        channel: part.channel, black: black, room: room,
        color: ramp.isEmpty ? SIMD4(color[0], color[1], color[2], 1) : SIMD4(255, 0, 0, 1),
        shares: shares)
    }
  }

  private static func share(
    _ value: Double, _ black: Double, _ room: Double, _ noData: Double?
  ) -> Double {
    if value == noData || value.isNaN { return .nan }
    return min(max((value - black) / room, 0), 1)
  }

  /// Makes a row of pixels, transparent where all samples mean no data.
  ///
  /// - Parameters:
  ///   - pixels: The row.
  ///   - source: Returns where the samples of a channel begin, and the number of the first, and their distance.
  func fill(
    _ pixels: UnsafeMutableBufferPointer<UInt32>,
    _ source: (_ channel: Int) -> (base: UnsafeRawPointer, first: Int, step: Int)
  ) {
    let count = pixels.count
    if sums.count < count { sums = Array(repeating: .zero, count: count) }
    sums.withUnsafeMutableBufferPointer { sums in
      for index in 0..<count { sums[index] = .zero }
      for part in parts {
        let (base, first, step) = source(part.channel)
        if part.shares.isEmpty {
          for index in 0..<count {
            let value = sample.value(base, first &+ index &* step)
            let share = Self.share(value, part.black, part.room, noData)
            if !share.isNaN { sums[index] += part.color * SIMD4(share, share, share, 1) }
          }
          continue
        }
        part.shares.withUnsafeBufferPointer { shares in
          for index in 0..<count {
            let share = shares[Int(sample.number(base, first &+ index &* step))]
            if !share.isNaN { sums[index] += part.color * SIMD4(share, share, share, 1) }
          }
        }
      }
      let isOpaque = noData == nil || parts.isEmpty
      for index in 0..<count {
        let sum = sums[index]
        guard isOpaque || sum.w > 0 else {
          pixels[index] = 0
          continue
        }
        let bytes = SIMD4<UInt32>(
          (sum + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
        pixels[index] =
          ramp.isEmpty
          ? PixelRows.opaqueAlpha | bytes.z << 16 | bytes.y << 8 | bytes.x
          : PixelRows.opaqueAlpha | ramp[Int(bytes.x)]
      }
    }
  }
}

/// What a file calls a channel, and in which color and range it is meant to be seen.
package struct ChannelName: Hashable, Sendable {
  /// Empty without one.
  package var name: String
  /// 0xRRGGBB; `nil` without one.
  package var color: UInt32?
  /// The samples that are black and in full color; `nil` without them.
  package var range: ClosedRange<Double>?
  /// How its samples become values of what was measured; `nil` where that isn't said.
  package var calibration: Calibration?

  /// The colors of bands that have no other name.
  private static let primaries: [String: UInt32] = [
    "red": 0xFF_0000, "green": 0x00_FF00, "blue": 0x00_00FF,
  ]

  /// Makes a name; one of a primary color has that color unless another one is given.
  package init(_ name: String, color: UInt32? = nil, range: ClosedRange<Double>? = nil) {
    self.name = name
    self.color = color ?? Self.primaries[name.lowercased()]
    self.range = range
  }
}

/// How samples become values of what was measured, such as degrees: a straight line.
package struct Calibration: Hashable, Sendable {
  /// The value of a sample that is zero.
  package let offset: Double
  /// The values from one sample to the next.
  package let scale: Double
  /// What the values are counted in, such as `°C`; empty where that isn't known.
  package let unit: String

  /// The most characters of a unit. [C]
  private static let unitLength = 16
  /// The digits of a value: the samples of most files have fewer. [C]
  private static let digits = 7
  /// Values that are written without an exponent. [C]
  private static let plain = 1e-6..<1e10

  /// Makes a calibration; `nil` where there is none, or values that are no numbers.
  package init?(offset: Double, scale: Double, unit: String) {
    guard offset.isFinite, scale.isFinite, scale != 0, (offset, scale) != (0, 1) || !unit.isEmpty
    else { return nil }
    (self.offset, self.scale) = (offset, scale)
    self.unit = String(MetadataText.cut(unit).prefix(Self.unitLength))
  }

  /// The value of a sample.
  package func value(of sample: Double) -> Double { offset + scale * sample }

  /// The value of a sample, without its unit.
  package func text(of sample: Double) -> String { Self.text(value(of: sample)) }

  /// The unit as it follows a value.
  package var suffix: String { unit.isEmpty ? "" : " \(unit)" }

  /// Such as `0.01 × sample − 273.15 K`.
  package var text: String {
    let product = scale == 1 ? "sample" : "\(NumberText.withMinus(Self.text(scale))) × sample"
    let sum = (offset < 0 ? " − " : " + ") + Self.text(abs(offset))
    return product + (offset == 0 ? "" : sum) + suffix
  }

  private static func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    guard value != 0 else { return "0" }
    guard plain.contains(abs(value)) else { return "\(Float(value))" }
    let decimals = digits - 1 - Int(log10(abs(value)).rounded(.down))
    return NumberText.trimmed(value, decimals: min(max(decimals, 0), 9))
  }
}
