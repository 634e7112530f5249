import OverscrollBrowser
import OverscrollDrawing
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Swiping between pictures: the next picture is opened as by a key, and becomes the current one once it comes and has most of the
/// window; its place does where it cannot be drawn by then.
final class SwipeController {
  private let row = PictureRow()
  private let maker: PictureMaker
  /// The neighbor that is being opened, or is open; `nil` while none is visible.
  private var side: PictureRow.Side?
  /// The picture that is shown, without what lies over it.
  private var shown: PictureSheet?
  /// The neighbor, and where it lies; `nil` until it can be shown.
  private var neighbor: (sheet: PictureSheet, side: PictureRow.Side)?
  /// What was drawn last.
  private var drawn: Look?

  /// What a frame shows.
  private struct Look: Equatable {
    /// The distance of the picture from its place, in pixels.
    var displacement: Int
    var side: PictureRow.Side?
    var hasNeighbor: Bool
    /// What lies over the pictures.
    var overlays: Frame
  }

  init(_ swipe: PictureRow.Swipe, _ maker: PictureMaker) {
    self.maker = maker
    row.swipe = swipe
  }

  /// True while a drag, or what follows it, moves the pictures.
  var isActive: Bool { side != nil || row.isActive }

  /// True while the pictures move by themselves.
  var needsAdvance: Bool { row.needsAdvance }

  /// True once the neighbor covers the picture that is shown.
  var hasNeighbor: Bool { side != nil && neighbor?.side == side }

  /// Returns whether what was drawn of the neighbor is this version of its file, rather than another one that had its place.
  private func hasSheet(of next: OpenPicture) -> Bool {
    guard hasNeighbor, let sheet = neighbor?.sheet else { return false }
    return sheet.file == next.file && sheet.status == next.status
  }

  func advance(to time: Double) { row.advance(to: time) }

  /// Redraws the picture that is shown, since more of it has been decoded.
  func pixelsDidArrive() { shown = nil }
}

// MARK: - Input

extension SwipeController {
  /// Prepares for an input event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - content: The picture that is shown.
  ///   - album: The album that it belongs to.
  /// - Returns: The effects to carry out before the event is handled.
  func prepare(
    for event: Event, _ content: OpenPicture, in album: inout AlbumController
  ) -> [PictureEffect] {
    if !isActive { layOut(content, album) }
    return event.beginsGesture ? catchNeighbor(content, &album) : []
  }

  /// Takes an event if a drag moves the row.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - view: The picture that is shown.
  /// - Returns: The events that are left for the picture.
  func route(_ event: Event, over view: PictureView) -> [Event] {
    row.route(event, over: view.scrollView)
  }

  /// Gives the row the window's size, and a page for each neighbor.
  private func layOut(_ content: OpenPicture, _ album: AlbumController) {
    // A picture that a key has asked for comes first.
    let isFixed =
      album.isOpening && !album.opening.isUpdate
      && !(content.isAwaited && album.opening.path == content.file)
    row.layOut(
      maker.room.size, displayScale: maker.room.scale, sides: isFixed ? [] : Self.sides(album))
  }

  /// The sides on which the picture has neighbors.
  private static func sides(_ album: AlbumController) -> Set<PictureRow.Side> {
    Set(PictureRow.Side.allCases.filter { album.album.target(of: $0.step) != nil })
  }

  /// If the next gesture begins while a neighbor has most of the window, shows that neighbor at once.
  private func catchNeighbor(
    _ content: OpenPicture, _ album: inout AlbumController
  ) -> [PictureEffect] {
    guard let side = row.prevailingSide, side == self.side else { return [] }
    return turn(toward: side, content, &album)
  }

  /// Makes a neighbor the picture that is shown, or its place until it can be drawn; the row goes on moving.
  private func turn(
    toward side: PictureRow.Side, _ content: OpenPicture, _ album: inout AlbumController
  ) -> [PictureEffect] {
    let effects = showNext(content, &album)
    guard !effects.isEmpty else { return [] }
    row.advance(toward: side, sides: Self.sides(album))
    // What was drawn of both is still right, and what is visible of the old one stays.
    let sheet = hasNeighbor ? neighbor?.sheet : nil
    (shown, neighbor, self.side) = (sheet, shown.map { ($0, side.opposite) }, nil)
    return effects
  }

  /// Shows the picture that is being opened, or its place until it can be drawn.
  private func showNext(
    _ content: OpenPicture, _ album: inout AlbumController
  ) -> [PictureEffect] {
    album.opening.presentable == nil
      ? album.showPlaceOfOpened(content) : album.showOpened(content)
  }

