internal import CCairo

/// What went wrong in Cairo, or before Cairo was asked, and what was being tried.
package struct DrawingError: Error, Hashable, Sendable {
  /// Cairo's `cairo_status_t`; 0 when the refusal is our own and Cairo was not asked.
  package let code: UInt32
  /// What was tried, for instance "making a surface of 40000×10 pixels".
  package let attempt: String
  /// Why it failed: Cairo's own words, the system's, or ours.
  package let reason: String

  /// Makes an error of our own, for what is refused before Cairo is asked.
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
  /// Makes an error in Cairo's words.
  init(_ attempt: String, status: cairo_status_t) {
    let words = cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown failure"
    self.init(code: status.rawValue, attempt: attempt, reason: words)
  }

  /// Throws what `status` stands for, unless it is success.
  static func check(
    _ status: cairo_status_t, _ attempt: @autoclosure () -> String
  ) throws(DrawingError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw DrawingError(attempt(), status: status)
  }
}

extension DrawingError: CustomStringConvertible {
  /// One sentence: what was tried and why it failed.
  package var description: String { "\(attempt) failed: \(reason)." }
}
