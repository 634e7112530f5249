import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import ScrollGeometry

extension AlbumController {
  /// A folder on the path to the pictures.
  struct Folder: Hashable {
    let path: FilePath
    let name: String
  }

  /// The folders from the root to the album's own; empty where it has none.
  var place: [Folder] {
    guard let path = folder.flatMap(\.orDot.fromRoot) else { return [] }
    let folders = path.ancestors + [path]
    return [Folder(path: FilePath("/"), name: "/")]
      + folders.filter { !$0.lastComponent.bytes.isEmpty }
      .map { Folder(path: $0, name: $0.lastComponent.description.isolated) }
  }

  /// The name of a file in one line.
  func label(_ file: FilePath) -> String { folders.origin.label(file) }

  /// Returns the path of a picture; `nil` where no picture has that number.
  func path(at index: Int) -> FilePath? {
    album.entries.indices.contains(index) ? album.path(of: album.entries[index]) : nil
  }

  /// The names of the pictures, in their order.
  var names: [String] { album.entries.map { folders.origin.name(album.path(of: $0)) } }

  /// The folder beside which a picture is saved: its own or, for one that is not stored in a file, the working folder.
  func folder(of picture: OpenPicture) -> FilePath? {
    guard let file = picture.file, folders.origin.isUnnamed(file) else { return picture.folder }
    return FilePath("picture").fromRoot?.folder
  }

  /// Returns the title of the window; `nil` if no file is shown.
  func title(of shown: OpenPicture) -> String? {
    guard let file = shown.file, !shown.isAboutFolder else {
      return shown.problem == nil
        ? nil
        : folders.origin.folder.map { $0.lastComponent.description.isolated + " – Overscroll" }
    }
    let size = shown.isNotice ? "" : " (\(shown.picture.info.size))"
    let state = isDeleted && shown.status != nil ? " (deleted)" : ""
    return title(of: file, size + state, page: shown.page.text, at: album.index(of: file))
      + " – Overscroll"
  }

  /// Returns the title of the window while a picture is selected in the overview; `nil` if there is none.
  func title(selecting index: Int) -> String? {
    path(at: index).map { title(of: $0, at: index) + " – Overscroll" }
  }

  /// The name and the number of the picture that is shown; `nil` if no file is.
  func caption(of shown: OpenPicture) -> String? {
    shown.file.map { title(of: $0, page: shown.page.text, at: album.index(of: $0)) }
  }

  private func title(
    of file: FilePath, _ properties: String = "", page: String? = nil, at index: Int?
  ) -> String {
    let name = label(file) + properties + (page.map { " – \($0)" } ?? "")
    return Self.title(name, at: index, of: album.count)
  }

  /// Returns the name of a picture with its number among several.
  static func title(_ name: String, at index: Int?, of count: Int) -> String {
    guard let index, count > 1 else { return name }
    return name + " – \(index + 1) of \(count)"
  }

  /// What a picture says that is stretched without having been asked for, lacks channels that were, or planes that its file should have;
  /// `nil` for others.
  func openingText(of shown: OpenPicture) -> String? {
    let (count, missing) = (shown.picture.info.planeCount, shown.picture.info.missingPlanes)
    let planes =
      missing > 0 ? "The file ends early: it has \(count) of its \(count + missing) planes." : nil
    let texts = [planes, toneNotice(of: shown)].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  private func toneNotice(of shown: OpenPicture) -> String? {
    let count = shown.picture.info.channels.count
    let wanted = maker.tone(of: shown)
    if case .mix(let mix) = wanted, count > 0, !mix.isComplete(amongChannels: count) {
      return "This picture has \(count) channel\(count == 1 ? "" : "s"), and is shown as it is, "
        + "not by \(mix.name)."
    }
    guard wanted == .asNeeded, let tone = shown.picture.info.tone else { return nil }
    let (black, white) = ToneText.ends(tone, in: shown.picture.info)
    return "Stretched: black is \(black), white is \(white). Press w to show it as stored."
  }

  /// Which ranges a tone gives to the channels that are shown.
  static func rangeText(_ tone: Tone) -> String {
    switch tone {
    case .range(let range):
      let (black, white) = ToneText.rounded(range)
      return "In each channel black is \(black), full color is \(white)."
    case .none: return "Each channel has the range of its type."
    case .auto, .asNeeded, .exposure, .mix:
      return "Each channel has the range that its samples show best."
    }
  }

  /// Which samples of a picture are black and white, or how much lighter it is shown.
  static func toneText(of shown: OpenPicture) -> String? {
    if shown.picture.info.mix != nil { return nil }
    if let stops = shown.picture.info.exposure {
      return "Exposure \(stops > 0 ? "+" : stops < 0 ? "−" : "")\(Int(abs(stops)))."
    }
    guard let tone = shown.picture.info.tone else {
      return "The tone is that of the file."
    }
    let (black, white) = ToneText.ends(tone, in: shown.picture.info)
    return "Black is \(black), white is \(white)."
  }
}

// MARK: - Messages

extension AlbumController {
  /// The name and the progress of the picture that is being opened, once that takes noticeably long.
  func loadingLabel(at now: Double) -> String? {
    guard let (file, part) = opening.progress(at: now) else { return nil }
    return label(file) + " …" + (part.map { " \(PixelRect.rounded($0 * 100))%" } ?? "")
  }

  /// A message about the position in the album as it is.
  func sayHere(_ message: String) -> PictureEffect {
    .say(message, while: .isAt(album.position, of: album.count))
  }

  /// Returns whether a message is still right.
  func holds(_ condition: PictureEffect.Condition) -> Bool {
    switch condition {
    case .always, .here: true
    case .isAt(let position, let count): album.position == position && album.count == count
    case .shows(let file): shownFile == file
    case .isRefused(let file): shownFile == file && folders.follower.isRefused
    case .isTurned(let file):
      shownFile == file && file.map { maker.turn(of: $0) != .upright } == true
    }
  }
}
