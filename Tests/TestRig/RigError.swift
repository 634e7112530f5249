/// An error of the test rig.
package struct RigError: Error, CustomStringConvertible {
  /// The message.
  package let description: String

  /// Makes an error.
  package init(_ description: String) { self.description = description }
}
