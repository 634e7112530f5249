import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `The order of the log` {
  private static let text = """
    {"overscroll":2,"viewport":[300,300],"content":[300,2000]}
    {"t":0.05,"touch":"began","id":1,"at":[150,250]}
    {"t":0.066,"touch":"moved","id":1,"at":[150,200]}
    {"t":0.082,"touch":"moved","id":1,"at":[150,150]}
    {"t":0.098,"touch":"moved","id":1,"at":[150,100]}
    {"t":0.114,"touch":"ended","id":1,"at":[150,100]}
    """

  private func script() throws -> Script { try Script(parsing: Self.text, file: "t.script") }

  /// Also where the touches of a drag and its lift act at the same frame.
  @Test(arguments: [1, 1e-3, 0]) func `is that of time, with causes before what they cause`(
    pace: Double
  ) throws {
    var text = Self.text
    for time in [0.066, 0.082, 0.098, 0.114] {
      text = text.split(separator: "\(time)").joined(separator: "\(0.05 + (time - 0.05) * pace)")
    }
    let script = try Script(parsing: text, file: "t.script")
    let (panel, log) = (LogPanel(), CallbackLog())
    let stage = Stage(script.header, log: log)
    for event in script.events {
      stage.perform(event)
      panel.note(event, callbacks: log.drain())
    }
    try checkOrder(of: panel)
    let whole = LogPanel()
    whole.show(script)
    try checkOrder(of: whole)
  }

  private func checkOrder(of panel: LogPanel) throws {
    let entries = panel.lines.entries
    #expect(entries.map(\.time) == entries.map(\.time).sorted())
    let names = entries.map(\.name)
    let lift = try #require(names.firstIndex(of: "touch ended"))
    let end = try #require(names.firstIndex(of: "scrollViewDidEndDragging"))
    #expect(lift < end)
    let begin = try #require(names.firstIndex(of: "scrollViewWillBeginDragging"))
    #expect(try #require(names.firstIndex(of: "touch moved")) < begin)
  }

  @Test func `of a script without frames ends where it is cut`() throws {
    let panel = LogPanel()
    panel.show(try script(), until: 0.3)
    let entries = panel.lines.entries
    #expect(entries.allSatisfy { $0.time <= 0.3 })
    #expect(entries.contains { $0.name == "scrollViewDidScroll" && $0.time > 0.28 })
  }

  @Test func `of a take that is hidden is known once it is looked at`() throws {
    let (panel, shown) = (LogPanel(), LogPanel())
    shown.size = Size(300, 200)
    for one in [panel, shown] {
      one.show(try script())
      one.cursor = 0.2
    }
    #expect(panel.known.entries.isEmpty && !shown.known.entries.isEmpty)
    panel.size = shown.size
    for one in [panel, shown] { _ = one.needsDisplay }
    #expect(panel.known == shown.known && panel.table.contentOffset == shown.table.contentOffset)
  }

  @Test func `of a script without frames has all of its motion`() throws {
    let script = try script()
    let panel = LogPanel()
    panel.show(script)
    let entries = panel.lines.entries
    #expect(entries.last { $0.source == .delegate }?.name == "scrollViewDidEndDecelerating")
    #expect(entries.count { $0.name == "scrollViewDidScroll" } > 60)
    #expect(entries.count { $0.source == .touch } == script.events.count)
    #expect(entries.map(\.time) == entries.map(\.time).sorted())
  }
}
