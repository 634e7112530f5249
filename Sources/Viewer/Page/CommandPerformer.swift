import OverscrollBrowser
import OverscrollFiles
import OverscrollHost
import OverscrollImaging
import OverscrollPanels
import OverscrollShell
import OverscrollStage
import ScrollGeometry

/// Carries out the commands of a page over its picture.
// A class: with optimization, Swift 6.3 treats the page of a structure as deallocated after the call, and warns of weak references.
final class CommandPerformer {
  private let page: PicturePage

  init(page: PicturePage) {
    self.page = page
  }

  /// Carries out a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - key: The key that was pressed.
  /// - Returns: What remains for the window to do.
  func perform(_ command: KeyCommand, _ key: Input.Key) -> KeyResult {
    switch command {
    case .window(let command): return .window(command)
    case .showCommands: page.toggleCommands()
    case .escape: return escape()
    case .move(let motion): perform(motion, key)
    case .toggleFilter: page.frames.filter = page.frames.filter == .nearest ? .linear : .nearest
    case .toggleReading: page.frames.reader.toggle()
    case .copyReading: copyReading()
    case .togglePixelGrid: togglePixelGrid()
    case .toggleTone: if let album = page.album { page.update(album.toggleTone(page.content)) }
    case .toggleMinimap(let stays): toggleMinimap(stays: stays, at: key.time)
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
    case .toggleSlideshow: page.slideshow.toggle(on: page)
    case .go(let step): page.go(step, isRepeat: key.action == .repeated)
    case .turnPage(let forward):
      PagePerformer(page: page).turn(forward: forward, isRepeat: key.action == .repeated)
    case .togglePlayback: page.animation.toggle(on: page)
    case .reload: if let album = page.album { page.update(album.reload(page.content)) }
    case .turn(let turn): if let album = page.album { page.update(album.turn(turn, page.content)) }
    case .copy(let part): copy(part)
    case .save: SavePerformer(page: page).choose()
    case .selectAll: if !page.content.isPage { page.selection.selectAll(page.content) }
    case .moveToTrash: moveToTrash(at: key.time)
    case .toggleLock: if let album = page.album { page.update(album.toggleLock()) }
    case .paste: page.setup.host.perform(.pasteFiles)
    case .toggleOverview: page.showOverview()
    case .open(let purpose): FileChoice(page: page).show(purpose)
    case .goTo: page.showField(.goTo)
    case .toggleStrip: toggleStrip()
    case .toggleMark: toggleMark()
    case .compare: page.comparison.begin(on: page)
    case .run(let program): run(program)
    case .unmarkAll:
      if let album = page.album { page.update(album.unmarkAll()) }
      page.lists?.marksDidChange()
    }
    page.drawer.invalidate(.content)
    return .done
  }

  /// Shows or hides the strip.
  private func toggleStrip() {
    guard let lists = page.lists else {
      return page.show("This window shows a single picture, so there is no strip of thumbnails.")
    }
    lists.toggleStrip(on: page.frames.backdrop)
    page.window?.updateLayout()
    lists.strip?.reload(showsSelection: true)
  }

  /// Stops loading or a slideshow, clears the selection, or hides the information; otherwise leaves full screen.
  private func escape() -> KeyResult {
    if cancelOpening() || page.selection.drop() { return .done }
    if page.slideshow.stop() {
      page.show("The slideshow has stopped.")
      return .done
    }
    if case .loading = page.content.picture.state {
      page.content.picture.cancel()
      return .done
    }
    return .window(page.frames.information.isShown ? .togglePanel(.information) : .escape)
  }

  /// Cancels the opening of a picture; returns whether one was being opened.
  private func cancelOpening() -> Bool {
    guard let album = page.album, album.isOpening else { return false }
    page.update(album.cancelOpening(page.content))
    return true
  }

  private func copy(_ part: KeyCommand.Copied) {
    if part == .picture, let rect = page.selection.rect { return copy(rect) }
    guard let album = page.album, let file = page.content.file else { return }
    let name = album.label(file)
    switch part {
    case .name:
      page.setup.host.copyText(album.folders.origin.name(file))
      page.show("Copied the name \(name).")
    case .picture:
      let contents = page.copier.contents(
        of: page.content, visible: page.content.visiblePart,
        isUnnamed: album.folders.origin.isUnnamed(file), page.maker)
      page.setup.host.perform(.copy(contents))
      page.show("Copied \(name).")
    }
  }

