import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// A field over the picture, into which the user types a path or a place.
struct FieldController {
  /// What the text is for.
  enum Purpose: Hashable {
    /// A path to open.
    case open
    /// The path of a take to replay.
    case replay
    /// A place to go to.
    case goTo
    /// A file to write, and what of the picture.
    case save(SaveChoice)
    /// Another name for a file.
    case rename(FilePath)
    /// A folder to move or copy files to.
    case transfer(FileTransfer.Kind, [FilePath])
    /// The stars of pictures.
    case rate([FilePath])
    /// A part of the names in the overview.
    case search

    /// What is selected of the text to begin with, in characters; `nil` for all.
    fileprivate func selection(in text: String) -> Range<Int>? {
      switch self {
      case .goTo, .search, .rate, .transfer: return nil
      case .open, .replay, .save: return text.count..<text.count
      case .rename:
        // What follows the last dot seldom changes.
        let stem = text.lastIndex(of: ".").map { text[..<$0].count } ?? 0
        return stem > 0 ? 0..<stem : nil
      }
    }

    /// The label of the field.
    fileprivate var label: String {
      switch self {
      case .open: "Open"
      case .replay: "Replay"
      case .goTo: "Go to"
      case .save: "Save as"
      case .rename: "Rename to"
      case .rate: "Stars, 0 to 5"
      case .transfer(.move, let files): "Move \(Self.name(of: files)) to"
      case .transfer(.copy, let files): "Copy \(Self.name(of: files)) to"
      case .search: ""
      }
    }

    /// The files that it asks about, and what is done with them; `nil` for no files, or for the picture as it is shown.
    fileprivate var subject: (files: [FilePath], verb: String)? {
      switch self {
      case .rename(let file): ([file], "renamed")
      case .transfer(let kind, let files): (files, kind == .move ? "moved" : "copied")
      case .rate(let files): (files, "rated")
      case .open, .replay, .goTo, .save, .search: nil
      }
    }

    private static func name(of files: [FilePath]) -> String {
      files.count == 1
        ? files[0].lastComponent.description.isolated : "\(files.count) pictures"
    }
  }

  /// The outcome of a key.
  enum Outcome: Sendable {
    /// The key belongs to a command.
    case unhandled
    case handled
    /// The field is gone.
    case closed
    /// A file or a folder that exists.
    case open(FilePath)
    /// A take that exists.
    case replay(FilePath)
    case go(GoTo)
    /// A file to write, which does not exist or is to be replaced, and what of the picture.
    case save(FilePath, SaveChoice)
    /// A file, and its path with the new name, which nothing has.
    case rename(FilePath, to: FilePath)
    /// Files to move or copy, and a folder that exists, maybe since it was created for them.
    case transfer(FileTransfer.Kind, [FilePath], to: FilePath, isNew: Bool)
    /// Pictures that are given stars.
    case rate([FilePath], Int)
    /// Opens the first picture that the search has found.
    case openFound
  }

  /// What was looked up.
  private enum Answer: Sendable {
    case outcome(Outcome)
    /// Why the text cannot be used.
    case problem(String)
    /// The completed text.
    case text(String)
  }

  /// What is asked before a file is replaced.
  private static let replaceQuestion = "This file exists. Press Return again to replace it."
  /// What is asked before a folder is created.
  private static let folderQuestion = "There is no such folder. Press Return again to create it."

  private(set) var shown: (panel: FieldPanel, purpose: Purpose)?
  /// The folder that the field began with, to which a typed path is relative; `nil` for the working folder.
  private var base: FilePath?
  /// What is looked up on another thread for the text of the field, since a file system may take long to answer.
  private var lookup: (text: String, job: Job<Answer>)?
  /// The touches that have begun in the field.
  private var touches: Set<Int> = []
  /// What the text finds, as it is listed below it, and what of it was clicked.
  private var hits: [Hit] = []
  private var clicked: Int?
  /// The folders and pictures that a typed path leads to, which are being looked up.
  private var listing: (text: String, job: Job<[TypedPath.Match]>)?

  private enum Hit: Hashable {
    /// A picture of the album.
    case picture(Int)
    case path(TypedPath.Match)
  }

  /// True while the field is shown.
  var isShown: Bool { shown != nil }

  /// Returns what is said where the picture that it asks about is shown no longer; `nil` where it is, or was not.
  func lossOfPicture(showing next: OpenPicture, insteadOf old: FilePath?) -> String? {
    if case .save(let choice) = shown?.purpose {
      return choice.isOf(next) ? nil : Self.nothing("saved")
    }
    guard let (files, verb) = shown?.purpose.subject, let old, files == [old], old != next.file
    else { return nil }
    return Self.nothing(verb)
  }

