import ScrollGeometry

/// The latest events of a scene, one under the other; runs of the same one are folded.
struct Ladder {
  private var rungs: [(text: String, color: Look.Color, count: Int)] = []
  /// The number of events that fit.
  var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The latest event whose text begins with `prefix`.
  func last(startingWith prefix: String) -> String? {
    rungs.last { $0.text.hasPrefix(prefix) }?.text
  }

  mutating func add(_ text: String, _ color: Look.Color = Palette.ink) {
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
      func label(_ text: String, _ color: Look.Color, x: Double) -> Look.Label {
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
