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
    /// A file to write, and what of the picture.
    case saved(FilePath, SaveChoice)
    /// There is no dialog for saving.
    case unavailableForSaving(SaveChoice)
    /// A take to replay.
    case take(FilePath)
    /// There is no dialog for takes.
    case unavailableForTakes
  }

  private var job: Job<FileChoiceOutcome>?
  private var purpose = FilePurpose.files
  /// What can be saved; `nil` in a dialog for opening.
  private var saving: SaveChoice?

  /// True while the dialog is shown: another one would take its place, and what is chosen in this one would be lost.
  var isOpen: Bool { job != nil }

  /// Shows the dialog; one for saving lets a part of the picture be chosen, too.
  mutating func show(
    _ purpose: FilePurpose, saving: SaveChoice? = nil, by services: any HostServices,
    in folder: FilePath?,
    wake: @escaping @Sendable () -> Void
  ) {
    (self.purpose, self.saving) = (purpose, saving)
    let types =
      switch purpose {
      case .files, .folders: ImageFile.mediaTypes
      case .save: ["image/png", "image/jpeg", "image/webp", "image/tiff"]
      case .take: ["*/*"]
      }
    job = Job(unavailable: .unavailable, wake: wake) { _ in
      services.chooseFiles(purpose, types: types, folder: folder)
    }
  }

  /// Returns what the user has chosen, once.
  mutating func drain() -> Outcome? {
    guard let outcome = job?.drain() else { return nil }
    job = nil
    switch (outcome, purpose) {
    case (.unavailable, .take): return .unavailableForTakes
    case (.unavailable, _): return saving.map { .unavailableForSaving($0) } ?? .unavailable
    case (.chosen(let paths, _), .take): return paths.first.map { .take($0) } ?? .chosen([])
    case (.chosen(let paths, let part), _):
      guard var choice = saving else { return .chosen(paths) }
      guard let path = paths.first else { return .chosen([]) }
      if choice.parts.indices.contains(part) { choice.index = part }
      return .saved(path, choice)
    }
  }
}