  private func copy(_ rect: PixelRect) {
    guard let contents = page.copier.contents(of: rect, in: page.content, page.maker) else {
      return page.show("The selection has more than 64 megapixels; save it with Ctrl+S.")
    }
    page.setup.host.perform(.copy(contents))
    page.show("Copied \(rect.size) pixels.")
  }

  private func moveToTrash(at time: Double) {
    guard let album = page.album,
      let file = album.selectedFile(page.content, page.shownOverview)
    else { return }
    guard !album.folders.origin.isUnnamed(file) else {
      return page.show("This picture isn't stored in a file.")
    }
    guard !album.isDeleted || file != page.content.file else {
      return page.show("\(album.label(file)) has already been deleted.")
    }
    guard page.trash.press(for: file, at: time) else {
      return page.show("Press Delete again to move \(album.label(file)) to the trash.") {
        [weak page] in
        page.map { album.selectedFile($0.content, $0.shownOverview) } == file
      }
    }
    page.trash.move(file, by: page.setup.services, wake: page.maker.wake)
  }

  /// Removes pictures that have been moved to the trash.
  func drainTrash() {
    for moved in page.trash.drain() {
      page.update(page.album?.leaveOut(moved, page.content) ?? [])
    }
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

  /// Starts a program with what is shown.
  private func run(_ program: ExternalProgram) {
    do throws(LineProblem) {
      page.programs.start(
        try program.command(programValues), named: program.name, wake: page.maker.wake)
    } catch {
      page.show(error.message)
    }
  }

  private var programValues: ExternalProgram.Values {
    var values = ExternalProgram.Values()
    if let album = page.album, let file = page.content.file {
      values.file = album.folders.origin.isUnnamed(file) ? nil : file.fromRoot
      values.marked = album.namedMarkedPaths.compactMap(\.fromRoot)
    }
    if values.marked.isEmpty, let file = values.file { values.marked = [file] }
    values.pixel = page.frames.reader.pixel(in: page.frames.plainFrame(of: page.content))
      .map { ($0.x, $0.y) }
    values.selection = page.selection.rect
    return values
  }

  private func copyReading() {
    guard let reading = page.frames.reader.reading else {
      return page.show("Press x to show the pixel at the pointer, then y to copy it.")
    }
    guard reading.pixel != nil else { return page.show("The pointer is not over the picture.") }
    guard reading.color != .pending, !reading.awaitsSamples else {
      return page.show("This pixel is not loaded yet.")
    }
    page.setup.host.copyText(reading.text)
    page.show("Copied the pixel's position and color.")
  }

  private func toggleMinimap(stays: Bool, at time: Double) {
    let minimap = page.frames.minimap
    minimap.toggle(stays: stays, at: time)
    // While the whole picture is visible, nothing else shows the effect of the key.
    guard page.frames.plainFrame(of: page.content).showsWholePicture else { return }
    page.show(
      minimap.mode == .off
        ? "No minimap." : "The minimap appears once you zoom in."
    ) { [weak page] in
      page.map { $0.frames.plainFrame(of: $0.content).showsWholePicture } ?? false
    }
  }

  private func togglePixelGrid() {
    page.frames.showsPixelGrid.toggle()
    let isShown = page.frames.showsPixelGrid
    // While pixels are small, nothing else shows the effect of the key.
    guard page.view.placement.scale <= PixelGrid.firstScale else { return }
    page.show(isShown ? "Lines between pixels: from 1200% on." : "No lines between pixels.")
  }

  /// Shows other colors around pictures.
  private func backdropDidChange() {
    page.lists?.strip?.surroundings.backdrop = page.frames.backdrop
    page.setup.host.perform(.darkFrame(page.frames.backdrop.background.isDark))
    page.drawer.invalidate(.content)
  }

  private func perform(_ motion: MotionCommand, _ key: Input.Key) {
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
  init(_ zoom: MotionCommand.Zoom) {
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
