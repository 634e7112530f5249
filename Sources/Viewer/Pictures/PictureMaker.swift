import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollGeometry

/// Makes the pictures of a window: their tiles within its one byte budget, and their views in the place where they are shown.
final class PictureMaker {
  let store: TileStore
  let queue: DecodeQueue
  let options: PictureOptions
  /// Makes the surfaces of pictures, in the display's colors.
  var surfaces: any SurfaceFactory { colors.surfaces }
  let colors: DisplayColors
  private let host: any Host
  /// The place of pictures in the window.
  var room: Room
  /// How pictures are turned or flipped in this session; upright ones are left out.
  private var turns: [FilePath: Orientation] = [:]
  private let waker: Waker
  /// What will be in the middle of the first picture; `nil` once it is.
  private(set) var startPlace: TypedPlace?
  /// The file of the first picture, where its scale decides what that is.
  private var startFile: FilePath?
  /// Which samples of pictures of more than 8 bits are black and white from the next time on that they are opened.
  private(set) var tone: Tone

  init(_ options: PictureOptions, store: TileStore, queue: DecodeQueue, setup: WindowSetup) {
    (self.options, self.queue) = (options, queue)
    tone = options.tone
    startPlace = options.startPlace
    self.store = store
    colors = DisplayColors(options.displayProfile, of: setup.host)
    host = setup.host
    waker = setup.waker
    let layout = DockLayout(
      window: setup.size.size / setup.scale, viewport: nil,
      areas: setup.options.panels?.contains(.strip) == true
        ? setup.areas : setup.areas.subtracting([.strip]))
    room = Room(pixels: PixelRect(rounding: layout.viewport * setup.scale).size, scale: setup.scale)
  }

  /// Whether keys and double clicks animate: as the user has chosen, or else the desktop's setting now.
  var animates: Bool { settings.animates(unless: options.animates) }

  /// The desktop's settings.
  var settings: DesktopSettings { host.display.settings }

  /// The time now, in seconds.
  var time: Double { host.time }

  /// The processor time that the program has used, in seconds.
  var processorTime: Double { host.processorTime() }

  /// Wakes the window, on any thread.
  var wake: @Sendable () -> Void { { [waker] in waker.wake() } }

  /// How the picture of a file is turned or flipped.
  func turn(of file: FilePath) -> Orientation { turns[file] ?? .upright }

  /// Turns or flips the picture of a file from the next time on that it is opened.
  func turn(_ file: FilePath, by turn: Orientation) {
    setTurn(of: file, to: self.turn(of: file).followed(by: turn))
  }

  /// Has the picture of a file be turned or flipped in some way from the next time on that it is opened.
  func setTurn(of file: FilePath, to turn: Orientation) {
    turns[file] = turn == .upright ? nil : turn
  }

  /// Places the first picture as the command line asks for, once; returns what is to be said of that, or why it cannot be.
  ///
  /// - Parameters:
  ///   - content: The picture.
  ///   - scale: How large its pixels are; `nil` where that isn't known.
  ///   - isScaleKnown: False before its file was read for that, which what isn't plainly a pixel waits for.
  /// - Returns: A message, or `nil`.
  func placeFirst(
    _ content: OpenPicture, _ scale: PixelScale? = nil, isScaleKnown: Bool = false
  ) -> String? {
    guard let place = startPlace, !content.isNotice else { return nil }
    let info = content.picture.info
    guard isScaleKnown || place.isPixel(of: info.size) else {
      // Another picture isn't the first one.
      if let startFile, startFile != content.file { startPlace = nil }
      startFile = content.file
      return nil
    }
    startPlace = nil
    do throws(GoTo.Problem) {
      let (pixel, note) = try place.pixel(in: info, scale)
      content.view.show(
        pixel, scale: place.zoom, at: content.view.recorder.present, animated: false)
      return note
    } catch {
      return error.message
    }
  }

  /// How pictures that are shown are opened.
  var openingLimits: ImageLimits { options.openingLimits(tone) }

  /// How a picture that is shown is opened.
  func tone(of shown: OpenPicture) -> Tone {
    tone.applied(to: shown.picture.info, shown.file)
  }

  /// Maps samples of a picture to black and white, or no longer does, whichever of its channels are seen; makes one of a high dynamic
  /// range lighter or darker.
  func toggleTone(of shown: OpenPicture) {
    let info = shown.picture.info
    var next = self.tone(of: shown)
    if let shown = info.mix {
      let ranges = nextRanges(of: shown)
      // The channels that a file has by itself are those of that file alone.
      if case .mix(let mix) = next { next = .mix(mix.toned(to: ranges)) } else { next = ranges }
    } else if let stops = info.exposure {
      let stops = stops >= Tone.maximumExposure ? -Tone.maximumExposure : stops + 1
      next = stops == 0 ? .asNeeded : .exposure(stops)
    } else if info.tone != nil {
      next = .none
    } else {
      next = ownRange ?? .auto
    }
    guard case .mix(var chosen) = tone, let scope = chosen.scope else {
      tone = next
      return
    }
    if scope.contains(info, shown.file), case .mix(var mix) = next {
      mix.scope = scope
      tone = .mix(mix)
    } else if scope.contains(info, shown.file), scope.own != nil {
      chosen.scope?.own = next
      tone = .mix(chosen)
    } else {
      // What was chosen in another picture stays.
      chosen.scope?.others = next
      tone = .mix(chosen)
    }
  }

