import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
package import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

// MARK: - Files that are chosen or typed

extension PicturePage {
  /// Asks for files or folders in the desktop's dialog.
  func choose(_ purpose: FilePurpose) {
    guard album != nil else {
      return show("This window shows a single picture; other files can't be opened in it.")
    }
    showDialog(purpose, in: filesFolder)
  }

  /// Does what the page that a window begins with offers.
  func perform(_ command: KeyCommand.StartCommand) {
    switch command {
    case .grid:
      guard let grid, let picture = try? grid().open(maker) else { return }
      show(picture)
      updateTitle()
    case .scenes: startProgram("scene")
    case .replay: showDialog(.take, in: takesFolder)
    case .recent(let path):
      album?.open([path])
      // One that is gone leaves the page.
      start.read()
    case .forget(let path): start.forget(path)
    }
    drawer.invalidate(.content)
  }

  /// The folder of the window's takes; `nil` without a home.
  private var takesFolder: FilePath? { setup.options.takes ?? TakeFiles.folder }

  /// Starts another command of this program, in a window of its own that Esc closes.
  private func startProgram(_ command: String, _ file: FilePath? = nil) {
    guard let program else { return show("The program can't open another window here.") }
    let words =
      [command, "--returns-to-start"].map { Array($0.utf8) } + (file.map { [$0.bytes] } ?? [])
    programs.start([program.bytes] + words, named: "overscroll", wake: maker.wake)
  }

  /// Shows the desktop's dialog, unless it is open.
  func showDialog(_ purpose: FilePurpose, saving: SaveChoice? = nil, in folder: FilePath?) {
    guard !dialog.isOpen else { return show("A file dialog is open already.") }
    dialog.show(purpose, saving: saving, by: setup.services, in: folder, wake: maker.wake)
  }

  /// Opens what was typed or chosen; if the desktop has no dialog, shows a field instead.
  func drainFiles() {
    if let outcome = appearance.field.drain() {
      perform(outcome)
      appearance.field.listFolder(maker.wake)
    }
    switch dialog.drain() {
    case .chosen(let paths): if !paths.isEmpty { album?.open(paths) }
    case .unavailable:
      showField(.open, text: filesFolder?.withSlash ?? "")
    case .saved(let path, let choice): save(choice, to: path)
    case .unavailableForSaving(let choice):
      // A user who has gone on to another picture meanwhile saves that one.
      guard choice.isOf(content) else { break }
      showField(
        .save(choice), text: (filesFolder?.withSlash ?? "") + choice.proposedName(beside: name))
    case .take(let path): startProgram("replay", path)
    case .unavailableForTakes: showField(.replay, text: takesFolder?.withSlash ?? "")
    case nil: break
    }
  }

  /// Shows a field to type into.
  func showField(
    _ purpose: FieldController.Purpose, text: String = "", problem: String? = nil,
    at place: Rect? = nil
  ) {
    window?.takeKeys()
    let scale = appearance.scale.scale(of: content)
    let isOnMap = purpose == .goTo && scale?.map != nil && !content.isNotice
    appearance.field.show(
      purpose, text: text, problem: problem,
      note: isOnMap ? GoTo.hint(in: content.picture.info, scale) : "", scale: maker.room.scale,
      at: place, pasteboard: HostPasteboard(setup.host, observer: nil))
    appearance.field.listFolder(maker.wake)
    shownOverview?.setTyping(purpose == .search)
    drawer.invalidate(.content)
  }

  /// Removes the field.
  func hideField() {
    if appearance.field.hide() { drawer.invalidate(.content) }
    shownOverview?.setTyping(false)
  }

  package func type(_ text: Input) -> Bool {
    switch appearance.commands.type(text, at: maker.time) {
    case .unhandled: break
    case let outcome:
      drawer.invalidate(.content)
      choose(outcome)
      return true
    }
    guard let spot = appearance.field.type(text, in: maker.room) else { return false }
    if let outcome = appearance.field.drainDigit() {
      perform(outcome)
      return true
    }
    followField()
    setup.host.perform(
      .textSpot(x: PixelRect.rounded(spot.x), y: PixelRect.rounded(spot.y)))
    drawer.invalidate(.content)
    return true
  }

