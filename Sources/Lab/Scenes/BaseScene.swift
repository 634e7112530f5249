import ScrollEngine
import ScrollGeometry

/// The views of a scene with their looks.
class BaseScene {
  private var stored: [ObjectIdentifier: Look] = [:]

  package required init() {}

  package var looks: [ObjectIdentifier: Look] {
    refresh()
    return stored
  }

  /// Brings texts and colors up to date before the scene is drawn; does nothing unless overridden.
  func refresh() {}

  /// Gives a view a look.
  func show(_ view: View, _ look: Look) { stored[ObjectIdentifier(view)] = look }

  /// Adds a view with a look.
  @discardableResult
  func add(_ look: Look, _ frame: Rect, to parent: View) -> View {
    let view = View(frame: frame)
    parent.addSubview(view)
    show(view, look)
    return view
  }

  /// Replaces the text of a view's first label.
  func write(_ text: String, in view: View?) {
    guard let view, stored[ObjectIdentifier(view)]?.labels.isEmpty == false else { return }
    stored[ObjectIdentifier(view)]?.labels[0].text = text
  }

  /// Changes the fill of a view.
  func paint(_ view: View?, _ color: Look.Color) {
    guard let view else { return }
    stored[ObjectIdentifier(view)]?.fill = color
  }

  /// Adds lines of small text for numbers, in a box.
  @discardableResult
  func addReadout(_ frame: Rect, to parent: View, _ text: String = " ") -> View {
    let view = add(
      Look(
        fill: Palette.surface, border: Look.Border(Palette.line), cornerRadius: 8,
        labels: [
          Look.Label(
            text, size: Palette.number, color: Palette.ink, isMono: true, anchor: Point(0, 0.5),
            margin: 14)
        ]), frame, to: parent)
    view.isUserInteractionEnabled = false
    return view
  }

  /// Makes a scroll view with a look and registers it as the main one, or under a name.
  func addScrollView(
    _ frame: Rect, to parent: View, _ stage: Stage, as name: String? = nil, look: Look = .surface
  ) -> StageScrollView {
    let view = StageScrollView(frame: frame)
    parent.addSubview(view)
    show(view, look)
    stage.adopt(view, as: name, delegate: self as? any ScrollViewDelegate)
    return view
  }
}
