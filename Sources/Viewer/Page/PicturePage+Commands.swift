import OverscrollBase
import OverscrollBrowser
package import OverscrollHost
import OverscrollImaging
package import OverscrollLab
package import OverscrollShell
package import ScrollEngine
import ScrollGeometry

// MARK: - Input

extension PicturePage {
  package func send(_ event: Event, from origin: Script.Origin?) {
    appearance.reader.follow(event)
    slideshow.restart(at: event.timestamp)
    keepShown()
    endFade()
    if appearance.commands.isShown {
      choose(appearance.commands.send(event, at: event.timestamp))
      return drawer.invalidate(.content)
    }
    if appearance.field.isShown == false, let actions = appearance.controls.handle(event, context) {
      for action in actions { perform(action) }
      return drawer.invalidate(.content)
    }
    appearance.controls.hide()
    // A click beside the field closes it, as Escape does.
    if appearance.field.send(event, in: maker.room) {
      if let outcome = appearance.field.drainClick() { perform(outcome) }
      followField()
      return drawer.invalidate(.content)
    }
    if case .touch(let touch) = event, touch.phase == .began {
      hideField()
      appearance.information.resignFocus()
      endFlight()
    }
    if content.isNotice, shownOverview == nil, let commands = appearance.notices.handle(event) {
      for command in commands { choose(.chosen(command, KeyBinding("").event(at: maker.time))) }
    } else if case .start = mode {
      // Nothing else is there.
    } else if let shownOverview {
      shownOverview.send(event)
    } else if sendToMinimap(event, from: origin) {
      recorderPanels.follow(at: event.timestamp)
    } else if case .picture = mode,
      appearance.ruler.handle(event, over: content, isFree: !appearance.selection.holdsKey)
    {
      // It isn't input for the picture, and is not recorded.
    } else if case .picture = mode,
      let effects = appearance.selection.handle(event, context)
    {
      // It isn't input for the picture, and is not recorded.
      perform(effects)
    } else if !step(by: event) {
      sendToPicture(event, from: origin)
      recorderPanels.follow(at: event.timestamp)
    }
    drawer.invalidate(.content)
  }

  /// Handles input on the minimap; returns `false` for input to the picture.
  private func sendToMinimap(_ event: Event, from origin: Script.Origin?) -> Bool {
    if case .swiping = mode, !appearance.minimap.isHeld { return false }
    return appearance.minimap.send(event, from: origin, to: view, animated: animates)
  }

  /// Goes to another picture by a notch of the wheel over one that fits the window; returns `false` for other events.
  private func step(by event: Event) -> Bool {
    guard case .wheel(let wheel) = event, wheel.modifiers.isEmpty, stepsPictures,
      view.window.touches.isEmpty
    else { return false }
    if let step = stepper.step(of: wheel) { go(step, wraps: false) }
    return true
  }

  /// True if arrow keys and the wheel go to other pictures.
  private var stepsPictures: Bool {
    guard let album, case .picture = mode else { return false }
    return (album.album.count > 1 || album.isListing) && stepper.steps(over: content)
  }

  func handleButton(_ button: Int, isPressed: Bool, at place: Point?) {
    let key = KeyBinding.button(button).event(at: maker.time)
    if isPressed { keepShown() }
    guard let command = appearance.commands.keys.table.command(for: key) else { return }
    guard isPressed else {
      guard command == .showMenu, let place else { return }
      choose(appearance.commands.release(at: place, time: key.time))
      return drawer.invalidate(.content)
    }
    if command == .showCommands { return toggleCommands() }
    if command == .showMenu {
      guard let place else { return }
      if !appearance.commands.isShown { shownOverview?.select(at: place) }
      return showMenu(at: .pointer(place), isHeld: true)
    }
    // Over the overview and the list of commands, buttons give no other command.
    guard shownOverview == nil, !appearance.commands.isShown else { return }
    if case .window(let command) = carryOut(command, key) { perform(command) }
  }

