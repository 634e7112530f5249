import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The list of all commands over the picture, and the menus of some.
struct CommandController {
  /// What input has led to.
  enum Outcome {
    /// The key belongs to a command.
    case unhandled
    case handled
    /// The list is closed, and the command is carried out as if its key had been pressed.
    case chosen(KeyCommand, Input.Key)
  }

  /// The commands and their keys.
  let keys: ViewerKeys
  private var list = CommandList()
  private var menu = Menu<KeyCommand>()
  /// Where a click has chosen the last command; `nil` where a key has.
  private(set) var clickPlace: Point?
  /// The commands of the list that no key gives, by their names.
  private var programs: [String: KeyCommand] = [:]

  /// Makes the list of some commands, which is hidden.
  init(_ keys: ViewerKeys) { self.keys = keys }

  /// True while the list or a menu is shown.
  var isShown: Bool { list.isShown || menu.isShown }

  /// Shows the list of what can be done on a page; returns a message where there is no room for it.
  mutating func show(
    _ availability: CommandAvailability, in room: Room, pasteboard: any Pasteboard
  ) -> String? {
    let marked = availability.markedCount
    programs = [:]
    let items = keys.groups.flatMap { group in
      group.rows.filter { $0.command != .showCommands }.map { row in
        CommandItem(
          name: row.name, group: group.title, summary: row.summary, bindings: row.bindings,
          words: row.words,
          isEnabled: availability.allows(row.command))
      } + (marked > 1 ? programItems(group.rows, count: marked) : [])
    }
    menu.hide()
    return list.show(items, in: room, pasteboard: pasteboard)
  }

  /// The programs that take one file, for each of the marked pictures.
  private mutating func programItems(
    _ rows: [ViewerKeys.Row], count: Int
  ) -> [CommandItem] {
    rows.compactMap { row in
      guard case .run(let program) = row.command, program.takesOneFile else { return nil }
      let name = "\(row.name) (marked)"
      programs[name] = .runForMarked(program)
      let summary = "\(row.summary.dropLast()) for each of the \(count) marked pictures."
      return CommandItem(
        name: name, group: ViewerKeys.programs, summary: summary, bindings: [], words: row.words,
        isEnabled: true)
    }
  }

  /// Shows a menu.
  mutating func show(
    _ items: [MenuItem<KeyCommand>], at anchor: Menu<KeyCommand>.Anchor, in room: Room,
    isHeld: Bool = false
  ) {
    list.hide()
    menu.show(items, at: anchor, in: room.size, isHeld: isHeld)
  }

  /// Removes the list and the menu; returns whether one was shown.
  @discardableResult
  mutating func hide() -> Bool {
    let hasMenu = menu.hide()
    return list.hide() || hasMenu
  }

  /// How the list or the menu looks; `nil` while both are hidden, as they are once there is no room for them.
  mutating func layer(in room: Room) -> OverlayLayer? {
    menu.resize(to: room.size)
    return menu.picture?.layer ?? list.picture(in: room)?.layer
  }

  /// True while the list moves by itself.
  var needsAdvance: Bool { list.needsAdvance }

  func advance(to time: Double) { list.advance(to: time) }

  /// Handles input in points of the window; a click beside the list removes it.
  mutating func send(_ event: Event, at time: Double) -> Outcome {
    if case .touch(let touch) = event { clickPlace = touch.location }
    return menu.isShown ? outcome(menu.send(event), at: time) : outcome(list.send(event), at: time)
  }

  /// Handles the release of the button that has opened a menu.
  mutating func release(at location: Point, time: Double) -> Outcome {
    clickPlace = location
    return outcome(menu.release(at: location), at: time)
  }

  /// Follows the pointer, in points of the window.
  mutating func point(at location: Point?) {
    menu.point(at: location)
    list.point(at: location)
  }

  /// Handles a key: those that type or edit narrow the list, and those that mean the same in every field remove it.
  mutating func handle(_ key: Input.Key) -> Outcome {
    clickPlace = nil
    let command = keys.table.command(for: key)
    if menu.isShown {
      return outcome(
        menu.handle(
          key, toggles: command == .showMenu && key.action == .pressed,
          isCommand: command != nil && key.isCommandInText),
        at: key.time)
    }
    return outcome(
      list.handle(
        key, toggles: command == .showCommands,
        isCommand: command != nil && key.isCommandInText),
      at: key.time)
  }

  /// Handles text that was typed or pasted; `unhandled` where nothing is shown, or nothing was pasted.
  mutating func type(_ text: Input, at time: Double) -> Outcome {
    menu.isShown
      ? outcome(menu.type(text), at: time) : list.type(text) ? .handled : .unhandled
  }

  private func outcome(_ outcome: Menu<KeyCommand>.Outcome, at time: Double) -> Outcome {
    switch outcome {
    case .unhandled: .unhandled
    case .handled: .handled
    case .chosen(let command): .chosen(command, key(of: command, at: time))
    }
  }

