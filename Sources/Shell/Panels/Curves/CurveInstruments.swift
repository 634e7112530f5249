import OverscrollDrawing
package import OverscrollLab
import ScrollGeometry

/// What a key asks of the curves of a window.
package enum CurveCommand: Hashable, Sendable {
  /// Places a cursor under the pointer, or where the take is shown; at an extreme of a curve near it.
  case placeCursor(ChartCursors.Side, atExtreme: Bool)
  /// Fits a law to what is between the cursors, or removes the fit.
  case fit(MotionFit.Kind)
  /// Copies what the cursors and the fits say, or the measurements of all gestures, as a table.
  case copyTable
  /// Removes the cursors and the fits.
  case removeCursors
}

/// The instruments of a panel of curves: two cursors, laws that are fitted between them, and the gestures' measurements.
struct CurveInstruments {
  var cursors = ChartCursors() { didSet { if cursors != oldValue { fit() } } }
  /// The motion that is measured; `nil` while it is not known.
  var motion: MeasuredMotion? { didSet { fit() } }
  /// The gestures in the table, which may be those of earlier takes, too.
  var gestures: [Measurements.Gesture] = []
  /// The laws that are fitted, in the order in which they were asked for.
  private var kinds: [MotionFit.Kind] = []
  private(set) var fits: [MotionFit] = []
  private var problems: [String] = []

  /// The most lines of the table of gestures with its names, by the height of the panel, in points. [C]
  private static func lineLimit(_ height: Double) -> Int { height < 150 ? 0 : height < 260 ? 3 : 5 }

  mutating func toggle(_ kind: MotionFit.Kind) {
    if let index = kinds.firstIndex(of: kind) {
      kinds.remove(at: index)
    } else {
      kinds.append(kind)
    }
    fit()
  }

  mutating func removeAll() {
    (kinds, cursors) = ([], ChartCursors())
    fit()
  }

  private mutating func fit() {
    (fits, problems) = ([], [])
    for kind in kinds {
      guard let range = cursors.range else {
        problems.append("\(kind.rawValue): needs two cursors; press i and o over the curves")
        continue
      }
      guard let motion else {
        problems.append("\(kind.rawValue): the motion is still being measured")
        continue
      }
      do throws(MotionFit.Problem) {
        fits.append(try MotionFit(kind, motion.series, in: range))
      } catch {
        problems.append("\(kind.rawValue): \(error.message)")
      }
    }
  }

  private var refreshes: Int? { cursors.range.flatMap { motion?.refreshes(in: $0) } }

  /// The lines below the table.
  func lines(_ chart: Chart) -> [String] {
    (cursors.isEmpty ? [] : [chart.text(of: cursors, refreshes: refreshes)]) + fits.map(\.text)
      + problems
  }

  /// A table for the clipboard; `nil` where there is nothing to tell.
  func table(_ chart: Chart) -> String? {
    if !cursors.isEmpty {
      return chart.table(of: cursors, refreshes: refreshes, fits.map(\.text) + problems)
    }
    return gestures.isEmpty ? nil : gestures.table
  }

  func gestureTable(in times: ClosedRange<Double>, height: Double) -> GestureTable {
    GestureTable(gestures, in: times, limit: Self.lineLimit(height))
  }

  /// The height of everything below the curves, in points.
  func height(of panel: Double, in times: ClosedRange<Double>) -> Double {
    let count = (cursors.isEmpty ? 0 : 1) + kinds.count
    let lines = Double(count) * GestureTable.lineHeight
    let height = gestureTable(in: times, height: panel - lines).height + lines
    return height > 0 ? height + Self.bottomMargin : 0
  }

  /// The distance of the last line from the window's edge, in points. [C]
  static let bottomMargin = 4.0

  // MARK: - Drawing

  /// The distance of a line's text from its edges, and of its baseline from its top, in points. [C]
  private static let (margin, baseline) = (12.0, 10.5)

  /// Draws the fits and the cursors over the curves.
  func draw(_ painter: ChartPainter) {
    painter.draw(fits)
    for (side, time) in cursors.times.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      painter.drawFlag(side.rawValue, at: time)
    }
  }

  /// Draws what is below the curves.
  func drawFooter(
    _ chart: Chart, in times: ClosedRange<Double>, on canvas: Canvas, place frame: Rect,
    height: Double, theme: ChartTheme
  ) {
    guard frame.height > 0 else { return }
    canvas.fill(frame, with: theme.background)
    let lines = lines(chart)
    let table = gestureTable(
      in: times, height: height - Double(lines.count) * GestureTable.lineHeight)
    table.draw(on: canvas, in: frame, theme: theme)
    for (index, line) in lines.enumerated() {
      let top = frame.minY + table.height + Double(index) * GestureTable.lineHeight
      let text = canvas.elided(
        line, font: GestureTable.numbers, width: frame.width - 2 * Self.margin)
      canvas.draw(
        text, at: Point(frame.minX + Self.margin, top + Self.baseline), font: GestureTable.numbers,
        color: index == 0 && !cursors.isEmpty ? theme.text : theme.faintText)
    }
  }
}
