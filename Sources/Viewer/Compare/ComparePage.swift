import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Pictures over or beside each other in a window, moved by one scroll view.
final class ComparePage: SurfacePage {
  /// What a touch or a gesture moves: what lies where it begins.
  enum Owner: Hashable {
    /// The scroll view, by the viewport whose corner is at a place in the window, in points.
    case view(corner: Point)
    /// The plate; what was pressed there.
    case plate(ComparePlate.Target)
    /// The menu.
    case menu
    /// The line of the wipe.
    case divider
    /// Picture B, which is moved over A.
    case pictureB
  }

  var needsDisplay = true
  let compared: ComparedPictures
  let options: PictureOptions
  let setup: WindowSetup
  /// Called to return to the album; `nil` for a window that has none.
  let didLeave: (() -> Void)?
  private(set) weak var window: WindowController?
  var settings: CompareSettings
  /// The places of the pictures, each over A.
  private(set) var layouts: [PairLayout]
  /// The one scroll view; its content is the canvas that all pictures lie on.
  private(set) var view: PictureView
  var filter: FilterRule
  var backdrop: Backdrop
  /// Whether the user wants the names and the summary.
  var wantsPlates = true
  /// Whether the list of commands lies over the pictures, which no plate does then.
  private(set) var isBelowCommands = false
  /// The menu of the modes.
  var menu = Menu<CompareKeyCommand>()
  /// What has the touches and gestures that have begun.
  var captures = Captures<Owner>()
  /// The pointer's place, in points; `nil` if it has left the content.
  var pointer: Point?
  /// Whether the pointer is over the plate.
  var isOverPlate = false
  /// The modifier keys that are held.
  private(set) var modifiers: Modifiers = []
  /// Where the drag of B was last, in points, and what it has moved less than a pixel.
  var lastDrag = Point.zero
  var partOfPixel = Point.zero
  /// Where the pointer was when B was scaled or turned last, and where B was left; `nil` before that.
  var scaling: (place: Point, offset: PairOffset)?
  /// The part of a step that the wheel has turned over the plate.
  var partOfStep = 0.0
  private var room: Room
  private var zoom = ZoomReading()
  /// When blinking shows the other picture, in seconds.
  private var blinkTime: Double?

  /// What is seen of a picture.
  typealias Place = (number: Int, position: PictureView.Position)

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - compared: The pictures.
  ///   - settings: How they are shown first.
  ///   - options: The options for pictures.
  ///   - room: The place of the content in the window.
  ///   - place: What is seen of one of the pictures, and stays; `nil` to place them by the options.
  ///   - setup: The window.
  ///   - didLeave: Called to return to the album; `nil` for a window that has none.
  init(
    _ compared: ComparedPictures, _ settings: CompareSettings, _ options: PictureOptions,
    room: Room, at place: Place? = nil, in setup: WindowSetup, didLeave: (() -> Void)? = nil
  ) {
    self.compared = compared
    self.settings = settings
    self.options = options
    self.room = room
    self.setup = setup
    self.didLeave = didLeave
    layouts = Self.layouts(compared, settings)
    (filter, backdrop) = (options.filter, options.backdrop)
    view = Self.view(of: layouts[0].canvas, settings, room, options, position: place?.position)
    addDoubleTap()
    if let place { keep(place) }
    compared.measurement.begin(layout, of: settings.b)
  }

  /// Keeps what was in the middle there, since the canvas may be larger than the picture.
  private func keep(_ place: Place) {
    let (position, time) = (place.position, setup.host.time)
    view.returnToRange(at: time, animated: false)
    guard !position.isFitted, !position.isEnlarged, layout.canvas != position.size else { return }
    let size = position.size.size
    let middle = Point(position.center.x * size.width, position.center.y * size.height)
    view.show(
      middle + layouts[place.number].frames.b.rect.origin, scale: view.scrollView.zoomScale,
      at: time, animated: false)
  }

  private static func layouts(
    _ compared: ComparedPictures, _ settings: CompareSettings
  ) -> [PairLayout] {
    PairLayout.layouts(
      compared.sizes, place: settings.place, adjustments: settings.adjustments,
      mapped: compared.mapped)
  }

  /// The places of A and B.
  var layout: PairLayout { layouts[settings.b] }

  /// Makes the view of the canvas that all pictures lie on.
  private static func view(
    of canvas: PixelSize, _ settings: CompareSettings, _ room: Room, _ options: PictureOptions,
    position: PictureView.Position?
  ) -> PictureView {
    let view = PictureView(
      size: canvas, viewport: viewports(settings, room).main.size, scale: room.scale,
      fit: options.fit ?? .fit, limits: .init(maximum: options.maximumZoomScale),
      position: position)
    view.recorder.isEnabled = false
    return view
  }

