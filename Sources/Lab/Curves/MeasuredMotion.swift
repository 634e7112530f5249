/// What a motion measures, with the rows that say it: what instruments over curves ask.
package struct MeasuredMotion: Hashable, Sendable {
  package let series: Series
  package let gestures: [Measurements.Gesture]
  /// The redraws of the take's frames that are known, by the frames' numbers.
  package private(set) var redraws: [Int: RedrawTimes] = [:]

  /// Measures a take at its refreshes, or a script at 240 Hz.
  ///
  /// It performs the script, which takes up to a second for ten minutes: to be called on another thread.
  package init(_ script: Script, redraws: [Int: RedrawTimes] = [:]) {
    self.init(Subject.script(script, name: "take").series)
    self.redraws = redraws
  }

  package init(_ series: Series) {
    self.series = series
    gestures = Measurements(series).gestures
  }

  /// The number of refreshes after one time and up to another, in seconds; `nil` where the rows are no refreshes.
  package func refreshes(in times: ClosedRange<Double>) -> Int? {
    guard !series.frames.isEmpty else { return nil }
    return series.times.count { $0 > times.lowerBound && $0 <= times.upperBound }
  }
}
