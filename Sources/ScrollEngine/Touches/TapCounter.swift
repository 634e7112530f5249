import ScrollGeometry

/// Counts the taps in quick succession at one place, for `Touch.tapCount`.
struct TapCounter {
  private var last: (time: Double, location: Point, count: Int)?

  /// Returns the number of the tap that `touch`, which begins, may become.
  mutating func count(_ touch: Touch) -> Int {
    var count = 1
    if let last, touch.startTime - last.time <= TapGestureRecognizer.maximumPause,
      (touch.location(in: nil) - last.location).length <= TapGestureRecognizer.allowedSeparation
    {
      count = last.count + 1
    }
    last = (touch.startTime, touch.location(in: nil), count)
    return count
  }
}
