import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import OverscrollStage

/// Carries out the commands of a page over its picture.
// A class: optimizing, Swift 6.3 takes the page of a structure for deallocated after the call, and warns of weak references to it.
final class CommandPerformer {
  private let page: PicturePage

  init(page: PicturePage) {
    self.page = page
  }

  /// Carries out a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - key: The key that gives it.
  /// - Returns: What is left for the window.
  func perform(_ command: KeyCommand, _ key: OverscrollDesktop.Event.Key) -> KeyResult {
    switch command {
    case .window(let command): return .window(command)
    case .showCommands: page.toggleCommands()
    case .escape: return escape()
    case .move(let motion): perform(motion, key)
    case .toggleFilter: page.frames.filter = page.frames.filter == .nearest ? .linear : .nearest
    case .changeBackground:
      page.frames.backdrop.background = page.frames.backdrop.background.next
      backdropDidChange()
    case .changeTransparency:
      page.frames.backdrop.transparency = page.frames.backdrop.transparency.next
      backdropDidChange()
    case .toggleCaption: page.frames.caption.isPinned.toggle()
    case .toggleHUD: page.frames.showsHUD.toggle()
    case .toggleTouches: page.recorderPanels.marksTouches.toggle()
    case .saveTake: page.takes.saveLatest()
    case .toggleRecording: page.takes.toggleRecording()
    case .mark: page.takes.mark(at: key.time)
    case .go(let step): page.go(step, isRepeat: key.action == .repeated)
    case .reload: if let album = page.album { page.update(album.reload(page.content)) }
    case .turn(let turn): if let album = page.album { page.update(album.turn(turn, page.content)) }
    case .copy(let part): copy(part)
    case .moveToTrash: moveToTrash(at: key.time)
    case .toggleLock: if let album = page.album { page.update(album.toggleLock()) }
    case .paste: page.setup.window.requestFiles()
    case .toggleOverview: page.showOverview()
    case .open(let purpose): page.chooseFiles(purpose)
    case .goTo: page.showField(.goTo)
    case .toggleStrip: page.toggleStrip()
    case .toggleMark: toggleMark()
    case .unmarkAll:
      if let album = page.album { page.update(album.unmarkAll()) }
      page.lists?.marksDidChange()
    }
    page.drawer.invalidate(.content)
    return .done
  }

  /// Stops loading or, if nothing is being loaded, leaves full screen.
  private func escape() -> KeyResult {
    if page.cancelOpening() { return .done }
    guard case .loading = page.content.picture.state else { return .window(.escape) }
    page.content.picture.cancel()
    return .done
  }

  private func copy(_ part: KeyCommand.Copied) {
    guard let album = page.album, let file = page.content.file else { return }
    let name = album.label(file)
    switch part {
    case .name:
      page.setup.window.copyText(file.lastComponent.description)
      page.show("The name \(name) is in the clipboard.")
    case .picture:
      let contents = page.copier.contents(
        of: page.content, isUnnamed: album.folders.origin.isUnnamed(file), page.maker)
      page.setup.window.copy(contents)
      page.show("\(name) is in the clipboard.")
    }
  }

  private func moveToTrash(at time: Double) {
    guard let album = page.album, let file = page.content.file else { return }
    guard !album.folders.origin.isUnnamed(file) else {
      return page.show("This picture is in no file.")
    }
    guard !album.isDeleted else { return page.show("\(album.label(file)) is gone already.") }
    guard page.trash.press(for: file, at: time) else {
      return page.show("Delete again to move \(album.label(file)) to the trash")
    }
    page.trash.move(file, wake: page.maker.wake)
  }

  /// Marks the picture that is shown, or selected in the overview; or removes its mark.
  private func toggleMark() {
    guard let album = page.album,
      let index = page.shownOverview.map(\.selection) ?? album.album.position
    else {
      return
    }
    page.update(album.toggleMark(at: index))
    page.lists?.marksDidChange()
  }

  /// Shows other colors around pictures.
  private func backdropDidChange() {
    page.lists?.strip?.surroundings.backdrop = page.frames.backdrop
    page.drawer.invalidate(.content)
  }

  private func perform(_ motion: MotionCommand, _ key: OverscrollDesktop.Event.Key) {
    switch motion {
    case .scrollToTop: page.view.scrollToTop(at: key.time)
    case .zoom(let zoom):
      page.view.zoom(PictureView.ZoomCommand(zoom), at: key.time, animated: page.animates)
    case .zoomStep(let enlarges):
      page.view.zoomStep(enlarges: enlarges, at: key.time, animated: page.animates)
    case .pan(let name, let distance):
      page.view.pan(
        name, modifiers: distance.modifiers, at: key.time, from: Script.Origin(key.source),
        animated: page.animates)
    }
    page.recorderPanels.follow(at: key.time)
  }
}

extension PictureView.ZoomCommand {
  fileprivate init(_ zoom: MotionCommand.Zoom) {
    self =
      switch zoom {
      case .fit: .fit
      case .fitWidth: .fitWidth
      case .fitHeight: .fitHeight
      case .fill: .fill
      case .to(let scale): .to(scale)
      }
  }
}
