import OverscrollHost
import OverscrollLab
import ScrollEngine
import ScrollGeometry

extension WindowController {
  /// Sends input to the part of the window in which it began.
  func route(_ event: Input) {
    if case .pointer(let pointer) = event {
      let modifiers = EventTranslation.modifiers(pointer.modifiers)
      page.handle(.modifiers(modifiers))
      handButton(pointer)
      for (_, panel) in shownPanels { panel.modifiersChanged(modifiers) }
      input.pointer = pointer.action == .left ? nil : pointer.position
      input.rest.pointerMoved(at: pointer.time)
      if pointer.action == .left {
        pointerLeft()
      } else if !input.translation.isHeld {
        hover(at: pointer.position / scale)
      }
    }
    if case .pointer(let pointer) = event, pointer.action == .pressed(button: 1),
      let tab = layout.tab(at: pointer.position / scale)
    {
      endTypingBesidePanels()
      return show(tab)
    }
    if case .wheel(let wheel) = event {
      input.translation.wheelZooms =
        options.wheelZooms && page.traits.wheelZooms && !commands.isShown
        && area(at: wheel.position / scale) == nil
    }
    defer { updateCursor() }
    let origin = Script.Origin(event.source)
    guard let event = input.translation.translate(event),
      let region = input.captures.owner(of: event, hitTest: region)
    else { return }
    send(event, to: region, from: origin)
  }

  /// Tells the page of a button.
  private func handButton(_ pointer: Input.Pointer) {
    let (button, isPressed): (Int, Bool)
    switch pointer.action {
    case .pressed(let pressed): (button, isPressed) = (pressed, true)
    case .released(let released): (button, isPressed) = (released, false)
    case .moved, .cancelled, .left: return
    }
    let place = contentPlace(pointer.position / scale)
    page.handle(.button(button, isPressed: isPressed, at: place))
  }

  /// A place of the window in points of the content; `nil` beside it.
  private func contentPlace(_ place: Point) -> Point? {
    guard area(at: place) == nil, layout.viewport.contains(place) else { return nil }
    return (place - layout.viewport.origin) / layout.viewportScale
  }

  /// Sends input, in points of the window, to a part of it.
  func send(_ event: Event, to region: WindowRegion, from origin: Script.Origin? = nil) {
    if event.beginsTouch, region != focusedPanel.map({ .panel($0.area) }) {
      input.focus.move(to: nil)
    }
    switch region {
    case .content:
      let corner = layout.viewport.origin
      if commands.isShown { return finish(commands.send(event.mapped { $0 - corner })) }
      page.send(event.mapped { ($0 - corner) / self.layout.viewportScale }, from: origin)
    case .panel(let area):
      guard let frame = layout.frames[area] else { return }
      let panel = page.panel(in: area)
      let height = panel?.chosenHeight
      panel?.send(event.mapped { $0 - frame.origin })
      if panel?.chosenHeight != height { updateLayout() }
      if event.beginsTouch || input.focus.control != nil { endTypingBesidePanels() }
    }
  }

  /// Removes what keys type into beside the panels, one of which was clicked or has them from now on.
  private func endTypingBesidePanels() {
    if commands.isShown { hideCommands() }
    if page.traits.isTyping { page.handle(.panelTakesKeys) }
  }

  /// Has keys type into the page, and no longer into a panel.
  package func takeKeys() { input.focus.move(to: nil) }

  /// Cancels what is held in the content, before something else takes its place.
  package func cancelContentInput() { cancelInput { $0 == .content } }

  /// Cancels what is held in a panel, before it shows something else.
  package func cancelInput(in area: DockLayout.Area) { cancelInput { $0 == .panel(area) } }

  /// Cancels what is held in some parts.
  func cancelInput(where isGone: (WindowRegion) -> Bool) {
    let ends = input.captures.release(at: host.time, where: isGone)
    for (region, event) in ends { send(event, to: region) }
  }

  /// True while a button or a finger is held.
  package var isHeld: Bool { input.translation.isHeld }

  private func region(at place: Point) -> WindowRegion {
    area(at: place).map { .panel($0) } ?? .content
  }

