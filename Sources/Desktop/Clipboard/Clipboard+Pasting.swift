internal import CX11

extension Clipboard {
  /// What became of a request for text.
  enum Answer: Hashable {
    case text(String)
    /// Why there is none, as a sentence.
    case failure(String)
  }

  /// Asks the owner of the selection for its text; an earlier request is forgotten.
  mutating func ask(time: Time) {
    ask(for: self[.utf8String], time: time)
  }

  private mutating func ask(for target: Atom, time: Time) {
    let property = lastProperty == self[.pasted] ? self[.pastedNext] : self[.pasted]
    lastProperty = property
    request = Request(target: target, time: time, property: property)
    XConvertSelection(
      connection.display, self[.clipboard], target, property, window, time)
    XFlush(connection.display)
  }

  /// Reads the owner's answer; returns the text, or `nil` while there is more to come.
  mutating func receive(_ event: XSelectionEvent) -> Answer? {
    guard event.selection == self[.clipboard], let request, request.parts == nil,
      event.target == request.target, event.time == request.time
    else { return nil }
    guard event.property != 0 else {
      // Programs from before Unicode offer Latin-1 only.
      if request.target != Atom(XA_STRING) {
        ask(for: Atom(XA_STRING), time: request.time)
        return nil
      }
      return end(.failure("The clipboard holds no text."))
    }
    guard let value = PropertyValue(connection, window, request.property, deletes: true) else {
      return end(.failure("The clipboard's owner is gone."))
    }
    if value.type == self[.incremental] {
      self.request?.parts = []
      // The owner says how much there is at least.
      return (value.longs.first ?? 0) > Self.maximumLength ? end(Self.tooLong) : nil
    }
    return end(decoded(value.bytes, latin: value.type == Atom(XA_STRING)))
  }

  /// Reads a part of text that is passed in parts; returns the text after the last one.
  mutating func propertyWasSet(_ event: XPropertyEvent) -> Answer? {
    guard event.window == window, [self[.pasted], self[.pastedNext]].contains(event.atom) else {
      return nil
    }
    guard let request, request.property == event.atom else {
      // The rest of text that is no longer wanted, whose owner waits for this.
      XDeleteProperty(connection.display, window, event.atom)
      return nil
    }
    guard let parts = request.parts,
      let value = PropertyValue(connection, window, event.atom, deletes: true)
    else { return nil }
    guard !value.bytes.isEmpty else {
      return end(decoded(parts, latin: request.target == Atom(XA_STRING)))
    }
    guard parts.count + value.bytes.count <= Self.maximumLength else { return end(Self.tooLong) }
    self.request?.parts?.append(contentsOf: value.bytes)
    return nil
  }

  private static let tooLong = Answer.failure(
    "The clipboard holds more than \(maximumLength >> 20) MiB of text; nothing was pasted.")

  private mutating func end(_ answer: Answer) -> Answer {
    request = nil
    return answer
  }

  private func decoded(_ bytes: [UInt8], latin: Bool) -> Answer {
    guard bytes.count <= Self.maximumLength else { return Self.tooLong }
    guard latin else { return .text(String(decoding: bytes, as: UTF8.self)) }
    return .text(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
  }
}

/// The value of a window's property.
struct PropertyValue {
  let type: Atom
  let format: Int
  /// The items of a property of format 8.
  private(set) var bytes: [UInt8] = []
  /// The items of a property of format 32.
  private(set) var longs: [Int] = []

  /// Reads a property, up to a little more than text may have; `nil` where there is none, or no such window.
  init?(_ connection: Connection, _ window: CX11.Window, _ name: Atom, deletes: Bool = false) {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let error = connection.trapErrors {
      XGetWindowProperty(
        connection.display, window, name, 0, Clipboard.maximumLength / 4 + 1, deletes ? 1 : 0,
        Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    defer { if let data { XFree(data) } }
    guard error == nil, type != 0, let data else { return nil }
    // The server deletes only what was read to its end.
    if deletes, rest > 0 { XDeleteProperty(connection.display, window, name) }
    self.type = type
    self.format = Int(format)
    switch format {
    case 8: bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    case 32:
      longs = data.withMemoryRebound(to: Int.self, capacity: Int(count)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    default: break
    }
  }
}
