import OverscrollBrowser
import OverscrollFiles
import OverscrollImaging
import ScrollGeometry

extension AlbumController {
  /// The name of a file in one line.
  func label(_ file: FilePath) -> String { folders.origin.label(file) }

  /// What happens to scale and place from picture to picture.
  var lockText: String {
    album.isLocked
      ? "Scale and place are kept from picture to picture."
      : "Each picture is placed anew."
  }

  /// Returns the title of the window; `nil` where no file is shown.
  func title(of shown: OpenPicture) -> String? {
    guard let file = shown.file else { return nil }
    let size = shown.problem == nil ? shown.picture.info.size : nil
    return Self.title(
      of: file, called: folders.origin.label(file), size: size, isDeleted: isDeleted, in: album)
  }

  /// Returns the title of the window while a file is shown.
  static func title(
    of file: FilePath, called name: String, size: PixelSize?, isDeleted: Bool = false,
    in album: Album
  ) -> String {
    var title = name + (size.map { " (\($0))" } ?? "") + (isDeleted ? " (deleted)" : "")
    if album.count > 1, let index = album.index(of: file) {
      title += " – \(index + 1) of \(album.count)"
    }
    return title + " – Overscroll"
  }
}
