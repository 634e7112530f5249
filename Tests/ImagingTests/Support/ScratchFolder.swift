import Glibc
import OverscrollTestRig
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
  static func read(_ path: String) -> [UInt8] { FileReading.bytes(of: path) ?? [] }
}

/// A file that a library writes.
protocol LibraryFile {
  func write(to path: String)
}

extension LibraryFile {
  var bytes: [UInt8] {
    let folder = TestFolder.make()
    defer { TestFolder.remove(folder) }
    write(to: folder + "/a")
    return ScratchFolder.read(folder + "/a")
  }
}