  private static func viewports(_ settings: CompareSettings, _ room: Room) -> CompareViewports {
    CompareViewports(
      room.pixels, count: settings.mode == .sideBySide ? settings.count : 1, scale: room.scale)
  }

  var viewports: CompareViewports { Self.viewports(settings, room) }
  var scale: Double { room.scale }
  var size: Size { room.size }
  var animates: Bool { setup.host.display.settings.animates(unless: options.animates) }

  private func addDoubleTap() {
    view.toggleFitOnDoubleTap(within: { [setup] in setup.host.display.settings }) { [weak self] in
      self?.animates == true
    }
  }
}

// MARK: - In the window

extension ComparePage {
  var title: String {
    let (a, b) = (compared.names[0].isolated, compared.names[settings.b].isolated)
    let others = settings.count - 2
    return "\(a) and \(b)\(others > 0 ? ", and \(others) more" : "") – Overscroll"
  }

  var traits: PageTraits {
    PageTraits(isTyping: menu.isShown, needsFrames: view.window.needsAdvance)
  }

  var commands: [CommandItem] { CompareKeys.table.items { $0 != .window(.showCommands) } }

  func cursor(isHeld: Bool) -> Cursor {
    isOverPlate || menu.isShown ? .arrow : isHeld ? .closedHand : .openHand
  }

  func handle(_ input: PageInput) {
    switch input {
    case .appears(let window):
      self.window = window
      view.flashIndicators(at: setup.host.time)
      if settings.isBlinking { blinkTime = setup.host.time + CompareSettings.blinkInterval }
    case .disappears:
      menu.hide()
      compared.measurement.end()
    case .resized(let room, let time): resize(to: room, at: time)
    case .messageChanged: needsDisplay = true
    case .pointer(let location): pointerMoved(to: location)
    case .button(let button, let isPressed, let place):
      handleButton(button, isPressed: isPressed, at: place)
    case .modifiers(let held): modifiers = held
    case .received: show("Files cannot be dropped here; close the comparison first.")
    case .handled: if view.window.needsAdvance { needsDisplay = true }
    case .frame(let time):
      view.advance(to: time)
      needsDisplay = true
    case .due(let topic, let time): timeReached(topic, at: time)
    case .wakeUp:
      let hasArrived = compared.drainArrivals()
      if compared.measurement.drain() || hasArrived || compared.progress != nil {
        needsDisplay = true
      }
    default: break
    }
  }

  private func resize(to room: Room, at time: Double) {
    self.room = room
    menu.resize(to: room.size)
    view.scale = room.scale
    view.resize(to: viewports.main.size, at: time)
    needsDisplay = true
  }

  func show(_ text: String) { setup.message.show(text) }

  /// Returns to the album; returns false if there is none.
  func leave() -> Bool {
    didLeave?()
    return didLeave != nil
  }
}

// MARK: - Settings

extension ComparePage {
  /// Changes how the pictures are shown, which is seen with the next frame.
  func change(at time: Double, _ body: (inout CompareSettings) -> Void) {
    let before = settings
    body(&settings)
    guard settings != before else { return }
    needsDisplay = true
    if settings.mode != before.mode {
      view.resize(to: viewports.main.size, at: time)
      cancelInput()
    }
    if settings.isBlinking != before.isBlinking {
      blinkTime = settings.isBlinking ? time + CompareSettings.blinkInterval : nil
    }
    if settings.place != before.place || settings.adjustments != before.adjustments
      || settings.b != before.b
    {
      placeAgain(at: time)
    }
    if settings.b != before.b { setup.host.perform(.title(title)) }
  }

  /// Aligns the pictures according to the settings, and keeps the pixel of A in the middle there.
  private func placeAgain(at time: Double) {
    let old = layout
    layouts = Self.layouts(compared, settings)
    if layout.canvas != old.canvas || layout.frames.a != old.frames.a {
      let middle = middleOfA(in: old)
      let position = view.position
      cancelInput()
      view = Self.view(of: layout.canvas, settings, room, options, position: position)
      addDoubleTap()
      view.returnToRange(at: time, animated: false)
      if !position.isFitted { show(pixelOfA: middle, at: time, animated: false) }
    }
    compared.measurement.begin(layout, of: settings.b)
  }

  /// The pixel of A in the middle of the viewport.
  private func middleOfA(in layout: PairLayout) -> Point {
    let placement = view.placement
    let middle = viewports.main.size.size / 2
    return (Point(middle.width, middle.height) - placement.origin) / placement.scale
      - layout.frames.a.rect.origin
  }

