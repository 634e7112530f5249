import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// The page that a window without pictures begins with: what can be opened, and what was opened before.
struct StartPage {
  /// The file of what was opened before; `nil` where none of it is kept.
  private let path: FilePath?
  private(set) var known = RecentFiles()
  private let surfaces = ThumbnailSurfaces()
  private let loader: ThumbnailLoader
  private let maker: PictureMaker
  private var jobs = Jobs<Reading?>()
  /// The first pictures of folders, as far as they were found.
  private var fronts: [FilePath: FilePath] = [:]
  private var lookedUp: Set<FilePath> = []
  private var frontJobs = Jobs<(folder: FilePath, picture: FilePath?)>()
  /// How it looked when it was drawn last.
  private var drawn: Look?

  /// What was opened before, as another thread has found it.
  private struct Reading: Sendable {
    /// What was known when it began.
    let before: RecentFiles
    /// What there still is.
    var found: RecentFiles
  }

  private struct Look: Hashable {
    var notice: Frame.Notice
    var version: Int
    var viewport: PixelSize
    var scale: Double
    var surroundings: Overview.Surroundings
  }

  /// - Parameters:
  ///   - path: The file of what was opened before; `nil` where none of it is kept.
  ///   - maker: Makes the pictures of the window.
  init(remembering path: FilePath?, _ maker: PictureMaker) {
    (self.path, self.maker) = (path, maker)
    loader = ThumbnailLoader(
      cache: .standard(program: "overscroll-\(Machine.version)"), limits: maker.options.limits,
      didLoad: maker.wake)
  }
}

// MARK: - What was opened before

extension StartPage {
  /// Reads what was opened before, and finds out what is gone.
  mutating func read() {
    guard let path else { return }
    // Other pictures may be the first by now.
    lookedUp = []
    jobs.add(
      Job(wake: maker.wake) { [before = known] _ in
        var found = RecentFiles(at: path)
        for entry in before.entries.reversed() { found.add(entry) }
        // What is gone is not shown, but comes back with a disk that is.
        for entry in found.entries where FileStatus(of: entry.path) == nil {
          found.remove(entry.path)
        }
        return Reading(before: before, found: found)
      })
  }

  /// Remembers a picture or a folder that was opened.
  mutating func add(_ entry: RecentFiles.Entry) {
    guard path != nil else { return }
    known.add(entry)
    change { $0.add(entry) }
  }

  /// Follows files to other paths.
  mutating func follow(_ paths: [FilePath: FilePath]) {
    known.follow(paths)
    change { $0.follow(paths) }
  }

  /// Forgets a picture or a folder; `nil` for all.
  mutating func forget(_ file: FilePath?) {
    known.remove(file)
    change { $0.remove(file) }
  }

  private mutating func change(_ change: @escaping @Sendable (inout RecentFiles) -> Void) {
    guard let path else { return }
    jobs.add(
      Job(wake: maker.wake) { _ in
        RecentFiles.update(path, change)
        return nil
      })
  }

  /// Collects what other threads have read.
  mutating func drain() {
    for case let reading? in jobs.drainAll() {
      var found = reading.found
      let (before, now) = (reading.before.entries, known.entries)
      // What was opened meanwhile is the latest, and what was forgotten stays so.
      for entry in before where !now.contains(entry) { found.remove(entry.path) }
      for entry in now.reversed() where found.entries.contains(entry) || !before.contains(entry) {
        found.add(entry)
      }
      known = found
      loadThumbnails()
    }
    let found = frontJobs.drainAll()
    for (folder, picture) in found { fronts[folder] = picture }
    if !found.isEmpty { loadThumbnails() }
    loader.drain(into: surfaces, maker: maker.surfaces)
  }

  /// Loads the thumbnails that are missing, once it is known which picture is a folder's first.
  mutating func loadThumbnails() {
    // One job a folder: one whose file system doesn't answer holds up no other.
    for entry in known.entries where entry.isFolder && lookedUp.insert(entry.path).inserted {
      let folder = entry.path
      frontJobs.add(
        Job(niceness: 5, in: folder, wake: maker.wake) { _ in
          (folder, FolderListing.pictures(in: folder, atMost: 1).first)
        })
    }
    let side = PixelRect.rounded(160 * maker.room.scale)
    loader.load(
      known.entries.compactMap(picture).filter { surfaces.lacks($0, side: side) }
        .map { ThumbnailRequest(path: $0, side: side) })
  }

  /// The picture that stands for what was opened; `nil` for a folder in which none is known.
  private func picture(of entry: RecentFiles.Entry) -> FilePath? {
    entry.isFolder ? fronts[entry.path] : entry.path
  }

  /// Loads nothing while it is not shown.
  func pause() { loader.load([]) }
}

// MARK: - What it says

extension StartPage {
  /// What it says, and what a click gives.
  func page(_ keys: ViewerKeys) -> (notice: Frame.Notice, actions: NoticeController.Actions) {
    var notice = Frame.Notice(title: "Drop pictures here")
    notice.hasIcon = true
    notice.buttons = ["Open…", "Open Folder…"]
    notice.recent = known.entries.map {
      Frame.Notice.Recent(
        picture(of: $0), name: $0.path.lastComponent.description.isolated, isFolder: $0.isFolder)
    }
    let key = keys.label(of: .showCommands)
    let list = key.isEmpty ? "All commands" : "\(key) lists all commands"
    notice.links = [["Coordinate grid", "Test scenes", "Replay a take…"], [list]]
    var actions: NoticeController.Actions = [
      .button(0): .open(.files), .button(1): .open(.folders),
      .link(0): .start(.grid), .link(1): .start(.scenes), .link(2): .start(.replay),
      .link(3): .showCommands,
    ]
    for (index, entry) in known.entries.enumerated() {
      actions[.recent(index)] = .start(.recent(entry.path))
    }
    return (notice, actions)
  }

  private func look(_ notice: Frame.Notice, _ surroundings: Overview.Surroundings) -> Look {
    Look(
      notice: notice, version: surfaces.version, viewport: maker.room.pixels,
      scale: maker.room.scale, surroundings: surroundings)
  }

  /// Returns whether it looks different from when it was last drawn.
  func needsDisplay(_ notice: Frame.Notice, _ surroundings: Overview.Surroundings) -> Bool {
    drawn != look(notice, surroundings)
  }

  /// Draws it at the origin of a canvas whose unit is a point.
  mutating func draw(
    _ notice: Frame.Notice, _ surroundings: Overview.Surroundings, on canvas: Canvas
  ) {
    drawn = look(notice, surroundings)
    let (viewport, scale) = (maker.room.pixels, maker.room.scale)
    let background = surroundings.backdrop.background
    canvas.contrast = surroundings.contrast
    canvas.saved {
      // The page lies on whole pixels.
      canvas.concatenate(AffineTransform(scaleX: 1 / scale, y: 1 / scale))
      canvas.fill([PixelRect(viewport)], with: background.color)
      let layout = NoticeLayout(notice, in: viewport, scale: scale, measuredBy: canvas)
      canvas.draw(
        notice, layout, in: background.noticeColor, scale: scale, thumbnails: surfaces,
        over: surroundings.backdrop)
      surroundings.drawOverlays(in: viewport, scale: scale, on: canvas)
    }
  }
}
