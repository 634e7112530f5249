import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

// MARK: - What is done with the files of pictures

extension PicturePage {
  /// Shows a message about the picture that is shown, or selected in the overview, at most until another one is; it stays over one
  /// that is being opened already, or has just been.
  func showOfPicture(_ message: String, while isCurrent: @escaping () -> Bool = { true }) {
    var files = [selectedFile]
    if shownOverview == nil { files.append(album?.album.currentPath) }
    show(message) { [weak self] in
      guard let self, let place = files.firstIndex(of: selectedFile) else { return false }
      // It does not come back with the picture before.
      files.removeFirst(place)
      return isCurrent()
    }
  }

  /// Copies the files that are selected in the overview, or their names.
  private func copySelected(_ part: KeyCommand.Copied) {
    guard let album else { return }
    let files = selectedFiles.filter { !album.folders.origin.isUnnamed($0) }
    guard let first = files.first else { return }
    let names = files.map(album.folders.origin.name)
    let isOne = files.count == 1
    let text = isOne ? album.label(first) : "\(files.count) \(part == .name ? "names" : "files")"
    switch part {
    case .name:
      setup.host.copyText(names.joined(separator: "\n"))
      if isOne { showOfPicture("Copied the name \(text).") } else { show("Copied \(text).") }
    case .picture:
      let paths = files.compactMap(\.fromRoot)
      var contents = ClipboardContents(text: paths.map(\.description).joined(separator: "\n"))
      contents.files = paths
      setup.host.perform(.copy(contents))
      if isOne { showOfPicture("Copied \(text).") } else { show("Copied \(text).") }
    }
  }

  func copy(_ part: KeyCommand.Copied) {
    if shownOverview != nil, selectedFiles != content.file.map({ [$0] }) {
      return copySelected(part)
    }
    if part == .picture, shownOverview == nil, let rect = appearance.selection.rect {
      return copy(rect)
    }
    if part == .picture, shownOverview == nil,
      let text = appearance.ruler.text(appearance.scale.measure(of: content), of: content)
    {
      setup.host.copyText(text)
      return showOfPicture("Copied what was measured.")
    }
    guard let album, let file = content.file else { return }
    let name = album.label(file)
    switch part {
    case .name:
      setup.host.copyText(album.folders.origin.name(file))
      showOfPicture("Copied the name \(name).")
    case .picture:
      let contents = copier.contents(
        of: content, visible: content.visiblePart,
        isUnnamed: album.folders.origin.isUnnamed(file), maker)
      setup.host.perform(.copy(contents))
      showOfPicture("Copied \(name).")
    }
  }

  private func copy(_ rect: PixelRect) {
    guard let contents = contents(of: rect) else { return }
    setup.host.perform(.copy(contents))
    showOfPicture("Copied \(rect.size) pixels.")
  }

  /// The selection for another program; says why where it has none of it.
  private func contents(of rect: PixelRect) -> ClipboardContents? {
    let contents = copier.contents(of: rect, in: content, maker)
    if contents == nil {
      showOfPicture("The selection has more than 64 megapixels; save it with Ctrl+S.")
    }
    return contents
  }

  /// Drags the selection, or else the files, to another program.
  func dragOut() {
    var contents = ClipboardContents(text: "")
    if shownOverview != nil {
      let origin = album?.folders.origin
      contents.files = selectedFiles.filter { origin?.isUnnamed($0) == false }
        .compactMap(\.fromRoot)
      guard !contents.files.isEmpty else { return }
    } else if let rect = appearance.selection.rect {
      guard let part = self.contents(of: rect) else { return }
      contents = part
    } else {
      contents.files = content.file?.fromRoot.map { [$0] } ?? []
    }
    if !setup.host.perform(.drag(contents)) { show("The display doesn't allow the drag.") }
  }

  /// Moves the files that are shown or selected to the trash; where they were chosen in a menu, that is not asked about.
  func moveToTrash(at time: Double, isChosen: Bool = false) {
    guard let album, let first = selectedFile else { return }
    let files = selectedFiles.filter { problem(of: $0, in: album) == nil }
    guard !files.isEmpty else { return showOfPicture(problem(of: first, in: album) ?? "") }
    guard isChosen || trash.press(for: files, at: time) else {
      let name = files.count == 1 ? album.label(files[0]) : "\(files.count) pictures"
      return show("Press Delete again to move \(name) to the trash.") { [weak self] in
        self?.selectedFile == first
      }
    }
    // What it advises is done.
    setup.message.dismiss()
    changes.trash(leaving(files, album))
    self.album?.isChangingFiles = true
  }

