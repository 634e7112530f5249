import CScrollEngineHeader
import OverscrollLab
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The C interface` {
  private static let names = ["Tests/Traces", "Resources/conformance/golden"].flatMap { folder in
    TextFiles.paths(in: folder, endingIn: ".script").filter { !$0.contains("/Scenes/") }
  }

  @Test(arguments: names)
  func `scrolls and zooms as Swift does, to the last bit`(name: String) throws {
    let script = try Script(parsing: TextFiles.text(name), file: name)
    let player = ScriptPlayer(script)
    let log = CallbackLog()
    let trace = Simulation(script, log: log).trace(rate: 60)
    for sample in trace.samples {
      let state = player.state(at: sample.time)
      guard player.missing.isEmpty else { return }
      try #require(state.row(at: sample.time) == sample.row(.second), "\(name), t = \(sample.time)")
    }
    #expect(player.statuses == [SE_OK.rawValue])
    #expect(player.callbacks == log.lines.compactMap(\.call))
  }

  @Test func `has all that the scripts use but views on the content and refreshing`() throws {
    var missing: Set<String> = []
    var played = 0
    for name in Self.names {
      let player = ScriptPlayer(try Script(parsing: TextFiles.text(name), file: name))
      _ = player.state(at: 30)
      missing.formUnion(player.missing)
      if player.missing.isEmpty { played += 1 }
    }
    #expect(missing.isSubset(of: ["subviews", "refreshControl"]), "\(missing)")
    #expect(played >= 18)
  }
}

extension se_state {
  /// The state as a row of a trace.
  func row(at time: Double) -> String {
    var sample = Trace.Sample(ScrollView(), at: time)
    sample.phase = ScrollView.Phase.allCases[Int(phase.rawValue)]
    sample.offset = Point(x: presentation_content_offset.x, y: presentation_content_offset.y)
    sample.velocity = Point(x: content_velocity.x, y: content_velocity.y)
    sample.lawVelocity = Point(x: velocity.x, y: velocity.y)
    sample.zoomScale = presentation_zoom_scale
    sample.isTracking = is_tracking
    sample.isDragging = is_dragging
    sample.isDecelerating = is_decelerating
    sample.isZooming = is_zooming
    sample.isZoomBouncing = is_zoom_bouncing
    sample.verticalIndicator = vertical_indicator.value
    sample.horizontalIndicator = horizontal_indicator.value
    return sample.row(.second)
  }
}

extension se_indicator {
  fileprivate var value: ScrollIndicator {
    var indicator = ScrollView().verticalScrollIndicator
    indicator.frame = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    indicator.opacity = opacity
    return indicator
  }
}

extension String {
  /// A line of a callback log in the words of ``CallRecorder``; `nil` for what it does not record.
  fileprivate var call: String? {
    let parts = split(separator: "\"")
    guard let index = parts.firstIndex(of: "callback"), index + 2 < parts.count else { return nil }
    let name = parts[index + 2].dropFirst("scrollView".count)
    if name == "DidScroll" || name == "DidZoom" { return nil }
    let value = parts.last?.drop { $0 == ":" }.dropLast() ?? ""
    let isAnswered = name == "DidEndDragging" || name == "DidEndZooming"
    guard isAnswered else { return String(name) }
    let number = Double(value).map { "\($0)" }
    return "\(name) \(number ?? String(value))"
  }
}
