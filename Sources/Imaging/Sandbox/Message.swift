/// A message between the program and the process that decodes: numbers, and bytes after their count.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ request: RequestKind) { add(Int(request.rawValue)) }

  init(_ reply: ReplyKind) { add(Int(reply.rawValue)) }

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ value: Double) { add(Int(bitPattern: UInt(value.bitPattern))) }

  mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

  mutating func add(_ content: some Collection<UInt8>) {
    add(content.count)
    bytes.append(contentsOf: content)
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }
}

/// A message that isn't what the other side may send.
struct MalformedMessage: Error {}

/// Reads a message; nothing in it is trusted.
struct MessageReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// True where all of it was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(MalformedMessage) -> Int {
    guard rest.count >= 8 else { throw MalformedMessage() }
    defer { rest = rest.dropFirst(8) }
    return Int(
      truncatingIfNeeded: rest.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  mutating func number(in range: ClosedRange<Int>) throws(MalformedMessage) -> Int {
    let number = try number()
    guard range.contains(number) else { throw MalformedMessage() }
    return number
  }

  /// A finite number of a range.
  mutating func value(in range: ClosedRange<Double>) throws(MalformedMessage) -> Double {
    let value = Double(bitPattern: UInt64(UInt(bitPattern: try number())))
    guard range.contains(value) else { throw MalformedMessage() }
    return value
  }

  /// Any number, also infinity and those that are none.
  mutating func anyValue() throws(MalformedMessage) -> Double {
    Double(bitPattern: UInt64(UInt(bitPattern: try number())))
  }

  mutating func flag() throws(MalformedMessage) -> Bool { try number(in: 0...1) == 1 }

  mutating func bytes() throws(MalformedMessage) -> [UInt8] {
    let count = try number(in: 0...rest.count)
    guard count <= rest.count else { throw MalformedMessage() }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A line of text for display, without control characters.
  mutating func text() throws(MalformedMessage) -> String {
    MetadataText.cut(String(decoding: try bytes(), as: UTF8.self))
  }
}

/// What the program asks for.
enum RequestKind: UInt8 {
  case open = 1, decode, thumbnail, regions, index, regionTile, tile, pixels, steps, frame, metadata
  case release, acknowledge, descriptor, openSamples, samples
}

/// What the process that decodes answers.
enum ReplyKind: UInt8 {
  /// So many bytes are in the next slot of the shared memory.
  case bytes = 1
  /// The file is to be opened.
  case descriptor
  /// The rows of a preview of a level follow.
  case preview
  /// What was asked for follows.
  case begin
  /// The end of the call.
  case result
  /// The end of the call: an error.
  case failure
  /// The end of the call: there is no such object here.
  case unknown
  /// A file in the folder that belongs to the file is to be opened, for loaders.
  case companion
}

extension MessageReader {
  /// The kind of a request.
  mutating func request() throws(MalformedMessage) -> RequestKind {
    guard let kind = RequestKind(rawValue: UInt8(try number(in: 0...255))) else {
      throw MalformedMessage()
    }
    return kind
  }

  /// The kind of a reply.
  mutating func reply() throws(MalformedMessage) -> ReplyKind {
    guard let kind = ReplyKind(rawValue: UInt8(try number(in: 0...255))) else {
      throw MalformedMessage()
    }
    return kind
  }
}
