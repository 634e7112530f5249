import OverscrollBrowser
import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// The minimap in a corner of the window: when it is shown, and what a press on it does.
struct MinimapController {
  /// When the map is shown, unless the whole picture is visible.
  enum Mode: Hashable {
    case off
    /// While something moves, and for a moment after.
    case whileMoving
    case always
  }

  private enum Visibility: Hashable {
    case hidden
    case shown
    case fading(since: Double)
  }

  /// What the last frame showed.
  private struct Seen: Hashable {
    var view: ObjectIdentifier
    var viewport: PixelSize
    var scale: Double
    var placement: Placement
  }

  /// Input that began on the map, and stays with it until it ends.
  private struct Capture: Hashable {
    /// The fingers or the button; the first one scrolls.
    var touches: [Int] = []
    var isPinching = false
    /// The picture that they scroll.
    var view: ObjectIdentifier
  }

  private(set) var mode = Mode.off
  /// The map of the last frame; `nil` if it had none.
  private(set) var shown: Minimap?
  /// True while the pointer is over the map, which then stays.
  private(set) var isHovered = false
  private var visibility = Visibility.hidden
  private var seen: Seen?
  private var capture: Capture?
  /// The time of the last movement, in seconds.
  private var movedAt = -Double.infinity
  /// False if the map disappears without fading.
  var animates: Bool

  /// How long the map stays after a movement, and how long it fades, in seconds. [C]
  static let (duration, fadeDuration) = (1.5, 0.25)

  /// - Parameter animates: False if the map disappears without fading.
  init(animates: Bool) { self.animates = animates }
}

// MARK: - Showing

extension MinimapController {
  /// Switches the map off, or on: while the picture moves, or permanently.
  ///
  /// A map that is switched on appears at once, for a moment at least.
  ///
  /// - Parameters:
  ///   - stays: Pass `true` for a map that stays.
  ///   - now: The time, in seconds.
  mutating func toggle(stays: Bool, at now: Double) {
    mode =
      switch (mode, stays) {
      case (.off, false): .whileMoving
      case (.off, true), (.whileMoving, true): .always
      case (.whileMoving, false), (.always, _): .off
      }
    movedAt = now
  }

  /// Follows the frames of a window.
  ///
  /// - Parameters:
  ///   - frame: The frame, without the map.
  ///   - view: The picture's view.
  ///   - bottom: The distance from the lower edge of what lies below the map, in points.
  ///   - now: The time, in seconds.
  /// - Returns: The map; `nil` if none shows.
  mutating func follow(
    _ frame: Frame, of view: PictureView, above bottom: Double, at now: Double
  ) -> Minimap? {
    let new = Seen(
      view: ObjectIdentifier(view), viewport: frame.viewport, scale: frame.scale,
      placement: frame.placement)
    if seen?.view != new.view { visibility = .hidden }
    var before = seen
    before?.placement = new.placement
    if before == new, seen != new { movedAt = now }
    seen = new
    let map = frame.showsWholePicture ? nil : Minimap(of: frame, above: bottom)
    update(isDue: map != nil && isDue(at: now), at: now)
    let opacity = opacity(at: now)
    shown = opacity > 0 ? map ?? Minimap(of: frame, above: bottom) : nil
    shown?.opacity = opacity
    if shown == nil { isHovered = false }
    return shown
  }

  private func isDue(at now: Double) -> Bool {
    switch mode {
    case .off: false
    case .always: true
    case .whileMoving: isHovered || capture != nil || now < movedAt + Self.duration
    }
  }

  private mutating func update(isDue: Bool, at now: Double) {
    switch (visibility, isDue) {
    case (_, true): visibility = .shown
    case (.shown, false): visibility = animates ? .fading(since: now) : .hidden
    case (.fading(let start), false): if now >= start + Self.fadeDuration { visibility = .hidden }
    case (.hidden, false): break
    }
  }

  private func opacity(at now: Double) -> Double {
    switch visibility {
    case .hidden: 0
    case .shown: 1
    case .fading(let start): min(max(1 - (now - start) / Self.fadeDuration, 0), 1)
    }
  }

  /// When the map begins to disappear unless something moves, in seconds; `nil` if it stays or is hidden.
  var deadline: Double? {
    guard visibility == .shown, mode == .whileMoving, !isHovered, capture == nil else { return nil }
    return movedAt + Self.duration
  }

