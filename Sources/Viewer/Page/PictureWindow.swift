package import OverscrollBase
package import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
package import OverscrollImaging
package import OverscrollShell
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
  package var swipe = PictureRow.Swipe.all
  /// What arrow keys and the wheel do over a picture that fits the window.
  package var fittedKeys = FittedKeys.turn
  package var beginsWithOverview = false
  /// The seconds for which a slideshow from the beginning shows each picture; `nil` for none.
  package var slideshow: Double?
  /// The seconds for which a slideshow that is started later shows each picture; `nil` for the usual time.
  package var slideshowInterval: Double?
  /// What the pictures of a window that begins without any are sorted by.
  package var order = (sort: Album.Sort.given, isReversed: false)
  /// The keys.
  package var keys = ViewerKeys()
  /// The file of the size that the last window had; `nil` for a window of the usual size, whose size is not remembered.
  package var memory: FilePath?
  /// The file of what the user has chosen of how pictures are shown; `nil` where that is not remembered.
  package var viewFile: FilePath?
  /// The file of what was opened before; `nil` where none of it is kept.
  package var recentFile: FilePath?
  /// The file of the folder that pictures were moved or copied to last; `nil` where that is not remembered.
  package var folderFile: FilePath?
  /// The file of the pictures that were marked in each folder; `nil` where that is not remembered.
  package var markFile: FilePath?
  /// The program, for windows of its other commands; `nil` where there is none.
  package var program: FilePath?
  /// Makes the coordinate grid that a window without pictures offers.
  package var grid: (() throws -> Drawing)?
  /// Waits for what decodes files; throws where there is nothing that may.
  package var confirmDecoder: () throws(Failure) -> Void = {}
  /// What is written of the marks at the end.
  package let marks = MarkedPaths()

  package init(_ title: String, options: WindowOptions, pictures: PictureOptions) {
    (self.title, self.options, self.pictures) = (title, options, pictures)
  }

  /// A picture that is in no file.
  package struct Drawing {
    private let source: any ImageSource
    private let fit: PictureView.Fit
    private let limits: PictureView.ZoomLimits

    package init(
      _ source: any ImageSource, fit: PictureView.Fit, limits: PictureView.ZoomLimits
    ) {
      (self.source, self.fit, self.limits) = (source, fit, limits)
    }

    func open(_ maker: PictureMaker) throws(DrawingError) -> OpenPicture {
      try maker.drawing(source, fit: fit, limits: limits)
    }
  }

  /// The seconds for which a slideshow can show each picture.
  package static let slideshowDurations = Slideshow.durations

  /// The initial size of the window, in points.
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
    _ store: TileStore, _ queue: DecodeQueue, on opener: any HostOpener
  ) throws(HostError) -> Opened {
    let last = memory.flatMap { RememberedWindow(at: $0) }
    var request = WindowRequest(
      title: title, size: last?.size ?? Self.size, tileSide: Self.tileSide,
      areas: options.areas(usual: []).union([.strip]), options: options)
    request.isMaximized = last?.isMaximized ?? false
    let setup = try WindowSetup(request, on: opener)
    if let last { place(setup.host, last) } else { enlarge(setup) }
    return Opened(
      setup: setup, maker: PictureMaker(pictures, store: store, queue: queue, setup: setup))
  }

  /// Gives the window no more than the size of its monitor, which may be another one than the last time.
  private func place(_ host: any Host, _ last: RememberedWindow) {
    guard last.size.width > Self.size.width || last.size.height > Self.size.height else { return }
    host.perform(
      .initialSize { monitor in
        PixelSize(
          width: min(last.size.width, monitor.width),
          height: min(last.size.height, monitor.height))
      })
  }

  /// Gives the window its size in points, where its monitor has room for that: the scale is known once it is open.
  private func enlarge(_ setup: WindowSetup) {
    let scale = setup.scale
    // One that fills a monitor has its size.
    guard scale > 1, options.monitor == nil else { return }
    setup.host.perform(
      .initialSize { monitor in
        PixelSize(
          width: min(PixelRect.rounded(Double(Self.size.width) * scale), monitor.width),
          height: min(PixelRect.rounded(Double(Self.size.height) * scale), monitor.height))
      })
  }

  /// The longest time for which the size of the window is written, in seconds: the disk may not answer. [C]
  private static let memoryTime = 0.5

  /// Opens the window with a picture that belongs to no album.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - fit: Its initial placement.
  ///   - limits: The limits of its zoom scale.
  ///   - albumLater: True if files that are dropped or pasted begin an album.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error if there is no display that can be used.
  package func open(
    _ source: any ImageSource, fit: PictureView.Fit, limits: PictureView.ZoomLimits,
    albumLater: Bool, on opener: any HostOpener
  ) throws -> OpenWindow {
    try reportingFailures {
      let (store, waker) = (TileStore(budget: pictures.byteBudget), opener.waker)
      let queue = DecodeQueue()
      let decode = {
        PictureMaker.decode($0, into: store, by: queue, pictures.cache, waker: waker)
      }
      // Decoding begins before the window is open; but a grid's lettering depends on the window's scale.
      let early = source is Grid ? nil : decode(source)
      let opened = try open(store, queue, on: opener)
      let picture =
        early ?? decode((source as? Grid)?.lettered(at: opened.setup.scale) ?? source)
      let view = opened.maker.view(of: picture.info.size, fit: fit, limits: limits)
      let album =
        albumLater
        ? AlbumController(AlbumArguments([]), marks: marks, maker: opened.maker) : nil
      let content = try opened.maker.open(picture, view, file: nil, status: nil)
      return makeWindow(opened, content, album)
    }
  }

  /// Opens the window without pictures: a page offers what can be opened.
  ///
  /// - Parameter opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error if there is no display that can be used.
  package func open(on opener: any HostOpener) throws -> OpenWindow {
    try reportingFailures {
      let opened = try open(TileStore(budget: pictures.byteBudget), DecodeQueue(), on: opener)
      let none = AlbumArguments([], sort: order.sort, isReversed: order.isReversed)
      let album = AlbumController(none, marks: marks, maker: opened.maker)
      return makeWindow(opened, try opened.maker.startPage(), album)
    }
  }

  /// Opens the window with an album.
  ///
  /// It is there at once even if the first picture takes long to open; until then, a page shows its name.
  ///
  /// - Parameters:
  ///   - files: The files of the album.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error if none of the files can be shown, or if there is no display that can be used.
  package func open(
    _ files: FileArguments, on opener: any HostOpener
  ) throws -> OpenWindow {
    try reportingFailures {
      let start = MonotonicClock.now
      let (store, waker) = (TileStore(budget: pictures.byteBudget), opener.waker)
      let queue = DecodeQueue()
      let job = files.job(limits: pictures.openingLimits(pictures.tone)) { waker.wake() }
      var read: AlbumArguments?
      let early: TiledPicture?
      let opened: Opened
      do {
        // While the decoder is confined and reads the first header.
        try opener.connect()
        try confirmDecoder()
        if job.wait(atMost: start + Self.headerTime - MonotonicClock.now) {
          read = try files.outcome(of: job)
        }
        early = read?.first.map {
          PictureMaker.decode($0.source, into: store, by: queue, pictures.cache, waker: waker)
        }
        opened = try open(store, queue, on: opener)
      } catch let error as HostError {
        try confirmDecoder()
        // What is wrong with the files comes first, however long they take.
        job.wait()
        try (read ?? files.outcome(of: job)).reportProblem()
        throw error
      }
      if read == nil, job.wait(atMost: start + Self.openingTime - MonotonicClock.now) {
        read = try files.outcome(of: job)
      }
      var album = AlbumController(
        read ?? AlbumArguments([]), marks: marks, maker: opened.maker)
      guard let read else {
        album.begin(with: files, job)
        return makeWindow(opened, try opened.maker.placeholder(), album)
      }
      read.writeReport()
      let content = try opened.maker.first(of: read, early)
      album.follow(content)
      return makeWindow(opened, content, album, remembering: read.recent)
    }
  }

  private func reportingFailures<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as HostError {
      throw Failure(error)
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }

  private func makeWindow(
    _ opened: Opened, _ content: OpenPicture, _ album: AlbumController?,
    remembering recent: RecentFiles.Entry? = nil
  ) -> OpenWindow {
    let page = PicturePage(content, album: album, self, in: opened.setup, opened.maker)
    if let recent { page.start.add(recent) }
    if let notice = options.notice { page.show(notice) }
    if let problem = opened.maker.placeFirst(content) { page.showOfPicture(problem) }
    if let notice = album?.openingText(of: content) { page.showOfPicture(notice) }
    let controller = WindowController(opened.setup, page: page)
    return OpenWindow(controller) { try run(controller, page, on: $0) }
  }

  private func run(
    _ controller: WindowController, _ page: PicturePage, on opener: any HostOpener
  ) throws {
    // Also where the connection to the server is lost.
    defer { page.album?.writeMarked() }
    try opener.run(controller, willEnd: { [marks] in marks.write() }) { rest in
      if case .failed = page.ending { return }
      // A server that hangs doesn't answer where the window is, and the program is ended then.
      page.album?.writeMarked()
      page.markMemory.finish()
      remember(rest, page)
    }
    if case .failed(let failure) = page.ending { throw failure }
    guard let frameLog else { return }
    try TextFile.write(page.drawer.statisticsText(page.content), to: frameLog)
  }

  /// Remembers the size of a window that is about to be closed, and what was chosen in it.
  private func remember(_ rest: WindowRest, _ page: PicturePage) {
    let (memory, viewFile) = (memory, viewFile)
    let (first, last) = (page.firstSettings, page.viewSettings)
    guard memory != nil || viewFile != nil else { return }
    let job = Job { _ in
      if let viewFile, let first, first != last {
        RememberedView.update(viewFile) { last.note(in: &$0, since: first) }
      }
      guard let memory else { return }
      let last = RememberedWindow(at: memory)
      var next = last ?? RememberedWindow(size: Self.size, isMaximized: false)
      if let isMaximized = rest.isMaximized { next.isMaximized = isMaximized }
      if rest.isMaximized != true { next.size = rest.size ?? next.size }
      if next != last { next.write(to: memory) }
    }
    _ = job.wait(atMost: Self.memoryTime)
  }
}

