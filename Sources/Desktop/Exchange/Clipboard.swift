internal import CX11
internal import OverscrollHost

/// What the window offers to other clients through a selection, as ICCCM 2 describes it: text, files and a picture.
///
/// Main thread only. What is longer than a request is passed in parts (INCR).
struct Clipboard {
  /// The maximum length of a part, in bytes. [C]
  private static let maximumPartSize = 256 << 10

  let connection: Connection
  let window: CX11.Window
  /// The selection: that of the clipboard, or of drags.
  let selection: Atom
  /// What other clients may request while this window owns the selection.
  private(set) var owned: Owned?
  /// The transfers in parts to other clients.
  var transfers: [Transfer] = []

  /// What the window owns.
  struct Owned {
    let contents: ClipboardContents
    let time: Time
    /// Called with the picture once it is made.
    let didMake: ([UInt8]?, Time) -> Void
    var picture = Picture.idle
  }

  /// The picture, which is made when a client first requests it.
  enum Picture {
    case idle
    /// It is being made for clients that wait for it.
    case making([XSelectionRequestEvent])
    /// It is there as a PNG file; `nil` where it could not be made.
    case made([UInt8]?)
  }

  /// Bytes that are being passed in parts to another client.
  struct Transfer {
    var requestor: CX11.Window
    var property: Atom
    var type: Atom
    var rest: ArraySlice<UInt8>
  }

  /// The length up to which contents are passed at once, in bytes.
  var partLength: Int {
    // The server's limit is in units of four bytes and includes the header of the request.
    min(Self.maximumPartSize, max(XMaxRequestSize(connection.display), 1024) * 4 - 128)
  }

  subscript(name: Atoms.Name) -> Atom { connection.atoms[name] }
}

// MARK: - Copying

extension Clipboard {
  /// Becomes the owner of the selection.
  ///
  /// - Parameters:
  ///   - contents: What other clients may request.
  ///   - time: The server's time of the event that is the reason.
  ///   - didMake: Calls ``pictureIsMade(_:ownedSince:)`` with the picture and the time.
  /// - Returns: Whether the server agreed.
  mutating func own(
    _ contents: ClipboardContents, time: Time,
    didMake: @escaping (_ picture: [UInt8]?, _ time: Time) -> Void
  ) -> Bool {
    XSetSelectionOwner(connection.display, selection, window, time)
    guard XGetSelectionOwner(connection.display, selection) == window else { return false }
    owned = Owned(contents: contents, time: time, didMake: didMake)
    return true
  }

  /// Responds to a client's request once the contents are available.
  mutating func answer(_ request: XSelectionRequestEvent) {
    guard request.selection == selection, let owned,
      let makePicture = owned.contents.makePicture, isForPicture(request)
    else { return finish(request) }
    switch owned.picture {
    case .made: finish(request)
    case .making(let waiting): self.owned?.picture = .making(waiting + [request])
    case .idle:
      self.owned?.picture = .making([request])
      makePicture { owned.didMake($0, owned.time) }
    }
  }

  /// Returns whether a request is for the picture, alone or with other types.
  private func isForPicture(_ request: XSelectionRequestEvent) -> Bool {
    guard request.target == self[.multiple] else { return request.target == self[.png] }
    let pairs = PropertyValue(connection, request.requestor, request.property)?.atoms ?? []
    return stride(from: 0, to: pairs.count - 1, by: 2).contains { pairs[$0] == self[.png] }
  }

  /// Answers the clients that have waited for the picture.
  ///
  /// - Parameters:
  ///   - bytes: The PNG file; `nil` where it could not be made.
  ///   - time: The time from which on the contents were owned: they may have been replaced.
  mutating func pictureIsMade(_ bytes: [UInt8]?, ownedSince time: Time) {
    guard let owned, owned.time == time, case .making(let waiting) = owned.picture else { return }
    self.owned?.picture = .made(bytes)
    guard connection.isAlive else { return }
    waiting.forEach { finish($0) }
    XFlush(connection.display)
  }

  /// Answers a client.
  private mutating func finish(_ request: XSelectionRequestEvent) {
    var answer = XSelectionEvent()
    answer.type = SelectionNotify
    answer.requestor = request.requestor
    answer.selection = request.selection
    answer.target = request.target
    answer.time = request.time
    // Old clients name no property.
    let property = request.property == 0 ? request.target : request.property
    if request.selection == selection,
      convert(request.target, for: request.requestor, property)
    {
      answer.property = property
    }
    var event = XEvent()
    event.xselection = answer
    // The client may have gone.
    _ = connection.trapErrors {
      XSendEvent(connection.display, request.requestor, 0, 0, &event)
    }
  }

  private mutating func convert(
    _ target: Atom, for requestor: CX11.Window, _ property: Atom
  ) -> Bool {
    guard let owned else { return false }
    switch target {
    case self[.targets]:
      let others = [Atoms.Name.targets, .timestamp, .multiple, .saveTargets].map { self[$0] }
      return set(others + types, of: requestor, property)
    case self[.timestamp]:
      return set([Atom(owned.time)], of: requestor, property, type: Atom(XA_INTEGER))
    case self[.multiple]: return convertSeveral(for: requestor, property)
    case self[.uriList] where !owned.contents.files.isEmpty:
      return pass(owned.contents.uriList, as: target, to: requestor, property)
    case self[.copiedFiles] where !owned.contents.files.isEmpty:
      return pass(owned.contents.copiedFiles, as: target, to: requestor, property)
    case self[.png]:
      guard case .made(let bytes?) = owned.picture else { return false }
      return pass(bytes, as: target, to: requestor, property)
    case self[.utf8String], self[.utf8Plain], self[.text]:
      let type = target == self[.text] ? self[.utf8String] : target
      return pass(Array(owned.contents.text.utf8), as: type, to: requestor, property)
    case Atom(XA_STRING):
      let latin = owned.contents.text.unicodeScalars.map {
        UInt8(exactly: $0.value) ?? UInt8(ascii: "?")
      }
      return pass(latin, as: target, to: requestor, property)
    default: return false
    }
  }

