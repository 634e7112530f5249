import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The list of all commands over the picture.
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

  /// Makes the list of some commands, which is hidden.
  init(_ keys: ViewerKeys) { self.keys = keys }

  /// True while the list is shown.
  var isShown: Bool { list.isShown }

  /// Shows the list of what can be done on a page; returns a message where there is no room for it.
  mutating func show(
    _ availability: CommandAvailability, in room: Room, pasteboard: any Pasteboard
  ) -> String? {
    let items = keys.groups.flatMap { group in
      group.rows.filter { $0.command != .showCommands }.map { row in
        CommandItem(
          name: row.name, group: group.title, summary: row.summary, bindings: row.bindings,
          isEnabled: availability.allows(row.command))
      }
    }
    return list.show(items, in: room, pasteboard: pasteboard)
  }

  /// Removes the list; returns whether it was shown.
  @discardableResult
  mutating func hide() -> Bool { list.hide() }

  /// How the list looks; `nil` while it is hidden, as it is once there is no room for it.
  mutating func layer(in room: Room) -> OverlayLayer? { list.picture(in: room)?.layer }

  /// True while the list moves by itself.
  var needsAdvance: Bool { list.needsAdvance }

  func advance(to time: Double) { list.advance(to: time) }

  /// Handles input in points of the window; a click beside the list removes it.
  mutating func send(_ event: Event, at time: Double) -> Outcome {
    outcome(list.send(event), at: time)
  }

  /// Follows the pointer, in points of the window.
  func point(at location: Point?) { list.point(at: location) }

  /// Handles a key: those that type or edit narrow the list, and those that mean the same in every field remove it.
  mutating func handle(_ key: Input.Key) -> Outcome {
    let command = keys.table.command(for: key)
    return outcome(
      list.handle(
        key, toggles: command == .showCommands,
        isCommand: command != nil && key.isCommandInText),
      at: key.time)
  }

  /// Handles text that was typed or pasted; returns `false` if the list is hidden, or nothing was pasted.
  mutating func type(_ text: Input) -> Bool { list.type(text) }

  private func outcome(_ outcome: CommandList.Outcome, at time: Double) -> Outcome {
    switch outcome {
    case .unhandled: return .unhandled
    case .handled: return .handled
    case .chosen(let item):
      guard let row = keys.table.rows.first(where: { $0.name == item.name }) else {
        return .handled
      }
      // A command that no key gives comes from a key without a name.
      return .chosen(row.command, (row.bindings.first ?? KeyBinding("")).event(at: time))
    }
  }
}

/// What decides which commands have an effect.
struct CommandAvailability {
  private let context: PictureContext

  init(_ context: PictureContext) { self.context = context }

  private var content: OpenPicture { context.content }
  private var album: AlbumController? { context.album }

  /// Returns whether a command has an effect now.
  func allows(_ command: KeyCommand) -> Bool {
    if context.showsOverview {
      guard OverviewController.canHandle(command) else { return false }
      switch command {
      case .copy, .moveToTrash, .turn: return context.selectedCount > 0
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
    case .toggleOverview, .toggleStrip, .toggleLock, .paste, .open, .goTo, .search:
      return album != nil
    case .enclosingFolder: return (album?.place.count ?? 0) > 1
    case .lastFolder: return album?.visited.isEmpty == false
    case .sort, .reverseOrder: return (album?.album.count ?? 0) > 1
    case .toggleMark: return album?.album.position != nil
    case .unmarkAll: return album?.album.hasMarks == true
    case .compare:
      return context.selectedCount == 2
        || album?.album.pairToCompare(with: album?.album.position) != nil
    case .mark: return context.recording != .off
    case .escape:
      return isLoading || context.showsOverview || context.isFullscreen || context.selection != nil
        || context.isSlideshowOn || context.showsInformation
    case .copy(.picture): return context.selection != nil || content.file != nil && album != nil
    case .copy, .moveToTrash: return content.file != nil && album != nil
    case .save, .selectAll: return !content.isNotice
    case .turn: return album != nil && content.file != nil && !content.isNotice
    case .toggleTone:
      return album != nil && content.file != nil
        && content.picture.info.takesTone
    case .toggleCaption: return content.file != nil
    case .togglePixelGrid, .toggleMinimap, .toggleReading: return !content.isNotice
    case .copyReading: return !content.isNotice && context.isReading
    case .toggleFilter, .changeBackground, .changeTransparency, .toggleHUD, .toggleTouches,
      .saveTake,
      .toggleRecording, .showCommands, .run, .window:
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
