internal import Glibc
package import OverscrollBase
internal import OverscrollHost

/// The socket of the Wayland compositor in whose session the program runs.
package enum WaylandSocket {
  /// How long an answer is awaited, in seconds: a compositor that doesn't answer shows no frames either. [C]
  private static let timeout = 2.0

  /// The path of the socket, as Wayland's own library finds it; `nil` outside of a session.
  package static var path: FilePath? {
    let name = variable("WAYLAND_DISPLAY") ?? FilePath("wayland-0")
    if name.isAbsolute { return name }
    return variable("XDG_RUNTIME_DIR").flatMap { $0.isAbsolute ? $0.appending(name) : nil }
  }

  private static func variable(_ name: String) -> FilePath? {
    getenv(name).map { FilePath(cString: $0) }.flatMap { $0.bytes.isEmpty ? nil : $0 }
  }

  /// Asks the compositor that runs an X server for its outputs.
  ///
  /// - Parameters:
  ///   - path: Its socket.
  ///   - server: The process that the X server's socket belongs to.
  /// - Returns: The outputs; `nil` where there is no compositor, it doesn't answer at once, or the X server is not its own.
  static func outputs(at path: FilePath, ofServer server: pid_t?) -> [WaylandOutput]? {
    guard let socket = connect(to: path) else { return nil }
    defer { close(socket) }
    guard isCompositor(peer(of: socket), ofServer: server, parent: parent) else { return nil }
    var query = WaylandOutputQuery()
    let deadline = MonotonicClock.now + timeout
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !query.isFinished {
      let requests = query.drainRequests()
      // Unlike write, it raises no signal where the compositor has closed the socket.
      let sent = send(socket, requests, requests.count, Int32(MSG_NOSIGNAL))
      guard sent == requests.count, isReadable(socket, until: deadline) else { return nil }
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      query.receive(buffer.prefix(count))
    }
    return query.result
  }

  /// Returns whether the process of a Wayland socket is the compositor of an X server.
  ///
  /// Compositors make the X server's socket themselves, or start the server that makes it. Outside of a container neither process
  /// is known, so that another compositor might be meant.
  static func isCompositor(
    _ compositor: pid_t?, ofServer server: pid_t?, parent: (pid_t) -> pid_t?
  ) -> Bool {
    guard let compositor, let server, compositor > 0, server > 0 else { return false }
    return compositor == server || parent(server) == compositor
  }

  /// The process that listens at the other end of a socket.
  static func peer(of socket: Int32) -> pid_t? {
    var peer: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    let status = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length)
    return status == 0 ? peer.pid : nil
  }

  /// The process that has started another one.
  private static func parent(of process: pid_t) -> pid_t? {
    guard let file = fopen("/proc/\(process)/stat", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    // The name before it is in parentheses, and may contain any character.
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: ")").last?.split(separator: " ").dropFirst().first
      .flatMap { pid_t($0) }
  }

  private static func connect(to path: FilePath) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if status == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  private static func isReadable(_ socket: Int32, until deadline: Double) -> Bool {
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    let milliseconds = ((deadline - MonotonicClock.now) * 1000).rounded(.up)
    return milliseconds > 0 && poll(&wait, 1, Int32(milliseconds)) > 0
  }
}
