/// Why a test's surroundings could not be set up, in one sentence.
package struct RigError: Error, CustomStringConvertible {
  /// The sentence.
  package let description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description
  }
}
