import OverscrollImaging
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

extension `A grid in a window` {
  /// What the program is, seen from outside.
  @Suite struct `of the program` {
    private static let root = TextFiles.root

    private func text(of path: String) throws -> String {
      try #require(TextFiles.textIfPresent(path), "\(path) is missing")
    }

    /// Turns the wheel a notch at a time with control held until `condition` holds for what is shown.
    private func zoom(
      _ viewer: HeadlessViewer, by notch: Int, until condition: (Screenshot) -> Bool
    ) throws -> Bool {
      for _ in 0..<80 {
        try viewer.input.wheel(notch, holding: ["ctrl"])
        if condition(try viewer.look()) { return true }
      }
      return false
    }

    /// The widths of the whole cells along a row, in device pixels.
    private func cellWidths(_ shot: Screenshot) -> [Int] {
      for y in stride(from: 20, to: 780, by: 7) {
        var changes: [Int] = []
        var last: Int?
        for x in 0..<1280 {
          guard let cell = shot.pixel(x: x, y: y).flatMap(GridCode.residues(of:)) else { continue }
          if let last, last != cell.column { changes.append(x) }
          last = cell.column
        }
        if changes.count > 1 { return zip(changes, changes.dropFirst()).map { $1 - $0 } }
      }
      return []
    }

    @Test
    func
      `program.zoom zoom.limits bounces back to its largest scale when control and the wheel pass it`()
      throws
    {
      let viewer = try HeadlessViewer(["grid", "--size", "3000x3000"])
      // A cell of 50 points is 400 pixels wide at the limit of 8:1.
      #expect(cellWidths(try viewer.settle(after: "8")).allSatisfy { abs($0 - 400) <= 2 })
      try viewer.input.move(to: Point(640, 400))
      let passes = try zoom(viewer, by: -1) { shot in
        cellWidths(shot).contains { (408...640).contains($0) }
      }
      #expect(passes, "never beyond the limit")
      let widths = try cellWidths(
        viewer.wait("the limit again") { shot in
          let widths = cellWidths(shot)
          return !widths.isEmpty && widths.allSatisfy { abs($0 - 400) <= 2 }
        })
      #expect(!widths.isEmpty)
    }

    /// Where the bright paper begins and ends along the middle of the window.
    private func paper(_ shot: Screenshot, alongRow: Bool) -> ClosedRange<Int>? {
      let length = alongRow ? 1280 : 800
      let bright = (0..<length).filter {
        let pixel = alongRow ? shot.pixel(x: $0, y: 397) : shot.pixel(x: 637, y: $0)
        return (pixel ?? 0) >> 8 & 0xFF > 100
      }
      guard let first = bright.first, let last = bright.last else { return nil }
      return first...last
    }

    @Test
    func `program.zoom zoom.limits bounces back to its smallest scale, in the middle`() throws {
      let viewer = try HeadlessViewer(["grid", "--size", "4000x3200"])
      try viewer.input.move(to: Point(640, 400))
      // At the limit of 1:8 all of it is 500×400 pixels large.
      try viewer.settle()
      let passes = try zoom(viewer, by: 1) { shot in
        // A frame whose tiles are still missing shows less paper, but not in the grid's proportions.
        guard let row = paper(shot, alongRow: true), let column = paper(shot, alongRow: false)
        else { return false }
        return (245..<490).contains(row.count) && abs(column.count * 5 / 4 - row.count) <= 8
          && abs(row.lowerBound - (1279 - row.upperBound)) <= 8
      }
      #expect(passes, "never beyond the limit")
      let shot = try viewer.wait("the limit again") { shot in
        (498...502).contains(paper(shot, alongRow: true)?.count ?? 0)
      }
      let row = try #require(paper(shot, alongRow: true))
      let column = try #require(paper(shot, alongRow: false))
      #expect(abs(row.lowerBound - (1279 - row.upperBound)) <= 2)
      #expect(abs(column.lowerBound - (799 - column.upperBound)) <= 2)
    }

    @Test func `program.indicators shows an indicator as long and where the content says`() throws {
      let viewer = try HeadlessViewer(["grid", "--size", "1280x4000", "--zoom", "100%"])
      try viewer.settle(after: "ctrl+Up")
      try viewer.input.drag(
        (0...8).map { Point(600, 500 - Double($0) * 10) }, milliseconds: 10, releases: false)
      let reading = try #require(GridReading(viewer.settle()))
      let offset = -reading.origin.y
      #expect(offset == 70)
      // A track of 794 points, an offset of 0 to 3200: the bar is 794·800/4000 long.
      let start = 3 + offset / 3200 * (794 - 158.8)
      let shot = try viewer.look()
      let dark = (0..<800).filter { isBar(shot, y: $0) }
      #expect(abs(Double(try #require(dark.first)) - start) <= 2)
      #expect(abs(Double(try #require(dark.last)) - start - 158.8) <= 2)
      try viewer.input.release()
    }

    /// Returns whether a pixel in the middle of the vertical bar's column is darker than paper and lines.
    private func isBar(_ shot: Screenshot, y: Int) -> Bool {
      guard let bar = shot.pixel(x: 1275, y: y), let beside = shot.pixel(x: 1268, y: y) else {
        return false
      }
      return Double(bar & 0xFF) < 0.8 * Double(beside & 0xFF)
    }

    @Test func `program.uses shows numbers beside a bounce, for an eye on the curves`() throws {
      let viewer = try HeadlessViewer(["grid", "--size", "3000x3000", "--zoom", "100%", "--hud"])
      let plain = try HeadlessViewer(["grid", "--size", "3000x3000", "--zoom", "100%"])
      for one in [viewer, plain] { try one.settle(after: "ctrl+Up", "ctrl+Left") }
      let rest = try viewer.look()
      #expect(try !rest.isSame(as: plain.look()), "the numbers are there")
      // Pulled beyond the edge and held, the numbers are others; back at rest they are the same but for the timing.
      let path = (0...10).map { Point(300, 300 + Double($0) * 40) }
      try viewer.input.drag(path, milliseconds: 10, releases: false)
      let pulled = try viewer.settle()
      try plain.input.drag(path, milliseconds: 10, releases: false)
      let plainPulled = try plain.settle()
      #expect(GridReading(plainPulled)?.origin == GridReading(pulled)?.origin)
      #expect(!pulled.isSame(as: plainPulled))
      try viewer.input.release()
      #expect(GridReading(try viewer.settle())?.origin == .zero)
    }
  }
}
