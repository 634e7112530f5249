import Glibc
import OverscrollFiles

/// The folder with the rest of a slide, which has the name of the slide's file without its suffix.
struct CompanionFolder {
  private let path: FilePath

  init(of file: FilePath) { path = file.withoutExtension }

  /// Opens a file that lies in the folder itself, and is no link; returns `nil` for any other.
  ///
  /// The caller closes the descriptor.
  func open(_ name: [UInt8]) -> Int32? {
    let name = FilePath(bytes: name)
    guard !name.hasZero, !name.bytes.isEmpty, !name.bytes.contains(UInt8(ascii: "/")),
      ![FilePath("."), FilePath("..")].contains(name)
    else { return nil }
    let folder = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    let descriptor = name.withCString {
      openat(folder, $0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Returns whether it has a file.
  func has(_ name: String) -> Bool {
    guard let descriptor = open(Array(name.utf8)) else { return false }
    close(descriptor)
    return true
  }
}