  package func handle(_ key: Input.Key) -> KeyResult {
    if key.name == "Escape", key.action == .pressed { escapes = (key.time, escapes.last) }
    var key = appearance.selection.withoutShift(key)
    // Control may be held for a rectangle.
    if key.name == "Escape", shownOverview != nil { key.modifiers.remove([.control, .shift]) }
    slideshow.restart(at: key.time)
    if key.action == .released { update(album?.endSkimming()) } else { keepShown() }
    switch appearance.commands.handle(key) {
    case .unhandled: break
    case let outcome:
      drawer.invalidate(.content)
      return finish(outcome)
    }
    if key.action == .pressed {
      appearance.controls.hide()
      appearance.saver.endWait()
      // Until the pointer moves, it is the keys that choose.
      shownOverview?.pointerMoved(to: nil)
    }
    if key.action != .released { endFade() }
    if shownOverview == nil, !isTyping, slideshow.handle(key) {
      drawer.invalidate(.content)
      return .done
    }
    if content.isNotice, shownOverview == nil, key.action != .released, !isTyping,
      key.modifiers.isSubset(of: .shift), let commands = appearance.notices.handle(key.name)
    {
      for command in commands { choose(.chosen(command, key)) }
      drawer.invalidate(.content)
      return .done
    }
    guard !handleInField(key), key.action != .released,
      let command = appearance.commands.keys.table.command(for: key),
      key.action == .pressed || command.repeats
    else { return .done }
    return carryOut(command, key)
  }

  func pointerMoved(to location: Point?) {
    appearance.reader.pointerMoved(to: location)
    appearance.selection.pointerMoved(to: location)
    appearance.controls.pointerMoved(to: location, at: maker.time)
    if appearance.notices.pointerMoved(to: location) || appearance.controls.needsDisplay {
      drawer.invalidate(.content)
    }
    appearance.minimap.pointerMoved(to: location, scale: maker.room.scale, at: maker.time)
    shownOverview?.pointerMoved(to: appearance.commands.isShown ? nil : location)
    guard appearance.commands.isShown else { return }
    appearance.commands.point(at: location)
    drawer.invalidate(.content)
  }

  /// Shows the list of all commands, or hides it.
  func toggleCommands() {
    hideField()
    window?.takeKeys()
    drawer.invalidate(.content)
    guard !appearance.commands.hide() else { return }
    window?.cancelContentInput()
    let problem = appearance.commands.show(
      CommandAvailability(context), in: maker.room,
      pasteboard: HostPasteboard(setup.host, observer: nil))
    if let problem { show(problem) }
  }

  /// Shows a menu of what can be done with the picture.
  func showMenu(at anchor: Menu<KeyCommand>.Anchor, isHeld: Bool = false) {
    hideField()
    window?.takeKeys()
    window?.cancelContentInput()
    var items = appearance.commands.pictureMenu(CommandAvailability(context))
    if case .pointer(let place) = anchor,
      case .start(.recent(let file)) = appearance.notices.recent(at: place)
    {
      items = [
        .choice(.start(.forget(file)), title: "Remove"),
        .choice(.start(.forget(nil)), title: "Clear all"),
      ]
    }
    appearance.commands.show(items, at: anchor, in: maker.room, isHeld: isHeld)
    drawer.invalidate(.content)
  }

  /// Does what a click on the controls leads to.
  private func perform(_ action: PictureControls.Action) {
    let availability = CommandAvailability(context)
    switch action {
    case .command(let command):
      choose(.chosen(command, KeyBinding("").event(at: maker.time)))
    case .scales(let place):
      appearance.commands.show(
        appearance.commands.scaleMenu(availability, scale: view.placement.scale),
        at: .control(place), in: maker.room)
    case .menu(let place): showMenu(at: .control(place))
    }
  }

  /// Has the window carry out a command that a click has chosen.
  private func perform(_ command: WindowCommand) {
    if window?.perform(command) == false { quit() }
  }

  /// Carries out what was chosen without a key.
  func choose(_ outcome: CommandController.Outcome) {
    if case .window(let command) = finish(outcome) { perform(command) }
  }

  /// Carries out the command that was chosen in the list.
  private func finish(_ outcome: CommandController.Outcome) -> KeyResult {
    if case .chosen(let command, let key) = outcome { carryOut(command, key) } else { .done }
  }

  private func carryOut(_ command: KeyCommand, _ key: Input.Key) -> KeyResult {
    if command == .escape, stopWork(at: key.time) { return .done }
    endFlight()
    if let shownOverview {
      switch shownOverview.handle(command, key, animated: animates) {
      case .done: return .done
      case .closes:
        hideOverview()
        return .done
      case .endsSearch:
        endSearch()
        return .done
      case .means: break
      }
    }
    endSwiping()
    if stepsPictures, let step = PictureStepper.step(of: key, command) {
      go(step, isRepeat: key.action == .repeated)
      return .done
    }
    return perform(command, key)
  }
}

