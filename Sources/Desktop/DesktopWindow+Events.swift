internal import CX11
internal import OverscrollHost
package import ScrollGeometry

extension DesktopWindow {
  /// The file descriptor to poll for events, or -1 once the connection is broken.
  var descriptor: Int32 { connection.isAlive ? connection.descriptor : -1 }

  /// Whether Xlib has queued events, which polling the descriptor does not show.
  var hasUnreadEvents: Bool {
    connection.isAlive && XEventsQueued(connection.display, Int32(QueuedAlready)) > 0
  }

  /// Flushes the output buffer and reads all pending events without blocking.
  ///
  /// Several changes of size are coalesced into the last one, and several exposures into one.
  func drain(into events: inout [Input]) throws(HostError) {
    try connection.check()
    var changes = EventChanges()
    while XPending(connection.display) > 0 {
      try connection.check()
      var event = XEvent()
      XNextEvent(connection.display, &event)
      let arrival = MonotonicClock.now
      if !isFiltered(&event, arrival: arrival, into: &events) {
        read(&event, arrival: arrival, &changes, into: &events)
      }
    }
    input?.updateDevices(connection)
    try connection.check()
    if let newSize = changes.size, newSize != size {
      size = newSize
      events.append(.resized(newSize))
    }
    if changes.isMoved { events.append(.moved) }
    if changes.isExposed { events.append(.exposed) }
    if changes.monitorsChanged {
      placement.profile.areas = nil
      adjustToMonitors()
    }
    events += placement.profileEvents(after: changes, size: size)
    appendSettings(to: &events, areNew: changes.hasNewSettings)
    session.resizing?.didRead(willDraw: isVisible && events.contains(where: \.needsDrawing))
  }

  private func read(
    _ event: inout XEvent, arrival: Double, _ changes: inout EventChanges,
    into events: inout [Input]
  ) {
    switch event.type {
    case GenericEvent: readExtended(&event, arrival: arrival, into: &events)
    case MotionNotify:
      let time = localTime(event.xmotion.time, arrival)
      append(
        [CoreInput.motion(event.xmotion, time: time)], from: Input.Source(event.xmotion.time),
        to: &events, isDown: CoreInput.buttons(event.xmotion.state))
    case EnterNotify, LeaveNotify:
      let time = localTime(event.xcrossing.time, arrival)
      append(
        CoreInput.crossing(event.xcrossing, time: time).map { [$0] } ?? [],
        from: Input.Source(event.xcrossing.time), to: &events,
        isDown: CoreInput.buttons(event.xcrossing.state))
    case ButtonPress, ButtonRelease:
      let time = localTime(event.xbutton.time, arrival)
      append(
        CoreInput.button(event.xbutton, time: time), from: Input.Source(event.xbutton.time),
        to: &events, isDown: CoreInput.buttons(event.xbutton.state))
    case KeyPress, KeyRelease: readKey(&event.xkey, arrival: arrival, into: &events)
    case SelectionRequest: exchange.answer(event.xselectionrequest)
    case SelectionClear: exchange.wasCleared(event.xselectionclear)
    case SelectionNotify: exchange.readSelection(event.xselection, at: arrival, into: &events)
    case KeymapNotify: keyboard.update(with: event.xkeymap)
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    // The latter if pixels that were to scroll in place are obscured.
    case Expose, GraphicsExpose: changes.isExposed = true
    case ConfigureNotify where event.xconfigure.window == window:
      configured(event.xconfigure, &changes)
    case MapNotify where event.xmap.window == window:
      visibility.isMapped = true
      mapRetry.end()
      session.didShow()
    case UnmapNotify where event.xunmap.window == window:
      visibility.isMapped = false
      mapRetry.end()
      events += input?.cancelTouches(time: arrival) ?? []
      events += pressedButtons.cancel(time: arrival)
    case VisibilityNotify: visibility.note(event.xvisibility)
    case FocusIn, FocusOut: readFocus(event.xfocus, arrival: arrival, into: &events)
    case PropertyNotify:
      placement.note(event.xproperty, in: &changes)
      readProperty(event.xproperty, arrival: arrival, &changes, into: &events)
    case ClientMessage: readMessage(&event, arrival: arrival, &changes, into: &events)
    case DestroyNotify:
      if session.manager.windowWasDestroyed(event.xdestroywindow.window) {
        changes.hasNewSettings = true
      }
      exchange.windowWasDestroyed(event.xdestroywindow.window, into: &events)
      if placement.managerDidEnd(event.xdestroywindow.window) { adjustToMonitors() }
      if event.xdestroywindow.window == window { events.append(.closeRequested) }
    default: readMonitors(&event, &changes)
    }
  }

