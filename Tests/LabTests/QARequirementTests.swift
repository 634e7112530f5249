import Glibc
@testable import OverscrollLab
import Testing

@Suite struct `What a take has shown` {
  private static let header =
    #"{"overscroll":2,"viewport":[300,300],"alwaysBounceVertical":true"#
  private static let content = #","content":[300,2000]"#

  private func shown(
    _ events: [String], header: String = "", needs: [String] = []
  ) throws -> Set<QARequirement> {
    let content = header.contains(#""content":"#) ? "" : Self.content
    let text = ([Self.header + content + header + "}"] + events).joined(separator: "\n")
    let needs = try needs.map { try #require(QARequirement(rawValue: $0)) }
    return try QAEvidence(performing: Script(parsing: text, file: "t.script"), needs: needs).shown
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
    #expect(try shown(slow) == [.drag, .swipe, .hold, .dragUp, .scroll, .idle])
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
        == [.delayed, .cancelled, .drag, .hold, .dragUp, .scroll, .idle])
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
    #expect(try shown([wheel]) == [.wheel, .scroll, .idle])
    let asked = ["2x:wheel", "3x:wheel"]
    #expect(try shown([wheel], needs: asked) == [.wheel, .scroll, .idle])
    #expect(
      try shown([wheel, wheel], needs: asked) == [.wheel, .wheel.times(2), .scroll, .idle])
    let key = #"{"t":0.1,"key":"Down"}"#
    #expect(try shown([key]) == [.key, .scroll, .idle])
    let twice = flick + drag(from: 250, by: Array(repeating: -12, count: 10), at: 9)
    #expect(try !shown(flick, needs: ["twice:flick"]).contains(.flick.times(2)))
    #expect(try shown(twice, needs: ["twice:flick"]).contains(.flick.times(2)))
  }

  @Test func `includes the wheel and keys with a modifier only where it is held`() throws {
    let plain = #"{"t":0.1,"wheel":[0,1],"at":[150,150]}"#
    let held = #"{"t":0.1,"wheel":[0,1],"modifiers":["shift"],"at":[150,150]}"#
    let key = #"{"t":0.1,"key":"Down","modifiers":["control","shift"]}"#
    let needs = ["shift+wheel", "2x:shift+wheel", "control+wheel", "control+key", "shift+key"]
    let words = { (events: [String]) in
      try self.shown(events, needs: needs).map(\.rawValue).filter { $0.contains("+") }.sorted()
    }
    #expect(try words([plain]) == [])
    #expect(try words([held]) == ["shift+wheel"])
    #expect(try words([held, plain, held]) == ["2x:shift+wheel", "shift+wheel"])
    #expect(try words([key]) == ["control+key", "shift+key"])
  }

