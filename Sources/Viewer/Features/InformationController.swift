import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Keeps the information panel at the picture that is shown, or selected in the overview; files are read on another thread.
struct InformationController {
  /// A file, and its state when it was opened: one that has changed is read again.
  struct Subject: Hashable {
    var file: FilePath
    var name: String
    /// The name of the file without its folder.
    var title: String
    /// True for a picture that is in no file that others could open.
    var isUnnamed: Bool
    var status: FileStatus?
    /// True for the picture that is shown, whose histogram is.
    var isShown = false
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
  private var histogram = HistogramCounter()
  /// What is being read, and since when, in seconds.
  private var reading: (subject: Subject, job: Job<Information>, since: Double)?

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
    guard isShown, !context.content.isPlaceholder else { return histogram.stop() }
    drain(context)
    followHistogram(context)
    let next = Self.subject(context)
    guard !hasText || next != subject else { return }
    (subject, hasText) = (next, true)
    guard let next else {
      return panel.show(
        context.showsOverview
          ? Information(title: "No picture", text: "No picture is selected.")
          : Information(
            title: "No file", hasHistogram: !context.content.isNotice,
            text: "This picture is not in a file."))
    }
    panel.showReading(
      Information(
        title: next.title, summary: "Reading…", hasHistogram: next.isShown,
        text: "file: \(next.name)\n\nReading…"))
    read(context)
  }

  /// Reads a file again, which has changed, or its sidecar has.
  mutating func forget(_ file: FilePath) { if subject?.file == file { hasText = false } }

  /// Notes that pixels of the picture that is shown have arrived.
  mutating func pixelsDidArrive() { histogram.pixelsDidArrive() }

  private mutating func followHistogram(_ context: PictureContext) {
    guard !context.content.isNotice else { return histogram.stop() }
    let maker = context.maker
    histogram.follow(context.content, at: maker.time, wake: maker.wake)
    if panel.histogram != histogram.chart { panel.histogram = histogram.chart }
  }

  private static func subject(_ context: PictureContext) -> Subject? {
    let (content, album) = (context.content, context.album)
    guard let file = context.selectedFile else { return nil }
    let isUnnamed = album?.folders.origin.isUnnamed(file) == true
    return Subject(
      file: file, name: isUnnamed ? album?.label(file) ?? "" : file.description,
      title: album?.label(file) ?? file.lastComponent.description.isolated, isUnnamed: isUnnamed,
      status: file == content.file ? content.status : nil,
      isShown: file == content.file && !content.isNotice,
      page: file == content.file ? content.page.describedIndex : 0,
      display: context.maker.colors.name)
  }

  /// Shows what has been read.
  private mutating func drain(_ context: PictureContext) {
    guard let (read, job, _) = reading, let information = job.drain() else { return }
    reading = nil
    // A key that is held passes pictures faster than they are read.
    guard read == subject else { return self.read(context) }
    panel.showRead(information)
  }

  /// When there is something to read or to count, in seconds; `nil` for no time.
  var deadline: Double? {
    guard isShown else { return nil }
    return [readingDeadline, histogram.deadline].compactMap(\.self).min()
  }

  /// When what is being read is no longer waited for, in seconds; `nil` where nothing else is to be read.
  private var readingDeadline: Double? {
    guard let reading, reading.subject != subject else { return nil }
    return reading.since + Self.readingTime
  }

  /// Reads and counts what is due.
  mutating func timeReached(_ context: PictureContext) {
    followHistogram(context)
    read(context)
  }

  /// Reads the file, one at a time, unless the last one takes long.
  private mutating func read(_ context: PictureContext) {
    let (maker, now) = (context.maker, context.maker.time)
    guard readingDeadline.map({ now >= $0 }) ?? (reading == nil), let subject else { return }
    let limits = maker.options.limits
    let job = Job(in: subject.file.folderAsNamed, wake: maker.wake) { _ in
      Self.information(of: subject, limits)
    }
    reading = (subject, job, now)
  }

