internal import CX11
internal import OverscrollHost
internal import ScrollGeometry

/// Reads pointers, wheels, touchpads and touch screens with XInput 2.
struct ExtendedInput {
  /// The major opcode of the extension, which identifies its events.
  let opcode: Int32
  private let window: CX11.Window
  private let hasTouch: Bool
  private var devices = ScrollDevices()
  /// Whether the devices and the values of their valuators are current.
  private var areDevicesCurrent = false
  private var pinchMotion = Point.zero
  private var touches: [Int: Point] = [:]

  /// Selects all events that the server's version has; fails where it lacks XInput 2.
  init?(_ connection: Connection, window: CX11.Window) {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    let display = connection.display
    guard XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0 else {
      return nil
    }
    var (major, minor): (Int32, Int32) = (2, 4)
    var status: Int32 = 0
    let refusal = connection.trapErrors { status = XIQueryVersion(display, &major, &minor) }
    guard refusal == nil, status == Success, major >= 2 else { return nil }
    self.opcode = opcode
    self.window = window
    let version = (Int(major), Int(minor))
    hasTouch = version >= (2, 2)
    // Selecting events that are newer than the server is an error.
    var events = [
      XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_Enter, XI_Leave, XI_DeviceChanged,
    ]
    if hasTouch { events += [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd] }
    if version >= (2, 4) {
      events += [XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd]
    }
    let failure = connection.trapErrors {
      Self.select(events, from: Int32(XIAllMasterDevices), display, window)
      Self.select([XI_HierarchyChanged], from: Int32(XIAllDevices), display, connection.root)
      updateDevices(connection)
    }
    guard failure == nil else { return nil }
  }

  private static func select(
    _ events: [Int32], from device: Int32, _ display: OpaquePointer,
    _ window: CX11.Window
  ) {
    var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
    bits.withUnsafeMutableBufferPointer { bits in
      for event in events { OverscrollSetMask(bits.baseAddress, event) }
      var mask = XIEventMask(
        deviceid: device, mask_len: Int32(bits.count), mask: bits.baseAddress)
      XISelectEvents(display, window, &mask, 1)
    }
  }

  /// The identifiers of all devices that there have been, in the order of ``Input/Source/device``.
  var deviceIDs: [Int32] { devices.identifiers }

  /// Reads one event of the extension.
  ///
  /// - Parameters:
  ///   - cookie: The event, whose data was fetched.
  ///   - localTime: Converts the time stamp of a device's event, whose index is given, to local time, in seconds.
  /// - Returns: No event, one, or a motion and a scroll.
  mutating func read(
    _ cookie: XGenericEventCookie, localTime: (Time, Int) -> Double
  ) -> [Input] {
    guard let data = UnsafeRawPointer(cookie.data) else { return [] }
    switch cookie.evtype {
    case XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd:
      let event = data.load(as: XIDeviceEvent.self)
      return read(event, time: localTime(event.time, devices.index(of: event.sourceid)))
    case XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd:
      let event = data.load(as: XIGesturePinchEvent.self)
      return [pinch(event, time: localTime(event.time, devices.index(of: event.sourceid)))]
    case XI_Enter, XI_Leave:
      let event = data.load(as: XIEnterEvent.self)
      // While a button is held, the pointer's ways into other windows are reported too, in their coordinates.
      guard event.event == window else { return [] }
      if event.evtype == XI_Enter { entered(event) }
      let time = localTime(event.time, devices.index(of: event.sourceid))
      let position = Point(event.event_x, event.event_y)
      let modifiers = Input.Modifiers(state: UInt32(bitPattern: event.mods.effective))
      let crossing = CoreInput.crossing(
        isLeaving: event.evtype == XI_Leave, mode: event.mode, detail: event.detail, time: time,
        position: position, modifiers: modifiers)
      return left(event, time: time, position, modifiers) + (crossing.map { [$0] } ?? [])
    case XI_DeviceChanged:
      let event = data.load(as: XIDeviceChangedEvent.self)
      // A switch between devices changes nothing: each has its own valuators.
      if event.reason == XIDeviceChange { invalidateDevices() }
    case XI_HierarchyChanged: invalidateDevices()
    default: break
    }
    return []
  }

