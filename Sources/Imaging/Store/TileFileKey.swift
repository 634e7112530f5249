import Glibc

/// What a tile file was made of: a file as it was, so that a changed one is never taken for it.
package struct TileFileKey: Hashable, Sendable {
  /// The path without links, dots and doubled slashes.
  let path: String
  /// The length in bytes.
  let byteCount: Int
  /// The last change, in nanoseconds since 1970.
  let changed: Int

  /// Looks at a file; nil when it is not there.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    self.path = String(cString: resolved)
    byteCount = Int(status.st_size)
    changed = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }

  /// The key as bytes, which a tile file repeats in full, since names of files can collide.
  var bytes: [UInt8] {
    Array("\(byteCount) \(changed) \(path)".utf8)
  }

  /// The name of its tile file.
  ///
  /// The path alone decides, so that the tiles of a picture that changed take the place of the old.
  var fileName: String {
    let (one, other) = (Checksum(seed: 1), Checksum(seed: 2))
    let name = Array(path.utf8)
    return name.withUnsafeBytes { bytes in
      Self.hexadecimal(one.adding(bytes).value) + Self.hexadecimal(other.adding(bytes).value)
        + CacheFolder.suffix
    }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