  /// What is known of a file; its text is that of `info --all`, with the display's profile.
  static func information(of subject: Subject, _ limits: ImageLimits) -> Information {
    let source: any ImageSource
    do throws(ImagingError) {
      source = try ImageFile.open(subject.file, page: subject.page, limits: limits)
    } catch {
      return Information(
        title: subject.title, groups: [.init("", [.init("", error.message)])],
        text: "file: \(subject.name)\n\n\(error.message)")
    }
    let pages = PictureDescription.rows(
      of: PictureDescription.pages(of: subject.file, in: limits.sandbox))
    var metadata = PictureMetadata(of: subject.file, in: limits.sandbox)
    if metadata.scale?.applies(toPage: subject.page) == false { metadata.scale = nil }
    metadata.scale = source.info.scale ?? metadata.scale
    let rows =
      PictureDescription.rows(source)
      + PictureDescription.rows(of: metadata.scale, source.info) + pages
      + [PictureDescription.Row("display", subject.display)]
    let text = PictureDescription.lines(subject.name, rows, metadata).joined(separator: "\n")
    return Facts(
      subject: subject, info: source.info, rows: rows, pages: pages, metadata: metadata,
      status: FileStatus(of: subject.file),
      stars: subject.isUnnamed ? nil : PictureRating.read(of: subject.file) { metadata }
    ).information(text)
  }
}

/// What is known of a file, as people look for it: each fact once.
private struct Facts {
  let subject: InformationController.Subject
  let info: ImageInfo
  let rows: [PictureMetadata.Row]
  let pages: [PictureMetadata.Row]
  let metadata: PictureMetadata
  let status: FileStatus?
  let stars: Int?
  private var locale: LocaleText { .user }

  func information(_ text: String) -> Information {
    let groups = [
      Information.Group("File", file), Information.Group("Camera", camera),
      Information.Group("Place", place), Information.Group("Color", color),
      Information.Group("Description", metadata.texts.map(row)),
      Information.Group("Technical", technical, isFolded: true),
      Information.Group("All tags", tags, isFolded: true),
    ]
    return Information(
      title: subject.title, summary: summary, groups: groups.filter { !$0.rows.isEmpty },
      hasHistogram: subject.isShown,
      text: text)
  }