  /// The tone whose ranges channels have after ``toggleTone(of:)``.
  func nextRanges(of mix: ChannelMix) -> Tone { mix.isStretched ? .none : ownRange ?? .auto }

  /// The range that the user has given; `nil` without one.
  private var ownRange: Tone? {
    switch options.tone {
    case .range: options.tone
    case .mix(let mix): mix.parts.first?.range.map(Tone.range)
    case .none, .auto, .asNeeded, .exposure: nil
    }
  }

  /// Shows channels of a picture, and of those like it, from the next time on that they are opened.
  ///
  /// An empty mix is for its own colors: where others have channels that the command line asks for, for those of it alone.
  func show(_ mix: ChannelMix, of shown: OpenPicture) {
    var mix = mix
    let others = tone.ofOthers
    if mix.parts.isEmpty {
      guard case .mix = others else {
        tone = options.ownTone
        return
      }
    }
    mix.scope = ChannelMix.Scope(
      of: shown.picture.info, shown.file, others: others,
      own: mix.parts.isEmpty ? options.ownTone : nil)
    tone = .mix(mix)
  }

  /// The placement and the limits of a picture from a file.
  private var limits: PictureView.ZoomLimits { .init(maximum: options.maximumZoomScale) }

  /// Begins to decode a picture before any part of it is requested.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - store: The memory for its pixels.
  ///   - queue: Decodes the pictures of the window.
  ///   - cache: The folder of tile files; `nil` for none.
  ///   - waker: Woken when pixels have arrived.
  /// - Returns: The picture, which is being decoded.
  static func decode(
    _ source: any ImageSource, into store: TileStore, by queue: DecodeQueue, _ cache: CacheFolder?,
    waker: Waker
  ) -> TiledPicture {
    TiledPicture(source, store: store, queue: queue, cache: cache, wake: { waker.wake() })
  }

  /// Makes the view of a picture of a file, as it is first placed, or at a position.
  func view(of size: PixelSize, at position: PictureView.Position? = nil) -> PictureView {
    view(of: size, fit: options.fit ?? .fit, limits: limits, at: position)
  }

  /// Makes the view of a picture.
  func view(
    of size: PixelSize, fit: PictureView.Fit, limits: PictureView.ZoomLimits,
    at position: PictureView.Position? = nil
  ) -> PictureView {
    PictureView(
      size: size, viewport: room.pixels, scale: room.scale, fit: fit, limits: limits,
      position: position, log: CallbackLog())
  }

  /// Begins to load a picture in the place in which it will be shown.
  ///
  /// - Parameters:
  ///   - opened: The picture, and what is decoded of it.
  ///   - path: The file.
  ///   - position: What is shown of it; `nil` to place it again.
  ///   - waits: True if decoding waits until the picture is shown.
  /// - Returns: The picture.
  /// - Throws: An error if memory is short or the display is gone.
  func picture(
    _ opened: FileOpening.Opened, _ path: FilePath, at position: PictureView.Position?,
    waits: Bool
  ) throws(DrawingError) -> OpenPicture {
    let size = opened.source.info.size
    let view = view(of: size, at: position)
    let pyramid = Pyramid(size: size)
    let plan = FramePlan(view.frame(filter: options.filter), pyramid: pyramid)
    let picture = TiledPicture(
      opened.source, store: store, queue: queue, cache: options.cache,
      requests: plan.requests(resting: view.restingPlacement, pyramid: pyramid),
      tiles: opened.tiles, waits: waits, wake: wake)
    var made = try open(picture, view, file: path, status: opened.status)
    made.turn = opened.turn
    made.page = opened.page
    return made
  }

  /// Sets up the drawing of a picture that is being decoded.
  func open(
    _ picture: TiledPicture, _ view: PictureView, file: FilePath?, status: FileStatus?
  ) throws(DrawingError) -> OpenPicture {
    try OpenPicture(
      picture, view: view, store: store, maker: surfaces, file: file, status: status,
      startTime: time)
  }

  /// Makes a page that explains why a file, or a page of it, cannot be shown; or, without a file, why there is none.
  ///
  /// One that `mayBeOutdated` is checked again where its file was still being written when it could not be opened.
  func page(
    of file: FilePath?, _ status: FileStatus?, at place: FilePage = FilePage(),
    because problem: String, mayRetry: Bool = true, mayBeOutdated: Bool = false
  ) throws(DrawingError) -> OpenPicture {
    let isUnknown = mayBeOutdated && status?.isRecent == true
    var page = try emptyPage(of: file, isUnknown ? nil : status)
    (page.problem, page.mayRetry) = (problem, mayRetry)
    page.page = place
    return page
  }

