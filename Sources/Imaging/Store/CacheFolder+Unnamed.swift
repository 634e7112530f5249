import Glibc
import OverscrollBase

extension CacheFolder {
  /// Creates a file without a name in the folder, accessible to the user alone; it exists until it is closed.
  ///
  /// - Returns: Its descriptor, or `nil` if it cannot be created.
  package func makeUnnamedFile() -> Int32? {
    guard byteLimit > 0, let folder = try? open(isMade: true) else { return nil }
    if let descriptor = try? folder.makeUnnamedFile(mode: 0o600) { return descriptor }
    let name = Self.temporaryName(for: "unnamed")
    let descriptor = try? folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    folder.remove(name)
    return descriptor
  }
}
