internal import Glibc

/// An error number (`errno`) of the system.
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// The error of the system call that failed just now.
  package static var last: SystemError { SystemError(errno) }

  /// The system's message.
  package var message: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}
