import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// A scene with a parameter of each kind and a second scroll view.
final class ParameterScene: LabScene {
  static let card = SceneCard(
    name: "parameters", title: "Parameters", ids: [], viewport: Size(320, 240),
    properties: [.content(Size(320, 1000))],
    parameters: [
      .flag("on", "On"), .number("speed", "Speed", 0.5...10, default: 5),
      .choice("kind", "Kind", ["one", "two"]),
    ], scrollViews: ["list"], expectation: "", demo: [])

  /// What was set since the scene was built, in order.
  private(set) var set: [String] = []
  var looks: [ObjectIdentifier: Look] { [:] }

  func build(in root: View, _ stage: Stage) {
    for (name, x) in [(nil, 0.0), ("list", 160)] {
      let view = StageScrollView(frame: Rect(x: x, y: 0, width: 160, height: 240))
      root.addSubview(view)
      stage.adopt(view, as: name)
    }
  }

  func set(_ parameter: String, _ value: Script.Value) { set.append("\(parameter) \(value)") }
}

/// Every field that a script can have, in the order in which it is written.
@Suite struct `The format of scripts` {
  private static let scenes = SceneRegistry([ParameterScene.self])

  /// A whole file, as it is written.
  private static let plain = #"""
    {"overscroll":2,"program":"1.2.0+abc","picture":{"name":"a \"b\".png","size":[640,480]},"viewport":[320,240],"content":[900,4000],"displayScale":1.5,"contentInset":[1,2,3,4],"safeAreaInsets":[5,6,7,8],"contentInsetAdjustmentBehavior":"always","isScrollEnabled":false,"bounces":false,"alwaysBounceVertical":true,"alwaysBounceHorizontal":true,"isPagingEnabled":true,"isDirectionalLockEnabled":true,"decelerationRate":0.99,"minimumZoomScale":0.5,"maximumZoomScale":4,"bouncesZoom":false,"contentAlignmentPoint":[0.5,0.25],"delaysContentTouches":false,"canCancelContentTouches":false,"scrollsToTop":false,"indicatorStyle":"white","showsHorizontalScrollIndicator":false,"showsVerticalScrollIndicator":false,"scrollIndicatorInsets":[9,8,7,6],"keyboardDismissMode":"onDrag","refreshControl":true,"isRefreshing":true,"zoomScale":2,"contentOffset":[30,40],"targetContentOffset":[50,60],"tuning":{"rubberBand":0.4,"hysteresis":20},"subviews":[{"name":"view","frame":[1,2,3,4]},{"name":"button","frame":[5,6,7,8],"control":true,"shouldBegin":true,"shouldCancel":false},{"name":"other","frame":[5,6,7,8],"shouldBegin":false,"shouldCancel":true}],"scrollViews":[{"name":"list","frame":[10,20,30,40],"bounces":false,"contentOffset":[0,5]},{"name":"empty","frame":[1,1,2,2]}],"tapRecognizers":[{"taps":2,"fingers":3,"cancelsTouchesInView":false},{"taps":1,"fingers":1,"cancelsTouchesInView":true}],"with":{"bounces":true,"decelerationRate":0.998,"tuning.springRate":0.02},"environment":{"dpi":96,"names":["a",true,null],"nested":{"x":1}}}
    {"t":0.1,"stamp":0.05,"ms":4294967295,"device":2,"touch":"began","id":-3,"at":[1,2],"type":"indirectPointer"}
    {"t":0.1,"touch":"cancelled","id":4,"at":[1,2]}
    {"t":0.2,"device":0,"pinch":"began","scale":1,"at":[1,2]}
    {"t":0.2,"pinch":"changed","scale":1.5,"at":[1,2]}
    {"t":0.3,"wheel":[0.5,-1],"at":[1,2],"modifiers":["alt","control","shift","super"]}
    {"t":0.4,"touchpad":"changed","delta":[3,4],"at":[1,2]}
    {"t":0.5,"stamp":0.4,"key":"Down","modifiers":["super"]}
    {"t":0.6,"text":"inserted","string":"x"}
    {"t":0.6,"text":"pasted","string":"x x"}
    {"t":0.6,"text":"marked","string":"xx","selected":[1,2]}
    {"t":0.7,"target":"list","call":"setContentOffset","offset":[3,4],"animated":true}
    {"t":0.7,"call":"setZoomScale","scale":2,"animated":false}
    {"t":0.7,"call":"zoomTo","rect":[1,2,3,4],"animated":true}
    {"t":0.7,"call":"scrollRectToVisible","rect":[1,2,3,4],"animated":false}
    {"t":0.7,"call":"flashScrollIndicators"}
    {"t":0.7,"call":"scrollToTop"}
    {"t":0.7,"call":"stopScrollingAndZooming"}
    {"t":0.7,"call":"beginRefreshing"}
    {"t":0.7,"call":"endRefreshing"}
    {"t":0.8,"target":"empty","set":{"bounces":true,"zoomScale":3}}
    {"t":0.8,"set":{"tuning.rubberBand":0.3,"tuning.indicatorFade":0.5}}
    {"t":0.9,"resize":[300,200]}
    {"t":1,"frame":7,"missed":2,"age":0.01,"last":0.98}
    {"t":1,"frame":0}
    {"t":1.5,"mark":"a \"note\""}
    {"t":2,"end":{"events":23,"frames":2,"trace":"fnv1a64:0123456789abcdef","reason":"full"}}

