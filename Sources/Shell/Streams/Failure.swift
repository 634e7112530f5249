/// The failure of a command.
package struct Failure: Error {
  /// The message, without the program's name: the file, what is wrong and what to do.
  package var message: String

  package init(message: String) {
    self.message = message
  }
}
