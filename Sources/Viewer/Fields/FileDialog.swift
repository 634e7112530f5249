import OverscrollBase
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// The desktop's dialog for files and folders, which another thread waits for.
struct FileDialog {
  /// The outcome of the dialog.
  enum Outcome: Hashable {
    /// Files or folders to open; empty if none was chosen.
    case chosen([FilePath])
    /// There is no dialog for opening.
    case unavailable
    /// A file to write.
    case saved(FilePath)
    /// There is no dialog for saving.
    case unavailableForSaving
  }

  private var job: Job<FileChoiceOutcome>?
  private var isSaving = false

  /// True while the dialog is shown: another one would take its place, and what is chosen in this one would be lost.
  var isOpen: Bool { job != nil }

  /// Shows the dialog.
  mutating func show(
    _ purpose: FilePurpose, by services: any HostServices, in folder: FilePath?,
    wake: @escaping @Sendable () -> Void
  ) {
    if case .save = purpose { isSaving = true } else { isSaving = false }
    let types =
      isSaving ? ["image/png", "image/jpeg", "image/webp", "image/tiff"] : ImageFile.mediaTypes
    job = Job(unavailable: .unavailable, wake: wake) { _ in
      services.chooseFiles(purpose, types: types, folder: folder)
    }
  }

  /// Returns what the user has chosen, once.
  mutating func drain() -> Outcome? {
    guard let outcome = job?.drain() else { return nil }
    job = nil
    switch outcome {
    case .unavailable: return isSaving ? .unavailableForSaving : .unavailable
    case .chosen(let paths):
      guard isSaving, let path = paths.first else { return .chosen(isSaving ? [] : paths) }
      return .saved(path)
    }
  }
}

extension OpenPicture {
  /// The folder of its file; `nil` if it is in none.
  var folder: FilePath? { file.flatMap(\.fromRoot)?.folder }
}

extension FilePath {
  /// The path with a slash at its end.
  var withSlash: String { description.hasSuffix("/") ? description : description + "/" }
}
