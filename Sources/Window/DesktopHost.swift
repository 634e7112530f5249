import OverscrollBase
import OverscrollDesktop
package import OverscrollDrawing
package import OverscrollHost
import OverscrollShell

/// A window on an X server, and the loop that waits for its events.
package final class DesktopHost: Host {
  private let window: DesktopWindow
  private let loop: EventLoop
  private let waker: Waker
  /// The display server and its devices; `nil` until they are asked for.
  private var known: Environment?

  /// Waits for the events of a window.
  ///
  /// - Throws: The system's error where too many files are open.
  init(_ window: DesktopWindow, waker: Waker) throws(HostError) {
    (self.window, self.waker) = (window, waker)
    loop = try EventLoop(window: window, waker: waker)
  }

  /// Waits for the next events; returns at least one.
  ///
  /// - Throws: An error where the connection to the server is lost.
  func next() throws(HostError) -> [Input] { try loop.next() }

  package var time: Double { MonotonicClock.now }

  package var display: HostDisplay {
    var display = HostDisplay(size: window.size, scale: window.scale)
    display.isVisible = window.isVisible
    display.isUnobscured = window.isUnobscured
    display.sharesMemory = window.sharesMemory
    display.drag = window.drag
    display.settings = window.settings
    return display
  }

  package var frames: FrameReadings {
    var frames = FrameReadings()
    frames.rate = loop.clock.rate
    frames.count = loop.clock.statistics.frames
    frames.missed = loop.clock.statistics.missed
    frames.drawingTime = loop.drawingTime
    frames.redraw = loop.redraw
    frames.previousRedraw = loop.previousRedraw
    frames.hitches = loop.hitches
    return frames
  }

  package var surfaces: any SurfaceFactory { window }

  package var schedule: HostSchedule {
    get {
      var schedule = HostSchedule()
      schedule.wantsFrames = loop.clock.wantsFrames
      schedule.wantsSlot = loop.wantsRedrawSlot
      schedule.deadline = loop.deadline
      schedule.descriptors = loop.descriptors
      return schedule
    }
    set {
      loop.clock.wantsFrames = newValue.wantsFrames
      loop.wantsRedrawSlot = newValue.wantsSlot
      loop.deadline = newValue.deadline
      loop.descriptors = newValue.descriptors
    }
  }

  package func mayDraw(isDue: Bool) -> Bool { loop.mayDraw(isDue: isDue) }

  package func drawFirst() -> Double { loop.drawFirst() }

  package var nextRefresh: Double { loop.clock.nextRefresh }

  package func countFirst(since input: Double) { loop.clock.countFirst(since: input) }

  package func surface() throws(DrawingError) -> Surface { try window.surface() }

  package func present() throws(HostError) { try window.present() }

  @discardableResult
  package func perform(_ request: HostRequest) -> Bool {
    switch request {
    case .title(let title): window.setTitle(title)
    case .darkFrame(let isDark): window.setDarkFrame(isDark)
    case .cursor(let cursor): window.cursor = cursor
    case .fullscreen(let isOn): window.setFullscreen(isOn)
    case .initialSize(let size): window.setInitialSize(size(window.monitorSize))
    case .copy(let contents): return window.copy(contents)
    case .pasteText: window.requestText()
    case .pasteFiles: window.requestFiles()
    case .drag(let contents): return window.beginDrag(contents)
    case .cancelDrag: window.cancelDrag()
    case .acceptText(let isOn): window.acceptsText = isOn
    case .textSpot(let x, let y): window.setTextSpot(x: x, y: y)
    case .readPortal:
      guard let portal = window.portalSettings(waking: waker) else { return false }
      BackgroundThread.start { portal.follow() }
    case .locatePointer(let answer): answer(window.queryPointer())
    case .readProfile(let answer): answer(MonitorProfile.bytes(under: window))
    case .describe(let answer): answer(environment)
    case .readProcessorTime(let answer): answer(MonotonicClock.processorTime)
    }
    return true
  }

  private var environment: Environment {
    var environment = known ?? window.environment()
    known = environment
    environment.refresh = loop.clock.measuredRefresh
    return environment
  }
}

// MARK: - Opening and closing

extension DesktopHost {
  /// Shows the window.
  func show() { window.show() }

  /// The size that the next window begins with; the one before where it fills its screen now.
  var leftSize: WindowRest {
    let isFullscreen = window.isFullscreen
    return WindowRest(
      size: isFullscreen ? window.sizeBeforeFullscreen : window.size,
      isMaximized: isFullscreen ? nil : window.isMaximized)
  }

  /// Hides the window while a clipboard manager takes what is on the clipboard; returns how long that may take, in seconds, or
  /// `nil` where nothing has to be handed over.
  func beginClosing() -> Double? {
    guard let limit = window.beginClipboardHandover() else { return nil }
    window.hide()
    schedule = HostSchedule()
    return limit
  }
}