  /// Returns the buttons held before an event whose data was fetched; none for events without them.
  static func buttons(_ cookie: XGenericEventCookie) -> Set<Int> {
    guard let data = UnsafeRawPointer(cookie.data) else { return [] }
    let state: XIButtonState
    switch cookie.evtype {
    case XI_ButtonPress, XI_ButtonRelease, XI_Motion:
      state = data.load(as: XIDeviceEvent.self).buttons
    case XI_Enter, XI_Leave: state = data.load(as: XIEnterEvent.self).buttons
    default: return []
    }
    guard let mask = state.mask else { return [] }
    return Set((0..<Int(state.mask_len) * 8).filter { mask[$0 / 8] & (1 << ($0 % 8)) != 0 })
  }

  /// Cancels all touches, when the window is unmapped.
  mutating func cancelTouches(time: Double) -> [Input] {
    defer { touches = [:] }
    return touches.sorted { $0.key < $1.key }.map { id, position in
      .touch(Input.Touch(time: time, id: id, phase: .cancelled, position: position))
    }
  }

  /// Queries the devices and the values of their valuators where they aren't current.
  ///
  /// Call it when no event is queued. The reply is newer than events that arrive with it, relative to which its values would scroll backward. The values are
  /// used only where no event arrived with the reply, and are otherwise queried again later.
  mutating func updateDevices(_ connection: Connection) {
    guard !areDevicesCurrent else { return }
    devices.refresh(connection)
    guard connection.isAlive else { return }
    areDevicesCurrent = XEventsQueued(connection.display, Int32(QueuedAlready)) == 0
    if !areDevicesCurrent { devices.forget() }
  }

  private mutating func invalidateDevices() {
    areDevicesCurrent = false
    devices.forget()
  }

  private mutating func entered(_ event: XIEnterEvent) {
    // Whatever has turned elsewhere counts for others: also during a grab of another client, whose end is no normal entry. The
    // window's own grab by a button ends as a passive one, during which it has received everything.
    guard event.mode != XINotifyPassiveUngrab, event.detail != NotifyInferior else { return }
    invalidateDevices()
  }

  /// Ends the touchpads' scrolls where the pointer has left the window, which is not told that fingers were lifted.
  private mutating func left(
    _ event: XIEnterEvent, time: Double, _ position: Point, _ modifiers: Input.Modifiers
  ) -> [Input] {
    guard event.evtype == XI_Leave, event.detail != NotifyInferior else { return [] }
    return (0..<devices.endScrolls()).map { _ in
      .touchpad(
        Input.Touchpad(
          time: time, phase: .ended, delta: .zero, position: position, modifiers: modifiers,
          reportsStops: true))
    }
  }

  private mutating func read(_ event: XIDeviceEvent, time: Double) -> [Input] {
    let position = Point(event.event_x, event.event_y)
    let modifiers = Input.Modifiers(state: UInt32(bitPattern: event.mods.effective))
    switch event.evtype {
    case XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd:
      return [touch(event, time: time, position: position)]
    case XI_Motion:
      return motion(event, time: time, position: position, modifiers: modifiers)
    default:
      guard !isEmulated(event) else { return [] }
      let event = CoreInput.button(
        Int(event.detail), isDown: event.evtype == XI_ButtonPress, time: time, position: position,
        modifiers: modifiers)
      return event.map { [$0] } ?? []
    }
  }

  /// Returns whether the server emulates the event for a touch or a scroll that it delivers as well.
  private func isEmulated(_ event: XIDeviceEvent) -> Bool {
    guard event.flags & XIPointerEmulated != 0 else { return false }
    let isWheel = event.evtype != XI_Motion && (4...7).contains(event.detail)
    return isWheel || hasTouch
  }

  private mutating func motion(
    _ event: XIDeviceEvent, time: Double, position: Point, modifiers: Input.Modifiers
  ) -> [Input] {
    guard !isEmulated(event) else { return [] }
    let values = event.valuators.values(upTo: 64)
    var events: [Input] = []
    if values.keys.contains(0) || values.keys.contains(1) {
      events.append(
        .pointer(
          Input.Pointer(time: time, action: .moved, position: position, modifiers: modifiers)))
    }
    guard let (distance, device) = devices.scroll(source: event.sourceid, values: values) else {
      return events
    }
    switch device.kind.resolved(distance, device.scroll) {
    case .touchpad:
      var scroll = device.scroll
      defer { devices.store(scroll, of: event.sourceid) }
      guard let step = scroll.step(distance, pixels: device.pixelsPerIncrement) else { break }
      events.append(
        .touchpad(
          Input.Touchpad(
            time: time, phase: step.phase, delta: step.delta, position: position,
            modifiers: modifiers, reportsStops: device.reportsStops)))
    case .wheel, .unknown:
      guard distance != .zero else { break }
      events.append(
        .wheel(
          Input.Wheel(time: time, notches: distance, position: position, modifiers: modifiers)))
    }
    return events
  }

