internal import CX11
internal import OverscrollHost
internal import ScrollGeometry

/// Reads core pointer events where the server lacks XInput 2: whole pixels, wheels as buttons.
enum CoreInput {
  /// The mask of the events that are read.
  private static let mask =
    ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask

  /// The mask of all core events of a window.
  static func windowMask(withPointer: Bool) -> Int {
    let always =
      KeyPressMask | KeyReleaseMask | FocusChangeMask | ExposureMask | StructureNotifyMask
      | VisibilityChangeMask | PropertyChangeMask | KeymapStateMask
    return withPointer ? always | mask : always
  }

  static func motion(_ event: XMotionEvent, time: Double) -> Input {
    .pointer(
      Input.Pointer(
        time: time, action: .moved, position: Point(Double(event.x), Double(event.y)),
        modifiers: Input.Modifiers(state: event.state)))
  }

  static func crossing(_ event: XCrossingEvent, time: Double) -> Input? {
    crossing(
      isLeaving: event.type == LeaveNotify, mode: event.mode, detail: event.detail, time: time,
      position: Point(Double(event.x), Double(event.y)),
      modifiers: Input.Modifiers(state: event.state))
  }

  /// Returns the event of a pointer that enters or leaves the window; `nil` where another client grabs it, and for child windows.
  static func crossing(
    isLeaving: Bool, mode: Int32, detail: Int32, time: Double, position: Point,
    modifiers: Input.Modifiers
  ) -> Input? {
    guard mode != NotifyGrab, detail != NotifyInferior else { return nil }
    return .pointer(
      Input.Pointer(
        time: time, action: isLeaving ? .left : .moved, position: position, modifiers: modifiers))
  }

  static func button(_ event: XButtonEvent, time: Double) -> [Input] {
    let event = button(
      Int(event.button), isDown: event.type == ButtonPress, time: time,
      position: Point(Double(event.x), Double(event.y)),
      modifiers: Input.Modifiers(state: event.state))
    return event.map { [$0] } ?? []
  }

  /// Returns whether a button is held in a `state`; those above the fifth, which it lacks, count as held.
  static func buttons(_ state: UInt32) -> (Int) -> Bool {
    { !(1...5).contains($0) || state & UInt32(Button1Mask) << ($0 - 1) != 0 }
  }

  /// Returns the event of a button; 4 to 7 are wheel notches up, down, left and right, whose releases are ignored.
  static func button(
    _ number: Int, isDown: Bool, time: Double, position: Point, modifiers: Input.Modifiers
  ) -> Input? {
    let notches = [4: Point(0, -1), 5: Point(0, 1), 6: Point(-1, 0), 7: Point(1, 0)]
    if let notch = notches[number] {
      guard isDown else { return nil }
      return .wheel(
        Input.Wheel(time: time, notches: notch, position: position, modifiers: modifiers))
    }
    return .pointer(
      Input.Pointer(
        time: time, action: isDown ? .pressed(button: number) : .released(button: number),
        position: position, modifiers: modifiers))
  }
}

/// The mouse buttons that are held, with cancellations for those whose release the window doesn't receive: because it was
/// unmapped, or another client grabbed the pointer or received the release.
struct PressedButtons: Hashable, Sendable {
  private var held: Set<Int> = []
  private var last: Input.Pointer?

  /// Updates the buttons with a pointer event.
  ///
  /// - Parameters:
  ///   - pointer: The event.
  ///   - isDown: Returns whether the server reports a button as held before the event.
  /// - Returns: Cancellations of the buttons that are no longer held, followed by the event.
  mutating func update(_ pointer: Input.Pointer, isDown: (Int) -> Bool) -> [Input] {
    var lost = held.filter { !isDown($0) }
    switch pointer.action {
    case .pressed(let button): held.insert(button)
    case .released(let button):
      held.remove(button)
      lost.remove(button)
    case .moved, .cancelled, .left: break
    }
    held.subtract(lost)
    // What is canceled ends where it was seen last.
    if pointer.action != .left { last = pointer }
    return cancellations(of: lost, time: pointer.time) + [.pointer(pointer)]
  }

  /// Where the pointer is while a button is held; `nil` otherwise.
  var heldPosition: Point? { held.isEmpty ? nil : last?.position }

  /// Cancels all held buttons.
  mutating func cancel(time: Double) -> [Input] {
    defer { held = [] }
    return cancellations(of: held, time: time)
  }

  private func cancellations(of buttons: Set<Int>, time: Double) -> [Input] {
    guard let last else { return [] }
    return buttons.sorted().map { button in
      .pointer(
        Input.Pointer(
          time: time, action: .cancelled(button: button), position: last.position, modifiers: []))
    }
  }
}
