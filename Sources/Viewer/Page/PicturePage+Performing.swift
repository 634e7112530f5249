import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollGeometry

// MARK: - Carrying out commands

extension PicturePage {
  /// Carries out a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - key: The key that was pressed.
  /// - Returns: What remains for the window to do.
  func perform(_ command: KeyCommand, _ key: Input.Key) -> KeyResult {
    switch command {
    case .window(let command): return .window(command)
    case .showCommands: toggleCommands()
    case .escape: return escape()
    case .move(let motion):
      view.perform(motion, key, animated: animates)
      recorderPanels.follow(at: key.time)
    case .toggleFilter: frames.filter = frames.filter == .nearest ? .linear : .nearest
    case .toggleReading: frames.reader.toggle()
    case .copyReading: copyReading()
    case .togglePixelGrid: togglePixelGrid()
    case .toggleTone: if let album { update(album.toggleTone(content)) }
    case .toggleMinimap(let stays): toggleMinimap(stays: stays, at: key.time)
    case .changeBackground:
      frames.backdrop.background = frames.backdrop.background.next
      backdropDidChange()
    case .changeTransparency:
      frames.backdrop.transparency = frames.backdrop.transparency.next
      backdropDidChange()
    case .toggleCaption: frames.caption.isPinned.toggle()
    case .toggleHUD: frames.showsHUD.toggle()
    case .toggleTouches: recorderPanels.marksTouches.toggle()
    case .saveTake: takes.saveLatest()
    case .toggleRecording: takes.toggleRecording()
    case .mark: takes.mark(at: key.time)
    case .toggleSlideshow: perform(slideshow.toggle(context))
    case .go(let step): go(step, isRepeat: key.action == .repeated)
    case .turnPage(let forward):
      turnPage(forward: forward, isRepeat: key.action == .repeated)
    case .togglePlayback: perform(animation.toggle(content))
    case .reload: if let album { update(album.reload(content)) }
    case .turn(let turn): if let album { update(album.turn(turn, content)) }
    case .copy(let part): copy(part)
    case .save: chooseSave()
    case .selectAll: if !content.isPage { frames.selection.selectAll(content) }
    case .moveToTrash: moveToTrash(at: key.time)
    case .toggleLock: if let album { update(album.toggleLock()) }
    case .paste: setup.host.perform(.pasteFiles)
    case .toggleOverview: showOverview()
    case .open(let purpose): choose(purpose)
    case .goTo: showField(.goTo)
    case .toggleStrip: toggleStrip()
    case .toggleMark: toggleMark()
    case .compare: perform(comparison.begin(context, at: currentPosition, maker))
    case .run(let program): run(program)
    case .unmarkAll:
      if let album { update(album.unmarkAll()) }
      lists?.marksDidChange()
    }
    drawer.invalidate(.content)
    return .done
  }

  /// Shows or hides the strip.
  private func toggleStrip() {
    guard let lists else {
      return show("This window shows a single picture, so there is no strip of thumbnails.")
    }
    lists.toggleStrip(on: frames.backdrop)
    window?.updateLayout()
    lists.strip?.reload(showsSelection: true)
  }

  /// Stops loading or a slideshow, clears the selection, or hides the information; otherwise leaves full screen.
  private func escape() -> KeyResult {
    if cancelOpening() || frames.selection.drop() { return .done }
    if slideshow.stop() {
      show("The slideshow has stopped.")
      return .done
    }
    if case .loading = content.picture.state {
      content.picture.cancel()
      return .done
    }
    return .window(frames.information.isShown ? .togglePanel(.information) : .escape)
  }

  /// Cancels the opening of a picture; returns whether one was being opened.
  private func cancelOpening() -> Bool {
    guard let album, album.isOpening else { return false }
    update(album.cancelOpening(content))
    return true
  }

  private func copy(_ part: KeyCommand.Copied) {
    if part == .picture, let rect = frames.selection.rect { return copy(rect) }
    guard let album, let file = content.file else { return }
    let name = album.label(file)
    switch part {
    case .name:
      setup.host.copyText(album.folders.origin.name(file))
      show("Copied the name \(name).")
    case .picture:
      let contents = copier.contents(
        of: content, visible: content.visiblePart,
        isUnnamed: album.folders.origin.isUnnamed(file), maker)
      setup.host.perform(.copy(contents))
      show("Copied \(name).")
    }
  }

  private func copy(_ rect: PixelRect) {
    guard let contents = contents(of: rect) else { return }
    setup.host.perform(.copy(contents))
    show("Copied \(rect.size) pixels.")
  }

  /// The selection for another program; says why where it has none of it.
  private func contents(of rect: PixelRect) -> ClipboardContents? {
    let contents = copier.contents(of: rect, in: content, maker)
    if contents == nil { show("The selection has more than 64 megapixels; save it with Ctrl+S.") }
    return contents
  }

