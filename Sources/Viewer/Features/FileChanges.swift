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
    case trashed([Leaving])
    /// Files were moved together to another folder, which may have been created for them.
    case moved([Leaving], to: FilePath, isNew: Bool)
    /// Files were copied together to another folder, which may have been created for them.
    case copied([FileTransfer.Item], to: FilePath, isNew: Bool)
    /// A file got another name, and copies of the sidecars that it shares.
    case renamed(FilePath, to: FilePath, copies: [FileTransfer.Item])
    /// The rotations of pictures were kept together.
    case rotated([KeptRotation])
    /// Pictures were given stars together.
    case rated([PictureRating.Change])
    /// Pictures that were selected were marked together.
    case marked([FilePath])
    /// All marks were removed, or those of pictures that were selected.
    case unmarked([FilePath])
    /// Pictures that were selected were turned or flipped as they are shown.
    case turned([FilePath], by: Orientation)
  }

  /// The file of a picture of the album that is moved to the trash, or to another folder.
  struct Leaving: Sendable {
    let file: FilePath
    let entry: Album.Entry
    let wasMarked: Bool
    /// The file in the trash; `nil` in that of the desktop, which moves nothing back.
    var item: Trash.Item?
    /// The sidecars that went to the trash with it.
    var sidecars: [Trash.Item] = []
    /// The file in another folder.
    var moved: FileTransfer.Item?
  }

  /// A picture whose rotation is to be kept in its file.
  struct Rotation: Sendable {
    let file: FilePath
    let turn: Orientation
    /// The page of the file, from 0.
    var page = 0
    /// The properties of the file before it was opened; `nil` where it need not be open.
    var status: FileStatus?
  }

  /// What was to be done.
  enum Attempt: Sendable {
    /// As many files as could not be moved.
    case trash([FilePath])
    /// As many files as could not be moved or copied to a folder.
    case transfer(FileTransfer.Kind, [FilePath], to: FilePath)
    case rename(FilePath, to: FilePath)
    /// As many pictures as have rotations that could not be kept.
    case rotate([FilePath])
    /// As many pictures as could not be given stars.
    case rate([FilePath])
    case undo(Change)
  }

  enum Outcome: Sendable {
    case done(Change)
    case undone(Change)
    /// It was stopped before it was taken back, which can be done later.
    case stopped(Change)
    /// It was not done; the reason is a phrase, and that of one file where others have another one. A name that is taken may become
    /// free.
    case failed(Attempt, reason: String, of: FilePath? = nil, isNameTaken: Bool = false)
    /// There is no change to take back.
    case nothingToUndo
  }

  /// The most changes that can be taken back. [C]
  private static let maximumSteps = 20

  /// What is being done.
  private struct Running {
    let label: String
    let since: Double
    let part: Work.Part?
    let job: Job<[Outcome]>
  }

  private var running: [Running] = []
  /// What can be taken back, the latest last.
  private var history: [Change] = []
  /// How often a change is to be taken back once those are done that the user has asked for before.
  private var waitingUndoCount = 0
  private let maker: PictureMaker
  private let services: any HostServices

  /// - Parameters:
  ///   - maker: Says how pictures are read, has the time, and wakes the window once there is more to ``drain()``.
  ///   - services: Has the trash.
  init(_ maker: PictureMaker, by services: any HostServices) {
    (self.maker, self.services) = (maker, services)
  }

  /// True while files are being changed: what is noticed of that meanwhile is the program's own doing.
  var isBusy: Bool { !running.isEmpty }

  /// What is being done.
  var works: [Work] {
    running.compactMap {
      Work($0.label, since: $0.since, fraction: $0.part?.fraction, by: $0.job)
    }
  }

  /// True where there is a change to take back, or may be once those are done that go on.
  var canUndo: Bool { isBusy || !history.isEmpty }

  /// Begins something to a file, which has an outcome even where it is stopped before it begins.
  private mutating func begin(
    _ label: String, _ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> Outcome
  ) {
    beginSeveral(label) { isCancelled, _ in [body(isCancelled)] }
  }

  /// Begins something to several files, whose part is said.
  private mutating func beginSeveral(
    _ label: String, of count: Int = 1,
    _ body: @escaping @Sendable (_ isCancelled: () -> Bool, _ part: Work.Part) -> [Outcome]
  ) {
    let part = Work.Part()
    let job = Job<[Outcome]>(wake: maker.wake) { body($0, part) }
    running.append(Running(label: label, since: maker.time, part: count > 1 ? part : nil, job: job))
  }

  /// Files for which something was not done.
  private struct Failures<File> {
    private var files: [File] = []
    /// Why not the first one.
    private var first: Trash.Failure?
    private var differ = false

    mutating func add(_ file: File, _ failure: Trash.Failure) {
      files.append(file)
      differ = differ || first.map { $0 != failure } == true
      first = first ?? failure
    }

    /// What is reported of them, if there are any.
    func outcomes(_ attempt: ([File]) -> Attempt, path: (File) -> FilePath) -> [Outcome] {
      guard let first else { return [] }
      return [
        .failed(
          attempt(files), reason: first.reason, of: differ ? path(files[0]) : nil,
          isNameTaken: first == .nameTaken)
      ]
    }
  }

  /// Does something to each file until it is stopped; returns what was done, the files for which it was not, and those that were
  /// not tried.
  private static func each<File, Done>(
    _ files: [File], _ part: Work.Part, _ isCancelled: () -> Bool,
    _ body: (File) throws(Trash.Failure) -> Done
  ) -> (done: [Done], failures: Failures<File>, rest: [File]) {
    var (done, failures): ([Done], Failures<File>) = ([], Failures())
    for (index, file) in files.enumerated() {
      if isCancelled() { return (done, failures, Array(files[index...])) }
      part.fraction = Double(index) / Double(files.count)
      do throws(Trash.Failure) {
        done.append(try body(file))
      } catch {
        // One that was stopped is none that failed.
        if isCancelled() { return (done, failures, Array(files[index...])) }
        failures.add(file, error)
      }
    }
    return (done, failures, [])
  }

  /// Begins to change files, one after the other, which is taken back as one change.
  private mutating func change<File: Sendable, Done>(
    _ files: [File], at path: @escaping @Sendable (File) -> FilePath, _ label: String,
    into change: @escaping @Sendable ([Done]) -> Change,
    or attempt: @escaping @Sendable ([FilePath]) -> Attempt,
    _ body: @escaping @Sendable (File, _ isCancelled: () -> Bool) throws(Trash.Failure) -> Done
  ) {
    beginSeveral(label, of: files.count) { isCancelled, part in
      let (done, failures, _) = Self.each(files, part, isCancelled) {
        (file) throws(Trash.Failure) in try body(file, isCancelled)
      }
      return (done.isEmpty ? [] : [.done(change(done))])
        + failures.outcomes({ attempt($0.map(path)) }, path: path)
    }
  }

  /// Begins to take back a change of several files.
  private mutating func takeBack<File: Sendable>(
    _ files: [File], at path: @escaping @Sendable (File) -> FilePath, _ label: String,
    _ change: @escaping @Sendable ([File]) -> Change,
    _ body: @escaping @Sendable (inout File) throws(Trash.Failure) -> Void
  ) {
    beginSeveral(label, of: files.count) { isCancelled, part in
      let (done, failures, rest) = Self.each(files, part, isCancelled) {
        (file) throws(Trash.Failure) in
        var file = file
        try body(&file)
        return file
      }
      return (done.isEmpty ? [] : [.undone(change(done))])
        + (rest.isEmpty ? [] : [.stopped(change(rest))])
        + failures.outcomes({ .undo(change($0)) }, path: path)
    }
  }

  /// Does something to a picture, whose failure is one of its file.
  private static func changing<Done>(
    _ body: () throws(ImagingError) -> Done
  ) throws(Trash.Failure) -> Done {
    do throws(ImagingError) { return try body() } catch {
      throw Trash.Failure(reason: error.reason)
    }
  }

  /// A file, or how many, as a part of what is said.
  private static func name(_ files: [FilePath]) -> String {
    files.count == 1 ? name(files[0]) : "\(files.count) pictures"
  }

  private static func name(_ file: FilePath) -> String { file.lastComponent.description.isolated }
}

