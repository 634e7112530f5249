import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

/// Panels as text; `RECORD=1 Scripts/test` writes it again.
@Suite struct `The look of a panel` {
  /// Compares a panel, drawn at least once, with the golden of a name.
  private func expect(_ driver: PanelDriver, is name: String) throws {
    try driver.draw()
    let text = LookText(driver.panel).lines.map { $0 + "\n" }.joined()
    try Golden.expect(text, is: "Panels/\(name).looks")
  }

  @Test func `of parameters has a row for each, a dot at what is changed, and an open list`() throws
  {
    let stage = PanelTestScene.stage()
    let panel = ParameterPanel(stage) { request in
      stage.perform(.init(time: 0, action: request.action, target: request.target))
    }
    var driver = PanelDriver(panel, size: Size(300, 1240))
    for key in ["isPagingEnabled", "zoomScale"] {
      let row = try #require(panel.rows.first { $0.parameter.key == key })
      if let toggle = row.toggle { driver.click(toggle) }
      if let slider = row.slider { driver.drag(slider, by: 0) }
    }
    let list = try #require(panel.rows.compactMap { $0.choice as? PopUpButton }.first)
    driver.click(list)
    try expect(driver, is: "parameters")
  }

  @Test func `of channels has histograms that are seen on light paper, and unchanged on dark`() {
    for rgb: UInt32 in [0xFF0000, 0x00FF00, 0x0000FF, 0x00FFFF, 0xFF00FF, 0xFFFF00] {
      let color = Color(rgb).withOpacity(0.75)
      #expect(Palette.dark.seen(color) == color)
      let (paper, seen) = (Palette.light.paper, Palette.light.seen(color))
      #expect(seen.over(paper).contrast(to: paper) >= 3, "\(color)")
    }
  }

  @Test func `of parameters is cut off where it scrolls`() throws {
    let panel = ParameterPanel(PanelTestScene.stage()) { _ in }
    var driver = PanelDriver(panel, size: Size(300, 300))
    driver.wheel(Point(150, 200), 3)
    for _ in 0..<60 {
      driver.time += 1.0 / 60
      panel.advance(to: driver.time)
    }
    try expect(driver, is: "parameters-scrolled")
  }

  /// The left edges of the texts that begin there, in points of the panel.
  private func leftEdges(_ view: View, in panel: EnginePanel) -> [Double] {
    guard !view.isHidden else { return [] }
    let own = ((view as? any PanelView)?.look.shapes ?? []).compactMap { shape -> Double? in
      guard case .text(let label, let place) = shape, !label.text.isEmpty, label.anchor.x == 0
      else { return nil }
      return panel.window.convert(place, from: view).x
    }
    return own + view.subviews.flatMap { leftEdges($0, in: panel) }
  }

  @Test func `begins at the same distance from the edge in all that share a column`() throws {
    let parameters = ParameterPanel(PanelTestScene.stage()) { _ in }
    let log = LogPanel()
    log.append(LogEntry(time: 0, source: .delegate, name: "didScroll", values: "1"))
    let information = InformationPanel()
    information.show(
      Information(title: "a.jpg", groups: [.init("File", [.init("Type", "JPEG")])], text: ""))
    let channels = ChannelsPanel(ramps: ["gray"])
    channels.show(
      [.init(name: "red", color: 0xFF_0000, isShown: true, range: 0...1, limits: 0...1)],
      ramp: nil, isMixed: true)
    for panel in [parameters, log, information, channels] as [EnginePanel] {
      try PanelDriver(panel, size: Size(340, 600)).draw()
      #expect(leftEdges(panel.window, in: panel).min() == 12, "\(type(of: panel))")
    }
    // Controls in rows end as far from the other edge.
    let toggle = try #require(parameters.rows.lazy.compactMap(\.toggle).first)
    #expect(abs(toggle.frame.maxX - 328) < 1e-9)
  }

