import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Changes files as the user asks, each on a thread of its own, and takes the changes back, the latest one first.
struct FileChanges {
  /// What was done, and can be taken back.
  enum Change: Sendable {
    /// Files were moved to the trash together.
    case trashed([Trashed])
    case renamed(FilePath, to: FilePath)
    case rotated(KeptRotation)
    /// All marks were removed.
    case unmarked([FilePath])
  }

  /// The file of a picture of the album that is moved to the trash.
  struct Trashed: Sendable {
    let file: FilePath
    let entry: Album.Entry
    let wasMarked: Bool
    /// The file in the trash; `nil` in that of the desktop, which moves nothing back.
    var item: Trash.Item?
  }

  /// What was to be done.
  enum Attempt: Sendable {
    /// As many files as could not be moved.
    case trash([FilePath])
    case rename(FilePath, to: FilePath)
    case rotate(FilePath)
    case undo(Change)
  }

  enum Outcome: Sendable {
    case done(Change)
    case undone(Change)
    /// It was not done; the reason is a phrase. A name that is taken may become free.
    case failed(Attempt, reason: String, isNameTaken: Bool = false)
    /// There is no change to take back.
    case nothingToUndo
  }

  /// The most changes that can be taken back. [C]
  private static let maximumSteps = 20

  private var jobs = Jobs<[Outcome]>()
  private var runningCount = 0
  /// The latest rotation that is being kept, which may take long.
  private var keeping: Job<[Outcome]>?
  /// What can be taken back, the latest last.
  private var history: [Change] = []
  /// How often a change is to be taken back once those are done that the user has asked for before.
  private var waitingUndoCount = 0
  private let limits: ImageLimits
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - limits: How pictures are read.
  ///   - wake: Called on another thread once there is more to ``drain()``.
  init(_ limits: ImageLimits, wake: @escaping @Sendable () -> Void) {
    (self.limits, self.wake) = (limits, wake)
  }

  /// True while files are being changed: what is noticed of that meanwhile is the program's own doing.
  var isBusy: Bool { runningCount > 0 }

  /// True where there is a change to take back, or may be once those are done that go on.
  var canUndo: Bool { isBusy || !history.isEmpty }

  private mutating func begin(
    in file: FilePath, _ body: @escaping @Sendable () -> Outcome
  ) {
    beginSeveral(in: file) { [body()] }
  }

  private mutating func beginSeveral(
    in file: FilePath, _ body: @escaping @Sendable () -> [Outcome]
  ) {
    runningCount += 1
    jobs.add(Job(in: file.folderAsNamed, wake: wake) { _ in body() })
  }

  /// Does something to each file; returns those for which it was done, and the rest with the first reason.
  private static func each(
    _ files: [Trashed], _ body: (inout Trashed) throws(Trash.Failure) -> Void
  ) -> (done: [Trashed], failed: [Trashed], failure: Trash.Failure?) {
    var (done, failed, failure): ([Trashed], [Trashed], Trash.Failure?) = ([], [], nil)
    for var file in files {
      do throws(Trash.Failure) {
        try body(&file)
        done.append(file)
      } catch {
        failed.append(file)
        failure = failure ?? error
      }
    }
    return (done, failed, failure)
  }
}

// MARK: - Doing

extension FileChanges {
  /// Begins to move files to the trash, which is taken back as one change.
  mutating func trash(_ files: [Trashed], by services: any HostServices) {
    guard let first = files.first else { return }
    beginSeveral(in: first.file) {
      let (done, failed, failure) = Self.each(files) { (file) throws(Trash.Failure) in
        file.item = try services.trash(file.file, date: CalendarTime.local)
      }
      let outcomes: [Outcome] = done.isEmpty ? [] : [.done(.trashed(done))]
      guard let failure else { return outcomes }
      return outcomes + [.failed(.trash(failed.map(\.file)), reason: failure.reason)]
    }
  }

  /// Begins to give a file another name in its folder.
  mutating func rename(_ file: FilePath, to new: FilePath) {
    begin(in: file) {
      do throws(SystemError) {
        try OpenFolder.rename(file, to: new.lastComponent)
        return .done(.renamed(file, to: new))
      } catch {
        return Self.failure(error, .rename(file, to: new))
      }
    }
  }

