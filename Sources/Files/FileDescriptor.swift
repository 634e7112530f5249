internal import Glibc

/// Functions for file descriptors.
package enum FileDescriptor {
  /// Writes all bytes; returns false and sets `errno` where they cannot all be written.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count == 0 { errno = ENOSPC }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
