import Glibc
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

extension ComparePage {
  /// The distance from the wipe's line within which a finger drags it, in points. [C]
  private static let dividerReach = 22.0
  /// The touchpad travel that makes a step, in points. [C]
  private static let stepTravel = 30.0

  func send(_ event: Event, from origin: Script.Origin?) {
    needsDisplay = true
    guard event.location != nil else { return }
    switch captures.owner(of: event, hitTest: { owner(of: event, at: $0) }) {
    case .view(let corner): send(event, toViewportAt: corner)
    case .plate(let target): send(event, to: target)
    case .menu: finish(menu.send(event))
    case .divider: if let place = event.location { moveDivider(to: place) }
    case .pictureB: moveB(by: event)
    case nil: break
    }
  }

  /// What has input that begins at a place, in points.
  private func owner(of event: Event, at place: Point) -> Owner {
    if menu.isShown { return .menu }
    var touch: TouchEvent?
    if case .touch(let began) = event { touch = began }
    if case .pinch = event {} else if let target = target(at: place) { return .plate(target) }
    if touch != nil, modifiers == .alternate { return .pictureB }
    if case .wheel(let wheel) = event, wheel.modifiers.contains(.alternate) { return .pictureB }
    // The line follows the mouse without a button; drags of the mouse pan.
    if let touch, touch.type != .indirectPointer, settings.mode == .wipe,
      abs(place.x - settings.divider * size.width) <= Self.dividerReach
    {
      return .divider
    }
    return .view(corner: viewports.viewport(at: place * scale).rect.origin / scale)
  }

  private func send(_ event: Event, toViewportAt corner: Point) {
    if case .touch(let touch) = event, touch.type == .indirectPointer {
      moveDivider(to: touch.location)
    }
    view.send(event.mapped { $0 - corner })
  }

  /// Shows the modes or goes to the greatest difference where that is clicked; the wheel over the plate changes the gain or the
  /// threshold.
  private func send(_ event: Event, to target: ComparePlate.Target) {
    switch event {
    case .touch(let touch):
      guard touch.phase == .ended, self.target(at: touch.location) == target else { return }
      switch target {
      case .mode: showMenu(at: .control(plates.plate.titleArea))
      case .greatest: goToGreatest(at: touch.timestamp)
      case .plate: break
      }
    case .wheel(let wheel): changeAmount(turning: -wheel.notches.y, at: wheel.timestamp)
    case .touchpad(let pad):
      changeAmount(turning: pad.delta.y / Self.stepTravel, at: pad.timestamp)
    case .pinch, .key, .text: break
    }
  }

  /// Moves picture B by whole pixels of A, or scales or turns it around the pointer.
  private func moveB(by event: Event) {
    if case .wheel(let wheel) = event {
      let notches = wheel.notches.y != 0 ? wheel.notches.y : wheel.notches.x
      let isFine = wheel.modifiers.contains(.shift)
      if wheel.modifiers.contains(.control) {
        let step = isFine ? Self.fineTurnStep : Self.turnStep
        return adjustB(turningBy: step * notches, around: wheel.location, at: wheel.timestamp)
      }
      let step = isFine ? Self.fineScaleStep : Self.scaleStep
      return adjustB(scalingBy: pow(step, -notches), around: wheel.location, at: wheel.timestamp)
    }
    guard case .touch(let touch) = event else { return }
    if touch.phase == .began { (lastDrag, partOfPixel) = (touch.location, .zero) }
    let moved = partOfPixel + (touch.location - lastDrag) * (scale / view.placement.scale)
    let whole = Point(moved.x.rounded(.towardZero), moved.y.rounded(.towardZero))
    (lastDrag, partOfPixel) = (touch.location, moved - whole)
    moveB(x: Int(whole.x), y: Int(whole.y), at: touch.timestamp)
  }

  private func moveB(x: Int, y: Int, at time: Double) {
    change(at: time) {
      let offset = $0.adjustment.offset
      $0.adjustment.offset = PairOffset(x: offset.x + x, y: offset.y + y)
    }
  }