  /// The files of pictures that leave the album.
  private func leaving(_ files: [FilePath], _ album: AlbumController) -> [FileChanges.Leaving] {
    files.compactMap { file in
      album.album.entry(of: file).map {
        FileChanges.Leaving(file: file, entry: $0, wasMarked: album.album.marked.contains($0))
      }
    }
  }

  /// Asks for the folder that the files that are shown or selected are moved or copied to.
  func chooseFolder(_ kind: FileTransfer.Kind) {
    guard let album, let first = selectedFile else { return }
    let files = selectedFiles.filter { problem(of: $0, in: album) == nil }
    guard !files.isEmpty else { return showOfPicture(problem(of: first, in: album) ?? "") }
    let folder = lastFolder.find() ?? filesFolder.map { $0.fromRoot ?? $0 }
    showField(.transfer(kind, files), text: folder?.withSlash ?? "")
  }

  /// Gives the pictures that are shown or selected stars, or asks for how many.
  func rate(_ stars: Int?) {
    guard let album, let first = selectedFile else { return }
    let files = selectedFiles.filter { problem(of: $0, in: album) == nil }
    guard !files.isEmpty else { return showOfPicture(problem(of: first, in: album) ?? "") }
    guard let stars else { return showField(.rate(files)) }
    rate(files, stars)
  }

  /// Begins to give pictures stars.
  func rate(_ files: [FilePath], _ stars: Int) {
    changes.rate(files, stars)
    album?.isChangingFiles = true
  }

  /// Begins to move or copy files to a folder, which goes with that where it is new and that is taken back.
  func transfer(
    _ kind: FileTransfer.Kind, _ files: [FilePath], to folder: FilePath, isNew: Bool
  ) {
    guard let album else { return }
    lastFolder.note(folder)
    switch kind {
    case .move: changes.move(leaving(files, album), to: folder, isNew: isNew)
    case .copy: changes.copy(files, to: folder, isNew: isNew)
    }
    self.album?.isChangingFiles = true
  }

  /// Turns or flips the picture that is shown, or all that are selected in the overview.
  func turn(_ turn: Orientation) {
    let files = selectedFiles
    let before = files.map(maker.turn(of:))
    album?.turn(files, by: turn, content)
    let turned = zip(files, before).filter { maker.turn(of: $0) != $1 }.map(\.0)
    // A single one is turned back by another key.
    if turned.count > 1 { changes.note(.turned(turned, by: turn)) }
    lists?.turnsDidChange()
    if shownOverview != nil { sayTurned(files) }
  }

  /// Says of pictures that were turned in the overview what keeps that, but for the one that is shown if its file can't have it.
  private func sayTurned(_ files: [FilePath]) {
    let isRefused = !content.isNotice && KeptRotation.refusal(of: content.picture.info) != nil
    let refused = isRefused ? content.file : nil
    let turned = files.filter { maker.turn(of: $0) != .upright && $0 != refused }
    guard let first = turned.first else { return setup.message.dismiss() }
    showOfPicture(
      turned.count == 1
        ? AlbumController.turnedText(maker.turn(of: first))
        : "\(turned.count) pictures are rotated for viewing. Ctrl+Shift+S keeps it in their files."
    ) { [maker] in maker.turn(of: first) != .upright }
  }

  /// Keeps the rotation of each picture that is selected in the overview.
  private func keepSelectedRotations() {
    guard let album, let first = selectedFile else { return }
    let files = selectedFiles.filter { maker.turn(of: $0) != .upright }
    guard !files.isEmpty else { return showOfPicture(Self.noRotation) }
    let stored = files.filter { problem(of: $0, in: album) == nil }
    guard !stored.isEmpty else { return showOfPicture(problem(of: first, in: album) ?? "") }
    changes.keep(stored.map(rotation))
    self.album?.isChangingFiles = true
  }

  /// The rotation of a picture: of the page that is shown, as it was opened, or else of the first one.
  private func rotation(of file: FilePath) -> FileChanges.Rotation {
    var rotation = FileChanges.Rotation(file: file, turn: maker.turn(of: file))
    if file == content.file, !content.isNotice {
      (rotation.page, rotation.status) = (content.page.describedIndex, content.status)
    }
    return rotation
  }

