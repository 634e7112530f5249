internal import CCairo

/// An error of Cairo, or one found before Cairo was called, with the operation that failed.
package struct DrawingError: Error, Hashable, Sendable {
  /// Cairo's `cairo_status_t`; 0 where Cairo was not called.
  package let code: UInt32
  /// The operation that failed, such as "Creating a surface of 40000×10 pixels".
  package let attempt: String
  /// The reason: Cairo's message, the system's, or our own.
  package let reason: String

  /// Makes an error that was found before Cairo was called.
  package init(_ attempt: String, because reason: String) {
    self.init(code: 0, attempt: attempt, reason: reason)
  }

  private init(code: UInt32, attempt: String, reason: String) {
    self.code = code
    self.attempt = attempt
    self.reason = reason
  }
}

extension DrawingError {
  /// Makes an error from Cairo's status.
  init(_ attempt: String, status: cairo_status_t) {
    let message = cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown failure"
    self.init(code: status.rawValue, attempt: attempt, reason: message)
  }

  /// Throws an error for any status but success.
  static func check(
    _ status: cairo_status_t, _ attempt: @autoclosure () -> String
  ) throws(DrawingError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw DrawingError(attempt(), status: status)
  }
}

extension DrawingError: CustomStringConvertible {
  /// The operation that failed and the reason, as one sentence.
  package var description: String { "\(attempt) failed: \(reason)." }
}
