import OverscrollBrowser
import OverscrollDrawing
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The controls at the lower edge of the picture, which appear while the pointer moves and leave the picture alone otherwise.
///
/// They are part of no take, and never move the picture.
struct PictureControls {
  /// A control, in the order of the capsule.
  enum Control: Hashable, CaseIterable {
    case previous, next, zoomOut, percent, zoomIn, fit, overview, information, fullscreen, more

    /// The command that a click gives; `nil` for one that opens a menu of its own.
    var command: KeyCommand? {
      switch self {
      case .previous: .go(.previous)
      case .next: .go(.next)
      case .zoomOut: .move(.zoomStep(enlarges: false))
      case .zoomIn: .move(.zoomStep(enlarges: true))
      case .fit: .move(.zoom(.fit))
      case .overview: .toggleOverview
      case .information: .window(.togglePanel(.information))
      case .fullscreen: .window(.toggleFullscreen)
      case .percent, .more: nil
      }
    }

    /// What it is called where the pointer rests on it.
    var title: String {
      switch self {
      case .previous: "Previous picture"
      case .next: "Next picture"
      case .zoomOut: "Zoom out"
      case .percent: "Zoom"
      case .zoomIn: "Zoom in"
      case .fit: "Fit the window"
      case .overview: "Overview"
      case .information: "Information"
      case .fullscreen: "Full screen"
      case .more: "More"
      }
    }
  }

  /// What a click leads to.
  enum Action: Hashable {
    case command(KeyCommand)
    /// The list of scales, above a place in points.
    case scales(Rect)
    /// The menu of what can be done with the picture.
    case menu(Rect)
  }

  private enum Visibility: Hashable {
    case hidden
    case shown(since: Double)
    case fading(since: Double)
  }

  private struct Press: Hashable {
    let touch: Int
    let control: Control
    var isInside = true
  }

  /// Whether they appear by themselves.
  var isOn = true
  private var visibility = Visibility.hidden
  /// The pointer while no button is pressed, in points of the window.
  private var pointer: Point?
  /// Where the pointer was when they were hidden; they stay so until it has left this place.
  private var hiddenAt: Point?
  /// When the pointer moved last, in seconds.
  private var movedAt = -Double.infinity
  private var hovered: (control: Control, since: Double)?
  private var press: Press?
  /// The capsule of the last frame; `nil` if it had none.
  private var shown: Layout?

  /// How long they appear and disappear, how long they stay after the pointer has come to rest, and after which rest a control says
  /// what it is, in seconds.
  private static let (fadeDuration, duration, helpDelay) = (0.15, 2.0, 0.6)
  /// How far the pointer has to move before they appear again, in points. [C]
  private static let slop = 3.0
}

// MARK: - Where they lie

extension PictureControls {
  struct Layout: Hashable {
    var capsule: Rect
    var places: [Control: Rect] = [:]
    /// The left edges of the lines between groups.
    var lines: [Double] = []

    /// The height of the capsule, its distance from the edge, the width of a control, of the scale, of a line with its gaps, and the
    /// room at both ends, in points.
    static let (height, margin, width, scale, gap, end) = (40.0, 16.0, 36.0, 64.0, 9.0, 6.0)

    private static let groups: [[Control]] = [
      [.previous, .next], [.zoomOut, .percent, .zoomIn], [.fit], [.overview], [.information],
      [.fullscreen], [.more],
    ]
    /// What is left out where there is no room, the first first.
    private static let dispensable: [Set<Control>] = [
      [.overview, .information, .fullscreen], [.fit], [.previous, .next],
    ]

    /// Returns the layout in a window of a size in points, above what takes some of its lower edge; `nil` where there is no room.
    init?(in room: Size, above bottom: Double) {
      var groups = Self.groups
      var rest = Self.dispensable[...]
      while Self.width(of: groups) > room.width - 2 * 8 {
        guard let gone = rest.popFirst() else { return nil }
        groups = groups.map { $0.filter { !gone.contains($0) } }.filter { !$0.isEmpty }
      }
      let width = Self.width(of: groups)
      capsule = Rect(
        x: ((room.width - width) / 2).rounded(),
        y: room.height - bottom - Self.margin - Self.height, width: width, height: Self.height)
      guard capsule.minY >= 8 else { return nil }
      var x = capsule.minX + Self.end
      for (index, group) in groups.enumerated() {
        if index > 0 {
          lines.append(x + 4)
          x += Self.gap
        }
        for control in group {
          let width = control == .percent ? Self.scale : Self.width
          places[control] = Rect(x: x, y: capsule.minY, width: width, height: Self.height)
          x += width
        }
      }
    }

