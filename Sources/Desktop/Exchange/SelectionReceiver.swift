internal import CX11
internal import OverscrollBase
internal import OverscrollHost

/// Receives what another client offers by a selection: the files, the picture or the text of the clipboard or of a drag.
///
/// Main thread only.
struct SelectionReceiver {
  /// The longest list of files and the longest text, in bytes. [C]
  private static let maximumTextSize = 16 << 20
  /// The longest picture, in bytes. [C]
  private static let maximumPictureSize = 1 << 30

  /// The types of files and pictures that are understood, the best one first.
  static let types: [Atoms.Name] = [
    .uriList, .copiedFiles, .png, .jpeg, .tiff, .webp, .bmp, .utf8String,
  ]

  /// What has been received.
  enum Outcome {
    case received(Received)
    /// The text of the clipboard.
    case text(String)
    /// Why there is no text, as a message.
    case noText(String)
  }

  /// The state of a request.
  private enum Request {
    /// The types that the owner offers are awaited.
    case types(Received.Way, Atom, Time)
    /// Files or a picture of a type are awaited.
    case contents(Received.Way, Atoms.Name)
    /// Text is awaited.
    case text(Time, isLatin: Bool)
  }

  private let connection: Connection
  private var transfer: SelectionTransfer
  private var request: Request?

  init(_ connection: Connection) {
    self.connection = connection
    transfer = SelectionTransfer(connection)
  }

  /// The window that asks owners.
  var window: CX11.Window { transfer.window }

  /// When the owner is abandoned, in seconds; `nil` while nothing is awaited.
  var deadline: Double? { transfer.deadline }

  private subscript(name: Atoms.Name) -> Atom { connection.atoms[name] }
}

// MARK: - Requests

extension SelectionReceiver {
  /// Asks for the text of the clipboard; an earlier request is forgotten.
  mutating func requestText(time: Time, now: Double) {
    requestText(as: self[.utf8String], time: time, now: now)
  }

  private mutating func requestText(as target: Atom, time: Time, now: Double) {
    request = .text(time, isLatin: target == Atom(XA_STRING))
    transfer.ask(
      for: target, of: self[.clipboard], time: time, byteLimit: Self.maximumTextSize, now: now)
  }

  /// Asks for the files or the picture on the clipboard; an earlier request is forgotten.
  mutating func requestFiles(time: Time, now: Double) {
    request = .types(.clipboard, self[.clipboard], time)
    transfer.ask(
      for: self[.targets], of: self[.clipboard], time: time, byteLimit: Self.maximumTextSize,
      now: now)
  }

  /// Asks for what was dropped.
  ///
  /// - Parameters:
  ///   - types: The types that the source offers.
  ///   - time: The server's time of the drop.
  ///   - now: The present, in seconds.
  /// - Returns: A failure where none of the types is understood.
  mutating func requestDrop(as types: [Atom], time: Time, now: Double) -> Outcome? {
    choose(among: types, of: self[.dragSelection], time: time, way: .drop, now: now)
  }

  private mutating func choose(
    among types: [Atom], of selection: Atom, time: Time, way: Received.Way, now: Double
  ) -> Outcome? {
    guard let type = Self.types.first(where: { types.contains(self[$0]) }) else {
      request = nil
      return .received(Received(way: way, content: .failure(Self.notUnderstood)))
    }
    request = .contents(way, type)
    transfer.ask(
      for: self[type], of: selection, time: time, byteLimit: Self.byteLimit(of: type),
      intoFile: Self.isPicture(type), now: now)
    return nil
  }

  private static func byteLimit(of type: Atoms.Name) -> Int {
    isPicture(type) ? maximumPictureSize : maximumTextSize
  }

  private static func isPicture(_ type: Atoms.Name) -> Bool {
    [.png, .jpeg, .tiff, .webp, .bmp].contains(type)
  }
}

// MARK: - Answers

extension SelectionReceiver {
  private static let notUnderstood = "The data is neither a file nor a picture."

  /// Reads the owner's answer.
  mutating func receive(_ event: XSelectionEvent, now: Double) -> Outcome? {
    transfer.receive(event, now: now).flatMap { handle($0, now: now) }
  }

  /// Reads a part of the owner's answer.
  mutating func propertyWasSet(_ event: XPropertyEvent, now: Double) -> Outcome? {
    transfer.propertyWasSet(event, now: now).flatMap { handle($0, now: now) }
  }

  /// Abandons an owner that has been silent for too long.
  mutating func expire(at now: Double) -> Outcome? {
    transfer.expire(at: now).flatMap { handle($0, now: now) }
  }

  private mutating func handle(_ answer: SelectionTransfer.Answer, now: Double) -> Outcome? {
    guard let request else { return nil }
    self.request = nil
    switch request {
    case .types(let way, let selection, let time):
      guard case .contents(_, let types, _) = answer else {
        return .received(Received(way: way, content: .failure(Self.failure(answer, way))))
      }
      return choose(among: types, of: selection, time: time, way: way, now: now)
    case .contents(let way, let type):
      return .received(Received(way: way, content: Self.content(answer, type, way)))
    case .text(let time, let isLatin):
      switch answer {
      case .contents(let bytes, _, let type):
        return .text(Self.text(bytes, isLatin: type == Atom(XA_STRING)))
      case .refused where !isLatin:
        // Programs from before Unicode offer Latin-1 only.
        requestText(as: Atom(XA_STRING), time: time, now: now)
        return nil
      case .refused: return .noText("The clipboard contains no text.")
      case .tooLong:
        return .noText(
          "The clipboard contains more than \(Self.maximumTextSize >> 20) MiB of text; "
            + "nothing was pasted.")
      case .silent, .file: return .noText("The clipboard's owner is not responding.")
      }
    }
  }

  private static func text(_ bytes: [UInt8], isLatin: Bool) -> String {
    guard isLatin else { return String(decoding: bytes, as: UTF8.self) }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func content(
    _ answer: SelectionTransfer.Answer, _ type: Atoms.Name, _ way: Received.Way
  ) -> Received.Content {
    switch answer {
    case .file(let file, let byteCount):
      return byteCount > 0 ? .picture(file) : .failure("The picture is empty.")
    case .contents(let bytes, _, _) where !isPicture(type):
      let paths = URIList.paths(in: bytes)
      guard paths.isEmpty else { return .files(paths) }
      return .failure(URIList.otherHost(in: bytes).map(otherMachine) ?? notUnderstood)
    case .contents, .refused, .tooLong, .silent: return .failure(failure(answer, way))
    }
  }

  private static func otherMachine(_ host: String) -> String {
    "The file is on another computer, “\(host)”; copy it to this one."
  }

  private static func failure(_ answer: SelectionTransfer.Answer, _ way: Received.Way) -> String {
    switch answer {
    case .tooLong: "The data is too large."
    case .silent: "The other program is not responding."
    case .refused, .contents, .file:
      switch way {
      case .clipboard: "The clipboard contains neither a file nor a picture."
      case .drop: "The other program did not provide the dropped data."
      }
    }
  }
}
