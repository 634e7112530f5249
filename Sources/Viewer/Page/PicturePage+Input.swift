import OverscrollBrowser
import OverscrollFiles
package import OverscrollHost
import OverscrollImaging
package import OverscrollShell
package import OverscrollStage
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

  func buttonPressed(_ button: Int) {
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
    if key.action == .released { update(album?.endSkimming()) }
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

  func pointerMoved(to location: Point?) {
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

/// What the arrow keys and the notches of a wheel do over a picture that fits the window.
package enum FittedKeys: String, Sendable, CaseIterable {
  /// They go to the next or previous picture.
  case turn
  /// They scroll, as over any other picture.
  case scroll
}

/// Goes to the next or previous picture by the arrow keys and the wheel if a picture fits the window, so that nothing can scroll.
struct PageTurner {
  private let mode: FittedKeys
  /// The part of a notch that wheels of high resolution have turned so far.
  private var rest = 0.0
  private var lastTurn = -Double.infinity

  /// The pause after which a part of a notch is forgotten, in seconds. [C]
  private static let pause = 0.5

  init(_ mode: FittedKeys) { self.mode = mode }

  /// Returns whether pages are turned over a picture.
  func turnsPages(over picture: OpenPicture) -> Bool {
    guard mode == .turn else { return false }
    let scrollView = picture.view.scrollView
    let range = scrollView.maximumContentOffset - scrollView.minimumContentOffset
    // A zoom in progress has its final range already; a pinch's is not known yet.
    return picture.isPage || max(range.x, range.y) < 1e-6 && !scrollView.isZooming
  }

  /// Returns the step of a key; `nil` for any key but a plain arrow.
  static func step(of key: Input.Key, _ command: KeyCommand) -> Album.Step? {
    // The letters that pan like arrows keep panning.
    guard case .move(.pan(let direction, .step)) = command, key.name.count > 1 else { return nil }
    return direction == "Right" || direction == "Down" ? .next : .previous
  }

  /// Returns the step of a wheel; `nil` for one that has not turned by a notch yet, or has another meaning.
  mutating func step(of wheel: WheelEvent) -> Album.Step? {
    if wheel.timestamp - lastTurn > Self.pause { rest = 0 }
    lastTurn = wheel.timestamp
    let notches = abs(wheel.notches.x) > abs(wheel.notches.y) ? wheel.notches.x : wheel.notches.y
    rest = rest * notches < 0 ? notches : rest + notches
    // The fractions of a high-resolution wheel don't always add up to a whole notch.
    guard abs(rest) > 0.99 else { return nil }
    defer { rest = 0 }
    return rest > 0 ? .next : .previous
  }
}
