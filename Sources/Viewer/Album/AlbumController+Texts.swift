import OverscrollBrowser
import OverscrollFiles
import OverscrollImaging
import ScrollGeometry

extension AlbumController {
  /// The time after which the name and the progress of a picture that is being opened are shown, in seconds. [C]
  static let plateDelay = 0.15
  /// The time between updates of the progress, in seconds. [C]
  static let plateInterval = 0.1

  /// The name of a file in one line.
  func label(_ file: FilePath) -> String { folders.origin.label(file) }

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

  /// The name and the progress of the picture that is being opened, once that takes noticeably long.
  func plate(at now: Double) -> String? {
    guard let request = opening.request, now - request.since >= Self.plateDelay,
      request.purpose != .update
    else { return nil }
    let name = folders.origin.label(request.path)
    guard case .loading(let fraction?) = opened?.picture.state else { return "\(name) …" }
    return "\(name) … \(PixelRect.rounded(fraction * 100)) %"
  }
}
