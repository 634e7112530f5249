import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollLab
import OverscrollPanels
import OverscrollShell
import ScrollGeometry

/// How a window looks that shows pictures: what surrounds a picture, and what lies over it.
final class PictureFrames {
  /// The interpolation of pictures.
  var filter: FilterRule
  var backdrop: Backdrop
  var showsHUD: Bool
  /// True where something that can be dropped is over the window.
  var isDropTarget = false
  var isFullscreen = false
  /// The name and the number of the picture.
  var caption = PictureCaption()
  /// The scale, while it changes.
  var zoom = ZoomReading()
  private let maker: PictureMaker
  private let album: AlbumController?
  private let takes: Recording
  private let field: FieldController
  private let commands: CommandController
  private let panels: RecorderPanels

  init(
    _ maker: PictureMaker, _ album: AlbumController?, _ takes: Recording, _ field: FieldController,
    _ commands: CommandController, _ panels: RecorderPanels
  ) {
    filter = maker.options.filter
    backdrop = maker.options.backdrop
    showsHUD = maker.options.showsHUD
    self.maker = maker
    self.album = album
    self.takes = takes
    self.field = field
    self.commands = commands
    self.panels = panels
  }
}

extension PictureFrames {
  /// Returns how a picture looks now, but for frame statistics.
  func frame(of content: OpenPicture) -> Frame {
    var frame = content.view.frame(filter: filter)
    frame.backdrop = backdrop
    frame.page = page(of: content)
    frame.isDropTarget = isDropTarget
    frame.field = field.plate(in: maker.room.pixels)
    frame.progress = progress(of: content)
    frame.message = message(over: content)
    let now = MonotonicClock.now
    zoom.follow(frame, of: content.view, at: now)
    caption.follow(content.file, isFullscreen: isFullscreen, at: now)
    frame.layers = [marks, captionPlate(of: content), zoom.plate, commands.layer(in: maker.room)]
      .compactMap(\.self)
    frame.recording = takes.state == .off ? nil : takes.state == .waiting ? .waiting : .running
    return frame
  }

  /// Returns what lies over the pictures that a drag moves.
  func overlays(over content: OpenPicture, hasNeighbor: Bool) -> Frame {
    var frame = frame(of: content)
    frame.indicators = []
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
    frame.page = page(of: picture)
    return frame
  }

  /// Returns what surrounds the overview and lies over it.
  func surroundings(over content: OpenPicture) -> Overview.Surroundings {
    var surroundings = Overview.Surroundings()
    surroundings.backdrop = backdrop
    surroundings.message = message(over: content)
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

  private func captionPlate(of content: OpenPicture) -> OverlayLayer? {
    guard caption.isShown, let text = album?.caption(of: content) else { return nil }
    return PlateLayer.layer(text, .top, in: maker.room.size)
  }

  /// Returns the page of a picture that cannot be shown; `nil` for any other.
  private func page(of picture: OpenPicture) -> Frame.Page? {
    guard let problem = picture.problem, let file = picture.file else { return nil }
    return Frame.Page(
      title: album?.label(file) ?? file.lastComponent.description.isolated, message: problem,
      hint: "Press r to try again.")
  }

  private func progress(of content: OpenPicture) -> Frame.Progress? {
    guard case .loading(let part) = content.picture.state,
      MonotonicClock.now - content.startTime >= RedrawState.progressDelay
    else { return nil }
    return part.map(Frame.Progress.part) ?? .unknown
  }

  private func message(over content: OpenPicture, hasNeighbor: Bool = false) -> String? {
    if let message = takes.message { return message }
    if !hasNeighbor, let plate = album?.plate(at: MonotonicClock.now) { return plate }
    return if case .damaged(let sentence) = content.picture.state { sentence } else { nil }
  }
}

/// The marks of touches at a time.
private struct MarksLayer: OverlayContent {
  let marks: TouchMarks
  let time: Double

  func draw(on canvas: Canvas) { marks.draw(on: canvas, at: time) }
}