// MARK: - Carrying out commands

extension PicturePage {
  /// Carries out a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - key: The key that was pressed.
  /// - Returns: What remains for the window to do.
  func perform(_ command: KeyCommand, _ key: Input.Key) -> KeyResult {
    // There is nothing yet that most of them could be about.
    guard !content.isStart || CommandAvailability(context).allows(command) else { return .done }
    switch command {
    case .window(let command): return .window(command)
    case .showCommands: toggleCommands()
    case .start(let command): perform(command)
    case .showMenu: showMenu(at: .pointer(Rect(origin: .zero, size: maker.room.size).center))
    case .escape: return escape(at: key.time)
    case .move(let motion):
      view.perform(motion, key, animated: animates)
      recorderPanels.follow(at: key.time)
    case .toggleFilter: appearance.filter = appearance.filter == .nearest ? .linear : .nearest
    case .toggleReading: appearance.reader.toggle()
    case .copyReading: copyReading()
    case .togglePixelGrid: togglePixelGrid()
    case .toggleClipping: toggleClipping()
    case .toggleScaleBar:
      if let problem = appearance.scale.toggle(context) { showOfPicture(problem) }
    case .toggleRuler: toggleRuler()
    case .toggleTone: update(album?.toggleTone(content))
    case .toggleMinimap(let stays): toggleMinimap(stays: stays, at: key.time)
    case .changeBackground:
      appearance.backdrop.background = appearance.backdrop.background.next
      backdropDidChange()
    case .changeTransparency:
      appearance.backdrop.transparency = appearance.backdrop.transparency.next
      backdropDidChange()
    case .toggleControls:
      appearance.controls.isOn.toggle()
      show(
        appearance.controls.isOn
          ? "The controls appear while the pointer moves." : "The controls stay hidden.")
    case .toggleCaption: appearance.caption.isPinned.toggle()
    case .toggleHUD: appearance.showsHUD.toggle()
    case .toggleTouches: recorderPanels.marksTouches.toggle()
    case .saveTake: takes.saveLatest()
    case .toggleRecording: takes.toggleRecording()
    case .mark: takes.mark(at: key.time)
    case .toggleSlideshow:
      if !stopSlideshow() { perform(slideshow.start(context, at: key.time)) }
    case .go(let step): go(step, isRepeat: key.action == .repeated)
    case .turnPage(let forward):
      turnPage(forward: forward, isRepeat: key.action == .repeated)
    case .togglePlayback: perform(animation.toggle(content))
    case .reload: update(album?.reload(content))
    case .turn(let turn): self.turn(turn)
    case .copy(let part): copy(part)
    case .save: chooseSave()
    case .selectAll: if !content.isNotice { appearance.selection.selectAll(content) }
    case .moveToTrash: moveToTrash(at: key.time)
    case .trashChosen: moveToTrash(at: key.time, isChosen: true)
    case .keepRotation: keepRotation()
    case .rename: rename()
    case .chooseFolder(let kind): chooseFolder(kind)
    case .rate(let stars): rate(stars)
    case .undo: undo()
    case .showInFolder:
      ask("The desktop has no file manager that shows files in their folders.") {
        $0.showInFolder($1)
      }
    case .openWith: openWith()
    case .openIn(let program):
      programs.start(program.command, named: program.name, wake: maker.wake)
    case .toggleLock: update(album?.toggleLock())
    case .paste: setup.host.perform(.pasteFiles)
    case .toggleOverview: showOverview()
    case .open(let purpose): choose(purpose)
    case .goTo: showField(.goTo)
    case .search: showSearch()
    case .enclosingFolder: browse { $0.browseUp() }
    case .lastFolder: browse { $0.browseBack() }
    case .sort(let sort): follow(order: album?.sort(by: sort))
    case .reverseOrder: follow(order: album?.reverseOrder())
    case .toggleDays: toggleDays()
    case .toggleStrip: toggleStrip()
    case .toggleMark: toggleMark()
    case .compare:
      perform(comparison.begin(context, selectedFiles, at: currentPosition))
    case .run(let program): run(program, with: selectedFiles)
    case .runForMarked(let program): run(program, with: album?.namedMarkedPaths ?? [])
    case .unmarkAll: unmarkAll()
    case .selectMarked: selectMarked()
    case .markAgain: markAgain()
    }
    drawer.invalidate(.content)
    return .done
  }

