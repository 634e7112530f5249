import OverscrollBase
import OverscrollImaging
import OverscrollShell

/// Keeps the histogram of the picture that is shown, which is counted on another thread.
///
/// It is counted again, at most every half a second, where a finer level has arrived meanwhile, or the picture was still being
/// decoded.
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
  /// When it was counted last, in seconds.
  private var time = -Double.infinity
  private(set) var chart: HistogramChart?

  /// The least time between two counts of a picture, in seconds. [C]
  private static let interval = 0.5
  /// The niceness of counting, which no one waits for. [C]
  private static let niceness: Int32 = 1

  /// Notes that pixels have arrived.
  mutating func pixelsDidArrive() { isOutdated = true }

  /// Stops counting; what was counted is forgotten.
  mutating func stop() { self = HistogramCounter() }

  /// When pixels are counted again, in seconds; `nil` for what wakes by itself, or not at all.
  var deadline: Double? {
    subject != nil && job == nil && isOutdated ? time + Self.interval : nil
  }

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
    }
    if let counted = job?.drain() {
      job = nil
      if let counted {
        level = counted.level
        chart = HistogramChart(counted.histogram, .user)
      }
    }
    if isOutdated, job == nil, now >= time + Self.interval {
      let finest = isPreliminary ? nil : level
      isPreliminary = content.loadingSince != nil
      (isOutdated, time) = (false, now)
      job = Job(niceness: Self.niceness, wake: wake) { [picture = content.picture] isCancelled in
        picture.countPixels(finerThan: finest ?? .max) { !isCancelled() }
      }
    }
  }
}

extension HistogramChart {
  /// Makes the chart of counts: the square root keeps what is rare visible beside what is frequent.
  init(_ histogram: Histogram, _ locale: LocaleText) {
    let colors: [(Histogram.Channel, Channels)] = [
      (.red, .red), (.green, .green), (.blue, .blue),
    ]
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
      let clipped = colors.map { ($0.1, histogram.share($0.0, atLightEnd: isLight)) }
        .filter { $0.1 >= Histogram.clippedShare }
      guard let share = clipped.map(\.1).max() else { return nil }
      let percent = locale.number(100 * share, decimals: share < 0.0995 ? 1 : 0)
      return ClippedEnd(Channels(clipped.map(\.0)), "\(name) \(percent)%")
    }
    dark = end("Shadows", isLight: false)
    light = end("Highlights", isLight: true)
  }
}
