import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import ScrollGeometry

extension AlbumController {
  /// The name of a file in one line.
  func label(_ file: FilePath) -> String { folders.origin.label(file) }

  /// The folder beside which a picture is saved: its own or, for one that is not stored in a file, the working folder.
  func folder(of picture: OpenPicture) -> FilePath? {
    guard let file = picture.file, folders.origin.isUnnamed(file) else { return picture.folder }
    return FilePath("picture").fromRoot?.folder
  }

  /// Returns the path of a picture; `nil` where no picture has that number.
  func path(at index: Int) -> FilePath? {
    album.entries.indices.contains(index) ? album.path(of: album.entries[index]) : nil
  }

  /// The names of the pictures, in their order.
  var names: [String] {
    album.entries.map { folders.origin.name(album.path(of: $0)) }
  }

  /// The paths of the marked pictures that other programs can open.
  var namedMarkedPaths: [FilePath] {
    album.markedPaths.filter { !folders.origin.isUnnamed($0) }
  }

  /// What happens to scale and position from picture to picture.
  var lockText: String {
    album.isLocked
      ? "Zoom and position are kept for all pictures."
      : "Zoom and position reset for each picture."
  }

  /// A message about the position in the album as it is.
  func sayHere(_ message: String) -> Effect {
    let (position, count) = (album.position, album.count)
    return .sayWhile(message) { [weak self] in
      self?.album.position == position && self?.album.count == count
    }
  }

  /// A message about a file, which ends with it: over the next picture it would seem to be about that one.
  func say(_ message: String, about file: FilePath?) -> Effect {
    .sayWhile(message) { [weak self] in self?.shownFile == file }
  }

  /// The file that is shown, or selected in the overview.
  func selectedFile(_ shown: OpenPicture, _ overview: OverviewController?) -> FilePath? {
    guard let overview else { return shown.file }
    return overview.selection.flatMap { path(at: $0) }
  }

  /// Why a file was left out that the user has come to.
  func skippedText(_ failed: PictureOpener.Failed, isNamed: Bool) -> String {
    let name = label(failed.request.path)
    if isNamed { return "\(name): \(failed.reason)." }
    return failed.kind == .missing ? "\(name) is gone." : "Skipped \(name): not a picture."
  }

  /// Whether a picture is marked, and how many are.
  func markText(at index: Int) -> String {
    let entry = album.entries[index]
    let state = album.marked.contains(entry) ? "marked" : "not marked"
    return
      "\(label(album.path(of: entry))) is \(state) (\(album.marked.count) of \(album.count))"
  }

  /// Why a tone has no effect.
  static let noToneText = "There is no tone to map: this picture has at most 8 bits per channel."

  /// What a picture says that is stretched without having been asked for; `nil` for others.
  func stretchText(of shown: OpenPicture) -> String? {
    guard maker.tone == .asNeeded, let tone = shown.picture.info.tone else { return nil }
    let (black, white) = ToneText.rounded(tone)
    return "Stretched: black is \(black), white is \(white). Press w to show it as stored."
  }

  /// Which samples of a picture are black and white, or how much lighter it is shown.
  func toneText(of shown: OpenPicture) -> String {
    if let stops = shown.picture.info.exposure {
      return "Exposure \(stops > 0 ? "+" : stops < 0 ? "−" : "")\(Int(abs(stops)))."
    }
    guard let tone = shown.picture.info.tone else {
      return "The tone is that of the file."
    }
    let (black, white) = ToneText.rounded(tone)
    return "Black is \(black), white is \(white)."
  }

  /// Returns the title of the window; `nil` if no file is shown.
  func title(of shown: OpenPicture) -> String? {
    guard let file = shown.file else { return nil }
    let size = shown.problem == nil ? shown.picture.info.size : nil
    return Self.title(
      of: file, called: folders.origin.label(file), size: size,
      isDeleted: isDeleted && shown.status != nil, page: shown.page.text, in: album)
  }

  /// Returns the title of the window while a picture is selected in the overview; `nil` if there is none.
  func title(selecting index: Int) -> String? {
    guard album.entries.indices.contains(index) else { return nil }
    return caption(of: album.path(of: album.entries[index]), at: index) + " – Overscroll"
  }

  /// The name and the number of the picture that is shown; `nil` if no file is.
  func caption(of shown: OpenPicture) -> String? {
    guard let file = shown.file else { return nil }
    return caption(of: file, page: shown.page.text, at: album.index(of: file))
  }

  private func caption(of file: FilePath, page: String? = nil, at index: Int?) -> String {
    let name = label(file) + (page.map { " – \($0)" } ?? "")
    guard let index, album.count > 1 else { return name }
    return name + " – \(index + 1) of \(album.count)"
  }

  /// Returns the title of the window while a file is shown.
  static func title(
    of file: FilePath, called name: String, size: PixelSize?, isDeleted: Bool = false,
    page: String? = nil, in album: Album
  ) -> String {
    var title = name + (size.map { " (\($0))" } ?? "") + (isDeleted ? " (deleted)" : "")
    if let page { title += " – \(page)" }
    if album.count > 1, let index = album.index(of: file) {
      title += " – \(index + 1) of \(album.count)"
    }
    return title + " – Overscroll"
  }

  /// Leaves out a picture that was moved to the trash, and says so, or why it was not.
  func leaveOut(_ moved: PictureTrash.Moved, _ shown: OpenPicture) -> [Effect] {
    let name = label(moved.file)
    if let reason = moved.reason {
      return [.say("\(name) could not be moved to the trash: \(reason).")]
    }
    return leaveOut(moved.file, shown)
      + [say("\(name) was moved to the trash.", about: moved.file)]
  }

  /// The name and the progress of the picture that is being opened, once that takes noticeably long.
  func loadingLabel(at now: Double) -> String? {
    guard let (file, part) = opener.progress(at: now) else { return nil }
    return label(file) + " …" + (part.map { " \(PixelRect.rounded($0 * 100))%" } ?? "")
  }
}
