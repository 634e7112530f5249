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

  private let client: XClient
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
    client = try XClient(of: server)
    self.target = target
    self.version = version
    self.type = type
    self.bytes = bytes
    window = client.makeWindow()
    self.claimed = claimed ?? window
    XSelectInput(client.display, window, PropertyChangeMask)
    XSetSelectionOwner(client.display, client.atom("XdndSelection"), window, Time(CurrentTime))
    client.sync()
  }

  /// Comes over the window.
  package func enter() {
    send("XdndEnter", [version << 24, Int(bitPattern: client.atom(type)), 0, 0])
  }

  /// Moves to a place of the screen.
  package func move(x: Int, y: Int) {
    send("XdndPosition", [0, x << 16 | y, 0, Int(bitPattern: client.atom("XdndActionCopy"))])
  }

  /// Maps the source's own window in a size, and unmaps it.
  package func showAndHide(width: Int, height: Int) {
    XMapWindow(client.display, window)
    XResizeWindow(client.display, window, UInt32(width), UInt32(height))
    XUnmapWindow(client.display, window)
    client.sync()
  }

  /// Whether the source's own window is not shown.
  package var isHidden: Bool {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(client.display, window, &attributes)
    return attributes.map_state == IsUnmapped
  }

  package func leave() { send("XdndLeave", [0, 0, 0, 0]) }

  /// Drops at a time of the server's, a number of 32 bits.
  package func drop(at time: Int = 0) { send("XdndDrop", [0, time, 0, 0]) }

  private func send(_ name: String, _ items: [Int]) {
    client.send(name, to: target, [Int(bitPattern: claimed)] + items)
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
      while let event = client.nextEvent() {
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
    client.sync()
    var event = XEvent()
    return XCheckTypedEvent(client.display, SelectionRequest, &event) != 0
  }

  private func answer(_ message: XClientMessageEvent) -> Answer? {
    for name in ["XdndStatus", "XdndFinished"] where message.message_type == client.atom(name) {
      return Answer(name: name, isAccepted: message.data.l.1 & 1 != 0)
    }
    return nil
  }

  private func serve(_ request: XSelectionRequestEvent, _ partLength: Int?, isEndless: Bool) {
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.time = request.time
    event.xselection.property = request.target == client.atom(type) ? request.property : 0
    if let partLength, request.target == client.atom(type) {
      servePart(request, &event, partLength, isEndless: isEndless)
      return
    }
    if request.target == client.atom(type) {
      XChangeProperty(
        client.display, request.requestor, request.property, client.atom(type), 8, PropModeReplace,
        bytes, Int32(bytes.count))
    }
    XSendEvent(client.display, request.requestor, 0, NoEventMask, &event)
    client.sync()
  }

  /// Passes the data in parts, each after the target has taken the one before.
  private func servePart(
    _ request: XSelectionRequestEvent, _ event: inout XEvent, _ length: Int, isEndless: Bool
  ) {
    XSelectInput(client.display, request.requestor, PropertyChangeMask)
    var size = isEndless ? 0 : UInt(bytes.count)
    withUnsafeBytes(of: &size) { pointer in
      _ = XChangeProperty(
        client.display, request.requestor, request.property, client.atom("INCR"), 32,
        PropModeReplace, pointer.bindMemory(to: UInt8.self).baseAddress, 1)
    }
    XSendEvent(client.display, request.requestor, 0, NoEventMask, &event)
    var rest = bytes[...]
    var isDone = false
    while !isDone {
      guard waitForDeletion(of: request.property, request.requestor) else { return }
      let part = Array(rest.prefix(length))
      isDone = part.isEmpty
      XChangeProperty(
        client.display, request.requestor, request.property, client.atom(type), 8, PropModeReplace,
        part, Int32(part.count))
      XFlush(client.display)
      passedBytes += part.count
      rest = rest.dropFirst(length)
      if rest.isEmpty, isEndless { rest = bytes[...] }
    }
  }

  /// Waits until the target has taken a part; returns false where it has answered instead.
  private func waitForDeletion(of property: Atom, _ requestor: CX11.Window) -> Bool {
    while true {
      var event = XEvent()
      XPeekEvent(client.display, &event)
      if event.type == ClientMessage { return false }
      XNextEvent(client.display, &event)
      if event.type == PropertyNotify, event.xproperty.window == requestor,
        event.xproperty.atom == property, event.xproperty.state == PropertyDelete
      {
        return true
      }
    }
  }
}