  /// The scale of a notch or a key, and a finer one. [C]
  private static let (scaleStep, fineScaleStep) = (1.01, 1.001)

  /// The angle of a notch or a key, in degrees, and a finer one. [C]
  private static let (turnStep, fineTurnStep) = (0.1, 0.01)

  /// Scales or turns picture B, whose pixel at a place of the window, in points, stays there; the middle unless one is given.
  private func adjustB(
    scalingBy factor: Double = 1, turningBy degrees: Double = 0, around place: Point? = nil,
    at time: Double
  ) {
    let middle = Point(Double(viewports.main.width), Double(viewports.main.height)) / (2 * scale)
    let place = place ?? middle
    let pixel = place * scale
    let viewport = viewports.viewport(at: pixel)
    let placement = view.placement
    let fixed = (pixel - viewport.rect.origin - placement.origin) / placement.scale
    // A notch that follows goes on from where B would lie exactly.
    let goesOn = scaling?.place == place && scaling?.offset == settings.adjustment.offset
    let (adjusted, rest) = layout.adjusted(
      scalingBy: factor, turningBy: degrees, around: fixed, fraction: goesOn ? partOfPixel : .zero)
    change(at: time) { $0.adjustment = adjusted.adjustment }
    partOfPixel = rest
    scaling = (place, adjusted.adjustment.offset)
  }

  private func changeAmount(turning amount: Double, at time: Double) {
    partOfStep += amount
    let steps = partOfStep.rounded(.towardZero)
    partOfStep -= steps
    change(at: time) { $0.changeAmount(by: Int(min(max(steps, -100), 100))) }
  }

  /// What of the plate is at a place, in points.
  private func target(at place: Point) -> ComparePlate.Target? {
    showsPlates ? plates.plate.target(at: place) : nil
  }

  /// Cancels what is held in a viewport that moves.
  func cancelInput() {
    for (owner, event) in captures.release(at: setup.host.time, where: { $0 != .pictureB }) {
      if case .view(let corner) = owner { view.send(event.mapped { $0 - corner }) }
    }
  }

  private func moveDivider(to place: Point) {
    guard settings.mode == .wipe, size.width > 0 else { return }
    settings.moveDivider(to: place.x / size.width)
    needsDisplay = true
  }

  func pointerMoved(to location: Point?) {
    if menu.isShown {
      menu.point(at: location)
      needsDisplay = true
    }
    let before = plates.plate
    pointer = location
    isOverPlate = location.map { target(at: $0) != nil } ?? false
    // On the way to a line of the menu, the pointer moves nothing else.
    if let location, !isOverPlate, !menu.isShown { moveDivider(to: location) }
    if plates.plate != before { needsDisplay = true }
  }
}

// MARK: - Keys

extension ComparePage {
  func handle(_ key: Input.Key) -> KeyResult {
    // Whatever modifiers are held by now.
    if key.action == .released {
      if key.name == "space" { change(at: key.time) { $0.showsOther = false } }
      return .done
    }
    let command = CompareKeys.table.command(for: key)
    if menu.isShown {
      needsDisplay = true
      switch menu.handle(
        key, toggles: command == .showMenu && key.action == .pressed,
        isCommand: command != nil && key.isCommandInText)
      {
      case .unhandled: break
      case .handled: return .done
      case .chosen(let chosen): return perform(chosen, key)
      }
    }
    guard let command, key.action == .pressed || command.repeats else { return .done }
    needsDisplay = true
    return perform(command, key)
  }

