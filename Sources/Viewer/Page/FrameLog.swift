import OverscrollBase
import OverscrollBrowser
import OverscrollHost

/// Statistics of the frames, for benchmarks.
struct FrameLog {
  /// The number of frames drawn so far.
  private(set) var count = 0
  /// The longest time that a visible tile of a loaded picture was missing, in seconds.
  private var maximumMissing = 0.0
  private var missingSince: Double?
  /// The longest time that a draft was visible after its scale last changed, in seconds.
  private var maximumDraft = 0.0
  private var draftSince: Double?
  /// The peak memory of pixels, in bytes.
  private var maximumBytes = 0

  /// Records a frame that shows something other than a picture.
  mutating func noteFrame() { count += 1 }

  /// Records a frame that was shown.
  mutating func note(hasMissingTiles: Bool, bytes: Int, at now: Double) {
    count += 1
    maximumMissing = max(maximumMissing, now - (missingSince ?? now))
    missingSince = hasMissingTiles ? missingSince ?? now : nil
    maximumBytes = max(maximumBytes, bytes)
  }

  /// Records whether a frame that was shown is a draft, and whether its scale differs from the previous one's.
  mutating func note(isDraft: Bool, isZooming: Bool, at now: Double) {
    if let draftSince, !isZooming { maximumDraft = max(maximumDraft, now - draftSince) }
    draftSince = isDraft ? (isZooming ? now : draftSince ?? now) : nil
  }

  /// Returns the statistics as one line of JSON; times are in milliseconds.
  func text(of frames: FrameReadings, uploads: Int) -> String {
    let hitches = frames.hitches
    let numbers: KeyValuePairs<String, Double> = [
      "drawn": Double(count), "paced": Double(frames.count),
      "missed": Double(frames.missed), "uploads": Double(uploads),
      "rate": frames.rate, "draft": maximumDraft * 1000, "missing_tiles": maximumMissing * 1000,
      "bytes": Double(maximumBytes),
      "hitch": hitches.longest.time * 1000, "hitch_work": hitches.longest.work * 1000,
      "hitches": Double(hitches.count),
    ]
    return JSONText.object(numbers.map { ($0.key, .number($0.value)) }) + "\n"
  }
}
