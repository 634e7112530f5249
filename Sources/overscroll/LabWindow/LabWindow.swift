import OverscrollDesktop
import OverscrollDrawing
import OverscrollLab
import OverscrollPanels
import ScrollEngine
import ScrollGeometry

/// A window of the lab: content in the middle, panels docked around it, and the event loop that serves both.
final class LabWindow {
  let window: DesktopWindow
  let loop: EventLoop
  /// Called once when the window is closed, with as much time as writing files takes.
  var willClose: () -> Void = {}
  /// What is shown.
  private(set) var page: LabPage
  /// The panels that are shown where there is room.
  var areas: Set<DockLayout.Area>
  var layout: DockLayout
  /// What is drawn on before it is copied to the window.
  var staging: Surface?
  var contentSurface: Surface?
  /// A Boolean value that indicates whether everything has to be drawn.
  var isExposed = true
  /// A Boolean value that indicates whether the keys are shown.
  var showsKeys = false
  var captions: LabCaptions?
  var translation: EventTranslation
  /// What receives a touch or gesture from its beginning to its end.
  var captured: Target?
  var hovered: DockLayout.Area?
  private let fixedScale: Double?
  private(set) var isFullscreen = false

  /// What receives input.
  enum Target: Hashable {
    case content
    case panel(DockLayout.Area)
  }

  /// Sets a window up that `setup` has opened.
  init(
    _ setup: Setup, content: any LabContent, panels: [DockLayout.Area: any Panel],
    keys: CommandTable<LabCommand>
  ) {
    page = LabPage(content: content, panels: panels, keys: keys)
    window = setup.window
    loop = setup.loop
    areas = setup.areas
    fixedScale = setup.options.scale
    translation = EventTranslation(
      scale: setup.scale, wheelZooms: setup.options.wheel == .zoom)
    layout = DockLayout(window: .zero, viewport: content.viewport, areas: [])
    isFullscreen = setup.options.fullscreen
  }

  /// The device pixels per point of the window.
  var scale: Double { translation.scale }
  var content: any LabContent { page.content }
  var keys: CommandTable<LabCommand> { page.keys }
  /// The panels by their places; those without a place in the layout are not shown.
  var panels: [DockLayout.Area: any Panel] { page.panels }

  /// Shows another page in the place of what is shown.
  func show(_ page: LabPage) {
    if let hovered { panels[hovered]?.pointerMoved(to: nil) }
    (hovered, captured, captions) = (nil, nil, nil)
    showsKeys = false
    self.page = page
    updateLayout()
  }

  /// Shows the window and runs the event loop until the window is closed.
  func run() throws {
    Watchdog.watchSignals()
    window.cursor = .arrow
    if isFullscreen { window.setFullscreen(true) }
    updateLayout()
    window.show()
    schedule()
    while true {
      let events = try loop.next()
      for event in events where try !handle(event) {
        willClose()
        return Watchdog.limitExit()
      }
      updateTextInput()
      if let deadline = content.deadline, MonotonicClock.now >= deadline {
        content.advance(to: MonotonicClock.now)
      }
      if content.isFinished { return willClose() }
      try update(isDue: events.contains { if case .frame = $0 { true } else { false } })
    }
  }

  /// Handles an event; returns `false` to quit.
  private func handle(_ event: OverscrollDesktop.Event) throws -> Bool {
    switch event {
    case .closeRequested: return false
    case .frame(let time): advance(to: time)
    case .resized: updateLayout()
    case .exposed: isExposed = true
    case .scaleChanged(let scale): if fixedScale == nil { follow(scale) }
    case .wakeUp:
      content.wakeUp()
      page.wakeUp()
    case .key(let key):
      return takeKey(key) || sendToText(key) || sendToContent(key) || handle(key)
    case .text: sendText(event)
    case .received(let received): take(received)
    case .focus, .readable, .dropHover, .redrawSlot: break
    case .pointer(let pointer):
      if case .moved = pointer.action, !translation.isHeld { hover(at: pointer.position / scale) }
      route(event)
    case .wheel, .touchpad, .touch, .pinch: route(event)
    }
    return true
  }

  private func advance(to time: Double) {
    content.advance(to: time)
    for panel in shownPanels.values where panel.needsAdvance { panel.advance(to: time) }
  }

  private func follow(_ scale: Double) {
    translation.scale = scale
    updateLayout()
  }

  /// Offers a key to the panels; returns whether one of them has taken it.
  private func takeKey(_ key: OverscrollDesktop.Event.Key) -> Bool {
    guard key.action != .released, !showsKeys else { return false }
    let event = EventTranslation.key(key)
    return shownPanels.values.contains { $0.takeKey(event) }
  }

  private func handle(_ key: OverscrollDesktop.Event.Key) -> Bool {
    guard key.action != .released, let command = keys.command(for: key),
      key.action == .pressed || command.repeats
    else { return true }
    if showsKeys, command != .quit { return hideKeys() }
    guard !page.perform(command) else { return true }
    switch command {
    case .quit: return false
    case .toggleFullscreen: toggleFullscreen()
    case .escape: if isFullscreen { toggleFullscreen() }
    case .showKeys:
      showsKeys = true
      content.needsDisplay = true
    case .togglePanel(let area): toggle(area)
    default: content.perform(command, at: key.time)
    }
    return true
  }

  private func sendToContent(_ key: OverscrollDesktop.Event.Key) -> Bool {
    guard key.action != .released, !showsKeys else { return false }
    return content.takeKey(EventTranslation.key(key))
  }

  private func hideKeys() -> Bool {
    showsKeys = false
    content.needsDisplay = true
    return true
  }

  private func toggle(_ area: DockLayout.Area) {
    guard panels[area] != nil else { return }
    areas.formSymmetricDifference([area])
    updateLayout()
  }

  func toggleFullscreen() {
    isFullscreen.toggle()
    window.setFullscreen(isFullscreen)
  }
}

// MARK: - Opening

extension LabWindow {
  /// An open window that is not shown yet, for content that needs to know its display.
  struct Setup {
    let window: DesktopWindow
    let loop: EventLoop
    let waker: Waker
    let options: ViewerOptions
    /// The device pixels per point.
    let scale: Double
    var areas: Set<DockLayout.Area>

    /// Opens a window, large enough for a viewport and panels where the screen is.
    ///
    /// - Parameters:
    ///   - title: The window's title.
    ///   - viewport: The size of the viewport, in points.
    ///   - areas: The panels to show.
    ///   - options: The command-line options.
    /// - Throws: One sentence when there is no display that can be used.
    init(
      title: String, viewport: Size, areas: Set<DockLayout.Area>, options: ViewerOptions
    ) throws(DesktopError) {
      waker = try Waker()
      window = try DesktopWindow(
        DesktopWindow.Options(
          title: title, programName: "overscroll", size: Viewer.windowSize,
          tileSize: PixelSize(width: Viewer.tileSide, height: Viewer.tileSide),
          icons: WindowIcon.all()))
      loop = try EventLoop(window: window, waker: waker)
      self.options = options
      self.areas = areas
      scale = options.scale ?? window.scale
      let screen = window.monitorSize.size / scale
      let size = DockLayout.initialSize(viewport: viewport, areas: areas, screen: screen) * scale
      window.setInitialSize(
        PixelSize(width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up))))
    }
  }
}
