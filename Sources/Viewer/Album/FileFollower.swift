import OverscrollBase
import OverscrollHost
import OverscrollShell

/// Follows the file that is shown: whether it changes, and what else happens in its folder.
///
/// The file and its folders are looked at on other threads, since a file system may take long to answer, or never does; until
/// then what was known before holds.
struct FileFollower {
  /// Whether the system reports changes.
  private enum Watching {
    /// Nothing is to delay the first picture.
    case untried
    /// Folders are watched; `nil` where that has not begun yet, or is impossible.
    case on(FolderWatch?)
  }

  /// What another thread has found.
  private struct Look: Sendable {
    /// The files that the file links to, one after the other.
    let targets: [FilePath]
    let status: FileStatus?
    /// True if there is no such file, rather than one that cannot be reached.
    let isMissing: Bool
    /// A new watch; `nil` where the last one goes on.
    let watch: FolderWatch?
    /// When the folder of the file had changed last once it was watched, in nanoseconds since 1970; `nil` without a new watch.
    let folderChange: Int?

    /// Looks at a file, and watches its folders and those of what it links to.
    init(_ file: FilePath, watchedBy old: FolderWatch?) {
      targets = file.linkTargets
      // It may have gone with its folder.
      let isGone = FileStatus.isMissing(file)
      let folders = ([file] + targets).map(\.folderAsNamed)
      let goesOn = old.map {
        $0.folders == folders && $0.mayBeExchanged == isGone && !$0.isOutdated
      }
      watch = goesOn == true ? nil : try? FolderWatch(folders, mayBeExchanged: isGone)
      let folder = file.folderAsNamed
      folderChange = watch == nil ? nil : FileStatus(of: folder.orDot)?.modified
      // A file may change between its opening and its watching.
      status = FileStatus(of: file)
      isMissing = status == nil && isGone
    }
  }

  /// Why a file is looked at.
  private enum Purpose {
    /// It is followed from now on, or its folders have changed.
    case follow
    /// The same, and it is followed as it is now.
    case adopt
    /// It has changed.
    case check(Double)
  }

  /// What has happened.
  enum Finding {
    /// The file that is shown is another version, which should be opened.
    case shownIsNew
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
    /// The time after which a file is looked at again that another program may still be writing, in seconds. [C]
    static let writingDelay = 0.4

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
  /// The version of it that cannot be shown, and is not opened again.
  private var refused: FileStatus?
  /// True while the latest version that was looked at cannot be shown.
  var isRefused: Bool { refused != nil }
  /// The files that it links to, one after the other.
  private var targets: [FilePath] = []
  private var change: Change?
  /// When listing the folders of the album began, in nanoseconds since 1970: what has changed after that is unknown until they are
  /// watched.
  var listedAt: Int
  /// What following the last change of the file has cost.
  private var cost = UpdateCost()
  /// True if the file is gone.
  private(set) var isDeleted = false
  /// The look that another thread takes at the file.
  private var looking: (job: Job<Look>, purpose: Purpose)?
  private let wake: @Sendable () -> Void

  init(listedAt: Int, wake: @escaping @Sendable () -> Void) {
    (self.listedAt, self.wake) = (listedAt, wake)
  }

  /// True before watching was tried.
  var isUntried: Bool { if case .untried = watching { true } else { false } }

  private var watch: FolderWatch? { if case .on(let watch) = watching { watch } else { nil } }

  /// What becomes readable when something has happened; `nil` if nothing is watched.
  var descriptor: Int32? { watch?.descriptor }

  /// When to check a changed file, in seconds.
  var deadline: Double? { change?.deadline }

  /// True if the file has changed, and was not looked at since.
  var hasChanged: Bool {
    if case .check? = looking?.purpose { true } else { change != nil }
  }

  /// What has to end before the folder is listed, on another thread: files that come after that are reported.
  var beginning: @Sendable () -> Void {
    guard watch == nil, let job = looking?.job else { return {} }
    return { _ = job.wait(atMost: Self.beginningTime) }
  }

  /// The longest time for which listing a folder waits for the watching, in seconds. [C]
  private static let beginningTime = 1.0

  /// Begins to watch.
  mutating func start() {
    guard isUntried else { return }
    watching = .on(nil)
    look(.follow)
  }

  /// Follows a file from now on.
  ///
  /// - Parameters:
  ///   - file: The file; `nil` for one without a name, which nothing but this program can change.
  ///   - status: The file as it was before it was opened.
  mutating func follow(_ file: FilePath?, _ status: FileStatus?) {
    begin(file, status)
    look(.follow)
  }

  /// Follows a file from now on, as it is.
  mutating func follow(_ file: FilePath) {
    begin(file, nil)
    look(.adopt)
  }

  private mutating func begin(_ file: FilePath?, _ status: FileStatus?) {
    isDeleted = false
    self.status = status
    refused = nil
    if file != self.file { (self.file, change, targets, cost) = (file, nil, [], UpdateCost()) }
  }