  /// Reads a key event, or the text that an input method commits as one.
  private func readKey(_ event: inout XKeyEvent, arrival: Double, into events: inout [Input]) {
    let time = localTime(event.time, arrival)
    if event.type == KeyPress { session.noteUse(at: event.time) }
    if exchange.dragSource.isDragging, event.type == KeyPress, keyboard.isEscape(event) {
      exchange.changeDrag(into: &events) { $0.cancel() }
      _ = keyboard.key(event, time: time)
      return
    }
    // Text that an input method commits has no key.
    let key = event.keycode == 0 ? nil : keyboard.key(event, time: time)
    if textInput.acceptsText, event.type == KeyPress, let text = textInput.method?.text(of: &event)
    {
      events.append(.text(Input.Text(time: time, content: .committed(text))))
    } else if var key {
      key.source = Input.Source(event.time)
      events.append(.key(key))
    }
  }

  func localTime(_ stamp: Time, _ arrival: Double) -> Double {
    textInput.latestTime = stamp
    return serverClock.localTime(of: UInt32(truncatingIfNeeded: stamp), arrival: arrival)
  }

  /// Appends events from a source, preceded by cancellations of buttons that are no longer down.
  private func append(
    _ news: [Input], from source: Input.Source, to events: inout [Input], isDown: (Int) -> Bool
  ) {
    for var event in news {
      event.source = source
      if event.isPress, let time = source.serverTime { session.noteUse(at: Time(time)) }
      if case .pointer(let pointer) = event {
        let pointers = pressedButtons.update(pointer, isDown: isDown)
        exchange.followDrag(pointers, at: source.serverTime, into: &events)
        events += pointers
      } else {
        events.append(event)
      }
    }
  }

  private func readExtended(
    _ event: inout XEvent, arrival: Double, into events: inout [Input]
  ) {
    if let refreshEvents, event.xcookie.extension == refreshEvents.opcode {
      return refreshEvents.read(&event)
    }
    guard var reader = input, event.xcookie.extension == reader.opcode,
      XGetEventData(connection.display, &event.xcookie) != 0
    else { return }
    // Taken out while it is mutated, for exclusive access to the window.
    input = nil
    defer {
      input = reader
      XFreeEventData(connection.display, &event.xcookie)
    }
    let buttons = ExtendedInput.buttons(event.xcookie)
    var source = Input.Source()
    let news = reader.read(event.xcookie) { stamp, device in
      source = Input.Source(stamp)
      source.device = device
      return localTime(stamp, arrival)
    }
    append(news, from: source, to: &events) { buttons.contains($0) }
  }

  private func configured(_ event: XConfigureEvent, _ changes: inout EventChanges) {
    changes.size = PixelSize(width: Int(event.width), height: Int(event.height))
    placement.needsRefreshRate = true
    session.resizing?.didResize()
    if placement.follow(x: Int(event.x), y: Int(event.y)) { changes.isMoved = true }
  }

  /// The place of the pointer in the window, in pixels (a round trip); `nil` if it is on another screen.
  package func queryPointer() -> Point? { connection.isAlive ? placement.queryPointer() : nil }

  private func readFocus(
    _ event: XFocusChangeEvent, arrival: Double, into events: inout [Input]
  ) {
    // A client that grabs the keyboard, as window managers do to switch windows, receives the button's release too.
    // A drag out of the window grabs it itself.
    if event.type == FocusOut, event.mode == NotifyGrab, !exchange.dragSource.isDragging {
      events += pressedButtons.cancel(time: arrival)
    }
    guard event.changesFocus else { return }
    if event.type == FocusOut { keyboard.forget() }
    if textInput.acceptsText { textInput.method?.setFocus(event.type == FocusIn) }
    events.append(.focus(event.type == FocusIn))
  }

