import OverscrollBase
import OverscrollBrowser
package import OverscrollHost
import OverscrollImaging
package import OverscrollLab
package import OverscrollShell
package import ScrollEngine
import ScrollGeometry

extension PicturePage {
  package func send(_ event: ScrollEngine.Event, from origin: Script.Origin?) {
    frames.reader.follow(event)
    slideshow.restart(at: event.timestamp)
    if frames.commands.isShown {
      if case .window(let command) = finish(frames.commands.send(event, at: event.timestamp)) {
        perform(command)
      }
      return drawer.invalidate(.content)
    }
    // A click beside the field closes it.
    if frames.field.send(event, in: maker.room) { return drawer.invalidate(.content) }
    if case .touch(let touch) = event, touch.phase == .began {
      hideField()
      frames.information.resignFocus()
    }
    if let shownOverview {
      shownOverview.send(event)
    } else if sendToMinimap(event, from: origin) {
      recorderPanels.follow(at: event.timestamp)
    } else if case .picture = mode,
      let effects = frames.selection.handle(event, context)
    {
      // It isn't input for the picture, and is not recorded.
      perform(effects)
    } else if !turnPage(by: event) {
      sendToPicture(event, from: origin)
      recorderPanels.follow(at: event.timestamp)
    }
    drawer.invalidate(.content)
  }

  /// Handles input on the minimap; returns `false` for input to the picture.
  private func sendToMinimap(_ event: ScrollEngine.Event, from origin: Script.Origin?) -> Bool {
    if case .swiping = mode, !frames.minimap.isHeld { return false }
    return frames.minimap.send(event, from: origin, to: view, animated: animates)
  }

  /// Turns the page by a notch of the wheel over a picture that fits the window; returns `false` for other events.
  private func turnPage(by event: ScrollEngine.Event) -> Bool {
    guard case .wheel(let wheel) = event, wheel.modifiers.isEmpty, turnsPages,
      view.window.touches.isEmpty
    else { return false }
    if let step = turner.step(of: wheel) { go(step, wraps: false) }
    return true
  }

  /// True if arrow keys and the wheel go to other pictures.
  private var turnsPages: Bool {
    guard let album, case .picture = mode else { return false }
    return (album.album.count > 1 || album.isListing) && turner.turnsPages(over: content)
  }

  package func buttonPressed(_ button: Int) {
    let key = KeyBinding.button(button).event(at: maker.time)
    guard let command = frames.commands.keys.table.command(for: key) else { return }
    if command == .showCommands { return toggleCommands() }
    // Over the overview and the list of commands, buttons give no other command.
    guard shownOverview == nil, !frames.commands.isShown else { return }
    if case .window(let command) = carryOut(command, key) { perform(command) }
  }

  package func handle(_ key: Input.Key) -> KeyResult {
    let key = frames.selection.withoutShift(key)
    slideshow.restart(at: key.time)
    if key.action == .released, let album { update(album.endSkimming()) }
    switch frames.commands.handle(key) {
    case .unhandled: break
    case let outcome:
      drawer.invalidate(.content)
      return finish(outcome)
    }
    guard !handleInField(key), key.action != .released,
      let command = frames.commands.keys.table.command(for: key),
      key.action == .pressed || command.repeats
    else { return .done }
    return carryOut(command, key)
  }

  package func modifiersChanged(_ held: ScrollEngine.Modifiers) {
    frames.selection.modifiersChanged(held)
  }

  package func pointerMoved(to location: Point?) {
    frames.reader.pointerMoved(to: location)
    frames.selection.pointerMoved(to: location)
    frames.minimap.pointerMoved(to: location, scale: maker.room.scale, at: maker.time)
    guard frames.commands.isShown else { return }
    frames.commands.point(at: location)
    drawer.invalidate(.content)
  }

  /// Shows the list of all commands, or hides it.
  func toggleCommands() {
    hideField()
    drawer.invalidate(.content)
    guard !frames.commands.hide() else { return }
    window?.cancelContentInput()
    let problem = frames.commands.show(
      CommandAvailability(context), in: maker.room,
      pasteboard: HostPasteboard(setup.host, observer: nil))
    if let problem { show(problem) }
  }

  /// Has the window carry out a command that a click has chosen.
  private func perform(_ command: WindowCommand) {
    if window?.perform(command) == false { quit() }
  }

  /// Carries out the command that was chosen in the list.
  private func finish(_ outcome: CommandController.Outcome) -> KeyResult {
    if case .chosen(let command, let key) = outcome { carryOut(command, key) } else { .done }
  }

  private func carryOut(_ command: KeyCommand, _ key: Input.Key) -> KeyResult {
    if command == .escape, frames.saver.cancel() { return .done }
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
    return perform(command, key)
  }
}
