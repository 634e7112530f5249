internal import ScrollGeometry

/// An output as a Wayland compositor announces it.
struct WaylandOutput: Hashable, Sendable {
  /// The number in the compositor's registry, which grows with each new output.
  var number: UInt32
  /// The name, such as `eDP-1`; `nil` where the compositor is older than names.
  var name: String?
  /// The size of the mode as it is turned, in the pixels of the hardware.
  var size: PixelSize
}

/// The conversation with a compositor that lists its outputs, as bytes.
///
/// It speaks just enough of Wayland's protocol for that: the registry, `wl_output` and `wl_callback`, in messages of a header (object,
/// opcode and length) and 32-bit arguments, in this machine's byte order.
struct WaylandOutputQuery {
  /// What is to be sent next.
  private(set) var requests: [UInt8] = []
  private var received: [UInt8] = []
  private var state = State.listing
  private var outputs: [UInt32: Pending] = [:]
  /// Wayland requires that objects are numbered without gaps.
  private var nextObject = Self.listed + 1

  private enum State {
    /// Until the compositor has listed everything that it has.
    case listing
    /// Until it has described all outputs, and answered this object.
    case describing(until: UInt32)
    case finished
    case failed
  }

  private struct Pending {
    var output: WaylandOutput
    var isTurned = false
  }

  /// The display, and the objects that the query makes first: the registry, and what is answered once that is listed.
  private static let (display, registry, listed): (UInt32, UInt32, UInt32) = (1, 2, 3)
  /// The number of outputs that are believed, and the size of the longest message, in bytes. [C]
  private static let (outputLimit, messageLimit) = (64, 65_535)

  init() {
    request(Self.display, 1, [Self.registry])
    request(Self.display, 0, [Self.listed])
  }

  /// True once everything is known or the compositor has failed.
  var isFinished: Bool {
    switch state {
    case .finished, .failed: true
    case .listing, .describing: false
    }
  }

  /// The outputs; `nil` until they are known.
  var result: [WaylandOutput]? {
    guard case .finished = state else { return nil }
    return outputs.values.map { pending in
      var output = pending.output
      if pending.isTurned {
        output.size = PixelSize(width: output.size.height, height: output.size.width)
      }
      return output
    }.sorted { $0.number < $1.number }
  }

  /// Removes and returns what is to be sent.
  mutating func drainRequests() -> [UInt8] {
    defer { requests = [] }
    return requests
  }

  /// Takes what the compositor has sent.
  mutating func receive(_ bytes: some Sequence<UInt8>) {
    received += bytes
    while !isFinished, received.count >= 8 {
      let length = Int(Self.word(received[4..<8]) >> 16)
      guard length >= 8, length.isMultiple(of: 4), length <= Self.messageLimit else {
        return state = .failed
      }
      guard received.count >= length else { return }
      let header = (Self.word(received[0..<4]), Self.word(received[4..<8]) & 0xffff)
      handle(header.0, Int(header.1), Arguments(received[8..<length]))
      received.removeFirst(length)
    }
  }

  private mutating func handle(_ object: UInt32, _ opcode: Int, _ arguments: Arguments) {
    var arguments = arguments
    switch (object, opcode) {
    case (Self.display, 0): state = .failed
    case (Self.registry, 0): add(&arguments)
    case (Self.listed, 0):
      state = .describing(until: nextObject)
      request(Self.display, 0, [nextObject])
      nextObject += 1
    default:
      if case .describing(object) = state { state = .finished }
      if outputs[object] != nil { describe(object, opcode, &arguments) }
    }
  }

  /// Binds an output that the registry announces.
  private mutating func add(_ arguments: inout Arguments) {
    guard let number = arguments.word(), let interface = arguments.string(),
      let version = arguments.word()
    else { return state = .failed }
    guard interface == "wl_output", outputs.count < Self.outputLimit else { return }
    let object = nextObject
    nextObject += 1
    outputs[object] = Pending(
      output: WaylandOutput(number: number, name: nil, size: PixelSize(width: 0, height: 0)))
    // The name is sent since version 4.
    request(Self.registry, 0, [number], interface, [min(version, 4), object])
  }

  private mutating func describe(_ object: UInt32, _ opcode: Int, _ arguments: inout Arguments) {
    switch opcode {
    case 0:  // geometry: x, y, millimeters, subpixel order, make, model, transform
      for _ in 0..<5 { _ = arguments.word() }
      guard arguments.string() != nil, arguments.string() != nil, let turn = arguments.word() else {
        return state = .failed
      }
      outputs[object]?.isTurned = turn & 1 == 1
    case 1:  // mode: flags, of which the first is that of the current one; width, height, refresh
      guard let flags = arguments.word(), let width = arguments.word(),
        let height = arguments.word()
      else { return state = .failed }
      guard flags & 1 == 1, let size = PixelSize(width, height) else { return }
      outputs[object]?.output.size = size
    case 4: outputs[object]?.output.name = arguments.string()
    default: break
    }
  }

  // MARK: Bytes

  private mutating func request(
    _ object: UInt32, _ opcode: UInt32, _ words: [UInt32], _ text: String? = nil,
    _ more: [UInt32] = []
  ) {
    var bytes = words.flatMap(Self.bytes)
    if let text {
      let characters = Array(text.utf8) + [0]
      bytes += Self.bytes(UInt32(characters.count)) + characters
      while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
    }
    bytes += more.flatMap(Self.bytes)
    requests += Self.bytes(object) + Self.bytes(UInt32(bytes.count + 8) << 16 | opcode) + bytes
  }

  private static func bytes(_ word: UInt32) -> [UInt8] {
    withUnsafeBytes(of: word) { Array($0) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }

  /// Reads the arguments of a message; `nil` at its end.
  private struct Arguments {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func word() -> UInt32? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return WaylandOutputQuery.word(rest.prefix(4))
    }

    /// A string, which is sent with its length, a terminating zero and padding; empty for none.
    mutating func string() -> String? {
      guard let length = word(), length <= rest.count else { return nil }
      let text = rest.prefix(Int(length)).prefix { $0 != 0 }
      rest = rest.dropFirst((Int(length) + 3) / 4 * 4)
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension PixelSize {
  /// A size of two positive numbers that Wayland sends as unsigned words.
  fileprivate init?(_ width: UInt32, _ height: UInt32) {
    let sides = 1...UInt32(Int32.max)
    guard sides.contains(width), sides.contains(height) else { return nil }
    self.init(width: Int(width), height: Int(height))
  }
}
