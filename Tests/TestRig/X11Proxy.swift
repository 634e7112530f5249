internal import Glibc
internal import Synchronization
internal import Threads

/// A tap between a program and an X server: what is sent through it is counted, request by request.
///
/// It looks like a server on another machine, so that pixels cannot go past it through shared memory.
package final class X11Proxy: Sendable {
  /// What was sent to the server.
  package struct Count: Hashable, Sendable {
    /// Requests, without the greeting.
    package var requests = 0
    /// Bytes, without the greeting.
    package var bytes = 0
    /// Requests that carry pixels (PutImage).
    package var pictures = 0
  }

  /// What `DISPLAY` is to say.
  package let name: String
  private let listener: Int32
  private let target: Int32
  private let count = Mutex(Count())

  /// Listens for one program, which it connects to `server`.
  package init(to server: DisplayServer) throws {
    guard let number = Int(server.name.dropFirst()) else {
      throw RigError("\(server.name) is no display.")
    }
    target = try Self.connection(to: Self.firstPort + number)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    for display in Self.displays where Self.listen(listener, Self.firstPort + display) {
      name = "127.0.0.1:\(display)"
      start()
      return
    }
    throw RigError("There is no free display number.")
  }

  deinit {
    shutdown(target, Int32(SHUT_RDWR))
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Where displays listen on TCP, and the numbers that are tried.
  private static let firstPort = 6000
  private static let displays = 400..<500

  /// Everything sent so far.
  package var total: Count { count.withLock { $0 } }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func connection(to port: Int) throws -> Int32 {
    let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = address(port)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw RigError("Nothing listens on port \(port).") }
    return made
  }

  private static func listen(_ socket: Int32, _ port: Int) -> Bool {
    var address = address(port)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return status == 0 && Glibc.listen(socket, 1) == 0
  }
}

// MARK: - Passing on

extension X11Proxy {
  private func start() {
    let (listener, target) = (listener, target)
    BackgroundThread.start { [weak self] in
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      BackgroundThread.start { Self.pass(from: target, to: client) { _ in } }
      var reader = RequestReader()
      Self.pass(from: client, to: target) { bytes in
        let found = reader.read(bytes)
        self?.count.withLock {
          $0.requests += found.requests
          $0.bytes += found.bytes
          $0.pictures += found.pictures
        }
      }
    }
  }

  private static func pass(
    from source: Int32, to sink: Int32, _ look: (UnsafeRawBufferPointer) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { break }
      buffer.withUnsafeBytes { look(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      var sent = 0
      while sent < count {
        let step = buffer.withUnsafeBytes {
          send(sink, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
        }
        guard step > 0 else { break }
        sent += step
      }
      guard sent == count else { break }
    }
    shutdown(sink, Int32(SHUT_RDWR))
  }
}

/// Tells requests apart in what a program sends, by the lengths in front of them.
private struct RequestReader {
  private var head: [UInt8] = []
  private var rest = 0
  private var isGreeted = false

  mutating func read(_ bytes: UnsafeRawBufferPointer) -> X11Proxy.Count {
    var count = X11Proxy.Count()
    var index = 0
    while index < bytes.count {
      if rest > 0 {
        let step = min(rest, bytes.count - index)
        rest -= step
        index += step
        if isGreeted { count.bytes += step }
        continue
      }
      head.append(bytes[index])
      index += 1
      if isGreeted { count.bytes += 1 }
      take(&count)
    }
    return count
  }

  /// Reads the length once enough of the head is there; requests are little-endian, as this machine is.
  private mutating func take(_ count: inout X11Proxy.Count) {
    guard isGreeted else {
      guard head.count == 12 else { return }
      // Name and data of the authorisation follow the greeting, each padded to four bytes.
      rest = (number(6, 2) + 3) / 4 * 4 + (number(8, 2) + 3) / 4 * 4
      (isGreeted, head) = (true, [])
      return
    }
    guard head.count == 4 || head.count == 8 else { return }
    var words = number(2, 2)
    if words == 0 {
      // A length of zero stands for a longer one in the next word.
      guard head.count == 8 else { return }
      words = number(4, 4)
    }
    count.requests += 1
    if head[0] == Self.putImage { count.pictures += 1 }
    rest = max(0, words * 4 - head.count)
    head = []
  }

  /// The number of the core request that carries pixels.
  private static let putImage: UInt8 = 72

  private func number(_ start: Int, _ bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(head[start + $1]) << (8 * $1) }
  }
}
