import ScrollEngine
import ScrollGeometry

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
