internal import ScrollGeometry

/// The changes that are coalesced over a batch of events.
struct EventChanges {
  var size: PixelSize?
  var isExposed = false
  var monitorsChanged = false
  /// True where the desktop's settings may have changed.
  var hasNewSettings = false
}
