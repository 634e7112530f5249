import Browser
import Desktop
import Formatting

/// What became of the frames, for benchmarks; noted only where the command line asks for it.
struct FrameLog {
  /// The longest time that a part of a loaded picture had nothing to show, in seconds.
  private var longestMissing = 0.0
  private var missingSince: Double?
  /// The most bytes that pixels took at once.
  private var mostBytes = 0

  /// Notes a frame that was shown.
  mutating func note(hasMissingTiles: Bool, bytes: Int) {
    let now = MonotonicClock.now
    longestMissing = max(longestMissing, now - (missingSince ?? now))
    missingSince = hasMissingTiles ? missingSince ?? now : nil
    mostBytes = max(mostBytes, bytes)
  }

  /// Everything as one line of JSON; times in milliseconds.
  func text(of viewer: Viewer) -> String {
    let (clock, hitches) = (viewer.loop.clock, viewer.loop.hitches)
    let numbers: KeyValuePairs<String, Double> = [
      "drawn": Double(viewer.display.count), "paced": Double(clock.statistics.frames),
      "missed": Double(clock.statistics.missed), "uploads": Double(viewer.surfaces.uploadCount),
      "rate": clock.rate, "missing_tiles": longestMissing * 1000, "bytes": Double(mostBytes),
      "hitch": hitches.longest.time * 1000, "hitch_work": hitches.longest.work * 1000,
      "hitches": Double(hitches.count),
    ]
    return JSONText.object(numbers.map { ($0.key, .number($0.value)) }) + "\n"
  }
}
