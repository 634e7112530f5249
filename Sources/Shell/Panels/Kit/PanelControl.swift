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

  /// Handles text that was typed; returns false where the control takes none.
  package func textTyped(_ text: String) -> Bool { false }

  /// Handles notches of the wheel; returns false for a control that the wheel does not change.
  package func wheelTurned(_ event: WheelEvent) -> Bool { false }

  /// Called when the control receives the keyboard focus, with Tab or otherwise.
  package func didFocus() {}

  /// Called when the control loses the keyboard focus.
  package func didLoseFocus() {}
}

/// The keyboard focus of a window: of all controls in all of its panels, at most one has it.
package final class KeyboardFocus {
  /// The control that receives keys; `nil` for none.
  package private(set) weak var control: PanelControl?

  package init() {}

  /// Gives a control the focus, `nil` for none, after the control that had it has stored what was typed.
  package func move(to control: PanelControl?) {
    let former = self.control
    guard control !== former else { return }
    self.control = control
    former?.didLoseFocus()
    former?.panelWindow?.focusDidChange()
    // Storing a value may have moved the focus on.
    guard let control, control === self.control else { return }
    control.didFocus()
    control.panelWindow?.focusDidChange()
  }
}

extension PanelWindow {
  /// Gives a control the keyboard focus; `nil` takes it from the control that has it, in whichever panel.
  package func focus(_ control: PanelControl?) { keyboardFocus.move(to: control) }

  /// Gives the focus to the next control, or the previous one, in the order of the views; none after the last.
  func moveFocus(by step: Int) {
    let stops = tabStops
    let present = stops.firstIndex { $0 === focusedControl }
    let index = present.map { $0 + step } ?? (step > 0 ? 0 : stops.count - 1)
    focus(stops.indices.contains(index) ? stops[index] : nil)
    guard let focusedControl else { return }
    focusedControl.scrollIntoView()
  }
}

extension View {
  /// The visible controls at which Tab stops, from front to back of the hierarchy.
  var tabStops: [PanelControl] {
    subviews.filter { !$0.isHidden }.flatMap { view -> [PanelControl] in
      if let control = view as? PanelControl { return control.isTabStop ? [control] : [] }
      return view.tabStops
    }
  }

  /// The control that is the view or contains it.
  var nearestControl: PanelControl? {
    var view: View? = self
    while let here = view {
      if let control = here as? PanelControl { return control }
      view = here.superview
    }
    return nil
  }

  /// Scrolls the scroll view that contains the view so that all of it is visible.
  fileprivate func scrollIntoView() {
    var view = superview
    while let here = view {
      if let scrollView = here as? ScrollView {
        let margin = 8.0
        scrollView.scrollRectToVisible(
          scrollView.convert(bounds, from: self).insetBy(dx: 0, dy: -margin), animated: true)
        return
      }
      view = here.superview
    }
  }
}

extension Look {
  /// The corner radius of controls, in points.
  static let controlRadius = 4.0

  /// The box of a control: paper with a line that is stronger under the pointer and blue with the focus.
  static func box(_ control: PanelControl, fill: Color = Palette.paper) -> Look {
    let color = control.isFocused ? Palette.blue : control.isHovered ? Palette.muted : Palette.line
    return Look(
      fill: control.isTracking ? Palette.selected : fill, border: Border(color),
      cornerRadius: controlRadius)
  }
}
