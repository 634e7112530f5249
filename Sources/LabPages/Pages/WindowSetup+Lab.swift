import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollGeometry

extension WindowSetup {
  /// Opens a window, large enough for a viewport and panels where the screen is.
  ///
  /// - Parameters:
  ///   - viewport: The size of the viewport, in points.
  ///   - areas: The panels to show.
  ///   - options: The options.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error if no usable display exists.
  static func lab(
    viewport: Size, areas: Set<DockLayout.Area>, options: WindowOptions, on opener: any HostOpener
  ) throws(HostError) -> Self {
    let setup = try WindowSetup(
      WindowRequest(
        title: "Overscroll", size: PixelSize(width: 1280, height: 800),
        tileSide: Pyramid.tileSide + 2 * TilePixels.apron, areas: areas, options: options),
      on: opener)
    setup.makeRoom(for: viewport)
    return setup
  }
}

extension Recording {
  /// Creates the recording of a window of the lab.
  convenience init(_ setup: WindowSetup, request: RecordingRequest? = nil) {
    self.init(
      folder: setup.options.takes ?? TakeFiles.folder, request: request,
      host: setup.host, message: setup.message, waker: setup.waker, scenes: Scenes.all)
  }
}
