import OverscrollLab
import OverscrollPanels

/// What a lab window shows: content in the middle, panels around it, and the keys that hold meanwhile.
struct LabPage {
  let content: any LabContent
  /// The panels by their places; those without a place in the layout are not shown.
  var panels: [DockLayout.Area: any Panel] = [:]
  let keys: CommandTable<LabCommand>
  /// Carries out commands that neither the window nor the content knows; returns `false` for all others.
  var perform: (LabCommand) -> Bool = { _ in false }
  /// Called when another thread has woken the window, after the content.
  var wakeUp: () -> Void = {}
}
