import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Keeps the information panel at the picture that is shown, or selected in the overview; files are read on another thread.
struct InformationController {
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
  /// What the panel shows, or is to show; `nil` for no file.
  private var subject: Subject?
  /// True once the panel has shown anything.
  private var hasText = false
  /// What is being read, and since when, in seconds.
  private var reading: (subject: Subject, job: Job<String>, since: Double)?

  /// The time after which a file is no longer waited for where another one is to be read, in seconds. [C]
  private static let readingTime = 1.0

  /// True while the panel has a place in the window.
  var isShown: Bool { panel.size != .zero }

  /// Gives the keys that scroll the panel back to the window.
  func resignFocus() { panel.resignFocus() }

  /// Shows what has been read, and has the panel follow the picture that is shown, or selected in the overview.
  ///
  /// While the panel is hidden nothing is read.
  mutating func follow(_ context: PictureContext) {
    guard isShown, !context.content.isPlaceholder else { return }
    drain(context)
    let next = Self.subject(context)
    guard !hasText || next != subject else { return }
    (subject, hasText) = (next, true)
    guard let next else { return panel.show("This picture is not in a file.") }
    panel.showReading("file: \(next.name)\n\nReading…")
    read(context)
  }

  private static func subject(_ context: PictureContext) -> Subject? {
    let (content, album) = (context.content, context.album)
    guard let file = context.selectedFile ?? content.file else { return nil }
    let isUnnamed = album?.folders.origin.isUnnamed(file) == true
    return Subject(
      file: file, name: isUnnamed ? album?.label(file) ?? "" : file.description,
      status: file == content.file ? content.status : nil,
      page: file == content.file ? content.page.describedIndex : 0,
      display: context.maker.colors.name)
  }

  /// Shows what has been read.
  private mutating func drain(_ context: PictureContext) {
    guard let (read, job, _) = reading, let text = job.drain() else { return }
    reading = nil
    // A key that is held passes pictures faster than they are read.
    guard read == subject else { return self.read(context) }
    panel.showRead(text)
  }

  /// When what is being read is no longer waited for, in seconds; `nil` where nothing else is to be read.
  var deadline: Double? {
    guard let reading, reading.subject != subject else { return nil }
    return reading.since + Self.readingTime
  }

  /// Reads the file, one at a time, unless the last one takes long.
  mutating func read(_ context: PictureContext) {
    let (maker, now) = (context.maker, context.maker.time)
    guard deadline.map({ now >= $0 }) ?? (reading == nil), let subject else { return }
    let limits = maker.options.limits
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
