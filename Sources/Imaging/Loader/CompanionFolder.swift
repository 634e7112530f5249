import Glibc
import OverscrollBase

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
      ![FilePath("."), FilePath("..")].contains(name), let parent = try? OpenFolder(path.folder),
      let folder = try? OpenFolder(path.lastComponent, in: parent),
      folder.status.st_dev == parent.status.st_dev
    else { return nil }
    return folder.openFile(name)
  }

  /// Returns whether it has a file.
  func has(_ name: String) -> Bool {
    guard let descriptor = open(Array(name.utf8)) else { return false }
    close(descriptor)
    return true
  }
}
