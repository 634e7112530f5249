import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollGeometry

/// The appearance of a picture window: the surroundings and the overlays of a picture.
final class PictureFrames {
  /// The interpolation of pictures.
  var filter: FilterRule
  var backdrop: Backdrop
  var showsHUD: Bool
  /// True if lines separate enlarged pixels.
  var showsPixelGrid = true
  /// True if something that can be dropped is over the window.
  var isDropTarget = false
  var isFullscreen = false
  /// The name and the number of the picture.
  var caption = PictureCaption()
  /// The scale, while it changes.
  var zoom = ZoomReading()
  /// The rectangle that the user has chosen, and the file that is being saved.
  var selection = SelectionController()
  var saver = PictureSaver()
  var minimap: MinimapController
  /// The pixel at the pointer.
  var reader: PixelReader
  /// What the user types into, and the list of all commands.
  var field = FieldController()
  var commands: CommandController
  /// What the file says of its picture.
  let information: InformationController
  /// The distance between neighboring overlays, in points. [C]
  private static let gap = 8.0
  private let maker: PictureMaker
  private let album: AlbumController?
  private let takes: Recording
  private let panels: RecorderPanels

  init(
    _ maker: PictureMaker, _ album: AlbumController?, _ takes: Recording, _ panels: RecorderPanels,
    commands: CommandController
  ) {
    filter = maker.options.filter
    backdrop = maker.options.backdrop
    showsHUD = maker.options.showsHUD
    reader = PixelReader(wake: maker.wake)
    minimap = MinimapController(animates: maker.animates)
    information = InformationController(maker, album)
    self.maker = maker
    self.album = album
    self.takes = takes
    self.commands = commands
    self.panels = panels
    settingsDidChange()
  }

  /// Follows the desktop's settings.
  func settingsDidChange() {
    minimap.animates = maker.animates
    information.panel.animates = maker.animates
    selection.dragThreshold = maker.settings.dragThreshold ?? SelectionController.slop
  }
}

extension PictureFrames {
  /// Returns the frame of a picture, without frame statistics; a displaced picture has no reading at the pointer.
  func frame(of content: OpenPicture, isDisplaced: Bool = false) -> Frame {
    var frame = content.view.frame(filter: filter)
    // With reduced motion, nothing fades.
    if !maker.animates {
      for index in frame.indicators.indices { frame.indicators[index].opacity = 1 }
    }
    frame.backdrop = backdrop
    frame.contrast = maker.settings.contrast
    frame.showsPixelGrid = showsPixelGrid
    frame.page = page(of: content)
    frame.isDropTarget = isDropTarget
    frame.field = field.plate(in: maker.room.pixels)
    frame.progress = progress(of: content)
    frame.message = message(over: content)
    let now = maker.time
    zoom.follow(frame, of: content.view, at: now)
    caption.follow(
      content.file, page: content.page.isPlaying ? 0 : content.page.index,
      isFullscreen: isFullscreen, at: now)
    let shown = reading(in: frame, of: content, isCovered: isDisplaced || minimap.hasPointer)
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
    // The list of commands leaves no parts of plates beside it.
    let list = commands.layer(in: maker.room)
    let plates = [reading, captionPlate(of: content), zoom.plate].compactMap(\.self).filter {
      !(list?.area.intersects($0.area) ?? false)
    }
    frame.layers = ([marks] + plates + [list]).compactMap(\.self)
    frame.layers.insert(contentsOf: selection.layers(over: frame), at: 0)
    frame.recording = takes.state == .off ? nil : takes.state == .waiting ? .waiting : .running
    return frame
  }

  /// Returns the overlays over the pictures that a drag moves.
  func overlays(over content: OpenPicture, hasNeighbor: Bool) -> Frame {
    var frame = frame(of: content, isDisplaced: true)
    frame.indicators = []
    frame.layers.removeAll { $0.content is SelectionLayer }
    // A page moves with the row.
    frame.page = nil
    if hasNeighbor { frame.message = message(over: content, hasNeighbor: true) }
    return frame
  }

