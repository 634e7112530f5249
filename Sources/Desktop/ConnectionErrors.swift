internal import CX11
internal import Synchronization

/// An error that the server reported for a request.
struct ProtocolError: Hashable, Sendable {
  /// The X error code, such as 3 for BadWindow.
  let code: UInt8
  /// The major and, for extensions, the minor opcode of the request that failed.
  let request: (major: UInt8, minor: UInt8)
  /// The serial number of the request.
  let serial: UInt

  static func == (one: Self, other: Self) -> Bool {
    one.serial == other.serial && one.code == other.code
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(serial)
    hasher.combine(code)
  }
}

/// The errors of each connection, recorded by Xlib's error handlers.
///
/// The handlers are process-wide functions without a context argument, hence a table keyed by the display's address.
enum ConnectionErrors {
  private struct Record: Sendable {
    var isBroken = false
    /// The serial from which errors are trapped, or `nil` where there is no trap.
    var trapStart: UInt?
    var trapped: ProtocolError?
    var unexpected: [ProtocolError] = []
  }

  /// The maximum number of untrapped errors kept, in case there is one per frame.
  private static let maximumKept = 16
  private static let records = Mutex<[UInt: Record]>([:])

  /// Installs the handlers for a connection; they call no Xlib function.
  static func install(for display: OpaquePointer) {
    records.withLock { $0[UInt(bitPattern: display)] = Record() }
    XSetErrorHandler { display, event in
      guard let display, let event else { return 0 }
      ConnectionErrors.record(event.pointee, on: UInt(bitPattern: display))
      return 0
    }
    // Both handlers are needed: Xlib's default I/O error handler exits before the exit handler is called. Afterward Xlib's
    // output buffer (16 kB) still accepts requests until it is full, then Xlib writes through a null pointer. Everything
    // that draws therefore checks first that the connection is intact.
    XSetIOErrorHandler { display in
      ConnectionErrors.recordBroken(UInt(bitPattern: display))
      return 0
    }
    XSetIOErrorExitHandler(
      display,
      { display, _ in
        guard let display else { return }
        ConnectionErrors.recordBroken(UInt(bitPattern: display))
      }, nil)
  }

  /// Removes a closed connection.
  static func remove(_ display: OpaquePointer) {
    records.withLock { _ = $0.removeValue(forKey: UInt(bitPattern: display)) }
  }

  static func isBroken(_ display: OpaquePointer) -> Bool {
    records.withLock { $0[UInt(bitPattern: display)]?.isBroken ?? true }
  }

  /// Traps the errors of requests from `serial` on.
  static func beginTrap(_ display: OpaquePointer, from serial: UInt) {
    records.withLock {
      $0[UInt(bitPattern: display)]?.trapStart = serial
      $0[UInt(bitPattern: display)]?.trapped = nil
    }
  }

  /// Ends the trap and returns the first error that it caught.
  static func endTrap(_ display: OpaquePointer) -> ProtocolError? {
    records.withLock {
      $0[UInt(bitPattern: display)]?.trapStart = nil
      return $0[UInt(bitPattern: display)]?.trapped
    }
  }

  /// Removes and returns the untrapped errors, oldest first.
  static func drainUnexpected(_ display: OpaquePointer) -> [ProtocolError] {
    records.withLock {
      let errors = $0[UInt(bitPattern: display)]?.unexpected ?? []
      $0[UInt(bitPattern: display)]?.unexpected = []
      return errors
    }
  }

  private static func recordBroken(_ address: UInt) {
    records.withLock { $0[address]?.isBroken = true }
  }

  private static func record(_ event: XErrorEvent, on address: UInt) {
    let error = ProtocolError(
      code: event.error_code, request: (event.request_code, event.minor_code),
      serial: event.serial)
    records.withLock { records in
      guard var record = records[address] else { return }
      if let start = record.trapStart, event.serial >= start {
        if record.trapped == nil { record.trapped = error }
      } else if record.unexpected.count < maximumKept {
        record.unexpected.append(error)
      }
      records[address] = record
    }
  }
}
