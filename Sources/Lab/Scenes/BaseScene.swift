import OverscrollDrawing
import ScrollEngine
import ScrollGeometry
import ScrollLists

/// The views of a scene with their looks, on paper.
class BaseScene {
  private var stored: [ObjectIdentifier: Look] = [:]
  /// The main scroll view, once it was added.
  private(set) var scrollView: StageScrollView?
  /// Where the scene writes its numbers; `nil` for nowhere.
  var readout: View?
  /// What has happened, for scenes with a box for it.
  var ladder = Ladder(capacity: 0)
  private var ladderBox: (view: View, empty: String)?

  package required init() {}

  package var looks: [ObjectIdentifier: Look] {
    refresh()
    if let (view, empty) = ladderBox {
      show(view, ladder.look(width: view.frame.width, empty: empty))
    }
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
  func paint(_ view: View?, _ color: Color) {
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

  /// Adds a box for the latest events, with a text before the first one.
  func addLadder(capacity: Int, _ frame: Rect, to parent: View, empty: String) {
    ladder.capacity = capacity
    ladderBox = (add(Look(), frame, to: parent), empty)
  }

  /// Makes a scroll view with a look and registers it as the main one, or under a name.
  func addScrollView(
    _ frame: Rect, to parent: View, _ stage: Stage, as name: String? = nil, look: Look = .surface
  ) -> StageScrollView {
    let view = StageScrollView(frame: frame)
    parent.addSubview(view)
    show(view, look)
    stage.adopt(view, as: name, delegate: self as? any ScrollViewDelegate)
    if name == nil { scrollView = view }
    return view
  }
}

/// A row with a title and a note at its right, tinted while it is pressed or selected.
final class LabelRow: TableViewCell {
  var title = ""
  /// The text at the right, and its color.
  var note = ""
  var noteColor = Palette.muted
  /// Called when the row is pressed, released, selected or deselected.
  var didChange: ((LabelRow) -> Void)?

  override var isHighlighted: Bool { didSet { didChange?(self) } }
  override var isSelected: Bool { didSet { didChange?(self) } }

  var look: Look {
    Look(
      fill: isSelected || isHighlighted ? Palette.selected : Palette.surface,
      shapes: [.line([Point(16, 43.5), Point(1000, 43.5)], Palette.line, width: 1)],
      labels: [
        Look.Label(title, color: Palette.ink, anchor: Point(0, 0.5), margin: 16),
        Look.Label(
          note, size: Palette.number, color: noteColor, isMono: true, anchor: Point(1, 0.5),
          margin: 36),
      ])
  }
}

/// The latest events of a scene, one under the other; runs of the same one are folded.
struct Ladder {
  private var rungs: [(text: String, color: Color, count: Int)] = []
  /// The number of events that fit.
  var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The latest event whose text begins with `prefix`.
  func last(startingWith prefix: String) -> String? {
    rungs.last { $0.text.hasPrefix(prefix) }?.text
  }

  mutating func add(_ text: String, _ color: Color = Palette.ink) {
    if let last = rungs.last, last.text == text {
      rungs[rungs.count - 1].count += 1
    } else {
      rungs.append((text, color, 1))
    }
    if rungs.count > capacity { rungs.removeFirst() }
  }

  /// A drawing of the events in a box of a certain size, in points.
  func shapes(width: Double, spacing: Double = 20) -> [Look.Shape] {
    var shapes: [Look.Shape] = []
    for (index, rung) in rungs.enumerated() {
      let y = 20 + Double(index) * spacing
      func label(_ text: String, _ color: Color, x: Double) -> Look.Label {
        Look.Label(
          text, size: Palette.number, color: color, isMono: true, anchor: Point(x, 0.5))
      }
      shapes.append(.text(label(rung.text, rung.color, x: 0), at: Point(14, y)))
      guard rung.count > 1 else { continue }
      shapes.append(
        .text(label("×\(rung.count)", Palette.muted, x: 1), at: Point(width - 14, y)))
    }
    return shapes
  }

  /// The look of a box with the events.
  func look(width: Double, empty: String) -> Look {
    Look(
      fill: Palette.surface, border: Look.Border(Palette.line), cornerRadius: 8,
      shapes: shapes(width: width),
      labels: rungs.isEmpty ? [Look.Label(empty, color: Palette.muted)] : [])
  }
}
