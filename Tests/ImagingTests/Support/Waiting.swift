import Testing

/// A condition that did not come true.
struct NeverHappened: Error, CustomStringConvertible {
  var description: String
}

/// Waits until a condition holds.
///
/// - Parameters:
///   - what: What is waited for.
///   - condition: Asked every millisecond, however fast the machine is; a condition that a defect keeps
///     from ever holding fails after two minutes.
/// - Throws: When it never holds.
func wait(for what: String, until condition: () throws -> Bool) async throws {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(120))
  while try !condition() {
    guard clock.now < end else { throw NeverHappened(description: "\(what): never happened") }
    try await Task.sleep(for: .milliseconds(1))
  }
}
