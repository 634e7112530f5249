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
    /// A file was moved to the trash; `nil` for that of the desktop, which moves nothing back.
    case trashed(FilePath, Trash.Item?, Album.Entry, wasMarked: Bool)
    case renamed(FilePath, to: FilePath)
    case rotated(KeptRotation)
    /// All marks were removed.
    case unmarked([FilePath])
  }

  /// What was to be done.
  enum Attempt: Sendable {
    case trash(FilePath)
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

  private var jobs = Jobs<Outcome>()
  private var runningCount = 0
  /// The latest rotation that is being kept, which may take long.
  private var keeping: Job<Outcome>?
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

  private mutating func begin(
    in file: FilePath, _ body: @escaping @Sendable () -> Outcome
  ) {
    runningCount += 1
    jobs.add(Job(in: file.folderAsNamed, wake: wake) { _ in body() })
  }
}

// MARK: - Doing

extension FileChanges {
  /// Begins to move the file of a picture of the album to the trash.
  mutating func trash(
    _ file: FilePath, _ entry: Album.Entry, wasMarked: Bool, by services: any HostServices
  ) {
    begin(in: file) {
      do throws(Trash.Failure) {
        let item = try services.trash(file, date: CalendarTime.local)
        return .done(.trashed(file, item, entry, wasMarked: wasMarked))
      } catch {
        return .failed(.trash(file), reason: error.reason)
      }
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
    let job = Job<Outcome>(wake: wake) { isCancelled in
      do throws(ImagingError) {
        let kept = try KeptRotation.keep(
          turn, of: file, page: page, since: status, limits: limits, while: { !isCancelled() })
        return .done(.rotated(kept))
      } catch {
        return .failed(.rotate(file), reason: error.reason)
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
    var outcomes = jobs.drainAll()
    runningCount -= outcomes.count
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
    case .trashed(let file, let item, _, _):
      guard let item else {
        return [.failed(.undo(change), reason: "the desktop's trash has it")]
      }
      begin(in: file) {
        do throws(Trash.Failure) {
          try Trash.restore(item)
          return .undone(change)
        } catch {
          return .failed(
            .undo(change), reason: error.reason, isNameTaken: error == .nameTaken)
        }
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

/// The question whether a picture is moved to the trash, which a second press of the key answers.
struct PictureTrash {
  /// How long the second press counts, in seconds. [C]
  static let duration = 3.0

  private var offer: (file: FilePath, until: Double)?

  /// Notes that the key was pressed; returns `true` if that was the second time, and the file should be moved.
  mutating func press(for file: FilePath, at now: Double) -> Bool {
    if let offer, offer.file == file, now <= offer.until {
      self.offer = nil
      return true
    }
    offer = (file, now + Self.duration)
    return false
  }
}