  /// Returns the frame of a picture without anything over it.
  func plainFrame(of picture: OpenPicture) -> Frame {
    var frame = picture.view.frame(filter: filter)
    frame.indicators = []
    frame.backdrop = backdrop
    frame.contrast = maker.settings.contrast
    frame.showsPixelGrid = showsPixelGrid
    frame.page = page(of: picture)
    return frame
  }

  /// Returns the surroundings and the overlays of the overview.
  func surroundings(over content: OpenPicture) -> Overview.Surroundings {
    var surroundings = Overview.Surroundings()
    surroundings.backdrop = backdrop
    surroundings.contrast = maker.settings.contrast
    surroundings.message = briefMessage
    surroundings.isDropTarget = isDropTarget
    surroundings.field = field.plate(in: maker.room.pixels)
    surroundings.layers = commands.layer(in: maker.room).map { [$0] } ?? []
    return surroundings
  }

  /// The marks of touches, which lie over the picture.
  private var marks: OverlayLayer? {
    guard let marks = panels.shownMarks, let area = marks.bounds(at: panels.time) else {
      return nil
    }
    return OverlayLayer(MarksLayer(marks: marks, time: panels.time), area: area)
  }

  /// The place of a field, in points.
  private func fieldArea(_ field: FieldOverlay, in frame: Frame) -> Rect {
    field.area(in: frame.viewport, scale: frame.scale).rect * (1 / frame.scale)
  }

  private func reading(
    in frame: Frame, of content: OpenPicture, isCovered: Bool
  ) -> OverlayLayer? {
    reader.read(frame, of: content, isCovered: isCovered).map {
      ReadingLayer.layer($0, in: maker.room.size)
    }
  }

  /// The distance by which a map is raised above a plate in the other corner, in points.
  private static func room(for plate: OverlayLayer?, in frame: Frame) -> Double {
    guard let plate, let map = Minimap(of: frame) else { return 0 }
    let left = Double(map.area.x) / frame.scale - gap
    return plate.area.maxX > left ? plate.area.height + gap : 0
  }

  private func captionPlate(of content: OpenPicture) -> OverlayLayer? {
    guard caption.isShown, let text = album?.caption(of: content) else { return nil }
    return PlateLayer.layer(text, .top, in: maker.room.size)
  }

  /// Returns the page of a picture that cannot be shown; `nil` for any other.
  private func page(of picture: OpenPicture) -> Frame.Page? {
    if picture.isPlaceholder {
      return Frame.Page(title: album?.openingName ?? "", message: "Opening…", hint: "")
    }
    guard let problem = picture.problem else { return nil }
    guard let file = picture.file else {
      let folder = album?.folders.origin.folder
      return Frame.Page(
        title: folder?.lastComponent.description.isolated ?? "", message: problem, hint: "")
    }
    return Frame.Page(
      title: album?.label(file) ?? file.lastComponent.description.isolated, message: problem,
      hint: album?.folders.origin.isUnnamed(file) == true ? "" : "Press r to try again.")
  }

  private func progress(of content: OpenPicture) -> Frame.Progress? {
    if let fraction = saver.fraction { return .part(fraction) }
    guard let since = content.loadingSince,
      maker.time - since >= RedrawState.progressDelay
    else { return nil }
    guard case .loading(let part) = content.picture.state else { return .unknown }
    return part.map(Frame.Progress.part) ?? .unknown
  }

  private func message(over content: OpenPicture, hasNeighbor: Bool = false) -> String? {
    if let message = takes.message.text ?? saver.label { return message }
    if !hasNeighbor, let label = album?.loadingLabel(at: maker.time) { return label }
    return if case .damaged(let message) = content.picture.state { message } else { nil }
  }

  /// The message over the overview, where none is about the picture that it covers.
  private var briefMessage: String? {
    takes.message.text ?? saver.label ?? album?.loadingLabel(at: maker.time)
  }
}

/// The marks of touches at a time.
private struct MarksLayer: OverlayContent {
  let marks: TouchMarks
  let time: Double

  func draw(on canvas: Canvas) { marks.draw(on: canvas, at: time) }
}