  /// How long keys go on that are typed without a pause, in seconds. [C]
  private static let typingPause = 1.0

  /// Removes a field whose picture is shown no longer; the rest of what is being typed is no command.
  func loseField(_ message: String) {
    hideField()
    appearance.typingEnd = maker.time + Self.typingPause
    showOfPicture(message)
  }

  /// Handles a key while a field is shown, or was until now; returns `false` for keys that remain commands.
  func handleInField(_ key: Input.Key) -> Bool {
    if !appearance.field.isShown, !key.isCommandInText, maker.time < appearance.typingEnd {
      appearance.typingEnd = maker.time + Self.typingPause
      return true
    }
    // Read before, as the field is being changed while the place is found.
    let scale = appearance.scale.scale(of: content)
    let outcome = appearance.field.handle(
      key, shown: content.file, wake: maker.wake
    ) { (text) throws(GoTo.Problem) in
      let page = content.page
      return try GoTo(
        text, names: album?.names ?? [], in: content.picture.info, scale: scale,
        pages: .init(
          page.kind, count: page.knownCount, names: page.pages?.known.map(\.name) ?? []))
    }
    if case .unhandled = outcome { return false }
    perform(outcome)
    followField()
    return true
  }

  /// Has the overview and the list below a field follow what is typed.
  func followField() {
    if let query = appearance.field.query, let album { shownOverview?.search(query, in: album) }
    shownOverview?.setTyping(appearance.field.query != nil)
    appearance.field.listFolder(maker.wake)
    guard let text = appearance.field.placeText, let album else { return }
    // A number or a pixel is no name.
    let isName = text.contains { $0.isLetter }
    let found = isName ? album.search(text, limit: FieldHits.limit).map(Int.init) : []
    appearance.field.list(
      found.map { index in
        (index, album.path(at: index).map(album.label) ?? "")
      })
  }

  func perform(_ outcome: FieldController.Outcome) {
    switch outcome {
    case .unhandled, .handled, .closed: break
    case .open(let path): album?.open([path])
    case .replay(let path): startProgram("replay", path)
    case .save(let path, let choice): save(choice, to: path, isTyped: true)
    case .rename(let file, let new):
      changes.rename(file, to: new)
      album?.isChangingFiles = true
    case .transfer(let kind, let files, let folder, let isNew):
      transfer(kind, files, to: folder, isNew: isNew)
    case .rate(let files, let stars): rate(files, stars)
    case .go(let place): go(to: place)
    case .openFound: shownOverview?.openSelection()
    }
    drawer.invalidate(.content)
  }

  private func go(to place: GoTo) {
    hideOverview()
    switch place {
    case .picture(let index): if index != album?.album.position { go(.to(index)) }
    case .page(let index): goToPage(index)
    case .pixel(let pixel, let scale, let note):
      view.show(pixel, scale: scale, at: maker.time, animated: animates)
      if let note { showOfPicture(note) }
    }
  }
}

// MARK: - The pages of a file

extension PicturePage {
  /// Goes on to the next page of the file, or back; a key that is held waits for the page before.
  func turnPage(forward: Bool, isRepeat: Bool) {
    guard let album, !isRepeat || !album.isOpening else { return }
    perform(animation.pause(at: content.page.index))
    let current = album.opening.page(of: content)
    guard current.hasNeighbor(forward: forward) else {
      if !isRepeat {
        let shown = ObjectIdentifier(view)
        show(Self.endText(current, forward: forward)) { [weak self] in
          self.map { ObjectIdentifier($0.view) } == shown
        }
      }
      return
    }
    self.album?.turn(to: current.at(current.index + (forward ? 1 : -1)), content)
    update([])
  }