  private static let noRotation =
    "There is no rotation to keep: the picture is shown as in its file."

  /// Keeps the rotation of the picture in its file.
  func keepRotation() {
    if shownOverview != nil, selectedFiles != content.file.map({ [$0] }) {
      return keepSelectedRotations()
    }
    guard let album, let file = content.file, !content.isNotice else { return }
    // A turn that was just asked for may not be shown yet.
    let rotation = rotation(of: file)
    guard rotation.turn != .upright else {
      return showOfPicture(Self.noRotation)
    }
    if let problem = problem(of: file, in: album) { return showOfPicture(problem) }
    if let reason = KeptRotation.refusal(of: content.picture.info) {
      return showOfPicture("The rotation can't be kept: \(reason).")
    }
    changes.keep([rotation])
    self.album?.isChangingFiles = true
  }

  /// Takes back the latest change to a file or the marks.
  func undo() {
    guard album != nil else { return }
    follow([changes.undo()])
  }

  /// Asks for another name of the file that is shown, or selected in the overview.
  func rename() {
    guard let album, let file = selectedFile else { return }
    guard let problem = problem(of: file, in: album) else {
      return showField(.rename(file), text: EditableName(file.lastComponent).text)
    }
    showOfPicture(problem)
  }

  /// Asks something of the desktop about the file that is shown, or selected in the overview.
  func ask(
    _ refusal: String, _ body: @escaping @Sendable (any HostServices, FilePath) -> Bool
  ) {
    guard let album, let file = selectedFile else { return }
    if let problem = problem(of: file, in: album) { return showOfPicture(problem) }
    programs.ask(refusal, wake: maker.wake) { [services = setup.services] in body(services, file) }
  }

  /// Opens what was clicked in the information.
  func open(_ link: Information.Link) {
    switch link {
    case .file(let file):
      programs.ask("The desktop has no file manager that shows a file.", wake: maker.wake) {
        [services = setup.services] in services.showInFolder(file)
      }
    case .address(let address):
      programs.start(
        ["xdg-open", address].map { Array($0.utf8) }, named: "xdg-open", wake: maker.wake)
    }
  }

  /// Asks for the program that opens the file that is shown, or selected in the overview.
  func openWith() {
    guard let album, let file = selectedFile else { return }
    if let problem = problem(of: file, in: album) { return showOfPicture(problem) }
    programs.openWith(file, setup.services, wake: maker.wake)
  }

  /// Shows a menu of the programs that can open a file, unless something else is done meanwhile.
  func showPrograms(_ offer: ProgramStarter.Offer) {
    guard let programs = offer.programs, offer.file == selectedFile, !isTyping else { return }
    guard !programs.isEmpty else {
      return show("The desktop has no other program for this kind of file.")
    }
    window?.cancelContentInput()
    let place = appearance.commands.clickPlace
    appearance.commands.show(
      appearance.commands.programMenu(programs),
      at: .pointer(place ?? Rect(origin: .zero, size: maker.room.size).center), in: maker.room)
    drawer.invalidate(.content)
  }

  /// Why a file can't be changed, moved or renamed; `nil` for one that can.
  private func problem(of file: FilePath, in album: AlbumController) -> String? {
    if album.folders.origin.isUnnamed(file) { return "This picture isn't stored in a file." }
    let isDeleted = album.isDeleted && file == content.file
    return isDeleted ? "\(album.label(file)) has already been deleted." : nil
  }

  /// Has what is known of a file read again, by whose change its picture may have been turned.
  func outdate(_ file: FilePath, turnedBy turn: Orientation) {
    lists?.noteChange(of: file, turnedBy: turn)
    // Of the one that is shown, once it is opened again.
    if file != content.file { appearance.information.forget(file) }
  }

  /// Follows changes of files, each with all its outcomes.
  func follow(_ changed: [[FileChanges.Outcome]]) {
    album?.isChangingFiles = changes.isBusy
    for outcomes in changed {
      if case .failed(.rename(let file, let new), _, _, isNameTaken: true)? = outcomes.first,
        !isTyping
      {
        showField(
          .rename(file), text: EditableName(new.lastComponent).text,
          problem: FieldController.takenName)
      } else {
        update(album?.follow(outcomes, content))
      }
    }
  }

  /// The position in the album of the picture that is shown, or selected in the overview.
  var currentPosition: Int? { shownOverview.map(\.selection) ?? album?.album.position }
}
