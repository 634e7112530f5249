internal import Glibc
internal import OverscrollBase
internal import Synchronization

/// A proxy between a client and an X server, which counts the requests and bytes that the client sends.
///
/// It is reached by TCP like a remote server, so that pixels cannot bypass it through shared memory.
package final class X11Proxy: Sendable {
  /// Counts of the data sent to the server.
  package struct Count: Hashable, Sendable {
    /// The number of requests, without the connection setup.
    package var requests = 0
    /// The number of bytes, without the connection setup.
    package var bytes = 0
    /// The number of PutImage requests.
    package var pictures = 0
  }

  /// The display name.
  package let name: String
  private let listener: Int32
  private let target: Int32
  private let count = Mutex(Count())

  /// Listens for one client, which is connected to `server`.
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

  /// The TCP port of display 0, and the display numbers to try.
  private static let firstPort = 6000
  private static let displays = 400..<500

  /// The counts so far.
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

// MARK: - Forwarding

extension X11Proxy {
  private func start() {
    let (listener, target) = (listener, target)
    BackgroundThread.start { [weak self] in
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      BackgroundThread.start { Self.forward(from: target, to: client) { _ in } }
      var reader = RequestReader()
      Self.forward(from: client, to: target) { bytes in
        let found = reader.read(bytes)
        self?.count.withLock {
          $0.requests += found.requests
          $0.bytes += found.bytes
          $0.pictures += found.pictures
        }
      }
    }
  }

  private static func forward(
    from source: Int32, to sink: Int32, _ inspect: (UnsafeRawBufferPointer) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { break }
      buffer.withUnsafeBytes { inspect(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
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

/// Splits the data that a client sends into requests, by the lengths in their headers.
private struct RequestReader {
  private var head: [UInt8] = []
  private var rest = 0
  private var isSetUp = false

  mutating func read(_ bytes: UnsafeRawBufferPointer) -> X11Proxy.Count {
    var count = X11Proxy.Count()
    var index = 0
    while index < bytes.count {
      if rest > 0 {
        let step = min(rest, bytes.count - index)
        rest -= step
        index += step
        if isSetUp { count.bytes += step }
        continue
      }
      head.append(bytes[index])
      index += 1
      if isSetUp { count.bytes += 1 }
      take(&count)
    }
    return count
  }

  /// Reads the length once the header is complete; requests have this machine's byte order, little-endian.
  private mutating func take(_ count: inout X11Proxy.Count) {
    guard isSetUp else {
      guard head.count == 12 else { return }
      // The name and data of the authorization follow the connection setup, each padded to four bytes.
      rest = (number(6, 2) + 3) / 4 * 4 + (number(8, 2) + 3) / 4 * 4
      (isSetUp, head) = (true, [])
      return
    }
    guard head.count == 4 || head.count == 8 else { return }
    var words = number(2, 2)
    if words == 0 {
      // A length of zero is followed by an extended one (BIG-REQUESTS).
      guard head.count == 8 else { return }
      words = number(4, 4)
    }
    count.requests += 1
    if head[0] == Self.putImage { count.pictures += 1 }
    rest = max(0, words * 4 - head.count)
    head = []
  }

  /// The opcode of PutImage.
  private static let putImage: UInt8 = 72

  private func number(_ start: Int, _ bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(head[start + $1]) << (8 * $1) }
  }
}
