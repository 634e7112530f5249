internal import CX11
internal import OverscrollHost

/// The transfer of a selection's contents from the client that owns it, at once or in parts (INCR), as ICCCM 2 describes it.
///
/// Main thread only. A request replaces the one before. An owner that is silent for ``silenceLimit`` is abandoned.
struct SelectionTransfer {
  /// How long an owner may take for an answer or a part of it, in seconds. [C]
  private static let silenceLimit = 5.0
  /// The bytes that are read of a property at once. [C]
  private static let partLength = 1 << 20
  /// The bytes that are accepted from an owner that has announced fewer: 256 MB. [C]
  private static let unannouncedLimit = 256 << 20
  /// The parts of an abandoned transfer that are removed, so that its owner can end it. [C]
  private static let maximumAbandonedParts = 1000

  /// The outcome of a request.
  enum Answer {
    /// The contents: the items of format 8 or 32, and their type.
    case contents(bytes: [UInt8], atoms: [Atom], type: Atom)
    /// The contents of format 8, in a file, and how many bytes they have.
    case file(MemoryFile, byteCount: Int)
    /// There is no owner, or it does not have the contents in that type.
    case refused
    /// The contents are longer than requested.
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
    /// The contents so far.
    var contents: SelectionContents
    /// Whether the contents come in parts.
    var isIncremental = false
    /// When the owner is abandoned, in seconds.
    var deadline: Double
  }

  private let connection: Connection
  /// A window that is never shown, on whose properties owners store contents.
  let window: CX11.Window
  private var request: Request?
  /// The parts of abandoned transfers that were removed since the last request.
  private var abandonedParts = 0
  /// The property of the last request; the next one uses the other, into which no abandoned transfer writes any more.
  private var lastProperty: Atom = 0

  init(_ connection: Connection) {
    self.connection = connection
    window = XCreateSimpleWindow(connection.display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection.display, window, PropertyChangeMask)
  }

  /// When the owner is abandoned, in seconds; `nil` while nothing is awaited.
  var deadline: Double? { request?.deadline }

  /// Asks the owner of a selection for its contents.
  ///
  /// - Parameters:
  ///   - target: The type.
  ///   - selection: The selection.
  ///   - time: The server's time of the event that is the reason.
  ///   - byteLimit: The number of bytes that are accepted.
  ///   - intoFile: True for contents that are collected in a file.
  ///   - now: The present, in seconds.
  mutating func ask(
    for target: Atom, of selection: Atom, time: Time, byteLimit: Int, intoFile: Bool = false,
    now: Double
  ) {
    let names: [Atoms.Name] = [.received, .receivedNext]
    let property = names.map { connection.atoms[$0] }.first { $0 != lastProperty } ?? 0
    lastProperty = property
    request = Request(
      selection: selection, target: target, time: time, property: property, byteLimit: byteLimit,
      contents: SelectionContents(file: intoFile ? MemoryFile() : nil),
      deadline: now + Self.silenceLimit)
    abandonedParts = 0
    XConvertSelection(connection.display, selection, target, property, window, time)
    XFlush(connection.display)
  }

  /// Reads the owner's answer; returns `nil` while there is more to come.
  mutating func receive(_ event: XSelectionEvent, now: Double) -> Answer? {
    guard let request, !request.isIncremental, event.selection == request.selection,
      event.target == request.target, event.time == request.time
    else { return nil }
    guard event.property != 0 else { return end(.refused) }
    guard let head = property(request.property, upTo: Self.partLength) else { return end(.silent) }
    guard head.type == connection.atoms[.incremental] else {
      guard head.format == 8 else {
        XDeleteProperty(connection.display, window, request.property)
        return end(head.isCut ? .tooLong : .contents(bytes: [], atoms: head.atoms, type: head.type))
      }
      return readAll(of: head.type)
    }
    XDeleteProperty(connection.display, window, request.property)
    // The owner says how much there is at least; one that says less than it sends gets the smaller limit.
    let announced = head.longs.first ?? 0
    if announced > request.byteLimit { return end(.tooLong) }
    self.request?.byteLimit = min(request.byteLimit, max(announced, Self.unannouncedLimit))
    self.request?.isIncremental = true
    self.request?.deadline = now + Self.silenceLimit
    return nil
  }

  /// Reads the contents that have come at once.
  private mutating func readAll(of type: Atom) -> Answer? {
    switch readParts() {
    case .complete: request.map { end($0.contents.answer(type: type)) }
    case .tooLong: end(.tooLong)
    case .missing: end(.silent)
    }
  }

  /// Reads a part of contents that come in parts; returns all of them after the last part.
  mutating func propertyWasSet(_ event: XPropertyEvent, now: Double) -> Answer? {
    guard let request, request.property == event.atom else {
      // The rest of something that is no longer wanted, whose owner waits for this; one without an end waits forever.
      abandonedParts += 1
      guard abandonedParts <= Self.maximumAbandonedParts else { return nil }
      XDeleteProperty(connection.display, window, event.atom)
      return nil
    }
    // Only now can the property be a part; before, it belongs to the answer that is about to come.
    guard request.isIncremental else { return nil }
    let before = request.contents.count
    switch readParts() {
    case .missing: return nil
    case .tooLong: return end(.tooLong)
    case .complete: break
    }
    guard let contents = self.request?.contents, contents.count > before else {
      return end(request.contents.answer(type: request.target))
    }
    self.request?.deadline = now + Self.silenceLimit
    return nil
  }

  private enum Reading {
    case complete
    case tooLong
    /// There is no such property, as after an earlier event for it.
    case missing
  }

  /// Moves the property's bytes to the contents of the request, a part at a time, and deletes it.
  private mutating func readParts() -> Reading {
    guard var contents = request?.contents, let request else { return .missing }
    // The only owner of its memory appends to it in place.
    self.request?.contents = SelectionContents(file: nil)
    defer { self.request?.contents = contents }
    var offset = 0
    while true {
      guard let part = property(request.property, from: offset, upTo: Self.partLength) else {
        return .missing
      }
      let isKept =
        contents.count + part.bytes.count <= request.byteLimit && contents.append(part.bytes)
      if !isKept || !part.isCut {
        XDeleteProperty(connection.display, window, request.property)
        return isKept ? .complete : .tooLong
      }
      offset += part.bytes.count
    }
  }

  /// Abandons an owner that has been silent for too long.
  mutating func expire(at now: Double) -> Answer? {
    guard let request, now >= request.deadline else { return nil }
    return end(.silent)
  }

  private mutating func end(_ answer: Answer) -> Answer {
    request = nil
    return answer
  }

  private func property(
    _ name: Atom, from offset: Int = 0, upTo byteLimit: Int
  ) -> PropertyValue? {
    PropertyValue(connection, window, name, offset: offset, byteLimit: byteLimit)
  }
}

/// The contents of a selection as they come: in memory or, for pictures, in a file.
struct SelectionContents {
  private var bytes: [UInt8] = []
  private let file: MemoryFile?
  /// The number of bytes so far.
  private(set) var count = 0

  /// Makes empty contents; `nil` for memory.
  init(file: MemoryFile?) { self.file = file }

  /// Appends bytes; returns false where memory is short.
  mutating func append(_ part: [UInt8]) -> Bool {
    count += part.count
    if let file { return file.append(part) }
    bytes += part
    return true
  }

  /// The answer once they are complete.
  func answer(type: Atom) -> SelectionTransfer.Answer {
    file.map { .file($0, byteCount: count) } ?? .contents(bytes: bytes, atoms: [], type: type)
  }
}