  private func perform(_ command: CompareKeyCommand, _ key: Input.Key) -> KeyResult {
    switch command {
    case .mode(let mode): change(at: key.time) { $0.mode = mode }
    case .chooseB(let steps): chooseB(by: steps, at: key.time)
    case .showOther: change(at: key.time) { $0.showsOther = true }
    case .changeAmount(let steps): changeAmount(by: steps, at: key.time)
    case .toggleChannels: toggleChannels(at: key.time)
    case .nextPlace: placeNext(at: key.time)
    case .moveB(let x, let y): moveB(x: x, y: y, at: key.time)
    case .scaleB(let steps):
      adjustB(scalingBy: pow(Self.scaleStep, Double(steps)), at: key.time)
    case .turnB(let steps): adjustB(turningBy: Self.turnStep * Double(steps), at: key.time)
    case .returnB: change(at: key.time) { $0.adjustment = .none }
    case .goToGreatest: goToGreatest(at: key.time)
    case .togglePlates: wantsPlates.toggle()
    case .move(let motion): view.perform(motion, key, animated: animates)
    case .toggleFilter: filter = filter == .nearest ? .linear : .nearest
    case .changeBackground: backdrop.background = backdrop.background.next
    case .escape: if !leave() { return .window(.escape) }
    case .leave: if !leave() { return .window(.quit) }
    case .showMenu: showMenu(at: .pointer(Rect(origin: .zero, size: size).center))
    case .window(let command): return .window(command)
    }
    return .done
  }

  private func chooseB(by steps: Int, at time: Double) {
    guard settings.count > 2 else { return show("B is the only picture beside A.") }
    scaling = nil
    change(at: time) { $0.chooseB(by: steps) }
  }

  private func changeAmount(by steps: Int, at time: Double) {
    guard settings.mode == .difference || settings.mode == .outline else {
      return show("[ and ] work in the difference (6) and outline (7) modes.")
    }
    change(at: time) { $0.changeAmount(by: steps) }
  }

  private func toggleChannels(at time: Double) {
    guard settings.mode == .difference else { return show("x works in the difference mode (6).") }
    change(at: time) { $0.channels = $0.channels == .each ? .greatest : .each }
  }

  private func placeNext(at time: Double) {
    let hasMap = compared.mapped.contains { $0 != nil }
    guard hasMap || !layouts.allSatisfy(\.areSameSize) else {
      return show("The pictures have the same size.")
    }
    change(at: time) { $0.place = $0.place.next(hasMap: hasMap) }
  }
}

// MARK: - The menu

extension ComparePage {
  /// What the menu offers: how the pictures are shown, which one is B, and what else is about all of them.
  var menuItems: [MenuItem<CompareKeyCommand>] {
    let modes = CompareSettings.Mode.allCases.map {
      CompareKeys.item(.mode($0), $0.title, isOn: settings.mode == $0)
    }
    let others = (1..<settings.count).map { number in
      CompareKeys.item(
        .chooseB(by: number - settings.b), compared.names[number], isOn: number == settings.b)
    }
    let isDifference = settings.mode == .difference
    return modes + [.separator]
      + (others.count > 1 ? [.further(title: "Compare A with", others)] : [])
      + [
        CompareKeys.item(.goToGreatest, "Greatest difference"),
        CompareKeys.item(
          .toggleChannels, "Each channel", isEnabled: isDifference,
          isOn: isDifference && settings.channels == .each),
        CompareKeys.item(.togglePlates, "Names and summary", isOn: wantsPlates), .separator,
      ] + (didLeave == nil ? [] : [CompareKeys.item(.leave, "Return to the viewer")])
      + [
        CompareKeys.item(.window(.toggleFullscreen), "Full screen"),
        CompareKeys.item(.window(.showCommands), "All commands"),
      ]
  }

  private func showMenu(at anchor: Menu<CompareKeyCommand>.Anchor, isHeld: Bool = false) {
    window?.cancelContentInput()
    menu.show(menuItems, at: anchor, in: size, isHeld: isHeld)
    needsDisplay = true
  }

  /// Shows the menu where its button is pressed, and chooses a line where that is released.
  func handleButton(_ button: Int, isPressed: Bool, at place: Point?) {
    let key = KeyBinding.button(button).event(at: setup.host.time)
    guard CompareKeys.table.command(for: key) == .showMenu, !isBelowCommands, let place else {
      return
    }
    if isPressed {
      showMenu(at: .pointer(place), isHeld: true)
    } else {
      finish(menu.release(at: place))
    }
  }

