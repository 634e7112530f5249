internal import Glibc
package import ScrollGeometry

/// An input device of ``DisplayServer/xorg()``, controlled with protocol 1.1 of Xorg's inputtest driver.
///
/// Make one per kind and server, and keep it until the server ends: Xorg 21.1 doesn't handle a closed socket, and then spins and
/// accepts no other connection.
package final class InputDevice {
  /// The kind of a device.
  package enum Kind: String, CaseIterable, Sendable {
    /// A mouse with a high-resolution wheel, whose increment is 120.
    case mouse
    /// A touchpad.
    case touchpad
    /// A touch screen.
    case touchscreen
    /// A keyboard.
    case keyboard

    var deviceType: String {
      switch self {
      case .mouse: "Pointer"
      case .touchpad: "PointerGesture"
      case .touchscreen: "Touch"
      case .keyboard: "Keyboard"
      }
    }
  }

  /// The phase of a touch or a pinch.
  package enum Step: UInt32, Sendable {
    /// The beginning.
    case begin
    /// A change.
    case update
    /// The end.
    case end
  }

  /// The change of a scroll valuator per notch.
  package static let scrollIncrement = 120.0

  private let socket: Int32
  private let screen = Size(1920, 1080)

  /// Connects to a device of a server.
  package init(_ kind: Kind, of server: DisplayServer) throws {
    let path = "\(server.folder)/\(kind.rawValue).socket"
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    try waitUntil("the server listens at \(path)") {
      withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) == 0 }
      }
    }
    try send(.version, Bytes().adding(UInt16(1)).adding(UInt16(1)))
    try receive(12)
  }
}

extension InputDevice {
  /// Moves, ends or begins a finger at a place of the screen, in pixels.
  package func touch(_ id: Int, _ step: Step, at point: Point) throws {
    // The device measures both axes of the screen from 0 to 65536.
    let values = [0: point.x * 65536 / screen.width, 1: point.y * 65536 / screen.height]
    let body = Bytes().adding(UInt32(id)).adding(18 + step.rawValue).adding(valuators: values)
    try sendAndWait(.touch, body)
  }

  /// Moves the pointer by so many pixels.
  package func move(by distance: Point) throws { try motion([0: distance.x, 1: distance.y]) }

  /// Scrolls by parts of an increment, to the right and down; zero for both says that fingers were lifted.
  package func scroll(_ distance: Point) throws {
    var values: [Int: Double] = [:]
    if distance.x != 0 { values[2] = distance.x * Self.scrollIncrement }
    if distance.y != 0 || distance.x == 0 { values[3] = distance.y * Self.scrollIncrement }
    try motion(values)
  }

  /// Presses or releases a mouse button.
  package func button(_ number: Int, isDown: Bool) throws {
    let body = Bytes().adding(UInt32(0)).adding(UInt32(number)).adding(UInt32(isDown ? 1 : 0))
      .adding(UInt32(0)).adding(valuators: [:])
    try sendAndWait(.button, body)
  }

  /// Presses or releases a key by its X key code.
  package func key(_ code: Int, isDown: Bool) throws {
    try sendAndWait(.key, Bytes().adding(UInt32(code)).adding(UInt32(isDown ? 1 : 0)))
  }

  /// Moves two fingers on a touchpad: their distance relative to the beginning, and their center's motion.
  package func pinch(_ step: Step, scale: Double, delta: Point = .zero) throws {
    let body = Bytes().adding(UInt16(27 + step.rawValue)).adding(UInt16(2)).adding(UInt32(0))
      .adding([delta.x, delta.y, delta.x, delta.y, scale, 0])
    try sendAndWait(.pinch, body)
  }

  private func motion(_ values: [Int: Double]) throws {
    let body = Bytes().adding(UInt32(0)).adding(UInt32(0)).adding(valuators: values)
    try sendAndWait(.motion, body)
  }

  private enum Message: UInt32 {
    case version = 0
    case sync = 1
    case motion = 2
    case button = 4
    case key = 5
    case touch = 6
    case pinch = 7
  }

  /// Sends a message and waits until the driver has handed it to the server.
  private func sendAndWait(_ message: Message, _ body: Bytes) throws {
    try send(message, body)
    try send(.sync, Bytes())
    try receive(8)
  }

  private func send(_ message: Message, _ body: Bytes) throws {
    let length = UInt32(8 + body.bytes.count)
    let bytes = Bytes().adding(length).adding(message.rawValue).bytes + body.bytes
    guard write(socket, bytes, bytes.count) == bytes.count else {
      throw RigError("The server hung up on an input device.")
    }
  }

  private func receive(_ count: Int) throws {
    var bytes = [UInt8](repeating: 0, count: count)
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(defaultTimeout * 1000)) > 0,
      recv(socket, &bytes, count, Int32(MSG_WAITALL)) == count
    else { throw RigError("The server does not answer an input device.") }
  }
}

/// Bytes of a message, in this machine's order, as the driver's C structures lay them out.
private struct Bytes {
  private(set) var bytes: [UInt8] = []

  func adding<Value>(_ value: Value) -> Bytes {
    var copy = self
    withUnsafeBytes(of: value) { copy.bytes += Array($0) }
    return copy
  }

  func adding(_ values: [Double]) -> Bytes {
    values.reduce(self) { bytes, value in bytes.adding(value) }
  }

  /// A flag, a mask of the valuators that are set, 64 values, and 64 unaccelerated ones.
  func adding(valuators: [Int: Double]) -> Bytes {
    var mask: UInt64 = 0
    var values = [Double](repeating: 0, count: 64)
    for (number, value) in valuators {
      mask |= 1 << UInt64(number)
      values[number] = value
    }
    return adding(UInt32(0)).adding(mask.littleEndian).adding(UInt32(0)).adding(values)
      .adding([Double](repeating: 0, count: 64))
  }
}
