import OverscrollBrowser
package import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
package import OverscrollShell
package import OverscrollStage
package import ScrollEngine
import ScrollGeometry

extension PicturePage {
  package func send(_ event: ScrollEngine.Event, from origin: Script.Origin?) {
    if commands.isShown {
      if case .window(let command) = finish(commands.send(event, at: event.timestamp)) {
        perform(command)
      }
      return drawer.invalidate(.content)
    }
    // A field is for typing; a click on the picture ends it.
    if case .touch(let touch) = event, touch.phase == .began { hideField() }
    if let shownOverview {
      shownOverview.send(event)
    } else {
      sendToPicture(event, from: origin)
      recorderPanels.follow(at: event.timestamp)
    }
    drawer.invalidate(.content)
  }

  package func buttonPressed(_ button: Int) {
    if button == 3 { toggleCommands() }
    // The back and forward buttons of a mouse.
    guard shownOverview == nil else { return }
    if button == 8 { go(.previous) }
    if button == 9 { go(.next) }
  }

  package func handle(_ key: OverscrollDesktop.Event.Key) -> KeyResult {
    if key.action == .released, let album { update(album.endLeafing()) }
    switch commands.handle(key) {
    case .unhandled: break
    case let outcome:
      drawer.invalidate(.content)
      return finish(outcome)
    }
    guard !handleInField(key), key.action != .released, let command = KeyMap.command(for: key),
      key.action == .pressed || command.repeats
    else { return .done }
    return carryOut(command, key)
  }

  package func pointerMoved(to location: Point?) {
    guard commands.isShown else { return }
    commands.point(at: location)
    drawer.invalidate(.content)
  }

  /// Shows the list of all commands, or hides it.
  private func toggleCommands() {
    hideField()
    drawer.invalidate(.content)
    guard !commands.hide() else { return }
    commands.show(
      where: CommandAvailability(
        content: content, album: album, recording: takes.state,
        showsOverview: shownOverview != nil, isFullscreen: window?.isFullscreen == true
      ).allows)
  }

  /// Has the window carry out a command that a click has chosen.
  private func perform(_ command: WindowCommand) {
    if window?.perform(command) == false { hasQuit = true }
  }

  /// Carries out the command that was chosen in the list.
  private func finish(_ outcome: CommandController.Outcome) -> KeyResult {
    guard case .chosen(let command, let key) = outcome else { return .done }
    return carryOut(command, key)
  }

  private func carryOut(_ command: KeyCommand, _ key: OverscrollDesktop.Event.Key) -> KeyResult {
    if let shownOverview {
      switch shownOverview.handle(command, key, animated: animates) {
      case .done: return .done
      case .closes:
        hideOverview()
        return .done
      case .means: break
      }
    }
    endSwiping()
    return perform(command, key)
  }

  /// Handles a key while a field is shown; returns `false` for keys that remain commands.
  private func handleInField(_ key: OverscrollDesktop.Event.Key) -> Bool {
    let outcome = field.handle(key) { (text) throws(GoTo.Problem) in
      let names = album?.album.entries.map { $0.name.lastComponent.description } ?? []
      return try GoTo(text, names: names, size: content.picture.info.size)
    }
    switch outcome {
    case .unhandled: return false
    case .handled, .closed: break
    case .open(let path): album?.open([path])
    case .go(let place): go(to: place)
    }
    drawer.invalidate(.content)
    return true
  }

  private func go(to place: GoTo) {
    hideOverview()
    switch place {
    case .picture(let index): if index != album?.album.position { go(.to(index)) }
    case .pixel(let pixel, let scale):
      view.show(pixel, scale: scale, at: MonotonicClock.now, animated: animates)
    }
  }

  private func perform(_ command: KeyCommand, _ key: OverscrollDesktop.Event.Key) -> KeyResult {
    switch command {
    case .window(let command): return .window(command)
    case .showCommands: toggleCommands()
    case .escape: return escape()
    case .move(let motion): perform(motion, key)
    case .toggleFilter: frames.filter = frames.filter == .nearest ? .linear : .nearest
    case .changeBackground:
      frames.ground.background = frames.ground.background.next
      groundDidChange()
    case .changeBeneath:
      frames.ground.beneath = frames.ground.beneath.next
      groundDidChange()
    case .toggleHUD: frames.showsHUD.toggle()
    case .toggleTouches: recorderPanels.marksTouches.toggle()
    case .saveTake: takes.saveLatest()
    case .toggleRecording: takes.toggleRecording()
    case .mark: takes.mark(at: key.time)
    case .go(let step): go(step, isRepeat: key.action == .repeated)
    case .reload: if let album { update(album.reload(content)) }
    case .toggleLock: if let album { update(album.toggleLock()) }
    case .paste: setup.window.requestFiles()
    case .toggleOverview: showOverview()
    case .open(let purpose): chooseFiles(purpose)
    case .goTo: showField(.goTo)
    case .toggleStrip: toggleStrip()
    case .toggleMark: toggleMark()
    case .unmarkAll:
      if let album { update(album.unmarkAll()) }
      lists?.marksDidChange()
    }
    drawer.invalidate(.content)
    return .done
  }

  /// Stops loading or, if nothing is being loaded, leaves full screen.
  private func escape() -> KeyResult {
    if cancelOpening() { return .done }
    guard case .loading = content.picture.state else { return .window(.escape) }
    content.picture.cancel()
    return .done
  }

  /// Marks the picture that is shown, or selected in the overview; or removes its mark.
  private func toggleMark() {
    guard let album, let index = shownOverview.map(\.selection) ?? album.album.position else {
      return
    }
    update(album.toggleMark(at: index))
    lists?.marksDidChange()
  }

  /// Shows other colors around pictures.
  private func groundDidChange() {
    lists?.strip?.surroundings.ground = frames.ground
    drawer.invalidate(.content)
  }

  private func perform(_ motion: MotionCommand, _ key: OverscrollDesktop.Event.Key) {
    switch motion {
    case .scrollToTop: view.scrollToTop(at: key.time)
    case .zoom(let zoom):
      view.zoom(PictureView.ZoomCommand(zoom), at: key.time, animated: animates)
    case .zoomStep(let enlarges):
      view.zoomStep(enlarges: enlarges, at: key.time, animated: animates)
    case .pan(let name, let distance):
      view.pan(
        name, modifiers: distance.modifiers, at: key.time, from: Script.Origin(key.source),
        animated: animates)
    }
    recorderPanels.follow(at: key.time)
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
