import OverscrollBase
import OverscrollImaging
import OverscrollShell

/// Keeps the histogram of the picture that is shown, which is counted on another thread.
///
/// It is counted again, at most every half a second, where a finer level has arrived meanwhile, or the picture was still being
/// decoded. Which levels are in memory depends on how the picture was come to; so in the end all pixels are counted, for which one
/// that isn't in memory as a whole is decoded once more.
struct HistogramCounter {
  private typealias Counted = TiledPicture.CountedPixels

  /// What is counted, and which frame of it.
  private struct Subject: Equatable {
    let picture: ObjectIdentifier
    let frame: Int
  }

  private var subject: Subject?
  /// The level that was counted last; `nil` for none.
  private var level: Int?
  private var job: Job<Counted?>?
  /// True where what was counted last may have been incomplete.
  private var isPreliminary = false
  /// True where pixels have arrived since.
  private var isOutdated = true
  /// True while the picture is being decoded.
  private var isLoading = true
  /// True once all pixels have been counted, or there was an attempt to.
  private var hasCountedAll = false
  /// When it was counted last, in seconds.
  private var time = -Double.infinity
  private(set) var chart: HistogramChart?

  /// The least time between two counts of a picture, in seconds. [C]
  private static let interval = 0.5
  /// The niceness of counting, and of decoding for that, which no one waits for. [C]
  private static let (niceness, decodingNiceness): (Int32, Int32) = (1, 5)

  /// Notes that pixels have arrived.
  mutating func pixelsDidArrive() { isOutdated = true }

  /// Stops counting; what was counted is forgotten.
  mutating func stop() { self = HistogramCounter() }

  /// When pixels are counted again, in seconds; `nil` for what wakes by itself, or not at all.
  var deadline: Double? {
    subject != nil && job == nil && (isOutdated || isReduced) ? time + Self.interval : nil
  }

  /// True where all pixels are still to be counted.
  private var isReduced: Bool { level.map { $0 > 0 } == true && !isLoading && !hasCountedAll }

  /// Follows the picture that is shown.
  mutating func follow(
    _ content: OpenPicture, at now: Double, wake: @escaping @Sendable () -> Void
  ) {
    let isPlaying = content.page.isPlaying
    let frame = isPlaying ? subject?.frame ?? content.page.index : content.page.index
    let next = Subject(picture: ObjectIdentifier(content.picture), frame: frame)
    if next != subject {
      // Until the next frame is counted, the last one is shown.
      if next.picture != subject?.picture { chart = nil }
      (subject, level, job, isOutdated, time) = (next, nil, nil, true, -.infinity)
      hasCountedAll = false
    }
    isLoading = content.loadingSince != nil
    if let counted = job?.drain() {
      job = nil
      if let counted {
        level = counted.level
        chart = HistogramChart(
          counted.histogram, isReduced: counted.level > 0,
          isAsShown: Self.isConverted(content.picture.info), .user)
      }
    }
    // There is nothing finer.
    if level == 0 { isOutdated = false }
    guard job == nil, now >= time + Self.interval else { return }
    if isOutdated {
      let finest = isPreliminary ? nil : level
      isPreliminary = content.loadingSince != nil
      (isOutdated, time) = (false, now)
      job = Job(niceness: Self.niceness, wake: wake) { [picture = content.picture] isCancelled in
        picture.countPixels(finerThan: finest ?? .max) { !isCancelled() }
      }
    } else if isReduced {
      (hasCountedAll, time) = (true, now)
      job = Job(niceness: Self.decodingNiceness, wake: wake) {
        [picture = content.picture] isCancelled in
        picture.countAllPixels { !isCancelled() }
      }
    }
  }

  /// Whether what is counted are not the file's own values.
  private static func isConverted(_ info: ImageInfo) -> Bool {
    info.isConverted || info.bitsPerChannel > 8 || info.exposure != nil
      || !info.colorSource.isEmpty && !info.colorSource.hasPrefix("sRGB")
  }
}

extension HistogramChart {
  /// The share of pixels below which none is named, and that from which on it is named without decimals: those of 12.5% and 13% tell
  /// exposures apart. [C]
  private static let (leastShare, roundShare) = (0.001, 0.1995)

  /// Makes the chart of counts: the square root keeps what is rare visible beside what is frequent.
  ///
  /// - Parameters:
  ///   - histogram: The counts.
  ///   - isReduced: True for those of a picture that is reduced, in which fewer pixels are clipped.
  ///   - isAsShown: True where the file has other values than those that are shown.
  ///   - locale: Writes the numbers.
  init(_ histogram: Histogram, isReduced: Bool, isAsShown: Bool, _ locale: LocaleText) {
    let colors: [(Histogram.Channel, Channels)] = [(.red, .red), (.green, .green), (.blue, .blue)]
    // Of what is clipped, the mark and the text tell; it would flatten all others.
    let highest = Histogram.Channel.allCases.flatMap { histogram[$0].dropFirst().dropLast() }.max()
    func heights(_ channel: Histogram.Channel) -> [Double] {
      let counts = histogram[channel]
      let highest = Double(max(highest ?? 0, 1))
      return counts.map { min((Double($0) / highest).squareRoot(), 1) }
    }
    self.init(
      red: heights(.red), green: heights(.green), blue: heights(.blue), luma: heights(.luma))
    func end(_ name: String, isLight: Bool) -> ClippedEnd? {
      let share = histogram.clippedShare(atLightEnd: isLight)
      guard share > 0 else { return nil }
      // Of few pixels, those of the channels that most of them have.
      let least = min(Histogram.clippedShare, share / 3)
      let clipped = colors.filter { histogram.share($0.0, atLightEnd: isLight) >= least }
      let about = isReduced ? "≈" : ""
      let percent =
        share < Self.leastShare
        ? "<" + locale.number(100 * Self.leastShare, decimals: 1)
        : about + locale.number(100 * share, decimals: share < Self.roundShare ? 1 : 0)
      return ClippedEnd(Channels(clipped.map(\.1)), "\(name) \(percent)%")
    }
    dark = end("Shadows", isLight: false)
    light = end("Highlights", isLight: true)
    guard isAsShown else { return }
    // There is room for it once.
    if dark != nil { dark?.text += " as shown" } else { light?.text += " as shown" }
  }
}
