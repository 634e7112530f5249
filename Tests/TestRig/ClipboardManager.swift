internal import CX11

/// A client that keeps the clipboard of programs that exit (SAVE_TARGETS).
package final class ClipboardManager {
  private let client: XClient
  private let window: CX11.Window
  private let isSilent: Bool
  /// The request of the program that exits.
  private var request: XSelectionRequestEvent?
  private var awaited: [String] = []
  /// What was saved, by the name of its type.
  package private(set) var saved: [String: [UInt8]] = [:]
  /// Whether a program has asked for its contents to be saved.
  package private(set) var wasAsked = false

  /// Becomes the manager of a server; one that is silent never answers.
  package init(on server: DisplayServer, isSilent: Bool = false) throws {
    client = try XClient(of: server)
    self.isSilent = isSilent
    window = client.makeWindow()
    XSelectInput(client.display, window, PropertyChangeMask)
    XSetSelectionOwner(client.display, client.atom("CLIPBOARD_MANAGER"), window, Time(CurrentTime))
    client.sync()
  }

  /// Handles requests until `condition` holds.
  package func wait(_ what: String, until condition: () throws -> Bool) throws {
    try waitUntil("\(what); saved: \(saved.keys)") {
      while let event = client.nextEvent() {
        switch event.type {
        case SelectionRequest: begin(event.xselectionrequest)
        case SelectionNotify: receive(event.xselection)
        default: break
        }
      }
      return try condition()
    }
  }

  private func begin(_ request: XSelectionRequestEvent) {
    guard request.target == client.atom("SAVE_TARGETS") else { return }
    wasAsked = true
    guard !isSilent else { return }
    self.request = request
    let property = client.property(request.property, of: request.requestor)
    awaited = property.longs.map { client.name(Atom(bitPattern: $0)) }
    ask()
  }

  private func ask() {
    guard let next = awaited.first else { return finish() }
    XConvertSelection(
      client.display, client.atom("CLIPBOARD"), client.atom(next), client.atom("SAVED"), window,
      Time(CurrentTime))
    XFlush(client.display)
  }

  private func receive(_ event: XSelectionEvent) {
    let type = awaited.removeFirst()
    if event.property != 0 {
      let value = client.property(event.property, of: window)
      saved[type] = value.type == client.atom("INCR") ? parts(event.property) : value.bytes
      XDeleteProperty(client.display, window, event.property)
    }
    ask()
  }

  /// Receives contents in parts.
  private func parts(_ property: Atom) -> [UInt8] {
    var bytes: [UInt8] = []
    XDeleteProperty(client.display, window, property)
    while true {
      var event = XEvent()
      XWindowEvent(client.display, window, PropertyChangeMask, &event)
      guard event.xproperty.atom == property, event.xproperty.state == PropertyNewValue else {
        continue
      }
      let part = client.property(property, of: window).bytes
      if part.isEmpty { return bytes }
      bytes += part
      XDeleteProperty(client.display, window, property)
    }
  }

  private func finish() {
    guard let request else { return }
    self.request = nil
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = request.property
    event.xselection.time = request.time
    XSendEvent(client.display, request.requestor, 0, NoEventMask, &event)
    client.sync()
  }
}
