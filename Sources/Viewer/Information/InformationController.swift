import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Keeps the information panel at the picture that is shown, or selected in the overview; files are read on another thread.
final class InformationController {
  /// A file, and its state when it was opened: one that has changed is read again.
  struct Subject: Hashable {
    var file: FilePath
    var name: String
    var status: FileStatus?
    /// The page, from 0.
    var page = 0
    /// The name of the display's profile.
    var display = ""
  }

  let panel = InformationPanel()
  private let maker: PictureMaker
  private let album: AlbumController?
  /// What the panel shows, or is to show; `nil` for no file.
  private var subject: Subject?
  /// True once the panel has shown anything.
  private var hasText = false
  /// What is being read, and since when, in seconds.
  private var reading: (subject: Subject, job: Job<String>, since: Double)?

  /// The time after which a file is no longer waited for where another one is to be read, in seconds. [C]
  private static let readingTime = 1.0

  init(_ maker: PictureMaker, _ album: AlbumController?) {
    (self.maker, self.album) = (maker, album)
    panel.animates = maker.animates
  }

  /// True while the panel has a place in the window.
  var isShown: Bool { panel.size != .zero }

  /// Gives the keys that scroll the panel back to the window.
  func resignFocus() { panel.resignFocus() }

  /// Shows what has been read, and has the panel follow the picture that is shown, or selected in the overview.
  ///
  /// While the panel is hidden nothing is read.
  func follow(_ content: OpenPicture, _ overview: OverviewController?) {
    guard isShown, !content.isPlaceholder else { return }
    drain()
    let next = subject(content, overview)
    guard !hasText || next != subject else { return }
    (subject, hasText) = (next, true)
    guard let next else { return panel.show("This picture is not in a file.") }
    panel.showReading("file: \(next.name)\n\nReading…")
    read()
  }

  private func subject(_ content: OpenPicture, _ overview: OverviewController?) -> Subject? {
    let selected = overview?.selection.flatMap { album?.path(at: $0) }
    guard let file = selected ?? content.file else { return nil }
    let isUnnamed = album?.folders.origin.isUnnamed(file) == true
    return Subject(
      file: file, name: isUnnamed ? album?.label(file) ?? "" : file.description,
      status: file == content.file ? content.status : nil,
      page: file == content.file ? content.page.describedIndex : 0, display: maker.colors.name)
  }

  /// Shows what has been read.
  private func drain() {
    guard let (read, job, _) = reading, let text = job.drain() else { return }
    reading = nil
    // A key that is held passes pictures faster than they are read.
    guard read == subject else { return self.read() }
    panel.showRead(text)
  }

  /// When what is being read is no longer waited for, in seconds; `nil` where nothing else is to be read.
  var deadline: Double? {
    guard let reading, reading.subject != subject else { return nil }
    return reading.since + Self.readingTime
  }

  /// Reads the file, one at a time, unless the last one takes long.
  func read() {
    let now = maker.time
    guard deadline.map({ now >= $0 }) ?? (reading == nil), let subject else { return }
    let limits = maker.options.limits
    reading?.job.cancel()
    let job = Job(in: subject.file.folderAsNamed, wake: maker.wake) { _ in
      Self.text(of: subject, limits)
    }
    reading = (subject, job, now)
  }

  /// The same text as that of `info --all`, with the display's profile; or why there is none.
  static func text(of subject: Subject, _ limits: ImageLimits) -> String {
    let source: any ImageSource
    do throws(ImagingError) {
      source = try ImageFile.open(subject.file, page: subject.page, limits: limits)
    } catch {
      return "file: \(subject.name)\n\n\(error.message)"
    }
    let pages = PictureDescription.pages(of: subject.file, in: limits.sandbox)
    let rows =
      PictureDescription.rows(source) + PictureDescription.rows(of: pages)
    return PictureDescription.lines(
      subject.name, rows + [PictureDescription.Row("display", subject.display)],
      PictureMetadata(of: subject.file, in: limits.sandbox)
    ).joined(separator: "\n")
  }
}
