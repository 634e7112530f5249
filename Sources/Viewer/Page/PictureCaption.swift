import OverscrollBase

/// The name and number over the picture, since full screen hides the window's title: shown for a while at each picture and page, or
/// permanently.
struct PictureCaption {
  /// How long it is shown at each picture in full screen, in seconds. [C]
  static let duration = 2.0

  /// Whether the user has asked for it.
  var isPinned = false
  /// What was shown last.
  private var last: (file: FilePath?, page: Int, isFullscreen: Bool)?
  /// When it disappears, in seconds; `nil` if it is hidden or stays.
  private(set) var deadline: Double?

  /// Follows the picture that is shown.
  mutating func follow(_ file: FilePath?, page: Int = 0, isFullscreen: Bool, at now: Double) {
    expire(at: now)
    let isNew = last.map { $0 != (file, page, isFullscreen) } ?? true
    if isNew { deadline = isFullscreen ? now + Self.duration : nil }
    last = (file, page, isFullscreen)
  }

  /// Hides it once its time is up.
  mutating func expire(at now: Double) {
    if let deadline, now >= deadline { self.deadline = nil }
  }

  var isShown: Bool { isPinned || deadline != nil }
}
