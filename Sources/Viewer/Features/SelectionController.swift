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
  /// True while a key is held that has drags select, or drag out.
  var holdsKey: Bool { holdsShift || dragOut.holdsControl }
  /// Drags of the rectangle, or the file, to other programs.
  private(set) var dragOut = DragOutController()
  /// How far a press must move, in points.
  var dragThreshold = SelectionController.slop
  /// The pointer while no button is pressed, in points of the window.
  private var pointer: Point?
}

extension SelectionController {
  /// Follows the modifier keys.
  mutating func modifiersChanged(_ modifiers: Modifiers) {
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
  mutating func handle(_ event: Event, _ context: PictureContext) -> [PictureEffect]? {
    if let effects = dragOut.handle(event, context) { return effects }
    return handle(event, over: context.content) ? [] : nil
  }

  /// Handles input that makes or changes the rectangle; returns `false` for any other.
  mutating func handle(_ event: Event, over content: OpenPicture) -> Bool {
    guard case .touch(let touch) = event else { return false }
    if let drag {
      guard touch.id == drag.touch else { return false }
      move(touch, over: content)
      return true
    }
    guard touch.phase == .began, !content.isNotice,
      let part = part(at: touch.location, over: content, isNew: holdsShift)
    else { return false }
    // What is drawn under the pointer stays under it.
    content.view.stop(at: touch.timestamp)
    let size = content.picture.info.size
    subject = Subject(content)
    drag = Drag(
      touch: touch.id,
      change: SelectionDrag(
        part, of: rect ?? PixelRect(size), from: content.view.place(of: touch.location), in: size),
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
    rect = drag.change.rect(at: view.place(of: drag.location))
  }

  /// What a press at a location drags; `nil` if it goes to the picture.
  private func part(
    at location: Point, over content: OpenPicture, isNew: Bool
  ) -> SelectionDrag.Part? {
    if isNew { return .corner }
    guard let rect else { return nil }
    let scale = content.view.placement.scale / content.view.scale
    return SelectionDrag.part(
      at: content.view.place(of: location), of: rect.rect, reach: Self.reach / scale)
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
    return SelectionLayer.layers(of: rect, frame.placement, in: frame.viewport, scale: frame.scale)
  }

  /// The pointer's shape; `nil` for the picture's.
  func cursor(over content: OpenPicture, _ dragged: DragState) -> Cursor? {
    if let cursor = dragOut.cursor(dragged) { return cursor }
    guard !content.isNotice else { return nil }
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

/// Drags the file that is shown, or the selection, to another program: with Ctrl and the mouse.
///
/// What begins as such a drag never moves the picture, even if it is canceled.
struct DragOutController {
  /// How far a press must move where the desktop doesn't say, in points. [C]
  private static let usualThreshold = 8.0

  private enum State {
    case idle
    /// The button is held where it was pressed.
    case pressed(touch: Int, at: Point)
    /// It has moved far enough; the desktop has the drag.
    case dragged(touch: Int)
  }

  private var state = State.idle
  fileprivate var holdsControl = false
}

extension DragOutController {
  /// Follows the modifier keys.
  mutating func modifiersChanged(_ modifiers: Modifiers) { holdsControl = modifiers == .control }

  /// Handles input that drags the file or the selection; `nil` for any other.
  mutating func handle(_ event: Event, _ context: PictureContext) -> [PictureEffect]? {
    // The wheel doesn't move the picture away under a drag.
    guard case .touch(let touch) = event else { return isHeld ? [] : nil }
    var effects: [PictureEffect] = []
    switch state {
    case .idle:
      guard touch.phase == .began, touch.type == .indirectPointer, holdsControl,
        Self.canDrag(context)
      else { return nil }
      state = .pressed(touch: touch.id, at: touch.location)
    case .pressed(let id, let start):
      guard touch.id == id else { return nil }
      let threshold = context.display.settings.dragThreshold ?? Self.usualThreshold
      if touch.phase == .moved, (touch.location - start).length > threshold {
        effects = [.drag]
        state = .dragged(touch: id)
      }
      end(touch)
    case .dragged(let id):
      guard touch.id == id else { return nil }
      if touch.phase == .cancelled { effects = [.host(.cancelDrag)] }
      end(touch)
    }
    return effects
  }

  /// Whether a button is held that drags something out.
  private var isHeld: Bool { if case .idle = state { false } else { true } }

  private mutating func end(_ touch: TouchEvent) {
    if touch.phase == .ended || touch.phase == .cancelled { state = .idle }
  }

  /// Returns whether there is something to drag: a selection, or a file that other programs can open.
  private static func canDrag(_ context: PictureContext) -> Bool {
    if context.selection != nil { return true }
    guard let album = context.album, let file = context.content.file else { return false }
    return !album.folders.origin.isUnnamed(file)
  }

  /// The pointer's shape; `nil` where nothing is dragged.
  func cursor(_ drag: DragState) -> Cursor? {
    switch (state, drag) {
    case (.idle, _): nil
    case (.pressed, _): .closedHand
    case (.dragged, .accepted): .dragCopy
    case (.dragged, .refused): .dragRefused
    // It was canceled.
    case (.dragged, .none): .arrow
    }
  }
}
