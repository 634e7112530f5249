import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The selection: a rectangle of a picture, made with Shift and a drag, resized at its edges, cleared with Escape.
struct SelectionController {
  /// How far a press must move to make a new rectangle, in points. [C]
  static let slop = 3.0
  /// The distance from an edge up to which it is dragged, in points. [C]
  private static let reach = 6.0
  /// The longest step of time that scrolls, in seconds: after a pause the picture doesn't jump. [C]
  private static let longestStep = 0.05

  /// What a finger or a button drags.
  private struct Drag {
    var touch: Int
    var change: SelectionDrag
    /// Where it began, and where it is, in points of the window.
    let start: Point
    var location: Point
    /// True once it has moved far enough.
    var hasMoved = false
    /// When the picture was scrolled last, in seconds.
    var scrolledAt: Double?
  }

  /// The picture that the rectangle belongs to.
  private struct Subject: Equatable {
    var file: FilePath?
    var turn: Orientation
    var size: PixelSize

    init(_ content: OpenPicture) {
      (file, turn, size) = (content.file, content.turn, content.picture.info.size)
    }
  }

  /// The rectangle in pixels of the picture as shown; `nil` for none.
  private(set) var rect: PixelRect?
  private var drag: Drag?
  private var subject: Subject?
  private var holdsShift = false
  /// Drags of the rectangle, or the file, to other programs.
  private(set) var dragOut = DragOutController()
  /// How far a press must move, in points.
  var dragThreshold = SelectionController.slop
  /// The pointer while no button is pressed, in points of the window.
  private var pointer: Point?
}

extension SelectionController {
  /// Follows the modifier keys.
  mutating func modifiersChanged(_ modifiers: ScrollEngine.Modifiers) {
    holdsShift = modifiers == .shift
    dragOut.modifiersChanged(modifiers)
  }

  /// A key without the Shift of a drag: Escape ends the drag while Shift is still held.
  func withoutShift(_ key: Input.Key) -> Input.Key {
    guard drag != nil, key.name == "Escape" else { return key }
    var key = key
    key.modifiers.remove(.shift)
    return key
  }

  /// Follows the pointer, in points of the window; `nil` when it has left.
  mutating func pointerMoved(to location: Point?) { pointer = location }

  /// Selects the whole picture.
  mutating func selectAll(_ content: OpenPicture) {
    drag = nil
    subject = Subject(content)
    rect = PixelRect(content.picture.info.size)
  }

  /// Clears the rectangle; returns whether there was one.
  mutating func drop() -> Bool {
    defer { (rect, drag) = (nil, nil) }
    return rect != nil || drag != nil
  }

  /// Follows the picture that is shown: the rectangle rotates with it, and is cleared for another picture.
  mutating func follow(_ content: OpenPicture) {
    let new = Subject(content)
    guard let old = subject, old != new else { return }
    subject = new
    drag = nil
    guard old.file == new.file, let kept = rect else { return rect = nil }
    let turn = old.turn.turn(to: new.turn)
    guard turn.applied(to: old.size) == new.size else { return rect = nil }
    rect = turn.shownRect(of: kept, in: old.size)
  }

  /// Handles input that drags the file or the selection to another program, or the edges of the selection.
  ///
  /// - Parameters:
  ///   - event: The input.
  ///   - context: What is known of the window.
  /// - Returns: What is to be done; `nil` for other input.
  mutating func handle(
    _ event: ScrollEngine.Event, _ context: PictureContext
  ) -> [PictureEffect]? {
    if let effects = dragOut.handle(event, context) { return effects }
    return handle(event, over: context.content) ? [] : nil
  }

