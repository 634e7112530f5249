package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A control of a panel, which shows that the pointer is over it and can have the keyboard focus.
package class PanelControl: Control, PanelView {
  /// Whether the pointer is over the control.
  package internal(set) var isHovered = false
  /// Whether the control reacts to input.
  package override var isEnabled: Bool {
    didSet {
      isUserInteractionEnabled = isEnabled
      if !isEnabled, isFocused { panelWindow?.focus(nil) }
    }
  }
  /// Whether Tab stops at the control.
  package var isTabStop: Bool { isEnabled }
  /// Whether the control receives keys.
  package var isFocused: Bool { panelWindow?.focusedControl === self }
  /// Whether text is being typed into the control.
  package var isTyping: Bool { false }

  package var look: Look { Look() }

  /// Handles a key; returns false for keys that mean nothing to the control.
  package func keyPressed(_ key: KeyEvent) -> Bool { false }

  /// Handles notches of the wheel; returns false for a control that the wheel does not change.
  package func wheelTurned(_ event: WheelEvent) -> Bool { false }

  /// Called when the control receives the keyboard focus, with Tab or otherwise.
  package func didFocus() {}

  /// Called when the control loses the keyboard focus.
  package func didLoseFocus() {}
}

extension Look {
  /// The corner radius of controls, in points.
  static let controlRadius = 4.0

  /// The box of a control: paper with a line that is stronger under the pointer and blue with the focus.
  static func box(_ control: PanelControl, fill: Color? = nil) -> Look {
    let palette = control.palette
    let color = control.isFocused ? palette.blue : control.isHovered ? palette.muted : palette.line
    return Look(
      fill: control.isTracking ? palette.selected : fill ?? palette.paper, border: Border(color),
      cornerRadius: controlRadius)
  }
}

/// A button with a title, which a click, Space or Return presses.
package final class PanelButton: PanelControl {
  package var title: String
  /// The color of the title, and of the button where it is on.
  package var tint: KeyPath<Palette, Color>
  /// Whether the button is marked with its tint, as a switch that is on.
  package var isOn = false

  package init(
    _ title: String, tint: KeyPath<Palette, Color> = \.ink, action: @escaping () -> Void = {}
  ) {
    self.title = title
    self.tint = tint
    super.init()
    addAction(action)
  }

  /// The width at which the title has 8 points at each side.
  package func preferredWidth(_ ruler: TextRuler) -> Double {
    (ruler.width(of: title, .text) + 16).rounded(.up)
  }

  package override var look: Look {
    let tint = palette[keyPath: tint]
    var look = Look.box(self, fill: isHovered ? palette.selected : palette.surface)
    var color = tint
    if !isEnabled {
      look.fill = palette.paper
      look.border = Look.Border(palette.line)
      color = palette.muted
    } else if isOn {
      look.fill = tint.withOpacity(isHovered ? 0.25 : 0.15)
      look.border = Look.Border(isFocused ? palette.ink : tint)
      color = palette.ink
    }
    look.shapes = [.line(title, in: bounds, x: 0.5, color: color)]
    return look
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard ["space", "Return", "KP_Enter"].contains(key.key) else { return false }
    sendActions()
    return true
  }
}

/// A switch between on and off.
package final class PanelSwitch: PanelControl {
  package var isOn = false
  /// Called when the user turns the switch.
  package var didTurn: (Bool) -> Void = { _ in }

  /// The size of the switch, in points.
  package static let size = Size(width: 30, height: 18)

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addAction { [weak self] in self?.turn() }
  }

  private func turn() {
    isOn.toggle()
    didTurn(isOn)
  }

  package override var look: Look {
    let size = Self.size
    let track = Rect(
      x: bounds.maxX - size.width, y: bounds.center.y - size.height / 2, width: size.width,
      height: size.height)
    let side = size.height - 4
    let knob = Rect(
      x: isOn ? track.maxX - side - 2 : track.minX + 2, y: track.minY + 2, width: side,
      height: side)
    let off = isHovered ? palette.muted : palette.off
    var shapes: [Look.Shape] = []
    if isFocused {
      shapes.append(
        .rect(
          track.insetBy(dx: -2, dy: -2), radius: size.height / 2 + 2,
          palette.blue.withOpacity(0.35)))
    }
    shapes.append(.rect(track, radius: size.height / 2, isOn ? palette.blue : off))
    shapes.append(.ellipse(knob, palette.knob))
    return Look(shapes: shapes)
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard ["space", "Return", "KP_Enter"].contains(key.key) else { return false }
    turn()
    return true
  }
}