  @Test func `of the log has a line for each entry, and all of the one under the pointer`() throws {
    let panel = LogPanel()
    let driver = PanelDriver(panel, size: Size(300, 240))
    for (index, source) in LogEntry.Source.allCases.enumerated() {
      panel.append(
        LogEntry(
          time: Double(index) * 1.25, source: source, name: "\(source.rawValue)Happened",
          values: "index \(index)"))
    }
    panel.append(
      LogEntry(
        .of(
          "scrollViewWillEndDragging",
          [
            "velocity": .point(Point(-1.23456, 0)),
            "targetContentOffset": .point(Point(1200.123, 0)),
          ])))
    panel.append(LogEntry(.of("scrollViewDidEndDragging", ["willDecelerate": .bool(true)])))
    for index in 0..<3 {
      panel.append(LogEntry(time: 7 + Double(index), source: .delegate, name: "didScroll"))
    }
    try expect(driver, is: "log")
    panel.pointerMoved(to: Point(100, 140))
    try expect(driver, is: "log-pointed-at")
    panel.pointerMoved(to: nil)
    panel.cursor = 6.7
    try expect(driver, is: "log-at-cursor")
  }

  private static let plan = """
    {"overscroll_qa":1,"title":"Two steps"}
    {"id":"one","scene":"boxes","do":"Drag.","expect":"It stops.","needs":["drag","idle"]}
    {"id":"a-step-with-long-sentences","do":"Look at everything that there is to be seen here, from the top left corner to the lower right one.","expect":"Nothing is wrong, neither at the edges nor in the middle, and nothing is cut off anywhere at all."}
    """

  @Test func `of the bar has the step, its checklist, its verdict and what can be done`() throws {
    let bar = QABar(QASession(try QAPlan(parsing: Self.plan, file: "plan.qa")))
    var driver = PanelDriver(bar, size: Size(800, 64))
    bar.shown = [.drag]
    try expect(driver, is: "bar")
    bar.judge(.pass)
    try expect(driver, is: "bar-refusing")
    bar.judge(.fail)
    driver.type(["a", "b"])
    try expect(driver, is: "bar-noting")
    driver.press("Return")
    try expect(driver, is: "bar-second-step")
    bar.move(by: -1)
    try expect(driver, is: "bar-judged")
  }

  @Test(arguments: [("wide", 840.0, 64.0), ("narrow", 456, 120), ("tiny", 320, 120)])
  func `of the bar has whole titles, and a line for the checklist where there is little room`(
    name: String, width: Double, height: Double
  ) throws {
    let text = Self.plan.replacing(
      #"["drag","idle"]"#, with: #"["zoom-limit","zoom-bounce","edge-bounce","cancelled","idle"]"#)
    let bar = QABar(QASession(try QAPlan(parsing: text, file: "plan.qa")))
    var driver = PanelDriver(bar, size: Size(width, height))
    bar.shown = [.zoomBounce]
    try expect(driver, is: "bar-\(name)")
    bar.judge(.fail)
    driver.type(["a", "b"])
    try expect(driver, is: "bar-\(name)-noting")
    driver.press("Return")
    try expect(driver, is: "bar-\(name)-second-step")
  }

  @Test func `of a field has what is typed, selected or refused, and the end of a long text`()
    throws
  {
    let panel = EnginePanel()
    let fields = (0..<5).map { index in
      let field = NumberField(SliderScale(0...10, step: 1), caption: index == 0 ? "x" : "")
      field.frame = Rect(x: 10, y: 10 + 30 * Double(index), width: 64, height: 20)
      field.value = 2.5
      panel.window.addSubview(field)
      return field
    }
    var driver = PanelDriver(panel, size: Size(84, 160))
    for (field, keys) in zip(fields.dropFirst(), [[], ["1", "2", "3", "Left"], ["a", "Return"]]) {
      field.beginTyping()
      driver.type(keys)
      try driver.draw()
      try expect(
        driver, is: "field-\(keys.isEmpty ? "selected" : keys[0] == "1" ? "typed" : "refused")")
      driver.press("Escape")
    }
    fields[4].beginTyping()
    driver.type(Array("12345678901234567890").map(String.init))
    try expect(driver, is: "field-overfull")
  }

  @Test func `of the list of scenes has a card for each`() throws {
    let list = SceneList([Array(Scenes.all.cards.prefix(2)), Array(Scenes.all.cards.suffix(1))]) {
      _, _, _ in nil
    }
    var driver = PanelDriver(list, size: Size(700, 500))
    driver.press("Right")
    try expect(driver, is: "scenes")
  }
}
