import Browser

/// A command that a key executes.
enum KeyCommand: Hashable {
  /// Pans like the engine's arrow key of that name.
  case pan(String)
  /// Zooms in or out by a step of 1.25 about the centre of the window.
  case zoomStep(enlarges: Bool)
  /// Zooms to a scale about the centre of the window.
  case zoom(PictureView.ZoomCommand)
  /// Toggles fullscreen.
  case toggleFullscreen
  /// Cancels loading, or leaves fullscreen where nothing is loading.
  case escape
  /// Toggles between nearest-neighbour and bilinear interpolation.
  case toggleFilter
  /// Toggles the frame statistics.
  case toggleHUD
  /// Save the take that is running or ended last.
  case saveTake
  /// Start or end a recording.
  case toggleRecording
  /// Add a mark to the take.
  case mark
  /// Quits the program.
  case quit

  /// A Boolean value that indicates whether the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .pan, .zoomStep: true
    case .zoom, .toggleFullscreen, .escape, .toggleFilter, .toggleHUD, .saveTake, .toggleRecording,
      .mark, .quit:
      false
    }
  }
}
