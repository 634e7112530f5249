internal import CX11
internal import Glibc

/// The notification of the desktop that a program which it has started shows its window, so that the pointer no longer spins.
package struct StartupNotification: Hashable, Sendable {
  /// The identifier that the desktop gave the program.
  let identifier: [UInt8]

  /// The longest identifier that is believed, in bytes. [C]
  private static let byteLimit = 1024

  /// Makes the notification with an identifier; `nil` for one that is empty or too long.
  package init?(identifier: [UInt8]) {
    guard (1...Self.byteLimit).contains(identifier.count) else { return nil }
    self.identifier = identifier
  }

  /// Takes the identifier from the environment, which programs that this one starts don't get; `nil` where there is none.
  ///
  /// Call it before other threads exist.
  package static func fromEnvironment() -> Self? {
    let name = "DESKTOP_STARTUP_ID"
    guard let value = getenv(name) else { return nil }
    let bytes = Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    unsetenv(name)
    return Self(identifier: bytes)
  }

  /// The server's time of the click that has started the program, the number after `_TIME`; `nil` where there is none.
  var time: Time? {
    let text = String(decoding: identifier, as: UTF8.self)
    guard let match = text.firstMatch(of: /_TIME([0-9]+)$/) else { return nil }
    return UInt32(match.1).map { Time($0) }
  }

  /// What is escaped within quotes.
  private static let special = Array("\"\\".utf8)

  /// The message that ends the notification, in parts of 20 bytes, the last of which ends with a zero.
  var messages: [[UInt8]] {
    // Quoted, so that no character of the identifier has a meaning.
    var text = Array("remove: ID=\"".utf8)
    for byte in identifier {
      if Self.special.contains(byte) { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
    }
    text += [UInt8(ascii: "\""), 0]
    return stride(from: 0, to: text.count, by: 20).map { Array(text[$0...].prefix(20)) }
  }
}

extension StartupNotification {
  /// Names the identifier on a window that is about to be shown.
  func set(on window: CX11.Window, _ connection: Connection) {
    XChangeProperty(
      connection.display, window, connection.atoms[.startupID], connection.atoms[.utf8String], 8,
      PropModeReplace, identifier, Int32(identifier.count))
  }

  /// Notifies the desktop that the window is shown.
  func finish(for window: CX11.Window, _ connection: Connection) {
    for (index, part) in messages.enumerated() {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type =
        connection.atoms[index == 0 ? .startupInfoBegin : .startupInfo]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data.b) { $0.copyBytes(from: part) }
      XSendEvent(connection.display, connection.root, 0, PropertyChangeMask, &event)
    }
  }
}
