import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `What a take has shown` {
  private static let header =
    #"{"overscroll":2,"viewport":[300,300],"content":[300,2000],"alwaysBounceVertical":true"#

  private func shown(_ events: [String], header: String = "") throws -> Set<QARequirement> {
    let text = ([Self.header + header + "}"] + events).joined(separator: "\n")
    return try QAEvidence(performing: Script(parsing: text, file: "t.script")).shown
  }

  /// A finger that moves along y, a sample every 10 ms from `start` on, and is lifted at once.
  private func drag(from y: Double, by steps: [Double], at start: Double = 0.1) -> [String] {
    var (y, time) = (y, start)
    var lines = [#"{"t":\#(time),"touch":"began","id":1,"at":[150,\#(y)]}"#]
    for step in steps {
      time += 0.01
      y += step
      lines.append(#"{"t":\#(time),"touch":"moved","id":1,"at":[150,\#(y)]}"#)
    }
    return lines + [#"{"t":\#(time),"touch":"ended","id":1,"at":[150,\#(y)]}"#]
  }

  private var flick: [String] { drag(from: 250, by: Array(repeating: -12, count: 10)) }

  @Test func `is nothing but rest without an event`() throws {
    #expect(try shown([]) == [.idle])
  }

  @Test func `includes a drag and no flick where the finger stops before it is lifted`() throws {
    let slow = drag(from: 250, by: Array(repeating: -4, count: 20) + Array(repeating: 0, count: 30))
    #expect(try shown(slow) == [.drag, .swipe, .hold, .dragUp, .idle])
  }

  @Test func `includes a bounce once the content is back in its range`() throws {
    let near = #","contentOffset":[0,1650]"#
    #expect(try shown(flick, header: near).contains(.edgeBounce))
    let stiff = #","contentOffset":[0,1650],"bounces":false"#
    #expect(try !shown(flick, header: stiff).contains(.edgeBounce))
  }

  @Test func `includes a touch that takes hold of moving content`() throws {
    let again = flick + drag(from: 200, by: [], at: 0.4)
    #expect(try shown(again).contains(.regrab))
    let late = flick + drag(from: 200, by: [], at: 9)
    #expect(try !shown(late).contains(.regrab))
  }

  @Test func `includes the limits of a zoom, and its bounce`() throws {
    let limits = #","minimumZoomScale":0.5,"maximumZoomScale":2"#
    let pinch = [
      #"{"t":0.1,"pinch":"began","at":[150,150],"scale":1}"#,
      #"{"t":0.2,"pinch":"changed","at":[150,150],"scale":3}"#,
      #"{"t":0.3,"pinch":"ended","at":[150,150],"scale":3}"#,
    ]
    let beyond = try shown(pinch, header: limits)
    #expect(beyond.isSuperset(of: [.zoomIn, .zoomLimit, .zoomBounce, .idle]))
    #expect(!beyond.contains(.zoomOut))
    let stiff = limits + #","bouncesZoom":false"#
    #expect(try shown(pinch, header: stiff).isDisjoint(with: [.zoomLimit, .zoomBounce]))
  }

  @Test func `includes what happened to a touch`() throws {
    let box = #","subviews":[{"name":"box","frame":[0,0,300,300]}]"#
    let rest = [
      #"{"t":0.1,"touch":"began","id":1,"at":[150,150]}"#,
      #"{"t":0.5,"touch":"ended","id":1,"at":[150,150]}"#,
    ]
    #expect(try shown(rest, header: box) == [.delayed, .tap, .idle])
    let undelayed = box + #","delaysContentTouches":false"#
    #expect(try shown(rest, header: undelayed) == [.tap, .idle])
    let pulled = [
      #"{"t":0.1,"touch":"began","id":1,"at":[150,150]}"#,
      #"{"t":0.4,"touch":"moved","id":1,"at":[150,100]}"#,
      #"{"t":0.8,"touch":"ended","id":1,"at":[150,100]}"#,
    ]
    #expect(
      try shown(pulled, header: box)
        == [.delayed, .cancelled, .drag, .hold, .dragUp, .idle])
  }

  /// The end of a drag from the middle, and what it shows besides what every such drag does.
  @Test(arguments: [
    ([60, 150], [QARequirement.dragLeft]), ([240, 150], [.dragRight]), ([150, 60], [.dragUp]),
    ([150, 240], [.dragDown]), ([60, 240], [.dragLeft, .dragDown]),
  ])
  func `includes the direction of a drag`(end: [Int], needs: [QARequirement]) throws {
    let lines = [
      #"{"t":0.1,"touch":"began","id":1,"at":[150,150]}"#,
      #"{"t":0.12,"touch":"moved","id":1,"at":\#(end)}"#,
      #"{"t":0.5,"touch":"ended","id":1,"at":\#(end)}"#,
    ]
    let shown = try shown(lines, header: #","alwaysBounceHorizontal":true"#)
    #expect(shown.intersection([.dragLeft, .dragRight, .dragUp, .dragDown]) == Set(needs))
  }

  @Test(arguments: [
    ([-90, -90], [QARequirement.cornerBottomRight]), ([-90, 0], [.cornerTopRight]),
    ([0, -90], [.cornerBottomLeft]), ([40, 40], [.cornerTopLeft]), ([-30, -30], []),
  ])
  func `includes a corner once the content has come to rest in it`(
    way: [Int], needs: [QARequirement]
  ) throws {
    let end = way.map { 150 + $0 }
    let lines = [
      #"{"t":0.1,"touch":"began","id":1,"at":[150,150]}"#,
      #"{"t":0.12,"touch":"moved","id":1,"at":\#(end)}"#,
      #"{"t":0.5,"touch":"ended","id":1,"at":\#(end)}"#,
    ]
    let small = #","content":[350,350],"contentOffset":[0,0]"#
    let text = #"{"overscroll":2,"viewport":[300,300]"# + small + "}"
    let script = try Script(
      parsing: ([text] + lines).joined(separator: "\n"), file: "t.script")
    let corners: Set = [
      QARequirement.cornerTopLeft, .cornerTopRight, .cornerBottomLeft, .cornerBottomRight,
    ]
    #expect(QAEvidence(performing: script).shown.intersection(corners) == Set(needs))
  }

  @Test func `includes a parameter by its name, the wheel, keys, and what happens twice`() throws {
    let set = #"{"t":0.1,"set":{"bounces":false}}"#
    #expect(try shown([set]) == [.parameter, .parameter("bounces"), .idle])
    let wheel = #"{"t":0.1,"wheel":[0,1],"at":[150,150]}"#
    #expect(try shown([wheel]) == [.wheel, .idle])
    #expect(try shown([wheel, wheel]) == [.wheel, .wheel.twice, .idle])
    let key = #"{"t":0.1,"key":"Down"}"#
    #expect(try shown([key]) == [.key, .idle])
    let twice = flick + drag(from: 250, by: Array(repeating: -12, count: 10), at: 9)
    #expect(try !shown(flick).contains(.flick.twice))
    #expect(try shown(twice).contains(.flick.twice))
  }

  @Test func `is a word that plans know`() {
    for word in ["parameter:bounces", "twice:tap", "corner-top-left", "hold"] {
      #expect(QARequirement(rawValue: word)?.rawValue == word)
    }
    for word in ["parameter:", "twice:", "twice:idle", "twice:flik", "corner", ""] {
      #expect(QARequirement(rawValue: word) == nil, "\(word)")
    }
  }

  @Test func `includes the action of a control as a tap`() throws {
    for (scene, needs) in [
      ("top", [QARequirement.tap]), ("program", [.tap, .zoomIn, .zoomOut]),
      ("responder-chain", [.tap]),
    ] {
      let card = try #require(Scenes.all.scene(scene)?.card)
      let header = #"{"overscroll":2,"scene":"\#(scene)"}"#
      var script = try Script(parsing: header, file: "t.script", scenes: Scenes.all)
      #expect(QAEvidence(performing: script).shown == [.idle])
      script.events = card.demo
      #expect(QAEvidence(performing: script).shown.isSuperset(of: needs), "\(scene)")
    }
  }

  @Test func `lets no step pass by rest alone`() throws {
    for name in QAPlan.builtInNames {
      let steps = try #require(QAPlan(named: name)).steps
      let idle = steps.filter { Set($0.needs).subtracting([.idle]).isEmpty }
      #expect(idle.isEmpty, "\(idle.map(\.id))")
    }
  }
}