  /// Opens the neighbor that is visible, and makes it the current picture once it comes by itself and has most of the window.
  func follow(_ content: OpenPicture, in album: inout AlbumController) -> [PictureEffect] {
    guard isActive else {
      // The row has come to rest.
      (shown, neighbor, drawn) = (nil, nil, nil)
      return []
    }
    var effects: [PictureEffect] = []
    // One that is gone, or no picture, has left its place to the next one, or to none.
    if hasNeighbor, !album.isOpening || neighbor?.sheet.file != album.album.currentPath {
      neighbor = nil
    }
    if side != nil, !album.isOpening { side = nil }
    if content.isAwaited, side == nil, row.comingSide == nil {
      // A drag that may yet return does not give up the picture.
      if album.opening.presentable != nil {
        shown = nil
        effects += album.showOpened(content)
      }
    } else if let needed = row.neededSide, needed != side {
      effects += open(needed, content, &album)
    }
    // What is still visible of the old one has to be drawn by then.
    if let side, side == row.comingSide, side == row.prevailingSide,
      shown != nil || side == row.settledSide
    {
      effects += turn(toward: side, content, &album)
    }
    if row.isActive {
      row.settle()
    } else {
      effects += end(content, in: &album)
    }
    return effects
  }

  /// Opens a neighbor that is visible now.
  private func open(
    _ side: PictureRow.Side, _ content: OpenPicture, _ album: inout AlbumController
  ) -> [PictureEffect] {
    var effects: [PictureEffect] = []
    if self.side != nil {
      effects = album.cancelOpening(content)
      neighbor = nil
    }
    guard album.album.target(of: side.step) != nil else {
      layOut(content, album)
      return effects
    }
    self.side = side
    return effects + album.go(side.step, from: content)
  }

  /// Ends a drag of the row and its animation: a swipe that was let go is complete at once, or as soon as its picture is open; in
  /// any other case the picture that is shown returns to its place.
  func end(_ content: OpenPicture, in album: inout AlbumController) -> [PictureEffect] {
    guard isActive else { return [] }
    let isComplete = side != nil && row.comingSide == side
    row.finish()
    var effects: [PictureEffect] = []
    if isComplete {
      effects = showNext(content, &album)
    } else if side != nil {
      effects = album.cancelOpening(content)
    }
    (side, shown, neighbor, drawn) = (nil, nil, nil, nil)
    return effects
  }
}

// MARK: - Drawing

extension SwipeController {
  private func look(_ overlays: Frame) -> Look {
    Look(
      displacement: Int((row.displacement * maker.room.scale).rounded()), side: side,
      hasNeighbor: neighbor != nil, overlays: overlays)
  }

  /// Returns whether the window looks different from when it was last drawn.
  ///
  /// - Parameters:
  ///   - overlays: What lies over the pictures.
  ///   - next: The picture that is being opened, once it can be shown.
  /// - Returns: True if it does.
  func needsDisplay(_ overlays: Frame, next: OpenPicture?) -> Bool {
    look(overlays) != drawn || shown == nil
      || side != nil && next.map { !hasSheet(of: $0) } == true
  }

  /// Draws both pictures side by side, and what lies over them.
  ///
  /// - Parameters:
  ///   - content: The picture that is shown.
  ///   - next: The picture that is being opened, once it can be shown.
  ///   - overlays: What lies over the pictures.
  ///   - target: Where to draw.
  ///   - frame: Returns how a picture looks without anything over it.
  /// - Throws: An error if memory is short or the display is gone.
  func draw(
    _ content: OpenPicture, next: OpenPicture?, under overlays: Frame, on target: DrawingTarget,
    frame: (OpenPicture) -> Frame
  ) throws(DrawingError) {
    if shown == nil { shown = try PictureSheet(of: content, frame(content), maker) }
    if let side, let next {
      let plain = frame(next)
      if !hasSheet(of: next) || neighbor?.sheet.frame != plain {
        neighbor = (try PictureSheet(of: next, plain, maker), side)
      }
    }
    let look = look(overlays)
    try target.staging.compose(target.place, on: target.window) {
      (surface) throws(DrawingError) in try compose(look, content, on: surface)
    }
    drawn = look
  }

  private func compose(
    _ look: Look, _ content: OpenPicture, on surface: Surface
  ) throws(DrawingError) {
    let size = maker.room.pixels
    let canvas = try Canvas(surface)
    canvas.fill(PixelRect(size).rect, with: look.overlays.backdrop.background.color)
    if let shown {
      surface.copy(PixelRect(size), from: shown.surface, toX: look.displacement, y: 0)
    }
    if let neighbor {
      let page = size.width + Int((PictureRow.gap * maker.room.scale).rounded())
      let left = look.displacement + (neighbor.side == .previous ? -page : page)
      surface.copy(PixelRect(size), from: neighbor.sheet.surface, toX: left, y: 0)
    }
    try content.compositor.painter.drawOverlays(look.overlays, on: Canvas(surface))
  }
}

extension PictureRow.Side {
  fileprivate var step: Album.Step {
    switch self {
    case .previous: .previous
    case .next: .next
    }
  }

  fileprivate var opposite: Self { self == .next ? .previous : .next }
}

extension Event {
  /// True if the event begins a drag.
  fileprivate var beginsGesture: Bool {
    switch self {
    case .touch(let touch): touch.phase == .began
    case .touchpad(let touchpad): touchpad.phase == .began
    case .pinch, .wheel, .key, .text: false
    }
  }
}