// MARK: - Doing

extension FileChanges {
  /// Begins to move files to the trash.
  mutating func trash(_ files: [Leaving]) {
    guard !files.isEmpty else { return }
    let services = services
    change(
      files, at: \.file, "Moving \(Self.name(files.map(\.file))) to the trash",
      into: { .trashed($0) }, or: { .trash($0) }
    ) { (file, _) throws(Trash.Failure) in
      try file.movedToTrash(by: services)
    }
  }

  /// Begins to move files to another folder, which may be new.
  mutating func move(_ files: [Leaving], to folder: FilePath, isNew: Bool) {
    change(
      files, at: \.file, "Moving \(Self.name(files.map(\.file))) to \(Self.name(folder))",
      into: { .moved($0, to: folder, isNew: isNew) }, or: { .transfer(.move, $0, to: folder) }
    ) { (file, isCancelled) throws(Trash.Failure) in
      var file = file
      file.moved = try FileTransfer.perform(.move, file.file, to: folder) { !isCancelled() }
      return file
    }
  }

  /// Begins to copy files to another folder, which may be new.
  mutating func copy(_ files: [FilePath], to folder: FilePath, isNew: Bool) {
    change(
      files, at: \.self, "Copying \(Self.name(files)) to \(Self.name(folder))",
      into: { .copied($0, to: folder, isNew: isNew) }, or: { .transfer(.copy, $0, to: folder) }
    ) { (file, isCancelled) throws(Trash.Failure) in
      try FileTransfer.perform(.copy, file, to: folder) { !isCancelled() }
    }
  }

