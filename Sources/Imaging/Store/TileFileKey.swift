import Glibc
import OverscrollFiles

/// Identifies the file and the version of its content that a tile file was made from.
package struct TileFileKey: Hashable, Sendable {
  /// The canonical path.
  let path: FilePath
  private let identity: FileIdentity

  /// Makes the key of a file, or returns `nil` if it no longer exists.
  init?(_ file: ImageFile) {
    guard let resolved = file.path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    path = FilePath(cString: resolved)
    identity = file.identity
  }

  /// The key as bytes, which a tile file contains in full, since file names can collide.
  ///
  /// Another file at the same path may have the same length and modification time, but not the same inode and
  /// status change time. The device number is left out, since it may change when the system restarts.
  var bytes: [UInt8] {
    let numbers = [identity.byteCount, identity.modified, identity.changed]
    let text = numbers.map { "\($0) " }.joined() + "\(identity.inode) "
    return Array(text.utf8) + path.bytes
  }

  /// The name of its tile file.
  ///
  /// It depends on the path alone, so that the tiles of a changed picture replace the old ones.
  var fileName: String {
    let sum = path.bytes.withUnsafeBytes { Checksum.crc32($0) }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + CacheFolder.suffix
  }
}
