/// Skimming through the album while a key is held.
struct Skimming {
  /// The time after the last repetition of a key after which it counts as released, in seconds. [C]
  private static let delay = 0.3

  /// When the key last went to another picture, in seconds; `nil` once it is released.
  var lastStep: Double?
  /// True if the picture was changed after the last frame.
  var hasUndrawnStep = false

  var isOn: Bool { lastStep != nil }
  /// When skimming ends unless the key is repeated, in seconds.
  var deadline: Double? { lastStep.map { $0 + Self.delay } }
}