  /// Has the file looked at; a look that is under way is no longer wanted.
  private mutating func look(_ purpose: Purpose) {
    looking?.job.cancel()
    looking = nil
    guard case .on(let watch) = watching, let file else { return }
    let job = Job(in: file.folderAsNamed, wake: wake) { _ in Look(file, watchedBy: watch) }
    looking = (job, purpose)
  }

  /// The file, and the files that it links to.
  private var paths: [FilePath] { (file.map { [$0] } ?? []) + targets }

  private mutating func noteChange(at now: Double) {
    change = change ?? Change(first: now, last: now)
    change?.last = now
  }

  /// Takes what has happened since the last call.
  ///
  /// - Parameters:
  ///   - now: The time, in seconds.
  ///   - usedTime: The processor time that the process has used by now, in seconds.
  /// - Returns: The events, in order.
  mutating func events(at now: Double, usedTime: Double) -> [Finding] {
    guard let watch else { return drainLook(at: now, usedTime: usedTime) }
    let events = events(of: watch.drain(), at: now) + drainLook(at: now, usedTime: usedTime)
    if self.watch?.isOutdated == true, looking == nil { look(.follow) }
    return events
  }

  private mutating func events(of changes: [FolderWatch.Change], at now: Double) -> [Finding] {
    guard let file else { return [] }
    let shown = paths.map { ($0.folderAsNamed, $0.lastComponent) }
    return changes.compactMap { change in
      guard let name = change.name else {
        noteChange(at: now)
        return .changesLost(file.folderAsNamed)
      }
      guard shown.contains(where: { $0 == (change.folder, name) }) else {
        return .other(change, name)
      }
      noteChange(at: now)
      return nil
    }
  }

  /// Applies what another thread has found.
  private mutating func drainLook(at now: Double, usedTime: Double) -> [Finding] {
    guard let (job, purpose) = looking, let look = job.drain() else { return [] }
    looking = nil
    targets = look.targets
    var events: [Finding] = []
    if let new = look.watch {
      if let watch, watch.isOutdated {
        events = self.events(of: watch.drain() + new.changes(since: watch), at: now)
      } else if let file, let changed = look.folderChange, changed >= listedAt {
        events.append(.changesLost(file.folderAsNamed))
      }
      watching = .on(new)
    }
    switch purpose {
    case .follow: if status == nil || status != look.status { noteChange(at: now) }
    case .adopt:
      status = look.status
      if status == nil { noteChange(at: now) }
    case .check(let began):
      isDeleted = look.isMissing
      guard let status = look.status, status != self.status, status != refused else { break }
      // An empty file is about to be written, unless it stays so.
      guard status.size > 0 || self.status != nil && !status.isRecent else {
        if self.status != nil { awaitWriter(at: now) }
        break
      }
      cost = UpdateCost(began: began, usedTime: usedTime)
      events.append(.shownIsNew)
    }
    return events
  }

  /// Notes that a new version could not be opened now.
  mutating func postpone(at now: Double) { noteChange(at: now) }

  /// Notes that a version cannot be shown.
  ///
  /// - Parameters:
  ///   - version: The file before it was opened; `nil` for one that is gone.
  ///   - now: The time, in seconds.
  /// - Returns: True if that is final; false where another program may still be writing it, and it is looked at again.
  mutating func refuse(_ version: FileStatus?, at now: Double) -> Bool {
    guard let version else { return false }
    guard !version.isRecent else {
      awaitWriter(at: now)
      return false
    }
    refused = version
    return true
  }

  private mutating func awaitWriter(at now: Double) {
    change = change ?? Change(first: now, last: now + Change.writingDelay)
  }

  /// Has a changed file looked at once its writer has been quiet, or has not been for long.
  ///
  /// - Parameters:
  ///   - now: The time, in seconds.
  ///   - usedTime: The processor time that the process has used by now, in seconds.
  mutating func check(at now: Double, usedTime: Double) {
    guard let change, now >= change.deadline, file != nil else { return }
    let earliest = cost.earliestNext(usedTime: usedTime)
    guard now >= earliest else {
      self.change?.earliest = earliest
      return
    }
    self.change = nil
    look(.check(now))
  }
}

extension FilePath {
  /// The folder of a file, empty for a file that was named without one.
  var folderAsNamed: FilePath {
    bytes.contains(UInt8(ascii: "/")) ? folder : FilePath("")
  }
}

/// The cost of following the last change of a file; times are in seconds.
///
/// A file that a program appends to all the time would otherwise be decoded all the time.
struct UpdateCost {
  /// The share of a processor core that following changes may take. [C]
  private static let share = 0.1
  /// The longest time between versions of a file that changes all the time. [C]
  private static let maximumInterval = 60.0

  /// When following the last change began.
  var began = -Double.infinity
  /// The processor time that the process had used then.
  var usedTime = 0.0

  /// Returns when the next change may be followed, given the processor time that the process has used by now.
  func earliestNext(usedTime now: Double) -> Double {
    began + min((now - usedTime) / Self.share, Self.maximumInterval)
  }
}
