internal import CX11

/// A client that drags data over a window and drops it there (XDND), step by step.
package final class DragSource {
  /// A message of the target.
  package struct Answer: Hashable {
    /// The name of the message, `XdndStatus` or `XdndFinished`.
    package var name: String
    /// Whether the drop would be, or was, accepted.
    package var isAccepted: Bool

    /// Makes an answer.
    package init(name: String, isAccepted: Bool) {
      self.name = name
      self.isAccepted = isAccepted
    }
  }

  private let display: OpaquePointer
  private let window: CX11.Window
  private let target: CX11.Window
  /// The window that messages name as the source.
  private let claimed: CX11.Window
  private let version: Int
  private let type: String
  private let bytes: [UInt8]
  /// The number of bytes that have been passed in parts.
  package private(set) var passedBytes = 0

  /// Connects to a server, as the source of `bytes` in a type such as `text/uri-list`, which may claim to be another window.
  package init(
    on server: DisplayServer, over target: UInt, version: Int = 5, type: String, bytes: [UInt8],
    claiming claimed: UInt? = nil
  ) throws {
    guard let display = XOpenDisplay(server.name) else { throw RigError("No display.") }
    self.display = display
    self.target = target
    self.version = version
    self.type = type
    self.bytes = bytes
    window = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    self.claimed = claimed ?? window
    XSelectInput(display, window, PropertyChangeMask)
    XSetSelectionOwner(display, atom("XdndSelection"), window, Time(CurrentTime))
    XSync(display, 0)
  }

  deinit { XCloseDisplay(display) }

  private func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  /// Comes over the window.
  package func enter() { send("XdndEnter", [version << 24, Int(bitPattern: atom(type)), 0, 0]) }

  /// Moves to a place of the screen.
  package func move(x: Int, y: Int) {
    send("XdndPosition", [0, x << 16 | y, 0, Int(bitPattern: atom("XdndActionCopy"))])
  }

  /// Maps the source's own window in a size, and unmaps it.
  package func showAndHide(width: Int, height: Int) {
    XMapWindow(display, window)
    XResizeWindow(display, window, UInt32(width), UInt32(height))
    XUnmapWindow(display, window)
    XSync(display, 0)
  }

  /// Whether the source's own window is not shown.
  package var isHidden: Bool {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    return attributes.map_state == IsUnmapped
  }

  package func leave() { send("XdndLeave", [0, 0, 0, 0]) }

  /// Drops at a time of the server's, a number of 32 bits.
  package func drop(at time: Int = 0) { send("XdndDrop", [0, time, 0, 0]) }

  private func send(_ name: String, _ items: [Int]) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target
    event.xclient.message_type = atom(name)
    event.xclient.format = 32
    event.xclient.data.l.0 = Int(bitPattern: claimed)
    event.xclient.data.l.1 = items[0]
    event.xclient.data.l.2 = items[1]
    event.xclient.data.l.3 = items[2]
    event.xclient.data.l.4 = items[3]
    XSendEvent(display, target, 0, NoEventMask, &event)
    XSync(display, 0)
  }

  /// Hands over the data when asked for it, until the target answers.
  ///
  /// - Parameters:
  ///   - partLength: The length of the parts in which the data is passed (INCR); `nil` for all at once.
  ///   - isServing: Pass `false` to leave requests for the data unanswered.
  ///   - isEndless: Pass `true` to pass the data again and again until the target answers, having announced none.
  /// - Returns: The answer.
  /// - Throws: An error where none comes.
  package func waitForAnswer(
    partLength: Int? = nil, isServing: Bool = true, isEndless: Bool = false
  ) throws -> Answer {
    var answer: Answer?
    try waitUntil("the target's answer") {
      while XPending(self.display) > 0 {
        var event = XEvent()
        XNextEvent(self.display, &event)
        switch event.type {
        case SelectionRequest where isServing:
          self.serve(event.xselectionrequest, partLength, isEndless: isEndless)
        case ClientMessage: answer = self.answer(event.xclient)
        default: break
        }
      }
      return answer != nil
    }
    guard let answer else { throw RigError("No answer.") }
    return answer
  }

  /// Whether the data was asked for.
  package var wasAsked: Bool {
    XSync(display, 0)
    var event = XEvent()
    return XCheckTypedEvent(display, SelectionRequest, &event) != 0
  }

  private func answer(_ message: XClientMessageEvent) -> Answer? {
    for name in ["XdndStatus", "XdndFinished"] where message.message_type == atom(name) {
      return Answer(name: name, isAccepted: message.data.l.1 & 1 != 0)
    }
    return nil
  }

  private func serve(
    _ request: XSelectionRequestEvent, _ partLength: Int?, isEndless: Bool
  ) {
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.time = request.time
    event.xselection.property = request.target == atom(type) ? request.property : 0
    if let partLength, request.target == atom(type) {
      servePart(request, &event, partLength, isEndless: isEndless)
      return
    }
    if request.target == atom(type) {
      XChangeProperty(
        display, request.requestor, request.property, atom(type), 8, PropModeReplace, bytes,
        Int32(bytes.count))
    }
    XSendEvent(display, request.requestor, 0, NoEventMask, &event)
    XSync(display, 0)
  }

  /// Passes the data in parts, each after the target has taken the one before.
  private func servePart(
    _ request: XSelectionRequestEvent, _ event: inout XEvent, _ length: Int, isEndless: Bool
  ) {
    XSelectInput(display, request.requestor, PropertyChangeMask)
    var size = isEndless ? 0 : UInt(bytes.count)
    withUnsafeBytes(of: &size) { pointer in
      _ = XChangeProperty(
        display, request.requestor, request.property, atom("INCR"), 32, PropModeReplace,
        pointer.bindMemory(to: UInt8.self).baseAddress, 1)
    }
    XSendEvent(display, request.requestor, 0, NoEventMask, &event)
    var rest = bytes[...]
    var isDone = false
    while !isDone {
      guard waitForDeletion(of: request.property, request.requestor) else { return }
      let part = Array(rest.prefix(length))
      isDone = part.isEmpty
      XChangeProperty(
        display, request.requestor, request.property, atom(type), 8, PropModeReplace, part,
        Int32(part.count))
      XFlush(display)
      passedBytes += part.count
      rest = rest.dropFirst(length)
      if rest.isEmpty, isEndless { rest = bytes[...] }
    }
  }

  /// Waits until the target has taken a part; returns false where it has answered instead.
  private func waitForDeletion(of property: Atom, _ requestor: CX11.Window) -> Bool {
    while true {
      var event = XEvent()
      XPeekEvent(display, &event)
      if event.type == ClientMessage { return false }
      XNextEvent(display, &event)
      if event.type == PropertyNotify, event.xproperty.window == requestor,
        event.xproperty.atom == property, event.xproperty.state == PropertyDelete
      {
        return true
      }
    }
  }
}