  /// The key that gives a command; that of a command that no key gives has no name.
  private func key(of command: KeyCommand, at time: Double) -> Input.Key {
    let row = keys.table.rows.first { $0.command == command }
    return (row?.bindings.first ?? KeyBinding("")).event(at: time)
  }

  private func outcome(_ outcome: CommandList.Outcome, at time: Double) -> Outcome {
    switch outcome {
    case .unhandled: return .unhandled
    case .handled: return .handled
    case .chosen(let item):
      if let command = programs[item.name] {
        return .chosen(command, key(of: command, at: time))
      }
      guard let row = keys.table.rows.first(where: { $0.name == item.name }) else {
        return .handled
      }
      return .chosen(row.command, key(of: row.command, at: time))
    }
  }
}

// MARK: - Menus

extension CommandController {
  /// The menu of what can be done with the picture that is shown, or selected in the overview.
  func pictureMenu(_ availability: CommandAvailability) -> [MenuItem<KeyCommand>] {
    func item(
      _ command: KeyCommand, _ title: String, keyOf other: KeyCommand? = nil
    ) -> MenuItem<KeyCommand> {
      self.item(command, title, availability, keyOf: other)
    }
    return [
      item(.open(.files), "Open…"), item(.copy(.picture), "Copy"), item(.save, "Save as…"),
      .separator,
      item(.turn(.turnedLeft), "Rotate left"), item(.turn(.turnedRight), "Rotate right"),
      .further(
        title: "Flip",
        [
          item(.turn(.flippedHorizontally), "Horizontally"),
          item(.turn(.flippedVertically), "Vertically"),
        ]),
      .further(title: "Sort by", sortMenu(availability)), .separator,
      item(.showInFolder, "Show in folder"), item(.openWith, "Open with…"),
      item(.rename, "Rename…"),
      .further(
        title: "To folder",
        [item(.chooseFolder(.move), "Move…"), item(.chooseFolder(.copy), "Copy…")]),
      .further(
        title: "Stars",
        (1...5).reversed().map { item(.rate($0), String(repeating: "★", count: $0)) }
          + [item(.rate(0), "None")]),
      item(.keepRotation, "Keep rotation"),
      item(.trashChosen, "Move to trash", keyOf: .moveToTrash), item(.undo, "Undo"), .separator,
      self.item(
        .toggleSlideshow, "Slideshow", availability, isOn: availability.isSlideshowOn),
      item(.window(.togglePanel(.information)), "Information"),
      item(.window(.toggleFullscreen), "Full screen"), item(.showCommands, "All commands"),
    ]
  }

  /// The programs that can open a file, below a title: the usual one, and others.
  func programMenu(_ programs: [DesktopProgram]) -> [MenuItem<KeyCommand>] {
    let usual = programs.filter(\.isDefault)
    let groups = [usual, programs.filter { !$0.isDefault }].filter { !$0.isEmpty }
    let title = [MenuItem.choice(KeyCommand.openWith, title: "Open with", isEnabled: false)]
    return Array(
      ([title]
        + groups.map { group in
          group.map { MenuItem.choice(.openIn($0), title: $0.name) }
        }).joined(separator: [.separator]))
  }

  /// What pictures are sorted by.
  func sortMenu(_ availability: CommandAvailability) -> [MenuItem<KeyCommand>] {
    let order = availability.order
    let sorts = AlbumOrder.all.map { sort in
      let label = AlbumOrder(sort: sort, isReversed: false).label
      return item(.sort(sort), label, availability, isOn: order?.label == label)
    }
    return sorts + [
      .separator,
      item(.reverseOrder, "Reversed", availability, isOn: order?.isReversed == true),
      item(.toggleDays, "Group by day", availability, isOn: availability.groupsByDay),
    ]
  }

  /// A line of a menu, with the key of its command.
  func item(
    _ command: KeyCommand, _ title: String, _ availability: CommandAvailability,
    isOn: Bool = false, keyOf other: KeyCommand? = nil
  ) -> MenuItem<KeyCommand> {
    .choice(
      command, title: title, key: keys.label(of: other ?? command),
      isEnabled: availability.allows(command), isOn: isOn)
  }

  /// The scales that a picture is most often shown at.
  func scaleMenu(_ availability: CommandAvailability, scale: Double) -> [MenuItem<KeyCommand>] {
    let scales = [0.5, 1, 2].map { value in
      item(
        .move(.zoom(.to(value))), ZoomReading.text(value), availability,
        isOn: abs(scale - value) < 1e-9)
    }
    return [
      item(.move(.zoom(.fit)), "Fit", availability),
      item(.move(.zoom(.fitWidth)), "Fit width", availability), .separator,
    ] + scales
  }
}

/// What decides which commands have an effect.
struct CommandAvailability {
  private let context: PictureContext

  init(_ context: PictureContext) { self.context = context }

  private var content: OpenPicture { context.content }
  private var album: AlbumController? { context.album }

  /// The number of marked pictures that other programs can open.
  var markedCount: Int { album?.namedMarkedPaths.count ?? 0 }

