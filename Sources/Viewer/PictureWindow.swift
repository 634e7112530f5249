package import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
package import OverscrollFiles
package import OverscrollImaging
import OverscrollPanels
package import OverscrollShell
import OverscrollStage
import ScrollGeometry

/// The window of the viewer.
package struct PictureWindow {
  package var options: WindowOptions
  package var pictures: PictureOptions
  /// The window's title where no file of an album is shown.
  package var title: String
  /// The recording that the command line asks for.
  package var recording: RecordingRequest?
  /// The file for frame statistics; `nil` for none.
  package var frameLog: FilePath?
  /// Who turns pages by dragging.
  package var swipe = PictureRow.Swipe.touch
  /// What arrow keys and the wheel do over a picture that fits the window.
  package var fittedKeys = FittedKeys.turn
  package var beginsWithOverview = false
  /// What is written of the marks at the end.
  package let marks = MarkedPaths()

  package init(_ title: String, options: WindowOptions, pictures: PictureOptions) {
    (self.title, self.options, self.pictures) = (title, options, pictures)
  }

  /// The initial size of the window, in pixels.
  private static let size = PixelSize(width: 1280, height: 800)
  /// The side of most tiles with their aprons, in pixels.
  private static let tileSide = Pyramid.tileSide + 2 * TilePixels.apron

  /// An open window, and what its first picture is made of.
  private struct Opened {
    let setup: WindowSetup
    let maker: PictureMaker
    let picture: TiledPicture
  }

  /// Opens the window; decoding begins meanwhile.
  private func open(_ source: any ImageSource) throws(DesktopError) -> Opened {
    let waker = try Waker()
    let store = TileStore(budget: pictures.byteBudget)
    let decode = { PictureMaker.decode($0, into: store, pictures.cache, waker: waker) }
    // A grid's lettering depends on the window's scale.
    let early = source is Grid ? nil : decode(source)
    let setup = try WindowSetup(
      title: title, size: Self.size, tileSide: Self.tileSide,
      areas: options.areas(usual: []).union([.strip]), options: options, waker: waker)
    let picture = early ?? decode((source as? Grid)?.lettered(at: setup.scale) ?? source)
    return Opened(
      setup: setup, maker: PictureMaker(pictures, store: store, setup: setup), picture: picture)
  }

  /// Shows the window with a picture that belongs to no album, until it is closed.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - fit: Its initial placement.
  ///   - limits: The limits of its zoom scale.
  ///   - albumLater: True where files that are dropped or pasted begin an album.
  /// - Throws: One sentence where there is no display that can be used, or the connection to it is lost.
  package func show(
    _ source: any ImageSource, fit: PictureView.Fit, limits: PictureView.ZoomLimits,
    albumLater: Bool
  ) throws {
    try reportingFailures {
      let opened = try open(source)
      let view = opened.maker.view(of: opened.picture.info.size, fit: fit, limits: limits)
      let album =
        albumLater
        ? AlbumController(
          AlbumArguments([]), listsFolderOf: nil, marks: marks, maker: opened.maker) : nil
      try run(opened, view, album, file: nil, status: nil)
    }
  }

  /// Shows the window with an album, until it is closed.
  ///
  /// - Parameters:
  ///   - arguments: The album, at the position of the picture.
  ///   - first: The picture; `nil` for a page that says why it cannot be shown.
  ///   - file: The file whose folder is listed once it is shown; `nil` for none.
  /// - Throws: One sentence where there is no display that can be used, or the connection to it is lost.
  package func show(
    _ arguments: AlbumArguments, first: FileOpening.Opened?, listsFolderOf file: FilePath?
  ) throws {
    try reportingFailures {
      let opened = try open(first?.source ?? UnreadablePicture())
      let view = opened.maker.view(of: opened.picture.info.size)
      let album = AlbumController(
        arguments, listsFolderOf: file, marks: marks, maker: opened.maker)
      try run(
        opened, view, album, file: arguments.album.currentPath, status: first?.status,
        problem: first == nil ? arguments.problem : nil)
    }
  }

  private func reportingFailures(_ body: () throws -> Void) throws {
    do { try body() } catch let error as DesktopError {
      throw Failure(message: error.message)
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }

  private func run(
    _ opened: Opened, _ view: PictureView, _ album: AlbumController?, file: FilePath?,
    status: FileStatus?, problem: String? = nil
  ) throws {
    var content = try opened.maker.open(opened.picture, view, file: file, status: status)
    content.problem = problem
    album?.didBegin(with: content)
    let page = PicturePage(content, album: album, self, in: opened.setup, opened.maker)
    // Also where the connection to the server is lost.
    defer { album?.writeMarked() }
    try WindowController(opened.setup, page: page).run { [marks] in marks.write() }
    guard let frameLog else { return }
    try TextFile.write(page.drawer.statisticsText(page.content), to: frameLog)
  }
}
