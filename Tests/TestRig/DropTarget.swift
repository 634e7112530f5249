internal import CX11

/// A client with a window that takes drops (XDND).
package final class DropTarget {
  /// What a target does.
  package struct Manner {
    /// The version that it announces.
    package var version = 5
    /// Whether it takes what is dropped.
    package var accepts = true
    /// Whether it answers positions.
    package var answers = true
    /// Whether it says that a drop is done.
    package var finishes = true
    /// Whether it asks for no position within its window.
    package var isQuiet = false
    /// Whether another window receives its messages.
    package var hasProxy = false

    package init() {}
  }

  private let client: XClient
  private let window: CX11.Window
  private let recipient: CX11.Window
  private let manner: Manner
  private var source: CX11.Window = 0
  private var types: [Atom] = []
  /// The names of the messages, in order; several positions count as one.
  package private(set) var messages: [String] = []
  /// How many positions have come, and the most that were not answered yet.
  package private(set) var positionCount = 0
  /// The version that the source has chosen.
  package private(set) var version = 0
  /// What was dropped.
  package private(set) var bytes: [UInt8]?
  /// Positions that wait for ``answerPositions()``.
  package private(set) var unanswered = 0

  /// Shows a window at a place of the screen.
  package init(
    on server: DisplayServer, x: Int, y: Int, width: Int, height: Int, _ manner: Manner = Manner()
  ) throws {
    client = try XClient(of: server)
    self.manner = manner
    window = XCreateSimpleWindow(
      client.display, client.root, Int32(x), Int32(y), UInt32(width), UInt32(height), 0, 0,
      0x40_60_80)
    recipient = manner.hasProxy ? client.makeWindow() : window
    XSelectInput(client.display, window, PropertyChangeMask)
    if manner.hasProxy {
      set("XdndProxy", of: window, Atom(XA_WINDOW), Int(bitPattern: recipient))
      set("XdndProxy", of: recipient, Atom(XA_WINDOW), Int(bitPattern: recipient))
    }
    set("XdndAware", of: recipient, Atom(XA_ATOM), manner.version)
    XMapRaised(client.display, window)
    client.sync()
  }

  private func set(_ name: String, of window: CX11.Window, _ type: Atom, _ value: Int) {
    withUnsafeBytes(of: value) {
      _ = XChangeProperty(
        client.display, window, client.atom(name), type, 32, PropModeReplace,
        $0.bindMemory(to: UInt8.self).baseAddress, 1)
    }
  }

  /// Handles messages until `condition` holds.
  package func wait(_ what: String, until condition: () throws -> Bool) throws {
    try waitUntil("\(what); messages: \(messages)") {
      read()
      return try condition()
    }
  }

  /// Handles the messages that are there.
  package func read() {
    while let event = client.nextEvent() {
      if event.type == ClientMessage { read(event.xclient) }
      if event.type == SelectionNotify { receive(event.xselection) }
    }
  }

  private func read(_ message: XClientMessageEvent) {
    guard message.window == window else { return }
    let name = client.name(message.message_type)
    if name != messages.last { messages.append(name) }
    source = CX11.Window(bitPattern: message.data.l.0)
    switch name {
    case "XdndEnter":
      version = message.data.l.1 >> 24
      types = [message.data.l.2, message.data.l.3, message.data.l.4].map { Atom(bitPattern: $0) }
    case "XdndPosition":
      positionCount += 1
      unanswered += 1
      if manner.answers { answerPositions() }
    case "XdndDrop":
      let time = Time(bitPattern: message.data.l.2)
      XConvertSelection(
        client.display, client.atom("XdndSelection"), types.first ?? 0, client.atom("DROPPED"),
        window, time)
      XFlush(client.display)
    default: break
    }
  }

  /// Answers the positions that have come.
  package func answerPositions() {
    while unanswered > 0 {
      unanswered -= 1
      let area = manner.isQuiet ? 0x7FFF_7FFF : 0
      send(
        "XdndStatus",
        [
          (manner.accepts ? 1 : 0) | (manner.isQuiet ? 0 : 2), 0, area,
          Int(bitPattern: client.atom("XdndActionCopy")),
        ])
    }
  }

  private func receive(_ event: XSelectionEvent) {
    guard event.property != 0 else { return bytes = [] }
    bytes = client.property(event.property, of: window).bytes
    XDeleteProperty(client.display, window, event.property)
    if manner.finishes {
      send("XdndFinished", [1, Int(bitPattern: client.atom("XdndActionCopy"))])
    }
  }

  private func send(_ name: String, _ items: [Int]) {
    client.send(name, to: source, [Int(bitPattern: window)] + items)
  }
}
