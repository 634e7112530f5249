import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages

@Suite struct `The folder of a QA report` {
  private let path = FilePath(TestFolder.make() + "/report")

  private static let plan = """
    {"overscroll_qa":1,"title":"Taps"}
    {"id":"taps","scene":"tap","do":"Tap.","expect":"It is one.","needs":["tap","idle"],"checks":[{"never":"select"}]}
    {"id":"pages","scene":"tap","do":"Tap.","expect":"Pages.","needs":["page","tap","flick"],"checks":[{"rest":[5,null]}]}
    {"id":"shared","scene":"tap","set":{"scene.cancels":false},"do":"Tap.","expect":"Both.","needs":["tap"],"checks":[{"order":["tap","touchesEnded"]}]}
    {"id":"cheese","scene":"tap","do":"Tap.","expect":"Cheese.","needs":["tap"]}
    {"id":"grid","set":{"content":[900,900]},"do":"Look.","expect":"A grid."}
    """

  private func session() throws -> QASession {
    QASession(try QAPlan(parsing: Self.plan, file: "plan.qa"))
  }

  private func text(_ name: String) -> String { TextFiles.text("\(path)/\(name)") }

  private func message(_ body: () throws -> Void) -> String? {
    #expect(throws: Failure.self, performing: body)?.message
  }

  @Test func `is made with its first file, or is empty, or belongs to the session`() throws {
    let folder = try QAFolder(path, resumes: false)
    #expect(!path.exists)
    try folder.writeResults(of: session())
    #expect(path.exists)
    _ = path.appending("results.jsonl").withCString { unlink($0) }
    _ = try QAFolder(path, resumes: false)
    #expect(path.exists)
    try TextFile.write("x", to: path.appending("note"))
    #expect(
      message { _ = try QAFolder(path, resumes: false) }?.hasSuffix(
        "report/: is not empty; use --resume to continue") == true)
    _ = try QAFolder(path, resumes: true)
    #expect(text("note") == "x")
    let file = path.appending("note")
    #expect(message { _ = try QAFolder(file, resumes: true) } == "\(file): is not a folder")
    let lost = path.appending("none").appending("r")
    #expect(
      message { _ = try QAFolder(lost, resumes: false) }?.hasPrefix("\(lost)/: cannot be created: ")
        == true)
  }

  @Test func `holds the results with which a session goes on`() throws {
    let folder = try QAFolder(path, resumes: false)
    var session = try session()
    #expect(try folder.session(of: session.plan) == session)
    #expect(session.judge(.fail, note: "late", shown: [.tap], take: nil) == nil)
    try folder.writeResults(of: session)
    let again = try folder.session(of: session.plan)
    #expect(again.results == session.results && again.step.id == "pages")
    try TextFile.write("{}\n", to: path.appending("results.jsonl"))
    #expect(
      message { _ = try folder.session(of: session.plan) }
        == "\(path)/results.jsonl:1: \"id\" must be a string")
  }

  @Test func `is filled by playing the demos, each step judged by what its demo shows`() throws {
    let folder = try QAFolder(path, resumes: false)
    let auto = QAAuto(
      folder: folder, date: "2026-11-22T05:00:00", environment: .object(["program": .string("1")]))
    var lines: [String] = []
    let session = try auto.run(session()) { lines.append($0) }
    #expect(
      lines == [
        "passed  taps",
        "failed  pages: not shown: page, flick; rest x is 0, expected 5", "passed  shared",
        "skipped cheese: judged by eye: no checks",
        "skipped grid: judged by eye: no demo",
      ])
    #expect(session.summary == "2 passed, 1 failed, 2 for a person")
    #expect(text("results.jsonl") == session.resultsText)
    // What was left for a person is what a resumed session asks first.
    let resumed = try folder.session(of: session.plan)
    #expect(!resumed.isComplete && resumed.step.id == "cheese")
    #expect(text("report.html").contains("· 2 passed, 1 failed, 2 for a person</p>"))
    #expect(text("report.html").contains("download=\"take.callbacks\""))
    #expect(text("junit.xml").contains("[[ATTACHMENT|pages/screen.png]]"))
    #expect(text("junit.xml").contains("Cheese.\"><skipped message=\"judged by eye: no checks\"/>"))
    #expect(text("environment.json") == "{\"program\":\"1\"}\n")
    for id in ["taps", "pages", "shared"] {
      let script = try Script(parsing: text("\(id)/take.script"), file: id, scenes: Scenes.all)
      #expect(Simulation(script).frameTrace().csv == text("\(id)/take.trace"), "\(id)")
      #expect(text("\(id)/take.callbacks").contains("\"callback\":\"tap\""))
      #expect(text("\(id)/curve.svg").contains("<svg"))
      #expect(text("\(id)/sparkline.svg").hasPrefix("<svg"))
      #expect(text("report.html").contains("<td>\(text("\(id)/sparkline.svg"))</td>"))
      let screen = try Surface(pngFile: "\(path)/\(id)/screen.png")
      #expect(screen.size == PixelSize(width: 640, height: 360))
    }
    #expect(text("report.html").contains("<td>rest x</td><td>0 pt</td><td>5</td>"))
    // The steps that passed have their takes alone, which show the rest again.
    #expect(text("report.html").split(separator: "download=\"take.script\"").count == 4)
    #expect(text("report.html").split(separator: "download=\"take.trace\"").count == 2)
    #expect(!path.appending("grid").exists)
    // A failed step alone has a video, which plays in the report.
    #expect(text("report.html").contains("src=\"data:image/webp;base64,UklGR"))
    let ids = ["taps", "pages", "shared"]
    #expect(ids.filter { path.appending($0).appending("motion.webp").exists } == ["pages"])
    _ = try auto.run(folder.session(of: session.plan)) { Issue.record("\($0) was judged again") }
  }

  @Test func `has a person's take with its curve, and a picture where nothing was done`() throws {
    let folder = try QAFolder(path, resumes: false)
    let step = try session().plan.steps[4]
    let (dark, light) = (try picture(0x101010), try picture(0xF0F0F0))
    try folder.write(screen: dark, of: step)
    let shown = { try Surface(pngFile: "\(path)/grid/screen.png").pixel(x: 1, y: 1) }
    #expect(try shown() == 0xFF10_1010)
    try folder.write(screen: light, of: step)
    #expect(try shown() == 0xFF10_1010, "what was there stays")

    let recorder = Recorder(Stage(try step.script().header))
    for (index, phase) in [TouchEvent.Phase.began, .moved, .ended].enumerated() {
      let time = 10 + Double(index) / 50
      recorder.send(.touch(phase, at: Point(100, 200 - 40 * Double(index)), time))
      recorder.frame(at: time)
    }
    let take = try #require(recorder.current)
    #expect(try folder.write(take, screen: light, of: step) == nil)
    #expect(try shown() == 0xFFF0_F0F0)
    #expect(text("grid/take.trace") == take.trace.csv && text("grid/curve.svg").contains("<svg"))
    // The video of a step is that of its latest take.
    let video = path.appending("grid").appending("motion.webp")
    try TextFile.write("of another take", to: video)
    _ = try folder.write(take, screen: light, of: step)
    #expect(!video.exists)
  }

  private func picture(_ color: UInt32) throws -> Surface {
    let surface = try Surface(imageOf: PixelSize(width: 4, height: 4), opaque: true)
    try Canvas(surface).clear(Color(color))
    return surface
  }

}

