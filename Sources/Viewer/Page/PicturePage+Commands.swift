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
    } else if !turnPage(by: event) {
      sendToPicture(event, from: origin)
      recorderPanels.follow(at: event.timestamp)
    }
    drawer.invalidate(.content)
  }

  /// Turns the page by a notch of the wheel over a picture that fits the window; returns `false` for other events.
  private func turnPage(by event: ScrollEngine.Event) -> Bool {
    guard case .wheel(let wheel) = event, wheel.modifiers.isEmpty, turnsPages,
      view.window.touches.isEmpty
    else { return false }
    if let step = turner.step(of: wheel) { go(step, wraps: false) }
    return true
  }

  /// True where arrow keys and the wheel turn pages.
  private var turnsPages: Bool {
    guard let album, case .picture = mode else { return false }
    return (album.album.count > 1 || album.isListing) && turner.turnsPages(over: content)
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
  func toggleCommands() {
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
    if turnsPages, let step = PageTurner.step(of: key, command) {
      go(step, isRepeat: key.action == .repeated)
      return .done
    }
    return CommandPerformer(page: self).perform(command, key)
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
}