  private mutating func touch(
    _ event: XIDeviceEvent, time: Double, position: Point
  ) -> Input {
    let id = Int(event.detail)
    let phase: Input.Phase =
      switch event.evtype {
      case XI_TouchBegin: .began
      case XI_TouchUpdate: .changed
      default: .ended
      }
    touches[id] = phase == .ended ? nil : position
    return .touch(Input.Touch(time: time, id: id, phase: phase, position: position))
  }

  private mutating func pinch(_ event: XIGesturePinchEvent, time: Double) -> Input {
    let isCancelled = event.flags & XIGesturePinchEventCancelled != 0
    let phase: Input.Phase =
      switch event.evtype {
      case XI_GesturePinchBegin: .began
      case XI_GesturePinchUpdate: .changed
      default: isCancelled ? .cancelled : .ended
      }
    if phase == .began { pinchMotion = .zero }
    pinchMotion += Point(event.delta_x, event.delta_y)
    return .pinch(
      Input.Pinch(
        time: time, phase: phase, scale: event.scale,
        centroid: Point(event.event_x, event.event_y) + pinchMotion))
  }
}

extension XIValuatorState {
  /// Returns the values that are set, by number, without those from `limit` on.
  fileprivate func values(upTo limit: Int) -> [Int: Double] {
    var result: [Int: Double] = [:]
    guard let mask, var next = values else { return result }
    for number in 0..<Int(mask_len) * 8 where mask[number / 8] & (1 << (number % 8)) != 0 {
      if number < limit { result[number] = next.pointee }
      next += 1
    }
    return result
  }
}

/// Converts the server's time stamps to local times.
///
/// The difference between an event's arrival and its time stamp is the clocks' offset plus the delay, so the minimum difference
/// is the best estimate of the offset. It is the minimum of the last one to two minutes, which allows for clock drift.
struct ServerClock {
  /// The unwrapped time stamp of the last event, in milliseconds.
  private var last: Int?
  /// The minimum difference in the current window, in seconds.
  private var minimum: Double?
  /// The minimum difference in the previous window, in seconds.
  private var previousMinimum: Double?
  private var windowStart = -Double.infinity

  /// The length of a window, in seconds. [C]
  private static let window = 60.0

  /// Returns the local time of an event, in seconds.
  ///
  /// - Parameters:
  ///   - stamp: The time stamp in milliseconds, which wraps after 49.7 days; 0 (`CurrentTime`) stands for none.
  ///   - arrival: The local time of arrival, in seconds; the result is never later.
  /// - Returns: Seconds of ``MonotonicClock``.
  mutating func localTime(of stamp: UInt32, arrival: Double) -> Double {
    guard stamp != 0 else { return arrival }
    let server = Double(unwrap(stamp)) * 1e-3
    if arrival - windowStart > Self.window {
      (previousMinimum, minimum, windowStart) = (minimum, nil, arrival)
    }
    let difference = min(minimum ?? .infinity, arrival - server)
    minimum = difference
    return server + min(difference, previousMinimum ?? .infinity)
  }

  private mutating func unwrap(_ stamp: UInt32) -> Int {
    guard let last else {
      self.last = Int(stamp)
      return Int(stamp)
    }
    // Events may arrive slightly out of order, so the step is signed.
    let step = Int32(bitPattern: stamp &- UInt32(truncatingIfNeeded: last))
    let unwrapped = last + Int(step)
    self.last = max(last, unwrapped)
    return unwrapped
  }
}

extension Input.Source {
  /// The source of an event with a server's timestamp; 0 (`CurrentTime`) stands for none.
  init(_ stamp: Time) {
    self.init()
    if stamp != 0 { serverTime = UInt32(truncatingIfNeeded: stamp) }
  }
}