  /// Letters go to the menu while it is shown.
  func type(_ text: Input) -> Bool {
    guard menu.isShown else { return false }
    finish(menu.type(text))
    return true
  }

  /// Carries out what was chosen without a key.
  private func finish(_ outcome: Menu<CompareKeyCommand>.Outcome) {
    needsDisplay = true
    guard case .chosen(let chosen) = outcome,
      case .window(let command) = perform(chosen, KeyBinding("").event(at: setup.host.time))
    else { return }
    // None of its lines quits.
    _ = window?.perform(command)
  }
}

/// What a key does while pictures are compared.
enum CompareKeyCommand: Hashable, Sendable {
  /// Shows the pictures in another way.
  case mode(CompareSettings.Mode)
  /// Makes another picture B.
  case chooseB(by: Int)
  /// Shows the other picture while the key is held.
  case showOther
  /// Raises or lowers the gain or the threshold by a step.
  case changeAmount(by: Int)
  /// Shows the difference of each channel, or the greatest of them.
  case toggleChannels
  /// Switches to the next alignment of pictures of different sizes.
  case nextPlace
  /// Moves picture B by pixels of A.
  case moveB(x: Int, y: Int)
  /// Scales picture B by steps.
  case scaleB(steps: Int)
  /// Turns picture B clockwise by steps.
  case turnB(steps: Int)
  /// Returns picture B to where it is aligned, at its scale there.
  case returnB
  /// Shows the greatest difference in the middle of the window.
  case goToGreatest
  /// Shows or hides the names and the summary.
  case togglePlates
  /// Moves or zooms all pictures.
  case move(MotionCommand)
  case toggleFilter
  case changeBackground
  /// Returns to the album, or leaves full screen where there is none.
  case escape
  /// Returns to the album, or quits.
  case leave
  /// Shows a menu of the modes.
  case showMenu
  /// A command that the window carries out.
  case window(WindowCommand)

  /// True if the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .move(let motion): motion.repeats
    case .changeAmount, .moveB, .scaleB, .turnB: true
    default: false
    }
  }
}

/// The keys of a comparison of pictures.
enum CompareKeys {
  typealias Row = CommandTable<CompareKeyCommand>.Row

  /// All of them, in the order of help.
  static let table = CommandTable(modes + changing + moving + motions + leaving)

  private static let modes: [Row] = [
    (CompareSettings.Mode.a, "Show picture A."), (.b, "Show picture B."),
    (.blink, "Blink: the next picture every half second."),
    (.wipe, "Wipe: A to the left of the pointer, B to the right."),
    (.sideBySide, "Side by side: all pictures, each in a view."),
    (.difference, "Difference of the colors, amplified."),
    (.outline, "Outline what differs by more than a threshold."),
  ].map { mode, summary in
    Row(
      .mode(mode), "mode-\(mode.rawValue)", summary, keys: "\(mode.rawValue)",
      "KP_\(mode.rawValue)")
  }

