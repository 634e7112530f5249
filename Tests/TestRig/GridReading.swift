internal import OverscrollImaging
package import ScrollGeometry

/// Where a grid lies in a window, read from its pixels.
package struct GridReading: Hashable {
  /// The window pixel at which the grid's corner is, or would be.
  package var origin: Point
  /// Device pixels a pixel of the grid.
  package var scale: Int

  /// The distance of lines, in pixels of the grid.
  package static let spacing = 50

  /// Reads a grid that is shown at a whole `scale`; nil where no cell can be read with certainty.
  package init?(_ shot: Screenshot, scale: Int = 1, in window: PixelRect = Self.window) {
    let cell = Self.spacing * scale
    let middle = (x: window.x + window.width / 2 - cell, y: window.y + window.height / 2 - cell)
    for y in 0..<cell {
      for x in 0..<cell {
        let corner = (x: middle.x + x, y: middle.y + y)
        // The microprint's rows are tried only where the paper says that this may be a cell.
        guard
          let found = GridCode.cell(
            spacing: Self.spacing,
            readBy: { shot.pixel(x: corner.x + $0 * scale, y: corner.y + $1 * scale) ?? 0 })
        else { continue }
        self.scale = scale
        origin = Point(
          Double(corner.x - found.column * cell), Double(corner.y - found.row * cell))
        return
      }
    }
    return nil
  }

  /// The program's window on the private server: at the corner of the screen, as large as it asked for.
  package static let window = PixelRect(x: 0, y: 0, width: 1280, height: 800)

  /// The average width of a cell in device pixels, from where the paper's tint changes along a row; nil where
  /// fewer than three cells are seen.
  package static func cellWidth(_ shot: Screenshot, in window: PixelRect = Self.window) -> Double? {
    var best: Double?
    for y in stride(from: window.y + 20, to: window.maxY - 20, by: 7) {
      var changes: [Int] = []
      var last: Int?
      for x in window.x..<window.maxX {
        guard let cell = shot.pixel(x: x, y: y).flatMap(GridCode.residues(of:)) else { continue }
        if let last, last != cell.column { changes.append(x) }
        last = cell.column
      }
      guard changes.count > 2 else { continue }
      let width = Double(changes[changes.count - 1] - changes[0]) / Double(changes.count - 1)
      best = max(best ?? 0, width)
    }
    return best
  }
}
