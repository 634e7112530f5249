internal import CX11
internal import OverscrollFiles

/// Receives files and pictures that another client offers by a selection: that of the clipboard, or that of a drag.
///
/// Main thread only. Long answers come in parts (INCR). An owner that is silent for ``silenceLimit`` is given up.
struct SelectionReceiver {
  /// How long an owner may take for an answer or a part of it, in seconds. [C]
  static let silenceLimit = 5.0
  /// The longest list of files, in bytes. [C]
  private static let longestList = 16 << 20
  /// The longest picture, in bytes. [C]
  private static let longestPicture = 1 << 30

  /// The types that are understood, the best one first.
  static let types: [Atoms.Name] = [
    .uriList, .copiedFiles, .png, .jpeg, .tiff, .webp, .utf8String,
  ]

  private struct Request {
    var way: Received.Way
    var selection: Atom
    var time: Time
    /// The type that was asked for; `nil` for the list of types.
    var type: Atoms.Name?
    /// The bytes so far of an answer in parts; `nil` before the first answer.
    var parts: [UInt8]?
    /// When the owner is given up, in seconds.
    var deadline: Double
  }

  let connection: Connection
  /// A window that is never shown, on whose properties owners put their answers.
  let window: CX11.Window
  private var request: Request?

  init(_ connection: Connection) {
    self.connection = connection
    window = XCreateSimpleWindow(connection.display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection.display, window, PropertyChangeMask)
  }

  /// When the owner is given up, in seconds; `nil` while nothing is awaited.
  var deadline: Double? { request?.deadline }

  private subscript(name: Atoms.Name) -> Atom { connection.atoms[name] }

  /// Asks for the contents of a selection.
  ///
  /// - Parameters:
  ///   - selection: The selection.
  ///   - types: The types that the owner offers; `nil` to ask for them first.
  ///   - time: The time of the event that is the reason.
  ///   - way: Where the contents come from.
  ///   - now: The present, in seconds.
  /// - Returns: A failure where none of the types is understood.
  mutating func receive(
    _ selection: Atom, types: [Atom]?, time: Time, way: Received.Way, now: Double
  ) -> Received? {
    request = Request(
      way: way, selection: selection, time: time, deadline: now + Self.silenceLimit)
    guard let types else {
      convert(to: self[.targets])
      return nil
    }
    return choose(among: types)
  }

  private mutating func choose(among types: [Atom]) -> Received? {
    guard let type = Self.types.first(where: { types.contains(self[$0]) }) else {
      return end(.failure("What was offered is neither a file nor a picture."))
    }
    request?.type = type
    convert(to: self[type])
    return nil
  }

  private func convert(to target: Atom) {
    guard let request else { return }
    XDeleteProperty(connection.display, window, self[.received])
    XConvertSelection(
      connection.display, request.selection, target, self[.received], window, request.time)
    XFlush(connection.display)
  }

  /// Reads an event of ``window``; returns what has arrived once it is complete.
  mutating func read(_ event: XEvent, now: Double) -> Received? {
    switch event.type {
    case SelectionNotify: answered(event.xselection, now)
    case PropertyNotify where event.xproperty.state == PropertyNewValue:
      partArrived(event.xproperty, now)
    default: nil
    }
  }

  private mutating func answered(_ event: XSelectionEvent, _ now: Double) -> Received? {
    guard let request, request.parts == nil, event.selection == request.selection,
      event.time == request.time, event.target == self[request.type ?? .targets]
    else { return nil }
    guard event.property != 0, let value = property(deletes: true) else {
      return end(.failure(Self.nothing(request.way)))
    }
    self.request?.deadline = now + Self.silenceLimit
    guard let type = request.type else { return choose(among: value.atoms) }
    guard value.type == self[.incremental] else { return end(content(type, value.bytes)) }
    self.request?.parts = []
    return nil
  }

  private mutating func partArrived(_ event: XPropertyEvent, _ now: Double) -> Received? {
    guard event.atom == self[.received], let request, let type = request.type,
      let parts = request.parts, let value = property(deletes: true)
    else { return nil }
    guard !value.bytes.isEmpty else { return end(content(type, parts)) }
    guard parts.count + value.bytes.count <= Self.limit(type) else {
      return end(.failure(Self.tooLong))
    }
    self.request?.parts?.append(contentsOf: value.bytes)
    self.request?.deadline = now + Self.silenceLimit
    return nil
  }

  /// Gives up an owner that has been silent for too long.
  mutating func expire(at now: Double) -> Received? {
    guard let request, now >= request.deadline else { return nil }
    return end(.failure("The other program does not answer."))
  }

  private mutating func end(_ content: Received.Content) -> Received? {
    defer { request = nil }
    return request.map { Received(way: $0.way, content: content) }
  }

  private static let tooLong = "What was offered is too long."

  private static func nothing(_ way: Received.Way) -> String {
    switch way {
    case .clipboard: "The clipboard holds neither a file nor a picture."
    case .drop: "The other program did not hand over what was dropped."
    }
  }

  private static func limit(_ type: Atoms.Name) -> Int {
    switch type {
    case .png, .jpeg, .tiff, .webp: longestPicture
    default: longestList
    }
  }

  private func content(_ type: Atoms.Name, _ bytes: [UInt8]) -> Received.Content {
    guard bytes.count <= Self.limit(type) else { return .failure(Self.tooLong) }
    switch type {
    case .png, .jpeg, .tiff, .webp:
      guard !bytes.isEmpty else { return .failure("The picture that was offered is empty.") }
      return MemoryFile(bytes).map(Received.Content.picture)
        ?? .failure("There is not enough memory for the picture.")
    default:
      let paths = URIList.paths(in: bytes)
      return paths.isEmpty
        ? .failure("What was offered is neither a file nor a picture.") : .files(paths)
    }
  }
}

// MARK: - Properties

extension SelectionReceiver {
  /// The value of a property.
  private struct Value {
    var type: Atom
    var bytes: [UInt8] = []
    var atoms: [Atom] = []
  }

  /// The bytes that are read at a time, in units of four. [C]
  private static let readLength = 1 << 20

  /// Reads the property with the owner's answer.
  private func property(deletes: Bool) -> Value? {
    var value: Value?
    var place = 0
    while true {
      var (type, format): (Atom, Int32) = (0, 0)
      var (count, rest): (UInt, UInt) = (0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      let status = XGetWindowProperty(
        connection.display, window, self[.received], place, Self.readLength, 0,
        Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
      defer { if let data { XFree(data) } }
      guard status == Success, type != 0, let data else { break }
      var read = value ?? Value(type: type)
      switch format {
      case 8: read.bytes += UnsafeBufferPointer(start: data, count: Int(count))
      case 32:
        data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
          read.atoms += UnsafeBufferPointer(start: $0, count: Int(count))
        }
      default: break
      }
      value = read
      guard rest > 0, read.bytes.count <= Self.longestPicture else { break }
      place += Self.readLength
    }
    if deletes {
      XDeleteProperty(connection.display, window, self[.received])
      XFlush(connection.display)
    }
    return value
  }
}
