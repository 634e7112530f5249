import OverscrollBase
import OverscrollBrowser
import OverscrollImaging

// MARK: - Following changes that the user has made

extension AlbumController {
  /// Follows a change of files, or the end of one, and says in one message what was done, and why the rest was not.
  mutating func follow(
    _ outcomes: [FileChanges.Outcome], _ shown: OpenPicture
  ) -> [PictureEffect] {
    let effects = outcomes.flatMap { follow($0, shown) }
    let messages = effects.compactMap { if case .say(let message, _) = $0 { message } else { nil } }
    guard messages.count > 1 else { return effects }
    return effects.filter { if case .say = $0 { false } else { true } }
      + [.say(messages.joined(separator: " "))]
  }

  private mutating func follow(
    _ outcome: FileChanges.Outcome, _ shown: OpenPicture
  ) -> [PictureEffect] {
    switch outcome {
    case .done(let change): follow(change, shown)
    case .undone(let change): followUndone(change, shown)
    case .failed(let attempt, let reason, let file, _):
      // The others have reasons of their own.
      [
        .say(
          Self.text(attempt, label) + (file.map { ", among them \(label($0))" } ?? "")
            + ": \(reason).", while: condition(ofFiles: attempt.fileCount))
      ]
    case .stopped: []
    case .nothingToUndo: [.say("There is nothing to undo.")]
    }
  }

  private mutating func follow(
    _ change: FileChanges.Change, _ shown: OpenPicture
  ) -> [PictureEffect] {
    switch change {
    case .trashed(let files):
      let paths = files.map(\.file)
      // It is said over the picture that follows: this one is gone.
      var message =
        "\(Self.name(of: paths, label)) \(paths.count == 1 ? "was" : "were") moved to the trash."
      if files.allSatisfy({ $0.item != nil }) {
        message += " Ctrl+Z takes \(paths.count == 1 ? "it" : "them") back."
      }
      return leave(paths, shown) + [.say(message)]
    case .moved(let files, let folder, _):
      let paths = files.map(\.file)
      let (were, them) = paths.count == 1 ? ("was", "it") : ("were", "them")
      let text = "\(Self.name(of: paths, label)) \(were) moved to \(Self.name(of: folder))."
      return leave(paths, shown) + [
        Self.relocated(files), .say("\(text) Ctrl+Z takes \(them) back."),
      ]
    case .copied(let copies, let folder, _):
      let name = Self.name(of: copies.map(\.origin), label)
      let were = copies.count == 1 ? "was" : "were"
      let text = "\(name) \(were) copied to \(Self.name(of: folder))."
      return [.say(text, while: condition(ofFiles: copies.count))]
    case .rated(let changes):
      let name = Self.name(of: changes.map(\.path), label)
      let have = changes.count == 1 ? "has" : "have"
      let text = "\(name) \(have) \(Self.text(stars: changes.first?.stars ?? 0)) now."
      return changes.map { .rated($0.path, $0.stars) }
        + [.say(text, while: condition(ofFiles: changes.count))]
    case .renamed(let old, let new, _):
      return rename(old, to: new, shown)
        + [.say("Renamed to \(label(new)).", while: condition(ofFiles: 1))]
    case .rotated(let rotations):
      let effects = rotations.flatMap { kept in
        let total = maker.turn(of: kept.path)
        // What the user has turned it by meanwhile stays.
        maker.setTurn(of: kept.path, to: kept.turn.turn(to: .upright).followed(by: total))
        return rotate(kept.path, shown, to: total)
      }
      let name = Self.name(of: rotations.map(\.path), label)
      let place = rotations.count == 1 ? "the file." : "their files. Ctrl+Z takes it back."
      return effects + [
        .say(
          "The rotation of \(name) is kept in \(place)", while: condition(ofFiles: rotations.count))
      ]
    case .marked, .unmarked, .turned: return []
    }
  }

  /// Removes files that the user has put elsewhere: other ones that get their names later don't get their marks.
  private mutating func leave(_ files: [FilePath], _ shown: OpenPicture) -> [PictureEffect] {
    let marked = album.marked
    unmark(files)
    return (album.marked == marked ? [] : [.marked]) + leaveOut(files, shown)
  }