// MARK: - Remembering

/// What is remembered of a window: each part of it that the user has changed there.
struct ViewSettings: Hashable, Sendable {
  var backdrop: Backdrop
  var showsControls: Bool
  /// Whether information is shown beside the picture, and thumbnails below it.
  var showsInformation: Bool
  var showsStrip: Bool
  /// The order that was chosen; `nil` for none.
  var order: AlbumOrder?
  /// The side of the overview's thumbnails, in points.
  var thumbnailSide: Double
  /// True if the overview groups pictures by day.
  var groupsByDay: Bool
  /// How long a slideshow shows each picture, in seconds.
  var slideshowInterval: Double

  /// Notes what differs from other settings.
  func note(in view: inout RememberedView, since old: Self) {
    if backdrop.background != old.backdrop.background {
      view[.background] = Backdrop.Background.named.first { $0.value == backdrop.background }?.key
    }
    if backdrop.transparency != old.backdrop.transparency {
      view[.transparency] = backdrop.transparency.rawValue
    }
    if showsControls != old.showsControls { view[.controls] = showsControls ? "auto" : "off" }
    if showsInformation != old.showsInformation {
      view.note(.information, isShown: showsInformation)
    }
    if showsStrip != old.showsStrip { view.note(.strip, isShown: showsStrip) }
    if let order, order != old.order {
      view[.sort] = AlbumOrder.all.contains(order.sort) ? order.sort.rawValue : nil
      view[.reverse] = order.isReversed ? "" : nil
    }
    if thumbnailSide != old.thumbnailSide {
      view[.thumbnailSize] = NumberText.trimmed(thumbnailSide, decimals: 0)
    }
    if groupsByDay != old.groupsByDay { view[.groupByDay] = groupsByDay ? "" : nil }
    if slideshowInterval != old.slideshowInterval {
      view[.slideshowInterval] = NumberText.trimmed(slideshowInterval, decimals: 1)
    }
  }
}

extension PicturePage {
  /// What is remembered of the window, as it is now.
  var viewSettings: ViewSettings {
    ViewSettings(
      backdrop: appearance.backdrop, showsControls: appearance.controls.isOn,
      showsInformation: (window?.areas ?? setup.areas).contains(.information),
      showsStrip: lists?.strip != nil, order: chosenOrder,
      thumbnailSide: lists?.thumbnailSide ?? maker.options.thumbnailSide,
      groupsByDay: lists?.groupsByDay ?? maker.options.groupsByDay,
      slideshowInterval: slideshow.interval)
  }
}