  @Test func `includes what one of two lists has shown, and not the other`() throws {
    let needs = ["main:flick", "fast:flick", "2x:main:flick", "fast:edge-top", "main:scroll"]
      .compactMap(QARequirement.init)
    #expect(needs.count == 5)
    func words(_ flicks: [Double]) throws -> [String] {
      let events = flicks.enumerated().flatMap { index, x in
        let start = 0.1 + 5 * Double(index)
        return [
          (0.0, "began", 300), (0.02, "moved", 250), (0.04, "moved", 200), (0.04, "ended", 200),
        ]
        .map { #"{"t":\#(start + $0.0),"touch":"\#($0.1)","id":1,"at":[\#(x),\#($0.2)]}"# }
      }
      let text = ([#"{"overscroll":2,"scene":"rates"}"#] + events).joined(separator: "\n")
      let script = try Script(parsing: text, file: "t.script", scenes: Scenes.all)
      return QAEvidence(performing: script, needs: needs).shown.map(\.rawValue)
        .filter { $0.contains(":") }.sorted()
    }
    #expect(try words([140]) == ["main:flick", "main:scroll"])
    #expect(try words([420]) == ["fast:flick"])
    #expect(try words([140, 420]) == ["fast:flick", "main:flick", "main:scroll"])
    #expect(try words([140, 140]) == ["2x:main:flick", "main:flick", "main:scroll"])
  }

  @Test func `counts flicks whose speeds differ by half as much again`() throws {
    let needs = ["2x:speed", "3x:speed"]
    func count(_ steps: [Double]) throws -> Int {
      let lines = steps.enumerated().flatMap { index, step in
        drag(from: 280, by: Array(repeating: -step, count: 10), at: 0.1 + 5 * Double(index))
      }
      return try shown(lines, header: #","content":[300,90000]"#, needs: needs)
        .count { $0 == .speed || $0.counted?.need == .speed }
    }
    #expect(try count([4]) == 1 && count([4, 4.8]) == 1)
    #expect(try count([4, 8]) == 2 && count([4, 8, 5]) == 2 && count([20, 4, 9]) == 3)
    // Slower than a flick.
    #expect(try count([1]) == 0)
  }

  /// A finger on a circle, from its right end on.
  private func circle(turns: Double, for duration: Double, back: Bool = false) -> [String] {
    let samples = 120
    return (0...samples).map { index in
      let part = Double(index) / Double(samples)
      let angle = (back ? 0.5 - abs(part - 0.5) : part) * turns * 2 * .pi
      let at = "[\(150 + 60 * cos(angle)),\(150 + 60 * sin(angle))]"
      let phase = index == 0 ? "began" : index == samples ? "ended" : "moved"
      return #"{"t":\#(0.1 + part * duration),"touch":"\#(phase)","id":1,"at":\#(at)}"#
    }
  }

  @Test func `counts slow circles, and neither quick ones nor arcs`() throws {
    let both = #","content":[900,2000],"contentOffset":[300,700]"#
    let needs = ["2x:circle"]
    func count(_ lines: [String]) throws -> Int {
      try shown(lines, header: both, needs: needs)
        .count { $0 == .circle || $0.counted?.need == .circle }
    }
    #expect(try count(circle(turns: 1.2, for: 4)) == 1)
    #expect(try count(circle(turns: 2.3, for: 8)) == 2)
    #expect(try count(circle(turns: 2.3, for: 1)) == 0)
    #expect(try count(circle(turns: 0.7, for: 4)) == 0)
    #expect(try count(circle(turns: 1.6, for: 8, back: true)) == 0)
    #expect(try shown(circle(turns: 1.2, for: 4), header: both).contains(.slow))
    #expect(try !shown(circle(turns: 1.2, for: 0.9), header: both).contains(.slow))
  }

  @Test func `includes an edge that content comes to, and not the one where it was`() throws {
    let edges: Set<QARequirement> = [.edge, .edgeTop, .edgeLeft, .edgeBottom, .edgeRight]
    let bottom = #","contentOffset":[0,1650]"#
    #expect(try shown(flick, header: bottom).intersection(edges) == [.edge, .edgeBottom])
    #expect(try shown(flick).intersection(edges) == [])
    #expect(
      try shown([#"{"t":0.1,"key":"Down","modifiers":["control"]}"#]).intersection(edges) == [
        .edge, .edgeBottom,
      ])
  }

  @Test func `includes a catch only while the content bounces`() throws {
    let near = #","contentOffset":[0,1650]"#
    let bouncing = flick + drag(from: 200, by: [], at: 0.32)
    #expect(try shown(bouncing, header: near).isSuperset(of: [.regrab, .edgeCatch]))
    let away = try shown(flick + drag(from: 200, by: [], at: 0.4))
    #expect(away.contains(.regrab) && !away.contains(.edgeCatch))
  }

  @Test func `counts zooms by their rests, and tells their limits apart`() throws {
    let limits = #","minimumZoomScale":0.5,"maximumZoomScale":2"#
    func pinch(to scale: Double, at start: Double) -> [String] {
      [("began", 1.0), ("changed", 1 + (scale - 1) / 2), ("changed", scale), ("ended", scale)]
        .enumerated().map { index, step in
          #"{"t":\#(start + 0.1 * Double(index)),"pinch":"\#(step.0)","at":[150,150],"scale":\#(step.1)}"#
        }
    }
    let needs = ["2x:zoom-in"]
    let once = try shown(pinch(to: 1.4, at: 0.1), header: limits, needs: needs)
    #expect(once.contains(.zoomIn) && !once.contains(.zoomIn.times(2)))
    let twice = pinch(to: 1.2, at: 0.1) + pinch(to: 1.2, at: 3)
    #expect(try shown(twice, header: limits, needs: needs).contains(.zoomIn.times(2)))
    let ends: Set<QARequirement> = [.zoomMaximum, .zoomMinimum]
    #expect(
      try shown(pinch(to: 4, at: 0.1), header: limits).intersection(ends) == [.zoomMaximum])
    #expect(
      try shown(pinch(to: 0.1, at: 0.1), header: limits).intersection(ends) == [.zoomMinimum])
  }

  @Test func `is a word that plans know`() {
    for word in [
      "parameter:bounces", "2x:tap", "99x:parameter:bounces", "corner-top-left", "hold",
      "fast:flick", "2x:list-1:drag", "main:overscroll", "shift+key", "3x:control+wheel",
    ] {
      #expect(QARequirement(rawValue: word)?.rawValue == word)
    }
    #expect(QARequirement(rawValue: "twice:tap") == .tap.times(2))
    for word in [
      "parameter:", "twice:", "twice:idle", "twice:flik", "corner", "", "1x:tap", "100x:tap",
      "02x:tap", "2x:2x:tap", "2x:fast:overscroll", "fast:tap", "fast:fast", "meta+key",
      "shift+tap", "2X:tap", ":flick", "shift+control+key",
    ] {
      #expect(QARequirement(rawValue: word) == nil, "\(word)")
    }
  }

  @Test func `has a few words for the checklist, and more for sentences`() {
    let words = [
      ("2x:flick", "2×flick", "a flick a second time"), ("5x:tap", "5×tap", "a tap, 5 times"),
      ("3x:speed", "3×speed", "flicks at 3 speeds"),
      ("fast:flick", "fast flick", "a flick of “fast”"),
      ("list-1:scroll", "list-1", "scrolling of “list-1”"),
      ("shift+wheel", "shift+wheel", "the wheel with shift"),
      ("2x:control+key", "2×ctrl+key", "a key with control a second time"),
    ]
    for (word, label, title) in words {
      let need = QARequirement(rawValue: word)
      #expect(need?.label == label && need?.title == title)
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
