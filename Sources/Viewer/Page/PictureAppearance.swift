import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollGeometry

/// The appearance of a picture window: the surroundings and the overlays of a picture.
struct PictureAppearance {
  /// The interpolation of pictures.
  var filter: FilterRule
  var backdrop: Backdrop
  var showsHUD = false
  /// True if lines separate enlarged pixels.
  var showsPixelGrid = true
  /// True if pixels that are clipped are striped.
  var showsClipping = false
  /// True if something that can be dropped is over the window.
  var isDropTarget = false
  var isFullscreen = false
  /// The name and the number of the picture.
  var caption = PictureCaption()
  /// The scale, while it changes.
  var zoom = ZoomReading()
  /// The rectangle that the user has chosen, and the file that is being saved.
  var selection = SelectionController()
  var ruler = RulerController()
  var saver = PictureSaver()
  var minimap: MinimapController
  /// The controls that appear while the pointer moves.
  var controls = PictureControls()
  /// The pixel at the pointer.
  var reader: PixelReader
  /// What the user types into, and the list of all commands.
  var field = FieldController()
  /// Until when keys are those of a field that is gone, since another picture is shown, in seconds.
  var typingEnd = -Double.infinity
  var commands: CommandController
  /// How large the picture's pixels are.
  var scale: ScaleController
  /// What can be clicked on a page in place of a picture.
  var notices = NoticeController()
  /// What the file says of its picture.
  var information = InformationController()
  /// The channels of the picture.
  var channels = ChannelsController()
  /// The distance between neighboring overlays, in points. [C]
  private static let gap = 8.0

  init(_ maker: PictureMaker, commands: CommandController) {
    filter = maker.options.filter
    backdrop = maker.options.backdrop
    controls.isOn = maker.options.showsControls
    scale = ScaleController(isOn: maker.options.showsScaleBar, given: maker.options.pixelScale)
    reader = PixelReader(wake: maker.wake)
    minimap = MinimapController(animates: maker.animates)
    self.commands = commands
    settingsDidChange(maker)
  }

  /// Follows the desktop's settings.
  mutating func settingsDidChange(_ maker: PictureMaker) {
    minimap.animates = maker.animates
    information.panel.animates = maker.animates
    selection.dragThreshold = maker.settings.dragThreshold ?? SelectionController.slop
  }
}

extension PictureAppearance {
  /// Returns the frame of the picture that is shown, without frame statistics.
  ///
  /// - Parameters:
  ///   - context: What is shown.
  ///   - message: What the window says.
  ///   - marks: The marks of touches, which lie over the picture.
  ///   - isDisplaced: True for a picture that a drag moves, which has no reading at the pointer.
  /// - Returns: The frame.
  mutating func frame(
    _ context: PictureContext, message: String?, marks: OverlayLayer?, isDisplaced: Bool = false
  ) -> Frame {
    let (content, maker) = (context.content, context.maker)
    var frame = content.view.frame(filter: filter.rule(for: content.picture.info))
    // With reduced motion, nothing fades.
    if !maker.animates {
      for index in frame.indicators.indices { frame.indicators[index].opacity = 1 }
    }
    frame.backdrop = backdrop
    frame.contrast = maker.settings.contrast
    frame.showsPixelGrid = showsPixelGrid
    frame.showsClipping = showsClipping
    frame.notice = notices.follow(
      NoticeController.page(of: content, context.album), in: maker.room)
    frame.isDropTarget = isDropTarget
    frame.field = field.plate(in: maker.room.pixels)
    frame.progress = progress(context)
    frame.message = self.message(message, context)
    let now = maker.time
    zoom.follow(frame, of: content.view, at: now)
    caption.follow(
      content.file, page: content.page.isPlaying ? 0 : content.page.index,
      isFullscreen: isFullscreen, at: now)
    scale.follow(context)
    var pixel = reader.read(
      frame, of: content, isCovered: isDisplaced || minimap.hasPointer || controls.hasPointer)
    if let place = pixel?.pixel { pixel?.place = scale.place(of: place, in: content, maker.room) }
    let shown = pixel.map { ReadingLayer.layer($0, in: maker.room.size) }
    // Where a field lies, text is typed.
    let field = frame.field.map { fieldArea($0, in: frame) }
    let reading = field.map { shown?.area.intersects($0) ?? false } == true ? nil : shown
    frame.lowerPlates = reading.map { maker.room.size.height - $0.area.minY } ?? 0
    frame.minimap = minimap.follow(
      frame, of: content.view, above: Self.room(for: reading, in: frame), at: now)
    frame.minimap?.revision = content.compositor.minimapRevision
    if let field, let map = frame.minimap, (map.area.rect * (1 / frame.scale)).intersects(field) {
      frame.minimap = nil
    }
    zoom.makeRoom(above: frame.minimap)
    let controls = self.controls(over: frame, context, reading, at: now)
    if let controls {
      frame.lowerPlates = max(frame.lowerPlates, maker.room.size.height - controls.area.minY + 4)
    }
    let pixelSide = frame.placement.scale / frame.scale
    var scales = scale.layers(
      context, zoom: pixelSide, above: reading.map { $0.area.height + Self.gap } ?? 0)
    if let field, scales.contains(where: { $0.area.intersects(field) }) {
      scales = scale.layers(
        context, zoom: pixelSide, above: maker.room.size.height - field.minY)
    }
    // The list of commands leaves no parts of plates beside it.
    let list = commands.layer(in: maker.room)
    // A page has no scale.
    let others = [
      reading, captionPlate(context), slideshowPlate(context),
      content.isNotice ? nil : zoom.plate, controls,
    ]
    let plates = (scales + others.compactMap(\.self)).filter {
      !(list?.area.intersects($0.area) ?? false)
    }
    frame.layers = ([marks] + plates + [list]).compactMap(\.self)
    frame.layers.insert(contentsOf: selection.layers(over: frame), at: 0)
    let rulers = ruler.layers(
      over: frame, of: content, scale.measure(of: content), in: maker.room.size)
    frame.layers.insert(contentsOf: rulers, at: 0)
    frame.recording =
      context.recording == .off ? nil : context.recording == .waiting ? .waiting : .running
    return frame
  }