  /// Begins to give a file another name in its folder.
  mutating func rename(_ file: FilePath, to new: FilePath) {
    begin("Renaming \(Self.name(file))") { _ in
      do throws(SystemError) {
        let copies = try FileTransfer.rename(file, to: new.lastComponent)
        return .done(.renamed(file, to: new, copies: copies))
      } catch {
        return Self.failure(error, .rename(file, to: new))
      }
    }
  }

  /// Begins to keep the rotations of pictures in their files.
  mutating func keep(_ rotations: [Rotation]) {
    let limits = maker.openingLimits
    // All of a large file is written and compared.
    change(
      rotations, at: \.file, "Keeping the rotation of \(Self.name(rotations.map(\.file)))",
      into: { .rotated($0) }, or: { .rotate($0) }
    ) { (rotation, isCancelled) throws(Trash.Failure) in
      try Self.changing { () throws(ImagingError) in
        try KeptRotation.keep(
          rotation.turn, of: rotation.file, page: rotation.page, since: rotation.status,
          limits: limits, while: { !isCancelled() })
      }
    }
  }

  /// Begins to give pictures stars in their sidecars.
  mutating func rate(_ files: [FilePath], _ stars: Int) {
    change(
      files, at: \.self, "Rating \(Self.name(files))", into: { .rated($0) }, or: { .rate($0) }
    ) { (file, _) throws(Trash.Failure) in
      try Self.changing { () throws(ImagingError) in try PictureRating.set(stars, of: file) }
    }
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

  /// Forgets how pictures were turned as they were shown, which their files have now.
  private mutating func forgetTurns(of files: Set<FilePath>) {
    history = history.compactMap { change in
      guard case .turned(let turned, let turn) = change else { return change }
      let rest = turned.filter { !files.contains($0) }
      return rest.isEmpty ? nil : .turned(rest, by: turn)
    }
  }

  /// Returns the outcomes since the last call, those of one change together.
  mutating func drain() -> [[Outcome]] {
    let done = running.filter(\.job.isDone)
    running.removeAll(where: { running in done.contains { $0.job === running.job } })
    var outcomes = done.map { $0.job.drain() ?? [] }
    for outcome in outcomes.joined() {
      switch outcome {
      case .done(let change), .stopped(let change),
        .failed(.undo(let change), _, _, isNameTaken: true):
        if case .done(.rotated(let kept)) = outcome { forgetTurns(of: Set(kept.map(\.path))) }
        note(change)
      case .undone(.rotated(let undone)):
        history = history.map { change in
          guard case .rotated(let kept) = change else { return change }
          return .rotated(kept.map { undone.reduce($0) { $0.following($1) } })
        }
      default: break
      }
    }
    while waitingUndoCount > 0, !isBusy {
      waitingUndoCount -= 1
      outcomes.append(undo())
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
    case .marked, .unmarked, .turned: return [.undone(change)]
    case .trashed(let files):
      guard files.allSatisfy({ $0.item != nil }) else {
        return [.failed(.undo(change), reason: "the desktop's trash has it")]
      }
      let label = "Moving \(Self.name(files.map(\.file))) back"
      takeBack(files, at: \.file, label, { .trashed($0) }) { (file) throws(Trash.Failure) in
        guard let item = file.item else { return }
        try Trash.restore(item)
        // Where another picture's sidecar has the name now, the old one stays in the trash.
        for sidecar in file.sidecars { try? Trash.restore(sidecar) }
      }
    case .moved(let files, let folder, let isNew):
      let label = "Moving \(Self.name(files.map(\.file))) back"
      takeBack(files, at: \.file, label, { .moved($0, to: folder, isNew: isNew) }) {
        (file) throws(Trash.Failure) in
        if let moved = file.moved { try FileTransfer.takeBack(moved) }
        if isNew { Self.removeIfEmpty(folder) }
      }
    case .copied(let copies, let folder, let isNew):
      let label = "Moving \(Self.name(copies.map(\.place))) to the trash"
      let services = services
      takeBack(copies, at: \.origin, label, { .copied($0, to: folder, isNew: isNew) }) {
        (copy) throws(Trash.Failure) in
        guard copy.isUnchanged else { throw Trash.Failure(reason: "it has changed since") }
        for item in copy.sidecars + [copy] where item.isUnchanged {
          _ = try services.trash(item.place, date: CalendarTime.local)
        }
        if isNew { Self.removeIfEmpty(folder) }
      }
    case .rated(let changes):
      let label = "Taking back the stars of \(Self.name(changes.map(\.path)))"
      takeBack(changes, at: \.path, label, { .rated($0) }) { (change) throws(Trash.Failure) in
        let change = change
        try Self.changing { () throws(ImagingError) in try change.undo() }
      }
    case .rotated(let kept):
      let label = "Taking back the rotation of \(Self.name(kept.map(\.path)))"
      let limits = maker.openingLimits
      takeBack(kept, at: \.path, label, { .rotated($0) }) { (kept) throws(Trash.Failure) in
        let old = kept
        kept = try Self.changing { () throws(ImagingError) in try old.undo(limits: limits) }
      }
    case .renamed(let old, let new, let copies):
      begin("Renaming \(Self.name(new))") { _ in
        do throws(SystemError) {
          try FileTransfer.rename(new, to: old.lastComponent, takingBack: copies)
          return .undone(change)
        } catch {
          return Self.failure(error, .undo(change))
        }
      }
    }
    return []
  }
}

extension FileChanges {
  /// Removes a folder that was created for files, once the last of them has left it; the system keeps one that has others.
  private static func removeIfEmpty(_ folder: FilePath) { _ = folder.withCString { rmdir($0) } }
}

extension FileChanges.Leaving {
  /// Moves the file to the trash, and the sidecars that no other picture has: a new file of its name would have its stars.
  fileprivate func movedToTrash(by services: any HostServices) throws(Trash.Failure) -> Self {
    let paths = Sidecar.all(of: file).filter { !$0.isShared }.map(\.path)
    var moved = self
    moved.item = try services.trash(file, date: CalendarTime.local)
    do throws(Trash.Failure) {
      for path in paths {
        if let item = try services.trash(path, date: CalendarTime.local) {
          moved.sidecars.append(item)
        }
      }
    } catch {
      // The desktop's trash moves nothing back.
      guard let item = moved.item else { return moved }
      for item in moved.sidecars + [item] { try Trash.restore(item) }
      throw Trash.Failure(reason: "its sidecar cannot go along, since \(error.reason)")
    }
    return moved
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