  /// Begins to keep the rotation of a picture in its file.
  mutating func keep(_ turn: Orientation, of picture: OpenPicture) {
    guard let file = picture.file else { return }
    let (page, status, limits) = (picture.page.describedIndex, picture.status, limits)
    // It has an outcome even where it is stopped before it begins.
    let job = Job<[Outcome]>(wake: wake) { isCancelled in
      do throws(ImagingError) {
        let kept = try KeptRotation.keep(
          turn, of: file, page: page, since: status, limits: limits, while: { !isCancelled() })
        return [.done(.rotated(kept))]
      } catch {
        return [.failed(.rotate(file), reason: error.reason)]
      }
    }
    runningCount += 1
    jobs.add(job)
    keeping = job
  }

  /// Stops keeping a rotation, which leaves the file as it is; returns whether one was being kept.
  func stop() -> Bool {
    guard let keeping, !keeping.isDone else { return false }
    keeping.cancel()
    return true
  }

  private static func failure(_ error: SystemError, _ attempt: Attempt) -> Outcome {
    switch error.number {
    case EEXIST: .failed(attempt, reason: "another file has this name", isNameTaken: true)
    case ENAMETOOLONG: .failed(attempt, reason: "the name is too long")
    case ENOENT: .failed(attempt, reason: "the file is gone")
    default: .failed(attempt, reason: error.message)
    }
  }

  /// Notes a change that is done.
  mutating func note(_ change: Change) { history = (history + [change]).suffix(Self.maximumSteps) }

  /// Returns the outcomes since the last call.
  mutating func drain() -> [Outcome] {
    let done = jobs.drainAll()
    runningCount -= done.count
    var outcomes = Array(done.joined())
    for outcome in outcomes {
      switch outcome {
      case .done(let change), .failed(.undo(let change), _, isNameTaken: true): note(change)
      case .undone(.rotated(let undone)):
        history = history.map { change in
          if case .rotated(let kept) = change { .rotated(kept.following(undone)) } else { change }
        }
      default: break
      }
    }
    while waitingUndoCount > 0, !isBusy {
      waitingUndoCount -= 1
      outcomes += undo()
    }
    return outcomes
  }
}

// MARK: - Undoing

extension FileChanges {
  /// Takes back the latest change, once those are done that are being made; returns an outcome that is there at once.
  mutating func undo() -> [Outcome] {
    guard !isBusy else {
      waitingUndoCount += 1
      return []
    }
    guard let change = history.popLast() else { return [.nothingToUndo] }
    switch change {
    case .unmarked: return [.undone(change)]
    case .trashed(let files):
      guard let first = files.first, files.allSatisfy({ $0.item != nil }) else {
        return [.failed(.undo(change), reason: "the desktop's trash has it")]
      }
      beginSeveral(in: first.file) {
        let (done, failed, failure) = Self.each(files) { (file) throws(Trash.Failure) in
          if let item = file.item { try Trash.restore(item) }
        }
        let outcomes: [Outcome] = done.isEmpty ? [] : [.undone(.trashed(done))]
        guard let failure else { return outcomes }
        return outcomes + [
          .failed(
            .undo(.trashed(failed)), reason: failure.reason, isNameTaken: failure == .nameTaken)
        ]
      }
    case .renamed(let old, let new):
      begin(in: old) {
        do throws(SystemError) {
          try OpenFolder.rename(new, to: old.lastComponent)
          return .undone(change)
        } catch {
          return Self.failure(error, .undo(change))
        }
      }
    case .rotated(let kept):
      let limits = limits
      begin(in: kept.path) {
        do throws(ImagingError) {
          return .undone(.rotated(try kept.undo(limits: limits)))
        } catch {
          return .failed(.undo(change), reason: error.reason)
        }
      }
    }
    return []
  }
}

/// The question whether pictures are moved to the trash, which a second press of the key answers.
struct PictureTrash {
  /// How long the second press counts, in seconds. [C]
  static let duration = 3.0

  private var offer: (files: [FilePath], until: Double)?

  /// Notes that the key was pressed; returns `true` if that was the second time, and the files should be moved.
  mutating func press(for files: [FilePath], at now: Double) -> Bool {
    if let offer, offer.files == files, now <= offer.until {
      self.offer = nil
      return true
    }
    offer = (files, now + Self.duration)
    return false
  }
}