    private static func width(of groups: [[Control]]) -> Double {
      let controls = groups.joined().reduce(0) { $0 + ($1 == .percent ? scale : width) }
      return controls + Double(groups.count - 1) * gap + 2 * end
    }

    func control(at place: Point) -> Control? { places.first { $0.value.contains(place) }?.key }
  }
}

// MARK: - When they are shown

extension PictureControls {
  /// True while the pointer is over them, or a button that was pressed there is held.
  var hasPointer: Bool {
    press != nil || pointer.map { shown?.capsule.contains($0) == true } ?? false
  }

  /// Follows the pointer while no button is pressed, in points of the window; `nil` when it has left.
  mutating func pointerMoved(to location: Point?, at now: Double) {
    let last = pointer
    pointer = location
    guard let location else { return }
    // A window that comes under the pointer moves nothing.
    guard let last, last != location else { return }
    if let hiddenAt, (location - hiddenAt).length <= Self.slop { return }
    hiddenAt = nil
    movedAt = now
    if case .hidden = visibility { visibility = .shown(since: now) }
    if case .fading = visibility { visibility = .shown(since: now - Self.fadeDuration) }
  }

  /// True if they may look different since the pointer has moved.
  var needsDisplay: Bool { visibility != .hidden }

  /// Hides them at once: something else goes on.
  mutating func hide() {
    guard press == nil else { return }
    (visibility, hiddenAt, hovered, shown) = (.hidden, pointer, nil, nil)
  }

  /// Follows a frame.
  ///
  /// - Parameters:
  ///   - context: What is shown.
  ///   - scale: The device pixels per picture pixel.
  ///   - bottom: What other plates take of the lower edge, in points.
  ///   - selection: The selection in the window, in points.
  ///   - keys: The keys, which the controls name.
  ///   - isKept: True while a menu is shown that they have opened.
  ///   - now: The time, in seconds.
  /// - Returns: How they look; `nil` while they are hidden.
  mutating func follow(
    _ context: PictureContext, scale: Double, above bottom: Double, selection: Rect?,
    keys: ViewerKeys, isKept: Bool, at now: Double
  ) -> OverlayLayer? {
    // Most frames have none, and need not know where they would lie.
    guard visibility != .hidden, isOn, context.showsPicture, !context.content.isPlaceholder,
      !(context.isFullscreen && context.isSlideshowOn),
      let layout = Layout(in: context.maker.room.size, above: bottom),
      selection.map(layout.capsule.intersects) != true
    else {
      (visibility, shown, hovered) = (.hidden, nil, nil)
      return nil
    }
    if isKept || hasPointer { movedAt = now }
    let isDue = now < movedAt + Self.duration
    switch visibility {
    case .shown where !isDue:
      visibility = context.animates ? .fading(since: movedAt + Self.duration) : .hidden
    case .fading(let since) where now >= since + Self.fadeDuration: visibility = .hidden
    default: break
    }
    let opacity = opacity(at: now, animates: context.animates)
    guard visibility != .hidden else {
      (shown, hovered) = (nil, nil)
      return nil
    }
    shown = layout
    let control = press == nil ? pointer.flatMap(layout.control) : nil
    if control != hovered?.control { hovered = control.map { ($0, now) } }
    return layer(layout, context, scale: scale, keys, opacity: opacity, helps: !isKept, at: now)
  }

  private func opacity(at now: Double, animates: Bool) -> Double {
    switch visibility {
    case .hidden: 0
    case .shown(let since): animates ? min(max((now - since) / Self.fadeDuration, 0), 1) : 1
    case .fading(let since): 1 - min(max((now - since) / Self.fadeDuration, 0), 1)
    }
  }

  /// True while they appear or disappear.
  func isFading(at now: Double) -> Bool {
    switch visibility {
    case .hidden: false
    case .shown(let since): now < since + Self.fadeDuration
    case .fading: true
    }
  }

  /// When they look different though nothing happens, in seconds; `nil` for never.
  func deadline(at now: Double) -> Double? {
    guard case .shown = visibility else { return nil }
    let help = hovered.map { $0.since + Self.helpDelay }
    let end = hasPointer ? nil : movedAt + Self.duration
    // What has passed is seen to by the next frame.
    return [help, end].compactMap(\.self).filter { $0 > now }.min()
  }
}

// MARK: - Input

