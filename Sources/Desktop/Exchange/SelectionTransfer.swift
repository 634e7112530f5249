internal import CX11

/// The transfer of a selection's contents from the client that owns it, at once or in parts (INCR), as ICCCM 2 describes it.
///
/// Main thread only. A request replaces the one before. An owner that is silent for ``silenceLimit`` is given up.
struct SelectionTransfer {
  /// How long an owner may take for an answer or a part of it, in seconds. [C]
  static let silenceLimit = 5.0

  /// What became of a request.
  enum Answer {
    /// The contents: the items of format 8 or 32, and their type.
    case contents(bytes: [UInt8], atoms: [Atom], type: Atom)
    /// There is no owner, or it does not have the contents in that type.
    case refused
    /// The contents are longer than asked for.
    case tooLong
    /// The owner was silent for too long, or is gone.
    case silent
  }

  private struct Request {
    var selection: Atom
    var target: Atom
    var time: Time
    /// The property in which the owner stores the contents.
    var property: Atom
    /// The number of bytes that are accepted.
    var byteLimit: Int
    /// The type of the contents and the bytes so far, where they come in parts.
    var parts: (type: Atom, bytes: [UInt8])?
    /// When the owner is given up, in seconds.
    var deadline: Double
  }

  private let connection: Connection
  /// A window that is never shown, on whose properties owners store contents.
  let window: CX11.Window
  private var request: Request?
  /// The property of the last request; the next one uses the other, into which no abandoned transfer writes any more.
  private var lastProperty: Atom = 0

  init(_ connection: Connection) {
    self.connection = connection
    window = XCreateSimpleWindow(connection.display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection.display, window, PropertyChangeMask)
  }

  /// When the owner is given up, in seconds; `nil` while nothing is awaited.
  var deadline: Double? { request?.deadline }

  /// Asks the owner of a selection for its contents.
  ///
  /// - Parameters:
  ///   - target: The type.
  ///   - selection: The selection.
  ///   - time: The server's time of the event that is the reason.
  ///   - byteLimit: The number of bytes that are accepted.
  ///   - now: The present, in seconds.
  mutating func ask(
    for target: Atom, of selection: Atom, time: Time, byteLimit: Int, now: Double
  ) {
    let names: [Atoms.Name] = [.received, .receivedNext]
    let property = names.map { connection.atoms[$0] }.first { $0 != lastProperty } ?? 0
    lastProperty = property
    request = Request(
      selection: selection, target: target, time: time, property: property, byteLimit: byteLimit,
      deadline: now + Self.silenceLimit)
    XConvertSelection(connection.display, selection, target, property, window, time)
    XFlush(connection.display)
  }

  /// Reads the owner's answer; returns `nil` while there is more to come.
  mutating func receive(_ event: XSelectionEvent, now: Double) -> Answer? {
    guard let request, request.parts == nil, event.selection == request.selection,
      event.target == request.target, event.time == request.time
    else { return nil }
    guard event.property != 0 else { return end(.refused) }
    guard let value = property(request.property, upTo: request.byteLimit) else {
      return end(.silent)
    }
    guard value.type == connection.atoms[.incremental] else {
      guard !value.isCut, value.bytes.count <= request.byteLimit else { return end(.tooLong) }
      return end(.contents(bytes: value.bytes, atoms: value.atoms, type: value.type))
    }
    // The owner says how much there is at least.
    if (value.longs.first ?? 0) > request.byteLimit { return end(.tooLong) }
    self.request?.parts = (request.target, [])
    self.request?.deadline = now + Self.silenceLimit
    return nil
  }

  /// Reads a part of contents that come in parts; returns all of them after the last part.
  mutating func propertyWasSet(_ event: XPropertyEvent, now: Double) -> Answer? {
    guard let request, request.property == event.atom else {
      // The rest of something that is no longer wanted, whose owner waits for this.
      XDeleteProperty(connection.display, window, event.atom)
      return nil
    }
    // Only now can the property be a part; before, it belongs to the answer that is about to come.
    guard let (type, bytes) = request.parts else { return nil }
    guard let value = property(event.atom, upTo: request.byteLimit - bytes.count) else {
      return nil
    }
    guard !value.bytes.isEmpty else {
      return end(.contents(bytes: bytes, atoms: [], type: type))
    }
    guard !value.isCut, bytes.count + value.bytes.count <= request.byteLimit else {
      return end(.tooLong)
    }
    self.request?.parts?.bytes.append(contentsOf: value.bytes)
    self.request?.deadline = now + Self.silenceLimit
    return nil
  }

  /// Gives up an owner that has been silent for too long.
  mutating func expire(at now: Double) -> Answer? {
    guard let request, now >= request.deadline else { return nil }
    return end(.silent)
  }

  /// Forgets the request.
  mutating func cancel() { request = nil }

  private mutating func end(_ answer: Answer) -> Answer {
    request = nil
    return answer
  }

  private func property(_ name: Atom, upTo byteLimit: Int) -> PropertyValue? {
    PropertyValue(connection, window, name, byteLimit: byteLimit, deletes: true)
  }
}