  /// The types of the contents; a drag has no text.
  var types: [Atom] {
    guard let owned else { return [] }
    var types: [Atoms.Name] = owned.contents.files.isEmpty ? [] : [.uriList]
    let isClipboard = selection == self[.clipboard]
    if isClipboard, !types.isEmpty { types.append(.copiedFiles) }
    if owned.contents.makePicture != nil { types.append(.png) }
    guard isClipboard else { return types.map { self[$0] } }
    return ([.utf8String, .utf8Plain, .text] + types).map { self[$0] } + [Atom(XA_STRING)]
  }

  /// Converts to pairs of a target and a property, and replaces the properties of failed ones by None.
  private mutating func convertSeveral(for requestor: CX11.Window, _ property: Atom) -> Bool {
    guard let value = PropertyValue(connection, requestor, property), value.format == 32 else {
      return false
    }
    var pairs = value.atoms
    for index in stride(from: 0, to: pairs.count - 1, by: 2)
    where pairs[index] == self[.multiple]
      || !convert(pairs[index], for: requestor, pairs[index + 1])
    {
      pairs[index + 1] = 0
    }
    return set(pairs, of: requestor, property, type: self[.atomPair])
  }

  private mutating func pass(
    _ bytes: [UInt8], as type: Atom, to requestor: CX11.Window, _ property: Atom
  ) -> Bool {
    guard bytes.count > partLength else {
      return connection.trapErrors {
        XChangeProperty(
          connection.display, requestor, property, type, 8, PropModeReplace, bytes,
          Int32(bytes.count))
      } == nil
    }
    guard connection.select(of: requestor) == nil else { return false }
    let error = connection.trapErrors {
      connection.setProperty(property, of: requestor, type: self[.incremental], [bytes.count])
    }
    guard error == nil else { return false }
    transfers.removeAll { $0.requestor == requestor && $0.property == property }
    transfers.append(
      Transfer(requestor: requestor, property: property, type: type, rest: bytes[...]))
    return true
  }

  /// Passes the next part once the client has removed the one before; an empty part ends the contents.
  mutating func propertyWasDeleted(_ event: XPropertyEvent) {
    guard
      let index = transfers.firstIndex(where: {
        $0.requestor == event.window && $0.property == event.atom
      })
    else { return }
    let transfer = transfers[index]
    let part = Array(transfer.rest.prefix(partLength))
    let error = connection.trapErrors {
      XChangeProperty(
        connection.display, transfer.requestor, transfer.property, transfer.type, 8,
        PropModeReplace, part, Int32(part.count))
    }
    transfers[index].rest = transfer.rest.dropFirst(part.count)
    if part.isEmpty || error != nil { transfers.remove(at: index) }
  }

  /// Ends the transfers to a window that is gone.
  mutating func windowWasDestroyed(_ gone: CX11.Window) {
    transfers.removeAll { $0.requestor == gone }
  }

  /// Forgets the contents once another client owns the selection; transfers that have begun continue.
  mutating func wasCleared(_ event: XSelectionClearEvent) {
    guard event.selection == selection else { return }
    let waiting = owned?.picture
    owned = nil
    // They get nothing, rather than no answer.
    if case .making(let requests)? = waiting { requests.forEach { finish($0) } }
  }

  private func set(
    _ atoms: [Atom], of requestor: CX11.Window, _ property: Atom, type: Atom = Atom(XA_ATOM)
  ) -> Bool {
    connection.trapErrors {
      connection.setProperty(
        property, of: requestor, type: type, atoms.map { Int(bitPattern: UInt($0)) })
    } == nil
  }
}

/// Hands the clipboard's contents to a clipboard manager (SAVE_TARGETS), which keeps them once this program is gone.
struct ClipboardHandover {
  /// How long the manager may take, in seconds. [C]
  private static let timeLimit = 1.0

  private let connection: Connection
  private let window: CX11.Window
  /// When the manager is abandoned, in seconds; `nil` while nothing is handed over.
  private(set) var deadline: Double?

  init(_ connection: Connection, window: CX11.Window) {
    (self.connection, self.window) = (connection, window)
  }

  private subscript(name: Atoms.Name) -> Atom { connection.atoms[name] }

  /// Asks the manager to request the contents in some types; returns how long it may take, and `nil` where there is none.
  mutating func begin(_ types: [Atom], time: Time, now: Double) -> Double? {
    guard XGetSelectionOwner(connection.display, self[.clipboardManager]) != 0 else { return nil }
    connection.setProperty(
      self[.saved], of: window, type: Atom(XA_ATOM), types.map { Int(bitPattern: UInt($0)) })
    XConvertSelection(
      connection.display, self[.clipboardManager], self[.saveTargets], self[.saved], window, time)
    XFlush(connection.display)
    deadline = now + Self.timeLimit
    return Self.timeLimit
  }

  /// Reads the manager's answer; returns whether it is that.
  mutating func receive(_ event: XSelectionEvent) -> Bool {
    guard deadline != nil, event.requestor == window, event.selection == self[.clipboardManager],
      event.target == self[.saveTargets]
    else { return false }
    deadline = nil
    return true
  }

  /// Abandons a manager that takes too long; returns whether it did.
  mutating func expire(at now: Double) -> Bool {
    guard let deadline, now >= deadline else { return false }
    self.deadline = nil
    return true
  }
}
