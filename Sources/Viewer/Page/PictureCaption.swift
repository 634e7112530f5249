import OverscrollFiles

/// The name and the number of the picture over it, which full screen hides with the window's title: shown for a while at each
/// picture, or always.
struct PictureCaption {
  /// How long it is shown at each picture in full screen, in seconds. [C]
  static let duration = 2.0

  /// Whether the user has asked for it.
  var isPinned = false
  /// What was shown last.
  private var last: (file: FilePath?, isFullscreen: Bool)?
  /// When it is to disappear, in seconds; `nil` where it is hidden or stays.
  private(set) var deadline: Double?

  /// Follows the picture that is shown.
  mutating func follow(_ file: FilePath?, isFullscreen: Bool, at now: Double) {
    expire(at: now)
    let isNew = last?.file != file || last?.isFullscreen != isFullscreen
    if isNew { deadline = isFullscreen ? now + Self.duration : nil }
    last = (file, isFullscreen)
  }

  /// Hides it once its time is up.
  mutating func expire(at now: Double) {
    if let deadline, now >= deadline { self.deadline = nil }
  }

  var isShown: Bool { isPinned || deadline != nil }
}
