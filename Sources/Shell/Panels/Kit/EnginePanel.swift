package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

/// A panel made of the engine's views, in an engine window of its own.
///
/// It needs to be displayed when its views look different from when it was last drawn, and at no other time.
package class EnginePanel: Panel {
  package let window = PanelWindow()
  /// How the views looked when the panel was drawn; `nil` before that.
  private var drawn: [PanelPicture.Part]?
  /// True if something has happened since the views were last compared.
  private var mayHaveChanged = true
  private var isChanged = true
  private weak var hovered: PanelControl?
  private var pointer: Point?
  /// When the wheel last scrolled a list, in seconds.
  private var lastListWheel = -Double.infinity

  /// The pause after which the wheel may change the control under the pointer instead of scrolling on, in seconds. [C]
  static let wheelPause = 0.5

  package init() {
    window.focusDidChange = { [weak self] in self?.didChange() }
  }

  package var size: Size {
    get { window.bounds.size }
    set {
      guard newValue != size else { return }
      window.frame = Rect(origin: .zero, size: newValue)
      window.openList?.close()
      layOut()
      didChange()
    }
  }

  package var palette: Palette {
    get { window.colors }
    set {
      guard newValue != palette else { return }
      window.colors = newValue
      paletteDidChange()
      didChange()
    }
  }

  package var needsDisplay: Bool {
    get {
      settle()
      guard mayHaveChanged else { return isChanged }
      mayHaveChanged = false
      isChanged = drawn != PanelPicture.parts(of: window)
      return isChanged
    }
    set {
      settle()
      isChanged = newValue
      mayHaveChanged = false
      drawn = newValue ? nil : PanelPicture.parts(of: window)
    }
  }

  package var needsAdvance: Bool { window.needsAdvance }

  package func share(_ focus: KeyboardFocus) { window.keyboardFocus = focus }

  package var hasFocus: Bool { window.focusedControl != nil }

  package var isTyping: Bool { window.focusedControl?.isTyping ?? false }

  /// Places the views in a window of a new size; overrides need not call `super`.
  package func layOut() {}

  /// Called when the panel has other colors; overrides need not call `super`.
  package func paletteDidChange() {}

  /// Brings the views up to date before they are drawn or compared; overrides need not call `super`.
  package func settle() {}

  /// Called when the pointer moves over the panel, or leaves it.
  package func pointerDidMove(to location: Point?) {}

  /// Handles a key before the panel's controls do; returns false for keys that mean nothing to the panel.
  package func keyPressed(_ key: KeyEvent) -> Bool { false }

  /// Notes that the views may look different.
  package func didChange() { mayHaveChanged = true }

  package func draw(on canvas: Canvas, scale: Double) {
    window.ruler.scale = scale
    settle()
    window.layoutIfNeeded()
    ViewPainter { ($0 as? any PanelView)?.look }
      .draw(window, on: canvas, toPixels: AffineTransform(scaleX: scale, y: scale))
  }

  package func modifiersChanged(_ modifiers: Modifiers) { window.modifiers = modifiers }

  package func advance(to time: Double) {
    window.advance(to: time)
    didChange()
  }

  package func pointerMoved(to location: Point?) {
    pointer = location
    let control = location.flatMap { window.hitTest($0, with: nil) }?.nearestControl
    if control !== hovered {
      hovered?.isHovered = false
      control?.isHovered = true
      hovered = control
    }
    pointerDidMove(to: location)
    didChange()
  }

  // MARK: - Input

  package func send(_ event: Event) {
    defer { didChange() }
    switch event {
    case .touch(let touch): send(touch)
    case .wheel(let wheel): send(wheel)
    case .key(let key) where window.focusedControl != nil || window.textInput == nil:
      handleKey(key)
    case .key, .text, .touchpad, .pinch: window.send(event)
    }
    if let pointer, !window.touches.isEmpty { pointerMoved(to: pointer) }
  }

  private func send(_ touch: TouchEvent) {
    if touch.type == .indirectPointer { pointer = touch.location }
    if touch.phase == .began {
      let hit = window.hitTest(touch.location, with: nil)
      if let list = window.openList, hit?.isDescendant(of: list) != true {
        list.close()
        return
      }
      let control = hit?.nearestControl
      if control?.isFocused != true { window.focus(nil) }
    }
    window.send(.touch(touch))
  }

  private func send(_ wheel: WheelEvent) {
    window.modifiers = wheel.modifiers
    let control = window.hitTest(wheel.location, with: nil)?.nearestControl
    let isScrolling = wheel.timestamp - lastListWheel < Self.wheelPause
    if !isScrolling, let control, control.wheelTurned(wheel) { return }
    lastListWheel = wheel.timestamp
    var scrolling = wheel
    // Control means a tenth of a step to controls, and nothing to a list.
    scrolling.modifiers.remove(.control)
    window.send(.wheel(scrolling))
  }

  /// Handles a key; returns false for keys that mean nothing here.
  @discardableResult
  package func handleKey(_ key: KeyEvent) -> Bool {
    defer { didChange() }
    window.advance(to: key.timestamp)
    window.modifiers = key.modifiers
    if let list = window.openList, list.keyPressed(key) { return true }
    if let control = window.focusedControl, !key.isQuit, control.keyPressed(key) { return true }
    if keyPressed(key) { return true }
    guard let control = window.focusedControl, !key.isQuit else { return false }
    switch key.key {
    case "Tab" where !key.modifiers.contains(.shift): window.moveFocus(by: 1)
    case "Tab", "ISO_Left_Tab": window.moveFocus(by: -1)
    case "Escape": window.focus(nil)
    default: return control.isTyping
    }
    return true
  }
}

extension KeyEvent {
  /// Whether the key quits the program wherever it is pressed.
  fileprivate var isQuit: Bool { key == "q" && modifiers.contains(.control) }
}

/// How the visible views of a window look: what decides whether a panel must be drawn again.
enum PanelPicture {
  /// A view, or a scroll indicator.
  enum Part: Hashable {
    case view(Look, Rect)
    case indicator(Rect, opacity: Double)
  }

  static func parts(of window: PanelWindow) -> [Part] {
    window.layoutIfNeeded()
    var parts: [Part] = []
    add(window, clip: window.bounds, in: window, to: &parts)
    return parts
  }

  private static func add(
    _ view: View, clip: Rect, in window: PanelWindow, to parts: inout [Part]
  ) {
    guard !view.isHidden else { return }
    let frame = window.convert(view.bounds, from: view)
    if frame.intersects(clip), let drawn = view as? any PanelView {
      parts.append(.view(drawn.look, frame))
    }
    let inside = view.clipsToBounds ? clip.intersection(frame) : clip
    guard !inside.isEmpty else { return }
    for subview in view.subviews { add(subview, clip: inside, in: window, to: &parts) }
    guard let scrollView = view as? ScrollView else { return }
    for indicator in [scrollView.verticalScrollIndicator, scrollView.horizontalScrollIndicator]
    where indicator.opacity > 0 {
      parts.append(.indicator(indicator.frame, opacity: indicator.opacity))
    }
  }
}
