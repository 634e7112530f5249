import OverscrollLab
import ScrollEngine
import Testing

@Suite struct `A script of a scene` {
  private func script(_ header: String, _ lines: String...) throws -> Script {
    let text = (["{\"overscroll\":2" + header + "}"] + lines).map { $0 + "\n" }.joined()
    return try Script(parsing: text, file: "t", scenes: Scenes.all)
  }

  @Test func `has the parameters of its header and those that it sets`() throws {
    let script = try script(
      #","scene":"top","scene.refuses":true,"bounces":false"#,
      #"{"t":1,"set":{"scene.two":true,"scene.refuses":false}}"#,
      #"{"t":2,"target":"second","call":"scrollToTop"}"#)
    #expect(script.header.scene?.values == ["refuses": .bool(true)])
    #expect(script.header.settings == [.flag(.bounces, false)])
    #expect(
      script.events.map(\.action) == [
        .setScene([
          Script.SceneSetting("two", .bool(true)), Script.SceneSetting("refuses", .bool(false)),
        ]), .call(.scrollToTop),
      ])
    #expect(script.events[1].target == "second")
  }

  @Test(arguments: ["equal", "smaller", "larger"])
  func `of a grid by a former name is that of the grid with a content size, and is written so`(
    content: String
  ) throws {
    let former = try script(#","scene":"grid-\#(content)""#)
    let now = try script(#","scene":"grid","scene.content":"\#(content)""#)
    #expect(former.header.scene?.card.name == "grid")
    let (one, other) = (Stage(former.header).scrollView, Stage(now.header).scrollView)
    #expect(one.contentSize == other.contentSize)
    #expect(try script(String(former.text.dropFirst(15).prefix { $0 != "}" })) == former)
    #expect(!Scenes.all.names.contains("grid-\(content)"))
  }

  @Test func `is refused where it sets a parameter and its scene has none`() {
    let error = #expect(throws: ScriptError.self) {
      try script(#","scene":"boxes","scene.three":true"#)
    }
    #expect(
      error?.description == "t:1: the scene boxes has no parameters, so none named \"three\"")
  }
}