  /// Scrolls a pixel of A to the middle of the viewport.
  func show(pixelOfA pixel: Point, at time: Double, animated: Bool) {
    view.show(pixel + layout.frames.a.rect.origin, scale: nil, at: time, animated: animated)
    needsDisplay = true
  }

  /// Goes to the greatest difference, enlarged enough to tell pixels apart.
  func goToGreatest(at time: Double) {
    guard case .done(let verdict) = compared.measurement.state else {
      return show("The pictures are still being compared.")
    }
    guard let place = verdict.maximumPlace else { return show(verdict.sameness) }
    // What is gone to can't be seen.
    if let samples = verdict.finerDifferences, verdict.statistics.isIdentical {
      show(samples.message)
    }
    let pixel = Point(Double(place.x) + 0.5, Double(place.y) + 0.5)
    view.show(
      pixel + layout.frames.a.rect.origin,
      scale: max(view.scrollView.zoomScale, min(Self.closeScale * scale, options.maximumZoomScale)),
      at: time, animated: animates)
    needsDisplay = true
  }

  /// The scale at which a single pixel is shown, in points per picture pixel. [C]
  private static let closeScale = 8.0
}

// MARK: - Time

extension ComparePage {
  func schedule(_ scheduler: inout Scheduler) {
    scheduler.schedule(.blink, at: blinkTime)
    scheduler.schedule(.zoom, at: zoom.deadline)
  }

  private func timeReached(_ topic: Topic, at time: Double) {
    switch topic {
    case .blink: blink(at: time)
    case .zoom: zoom.expire(at: time)
    default: return
    }
    needsDisplay = true
  }

  private func blink(at time: Double) {
    guard settings.isBlinking, let blinkTime else { return self.blinkTime = nil }
    settings.blink()
    // At regular intervals, except after a pause in which nothing was shown.
    self.blinkTime =
      max(blinkTime, time - CompareSettings.blinkInterval) + CompareSettings.blinkInterval
  }
}

extension Topic {
  fileprivate static let blink = Topic("blink")
  fileprivate static let zoom = Topic("zoom")
}

// MARK: - Drawing

extension ComparePage {
  func willDraw(belowCommands isBelowCommands: Bool) { self.isBelowCommands = isBelowCommands }

  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError) {
    guard surface.size == room.pixels else { return }
    // Changes by input since the last refresh are shown at once.
    view.recorder.frame(at: view.recorder.present)
    var frame = view.frame(filter: filter)
    frame.backdrop = backdrop
    let indicators = frame.indicators
    frame.indicators = []
    let scene = CompareScene(frame, layouts, b: settings.b, settings.content, in: viewports)
    let resting = view.restingPlacement
    let isUnfinished = try compared.draw(
      scene,
      // What comes into view of a turned picture is not asked for.
      resting: layouts.indices.map {
        scene.turns[$0] == nil
          ? resting.placement(ofBIn: layouts[$0]) : scene.frames[$0].placement
      },
      direction: TravelDirection(view.scrollView.contentVelocity, least: Self.prefetchSpeed),
      under: overlays(indicators, frame), on: surface, by: setup.host.surfaces)
    if isUnfinished { needsDisplay = true }
  }

  /// The speed of the content from which tiles ahead of it are decoded, in points per second. [C]
  private static let prefetchSpeed = 50.0

  /// What lies over the pictures.
  private func overlays(_ indicators: [Indicator], _ frame: Frame) -> Frame {
    var overlays = Frame(viewport: room.pixels, placement: frame.placement)
    overlays.scale = scale
    overlays.backdrop = backdrop
    overlays.contrast = setup.host.display.settings.contrast
    overlays.indicators = viewports.all.flatMap { viewport in
      indicators.map { indicator in
        var indicator = indicator
        indicator.frame.origin = indicator.frame.origin + viewport.rect.origin
        return indicator
      }
    }
    overlays.progress = compared.progress
    let now = setup.host.time
    zoom.follow(frame, of: view, at: now)
    overlays.layers =
      isBelowCommands
      ? plates.lines
      : plates.layers(zoom.plate, message: setup.message.text ?? damage, showsPlates: showsPlates)
    if let menu = menu.picture { overlays.layers.append(menu.layer) }
    return overlays
  }

  private var damage: String? {
    compared.damage.map { "\(settings.letter(of: $0.picture)): \($0.message)" }
  }

  /// Whether the names and the summary are shown: the list of commands would cut through them.
  var showsPlates: Bool { wantsPlates && !isBelowCommands }

  /// The names, the line and the plate.
  var plates: CompareOverlays {
    CompareOverlays(
      settings: settings, layout: layout, names: compared.names,
      measurement: compared.measurement.state, room: size,
      viewports: viewports.all.map { $0.rect * (1 / scale) }, pointer: pointer)
  }
}