  /// Drags the selection, or else the file, to another program.
  func dragOut() {
    var contents = ClipboardContents(text: "")
    if let rect = frames.selection.rect {
      guard let part = self.contents(of: rect) else { return }
      contents = part
    } else {
      contents.files = content.file?.fromRoot.map { [$0] } ?? []
    }
    if !setup.host.perform(.drag(contents)) { show("The display doesn't allow the drag.") }
  }

  private func moveToTrash(at time: Double) {
    guard let album,
      let file = album.selectedFile(content, shownOverview)
    else { return }
    guard !album.folders.origin.isUnnamed(file) else {
      return show("This picture isn't stored in a file.")
    }
    guard !album.isDeleted || file != content.file else {
      return show("\(album.label(file)) has already been deleted.")
    }
    guard trash.press(for: file, at: time) else {
      return show("Press Delete again to move \(album.label(file)) to the trash.") {
        [weak self] in
        self.map { album.selectedFile($0.content, $0.shownOverview) } == file
      }
    }
    trash.move(file, by: setup.services, wake: maker.wake)
  }

  /// Removes pictures that have been moved to the trash.
  func drainTrash() {
    for moved in trash.drain() {
      update(album?.leaveOut(moved, content) ?? [])
    }
  }

  /// The position in the album of the picture that is shown, or selected in the overview.
  private var currentPosition: Int? { shownOverview.map(\.selection) ?? album?.album.position }

  /// Marks the picture that is shown, or selected in the overview; or removes its mark.
  private func toggleMark() {
    guard let album, let index = currentPosition else { return }
    update(album.toggleMark(at: index))
    lists?.marksDidChange()
  }

  /// Starts a program with what is shown.
  private func run(_ program: ExternalProgram) {
    do throws(LineProblem) {
      programs.start(
        try program.command(programValues), named: program.name, wake: maker.wake)
    } catch {
      show(error.message)
    }
  }

  private var programValues: ExternalProgram.Values {
    var values = ExternalProgram.Values()
    if let album, let file = content.file {
      values.file = album.folders.origin.isUnnamed(file) ? nil : file.fromRoot
      values.marked = album.namedMarkedPaths.compactMap(\.fromRoot)
    }
    if values.marked.isEmpty, let file = values.file { values.marked = [file] }
    values.pixel = frames.reader.pixel(in: frames.plainFrame(of: content))
      .map { ($0.x, $0.y) }
    values.selection = frames.selection.rect
    return values
  }

  private func copyReading() {
    guard let reading = frames.reader.reading else {
      return show("Press x to show the pixel at the pointer, then y to copy it.")
    }
    guard reading.pixel != nil else { return show("The pointer is not over the picture.") }
    guard reading.color != .pending, !reading.awaitsSamples else {
      return show("This pixel is not loaded yet.")
    }
    setup.host.copyText(reading.text)
    show("Copied the pixel's position and color.")
  }

  private func toggleMinimap(stays: Bool, at time: Double) {
    frames.minimap.toggle(stays: stays, at: time)
    // While the whole picture is visible, nothing else shows the effect of the key.
    guard frames.plainFrame(of: content).showsWholePicture else { return }
    show(
      frames.minimap.mode == .off
        ? "No minimap." : "The minimap appears once you zoom in."
    ) { [weak self] in
      self.map { $0.frames.plainFrame(of: $0.content).showsWholePicture } ?? false
    }
  }

  private func togglePixelGrid() {
    frames.showsPixelGrid.toggle()
    let isShown = frames.showsPixelGrid
    // While pixels are small, nothing else shows the effect of the key.
    guard view.placement.scale <= PixelGrid.firstScale else { return }
    show(isShown ? "Lines between pixels: from 1200% on." : "No lines between pixels.")
  }

  /// Shows other colors around pictures.
  private func backdropDidChange() {
    lists?.strip?.surroundings.backdrop = frames.backdrop
    setup.host.perform(.darkFrame(frames.backdrop.background.isDark))
    drawer.invalidate(.content)
  }
}

extension PictureView {
  /// Moves or zooms as a key says.
  func perform(_ motion: MotionCommand, _ key: Input.Key, animated: Bool) {
    switch motion {
    case .scrollToTop: scrollToTop(at: key.time)
    case .zoom(let command): zoom(ZoomCommand(command), at: key.time, animated: animated)
    case .zoomStep(let enlarges): zoomStep(enlarges: enlarges, at: key.time, animated: animated)
    case .pan(let name, let distance):
      pan(
        name, modifiers: distance.modifiers, at: key.time, from: Script.Origin(key.source),
        animated: animated)
    }
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
