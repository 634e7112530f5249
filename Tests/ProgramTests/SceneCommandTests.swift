import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `The scene command` {
  private let folder = TestFolder.make()

  @Test func `lists every scene with its requirements, as lines and as JSON`() throws {
    for arguments in [["scene"], ["scene", "--list"]] {
      let lines = try RunningViewer.run(arguments).output.split(separator: "\n")
      #expect(lines.map { $0.prefix { $0 != " " } } == Scenes.all.cards.map { $0.name[...] })
    }
    let json = try RunningViewer.run(["scene", "--list", "--json"]).output
    for card in Scenes.all.cards {
      #expect(json.contains("\"name\":\"\(card.name)\""))
      for id in card.ids { #expect(json.contains("\"\(id)\"")) }
    }
  }

  @Test func `simulates a scene's demo, with parameters, without a display`() throws {
    let callbacks = folder + "/callbacks"
    let result = try RunningViewer.run([
      "simulate", "--scene", "touches", "--set", "scene.shouldBegin=false", "--callbacks",
      callbacks,
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").last?.contains(",idle,") == true)
    let first = try RunningViewer.text(of: callbacks).split(separator: "\n").first {
      $0.contains("touchesShouldBegin")
    }
    #expect(first?.contains("\"answer\":false") == true)
  }

  @Test(arguments: [
    (["simulate", "--scene", "tabel"], "tabel: no such scene; the scenes are bounces, boxes, "),
    (
      ["simulate", "--scene", "zoom", "--set", "scene.turn=1"],
      "unknown key \"scene.turn\"; the keys are scene.centering, "
    ),
    (
      ["record", "t.script", "--scene", "zoom", "--set", "scene.Turned=1"],
      "unknown key \"scene.Turned\"; the keys are scene.centering, "
    ),
    (
      ["record", "t.script", "--scene", "rates", "--set", "Bounces=false"],
      "unknown key \"Bounces\"; the keys are viewport, content, "
    ),
    (
      ["scene", "zoom", "--set", "turned=1"],
      "unknown key \"turned\"; the keys are scene.centering, "
    ),
    (["record", "t.script", "--scene", "Rates"], "Rates: no such scene; the scenes are bounces, "),
    (
      ["record", "t.script", "--scene", "rates", "--set", "decelerationRate=FAST"],
      "must be \"normal\", \"fast\" or a number"
    ),
    (["simulate", "--scene", "zoom", "--set", "scene.turned=400"], "must be from -180 to 180"),
    (["simulate", "--scene", "boxes", "--view", "list"], "has no scroll view named \"list\""),
  ])
  func `refuses unknown names and values`(arguments: [String], message: String) throws {
    let result = try RunningViewer.run(arguments)
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (#""scene":"tabel"}"#, ":1: \"scene\" is \"tabel\"; it must be one of bounces, boxes, "),
    (
      #""scene":"rates"}"# + "\n" + #"{"t":0,"target":"slow","set":{"bounces":false}}"#,
      ":2: \"target\" is \"slow\"; it must be one of fast"
    ),
  ])
  func `refuses scripts of unknown scenes and views`(text: String, message: String) throws {
    let path = folder + "/a.script"
    try RunningViewer.write(Array((#"{"overscroll":2,"# + text + "\n").utf8), to: path)
    let result = try RunningViewer.run(["simulate", path])
    #expect(result.status == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `draws the take of a scene without a display`() throws {
    let path = folder + "/s.script"
    let text =
      #"{"overscroll":2,"scene":"boxes"}"# + "\n" + #"{"t":0.1,"call":"flashScrollIndicators"}"#
    try RunningViewer.write(Array((text + "\n").utf8), to: path)
    let picture = folder + "/p.png"
    let result = try RunningViewer.run(["replay", path, "--at", "0.5", "--snapshot", picture])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try RunningViewer.text(of: picture).contains("PNG"))
  }
}
