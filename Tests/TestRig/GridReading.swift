package import OverscrollImaging
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
        origin = Point(Double(corner.x - found.column * cell), Double(corner.y - found.row * cell))
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

// MARK: - Reading the code

extension GridCode {
  /// The column and the row modulo ``period`` of the cell that a pixel of paper lies in.
  ///
  /// - Parameter pixel: 0xAARRGGBB; alpha is ignored.
  /// - Returns: nil for a pixel of a line, a label, a dot, or another picture.
  package static func residues(of pixel: UInt32) -> GridCell? {
    let (red, blue) = (pixel >> 16 & 0xFF, pixel & 0xFF)
    guard pixel >> 8 & 0xFF == green, red >= minimumRed, blue >= minimumBlue,
      let column = phase(of: red - minimumRed), let row = phase(of: blue - minimumBlue)
    else { return nil }
    return GridCell(column: column, row: row)
  }

  /// Reads the microprint of a cell, and checks it against itself and against the tint.
  ///
  /// - Parameters:
  ///   - spacing: the cell's side, in pixels of level 0.
  ///   - pixel: answers the pixel at a place in the cell, counted from the crossing at its top left in
  ///     pixels of level 0, 0 ..< spacing.
  /// - Returns: nil if there is no microprint or it is not whole.
  package static func cell(
    spacing: Int, readBy pixel: (_ x: Int, _ y: Int) -> UInt32
  ) -> GridCell? {
    guard spacing >= smallestPrintedCell,
      let residues = residues(of: pixel(spacing / 2, spacing / 2)),
      let column = number(readBy: { pixel($0, spacing - footDistances[0]) }),
      let row = number(readBy: { pixel($0, spacing - footDistances[1]) }),
      residues == GridCell(column: column % period, row: row % period)
    else { return nil }
    return GridCell(column: column, row: row)
  }

  private static func number(readBy pixel: (_ x: Int) -> UInt32) -> Int? {
    let places = (0...bitCount + 1).filter { isDot(pixel(firstDot + $0 * dotPitch)) }
    guard places.first == 0, places.count % 2 == 1 else { return nil }
    return places.dropFirst().filter { $0 <= bitCount }.reduce(0) { $0 | 1 << ($1 - 1) }
  }

  private static func isDot(_ pixel: UInt32) -> Bool { pixel >> 8 & 0xFF == green - dotDepth }

  private static func phase(of height: UInt32) -> Int? {
    guard height < period else { return nil }
    return Int(height % 2 == 0 ? height / 2 : (31 - height) / 2)
  }
}
