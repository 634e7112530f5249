import Files
import Glibc

/// What a tile file was made of: a file as it was, so that a changed one is never taken for it.
package struct TileFileKey: Hashable, Sendable {
  /// The path without links, dots and doubled slashes.
  let path: FilePath
  private let identity: FileIdentity

  /// Takes a file as it was when it was looked at; nil when it is not there any more.
  init?(_ file: ImageFile) {
    guard let resolved = file.path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    path = FilePath(cString: resolved)
    identity = file.identity
  }

  /// The key as bytes, which a tile file repeats in full, since names of files can collide.
  ///
  /// Length and date can be those of another file that has the path now, its number and the system's own date
  /// cannot. The device's number is left out, since it may differ from one start of the system to the next.
  var bytes: [UInt8] {
    let numbers = [identity.byteCount, identity.modified, identity.changed]
    let text = numbers.map { "\($0) " }.joined() + "\(identity.inode) "
    return Array(text.utf8) + path.bytes
  }

  /// The name of its tile file.
  ///
  /// The path alone decides, so that the tiles of a picture that changed take the place of the old.
  var fileName: String {
    let sum = path.bytes.withUnsafeBytes { Checksum.crc32($0) }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + CacheFolder.suffix
  }
}