    """#

  private static let scene = #"""
    {"overscroll":2,"scene":"parameters","scene.kind":"two","scene.on":true,"scene.speed":0.5,"bounces":false}
    {"t":0,"set":{"scene.on":false,"scene.speed":10,"scene.kind":"one"}}
    {"t":0,"target":"list","set":{"bounces":false}}

    """#

  private func read(_ text: String) throws -> Script {
    try Script(parsing: text, file: "a.script", scenes: Self.scenes)
  }

  private func refusal(_ text: String) -> String {
    do throws(ScriptError) {
      _ = try Script(parsing: text, file: "a", scenes: Self.scenes)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [plain, scene]) func `are written as they are read, to the letter`(text: String)
    throws
  {
    #expect(try read(text).text == text)
  }

  @Test func `sum up as events, frames and a duration`() throws {
    var script = try read(Self.plain)
    #expect(script.inputCount == 23 && script.frameCount == 2 && script.duration == 2)
    script.end = nil
    #expect(script.duration == 1.5)
    script.events = []
    #expect(script.duration == 0)
  }

  @Test func `leave out what has its default value, and read it as that`() throws {
    let short = try read(
      #"""
      {"overscroll":2,"decelerationRate":"fast","tapRecognizers":[{}],"bounces":null,"tuning":{}}
      {"t":0,"touchpad":"began","at":[1,2]}
      {"t":0,"pinch":"began","at":[1,2]}
      {"t":0,"text":"marked","string":""}
      {"t":0,"call":"setZoomScale","scale":2,"animated":null}
      {"t":0,"ms":5e9,"mark":""}
      """#)
    let long = try read(
      #"""
      {"overscroll":2,"decelerationRate":0.99,"tapRecognizers":[{"taps":1,"fingers":1,"cancelsTouchesInView":true}]}
      {"t":0,"touchpad":"began","delta":[0,0],"at":[1,2]}
      {"t":0,"pinch":"began","scale":1,"at":[1,2]}
      {"t":0,"text":"marked","string":"","selected":[0,0]}
      {"t":0,"call":"setZoomScale","scale":2,"animated":false}
      {"t":0,"ms":4294967295,"mark":""}
      """#)
    #expect(short == long)
    #expect(
      long.header.settings == [
        Script.Setting(.decelerationRate, .number(ScrollView.DecelerationRate.fast.rawValue))
      ])
  }

  @Test func `of version 1 have no fields of version 2`() throws {
    for field in [
      "scrollViews", "tapRecognizers", "with", "environment", "scene", "program", "picture",
      "tuning",
    ] {
      #expect(
        refusal("{\"overscroll\":1,\"\(field)\":1}").hasPrefix(
          "a:1: unknown key \"\(field)\"; the keys are overscroll, viewport, "))
    }
    for field in ["stamp", "ms", "device", "target", "type"] {
      let touch = #""t":1,"touch":"began","id":1,"at":[1,2]"#
      #expect(
        refusal("{\"overscroll\":1}\n{\(touch),\"\(field)\":1}")
          == "a:2: unknown key \"\(field)\"; the keys are t, touch, id, at")
    }
    for field in ["frame", "mark", "text", "end"] {
      #expect(
        refusal("{\"overscroll\":1}\n{\"t\":1,\"\(field)\":{}}").hasSuffix(
          "an event must be one of touch, pinch, wheel, touchpad, key, call, set and resize"))
    }
  }

  /// A field of the header, and why it is refused.
  @Test(arguments: [
    (#""scene":"none""#, #""scene" is "none"; it must be one of parameters"#),
    (#""scene":"parameters","scene.speed":11"#, #""scene.speed" must be from 0.5 to 10"#),
    (#""scene":"parameters","scene.speed":true"#, #""scene.speed" must be a number"#),
    (
      #""scene":"parameters","scene.kind":"three""#,
      #""scene.kind" is "three"; it must be one of one, two"#
    ),
    (#""scene":"parameters","scene.on":1"#, #""scene.on" must be true or false"#),
    (
      #""scene":"parameters","scene.off":1"#,
      #""scene.off" is not a parameter of parameters, which has scene.on, scene.speed, scene.kind"#
    ),
    (#""zoomScale":0"#, #""zoomScale" must be above 0"#),
    (#""bounces":1"#, #""bounces" must be true or false"#),
    (
      #""contentInset":[1,2,3]"#, #""contentInset" must be four numbers [top, left, bottom, right]"#
    ),
    (
      #""contentInset":[1,2,3,"4"]"#,
      #""contentInset" must be four numbers [top, left, bottom, right]"#
    ),
    (#""contentOffset":[1,2,3]"#, #""contentOffset" must be two numbers [x, y]"#),
    (
      #""indicatorStyle":"red""#,
      #""indicatorStyle" is "red"; it must be one of default, black, white"#
    ),
    (#""decelerationRate":[]"#, #""decelerationRate" must be "normal", "fast" or a number per ms"#),
    (#""decelerationRate":0"#, #""decelerationRate" must be above 0 and below 1"#),
    (#""decelerationRate":1"#, #""decelerationRate" must be above 0 and below 1"#),
    (#""decelerationRate":998"#, #""decelerationRate" must be above 0 and below 1"#),
    (#""subviews":{}"#, #""subviews" must be a list of objects"#),
    (#""subviews":[1]"#, #""subviews" must be a list of objects"#),
    (
      #""subviews":[{"name":"a","frame":[1,2]}]"#,
      #""frame" must be four numbers [x, y, width, height]"#
    ),
    (
      #""subviews":[{"name":"a","frame":[1,2,3,4],"shouldBegin":1}]"#,
      #""shouldBegin" must be true or false"#
    ),
    (
      #""scrollViews":[{"name":"a","frame":[1,2,3,4]},{"name":"a","frame":[1,2,3,4]}]"#,
      #""scrollViews" has the name "a" twice"#
    ),
    (#""tapRecognizers":[{"taps":0}]"#, #""taps" must be 1 or more"#),
    (#""tapRecognizers":[{"fingers":1.5}]"#, #""fingers" must be a whole number"#),
    (#""picture":{"name":1}"#, #""name" must be a string"#),
    (#""with":{"bounce":true}"#, #"unknown property "bounce""#),
    (#""environment":[]"#, #""environment" must be an object"#),
    (
      #""tuning":{"b":1,"a":2}"#,
      #"unknown key "a" in "tuning"; the keys are rubberBand, rubberBandTouchpad, springRate, "#
    ),
    (#""tuning":0.4"#, #""tuning" must be an object"#),
    (
      #""tuning":{"rubberBand":3}"#,
      #""tuning.rubberBand" must be a number from 0.01 to 2"#
    ),
    (
      #""tuning":{"rubberBand":1e999}"#,
      "not valid JSON"
    ),
    (
      #""tuning":{"hysteresis":"far"}"#, #""tuning.hysteresis" must be a number from 1 to 100"#
    ),
    (
      #""tuning.hold":0.2,"tuning":{"hold":0.3}"#, #""tuning.hold" is given twice"#
    ),
    (#""with":{"tuning":{"spring":1}}"#, #"unknown key "spring" in "tuning""#),
  ])
  func `refuse a header with a problem`(field: String, problem: String) {
    let refusal = refusal("{\"overscroll\":2,\(field)}")
    #expect(refusal.hasPrefix("a:1: " + problem), "\(refusal)")
  }

  @Test(arguments: [
    (#""t":-1,"mark":"""#, #""t" must not be negative"#),
    (#""t":1000001,"mark":"""#, #""t" must not be above 1000000 s"#),
    (
      #""t":0.4,"mark":"""#,
      "the event at 0.4 s comes after one at 0.5 s; events must be in chronological order"
    ),
    (#""t":1,"stamp":1.5,"key":"a""#, #""stamp" 1.5 is later than "t" 1"#),
    (
      #""t":1,"target":"none","call":"scrollToTop""#, #""target" is "none"; it must be one of a, b"#
    ),
    (#""t":1,"pinch":"changed","at":[1,2]"#, #""scale" is missing"#),
    (#""t":1,"pinch":"ended","scale":0,"at":[1,2]"#, #""scale" must be above 0"#),
    (#""t":1,"touchpad":"changed","at":[1,2]"#, #""delta" is missing"#),
    (#""t":1,"key":"a","modifiers":"shift""#, #""modifiers" must be a list of strings"#),
    (
      #""t":1,"key":"a","modifiers":[1]"#, #""modifiers" can only be shift, control, alt and super"#
    ),
    (#""t":1,"frame":-1"#, #""frame" must be 0 or more"#),
    (#""t":1,"frame":1,"missed":0.5"#, #""missed" must be a whole number"#),
    (#""t":1,"set":{"scene.on":true}"#, #""scene.on" needs a "scene" in the header"#),
    (#""t":1,"set":{"zoom":2,"b":1}"#, #"unknown property "b""#),
    (
      #""t":1,"call":"setContentOffset","offset":[1,2],"animated":1"#,
      #""animated" must be true or false"#
    ),
    (
      #""t":1,"end":{"events":1,"frames":1,"trace":"","reason":"bored"}"#,
      #""reason" is "bored"; it must be one of stopped, saved, closed, full, disk"#
    ),
    (
      #""t":1,"hover":1"#,
      "an event must be one of touch, pinch, wheel, touchpad, key, call, set, resize, text, frame, mark and end"
    ),
  ])
  func `refuse an event with a problem`(fields: String, problem: String) {
    let header =
      #"{"overscroll":2,"scrollViews":[{"name":"a","frame":[1,2,3,4]},{"name":"b","frame":[1,2,3,4]}]}"#
    let text = header + "\n{\"t\":0.5,\"mark\":\"\"}\n{\(fields)}\n"
    #expect(refusal(text).hasPrefix("a:3: " + problem), "\(refusal(text))")
  }

  @Test func `refuse a scene's parameters beside properties, and targets that do not exist`() {
    let header = #"{"overscroll":2,"scene":"parameters"}"# + "\n"
    #expect(
      refusal(header + #"{"t":0,"set":{"scene.on":true,"bounces":true}}"# + "\n")
        == #"a:2: "set" must have either properties or parameters of the scene"#)
    #expect(
      refusal(header + #"{"t":0,"target":"b","call":"scrollToTop"}"# + "\n")
        == #"a:2: "target" is "b"; it must be one of list"#)
    #expect(
      refusal("{\"overscroll\":2}\n" + #"{"t":0,"target":"b","call":"scrollToTop"}"# + "\n")
        == #"a:2: "target" is "b", but there is only the main scroll view"#)
    #expect(
      { () -> String in
        do throws(ScriptError) {
          _ = try Script(parsing: header, file: "a")
          return "none"
        } catch { return "\(error)" }
      }() == #"a:1: "scene" is "parameters", which this program does not have"#)
  }

  @Test func `end with their end, and with a note where they were cut off`() throws {
    let end = #"{"t":1,"end":{"events":0,"frames":0,"trace":"","reason":"saved"}}"#
    let header = "{\"overscroll\":2}\n"
    #expect(
      refusal(header + end + "\n{\"t\":2,\"mark\":\"\"}\n") == "a:3: nothing may follow \"end\""
    )
    #expect(try read(header + end + "\n \n").end?.reason == .saved)
    var notes: [String] = []
    let cut = try Script(parsing: header + "{\"t\":1,\"mark\":\"\"}\n{\"t\":", file: "a") {
      notes.append($0)
    }
    #expect(cut.events.count == 1 && cut.end == nil)
    #expect(notes == ["a: ends without an \"end\"; the last line of 3 is missing"])
    #expect(refusal("{\"overscroll\":1}\n{\"t\":") == "a:2: not valid JSON")
    #expect(refusal("{\"overscroll\":2}\n{\"t\":\n\n") == "a:2: not valid JSON")
  }

  @Test func `have lines of at most 64 KiB`() throws {
    let limit = 64 << 10
    func script(_ count: Int) -> String {
      let line = #"{"t":1,"mark":""}"#
      let note = String(repeating: "x", count: count - line.utf8.count)
      return "{\"overscroll\":2}\n" + #"{"t":1,"mark":"\#(note)"}"# + "\n"
    }
    #expect(try read(script(limit)).events.count == 1)
    #expect(refusal(script(limit + 1)) == "a:2: lines are limited to 64 KiB")
  }
}

@Suite struct `Settings outside of a script` {
  private func refusal(_ body: () throws(ScriptError) -> Void) -> String {
    do throws(ScriptError) {
      try body()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `are one object of known properties with a name`() throws {
    let text = #"{"name":"soft","decelerationRate":"normal","viewport":[1,2],"bounces":null}"#
    #expect(
      try Script.Header.settings(parsing: text, file: "a")
        == [.viewport(Size(1, 2)), Script.Setting(.decelerationRate, .number(0.998))])
    for (text, problem) in [
      ("[]", "each line must be one JSON object"), ("{", "not valid JSON"),
      (#"{"title":1}"#, #"unknown property "title""#),
      (String(repeating: " ", count: 64 << 10) + "{}", "lines are limited to 64 KiB"),
    ] {
      #expect(
        refusal { () throws(ScriptError) in
          _ = try Script.Header.settings(parsing: text, file: "a")
        }.hasPrefix("a:1: " + problem))
    }
    let limit = "{}" + String(repeating: " ", count: (64 << 10) - 2)
    #expect(try Script.Header.settings(parsing: limit, file: "a").isEmpty)
    #expect(
      try Script.Header(["bounces": .bool(false), "mood": .null], file: "a")
        == Script.Header(settings: [.flag(.bounces, false)]))
    #expect(
      refusal { () throws(ScriptError) in
        _ = try Script.Header(["bounces": .number(1)], file: "a")
      } == #"a:1: "bounces" must be true or false"#)
  }

  @Test func `take the place of earlier ones, in the order of a header`() {
    let header = Script.Header(settings: [
      .content(Size(9, 9)), .flag(.bounces, false), .contentOffset(Point(1, 1)),
    ])
    let more = header.with([
      .zoomScale(2), .flag(.bounces, true), .displayScale(3), .viewport(Size(5, 5)),
    ])
    #expect(
      more.settings == [
        .viewport(Size(5, 5)), .content(Size(9, 9)), .displayScale(3), .flag(.bounces, true),
        .zoomScale(2), .contentOffset(Point(1, 1)),
      ])
    #expect(more.displayScale == 3 && more.unscaledContentSize == Size(9, 9))
    #expect(Script.Header().displayScale == 1)
    #expect(Script.Header().unscaledContentSize == Size(640, 480))
  }

  @Test func `of a scene are checked against its card, and reach it`() throws {
    let scenes = SceneRegistry([ParameterScene.self])
    #expect(scenes.names == ["parameters"] && scenes.scene("other") == nil)
    var header = Script.Header()
    #expect(
      refusal { () throws(ScriptError) in
        _ = try header.with(sceneParameter: "scene.on", .bool(true), file: "a")
      } == "a:1: scene.on needs a scene")
    header.scene = scenes.scene("parameters")
    #expect(
      refusal { () throws(ScriptError) in
        _ = try header.with(sceneParameter: "scene.speed", .number(0.4), file: "a")
      } == #"a:1: "scene.speed" must be from 0.5 to 10"#)
    header = try header.with(sceneParameter: "scene.speed", .number(7), file: "a")
    let stage = Stage(header)
    let scene = try #require(stage.scene as? ParameterScene)
    #expect(scene.set == ["on bool(false)", "speed number(7.0)", "kind word(\"one\")"])
    stage.perform(.init(time: 0, action: .setScene([Script.SceneSetting("kind", .word("two"))])))
    #expect(scene.set.last == "kind word(\"two\")")
    #expect(stage.header.line.contains(#""scene.kind":"two","scene.speed":7"#))
    var rebuilds = 0
    stage.didRebuild = { rebuilds += 1 }
    stage.restart()
    let again = try #require(stage.scene as? ParameterScene)
    #expect(again !== scene && rebuilds == 1)
    #expect(again.set == ["on bool(false)", "speed number(7.0)", "kind word(\"two\")"])
  }
}

@Suite struct `A JSON object as text` {
  @Test func `keeps the order of its fields`() {
    let fields: [(key: String, value: JSONValue)] = [
      ("t", .number(1.5)), ("name", .string("a\"b\\c\n")),
      ("at", .array([.number(1), .number(-2)])), ("answer", .bool(true)), ("rate", .number(.nan)),
    ]
    #expect(
      JSONObject(fields).text
        == #"{"t":1.5,"name":"a\"b\\c\u000a","at":[1,-2],"answer":true,"rate":null}"#)
  }
}