  /// What is said where something was to be done with a picture, and another one is shown by then.
  static func nothing(_ verb: String) -> String {
    "Nothing was \(verb): another picture is shown by now."
  }

  /// Shows the field.
  ///
  /// - Parameters:
  ///   - purpose: What the text is for.
  ///   - text: The text to begin with.
  ///   - problem: Why the text could not be used.
  ///   - note: What can be typed.
  ///   - scale: The device pixels per point.
  ///   - place: Where it lies, in points; `nil` at the bottom.
  ///   - pasteboard: The clipboard.
  mutating func show(
    _ purpose: Purpose, text: String = "", problem: String? = nil, note: String = "",
    scale: Double, at place: Rect? = nil, pasteboard: any Pasteboard
  ) {
    let panel = FieldPanel(
      label: purpose.label, text: text, selection: purpose.selection(in: text), scale: scale,
      at: place)
    (hits, clicked, base, listing) = ([], nil, nil, nil)
    if case .transfer = purpose { base = TypedPath.path(text) }
    (panel.problem, panel.note) = (problem, note)
    panel.pasteboard = pasteboard
    if case .save(let choice) = purpose {
      (panel.choices, panel.choice) = (choice.parts.map(\.label), choice.index)
    }
    shown = (panel, purpose)
    noteFormat()
  }

  /// Names the format of the file to write, or says that it cannot hold what is chosen.
  private func noteFormat() {
    guard let (panel, purpose) = shown, case .save(let choice) = purpose else { return }
    let path = FilePath(panel.text)
    let part = choice.parts[panel.choice]
    panel.note =
      (try? OutputFormat(suffixOf: path)).map {
        part.fits($0, at: path) ? "as \($0.name)" : "\($0.name) cannot hold it"
      } ?? ""
  }

  /// Moves the field of a search to where that lies in a window of another size, in points.
  func moveSearch(to place: Rect?) {
    if shown?.purpose == .search, let place { shown?.panel.place = place }
  }

  /// Removes the field; returns whether there was one.
  mutating func hide() -> Bool {
    defer { (shown, lookup, listing) = (nil, nil, nil) }
    return isShown
  }

  /// The text of a search; `nil` while none is typed.
  var query: String? { shown?.purpose == .search ? shown?.panel.text : nil }

  /// The text that names a place to go to; `nil` while none is typed.
  var placeText: String? { shown?.purpose == .goTo ? shown?.panel.text : nil }

  /// Lists the pictures that the text finds below it.
  mutating func list(_ found: [(index: Int, name: String)]) {
    show(found.map { (.picture($0.index), $0.name) })
  }

  private mutating func show(_ found: [(hit: Hit, name: String)]) {
    guard found.map(\.hit) != hits else { return }
    hits = found.map(\.hit)
    shown?.panel.hits = FieldHits(found.map(\.name))
  }

  /// Lists the folders and pictures to which a typed path leads below it, once another thread has read their folder.
  mutating func listFolder(_ wake: @escaping @Sendable () -> Void) {
    guard let (panel, purpose) = shown, purpose == .open, listing?.text != panel.text else {
      return
    }
    let text = panel.text
    listing?.job.cancel()
    listing = (
      text,
      Job(in: TypedPath.path(text)?.folderAsNamed, wake: wake) { _ in
        TypedPath.matches(text, atMost: FieldHits.limit)
      }
    )
    // Until then, what is listed and doesn't go on so is no longer there.
    show(matches { $0.holds(for: text) })
  }

  /// Some of the folders and pictures that are listed.
  private func matches(where isKept: (TypedPath.Match) -> Bool) -> [(hit: Hit, name: String)] {
    hits.compactMap {
      guard case .path(let match) = $0, isKept(match) else { return nil }
      return ($0, match.name)
    }
  }

  /// Returns what to do since a row below the text was clicked, once; the field is gone then.
  mutating func drainClick() -> Outcome? {
    guard let clicked, hits.indices.contains(clicked) else { return nil }
    self.clicked = nil
    let hit = hits[clicked]
    _ = hide()
    switch hit {
    case .picture(let index): return .go(.picture(index))
    case .path(let match): return .open(match.path)
    }
  }