extension PictureControls {
  /// Handles input on the controls.
  ///
  /// - Parameters:
  ///   - event: The input.
  ///   - context: What is known of the window.
  /// - Returns: What is to be done, if anything; `nil` for input to the picture.
  mutating func handle(_ event: Event, _ context: PictureContext) -> [Action]? {
    guard case .touch(let touch) = event else { return nil }
    if let press {
      guard touch.id == press.touch else { return nil }
      let isInside = shown?.places[press.control]?.contains(touch.location) == true
      self.press?.isInside = isInside
      guard touch.phase == .ended || touch.phase == .cancelled else { return [] }
      self.press = nil
      pointer = touch.location
      movedAt = touch.timestamp
      guard touch.phase == .ended, isInside else { return [] }
      return [action(press.control)]
    }
    guard touch.phase == .began, let shown, shown.capsule.contains(touch.location) else {
      return nil
    }
    guard let control = shown.control(at: touch.location),
      Self.isEnabled(control, CommandAvailability(context))
    else { return [] }
    press = Press(touch: touch.id, control: control)
    hovered = nil
    return []
  }

  private func action(_ control: Control) -> Action {
    let place = shown?.places[control] ?? .zero
    if control == .percent { return .scales(place) }
    return control.command.map(Action.command) ?? .menu(place)
  }

  private static func isEnabled(_ control: Control, _ availability: CommandAvailability) -> Bool {
    control.command.map(availability.allows)
      ?? (control == .more || availability.allows(.move(.zoom(.fit))))
  }
}

// MARK: - Looks

extension PictureControls {
  private func layer(
    _ layout: Layout, _ context: PictureContext, scale: Double, _ keys: ViewerKeys,
    opacity: Double, helps: Bool, at now: Double
  ) -> OverlayLayer {
    let availability = CommandAvailability(context)
    let pointed = press.map { $0.isInside ? $0.control : nil } ?? hovered?.control
    let buttons = layout.places.sorted { $0.value.minX < $1.value.minX }.map { control, place in
      ControlsLayer.Button(
        control: control, place: place, isEnabled: Self.isEnabled(control, availability),
        isPointedAt: control == pointed,
        isPressed: control == press?.control && press?.isInside == true)
    }
    var help: ControlsLayer.Help?
    // It would lie under the menu.
    if helps, press == nil, let hovered, now >= hovered.since + Self.helpDelay,
      let place = layout.places[hovered.control]
    {
      let command = hovered.control.command ?? (hovered.control == .more ? .showMenu : nil)
      help = ControlsLayer.Help(
        title: hovered.control.title, key: command.map(keys.label(of:)) ?? "", place: place)
    }
    let content = ControlsLayer(
      capsule: layout.capsule, lines: layout.lines, buttons: buttons,
      scale: context.content.isNotice ? "–" : ZoomReading.text(scale),
      isFullscreen: context.isFullscreen, help: help, width: context.maker.room.size.width)
    return OverlayLayer(content, area: content.area, opacity: opacity)
  }
}

/// How the controls look.
struct ControlsLayer: OverlayContent {
  struct Button: Hashable {
    var control: PictureControls.Control
    var place: Rect
    var isEnabled: Bool
    var isPointedAt: Bool
    var isPressed: Bool
  }

  /// What a control is called, above it.
  struct Help: Hashable {
    var title: String
    var key: String
    var place: Rect
  }

  fileprivate var capsule: Rect
  fileprivate var lines: [Double]
  fileprivate var buttons: [Button]
  fileprivate var scale: String
  fileprivate var isFullscreen: Bool
  var help: Help?
  /// The width of the window, in points.
  fileprivate var width: Double

  /// The height of a help plate, its distance from the capsule, and what of the window's width it may take beside a control, in
  /// points. [C]
  private static let (helpHeight, helpGap, helpReach) = (26.0, 8.0, 160.0)
  private static let font = Font(size: 13)

  /// What it may cover, in points of the window.
  var area: Rect {
    guard let help else { return capsule }
    let left = min(capsule.minX, max(help.place.center.x - Self.helpReach, 0))
    let right = max(capsule.maxX, min(help.place.center.x + Self.helpReach, width))
    let top = capsule.minY - Self.helpGap - Self.helpHeight
    return Rect(x: left, y: top, width: right - left, height: capsule.maxY - top)
  }

  func reading(measuredBy canvas: Canvas) -> Rect? { area }

  func draw(on canvas: Canvas) {
    Plate(
      capsule, cornerRadius: capsule.height / 2, color: Color(white: 0.08, alpha: 0.88)
    ).draw(on: canvas)
    for line in lines {
      canvas.fill(Rect(x: line, y: capsule.minY + 12, width: 1, height: 16), with: white(0.14))
    }
    for button in buttons { draw(button, on: canvas) }
    if let help { draw(help, on: canvas) }
  }