  private static let changing: [Row] = [
    Row(
      .chooseB(by: 1), "next-b", "Compare A with the next picture, which becomes B.", keys: "Tab"),
    Row(
      .chooseB(by: -1), "previous-b", "Compare A with the previous picture.",
      [KeyBinding("ISO_Left_Tab", .shift), KeyBinding("Tab", .shift)]),
    Row(.showOther, "other", "Show the other picture while the key is held.", keys: "space"),
    Row(
      .changeAmount(by: 1), "more", "Amplify more, or outline less (wheel over the summary).",
      keys: "bracketright"),
    Row(.changeAmount(by: -1), "less", "Amplify less, or outline more.", keys: "bracketleft"),
    Row(.toggleChannels, "channels", "Difference of each channel, or the greatest.", keys: "x"),
    Row(.goToGreatest, "greatest", "Go to the greatest difference.", keys: "g"),
    Row(.nextPlace, "place", "Align the pictures: top left, center, fit, map.", keys: "p"),
    Row(
      .scaleB(steps: 1), "scale-up", "Scale B up by 1% (Alt+wheel; with Shift by 0.1%).",
      [KeyBinding("Prior", .alt)]),
    Row(.scaleB(steps: -1), "scale-down", "Scale B down by 1%.", [KeyBinding("Next", .alt)]),
    Row(
      .turnB(steps: 1), "turn-right",
      "Turn B right by 0.1° (Ctrl+Alt+wheel; with Shift by 0.01°).", [KeyBinding("period", .alt)]),
    Row(.turnB(steps: -1), "turn-left", "Turn B left by 0.1°.", [KeyBinding("comma", .alt)]),
    Row(.turnB(steps: 10), "turn-right-far", "Turn B right by 1°.", [KeyBinding("greater", .alt)]),
    Row(.turnB(steps: -10), "turn-left-far", "Turn B left by 1°.", [KeyBinding("less", .alt)]),
    Row(
      .returnB, "return", "Return B from where it was moved (Alt+drag), scaled or turned.",
      [KeyBinding("Home", .alt)]),
    Row(.togglePlates, "plates", "Show or hide the names and the summary.", keys: "d"),
    Row(.toggleFilter, "interpolation", "Switch nearest and linear interpolation.", keys: "a"),
    Row(.changeBackground, "background", "Change the color around the pictures.", keys: "b"),
  ]

  /// Alt and an arrow key move B by a pixel, and with Shift by ten.
  private static let moving: [Row] = [
    moving("Left", x: -1, y: 0), moving("Right", x: 1, y: 0), moving("Up", x: 0, y: -1),
    moving("Down", x: 0, y: 1), moving("Left", x: -10, y: 0), moving("Right", x: 10, y: 0),
    moving("Up", x: 0, y: -10), moving("Down", x: 0, y: 10),
  ]

  private static func moving(_ key: String, x: Int, y: Int) -> Row {
    let name = key.lowercased()
    let isFar = max(abs(x), abs(y)) > 1
    return Row(
      .moveB(x: x, y: y), isFar ? "move-\(name)-far" : "move-\(name)",
      "Move B \(name) over A by \(isFar ? "ten pixels" : "a pixel").",
      [KeyBinding(key, isFar ? [.alt, .shift] : .alt)])
  }

  /// Digits select modes here, so they zoom only with Ctrl.
  private static let motions = MotionKeys.rows.compactMap { row -> Row? in
    let bindings = row.bindings.filter { binding in
      !(1...9).contains { KeyBinding("\($0)") == binding || KeyBinding("KP_\($0)") == binding }
    }
    return bindings.isEmpty ? nil : Row(.move(row.command), row.name, row.summary, bindings)
  }

  private static let leaving: [Row] = [
    Row(.window(.toggleFullscreen), "fullscreen", "Enter or leave full screen.", keys: "f", "F11"),
    Row(.window(.showCommands), "keys", "List all commands.", CommandList.bindings),
    Row(
      .showMenu, "menu", "Show a menu of the modes (right click, or a click on the mode).",
      [KeyBinding("Menu"), KeyBinding("F10", .shift), KeyBinding("button3")]),
    Row(.escape, "back", "Return to the viewer, or leave full screen.", keys: "Escape"),
    Row(.leave, "leave", "Return to the viewer, or quit.", keys: "q"),
    Row(.window(.quit), "quit", "Quit.", [KeyBinding("q", .control), KeyBinding("w", .control)]),
  ]

  /// A line of the menu, with the key of its command.
  static func item(
    _ command: CompareKeyCommand, _ title: String, isEnabled: Bool = true, isOn: Bool = false
  ) -> MenuItem<CompareKeyCommand> {
    .choice(command, title: title, key: table.label(of: command), isEnabled: isEnabled, isOn: isOn)
  }
}