  /// Shows the overview and the field of its search.
  private func showSearch() {
    if shownOverview == nil { showOverview() }
    guard let shownOverview, let place = shownOverview.searchField else { return }
    album?.prepareSearch()
    showField(.search, text: shownOverview.query, at: place)
  }

  /// Shows all pictures again.
  private func endSearch() {
    hideField()
    if let album { shownOverview?.search("", in: album) }
    drawer.invalidate(.content)
  }

  /// Enters a folder in the overview.
  func enter(_ folder: FilePath) {
    browse {
      $0.browse(to: folder)
      return []
    }
  }

  /// Goes to another folder, in the overview.
  private func browse(_ body: (inout AlbumController) -> [PictureEffect]) {
    if shownOverview == nil { showOverview() }
    guard var album else { return }
    let effects = body(&album)
    self.album = album
    update(effects)
  }

  /// Carries out a click on the header of the overview.
  func choose(_ part: OverviewHeader.Part) {
    switch part {
    case .up: browse { $0.browseUp() }
    case .folder(let index):
      guard let album, album.place.indices.contains(index), index < album.place.count - 1 else {
        return
      }
      enter(album.place[index].path)
    case .sort:
      appearance.commands.show(
        appearance.commands.sortMenu(CommandAvailability(context)),
        at: .control(shownOverview?.place(of: .sort) ?? .zero), in: maker.room)
    case .reverse: follow(order: album?.reverseOrder())
    case .search: showSearch()
    case .clear: endSearch()
    }
    drawer.invalidate(.content)
  }

  /// Follows another order that was chosen.
  private func follow(order effects: [PictureEffect]?) {
    chosenOrder = album?.order
    update(effects)
  }

  /// Groups the pictures of the overview by day, or no longer does.
  private func toggleDays() {
    guard let lists, let album else { return }
    lists.groupsByDay.toggle()
    reloadLists()
    let isSorted = [.taken, .time].contains(album.order.sort)
    show(
      lists.groupsByDay
        ? isSorted
          ? "The overview groups pictures by day."
          : "The overview groups pictures by day once they are sorted by date."
        : "The overview groups no pictures.")
  }

  /// Shows or hides the strip.
  func toggleStrip() {
    // The first picture comes before its folder.
    if lists?.strip == nil, drawer.hasDrawn { listRestOfFolder() }
    guard let lists, let album else {
      return show("This window shows a single picture, so there is no strip of thumbnails.")
    }
    lists.toggleStrip(of: album, on: appearance.backdrop)
    window?.updateLayout()
    lists.strip?.reload(album, showsSelection: true)
  }

  /// Stops the slideshow; returns whether it ran.
  private func stopSlideshow() -> Bool {
    guard slideshow.stop() else { return false }
    show("The slideshow has stopped.") { [weak self] in self?.slideshow.isOn == false }
    return true
  }

  /// Stops loading or a slideshow, clears the selection, or hides the information; otherwise leaves full screen.
  private func escape(at time: Double) -> KeyResult {
    if cancelOpening() || appearance.selection.drop() || appearance.ruler.drop() { return .done }
    if stopSlideshow() { return .done }
    if case .loading = content.picture.state {
      content.picture.cancel()
      return .done
    }
    if appearance.information.isShown { return .window(.togglePanel(.information)) }
    guard window?.isFullscreen != true else { return .window(.escape) }
    // One too many is not meant for the folder.
    if beginsWithStart, time - escapes.before < Self.escapePause { return .done }
    return returnToStart() ? .done : .window(.escape)
  }

  /// How long after another one Escape does not return to the page that the window began with, in seconds. [C]
  private static let escapePause = 0.5

  /// Stops what goes on once it is said, and what changes files also before that; returns whether there was anything.
  private func stopWork(at time: Double) -> Bool {
    let writing = appearance.saver.work ?? changes.works.last
    guard let work = works.latest(at: time) ?? writing else { return false }
    work.stop()
    drawer.invalidate(.content)
    return true
  }

  /// Cancels the opening of a picture; returns whether one was being opened.
  private func cancelOpening() -> Bool {
    guard album?.isOpening == true else { return false }
    update(album?.cancelOpening(content))
    return true
  }

