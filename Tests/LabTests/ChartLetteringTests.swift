import OverscrollDrawing
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

@Suite struct `The lettering of a chart` {
  private static let curve = Chart.Curve(
    name: "offset_y", hue: .y, style: .subject, points: [Point(0, 0), Point(4, 100)])

  private static func lane(_ kind: Chart.Lane.Kind = .offset, owner: String = "") -> Chart.Lane {
    var lane = Chart.Lane(kind: kind, title: "offset, pt", curves: [curve], span: -1000...1000)
    lane.owner = owner
    return lane
  }

  private func runs(_ width: Double, _ body: (Canvas) -> Void) throws -> [DrawingText.Run] {
    try DrawingText.runs(PixelSize(width: Int(width), height: 480)) { body($0) }
  }

  private func page(_ chart: Chart, _ width: Double = 640) throws -> [DrawingText.Run] {
    try runs(width) {
      chart.draw(on: $0, in: Rect(x: 0, y: 0, width: width, height: 480), theme: .light)
    }
  }

  private func panel(
    _ chart: Chart, _ width: Double = 640, height: Double = 220, _ body: (ChartPainter) -> Void
  ) throws -> [DrawingText.Run] {
    try runs(width) { canvas in
      body(
        ChartPainter(
          chart: chart, canvas: canvas,
          layout: .panel(
            Rect(x: 0, y: 0, width: width, height: height), lanes: chart.lanes.map(\.kind)),
          theme: .dark, pixelsPerPoint: 1))
    }
  }

  @Test func `of a legend names each file, in a line of its own where there is no room`() throws {
    let names = (0..<7).map { "a-recording-with-a-rather-long-name-\($0).csv" }
    var chart = Chart(title: "t", lanes: [Self.lane()], times: 0...4)
    chart.legend = names.enumerated().map { index, name in
      Chart.Legend(name: name, style: index == 0 ? .subject : .reference(index - 1))
    }
    for width in [640.0, 1200] {
      let found = try page(chart, width).filter { $0.text.count == names[0].count }
      #expect(found.count == 7, "\(width)")
      #expect(Set(found.map { "\($0.start)" }).count == 7)
      #expect(found.allSatisfy { $0.end <= width })
    }
    chart.legend = [
      Chart.Legend(name: String(repeating: "long", count: 60), style: .subject),
      Chart.Legend(name: "b", style: .other),
    ]
    #expect(try page(chart).allSatisfy { $0.end <= 640 })
  }

  @Test func `of up to fifteen references tells each by dashes or color`() {
    let styles = (0..<15).map(Chart.Style.reference)
    let looks = styles.map { style -> String in
      let curve = Chart.Curve(name: "", hue: .y, style: style, points: [])
      return "\(style.dashes) \(ChartTheme.light.color(of: curve))"
    }
    #expect(Set(looks).count == 15)
  }

  @Test(arguments: [
    [1.0, 1.02, 1.04, 3.9], [0.5, 0.5, 2, 4], [3.7, 3.8, 3.9, 4],
  ])
  func `of marks neither overlaps nor leaves the chart`(times: [Double]) throws {
    var chart = Chart(lanes: [Self.lane()], times: 0...4)
    chart.ticks = times.map { Chart.Tick(kind: .mark, time: $0, text: "a mark with a long name") }
    for isPanel in [false, true] {
      let all = isPanel ? try panel(chart) { $0.drawContent() } : try page(chart)
      let row = isPanel ? 190.0..<210 : 405..<425
      let names = all.filter { row.contains($0.start.y) && $0.start.x > 70 }.sorted {
        $0.start.x < $1.start.x
      }
      #expect(!names.isEmpty && names.allSatisfy { $0.end <= 640 && $0.start.x >= 60 })
      #expect(zip(names, names.dropFirst()).allSatisfy { $0.end <= $1.start.x })
    }
  }

  @Test func `of a readout stays in a small window`() throws {
    var chart = Chart(
      lanes: [Self.lane(.offset, owner: "a scroll view with a long name")], times: 0...4)
    chart.bands = [Chart.Band(phase: .decelerating, range: 0...4)]
    for width in [300.0, 420, 640] {
      for time in [0.5, 1.5, 2, 3.5] {
        let found = try panel(chart, width) {
          $0.drawCursor(chart.readout(at: time), showsValues: true)
        }
        #expect(found.count >= 3 && found.allSatisfy { $0.start.x >= 2 && $0.end <= width })
      }
    }
  }

  @Test func `of a phase that began before the times shown is in sight`() throws {
    var chart = Chart(lanes: [Self.lane()], times: 2...4)
    chart.bands = [Chart.Band(phase: .decelerating, range: 0...3)]
    let found = try page(chart).filter { $0.text.count == "decelerating".count }
    #expect(found.count == 1 && found.allSatisfy { $0.start.x >= 76 })
  }

  /// Six lanes in as little room as a small window leaves, of 7 to 13 points.
  @Test(arguments: [90.0, 100, 120, 220])
  func `of low lanes has no number over another`(height: Double) throws {
    let lanes = ["pager", "list-1", "list-2"].flatMap { owner in
      [Self.lane(owner: owner), Self.lane(.velocity, owner: owner)]
    }
    let found = try panel(Chart(lanes: lanes, times: 0...4), height: height) {
      $0.drawPanelFrame(caption: "")
    }
    let baselines = found.filter { $0.end == 128 }.map(\.start.y).sorted()
    #expect(!baselines.isEmpty || height == 90)
    #expect(zip(baselines, baselines.dropFirst()).allSatisfy { $1 - $0 >= 8 }, "\(baselines)")
  }

  @Test func `of a lane with a scroll view's name does not touch its numbers`() throws {
    for height in [80.0, 120, 220] {
      let lanes = [Self.lane(.velocity, owner: "normal"), Self.lane(.offset, owner: "normal")]
      let found = try panel(Chart(lanes: lanes, times: 0...4), height: height) {
        $0.drawPanelFrame(caption: "last 4 s")
      }
      let (names, numbers) = (found.filter { $0.start.x == 12 }, found.filter { $0.end == 128 })
      #expect(!names.isEmpty && !numbers.isEmpty)
      for name in names {
        for number in numbers where abs(number.start.y - name.start.y) < 8 {
          #expect(name.end + 4 <= number.start.x)
        }
      }
    }
  }

  @Test func `of a lane stays on a narrow page`() throws {
    var lane = Self.lane(.lawVelocity)
    lane.title = Chart.Group.lawVelocity.title
    #expect(try page(Chart(lanes: [lane], times: 0...4), 300).allSatisfy { $0.end <= 300 })
  }

  @Test func `of times is above the curves, and on a moving chart never cut`() throws {
    let chart = Chart(lanes: [Self.lane()], times: -1...3)
    let drawn = try panel(chart) { $0.drawContent() }
    let times = drawn.filter { $0.start.y < 11 }
    #expect(times.count >= 3 && times.allSatisfy { $0.end <= 640 - 12 })
    #expect(drawn.allSatisfy { $0.start.y < 11 || $0.start.y > 30 })
  }
}