  /// Returns what was typed where one digit is enough, once; the field is gone then.
  mutating func drainDigit() -> Outcome? {
    guard case .rate(let files)? = shown?.purpose, let text = shown?.panel.text, !text.isEmpty
    else { return nil }
    guard let stars = Int(text), PictureRating.stars.contains(stars) else {
      shown?.panel.text = ""
      shown?.panel.problem = "Type a number from 0 to 5."
      return nil
    }
    _ = hide()
    return .rate(files, stars)
  }

  /// Handles touches that have begun in the field; returns `false` for other input.
  mutating func send(_ event: Event, in room: Room) -> Bool {
    guard case .touch(var touch) = event else { return false }
    if touch.phase == .began { touches.remove(touch.id) }
    guard let panel = shown?.panel else {
      // The rest of a touch whose field is gone goes to no one.
      return touches.contains(touch.id)
    }
    let area = panel.plate(in: room.pixels).area(in: room.pixels, scale: room.scale).rect
    let field = area * (1 / room.scale)
    if touch.phase == .began {
      guard field.contains(touch.location) else { return false }
      touches.insert(touch.id)
    }
    guard touches.contains(touch.id) else { return false }
    if touch.phase == .ended || touch.phase == .cancelled { touches.remove(touch.id) }
    touch.location = touch.location - field.origin
    if let hit = panel.hit(at: touch.location) {
      if touch.phase == .ended { clicked = hit }
    } else {
      panel.send(touch)
      // It may have chosen another part.
      noteFormat()
    }
    return true
  }

  /// Returns how the field looks; `nil` while there is none.
  func plate(in viewport: PixelSize) -> FieldOverlay? { shown?.panel.plate(in: viewport) }

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - file: The file that is shown, which cannot be written.
  ///   - wake: Called on another thread once there is more to ``drain()``.
  ///   - place: Reads a text that names a place.
  /// - Returns: The outcome.
  mutating func handle(
    _ key: Input.Key, shown file: FilePath? = nil,
    wake: @escaping @Sendable () -> Void, place: (String) throws(GoTo.Problem) -> GoTo
  ) -> Outcome {
    guard let shown, !key.isCommandInText else { return .unhandled }
    guard key.action != .released else { return .handled }
    switch key.name {
    case "Escape" where shown.purpose == .search && !shown.panel.text.isEmpty:
      shown.panel.text = ""
    case "Escape":
      _ = hide()
      return .closed
    case "Return", "KP_Enter": return accept(shown.panel, shown.purpose, file, wake, place)
    // The keys go on to what was found.
    case "Down" where shown.purpose == .search, "KP_Down" where shown.purpose == .search,
      "Tab" where shown.purpose == .search:
      _ = hide()
      return .closed
    case "Down" where !hits.isEmpty, "KP_Down" where !hits.isEmpty: move(in: shown.panel, by: 1)
    case "Up" where !hits.isEmpty, "KP_Up" where !hits.isEmpty: move(in: shown.panel, by: -1)
    case "Tab": return advance(shown.panel, shown.purpose, wake)
    default:
      shown.panel.send(.key(EventTranslation.key(key)))
      noteFormat()
    }
    return .handled
  }

  /// Chooses another row below the text, which a message may have hidden.
  private func move(in panel: FieldPanel, by step: Int) {
    panel.problem = nil
    panel.hits.move(by: step)
  }

  /// The index of the row below the text that is chosen; `nil` for none.
  private func chosenHit(in panel: FieldPanel) -> Int? {
    panel.hits.chosen.flatMap { hits.indices.contains($0) ? $0 : nil }
  }

  /// Chooses another part to save, or else completes a path.
  private mutating func advance(
    _ panel: FieldPanel, _ purpose: Purpose, _ wake: @escaping @Sendable () -> Void
  ) -> Outcome {
    switch purpose {
    case .goTo, .rename, .search, .rate: return .handled
    case .save where panel.choices.count > 1:
      panel.chooseNext()
      noteFormat()
      return .handled
    case .open, .replay, .save:
      if let chosen = chosenHit(in: panel), case .path(let match) = hits[chosen] {
        panel.text = match.text
        return .handled
      }
      let text = panel.text
      return look(up: text, wake) { .text(TypedPath.completed(text)) }
    case .transfer:
      let text = panel.text
      return look(up: text, wake) { [base] in .text(TypedPath.completedFolder(text, in: base)) }
    }
  }

  /// Says why a text is not accepted.
  private func refuse(_ panel: FieldPanel, _ problem: String) -> Outcome {
    panel.problem = problem
    return .handled
  }

  /// Accepts a hit as a click on it does.
  private mutating func accept(hit: Int) -> Outcome {
    clicked = hit
    return drainClick() ?? .handled
  }

