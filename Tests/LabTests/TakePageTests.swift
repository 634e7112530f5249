import Testing

@testable import OverscrollLab

/// A take as a page for browsers.
@Suite struct `A page of a take` {
  private static let script = """
    {"overscroll":2,"viewport":[320,480],"content":[320,9000],"note":"<b>5 & 6</b>"}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.12,"touch":"moved","id":1,"at":[160,300]}
    {"t":0.14,"touch":"moved","id":1,"at":[160,200]}
    {"t":0.16,"touch":"ended","id":1,"at":[160,200]}
    {"t":0.5,"mark":"</script><script>alert(1)"}
    """

  /// The object that the page's script draws.
  private func data(_ html: String) throws -> [String: JSONValue] {
    let line = try #require(html.split(separator: "\n").first { $0.hasPrefix("const data = ") })
    guard case .object(let fields)? = JSONValue(parsing: line.dropFirst(13).dropLast()) else {
      throw LabError(file: "page", problem: "has no data")
    }
    return fields
  }

  private func numbers(_ value: JSONValue?) -> [Double] {
    guard case .array(let values)? = value else { return [] }
    return values.map { if case .number(let number) = $0 { number } else { .nan } }
  }

  private func lanes(_ fields: [String: JSONValue]) -> [String: [[Double]]] {
    guard case .array(let lanes)? = fields["lanes"] else { return [:] }
    return lanes.reduce(into: [:]) { result, lane in
      guard case .object(let lane) = lane, case .string(let name)? = lane["name"],
        case .array(let curves)? = lane["curves"]
      else { return }
      result[name] = curves.map { curve in
        guard case .object(let curve) = curve else { return [] }
        return numbers(curve["values"])
      }
    }
  }

  @Test func `has the curves of its rows and a column for each gesture`() throws {
    let script = try Script(parsing: Self.script, file: "a")
    let html = TakePage(script, title: "a.script").html
    let series = Subject.script(script, name: "a").series
    let fields = try data(html)
    let times = numbers(fields["times"])
    #expect(times.count == series.count)
    #expect(zip(times, series.times).allSatisfy { abs($0 - $1) <= 5.1e-5 })
    let lanes = lanes(fields)
    // What never moved is left out.
    #expect(Set(lanes.keys) == ["offset", "velocity"] && lanes["offset"]?.count == 1)
    for (name, column, tolerance) in [
      ("offset", Series.Column.offsetY, 0.0051), ("velocity", .velocityY, 0.51),
    ] {
      let own = try #require(series.values[column])
      let shown = try #require(lanes[name]?.first)
      #expect(shown.count == own.count && zip(shown, own).allSatisfy { abs($0 - $1) <= tolerance })
    }
    let measured = Measurements(series)
    for name in Measurements.Name.allCases {
      guard let value = measured.gestures[0].values[name] else { continue }
      #expect(html.contains("<td>\(name.text(value))</td>"), "\(name)")
    }
  }

  @Test func `needs nothing beside it, and takes no text for a part of it`() throws {
    let html = TakePage(try Script(parsing: Self.script, file: "a"), title: "<i>&").html
    for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
      #expect(!html.contains(outside), "\(outside)")
    }
    #expect(html.contains("<h1>&lt;i&gt;&amp;</h1>"))
    #expect(html.contains("&lt;b&gt;5 &amp; 6&lt;/b&gt;") && !html.contains("<b>"))
    #expect(html.matches(of: /<\/script>/).count == 1 && html.matches(of: /<script>/).count == 1)
    guard case .array(let ticks)? = try data(html)["ticks"] else {
      Issue.record("no ticks")
      return
    }
    #expect(ticks.contains { $0.text.contains("alert(1)") })
  }

  @Test func `of ten minutes is small, and keeps the extremes of its curves`() throws {
    let lines = (0..<400).flatMap { flick in
      let start = 0.1 + 1.5 * Double(flick)
      let side = flick.isMultiple(of: 2) ? -1.0 : 1
      return (0..<5).map { step in
        let phase = step == 0 ? "began" : step == 4 ? "ended" : "moved"
        let y = 240 + side * 40 * Double(step == 4 ? 3 : step)
        return
          #"{"t":\#(start + 0.016 * Double(step)),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#
      }
    }
    let script = try Script(
      parsing: ([Self.script.split(separator: "\n")[0].description] + lines).joined(
        separator: "\n"),
      file: "a")
    let html = TakePage(script, title: "long").html
    #expect(html.utf8.count < 300_000)
    let series = Subject.script(script, name: "a").series
    let lanes = try lanes(data(html))
    let (own, shown) = (try #require(series.values[.offsetY]), try #require(lanes["offset"]?.first))
    #expect(shown.count < own.count / 10)
    let most = try #require(own.max())
    #expect(abs((shown.max() ?? 0) - most) < 0.01)
    let fastest = try #require(series.values[.velocityY]?.map(abs).max())
    #expect(abs((lanes["velocity"]?.first?.map(abs).max() ?? 0) - fastest) < 1)
  }
}