  private func white(_ alpha: Double) -> Color { Color(white: 1, alpha: alpha) }

  private func draw(_ button: Button, on canvas: Canvas) {
    let place = button.place
    if button.isEnabled, button.isPointedAt || button.isPressed {
      canvas.fill(
        place.insetBy(dx: 2, dy: 4), cornerRadius: 16, with: white(button.isPressed ? 0.24 : 0.12))
    }
    let color = white(button.isEnabled ? 0.92 : 0.3)
    if button.control == .percent {
      return canvas.draw(scale, centeredAt: place.center, font: Self.font, color: color)
    }
    let corner = Point(place.center.x - 8, place.center.y - 8)
    for stroke in Self.strokes(of: button.control, isFullscreen: isFullscreen) {
      canvas.strokeLine(
        through: stroke.map { Point(corner.x + $0.0, corner.y + $0.1) }, with: color,
        lineWidth: 1.5)
    }
    switch button.control {
    case .overview:
      for (x, y) in [(1.75, 1.75), (9.25, 1.75), (1.75, 9.25), (9.25, 9.25)] {
        canvas.stroke(
          Rect(x: corner.x + x, y: corner.y + y, width: 5, height: 5), cornerRadius: 1.25,
          with: color, lineWidth: 1.5)
      }
    case .information:
      canvas.stroke(
        Rect(x: corner.x + 1.25, y: corner.y + 1.25, width: 13.5, height: 13.5), cornerRadius: 6.75,
        with: color, lineWidth: 1.5)
      canvas.fill(
        Rect(x: corner.x + 7, y: corner.y + 4, width: 2, height: 2), cornerRadius: 1, with: color)
    case .more:
      for x in [1.5, 6.75, 12.0] {
        canvas.fill(
          Rect(x: corner.x + x, y: corner.y + 6.75, width: 2.5, height: 2.5), cornerRadius: 1.25,
          with: color)
      }
    default: break
    }
  }

  /// The lines of a control's sign, in a square of 16 points.
  private static func strokes(
    of control: PictureControls.Control, isFullscreen: Bool
  ) -> [[(Double, Double)]] {
    switch control {
    case .previous: [[(10, 2.5), (4.5, 8), (10, 13.5)]]
    case .next: [[(6, 2.5), (11.5, 8), (6, 13.5)]]
    case .zoomOut: [[(3, 8), (13, 8)]]
    case .zoomIn: [[(3, 8), (13, 8)], [(8, 3), (8, 13)]]
    case .fit:
      [
        [(9.5, 2.5), (13.5, 2.5), (13.5, 6.5)], [(13.5, 2.5), (9, 7)],
        [(6.5, 13.5), (2.5, 13.5), (2.5, 9.5)], [(2.5, 13.5), (7, 9)],
      ]
    case .fullscreen where isFullscreen:
      [
        [(6, 1.5), (6, 6), (1.5, 6)], [(10, 1.5), (10, 6), (14.5, 6)],
        [(6, 14.5), (6, 10), (1.5, 10)], [(10, 14.5), (10, 10), (14.5, 10)],
      ]
    case .fullscreen:
      [
        [(1.75, 6), (1.75, 1.75), (6, 1.75)], [(10, 1.75), (14.25, 1.75), (14.25, 6)],
        [(1.75, 10), (1.75, 14.25), (6, 14.25)], [(10, 14.25), (14.25, 14.25), (14.25, 10)],
      ]
    case .information: [[(8, 7.75), (8, 11.5)]]
    case .overview, .percent, .more: []
    }
  }

  private func draw(_ help: Help, on canvas: Canvas) {
    let keyFont = Font(size: 11)
    let title = canvas.measure(help.title, font: Self.font).width
    let key = help.key.isEmpty ? 0 : canvas.measure(help.key, font: keyFont).width + 8
    let size = (title + key + 24).rounded(.up)
    let left = max(min(help.place.center.x - size / 2, width - 8 - size), 8).rounded()
    let plate = Rect(
      x: left, y: capsule.minY - Self.helpGap - Self.helpHeight, width: size,
      height: Self.helpHeight)
    Plate(plate, cornerRadius: 6, color: Color(white: 0.08, alpha: 0.92))
      .draw(on: canvas)
    let baseline = canvas.baseline(of: Self.font, centeredAt: plate.center.y)
    canvas.draw(
      help.title, at: Point(plate.minX + 12, baseline), font: Self.font, color: white(0.95))
    guard key > 0 else { return }
    canvas.draw(
      help.key, at: Point(plate.minX + 20 + title, baseline), font: keyFont, color: white(0.6))
  }
}
