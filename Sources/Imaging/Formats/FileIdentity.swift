import Glibc
import OverscrollBase

/// Identifies a file and the version of its content.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  /// The length in bytes.
  let byteCount: Int
  /// The modification time, in nanoseconds since 1970; any program can set it.
  let modified: Int
  /// The status change time, in nanoseconds since 1970; only the system sets it.
  let changed: Int
}

extension FileIdentity {
  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// Identifies an open file.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Identifies the file at a path, following links.
  init?(at path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }

  /// Returns whether both are the same file, whatever its content.
  func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Returns whether both are the same file with the same content.
  ///
  /// Names and permissions do not matter, so the status change time is not compared.
  func hasContent(of other: FileIdentity) -> Bool {
    isSameFile(as: other) && byteCount == other.byteCount && modified == other.modified
  }
}
