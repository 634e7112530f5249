internal import CX11
internal import Synchronization

/// An error that the server reported for one of our requests.
struct ProtocolError: Hashable, Sendable {
  /// The X error code, such as 3 for BadWindow.
  let code: UInt8
  /// The request that failed: its major and, for extensions, its minor code.
  let request: (major: UInt8, minor: UInt8)
  /// The number of the request in the connection.
  let serial: UInt

  static func == (one: Self, other: Self) -> Bool {
    one.serial == other.serial && one.code == other.code
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(serial)
    hasher.combine(code)
  }
}

/// What the error handlers know about each connection.
///
/// Xlib's handlers are functions without context, one set a process, hence a table by address.
enum ConnectionErrors {
  private struct Record: Sendable {
    var isBroken = false
    /// The serial from which on errors are expected; nil when none are.
    var trapStart: UInt?
    var trapped: ProtocolError?
    var unexpected: [ProtocolError] = []
  }

  /// How many unexpected errors are kept; one a frame would fill the memory otherwise.
  private static let mostKept = 16
  private static let records = Mutex<[UInt: Record]>([:])

  /// Starts to watch a connection; no Xlib call is made inside of the handlers.
  static func watch(_ display: OpaquePointer) {
    records.withLock { $0[UInt(bitPattern: display)] = Record() }
    XSetErrorHandler { display, event in
      guard let display, let event else { return 0 }
      ConnectionErrors.note(event.pointee, on: UInt(bitPattern: display))
      return 0
    }
    // Both handlers are needed: with the second alone Xlib's own first one ends the process. After them
    // Xlib's output buffer (16 kB) takes no more than fills it, then it writes through a null pointer: so
    // everything that draws asks first whether the connection is alive.
    XSetIOErrorHandler { display in
      ConnectionErrors.noteBroken(UInt(bitPattern: display))
      return 0
    }
    XSetIOErrorExitHandler(
      display,
      { display, _ in
        guard let display else { return }
        ConnectionErrors.noteBroken(UInt(bitPattern: display))
      }, nil)
  }

  /// Forgets a connection that was closed.
  static func forget(_ display: OpaquePointer) {
    records.withLock { _ = $0.removeValue(forKey: UInt(bitPattern: display)) }
  }

  static func isBroken(_ display: OpaquePointer) -> Bool {
    records.withLock { $0[UInt(bitPattern: display)]?.isBroken ?? true }
  }

  /// Expects errors for requests from `serial` on.
  static func beginTrap(_ display: OpaquePointer, from serial: UInt) {
    records.withLock {
      $0[UInt(bitPattern: display)]?.trapStart = serial
      $0[UInt(bitPattern: display)]?.trapped = nil
    }
  }

  /// Expects no more errors, and hands out the first that came.
  static func endTrap(_ display: OpaquePointer) -> ProtocolError? {
    records.withLock {
      $0[UInt(bitPattern: display)]?.trapStart = nil
      return $0[UInt(bitPattern: display)]?.trapped
    }
  }

  /// Hands out the errors that nobody expected, oldest first, and forgets them.
  static func takeUnexpected(_ display: OpaquePointer) -> [ProtocolError] {
    records.withLock {
      let errors = $0[UInt(bitPattern: display)]?.unexpected ?? []
      $0[UInt(bitPattern: display)]?.unexpected = []
      return errors
    }
  }

  private static func noteBroken(_ address: UInt) {
    records.withLock { $0[address]?.isBroken = true }
  }

  private static func note(_ event: XErrorEvent, on address: UInt) {
    let error = ProtocolError(
      code: event.error_code, request: (event.request_code, event.minor_code),
      serial: event.serial)
    records.withLock { records in
      guard var record = records[address] else { return }
      if let start = record.trapStart, event.serial >= start {
        if record.trapped == nil { record.trapped = error }
      } else if record.unexpected.count < mostKept {
        record.unexpected.append(error)
      }
      records[address] = record
    }
  }
}