  /// Returns the overlays over the pictures that a drag moves.
  mutating func overlays(
    _ context: PictureContext, message: String?, marks: OverlayLayer?, hasNeighbor: Bool
  ) -> Frame {
    var frame = frame(context, message: message, marks: marks, isDisplaced: true)
    frame.indicators = []
    frame.layers.removeAll {
      $0.content is SelectionLayer || $0.content is RulerLayer || $0.content is RulerPlate
    }
    // A page moves with the row.
    frame.notice = nil
    if hasNeighbor { frame.message = self.message(message, context, hasNeighbor: true) }
    return frame
  }

  /// Returns the frame of a picture without anything over it.
  func plainFrame(of picture: OpenPicture, _ context: PictureContext) -> Frame {
    var frame = picture.view.frame(filter: filter.rule(for: picture.picture.info))
    frame.indicators = []
    frame.backdrop = backdrop
    frame.contrast = context.maker.settings.contrast
    frame.showsClipping = showsClipping
    frame.showsPixelGrid = showsPixelGrid
    frame.notice = NoticeController.page(of: picture, context.album)?.notice
    return frame
  }

  /// Returns the surroundings and the overlays of the overview.
  mutating func surroundings(
    _ context: PictureContext, message: String?
  ) -> Overview.Surroundings {
    let maker = context.maker
    var surroundings = Overview.Surroundings()
    surroundings.backdrop = backdrop
    surroundings.contrast = maker.settings.contrast
    // None that is about the picture, which the overview covers.
    surroundings.message =
      message ?? context.works.text(at: maker.time) ?? context.album?.loadingLabel(at: maker.time)
    surroundings.isDropTarget = isDropTarget
    surroundings.field = field.plate(in: maker.room.pixels)
    surroundings.layers = commands.layer(in: maker.room).map { [$0] } ?? []
    return surroundings
  }

  /// The controls, above plates that they would cover.
  private mutating func controls(
    over frame: Frame, _ context: PictureContext, _ reading: OverlayLayer?, at now: Double
  ) -> OverlayLayer? {
    let room = context.maker.room
    guard frame.field == nil else {
      controls.hide()
      return nil
    }
    let others =
      [reading?.area, frame.minimap.map { $0.area.rect * (1 / frame.scale) }, zoom.plate?.area]
      .compactMap(\.self)
    let lowest = PictureControls.Layout(in: room.size, above: 0)?.capsule
    let covered = others.filter { lowest?.insetBy(dx: -Self.gap, dy: 0).intersects($0) == true }
    let bottom = covered.map {
      room.size.height - $0.minY - PictureControls.Layout.margin + Self.gap
    }
    let selection = selection.rect.map {
      Rect(
        origin: $0.rect.origin * frame.placement.scale + frame.placement.origin,
        size: $0.rect.size * frame.placement.scale) * (1 / frame.scale)
    }
    return controls.follow(
      context, scale: frame.placement.scale, above: max(bottom.max() ?? 0, 0),
      selection: selection, keys: commands.keys, isKept: commands.isShown, at: now)
  }

  /// The place of a field, in points.
  private func fieldArea(_ field: FieldOverlay, in frame: Frame) -> Rect {
    field.area(in: frame.viewport, scale: frame.scale).rect * (1 / frame.scale)
  }

  /// The distance by which a map is raised above a plate in the other corner, in points.
  private static func room(for plate: OverlayLayer?, in frame: Frame) -> Double {
    guard let plate, let map = Minimap(of: frame) else { return 0 }
    let left = Double(map.area.x) / frame.scale - gap
    return plate.area.maxX > left ? plate.area.height + gap : 0
  }

  private func captionPlate(_ context: PictureContext) -> OverlayLayer? {
    guard caption.isShown, let text = context.album?.caption(of: context.content) else {
      return nil
    }
    return PlateLayer.layer(text, .top, in: context.maker.room.size)
  }

