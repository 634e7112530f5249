internal import ScrollGeometry

/// The changes that are coalesced over a batch of events.
struct EventChanges {
  var size: PixelSize?
  var isMoved = false
  var isExposed = false
  var monitorsChanged = false
  /// True where the color profile of a monitor may have changed.
  var profileChanged = false
  /// True where the desktop's settings may have changed.
  var hasNewSettings = false
}