  /// Makes a page that explains why none of some files can be shown.
  func page(of files: AlbumArguments, because problem: String) throws(DrawingError) -> OpenPicture {
    var page = try page(
      of: files.album.currentPath, files.pageStatus, because: problem, mayRetry: files.mayRetry)
    page.isAboutFolder = files.isProblemOfFolder
    return page
  }

  /// Makes what is shown until the first picture is opened.
  func placeholder() throws(DrawingError) -> OpenPicture {
    var page = try emptyPage(of: nil, nil)
    page.isPlaceholder = true
    return page
  }

  /// Makes the empty place of a picture that is being opened.
  func place(of file: FilePath) throws(DrawingError) -> OpenPicture {
    var page = try emptyPage(of: file, nil)
    page.isAwaited = true
    return page
  }

  /// Makes the page that a window without pictures begins with.
  func startPage() throws(DrawingError) -> OpenPicture {
    var page = try emptyPage(of: nil, nil)
    page.isStart = true
    return page
  }

  /// Makes a picture that is in no file, such as a grid.
  func drawing(
    _ source: any ImageSource, fit: PictureView.Fit, limits: PictureView.ZoomLimits
  ) throws(DrawingError) -> OpenPicture {
    let source = (source as? Grid)?.lettered(at: room.scale) ?? source
    let picture = TiledPicture(source, store: store, queue: queue, cache: options.cache, wake: wake)
    return try open(
      picture, view(of: source.info.size, fit: fit, limits: limits), file: nil, status: nil)
  }

  private func emptyPage(
    of file: FilePath?, _ status: FileStatus?
  ) throws(DrawingError) -> OpenPicture {
    let source = UnreadablePicture()
    let picture = TiledPicture(source, store: store, queue: queue, wake: {})
    let view = view(of: source.info.size, fit: .fit, limits: limits)
    return try open(picture, view, file: file, status: status)
  }

  /// Makes the first picture of a window, or a page that explains why it cannot be shown.
  ///
  /// - Parameters:
  ///   - files: The files of the command line.
  ///   - early: The picture, if it is being decoded already.
  /// - Returns: The picture or the page.
  /// - Throws: An error if memory is short or the display is gone.
  func first(of files: AlbumArguments, _ early: TiledPicture?) throws(DrawingError) -> OpenPicture {
    let path = files.album.currentPath
    guard let first = files.first else { return try page(of: files, because: files.problem ?? "") }
    let picture =
      early
      ?? TiledPicture(first.source, store: store, queue: queue, cache: options.cache, wake: wake)
    var made = try open(picture, view(of: picture.info.size), file: path, status: first.status)
    made.page = first.page
    return made
  }
}

/// The colors of a window's display, to which pictures are converted as they are uploaded.
final class DisplayColors {
  let surfaces: DisplaySurfaces
  /// The name of the profile in use.
  private(set) var name = ""
  private let choice: DisplayProfileChoice
  /// The profile of the monitor; `nil` where it has none.
  private var bytes: [UInt8]?

  init(_ choice: DisplayProfileChoice, of host: any Host) {
    self.choice = choice
    surfaces = DisplaySurfaces(host.surfaces)
    switch choice {
    case .auto: bytes = host.profile()
    case .none: break
    case .profile(let file): bytes = file
    }
    apply()
  }

  /// Follows the window to another monitor, or a change of its profile; returns whether pictures have other colors.
  func update(from host: any Host) -> Bool {
    guard choice == .auto else { return false }
    let next = host.profile()
    guard next != bytes else { return false }
    bytes = next
    let before = surfaces.profile
    apply()
    return before?.converts == true || surfaces.profile?.converts == true
  }

  private func apply() {
    surfaces.profile = bytes.flatMap { DisplayProfile($0) }
    name = surfaces.profile?.name ?? (choice == .none ? "sRGB (--display-profile none)" : "sRGB")
    if bytes != nil, surfaces.profile == nil { name = "sRGB (the monitor's profile is not usable)" }
  }
}

extension PictureView {
  /// Has a double tap or a double click fit the picture into the window, or enlarge it.
  ///
  /// - Parameters:
  ///   - settings: Returns the desktop's settings, which have the limits of double clicks.
  ///   - animates: Returns whether the change is animated.
  func toggleFitOnDoubleTap(
    within settings: @escaping () -> DesktopSettings, animates: @escaping () -> Bool
  ) {
    addDoubleTap(within: { DoubleClick.Limits(settings()) }) { [weak self] place in
      self?.toggleFit(around: place, animated: animates())
    }
  }
}

extension DoubleClick.Limits {
  /// The time and the distance where the desktop names only one of them, as of taps. [C]
  private static let (usualTime, usualDistance) = (0.35, 45.0)

  /// The desktop's limits; `nil` where it has none, and double clicks are the engine's double taps.
  init?(_ settings: DesktopSettings) {
    guard settings.doubleClickTime != nil || settings.doubleClickDistance != nil else { return nil }
    self.init(
      time: settings.doubleClickTime ?? Self.usualTime,
      distance: settings.doubleClickDistance ?? Self.usualDistance)
  }
}