  private mutating func accept(
    _ panel: FieldPanel, _ purpose: Purpose, _ file: FilePath?,
    _ wake: @escaping @Sendable () -> Void, _ place: (String) throws(GoTo.Problem) -> GoTo
  ) -> Outcome {
    switch purpose {
    case .open:
      if let chosen = chosenHit(in: panel) { return accept(hit: chosen) }
      guard let path = TypedPath.path(panel.text) else {
        return refuse(panel, TypedPath.problem(panel.text))
      }
      return look(up: panel.text, wake) {
        FileStatus(of: path) == nil
          ? .problem("There is no such file or folder.") : .outcome(.open(path))
      }
    case .replay:
      guard let path = TypedPath.path(panel.text) else {
        return refuse(panel, "Type the path of a take.")
      }
      return look(up: panel.text, wake) {
        guard let status = FileStatus(of: path) else { return .problem("There is no such file.") }
        guard !status.isFolder else { return .problem("This is a folder, and no take.") }
        return .outcome(.replay(path))
      }
    case .save(var choice):
      choice.index = panel.choice
      return acceptSave(panel, choice, over: file, wake)
    case .rename(let file): return acceptName(panel, of: file, wake)
    case .rate: return refuse(panel, "Type a number from 0 to 5.")
    case .transfer(let kind, let files): return acceptFolder(panel, kind, files, wake)
    case .search:
      shown = nil
      return .openFound
    case .goTo:
      if let chosen = chosenHit(in: panel) { return accept(hit: chosen) }
      do throws(GoTo.Problem) {
        let place = try place(panel.text)
        shown = nil
        return .go(place)
      } catch {
        // What begins no name may be a part of one.
        if !hits.isEmpty { return accept(hit: 0) }
        return refuse(panel, error.message)
      }
    }
  }

  private mutating func acceptSave(
    _ panel: FieldPanel, _ choice: SaveChoice, over file: FilePath?,
    _ wake: @escaping @Sendable () -> Void
  ) -> Outcome {
    guard let path = TypedPath.path(panel.text) else {
      return refuse(panel, "Type the path of the file to write.")
    }
    do throws(ImagingError) {
      let format = try OutputFormat(suffixOf: path)
      if choice.part.content == .data { try format.checkForData(path) }
    } catch {
      return refuse(panel, error.message)
    }
    let replaces = panel.problem == Self.replaceQuestion
    return look(up: panel.text, wake) {
      guard file.map({ !ImageFile.isSameFile($0, path) }) ?? true else {
        return .problem(PictureSaver.sameFileProblem)
      }
      guard let folder = path.absolute?.folder, FileStatus(of: folder)?.isFolder == true else {
        return .problem("There is no such folder.")
      }
      guard FileStatus(of: path) == nil || replaces else { return .problem(Self.replaceQuestion) }
      return .outcome(.save(path, choice))
    }
  }

  private mutating func acceptFolder(
    _ panel: FieldPanel, _ kind: FileTransfer.Kind, _ files: [FilePath],
    _ wake: @escaping @Sendable () -> Void
  ) -> Outcome {
    guard let typed = TypedPath.path(panel.text) else {
      return refuse(panel, "Type the path of a folder.")
    }
    let path = TypedPath.place(of: typed, in: base)
    let isConfirmed = panel.problem == Self.folderQuestion
    return look(up: panel.text, wake) {
      let isNew = FileStatus(of: path) == nil
      if isNew, let problem = Self.create(path, isConfirmed: isConfirmed) {
        return .problem(problem)
      }
      guard let status = FileStatus(of: path) else { return .problem("There is no such folder.") }
      guard status.isFolder, let folder = path.resolved else {
        return .problem("This is a file, and no folder.")
      }
      guard files.contains(where: { $0.absolute?.folder != folder }) else {
        return .problem(
          files.count == 1
            ? "The picture is in this folder already." : "The pictures are in this folder already.")
      }
      return .outcome(.transfer(kind, files, to: folder, isNew: isNew))
    }
  }

