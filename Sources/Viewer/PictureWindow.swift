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
  /// The recording that the command line requests.
  package var recording: RecordingRequest?
  /// The file for frame statistics; `nil` for none.
  package var frameLog: FilePath?
  /// Which input swipes between pictures.
  package var swipe = PictureRow.Swipe.touch
  /// What arrow keys and the wheel do over a picture that fits the window.
  package var fittedKeys = FittedKeys.turn
  package var beginsWithOverview = false
  /// The seconds for which a slideshow from the beginning shows each picture; `nil` for none.
  package var slideshow: Double?
  /// The keys.
  package var keys = ViewerKeys()
  /// The file of the size that the last window had; `nil` for a window of the usual size, whose size is not remembered.
  package var memory: FilePath?
  /// Waits for what decodes files; throws where there is nothing that may.
  package var confirmDecoder: () throws(Failure) -> Void = {}
  /// What is written of the marks at the end.
  package let marks = MarkedPaths()

  package init(_ title: String, options: WindowOptions, pictures: PictureOptions) {
    (self.title, self.options, self.pictures) = (title, options, pictures)
  }

  /// The seconds for which a slideshow can show each picture.
  package static let slideshowDurations = Slideshow.durations

  /// The initial size of the window, in pixels.
  private static let size = PixelSize(width: 1280, height: 800)
  /// The side of most tiles with their aprons, in pixels.
  private static let tileSide = Pyramid.tileSide + 2 * TilePixels.apron

  /// The time for which the first picture is awaited before the window is made, in seconds: most headers are read by then, and
  /// decoding begins meanwhile. [C]
  private static let headerTime = 0.02
  /// The time after which the window appears without its first picture, in seconds. [C]
  private static let openingTime = 0.1

  /// An open window, and what makes its pictures.
  private struct Opened {
    let setup: WindowSetup
    let maker: PictureMaker
  }

  private func open(
    _ store: TileStore, _ waker: Waker, on connection: DesktopConnection? = nil
  ) throws(DesktopError) -> Opened {
    let last = memory.flatMap { RememberedWindow(at: $0) }
    let setup = try WindowSetup(
      title: title, size: last?.size ?? Self.size, tileSide: Self.tileSide,
      areas: options.areas(usual: []).union([.strip]), options: options, waker: waker,
      on: connection)
    if let last { place(setup.window, last) }
    return Opened(setup: setup, maker: PictureMaker(pictures, store: store, setup: setup))
  }

  /// Gives the window no more than the size of its monitor, which may be another one than the last time.
  private func place(_ window: DesktopWindow, _ last: RememberedWindow) {
    if last.isMaximized { window.maximizeInitially() }
    guard last.size.width > Self.size.width || last.size.height > Self.size.height else { return }
    let monitor = window.monitorSize
    let size = PixelSize(
      width: min(last.size.width, monitor.width), height: min(last.size.height, monitor.height))
    if size != last.size { window.setInitialSize(size) }
  }

  /// The longest time for which the size of the window is written, in seconds: the disk may not answer. [C]
  private static let memoryTime = 0.5

  /// Remembers the size of a window that is about to be closed; that of one which fills its screen is the one before.
  private func remember(_ window: DesktopWindow) {
    guard let memory else { return }
    let isMaximized = window.isFullscreen ? nil : window.isMaximized
    let size = window.isFullscreen ? window.sizeBeforeFullscreen : window.size
    let job = Job { _ in
      let last = RememberedWindow(at: memory)
      var next = last ?? RememberedWindow(size: Self.size, isMaximized: false)
      if let isMaximized { next.isMaximized = isMaximized }
      if isMaximized != true { next.size = size ?? next.size }
      if next != last { next.write(to: memory) }
    }
    _ = job.wait(atMost: Self.memoryTime)
  }

  /// Shows the window with a picture that belongs to no album, until it is closed.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - fit: Its initial placement.
  ///   - limits: The limits of its zoom scale.
  ///   - albumLater: True if files that are dropped or pasted begin an album.
  /// - Throws: An error if there is no display that can be used, or the connection to it is lost.
  package func show(
    _ source: any ImageSource, fit: PictureView.Fit, limits: PictureView.ZoomLimits,
    albumLater: Bool
  ) throws {
    try reportingFailures {
      let (store, waker) = (TileStore(budget: pictures.byteBudget), try Waker())
      let decode = { PictureMaker.decode($0, into: store, pictures.cache, waker: waker) }
      // Decoding begins before the window is open; but a grid's lettering depends on the window's scale.
      let early = source is Grid ? nil : decode(source)
      let opened = try open(store, waker)
      let picture =
        early ?? decode((source as? Grid)?.lettered(at: opened.setup.scale) ?? source)
      let view = opened.maker.view(of: picture.info.size, fit: fit, limits: limits)
      let album =
        albumLater
        ? AlbumController(
          AlbumArguments([]), listsFolderOf: nil, marks: marks, maker: opened.maker) : nil
      let content = try opened.maker.open(picture, view, file: nil, status: nil)
      try run(opened, content, album)
    }
  }

  /// Shows the window with an album, until it is closed.
  ///
  /// The window appears at once even if the first picture takes long to open; until then, a page shows its name.
  ///
  /// - Parameter files: The files of the album.
  /// - Throws: An error if none of the files can be shown, if there is no display that can be used, or if the connection
  ///   to it is lost.
  package func show(_ files: FileArguments) throws {
    try reportingFailures {
      let start = MonotonicClock.now
      let (store, waker) = (TileStore(budget: pictures.byteBudget), try Waker())
      let job = files.job(limits: pictures.openingLimits(pictures.tone)) { waker.wake() }
      // The icons are drawn, and the display is opened, while the decoder is confined and reads the first header.
      _ = WindowIcon.all
      var read: DroppedFiles?
      let early: TiledPicture?
      let opened: Opened
      do {
        let connection = try DesktopConnection()
        try confirmDecoder()
        if job.wait(atMost: start + Self.headerTime - MonotonicClock.now) {
          read = try files.outcome(of: job)
        }
        early = read?.first.map {
          PictureMaker.decode($0.source, into: store, pictures.cache, waker: waker)
        }
        opened = try open(store, waker, on: connection)
      } catch let error as DesktopError {
        try confirmDecoder()
        // What is wrong with the files comes first, however long they take.
        job.wait()
        try (read ?? files.outcome(of: job)).reportProblem()
        throw error
      }
      if read == nil, job.wait(atMost: start + Self.openingTime - MonotonicClock.now) {
        read = try files.outcome(of: job)
      }
      let album = AlbumController(
        read?.arguments ?? AlbumArguments([]), listsFolderOf: read?.fileOfListedFolder,
        marks: marks, maker: opened.maker)
      guard let read else {
        album.begin(with: files, job)
        return try run(opened, try opened.maker.placeholder(), album)
      }
      read.report()
      let content = try opened.maker.first(of: read, early)
      album.didBegin(with: content)
      try run(opened, content, album)
    }
  }

  private func reportingFailures(_ body: () throws -> Void) throws {
    do { try body() } catch let error as DesktopError {
      throw Failure(error)
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }

  private func run(_ opened: Opened, _ content: OpenPicture, _ album: AlbumController?) throws {
    let page = PicturePage(content, album: album, self, in: opened.setup, opened.maker)
    if let notice = options.notice { page.show(notice) }
    if let problem = opened.maker.placeFirst(content) { page.show(problem) }
    if let notice = album?.stretchText(of: content) { page.show(notice) }
    // Also where the connection to the server is lost.
    defer { album?.writeMarked() }
    try WindowController(opened.setup, page: page).run(
      willEnd: { [marks] in marks.write() },
      willClose: {
        if case .failed = page.ending { return }
        // A server that hangs doesn't answer where the window is, and the program is ended then.
        album?.writeMarked()
        remember(opened.setup.window)
      })
    if case .failed(let failure) = page.ending { throw failure }
    guard let frameLog else { return }
    try TextFile.write(page.drawer.statisticsText(page.content), to: frameLog)
  }
}