  /// Such as `12 MP · 3000 × 4000 · 0.8 MB`.
  private var summary: String {
    let size = info.size
    let millions = Double(size.area ?? .max) / 1e6
    let parts = [
      millions < 0.05
        ? nil : "\(locale.number(millions, decimals: millions < 9.95 ? 1 : 0)) MP",
      "\(locale.number(size.width)) × \(locale.number(size.height))",
      status.map { locale.bytes($0.size) },
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// The rows without names of files, pages or colors among their numbers.
  private static let numeric: Set = ["scale", "map", "print size", "exposure", "levels", "opening"]

  private func row(_ row: PictureMetadata.Row) -> Information.Row {
    let value = Self.numeric.contains(row.name) ? locale.numbers(in: row.value) : row.value
    return .init(row.name.prefix(1).uppercased() + row.name.dropFirst(), value)
  }

  private var file: [Information.Row] {
    var rows: [Information.Row] = []
    if !subject.isUnnamed, let path = subject.file.fromRoot {
      rows.append(.init("Folder", path.folder.description.isolated, link: .file(path)))
    }
    rows.append(.init("Type", info.format))
    if let status {
      // The summary has it rounded.
      rows.append(.init("Size", "\(locale.number(status.size)) bytes"))
      if !subject.isUnnamed {
        rows.append(.init("Modified", locale.date(status.modified / 1_000_000_000)))
      }
    }
    switch stars {
    case PictureRating.rejected?: rows.append(.init("Rating", "Rejected"))
    case let stars? where stars > 0:
      rows.append(.init("Rating", String(repeating: "★", count: stars)))
    default: break
    }
    return rows + scale.map(row) + pages.map(row)
  }

  /// How large its pixels are.
  private var scale: [PictureMetadata.Row] { PictureDescription.rows(of: metadata.scale, info) }

  private func value(_ name: String) -> String? {
    metadata.camera.first { $0.name == name }?.value
  }

  private var camera: [Information.Row] {
    var rows: [Information.Row] = []
    // Many models begin with the name of their maker.
    let (make, model) = (value("make"), value("model") ?? "")
    let maker = make.flatMap { make in
      let word = make.split(separator: " ").first.map(String.init) ?? make
      return model.lowercased().hasPrefix(word.lowercased()) ? nil : make
    }
    let name = [maker, model.isEmpty ? nil : model].compactMap(\.self).joined(separator: " ")
    if !name.isEmpty { rows.append(.init("Model", name)) }
    if let lens = value("lens") { rows.append(.init("Lens", lens)) }
    let exposure = [
      value("exposure"), value("aperture"), value("ISO").map { "ISO \($0)" },
      focalLength,
    ].compactMap(\.self).joined(separator: "  ")
    if !exposure.isEmpty { rows.append(.init("Exposure", locale.numbers(in: exposure))) }
    if let steps = value("exposure compensation") {
      rows.append(.init("Compensation", locale.numbers(in: NumberText.withMinus(steps))))
    }
    if let flash = value("flash") { rows.append(row(.init("flash", flash))) }
    for (name, label) in [("time", "Taken"), ("changed", "Changed")] {
      guard let time = value(name) else { continue }
      rows.append(.init(label, locale.date(ofCamera: time) ?? time))
      break
    }
    return rows
  }

  /// Such as `35 mm`, or `50 mm (35 mm equivalent: 75 mm)`.
  private var focalLength: String? {
    let own = value("focal length")
    guard let equivalent = value("35 mm equivalent"), equivalent != own else { return own }
    let text = "35 mm equivalent: \(equivalent)"
    return own.map { "\($0) (\(text))" } ?? text
  }

  private var place: [Information.Row] {
    guard let position = value("position") else { return [] }
    let parts = position.split(separator: ", ")
    guard parts.count >= 2 else { return [] }
    var rows = [
      Information.Row(
        "Coordinates", locale.numbers(in: "\(parts[0]), \(parts[1])"),
        link: .address("geo:\(parts[0]),\(parts[1])"))
    ]
    if parts.count > 2 {
      rows.append(.init("Altitude", locale.numbers(in: NumberText.withMinus(String(parts[2])))))
    }
    return rows
  }

  private var color: [Information.Row] {
    var rows = [Information.Row("Space", info.color)]
    let profile = metadata.profile.first { $0.name == "description" }?.value
    let source = info.colorSource.isEmpty ? nil : info.colorSource
    if let profile = profile ?? source { rows.append(.init("Profile", profile)) }
    rows += self.rows.filter { $0.name == "depth" }.map(row)
    // What is brighter than its samples must be told from a good exposure.
    if let tone = info.tone {
      let (black, white) = ToneText.ends(tone, in: info)
      let text = "Stretched: black is \(black), white is \(white)"
      rows.append(.init("Tone", locale.numbers(in: text)))
    }
    return rows
  }

  private var technical: [Information.Row] {
    let known: Set = ["format", "size", "depth", "color", "colors by", "tone"]
    let names = Set((pages + scale).map(\.name))
    return rows.filter { !known.contains($0.name) && !names.contains($0.name) }.map(row)
      + metadata.profile.filter { $0.name != "description" }.map {
        .init("Profile \($0.name)", $0.value)
      }
  }

  /// A group's name stands at the first of its tags.
  private var tags: [Information.Row] {
    var last: String?
    return metadata.tags.map { tag in
      defer { last = tag.group }
      return .init(tag.group == last ? "" : tag.group, "\(tag.name): \(tag.value)")
    }
  }
}
