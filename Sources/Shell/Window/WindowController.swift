import OverscrollDrawing
package import OverscrollHost
import ScrollGeometry

/// A window and its event loop: events go to the page and the panels, which then draw themselves where they look different.
package final class WindowController {
  package let host: any Host
  package let options: WindowOptions
  let message: WindowMessage
  /// What is shown.
  package private(set) var page: any Page
  /// The places of everything.
  var layout: DockLayout
  /// Why the window is out of date, and where parts are drawn.
  var drawing: DrawingState
  /// True once quitting was chosen in the list of commands.
  var hasQuit = false
  /// The list of the page's commands.
  var commands = CommandList()
  /// What receives input.
  var input: InputState
  /// The panels that are to be shown where there is room.
  package private(set) var areas: Set<DockLayout.Area>
  /// The panel that is shown of those that share a column.
  private(set) var front: DockLayout.Area?
  private var scheduler = Scheduler()
  /// True where something moved at the end of the last turn of the loop.
  private var wasMoving = false
  /// The time of the first input that came while nothing moved, and may not be seen yet; `nil` for none.
  var waitingSince: Double?
  package private(set) var isFullscreen: Bool
  /// True once a library that text needs was reported missing.
  private var hasReportedText = false
  /// True once the desktop's portal was asked for its settings.
  var hasAskedPortal = false

  /// Sets up a window that `setup` has opened.
  package init(_ setup: WindowSetup, page: any Page) {
    (host, message) = (setup.host, setup.message)
    options = setup.options
    areas = setup.areas
    isFullscreen = setup.isFullscreen
    self.page = page
    layout = DockLayout(window: .zero, viewport: nil, areas: [])
    drawing = DrawingState(setup.host.surfaces)
    drawing.staging.contrast = setup.host.display.settings.contrast
    input = InputState(
      translation: EventTranslation(scale: setup.scale, wheelZooms: false))
    message.didChange = { [weak self] in self?.page.handle(.messageChanged) }
  }

  /// The device pixels per point of the window.
  package var scale: Double { input.translation.scale }

  /// The panels that have a place, in the order of the areas.
  var shownPanels: [(area: DockLayout.Area, panel: any Panel)] {
    DockLayout.Area.allCases.compactMap { area in
      layout.frames[area] == nil ? nil : page.panel(in: area).map { (area, $0) }
    }
  }

  /// The panel whose control has the keyboard focus.
  var focusedPanel: (area: DockLayout.Area, panel: any Panel)? {
    shownPanels.first(where: \.panel.hasFocus)
  }

  /// Shows another page in the place of what is shown.
  package func show(_ page: any Page) {
    cancelInput { _ in true }
    pointerLeft()
    input.focus.move(to: nil)
    self.page.handle(.disappears(isLast: false))
    // What was said is about what was shown.
    message.dismiss()
    self.page = page
    commands.hide()
    appear()
    // The pointer rests where it was, over something else.
    if let pointer = input.pointer { hover(at: pointer / scale) }
  }

  /// Notifies the page that it is shown, and lays out the window.
  private func appear() {
    page.handle(.appears(in: self))
    host.perform(.title(page.title))
    drawing.captions = nil
    updateLayout()
  }

  /// Prepares the window to be shown.
  package func begin() {
    appear()
    if message.text == nil { showAbsenceOfPanels() }
    host.perform(.cursor(page.cursor(isHeld: false)))
    schedule(page.next(.busy, at: host.time))
  }

  /// Closes the page.
  package func close() { page.handle(.disappears(isLast: true)) }

  /// Handles events while the clipboard's contents are handed over; returns `true` once that is done.
  package func endsClosing(_ events: [Input]) -> Bool {
    // A picture that a clipboard manager has requested may be there.
    if events.contains(.wakeUp) { page.handle(.wakeUp) }
    // A user who closes the window again doesn't want to wait.
    return events.contains { $0 == .clipboardHandedOver || $0 == .closeRequested }
  }

  /// Handles the events of a turn of the loop, and draws; returns `false` to close the window.
  package func turn(_ events: [Input]) throws -> Bool {
    if !wasMoving, waitingSince == nil {
      waitingSince = events.first { $0.time != nil }.flatMap { $0.isFrame ? nil : $0.time }
    }
    for event in events where !handle(event) { return false }
    page.handle(.handled(events))
    updateTextInput()
    let now = host.time
    message.update(at: now)
    for topic in scheduler.due(at: now) {
      switch topic {
      case .pointer: input.rest.hide()
      // It is updated at every turn.
      case .message: break
      default: page.handle(.due(topic, at: now))
      }
    }
    advanceFromRest(events)
    updateCursor()
    guard !page.traits.isFinished, !hasQuit else { return false }
    try update(isDue: events.contains(where: \.isFrame))
    reportText()
    return true
  }

  /// Reports once that text is shown without a library that it needs.
  private func reportText() {
    guard !hasReportedText, let problem = TextShaping.problem else { return }
    hasReportedText = true
    StandardError.report(problem)
  }

  /// Handles an event; returns `false` to quit.
  private func handle(_ event: Input) -> Bool {
    switch event {
    case .closeRequested: return !page.allowsClosing()
    case .frame(let time): advance(to: time)
    case .resized:
      updateLayout()
      followStillPointer()
    case .moved: followStillPointer()
    case .exposed: drawing.isExposed = true
    case .scaleChanged(let scale): if options.scale == nil { follow(scale) }
    case .wakeUp: page.handle(.wakeUp)
    case .readable(let descriptor): page.handle(.readable(descriptor))
    case .key(let key): return handle(key)
    case .text: sendText(event)
    case .received(let received): page.handle(.received(received))
    case .dropHover(let isOver): page.handle(.dropHover(isOver))
    case .settingsChanged: settingsDidChange()
    case .focus, .redrawSlot, .displayProfileChanged, .dragChanged, .clipboardHandedOver: break
    case .pointer, .wheel, .touchpad, .touch, .pinch: route(event)
    }
    return true
  }

  private func settingsDidChange() {
    page.handle(.settingsChanged)
    let contrast = host.display.settings.contrast
    guard contrast != drawing.staging.contrast else { return }
    drawing.staging.contrast = contrast
    (drawing.isExposed, drawing.needsContent) = (true, true)
  }

  private var isMoving: Bool {
    page.traits.needsFrames || commands.needsAdvance
      || shownPanels.contains(where: \.panel.needsAdvance)
  }

  /// Advances what has been at rest, and moves from these events on, to the refresh at which it is seen: waiting for the clock's next
  /// frame, which is drawn for the refresh after, would show the first step one or two refreshes late.
  private func advanceFromRest(_ events: [Input]) {
    if !events.contains(where: \.isFrame), !wasMoving, isMoving {
      countFirst()
      advance(to: host.drawFirst())
    }
    wasMoving = isMoving
  }

  /// Counts the refreshes by which the first frame after a pause is late.
  func countFirst() {
    if let waitingSince { host.countFirst(since: waitingSince) }
    waitingSince = nil
  }

  private func advance(to time: Double) {
    page.handle(.frame(at: time))
    if commands.needsAdvance {
      commands.advance(to: time)
      drawing.needsContent = true
    }
    for (_, panel) in shownPanels where panel.needsAdvance { panel.advance(to: time) }
  }

  private func follow(_ scale: Double) {
    input.translation.scale = scale
    updateLayout()
  }

  /// Carries out a command of the window; returns `false` to quit.
  package func perform(_ command: WindowCommand) -> Bool {
    switch command {
    case .quit: return !page.allowsClosing()
    case .toggleFullscreen: toggleFullscreen()
    case .escape:
      guard !isFullscreen else { return perform(.toggleFullscreen) }
      return !(options.returnsToStart && page.allowsClosing())
    case .showCommands: showCommands()
    case .togglePanel(let area): toggle(area)
    }
    return true
  }

  private func toggle(_ area: DockLayout.Area) {
    guard page.panel(in: area) != nil else {
      return message.show("There is no panel for this key here.")
    }
    // A panel that there is no room for is on, or stays on, to be shown once there is; one that was shown may give way.
    let before = layout.frames
    if before[area] == nil {
      areas.insert(area)
      if DockLayout.shared.contains(area) { front = area }
    } else {
      areas.remove(area)
    }
    updateLayout()
    let waiting = DockLayout.Area.allCases.first { other in
      // One behind another tab gives way to it.
      let hasTab = layout.tabs.contains { $0.area == other }
      return areas.contains(other) && layout.frames[other] == nil
        && (other == area || before[other] != nil && !hasTab)
    }
    if let waiting { showAbsence(of: waiting) }
  }

  /// Says why the first panel that was asked for with the window is not shown.
  private func showAbsenceOfPanels() {
    let wanted = Set((options.panels ?? []).compactMap(\.area))
    let waiting = DockLayout.Area.allCases.first { area in
      wanted.contains(area) && page.panel(in: area) != nil && layout.frames[area] == nil
        && !layout.tabs.contains { $0.area == area }
    }
    if let waiting { showAbsence(of: waiting) }
  }

  /// Says why a panel that is on is not shown, until it is.
  private func showAbsence(of waiting: DockLayout.Area) {
    message.show(layout.absence(of: waiting, viewport: page.traits.viewport)) { [weak self] in
      self.map { $0.areas.contains(waiting) && $0.layout.frames[waiting] == nil } ?? false
    }
  }

  /// Shows another of the panels that share a column.
  func show(_ tab: DockLayout.Area) {
    front = tab
    updateLayout()
  }

  private func toggleFullscreen() {
    isFullscreen.toggle()
    input.rest.pointerMoved(at: host.time)
    host.perform(.fullscreen(isFullscreen))
  }

  /// Gives everything its place again, and has all of it drawn.
  package func updateLayout() {
    let focused = focusedPanel?.area
    layout = fittingLayout()
    // What was typed in a panel that disappears is stored.
    if let focused, layout.frames[focused] == nil { input.focus.move(to: nil) }
    cancelInput(where: isGone)
    page.handle(.resized(room, at: host.time))
    for area in DockLayout.Area.allCases {
      guard let panel = page.panel(in: area) else { continue }
      panel.share(input.focus)
      // A panel without a size is not shown.
      let size = layout.frames[area]?.size ?? .zero
      if panel.size != size { panel.size = size }
    }
    drawing.isExposed = true
  }

  private func isGone(_ region: WindowRegion) -> Bool {
    if case .panel(let area) = region { layout.frames[area] == nil } else { false }
  }

  /// Names all times and descriptors at which the loop is to wake up.
  func schedule(_ step: RedrawState.Step) {
    var next = host.schedule
    next.wantsFrames =
      step.needsFrames || commands.needsAdvance || shownPanels.contains(where: \.panel.needsAdvance)
    if step.needsSlot || isOutdated, host.display.isVisible { next.wantsSlot = true }
    page.schedule(&scheduler)
    scheduler.schedule(.redraw, at: step.deadline)
    scheduler.schedule(.message, at: message.deadline)
    let hides = isFullscreen && input.pointer != nil && !input.translation.isHeld
    scheduler.schedule(.pointer, at: hides ? input.rest.deadline : nil)
    next.deadline = scheduler.deadline
    next.descriptors = page.traits.descriptors
    host.schedule = next
  }
}

extension Topic {
  /// The pointer is hidden in full screen.
  static let pointer = Topic("pointer")
  static let message = Topic("message")
  /// What the page shows changes though nothing happens.
  package static let redraw = Topic("redraw")
}