  private static func endText(_ current: FilePage, forward: Bool) -> String {
    let (kind, count) = (current.kind, current.count.known)
    guard count > 1 else { return "This file has one \(kind.name)." }
    return forward
      ? "This is the last of \(kind.text(count))." : "This is the first \(kind.name)."
  }

  /// Goes to a page by its number, from 0.
  func goToPage(_ index: Int) {
    perform(animation.pause(at: content.page.index))
    guard let album, index != album.opening.page(of: content).index else { return }
    self.album?.turn(to: content.page.at(index), content)
    update([])
  }

  /// Counts the pages once the first one is shown.
  func countPages() { pageCounter.count(content.page.pages, wake: maker.wake) }

  /// Shows how many pages there are.
  func drainPages() {
    guard pageCounter.drain() else { return }
    updateTitle()
    drawer.invalidate(.content)
  }
}

// MARK: - Saving

extension PicturePage {
  /// The folder in which files are looked for and written: that of the picture, or else the working folder.
  var filesFolder: FilePath? { album?.folder(of: content) ?? content.folder }

  /// Asks for the file to save to, in the desktop's dialog.
  func chooseSave() {
    guard !content.isNotice else { return }
    guard appearance.saver.work == nil else {
      return show("A picture is being saved; Escape stops it.")
    }
    appearance.saver.wait(for: content, at: maker.time)
    showSaveDialog()
  }

  /// Shows the dialog once the scale of the picture is known, on which the choice depends, or has been awaited for long enough.
  func showSaveDialog() {
    guard appearance.saver.isWaiting(for: content) else { return }
    appearance.scale.follow(context, isAwaited: true)
    let isKnown = appearance.scale.isKnown(of: content)
    guard appearance.saver.endWait(at: maker.time, isScaleKnown: isKnown) else { return }
    let choice = SaveChoice(
      content, selection: appearance.selection.rect, scale: appearance.scale.scale(of: content),
      preferring: appearance.saver.lastContent)
    let purpose = FilePurpose.save(
      name: choice.proposedName(beside: name), parts: choice.parts.map(\.label))
    showDialog(purpose, saving: choice, in: filesFolder)
  }

  /// The name of the file that is shown.
  private var name: String {
    content.file.map { file in
      album?.folders.origin.name(file) ?? file.lastComponent.description
    } ?? "grid"
  }

  /// Begins to save to a file, whose name comes back to the field that it was typed into where it cannot be written.
  private func save(_ choice: SaveChoice, to path: FilePath, isTyped: Bool = false) {
    guard choice.isOf(content) else { return showOfPicture(FieldController.nothing("saved")) }
    do throws(ImagingError) {
      // The picture may have been turned meanwhile, or be another version.
      let rect = choice.part.rect.intersection(PixelRect(content.picture.info.size))
      let export = try PictureExport(
        content.picture.source, rect: rect, to: path, content: choice.part.content,
        scale: appearance.scale.scale(of: content),
        backdrop: appearance.backdrop.background.color.rgb, budget: maker.store.budget,
        scratch: maker.options.cache)
      appearance.saver.start(
        export, choice, over: content.file, isTyped: isTyped,
        isScaleKnown: appearance.scale.isKnown(of: content), maker)
    } catch {
      failSaving(error, choice, path, isTyped: isTyped)
    }
    drawer.invalidate(.content)
  }

  private func failSaving(
    _ error: ImagingError, _ choice: SaveChoice, _ path: FilePath, isTyped: Bool
  ) {
    guard isTyped, !self.isTyping else { return showOfPicture(error.description) }
    showField(.save(choice), text: path.description, problem: error.message)
  }

  /// Shows the result of saving.
  func drainSaving() {
    switch appearance.saver.drain() {
    case .ended(let message): showOfPicture(message)
    case .failed(let error, let choice, let path, let isTyped):
      failSaving(error, choice, path, isTyped: isTyped)
    case nil: break
    }
  }
}