  private func slideshowPlate(_ context: PictureContext) -> OverlayLayer? {
    context.slideshowPlate.map { PlateLayer.layer($0, .top, in: context.maker.room.size) }
  }

  private func progress(_ context: PictureContext) -> Frame.Progress? {
    let content = context.content
    if let work = context.works.latest(at: context.maker.time) {
      return work.fraction.map(Frame.Progress.part) ?? .unknown
    }
    guard let since = content.loadingSince,
      context.maker.time - since >= RedrawState.progressDelay
    else { return nil }
    guard case .loading(let part) = content.picture.state else { return .unknown }
    return part.map(Frame.Progress.part) ?? .unknown
  }

  private func message(
    _ message: String?, _ context: PictureContext, hasNeighbor: Bool = false
  ) -> String? {
    if let message = message ?? context.works.text(at: context.maker.time) { return message }
    if !hasNeighbor, let label = context.album?.loadingLabel(at: context.maker.time) {
      return label
    }
    return if case .damaged(let damage) = context.content.picture.state { damage } else { nil }
  }
}

extension RecorderPanels {
  /// The marks of touches, as they lie over a picture.
  var marksLayer: OverlayLayer? {
    guard let marks = shownMarks, let area = marks.bounds(at: time) else { return nil }
    return OverlayLayer(MarksLayer(marks: marks, time: time), area: area)
  }
}

/// The marks of touches at a time.
private struct MarksLayer: OverlayContent {
  let marks: TouchMarks
  let time: Double

  func draw(on canvas: Canvas) { marks.draw(on: canvas, at: time) }
}

/// The name and number over the picture, since full screen hides the window's title: shown for a while at each picture and page, or
/// permanently.
struct PictureCaption {
  /// How long it is shown at each picture in full screen, in seconds. [C]
  static let duration = 2.0

  /// Whether the user has asked for it.
  var isPinned = false
  /// What was shown last.
  private var last: (file: FilePath?, page: Int, isFullscreen: Bool)?
  /// When it disappears, in seconds; `nil` if it is hidden or stays.
  private(set) var deadline: Double?

  /// Follows the picture that is shown.
  mutating func follow(_ file: FilePath?, page: Int = 0, isFullscreen: Bool, at now: Double) {
    expire(at: now)
    let isNew = last.map { $0 != (file, page, isFullscreen) } ?? true
    if isNew { deadline = isFullscreen ? now + Self.duration : nil }
    last = (file, page, isFullscreen)
  }

  /// Hides it once its time is up.
  mutating func expire(at now: Double) {
    if let deadline, now >= deadline { self.deadline = nil }
  }

  var isShown: Bool { isPinned || deadline != nil }
}

/// The scale of the picture as a percentage, which is shown for a while when it changes.
struct ZoomReading {
  /// How long the scale is shown after the last change, in seconds. [C]
  static let duration = 1.0
  /// The distance by which the scale is closer to a map than to the window's edge, in points. [C]
  private static let gap = 6.0

  /// What the last frame showed.
  private struct Shown: Hashable {
    var view: ObjectIdentifier
    var viewport: PixelSize
    /// The device pixels per picture pixel.
    var zoom: Double
    /// The device pixels per point.
    var scale: Double
  }

  private var last: Shown?
  /// When the scale disappears, in seconds; `nil` while it is hidden.
  private(set) var deadline: Double?
  /// The height of a map below the plate, with the gap between them, in points.
  private var lift = 0.0

  /// Follows the frames of a window; a picture that is opened, or follows the size of the window, shows no scale.
  mutating func follow(_ frame: Frame, of view: PictureView, at now: Double) {
    let new = Shown(
      view: ObjectIdentifier(view), viewport: frame.viewport, zoom: frame.placement.scale,
      scale: frame.scale)
    defer { last = new }
    expire(at: now)
    var before = last
    before?.zoom = new.zoom
    guard before == new else { return deadline = nil }
    if last?.zoom != new.zoom { deadline = now + Self.duration }
  }

  /// Hides the scale once its time is up.
  mutating func expire(at now: Double) {
    if let deadline, now >= deadline { self.deadline = nil }
  }

  /// Places the scale above a map, where it stays until it is hidden.
  mutating func makeRoom(above minimap: Minimap?) {
    if deadline == nil { lift = 0 }
    guard let last, let minimap else { return }
    lift = Double(last.viewport.height - minimap.area.y) / last.scale - Self.gap
  }

  /// The plate at the lower right of the window, above a map; `nil` while it is hidden.
  var plate: OverlayLayer? {
    guard deadline != nil, let last else { return nil }
    return PlateLayer.layer(
      Self.text(last.zoom), .lowerRight(above: lift), in: last.viewport.size / last.scale)
  }

  /// Returns a scale as a percentage, such as `50 %`: whole, or with the decimals that distinguish small scales.
  static func text(_ zoom: Double) -> String {
    let percent = zoom * 100
    let decimals = percent >= 9.95 ? 0 : percent >= 0.995 ? 1 : 2
    return NumberText.fixed(percent, decimals: decimals) + "\u{A0}%"
  }
}