  /// True if the overview groups pictures by day.
  var groupsByDay: Bool { context.groupsByDay }

  var isSlideshowOn: Bool { context.isSlideshowOn }

  /// The order of the pictures.
  var order: AlbumOrder? { album?.order }

  /// Returns whether a command has an effect now.
  func allows(_ command: KeyCommand) -> Bool {
    if context.showsOverview {
      guard OverviewController.canHandle(command) else { return false }
      switch command {
      case .copy, .moveToTrash, .trashChosen, .turn, .chooseFolder, .rate:
        // One that is no file is a folder.
        guard context.selectedCount > 1 || context.selectedFile != nil else { return false }
      case .rename, .showInFolder, .openWith:
        guard context.selectedFile != nil else { return false }
      case .selectAll: return album?.album.isEmpty == false
      default: break
      }
    }
    switch command {
    case .move(let motion): return context.showsOverview || allows(motion)
    case .go(let step): return allows(step)
    case .turnPage(let forward):
      return album != nil && content.page.hasNeighbor(forward: forward)
    case .togglePlayback: return AnimationController.canPlay(content)
    case .toggleSlideshow: return allows(.next)
    case .reload: return content.file != nil
    case .toggleOverview, .toggleStrip, .search: return album != nil && !content.isStart
    case .toggleLock, .paste, .open, .goTo: return album != nil
    case .toggleDays: return album != nil && !content.isStart
    case .enclosingFolder: return (album?.place.count ?? 0) > 1
    case .lastFolder: return album?.visited.isEmpty == false
    case .sort, .reverseOrder: return (album?.album.count ?? 0) > 1
    case .toggleMark: return album?.album.position != nil
    case .unmarkAll: return album?.album.hasMarks == true || context.offersMarks
    case .selectMarked: return album?.album.marked.isEmpty == false
    case .markAgain: return context.offersMarks
    case .compare:
      return CompareSettings.counts.contains(context.selectedCount)
        || album?.album.picturesToCompare(with: album?.album.position) != nil
    case .mark: return context.recording != .off
    case .escape:
      return isLoading || context.showsOverview || context.isFullscreen || context.selection != nil
        || context.isSlideshowOn || context.showsInformation || context.canReturnToStart
    case .copy(.picture): return context.selection != nil || content.file != nil && album != nil
    case .copy, .moveToTrash, .trashChosen, .rename, .showInFolder, .openWith, .chooseFolder,
      .rate:
      return content.file != nil && album != nil
    // What can be kept is known of the picture that is shown alone.
    case .keepRotation
    where context.showsOverview
      && (context.selectedCount > 1 || context.selectedFile != content.file):
      return context.selectedCount > 1
        || context.selectedFile.map { context.maker.turn(of: $0) != .upright } == true
    case .keepRotation:
      return album?.hasRotationToKeep(of: content) == true
    case .undo: return album != nil && context.canUndo
    case .save, .selectAll: return !content.isNotice
    case .turn: return album != nil && content.file != nil && !content.isNotice
    case .toggleTone:
      return album != nil && content.file != nil
        && content.picture.info.takesTone
    case .toggleCaption: return content.file != nil
    case .togglePixelGrid, .toggleClipping, .toggleScaleBar, .toggleRuler, .toggleMinimap,
      .toggleReading:
      return !content.isNotice
    case .copyReading: return !content.isNotice && context.isReading
    case .toggleFilter, .changeBackground, .changeTransparency, .toggleHUD, .toggleTouches,
      .saveTake,
      .toggleRecording, .showCommands, .showMenu, .start, .toggleControls, .run, .runForMarked,
      .openIn, .window:
      return true
    }
  }

  private var isLoading: Bool {
    if case .loading = content.picture.state { return true }
    return album?.isOpening == true
  }

  /// At the ends of an album, a second press wraps around.
  private func allows(_ step: Album.Step) -> Bool {
    guard let album else { return false }
    switch step {
    case .next, .previous: return album.album.count > 1 || album.isListing
    case .first, .last, .to: return album.album.target(of: step) != nil
    }
  }

  private func allows(_ motion: MotionCommand) -> Bool {
    guard !content.isNotice else { return false }
    let scrollView = content.view.scrollView
    let (low, high) = (scrollView.minimumContentOffset, scrollView.maximumContentOffset)
    let tolerance = 1e-6
    switch motion {
    case .pan("Left", _): return scrollView.contentOffset.x > low.x + tolerance
    case .pan("Right", _): return scrollView.contentOffset.x < high.x - tolerance
    case .pan("Up", _), .scrollToTop: return scrollView.contentOffset.y > low.y + tolerance
    case .pan: return scrollView.contentOffset.y < high.y - tolerance
    case .zoomStep(enlarges: true): return scrollView.zoomScale < scrollView.maximumZoomScale
    case .zoomStep: return scrollView.zoomScale > scrollView.minimumZoomScale
    case .zoom: return true
    }
  }
}