  /// Starts a program with some files: once where it takes all of them, or none, or else once for each.
  private func run(_ program: ExternalProgram, with files: [FilePath]) {
    let named = files.filter { album?.folders.origin.isUnnamed($0) == false }
      .compactMap(\.fromRoot)
    var values = programValues
    do throws(LineProblem) {
      guard named.count > 1, program.takesOneFile else {
        values.file = named.first
        if named.count > 1 || values.marked.isEmpty { values.marked = named }
        return programs.start(
          try program.command(values), named: program.name, wake: maker.wake)
      }
      var commands: [[[UInt8]]] = []
      for file in named {
        values.file = file
        commands.append(try program.command(values))
      }
      programs.start(all: commands, named: program.name, wake: maker.wake)
      show("\(program.name) runs for \(named.count) pictures, one after the other.")
    } catch {
      show(error.message)
    }
  }

  /// What programs are given besides files.
  private var programValues: ExternalProgram.Values {
    var values = ExternalProgram.Values()
    values.marked = album?.namedMarkedPaths.compactMap(\.fromRoot) ?? []
    guard shownOverview == nil else { return values }
    values.pixel = appearance.reader.pixel(in: appearance.plainFrame(of: content, context))
      .map { ($0.x, $0.y) }
    values.selection = appearance.selection.rect
    return values
  }

  private func toggleRuler() {
    appearance.ruler.toggle()
    guard appearance.ruler.isOn else { return }
    let isKnown = appearance.scale.measure(of: content) != nil
    show(
      "Drag to measure\(isKnown ? "" : " in pixels"). Drag from an end to go on; Ctrl+C copies, "
        + "Escape puts the ruler away.")
  }

  private func copyReading() {
    guard var reading = appearance.reader.reading else {
      return show("Press x to show the pixel at the pointer, then y to copy it.")
    }
    guard let pixel = reading.pixel else { return show("The pointer is not over the picture.") }
    guard reading.color != .pending, !reading.awaitsSamples else {
      return showOfPicture("This pixel is not loaded yet.")
    }
    reading.place = appearance.scale.place(of: pixel, in: content, maker.room)
    setup.host.copyText(reading.text)
    showOfPicture("Copied the pixel's position and color.")
  }

  private func toggleMinimap(stays: Bool, at time: Double) {
    appearance.minimap.toggle(stays: stays, at: time)
    // While the whole picture is visible, nothing else shows the effect of the key.
    guard view.frame().showsWholePicture else { return }
    show(
      appearance.minimap.mode == .off
        ? "No minimap." : "The minimap appears once you zoom in."
    ) { [weak self] in
      self?.view.frame().showsWholePicture == true
    }
  }

  private func toggleClipping() {
    appearance.showsClipping.toggle()
    // What was drawn ahead is drawn again.
    album?.opening.forgetNeighbors()
    guard appearance.showsClipping else { return setup.message.dismiss() }
    let scale = view.placement.scale
    let stripes = "Rising stripes are clipped highlights, falling ones shadows"
    guard scale < 1 else { return show(stripes + ", in the color of the channels.") }
    // The means of pixels are clipped only where all of them are.
    show(
      "\(stripes), as shown at \(ZoomReading.text(scale)): at \(ZoomReading.text(1)) single pixels "
        + "have theirs."
    ) { [weak self] in
      self.map { $0.view.placement.scale < 1 } == true
    }
  }

  private func togglePixelGrid() {
    appearance.showsPixelGrid.toggle()
    let isShown = appearance.showsPixelGrid
    // While pixels are small, nothing else shows the effect of the key.
    guard view.placement.scale <= PixelGrid.firstScale else { return }
    let first = ZoomReading.text(PixelGrid.firstScale)
    show(isShown ? "Lines between pixels: from \(first) on." : "No lines between pixels.")
  }

  /// Shows other colors around pictures.
  private func backdropDidChange() {
    lists?.strip?.surroundings.backdrop = appearance.backdrop
    setup.host.perform(.darkFrame(appearance.backdrop.background.isDark))
    drawer.invalidate(.content)
  }
}

extension PictureView {
  /// Moves or zooms as a key says.
  func perform(_ motion: MotionCommand, _ key: Input.Key, animated: Bool) {
    switch motion {
    case .scrollToTop: scrollToTop(at: key.time)
    case .zoom(let command): zoom(command, at: key.time, animated: animated)
    case .zoomStep(let enlarges): zoomStep(enlarges: enlarges, at: key.time, animated: animated)
    case .pan(let name, let distance):
      pan(
        name, modifiers: distance.modifiers, at: key.time, from: Script.Origin(key.source),
        animated: animated)
    }
  }
}