  /// Handles input that makes or changes the rectangle; returns `false` for any other.
  mutating func handle(_ event: ScrollEngine.Event, over content: OpenPicture) -> Bool {
    guard case .touch(let touch) = event else { return false }
    if let drag {
      guard touch.id == drag.touch else { return false }
      move(touch, over: content)
      return true
    }
    guard touch.phase == .began, !content.isPage,
      let part = part(at: touch.location, over: content, isNew: holdsShift)
    else { return false }
    // What is drawn under the pointer stays under it.
    content.view.stop(at: touch.timestamp)
    let size = content.picture.info.size
    subject = Subject(content)
    drag = Drag(
      touch: touch.id,
      change: SelectionDrag(
        part, of: rect ?? PixelRect(size), from: Self.place(touch.location, content.view), in: size),
      start: touch.location, location: touch.location)
    return true
  }

  private mutating func move(_ touch: TouchEvent, over content: OpenPicture) {
    drag?.location = touch.location
    if let drag, (touch.location - drag.start).length > dragThreshold { self.drag?.hasMoved = true }
    switch touch.phase {
    case .began, .moved, .stationary: update(content.view)
    case .ended:
      update(content.view)
      drag = nil
    case .cancelled: drag = nil
    }
  }

  private mutating func update(_ view: PictureView) {
    guard let drag, drag.hasMoved else { return }
    rect = drag.change.rect(at: Self.place(drag.location, view))
  }

  /// What a press at a location drags; `nil` if it goes to the picture.
  private func part(
    at location: Point, over content: OpenPicture, isNew: Bool
  ) -> SelectionDrag.Part? {
    if isNew { return .corner }
    guard let rect else { return nil }
    let scale = content.view.placement.scale / content.view.scale
    return SelectionDrag.part(
      at: Self.place(location, content.view), of: rect.rect, reach: Self.reach / scale)
  }

  /// Converts a location in the window, in points, to pixels of the picture.
  private static func place(_ location: Point, _ view: PictureView) -> Point {
    let placement = view.placement
    return (location * view.scale - placement.origin) / placement.scale
  }
}

// MARK: - Scrolling and looks

extension SelectionController {
  /// True while a drag beyond the window's edge scrolls the picture.
  func needsAdvance(over content: OpenPicture, in room: Room) -> Bool {
    speed(over: content.view, in: room) != .zero
  }

  /// Scrolls while a drag is beyond the window's edge.
  mutating func advance(to time: Double, over content: OpenPicture, in room: Room) {
    let speed = speed(over: content.view, in: room)
    guard speed != .zero else {
      drag?.scrolledAt = nil
      return
    }
    let step = drag?.scrolledAt.map { min(max(time - $0, 0), Self.longestStep) } ?? 0
    drag?.scrolledAt = time
    guard step > 0 else { return }
    content.view.scroll(by: speed * step, at: time)
    update(content.view)
  }

  /// The speed of scrolling, in points per second; zero where the picture ends.
  private func speed(over view: PictureView, in room: Room) -> Point {
    guard let drag, drag.hasMoved else { return .zero }
    let speed = SelectionDrag.scrollSpeed(at: drag.location, in: room.size)
    return view.reaches(toward: speed) ? speed : .zero
  }

  /// Returns the layers that show the rectangle over a frame.
  func layers(over frame: Frame) -> [OverlayLayer] {
    guard let rect else { return [] }
    return SelectionLayer.layers(
      of: rect, frame.placement, in: frame.viewport, scale: frame.scale)
  }

  /// The pointer's shape; `nil` for the picture's.
  func cursor(over content: OpenPicture, _ dragged: DragState) -> Cursor? {
    if let cursor = dragOut.cursor(dragged) { return cursor }
    guard !content.isPage else { return nil }
    let part =
      drag?.change.part ?? pointer.flatMap { self.part(at: $0, over: content, isNew: holdsShift) }
    switch part {
    case nil: return nil
    case .corner: return .crosshair
    case .inside: return drag == nil ? .openHand : .closedHand
    case .edges(x: .some, y: nil): return .resizeHorizontally
    case .edges(x: nil, y: _): return .resizeVertically
    case .edges(let x, let y): return x == y ? .resizeFalling : .resizeRising
    }
  }
}
