internal import CX11
internal import ScrollGeometry

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
  func drain(into events: inout [Event]) throws(DesktopError) {
    try connection.check()
    var changes = Changes()
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
    if changes.isExposed { events.append(.exposed) }
    if changes.monitorsChanged { adjustToMonitors() }
  }

  /// The changes that are coalesced over a batch of events.
  struct Changes {
    var size: PixelSize?
    var isExposed = false
    var monitorsChanged = false
  }

  private func read(
    _ event: inout XEvent, arrival: Double, _ changes: inout Changes, into events: inout [Event]
  ) {
    switch event.type {
    case GenericEvent: readExtended(&event, arrival: arrival, into: &events)
    case MotionNotify:
      let time = localTime(event.xmotion.time, arrival)
      append(
        [CoreInput.motion(event.xmotion, time: time)], from: Self.source(event.xmotion.time),
        to: &events, isDown: CoreInput.buttons(event.xmotion.state))
    case EnterNotify, LeaveNotify:
      let time = localTime(event.xcrossing.time, arrival)
      append(
        CoreInput.crossing(event.xcrossing, time: time).map { [$0] } ?? [],
        from: Self.source(event.xcrossing.time), to: &events,
        isDown: CoreInput.buttons(event.xcrossing.state))
    case ButtonPress, ButtonRelease:
      let time = localTime(event.xbutton.time, arrival)
      append(
        CoreInput.button(event.xbutton, time: time), from: Self.source(event.xbutton.time),
        to: &events, isDown: CoreInput.buttons(event.xbutton.state))
    case KeyPress, KeyRelease: readKey(&event.xkey, arrival: arrival, into: &events)
    case SelectionRequest: exchange.clipboard.answer(event.xselectionrequest)
    case SelectionClear: exchange.clipboard.wasCleared(event.xselectionclear)
    case SelectionNotify: readSelection(event.xselection, at: arrival, into: &events)
    case KeymapNotify: keyboard.update(with: event.xkeymap)
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    // The latter if pixels that were to scroll in place are obscured.
    case Expose, GraphicsExpose: changes.isExposed = true
    case ConfigureNotify: configured(event.xconfigure, &changes)
    case MapNotify:
      visibility.isMapped = true
      mapRetry.end()
    case UnmapNotify:
      visibility.isMapped = false
      mapRetry.end()
      events += input?.cancelTouches(time: arrival) ?? []
      events += pressedButtons.cancel(time: arrival)
    case VisibilityNotify:
      visibility.isObscured = event.xvisibility.state == VisibilityFullyObscured
      visibility.isPartlyObscured = event.xvisibility.state != VisibilityUnobscured
    case FocusIn, FocusOut: readFocus(event.xfocus, arrival: arrival, into: &events)
    case PropertyNotify: readProperty(event.xproperty, arrival: arrival, into: &events)
    case ClientMessage: readMessage(&event, arrival: arrival, into: &events)
    case DestroyNotify:
      windowWasDestroyed(event.xdestroywindow.window, into: &events)
      if event.xdestroywindow.window == window { events.append(.closeRequested) }
    default: readMonitors(&event, &changes)
    }
  }

  /// The source of an event with a server's timestamp; 0 (`CurrentTime`) stands for none.
  static func source(_ stamp: Time) -> Event.Source {
    Event.Source(serverTime: stamp == 0 ? nil : UInt32(truncatingIfNeeded: stamp))
  }

  func localTime(_ stamp: Time, _ arrival: Double) -> Double {
    textInput.latestTime = stamp
    return serverClock.localTime(of: UInt32(truncatingIfNeeded: stamp), arrival: arrival)
  }

  /// Appends events from a source, preceded by cancellations of buttons that are no longer down.
  private func append(
    _ news: [Event], from source: Event.Source, to events: inout [Event], isDown: (Int) -> Bool
  ) {
    for var event in news {
      event.source = source
      if case .pointer(let pointer) = event {
        events += pressedButtons.update(pointer, isDown: isDown)
      } else {
        events.append(event)
      }
    }
  }

  private func readExtended(
    _ event: inout XEvent, arrival: Double, into events: inout [Event]
  ) {
    if let refreshEvents, event.xcookie.extension == refreshEvents.opcode {
      return readRefresh(&event, refreshEvents)
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
    var source = Event.Source()
    let news = reader.read(event.xcookie) { stamp, device in
      source = Self.source(stamp)
      source.device = device
      return localTime(stamp, arrival)
    }
    append(news, from: source, to: &events) { buttons.contains($0) }
  }

  private func readRefresh(_ event: inout XEvent, _ refreshEvents: RefreshEvents) {
    guard XGetEventData(connection.display, &event.xcookie) != 0 else { return }
    refreshEvents.read(event.xcookie)
    XFreeEventData(connection.display, &event.xcookie)
  }

  private func configured(_ event: XConfigureEvent, _ changes: inout Changes) {
    changes.size = PixelSize(width: Int(event.width), height: Int(event.height))
    placement.needsRefreshRate = true
  }

  private func readFocus(
    _ event: XFocusChangeEvent, arrival: Double, into events: inout [Event]
  ) {
    // A client that grabs the keyboard, as window managers do to switch windows, receives the button's release too.
    if event.type == FocusOut, event.mode == NotifyGrab {
      events += pressedButtons.cancel(time: arrival)
    }
    // Grabs and focus that follows the pointer don't change the keyboard focus.
    guard event.mode != NotifyGrab, event.mode != NotifyUngrab, event.detail != NotifyPointer else {
      return
    }
    if event.type == FocusOut { keyboard.forget() }
    focusDidChange(event.type == FocusIn)
    events.append(.focus(event.type == FocusIn))
  }

  private func readProperty(
    _ event: XPropertyEvent, arrival: Double, into events: inout [Event]
  ) {
    readPart(event, at: arrival, into: &events)
    if event.window == window, event.atom == connection.atoms[.state] {
      let wasHidden = visibility.isHidden
      visibility.isHidden = placement.states.contains(connection.atoms[.hidden])
      // No Expose event follows for what was not drawn meanwhile.
      if wasHidden, !visibility.isHidden { events.append(.exposed) }
      return
    }
    guard event.window == connection.root, event.atom == XA_RESOURCE_MANAGER else { return }
    let newScale = DisplayScale.current(connection)
    guard newScale != scale else { return }
    scale = newScale
    events.append(.scaleChanged(newScale))
  }

  private func readMessage(
    _ event: inout XEvent, arrival: Double, into events: inout [Event]
  ) {
    let message = event.xclient
    if message.message_type == connection.atoms[.fence] {
      // Any client may send such a message, but only this window knows the key.
      if message.format == 32, message.data.l.1 == fenceKey {
        redrawPacer.answer(UInt32(truncatingIfNeeded: message.data.l.0), at: MonotonicClock.now)
      }
      return
    }
    if readDrag(message, at: arrival, into: &events) { return }
    // The windows that receive selections cannot be closed by the user.
    guard message.window == window, message.message_type == connection.atoms[.protocols],
      message.format == 32
    else { return }
    switch Atom(bitPattern: message.data.l.0) {
    case connection.atoms[.deleteWindow]: events.append(.closeRequested)
    case connection.atoms[.ping]:
      // The reply is the same message, sent to the root window.
      event.xclient.window = connection.root
      XSendEvent(
        connection.display, connection.root, 0,
        SubstructureNotifyMask | SubstructureRedirectMask, &event)
    default: break
    }
  }

  private func readMonitors(_ event: inout XEvent, _ changes: inout Changes) {
    guard let first = randrEvent, (first...first + 1).contains(event.type) else { return }
    XRRUpdateConfiguration(&event)
    placement.needsRefreshRate = true
    changes.monitorsChanged = true
  }
}
