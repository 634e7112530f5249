import Glibc
import OverscrollFiles

extension CacheFolder {
  /// Creates a file without a name in the folder, accessible to the user alone; it exists until it is closed.
  ///
  /// - Returns: Its descriptor, or `nil` if it cannot be created.
  package func makeUnnamedFile() -> Int32? {
    guard byteLimit > 0, make() else { return nil }
    var template = path.appending("unnamed-XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }
}
