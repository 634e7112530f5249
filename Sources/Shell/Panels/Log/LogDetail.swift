import OverscrollLab
import ScrollEngine
import ScrollGeometry

extension LogLines {
  /// How much the log holds, and how much it has dropped.
  var summary: String {
    let count = entries.count
    let held = count == 1 ? "1 line" : "\(count) lines"
    return droppedCount == 0 ? held : "newest \(held); \(droppedCount) older dropped"
  }
}

/// The strip below a log.
final class LogDetail: View, PanelView {
  var text = ""
  var style = TextStyle.text

  var look: Look {
    let inner = bounds.insetBy(dx: 10, dy: 0)
    return Look(
      fill: Palette.paper,
      shapes: [
        .rect(Rect(x: 0, y: 0, width: bounds.width, height: 1), radius: 0, Palette.line),
        .line(
          elided(text, style, width: inner.width), style, in: inner, color: Palette.muted),
      ])
  }
}
