import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import OverscrollShell

/// The desktop's dialog for files and folders, which another thread waits for.
struct FileDialog {
  private var job: Job<FileChooser.Outcome>?

  /// Shows the dialog.
  mutating func show(
    _ purpose: FileChooser.Purpose, over window: DesktopWindow, in folder: FilePath?,
    wake: @escaping @Sendable () -> Void
  ) {
    let window = window.identifier
    job = Job(unavailable: .unavailable, wake: wake) { _ in
      FileChooser.choose(purpose, types: ImageFormat.mediaTypes, window: window, folder: folder)
    }
  }

  /// Returns what a person has chosen, once.
  mutating func drain() -> FileChooser.Outcome? {
    guard let outcome = job?.drain() else { return nil }
    job = nil
    return outcome
  }
}

extension OpenPicture {
  /// The folder of its file; `nil` where it is in none.
  var folder: FilePath? { file.flatMap(\.absolute)?.folder }
}

extension FilePath {
  /// The path with a slash at its end.
  var withSlash: String { description.hasSuffix("/") ? description : description + "/" }
}
