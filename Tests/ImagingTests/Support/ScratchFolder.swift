import Glibc
import OverscrollTestSupport

/// A folder for one test's files, deleted with its owner.
final class ScratchFolder {
  let path = TestFolder.make()

  deinit {
    TestFolder.remove(path)
  }

  /// The path of a file in the folder, which is removed with it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and answers its path.
  func write(_ bytes: [UInt8], to name: String) -> String {
    let path = file(name)
    guard let stream = fopen(path, "wb") else { return path }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return path
  }

  /// The bytes of a file; none when it cannot be read.
  static func read(_ path: String) -> [UInt8] {
    guard let stream = fopen(path, "rb") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, stream), count > 0 {
      bytes += part.prefix(count)
    }
    return bytes
  }
}