  private func readProperty(
    _ event: XPropertyEvent, arrival: Double, _ changes: inout EventChanges,
    into events: inout [Input]
  ) {
    exchange.readPart(event, at: arrival, into: &events)
    if event.window == window, event.atom == connection.atoms[.state] {
      let states = placement.states
      placement.note(states: states)
      let isHidden = states.contains(connection.atoms[.hidden])
      // No Expose event follows for what was not drawn meanwhile.
      return visibility.hide(isHidden) ? events.append(.exposed) : ()
    }
    let isResources = event.window == connection.root && event.atom == XA_RESOURCE_MANAGER
    if isResources || session.manager.propertyDidChange(event) { changes.hasNewSettings = true }
  }

  private func readMessage(
    _ event: inout XEvent, arrival: Double, _ changes: inout EventChanges,
    into events: inout [Input]
  ) {
    let message = event.xclient
    if message.message_type == connection.atoms[.fence] {
      // Any client may send such a message, but only this window knows the key.
      if message.format == 32, message.data.l.1 == fenceKey {
        redrawPacer.answer(UInt32(truncatingIfNeeded: message.data.l.0), at: MonotonicClock.now)
      }
      return
    }
    if session.manager.read(message) {
      changes.hasNewSettings = true
      return
    }
    if exchange.readDrag(message, at: arrival, into: &events) { return }
    // The windows that receive selections cannot be closed by the user.
    guard message.window == window, message.message_type == connection.atoms[.protocols],
      message.format == 32
    else { return }
    switch Atom(bitPattern: message.data.l.0) {
    case connection.atoms[.deleteWindow]: events.append(.closeRequested)
    case connection.atoms[.syncRequest]: session.resizing?.announce(message)
    case connection.atoms[.ping]:
      // The reply is the same message.
      event.xclient.window = connection.root
      connection.sendToWindowManager(&event)
    default: break
    }
  }

  private func readMonitors(_ event: inout XEvent, _ changes: inout EventChanges) {
    guard let first = randrEvent, (first...first + 1).contains(event.type) else { return }
    XRRUpdateConfiguration(&event)
    placement.needsRefreshRate = true
    changes.monitorsChanged = true
  }
}

extension XFocusChangeEvent {
  /// Whether the keyboard focus has changed, which grabs and focus that follows the pointer don't change.
  fileprivate var changesFocus: Bool {
    mode != NotifyGrab && mode != NotifyUngrab && detail != NotifyPointer
  }
}

extension Input {
  /// Whether the window is to be drawn again as a whole.
  fileprivate var needsDrawing: Bool {
    switch self {
    case .resized, .exposed: true
    default: false
    }
  }

  /// Whether a button or a finger was pressed.
  fileprivate var isPress: Bool {
    switch self {
    case .pointer(let pointer): if case .pressed = pointer.action { true } else { false }
    case .touch(let touch): touch.phase == .began
    default: false
    }
  }
}

/// The changes that are coalesced over a batch of events.
struct EventChanges {
  var size: PixelSize?
  var isMoved = false
  var isExposed = false
  var monitorsChanged = false
  /// True where the color profile of a monitor may have changed.
  var profileChanged = false
  /// True where the desktop's settings may have changed.
  var hasNewSettings = false
}

/// What is known of a window's visibility.
struct Visibility: Hashable, Sendable {
  /// Whether the window is mapped, or about to be.
  var isMapped = true
  /// Whether other windows cover it fully; unknown with a compositing manager.
  var isObscured = false
  /// Whether any part of the window is obscured.
  var isPartlyObscured = true
  /// Whether the window manager hides it, such as while it is minimized.
  var isHidden = false

  mutating func note(_ event: XVisibilityEvent) {
    isObscured = event.state == VisibilityFullyObscured
    isPartlyObscured = event.state != VisibilityUnobscured
  }

  /// Notes whether the window manager hides the window; returns whether it appears again.
  mutating func hide(_ isHidden: Bool) -> Bool {
    defer { self.isHidden = isHidden }
    return self.isHidden && !isHidden
  }
}

extension DesktopWindow {
  /// Whether the window can be visible; while it is false, no frames are due.
  package var isVisible: Bool {
    visibility.isMapped && !visibility.isObscured && !visibility.isHidden
  }

  /// Whether nothing obscures the window, so that its pixels can scroll in place.
  ///
  /// It can be out of date. ``Input/exposed`` follows where pixels were obscured after all.
  package var isUnobscured: Bool { isVisible && !visibility.isPartlyObscured }
}