  private mutating func followUndone(
    _ change: FileChanges.Change, _ shown: OpenPicture
  ) -> [PictureEffect] {
    switch change {
    case .trashed(let files), .moved(let files, _, _):
      let effects =
        [Self.relocated(files, isBack: true)]
        + files.flatMap { takeBack($0.entry, at: $0.file, isMarked: $0.wasMarked, shown) }
      let name = Self.name(of: files.map(\.file), label)
      return effects + [.say("Moved \(name) back.", while: condition(ofFiles: files.count))]
    case .rated(let changes):
      let name = Self.name(of: changes.map(\.path), label)
      return changes.map { .rated($0.path, nil) }
        + [.say("Took back the stars of \(name).", while: condition(ofFiles: changes.count))]
    case .copied(let copies, _, _):
      return [
        .say(
          copies.count == 1
            ? "The copy of \(label(copies[0].origin)) was moved to the trash."
            : "\(copies.count) copies were moved to the trash.",
          while: condition(ofFiles: copies.count))
      ]
    case .renamed(let old, let new, _):
      return rename(new, to: old, shown, isUndone: true)
        + [.say("Renamed back to \(label(old)).", while: condition(ofFiles: 1))]
    case .rotated(let rotations):
      let effects = rotations.flatMap { kept in
        let back = kept.turn.turn(to: .upright).followed(by: maker.turn(of: kept.path))
        return rotate(kept.path, shown, to: back)
      }
      let name = Self.name(of: rotations.map(\.path), label)
      return effects + [
        .say("Took back the rotation of \(name).", while: condition(ofFiles: rotations.count))
      ]
    case .marked(let paths):
      unmark(paths)
      let (pictures, are) = paths.count == 1 ? ("picture", "is") : ("pictures", "are")
      return [.marked, .say("\(paths.count) \(pictures) \(are) no longer marked.")]
    case .unmarked(let paths):
      mark(paths)
      return [.marked, .say(Self.markedText(count: paths.count))]
    case .turned(let files, let turn):
      self.turn(files, by: turn.turn(to: .upright), shown)
      return [.turned, .say("Took back the rotation of \(Self.name(of: files, label)).")]
    }
  }

  /// How long a message about some files is shown: that about one of them ends with the picture that is shown.
  private func condition(ofFiles count: Int) -> PictureEffect.Condition {
    count == 1 ? .here : .always
  }

  /// What was not done, to be followed by the reason.
  private static func text(
    _ attempt: FileChanges.Attempt, _ label: (FilePath) -> String
  ) -> String {
    switch attempt {
    case .trash(let files): "\(name(of: files, label)) could not be moved to the trash"
    case .transfer(let kind, let files, let folder):
      "\(name(of: files, label)) could not be \(kind == .move ? "moved" : "copied") to "
        + "\(name(of: folder))"
    case .rename(let file, _): "\(label(file)) could not be renamed"
    case .rate(let files): "\(name(of: files, label)) could not be given stars"
    case .undo(.rated(let changes)):
      "The stars of \(name(of: changes.map(\.path), label)) could not be taken back"
    case .rotate(let files): "The rotation of \(name(of: files, label)) could not be kept"
    case .undo(.trashed(let files)), .undo(.moved(let files, _, _)):
      "\(name(of: files.map(\.file), label)) could not be moved back"
    case .undo(.copied(let copies, _, _)):
      "The copy of \(name(of: copies.map(\.origin), label)) was not moved to the trash"
    case .undo(.renamed(let old, let new, _)):
      "\(label(new)) could not be renamed back to \(label(old))"
    case .undo(.rotated(let kept)):
      "The rotation of \(name(of: kept.map(\.path), label)) could not be taken back"
    case .undo(.marked), .undo(.unmarked): "The marks could not be taken back"
    case .undo(.turned(let files, _)):
      "The rotation of \(name(of: files, label)) could not be taken back"
    }
  }

  /// What is said once pictures are marked.
  static func markedText(count: Int) -> String {
    count == 1 ? "1 picture is marked." : "\(count) pictures are marked."
  }

  private static func name(of files: [FilePath], _ label: (FilePath) -> String) -> String {
    files.count == 1 ? label(files[0]) : "\(files.count) pictures"
  }

  /// A number of stars, as a part of what is said.
  private static func text(stars: Int) -> String {
    switch stars {
    case 0: "no stars"
    case 1: "1 star"
    default: "\(stars) stars"
    }
  }

  /// Has what was opened last follow files to another folder, or back.
  private static func relocated(
    _ files: [FileChanges.Leaving], isBack: Bool = false
  ) -> PictureEffect {
    let items = files.compactMap(\.moved).map {
      isBack ? ($0.place, $0.origin) : ($0.origin, $0.place)
    }
    return .relocated(Dictionary(items) { first, _ in first })
  }