  private func area(at place: Point) -> DockLayout.Area? {
    layout.frames.first { $0.value.contains(place) }?.key
  }

  func updateCursor() {
    let isOverPage = input.hovered == nil && !commands.isShown
    let usual = isOverPage ? page.cursor(isHeld: input.translation.isHeld) : .arrow
    host.perform(.cursor(isFullscreen && input.rest.isHidden ? .hidden : usual))
  }

  // MARK: Hovering

  /// Tells the panels and the page where the pointer is, in points of the window.
  func hover(at place: Point) {
    let area = area(at: place)
    if area != input.hovered { panelLeft() }
    input.hovered = area
    let inContent =
      area == nil && layout.viewport.contains(place) ? place - layout.viewport.origin : nil
    if commands.isShown {
      commands.point(at: inContent)
      drawing.needsContent = true
    }
    // What lies under the list does not follow the pointer.
    page.handle(.pointer(commands.isShown ? nil : inContent.map { $0 / layout.viewportScale }))
    guard let area, let frame = layout.frames[area] else { return }
    page.panel(in: area)?.pointerMoved(to: place - frame.origin)
  }

  /// Tells a page that reads what is under the pointer where that is, now that the window has moved under it.
  func followStillPointer() {
    guard page.traits.readsPointer, !input.translation.isHeld else { return }
    input.pointer = host.locatePointer()
    if let pointer = input.pointer { hover(at: pointer / scale) } else { pointerLeft() }
  }

  /// Tells the panel under the pointer, and the page, that it has left.
  func pointerLeft() {
    panelLeft()
    page.handle(.pointer(nil))
  }

  private func panelLeft() {
    if let hovered = input.hovered { page.panel(in: hovered)?.pointerMoved(to: nil) }
    input.hovered = nil
  }

  // MARK: Keys

  /// Handles a key: a panel that takes it, text that is being typed, or the page; returns `false` to quit.
  func handle(_ key: Input.Key) -> Bool {
    let owner = input.keys.owner(
      of: EventTranslation.key(key).key, isPress: key.action == .pressed,
      isRelease: key.action == .released, focus: focus)
    // A letter that is still held when its field has closed is no command.
    guard key.action != .repeated || owner == focus else { return true }
    if key.action != .released {
      if commands.isShown {
        switch commands.handle(
          key, toggles: CommandList.bindings.contains(where: KeyBinding.matching(key).contains),
          isCommand: key.isCommandInText)
        {
        case .unhandled: drawing.needsContent = true
        case let outcome:
          finish(outcome)
          return !hasQuit
        }
      }
      let event = EventTranslation.key(key)
      let (focused, others) = (focusedPanel, shownPanels.filter { !$0.panel.hasFocus })
      if focused?.panel.handleKey(event) == true { return true }
      if others.contains(where: { $0.panel.handleKey(event) }) { return true }
    }
    if sendToText(key) { return true }
    guard case .window(let command) = page.handle(key) else { return true }
    return perform(command)
  }

  private var focus: KeyFocus {
    page.traits.isTyping || commands.isShown
      ? .text(.content) : textRegion.map(KeyFocus.text) ?? .commands
  }
}

// MARK: - The list of commands

extension WindowController {
  /// Shows the list of what the page's keys do, over the content.
  func showCommands() {
    cancelContentInput()
    takeKeys()
    let problem = commands.show(
      page.commands, in: room, pasteboard: HostPasteboard(host, observer: nil))
    if let problem { message.show(problem) }
    drawing.needsContent = true
  }

  private func hideCommands() {
    commands.hide()
    drawing.needsContent = true
  }

  /// Draws what input to the list has changed, and has the page carry out a command that was chosen, as by its key.
  private func finish(_ outcome: CommandList.Outcome) {
    drawing.needsContent = true
    guard case .chosen(let item) = outcome, let binding = item.bindings.first else { return }
    let key = binding.event(at: host.time)
    guard case .window(let command) = page.handle(key) else { return }
    hasQuit = !perform(command)
  }
}

extension Event {
  /// True if the event begins a touch.
  fileprivate var beginsTouch: Bool {
    if case .touch(let touch) = self { touch.phase == .began } else { false }
  }
}
