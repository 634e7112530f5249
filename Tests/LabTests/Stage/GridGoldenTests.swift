import OverscrollLab
import OverscrollTestSupport
import ScrollGeometry
import Testing

/// A picture of 550×350 whose content size is set apart from it, in three golden traces.
@Suite struct `The grid's golden traces` {
  @Test(
    arguments: [
      ("equal", Point(211, 50), Point(211, 89)), ("smaller", Point(80, 20), Point(139, 71)),
    ])
  func
    `content.picture content.grid differ in where the same drag pulls the content and where it rests`(
      name: String, rest: Point, pulled: Point
    ) throws
  {
    let path = "Tests/Traces/grid-content-size-\(name).trace"
    let rows = try offsets(path)
    #expect(rows.last == rest)
    let farthest = rows.max { $0.x + $0.y < $1.x + $1.y }
    #expect(farthest == pulled)
  }

  private func offsets(_ path: String) throws -> [Point] {
    let text = try #require(TextFiles.textIfPresent(path))
    return text.split(separator: "\n").dropFirst().compactMap { row in
      let fields = row.split(separator: ",").map { Double($0) }
      guard fields.count > 3, let x = fields[2], let y = fields[3] else { return nil }
      return Point(x, y)
    }
  }
}
