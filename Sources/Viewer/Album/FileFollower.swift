import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollShell

/// Follows the file that is shown: whether it changes, and what else happens in its folder.
struct FileFollower {
  /// Whether the system reports changes.
  private enum Watching {
    /// Nothing is to delay the first picture.
    case untried
    case unavailable
    case on(FolderWatch)
  }

  /// What has happened.
  enum Event {
    /// The file that is shown has changed, or the one that it links to.
    case shownChanged
    /// Changes of its folder were lost, as when very many files come at once.
    case changesLost(FilePath)
    /// Another file has come, has changed or is gone.
    case other(FolderWatch.Change, FilePath)
  }

  /// A change of the file that is shown that was not followed yet; times are in seconds.
  struct Change {
    /// When it began.
    let first: Double
    /// When the file was last seen to change.
    var last: Double
    /// The time before which the file is not looked at, since following its changes takes too much of the processor.
    var earliest = -Double.infinity

    /// The quiet time after which a changed file is opened again, in seconds. [C]
    private static let quietDelay = 0.1
    /// The time after which a file that changes all the time is opened all the same, in seconds. [C]
    private static let maximumDelay = 1.0

    /// When to check the file.
    var deadline: Double {
      max(earliest, min(last + Self.quietDelay, first + Self.maximumDelay))
    }
  }

  private var watching = Watching.untried
  /// The file; `nil` while a grid is shown, and for files without a name.
  private var file: FilePath?
  /// The file as it was before it was opened.
  private var status: FileStatus?
  /// The files that it links to, one after the other.
  private var targets: [FilePath] = []
  private var change: Change?
  /// What following the last change has cost.
  private var cost = UpdateCost()
  /// True if the file is gone.
  private(set) var isDeleted = false

  /// True before watching was tried.
  var isUntried: Bool { if case .untried = watching { true } else { false } }

  /// What becomes readable when something has happened; `nil` if nothing is watched.
  var descriptor: Int32? { if case .on(let watch) = watching { watch.descriptor } else { nil } }

  /// When to check a changed file, in seconds.
  var deadline: Double? { change?.deadline }

  /// True if the file has changed, and was not looked at since.
  var hasChanged: Bool { change != nil }

  /// Begins to watch.
  mutating func start(at now: Double) {
    guard isUntried else { return }
    watching = (try? FolderWatch()).map { .on($0) } ?? .unavailable
    watch(at: now)
  }

  /// Follows a file from now on.
  ///
  /// - Parameters:
  ///   - file: The file; `nil` for one without a name, which nothing but this program can change.
  ///   - status: The file as it was before it was opened.
  ///   - now: The time, in seconds.
  mutating func follow(_ file: FilePath?, _ status: FileStatus?, at now: Double) {
    isDeleted = false
    self.status = status
    if file != self.file { (self.file, change) = (file, nil) }
    watch(at: now)
  }

  private mutating func watch(at now: Double) {
    watchFolders()
    guard case .on = watching, let file else { return }
    // A file may change between its opening and this.
    if status == nil || status != FileStatus(of: file) { noteChange(at: now) }
  }

  /// Watches the folders of the file and of what it links to now.
  private mutating func watchFolders() {
    targets = file?.linkTargets ?? []
    guard case .on(let watch) = watching else { return }
    watch.watch(paths.map(\.folderAsNamed), mayBeExchanged: isDeleted)
  }

  /// The file, and the files that it links to.
  private var paths: [FilePath] { (file.map { [$0] } ?? []) + targets }

  private mutating func noteChange(at now: Double) {
    change = change ?? Change(first: now, last: now)
    change?.last = now
  }

  /// Returns what has happened since the last call.
  mutating func events(at now: Double) -> [Event] {
    guard case .on(let watch) = watching, let file else { return [] }
    let shown = paths.map { ($0.folderAsNamed, $0.lastComponent) }
    return watch.drain().map { change in
      guard let name = change.name else {
        noteChange(at: now)
        return .changesLost(file.folderAsNamed)
      }
      guard shown.contains(where: { $0 == (change.folder, name) }) else {
        return .other(change, name)
      }
      noteChange(at: now)
      return .shownChanged
    }
  }

  /// Looks at a changed file once its writer has been quiet, or has not been for long.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: True if it should be reopened.
  mutating func check(at now: Double) -> Bool {
    guard let change, now >= change.deadline, let file else { return false }
    let earliest = cost.earliestNext(usedTime: ProcessorTime.used)
    guard now >= earliest else {
      self.change?.earliest = earliest
      return false
    }
    self.change = nil
    let status = FileStatus(of: file)
    let wasDeleted = isDeleted
    isDeleted = status == nil && FileStatus.isMissing(file)
    // It may have gone with its folder.
    if isDeleted != wasDeleted { watchFolders() }
    // An empty file is about to be written.
    guard let status, status != self.status, status.size > 0 else { return false }
    cost = UpdateCost(began: now, usedTime: ProcessorTime.used)
    return true
  }
}

extension FilePath {
  /// The folder of a file, empty for a file that was named without one.
  var folderAsNamed: FilePath {
    bytes.contains(UInt8(ascii: "/")) ? folder : FilePath("")
  }
}