@Suite struct `A step of a QA plan` {
  private func step(_ fields: String) throws -> QAPlan.Step {
    let text = """
      {"overscroll_qa":1,"title":"t"}
      {"id":"a","do":"d","expect":"e",\(fields)}
      """
    return try QAPlan(parsing: text, file: "p.qa").steps[0]
  }

  @Test func `begins with its scene and its settings, without events`() throws {
    let script = try step(
      #""scene":"tap","set":{"bounces":false,"scene.cancels":false,"contentInset":[1,2,3,4]}"#
    ).script()
    #expect(script.header.scene?.card.name == "tap" && script.events.isEmpty)
    #expect(script.header.scene?.values == ["cancels": .bool(false)])
    #expect(
      script.header.settings == [
        Script.Setting(.contentInset, .insets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))),
        .flag(.bounces, false),
      ])
  }

  @Test func `has the demo of its scene, and none without a scene`() throws {
    let demo = try step(#""scene":"tap""#).demo()
    #expect(demo?.events == Scenes.all.scene("tap")?.card.demo)
    #expect(try step(#""set":{}"#).demo() == nil)
  }

  @Test(arguments: [
    (#""scene":"tabel""#, "a: \"scene\" is \"tabel\"; it must be one of "),
    (#""scene":"tap","set":{"bouncse":true}"#, "a: unknown property \"bouncse\""),
    (#""set":{"bounces":1}"#, "a: \"bounces\""),
    (#""set":{"scene.cancels":true}"#, "a: unknown property \"scene.cancels\""),
    (#""scene":"tap","set":{"scene.cancel":true}"#, "a: \"scene.cancel\""),
  ])
  func `is refused where its scene or a setting is none`(fields: String, start: String) throws {
    let step = try step(fields)
    let error = #expect(throws: Failure.self) { try step.script() }
    #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
  }
}