  /// The name of a folder, as a part of what is said.
  private static func name(of folder: FilePath) -> String {
    folder.lastComponent.description.isolated
  }

  /// Adds a file that is there again, and goes to it.
  private mutating func takeBack(
    _ entry: Album.Entry, at file: FilePath, isMarked: Bool, _ shown: OpenPicture
  ) -> [PictureEffect] {
    let (followed, folder) = (folders.origin.folders, file.folderAsNamed)
    // Another album may have taken the place of the one that it was in.
    guard followed.isEmpty || followed.contains(folder) else { return [] }
    album.restore(entry, at: file)
    if isMarked { mark([file]) }
    guard let index = album.index(of: file) else { return [.changed] }
    guard file != shown.file else {
      // The next one is no longer wanted.
      opening.stop()
      album.move(to: index)
      return [.changed] + reload(shown)
    }
    return [.changed, .go(.to(index), wraps: false)]
  }

  /// Follows a file to another name; the picture that is shown is opened again by it, since the rest of it is read there.
  private mutating func rename(
    _ old: FilePath, to new: FilePath, _ shown: OpenPicture, isUndone: Bool = false
  ) -> [PictureEffect] {
    album.rename(old, to: new)
    noteMarks()
    maker.setTurn(of: new, to: maker.turn(of: old))
    maker.setTurn(of: old, to: .upright)
    opening.forgetNeighbors()
    if shown.file == old {
      followRenamed(old, to: new, shown)
    } else if opening.isOpening, opening.isOpeningNothing(but: old) {
      opening.open(new, .step(opening.direction), over: shown)
    }
    let paths = old.fromRoot.flatMap { old in new.fromRoot.map { [old: $0] } } ?? [:]
    return [.renamed(old, to: new, selects: isUndone), .relocated(paths), .outdated(new), .changed]
  }

  /// Shows the picture of a file whose orientation has changed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - shown: The picture that is shown.
  ///   - turn: How its picture is turned from now on, compared with the file before.
  /// - Returns: The effects to carry out.
  private mutating func rotate(
    _ file: FilePath, _ shown: OpenPicture, to turn: Orientation
  ) -> [PictureEffect] {
    opening.forgetNeighbors()
    if shown.file == file {
      opening.open(file, .rotated(by: shown.turn.turn(to: turn)), over: shown)
    }
    // Turned by that, it is turned as it will be shown.
    let change = turn.followed(by: maker.turn(of: file).turn(to: .upright))
    return [.outdated(file, turnedBy: change)]
  }

  /// What a picture says that is turned only as it is shown; `nil` for one that is not, or whose file has no orientation.
  func rotationText(of shown: OpenPicture) -> String? {
    guard shown.turn != .upright, canKeepRotation(of: shown) else { return nil }
    return Self.turnedText(shown.turn)
  }

  /// What is said of a picture that is turned as it is shown.
  static func turnedText(_ turn: Orientation) -> String {
    let verb = turn.verb ?? "shown"
    return "\(verb.prefix(1).uppercased())\(verb.dropFirst()) for viewing. "
      + "Ctrl+Shift+S keeps it in the file."
  }

  /// Returns whether a picture is turned as it is shown, and its file can be.
  func hasRotationToKeep(of shown: OpenPicture) -> Bool {
    canKeepRotation(of: shown) && shown.file.map { maker.turn(of: $0) != .upright } == true
  }

  /// Returns whether the file of a picture can have another orientation.
  func canKeepRotation(of shown: OpenPicture) -> Bool {
    guard let file = shown.file, !shown.isNotice else { return false }
    return !folders.origin.isUnnamed(file)
      && KeptRotation.refusal(of: shown.picture.info) == nil
  }
}

extension FileChanges.Attempt {
  /// How many files it was to change.
  fileprivate var fileCount: Int {
    switch self {
    case .trash(let files), .transfer(_, let files, _), .rate(let files), .rotate(let files):
      files.count
    case .rename, .undo(.renamed): 1
    case .undo(.rotated(let kept)): kept.count
    case .undo(.trashed(let files)), .undo(.moved(let files, _, _)): files.count
    case .undo(.copied(let copies, _, _)): copies.count
    case .undo(.rated(let changes)): changes.count
    case .undo(.marked(let paths)), .undo(.unmarked(let paths)), .undo(.turned(let paths, _)):
      paths.count
    }
  }
}
