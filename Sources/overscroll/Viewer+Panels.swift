import ArgumentParser
import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollLab
import OverscrollPanels
import OverscrollShell
import OverscrollStage
import ScrollEngine
import ScrollGeometry

extension Viewer {
  /// The panels of the window, docked at its bottom.
  struct Panels {
    /// The curves, which record the last minute whether they are shown or not.
    let curves: CurvesPanel
    /// A Boolean value that indicates whether the curves are asked for; a small window may have no room.
    var showsCurves: Bool
    /// Which part of the window gets input.
    var router = PanelRouter()
    /// The translation of input for the panels.
    var translation: EventTranslation
    /// The time of the monotonic clock at which the curves' times begin, in seconds.
    let epoch = MonotonicClock.now
    /// Where a panel is composed before it is copied to the window.
    var staging: Surface?
    /// The room that the panels leave, and what it follows from; it is asked for with every event.
    fileprivate var room: (of: RoomKey, size: PixelSize)?

    init(_ window: DesktopWindow, showsCurves: Bool, scale: Double) {
      curves = CurvesPanel(maker: window)
      self.showsCurves = showsCurves
      translation = EventTranslation(scale: scale, wheelZooms: false)
    }
  }

  /// The size of the picture's part of a window, in pixels: what the panels leave.
  static func contentSize(
    of window: PixelSize, scale: Double, showsCurves: Bool
  ) -> PixelSize {
    guard showsCurves else { return window }
    let layout = DockLayout(window: window.size / scale, viewport: nil, areas: [.curves])
    guard let frame = layout.frames[.curves] else { return window }
    let top = Int((frame.minY * scale).rounded())
    return PixelSize(width: window.width, height: min(max(top, 1), window.height))
  }

  /// The size of the picture's part of the window, in pixels.
  var contentSize: PixelSize {
    let size = sizeAbovePanels
    return PixelSize(width: size.width, height: max(1, size.height - stripPixels))
  }

  /// The size of the window's part above the panels, in pixels.
  var sizeAbovePanels: PixelSize {
    let key = RoomKey(window: window.size, scale: view.scale, showsCurves: panels.showsCurves)
    if let room = panels.room, room.of == key { return room.size }
    let size = Self.contentSize(of: key.window, scale: key.scale, showsCurves: key.showsCurves)
    panels.room = (key, size)
    return size
  }

  /// What the room that the panels leave follows from.
  fileprivate struct RoomKey: Equatable {
    var window: PixelSize
    var scale: Double
    var showsCurves: Bool
  }

  /// Prepares the panels; frames and input of the window reach the curves from now on.
  func setUpPanels() {
    view.recorder.didAdvance = { [weak self] sample, frame in
      guard let self else { return }
      let time = view.recorder.present - panels.epoch
      panels.curves.append(
        sample, ScrollGeometry(view.scrollView), at: time, missed: frame.missed,
        isMoving: view.window.needsAdvance || view.scrollView.isTracking)
    }
    layOutPanels()
  }

  /// Has the curves drawn, if that is due though nothing moves.
  func settleCurves() { panels.curves.settle(at: MonotonicClock.now - panels.epoch) }

  /// The time at which the curves are to be drawn though nothing moves.
  var curvesDeadline: Double? {
    panels.showsCurves ? panels.curves.settlingTime.map { panels.epoch + $0 } : nil
  }

  /// Gives the panels their places, and the picture the rest of the window.
  func layOutPanels(at now: Double? = nil) {
    endSwiping()
    let scale = view.scale
    view.resize(to: contentSize, at: now)
    let content = sizeAbovePanels
    let height = window.size.height - content.height
    panels.router.top = height > 0 ? Double(content.height) : nil
    layOutStrip()
    panels.curves.size = Size(Double(window.size.width) / scale, Double(height) / scale)
    panels.curves.needsDisplay = true
    layOutOverview()
    if height == 0 {
      panels.curves.pointerMoved(to: nil)
      panels.staging = nil
    }
    // What had a part's place before is still there.
    redraw.reasons.formUnion([.exposure, .content, .panels])
  }

  /// Shows or hides the curves.
  func toggleCurves(at now: Double) {
    panels.showsCurves.toggle()
    layOutPanels(at: now)
  }

  /// A Boolean value that indicates whether a panel is shown that looks different from when it was last drawn.
  var hasOutdatedPanel: Bool {
    panels.router.top != nil && panels.curves.needsDisplay || isStripOutdated
  }

  /// Hands input to the part of the window that it is for.
  func route(_ event: OverscrollDesktop.Event) {
    // A field is for typing; a click on the picture ends it.
    if event.beginsDrag { hideField() }
    let part = panels.router.part(of: event)
    let top = panels.router.top ?? 0
    if part == .panels {
      let own = event.moved(by: Point(0, -top))
      if let event = panels.translation.translate(own) { panels.curves.send(event) }
    } else if shownOverview != nil {
      sendToOverview(event)
    } else if part != nil, sendToStrip(event) {
      // Its list has it.
    } else if let input = translation.translate(event) {
      note(input)
      sendToPicture(input, from: Script.Origin(event.source))
    }
    if case .pointer(let pointer) = event {
      let place = (pointer.position - Point(0, top)) / view.scale
      panels.curves.pointerMoved(to: part == .panels ? place : nil)
      window.cursor =
        part == .panels || shownOverview != nil || isOverStrip(pointer.position)
        ? .arrow : translation.isHeld ? .closedHand : .openHand
    }
  }

  /// Puts the ticks of an event into the curves.
  private func note(_ event: ScrollEngine.Event) {
    let time = event.timestamp - panels.epoch
    switch event {
    case .touch(let touch) where touch.phase == .began: panels.curves.add(.touchDown, at: time)
    case .touch(let touch) where touch.phase == .ended || touch.phase == .cancelled:
      panels.curves.add(.touchUp, at: time)
    case .wheel: panels.curves.add(.notch, at: time)
    default: break
    }
  }

  /// Draws the panels below the picture, if they have changed or the window has lost pixels.
  func drawPanels(isExposed: Bool) throws(DrawingError) {
    try drawStrip(isExposed: isExposed)
    guard let top = panels.router.top, isExposed || panels.curves.needsDisplay else { return }
    let area = PixelRect(
      x: 0, y: Int(top), width: window.size.width, height: window.size.height - Int(top))
    let surface = try window.surface()
    guard panels.curves.hasOverlay else {
      panels.staging = nil
      return try draw(panels.curves, on: Canvas(surface), at: area.y)
    }
    // What is drawn over the curves would flicker.
    let staging: Surface
    if let made = panels.staging, made.size == area.size {
      staging = made
    } else {
      staging = try window.makeSurface(size: area.size, opaque: true)
    }
    panels.staging = staging
    try draw(panels.curves, on: Canvas(staging), at: 0)
    surface.copy(PixelRect(area.size), from: staging, toX: 0, y: area.y)
  }

  private func draw(_ panel: CurvesPanel, on canvas: Canvas, at y: Int) {
    canvas.concatenate(AffineTransform(translationX: 0, y: Double(y)))
    canvas.concatenate(AffineTransform(scaleX: view.scale, y: view.scale))
    panel.draw(on: canvas, scale: view.scale)
  }
}
