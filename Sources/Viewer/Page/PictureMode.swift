import OverscrollShell

/// What a picture's part of the window shows.
enum PictureMode {
  case picture
  /// Pictures that a drag moves sideways.
  case swiping(SwipeController)
  case overview(OverviewController)
}

/// Why the page of a picture closes its window.
enum PictureEnding {
  /// A click has chosen to quit.
  case quit
  /// There was nothing to show.
  case failed(Failure)
}
