internal import Glibc

/// Open files by their numbers.
package enum FileDescriptor {
  /// Writes all bytes; false, with the system's reason in `errno`, when not all of them went out.
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
