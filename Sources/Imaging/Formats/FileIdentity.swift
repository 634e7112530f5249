import Files
import Glibc

/// What tells a file from others and from what it was before.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  /// The length in bytes.
  let byteCount: Int
  /// The last change of the content, in nanoseconds since 1970; any program can set it.
  let modified: Int
  /// The last change of content, names or rights, in nanoseconds since 1970; only the system sets it.
  let changed: Int

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// Looks at an open file.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Looks at the file at a path, through links.
  init?(at path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }
}

extension FileIdentity {
  /// True if both are one file, whatever it holds.
  func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// True if both are one file and nothing was written to it in between.
  ///
  /// Other names or rights are no matter, so the last change of any kind does not count.
  func hasContent(of other: FileIdentity) -> Bool {
    isSameFile(as: other) && byteCount == other.byteCount && modified == other.modified
  }
}
