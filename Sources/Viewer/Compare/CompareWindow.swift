package import OverscrollBrowser
import OverscrollHost
package import OverscrollImaging
package import OverscrollShell
import ScrollGeometry

/// A window that compares two pictures.
package struct CompareWindow {
  package var options: WindowOptions
  package var pictures: PictureOptions
  package var settings: CompareSettings

  package init(
    options: WindowOptions, pictures: PictureOptions, settings: CompareSettings
  ) {
    (self.options, self.pictures, self.settings) = (options, pictures, settings)
  }

  /// The initial size of the window, in pixels.
  private static let size = PixelSize(width: 1280, height: 800)

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - compared: The pictures.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error if there is no display that can be used.
  package func open(
    _ compared: PicturePair<ComparedPicture>, on opener: any HostOpener
  ) throws(Failure) -> OpenWindow {
    do throws(HostError) {
      let waker = opener.waker
      let setup = try WindowSetup(
        WindowRequest(
          title: "Overscroll", size: Self.size,
          tileSide: Pyramid.tileSide + 2 * TilePixels.apron, areas: [], options: options),
        on: opener)
      let pair = ComparedPair(
        compared, store: TileStore(budget: pictures.byteBudget), cache: pictures.cache,
        otherBytes: 0, wake: { waker.wake() })
      let room = Room(pixels: setup.size, scale: setup.scale)
      let page = ComparePage(pair, settings, pictures, room: room, in: setup)
      return OpenWindow(WindowController(setup, page: page))
    } catch {
      throw Failure(error)
    }
  }
}
