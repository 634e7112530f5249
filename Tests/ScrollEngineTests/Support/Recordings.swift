import OverscrollTestSupport

/// Recordings of a real UIScrollView: a viewport of 402×874 on a content of 402×6000, no insets, rate 0.998, display scale 3,
/// offsets from 0 to 5126, 60 Hz.
enum Recordings {
  /// A touch, the velocity the recognizer then gave in points per second, and the offset after it.
  struct Sample {
    var time: Double
    var x: Double
    var y: Double
    var velocity: Double
    /// NaN after the lift, where the next frame shows it.
    var offset: Double
  }

  private static let file = KitFile("flick-into-the-edge.csv")

  /// A flick into the bottom edge from 4126; the last sample is the lift.
  static let flick: [Sample] = {
    let offsets = file.rows("t", "offset_y", "recognizer_velocity_y").map { $0[1] }
    return file.rows("t", "x", "y", "recognizer_velocity_y").enumerated().map { index, row in
      Sample(
        time: row[0], x: row[1], y: row[2], velocity: row[3],
        offset: index < offsets.count ? offsets[index] : .nan)
    }
  }()

  /// The frames after it, on the grid of 1/60 s from the lift on.
  static let flickFrames = file.rows("t", "offset_y").map(\.[1]).dropFirst(flick.count - 1)
    .map(\.self)

  /// A pull beyond the bottom edge, from the edge on: translations and stretches in points.
  static let pull = KitFile("pull-beyond-the-edge.csv").rows("translation_y", "stretch_y")

  /// The frames after its release at 5317, on the grid.
  static let pullFrames = KitFile("release-beyond-the-edge.csv").rows("t", "offset_y").map(\.[1])
}
