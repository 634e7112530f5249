import ScrollEngine
import ScrollGeometry
import ScrollLists

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