  /// Creates a folder, once that is confirmed; returns what to ask, or why there is none.
  private static func create(_ folder: FilePath, isConfirmed: Bool) -> String? {
    guard let parent = folder.normalized.absolute?.folder, FileStatus(of: parent)?.isFolder == true
    else { return "There is no such folder." }
    guard isConfirmed else { return folderQuestion }
    guard folder.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      return "The folder cannot be created: \(SystemError.last.message)."
    }
    return nil
  }

  /// The longest name of a file, in bytes, on the file systems of Linux.
  private static let maximumName = 255

  private mutating func acceptName(
    _ panel: FieldPanel, of file: FilePath, _ wake: @escaping @Sendable () -> Void
  ) -> Outcome {
    let name = FilePath(bytes: EditableName(file.lastComponent).bytes(editedTo: panel.text))
    guard name != file.lastComponent else {
      _ = hide()
      return .closed
    }
    if let problem = Self.problem(ofName: name, insteadOf: file.lastComponent) {
      return refuse(panel, problem)
    }
    if let question = Self.question(about: name, insteadOf: file), panel.problem != question {
      return refuse(panel, question)
    }
    let new = file.replacingLastComponent(with: name)
    return look(up: panel.text, wake) {
      FileStatus(of: new) == nil || ImageFile.isSameFile(file, new)
        ? .outcome(.rename(file, to: new)) : .problem(Self.takenName)
    }
  }

  /// Why a file isn't renamed.
  static let takenName = "Another file has this name."

  /// What is asked before a name ends otherwise, since other programs may no longer know the file by it; `nil` for nothing.
  private static func question(about name: FilePath, insteadOf file: FilePath) -> String? {
    let (old, new) = (file.fileExtension, name.fileExtension)
    guard !old.isEmpty, old.lowercased() != new.lowercased() else { return nil }
    return new.isEmpty
      ? "The name no longer ends in .\(old). Press Return again to rename it."
      : "The name ends in .\(new), no longer in .\(old). Press Return again to rename it."
  }

  private static func problem(ofName name: FilePath, insteadOf old: FilePath) -> String? {
    if name.bytes.isEmpty { return "Type a name." }
    // Nothing is left of it but its ending, as which the file would be hidden.
    let dot = UInt8(ascii: ".")
    if name.bytes.lastIndex(of: dot) == 0, old.bytes.first != dot { return "Type a name." }
    if name.bytes.contains(UInt8(ascii: "/")) { return "A name can't contain a slash." }
    if name == FilePath(".") || name == FilePath("..") || name.hasZero {
      return "A file can't have this name."
    }
    return name.bytes.count > maximumName ? "This name is too long." : nil
  }

  /// The time for which an answer is awaited at once, so that keys typed fast find it, in seconds. [C]
  private static let lookupTime = 0.1

  /// Looks something up for a text on another thread; returns the outcome, or `handled` where it comes later.
  private mutating func look(
    up text: String, _ wake: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () -> Answer
  ) -> Outcome {
    let folder = TypedPath.path(text)?.folderAsNamed
    lookup?.job.cancel()
    let job = Job(in: folder, wake: wake) { _ in body() }
    lookup = (text, job)
    _ = job.wait(atMost: Self.lookupTime)
    return drain() ?? .handled
  }

  /// Returns the outcome of what was looked up, unless the text is another one by now; `nil` for none.
  mutating func drain() -> Outcome? {
    let hasListed = drainListing()
    guard let (text, job) = lookup, let answer = job.drain() else {
      return hasListed ? .handled : nil
    }
    lookup = nil
    guard let panel = shown?.panel, panel.text == text else { return nil }
    switch answer {
    case .outcome(.save(_, let choice)) where choice.index != panel.choice: break
    case .outcome(let outcome):
      shown = nil
      return outcome
    case .problem(let problem): panel.problem = problem
    case .text(let text):
      panel.text = text
      noteFormat()
    }
    return .handled
  }

  /// Lists what has been looked up for the text as it is; returns whether there is anything.
  private mutating func drainListing() -> Bool {
    guard let (text, job) = listing, text == shown?.panel.text, let found = job.drain() else {
      return false
    }
    show(found.map { (.path($0), $0.name) })
    return true
  }

  /// Handles text that was typed, composed or pasted.
  ///
  /// - Parameters:
  ///   - event: The text.
  ///   - room: The part of the window that the picture has.
  /// - Returns: The corner beside which input methods place their windows, in pixels; `nil` if there is no field.
  mutating func type(_ event: Input, in room: Room) -> Point? {
    guard let panel = shown?.panel, case .text(let text) = event else { return nil }
    if case .notPasted(let message) = text.content {
      panel.problem = message
    } else if let event = EventTranslation.text(text) {
      panel.send(event)
      noteFormat()
    }
    let corner = panel.plate(in: room.pixels).corner(in: room.pixels, scale: room.scale)
    let caret = panel.caretInPanel * room.scale
    return Point(corner.x + caret.minX, corner.y + caret.maxY)
  }
}