  /// Starts to hide the map once its time is up.
  mutating func expire(at now: Double) {
    if let deadline, now >= deadline { update(isDue: false, at: now) }
  }

  /// Returns whether the map fades.
  func isFading(at now: Double) -> Bool {
    guard case .fading(let start) = visibility else { return false }
    return now < start + Self.fadeDuration
  }
}

// MARK: - Input

extension MinimapController {
  /// True while a press that began on the map continues.
  var isHeld: Bool { capture != nil }

  /// True while the pointer is over the map, or drags from there.
  var hasPointer: Bool { isHovered || isHeld }

  /// Follows the pointer while no button is pressed, in points of the picture's part of the window.
  mutating func pointerMoved(to location: Point?, scale: Double, at now: Double) {
    let wasHovered = isHovered
    isHovered = location.map { shown?.contains($0 * scale) == true } ?? false
    if wasHovered, !isHovered { movedAt = max(movedAt, now) }
  }

  /// Handles input on the map, in points of the picture's part of the window.
  ///
  /// A press centers the pressed location, and a drag keeps doing so. The wheel and a pinch zoom around the center of the window.
  ///
  /// - Parameters:
  ///   - event: The input.
  ///   - origin: Where it came from, for takes.
  ///   - view: The picture.
  ///   - animated: True if a press scrolls with an animation.
  /// - Returns: False for input that is the picture's.
  mutating func send(
    _ event: Event, from origin: Script.Origin?, to view: PictureView, animated: Bool
  ) -> Bool {
    switch event {
    case .touch(let touch): return send(touch, to: view, animated: animated)
    case .wheel(var wheel):
      guard contains(wheel.location, view) else { return false }
      (wheel.location, wheel.modifiers) = (middle(of: view), .control)
      view.send(.wheel(wheel), from: origin)
      return true
    case .pinch(var pinch):
      guard begins(pinch, over: view) else { return false }
      pinch.location = middle(of: view)
      let isMine = capture?.view == ObjectIdentifier(view)
      if pinch.phase == .ended { release { $0.isPinching = false } }
      if isMine { view.send(.pinch(pinch), from: origin) }
      return true
    case .touchpad, .key, .text: return false
    }
  }

  private func contains(_ location: Point, _ view: PictureView) -> Bool {
    shown?.contains(location * view.scale) == true
  }

  private func middle(of view: PictureView) -> Point {
    Point(view.scrollView.frame.width / 2, view.scrollView.frame.height / 2)
  }

  private mutating func send(_ touch: TouchEvent, to view: PictureView, animated: Bool) -> Bool {
    if touch.phase == .began {
      guard contains(touch.location, view) else { return false }
      hold(over: view) { $0.touches.append(touch.id) }
    }
    guard let capture, capture.touches.contains(touch.id) else { return false }
    let isMine = capture.touches.first == touch.id && capture.view == ObjectIdentifier(view)
    switch touch.phase {
    case .began, .moved:
      if isMine, let pixel = shown?.pixel(at: touch.location * view.scale) {
        view.center(on: pixel, at: touch.timestamp, animated: animated && touch.phase == .began)
      }
    case .stationary: break
    case .ended, .cancelled:
      isHovered = touch.type == .indirectPointer && contains(touch.location, view)
      movedAt = max(movedAt, touch.timestamp)
      release { $0.touches.removeAll { $0 == touch.id } }
    }
    return true
  }

  /// Returns whether a pinch began on the map.
  private mutating func begins(_ pinch: PinchEvent, over view: PictureView) -> Bool {
    if pinch.phase == .began, contains(pinch.location, view) {
      hold(over: view) { $0.isPinching = true }
    }
    return capture?.isPinching == true
  }

  private mutating func hold(over view: PictureView, _ change: (inout Capture) -> Void) {
    var capture = capture ?? Capture(view: ObjectIdentifier(view))
    change(&capture)
    self.capture = capture
  }

  private mutating func release(_ change: (inout Capture) -> Void) {
    guard var capture else { return }
    change(&capture)
    self.capture = capture.touches.isEmpty && !capture.isPinching ? nil : capture
  }
}
