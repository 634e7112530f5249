import OverscrollLab
import OverscrollScenes
import OverscrollStage
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `What a take has shown` {
  private static let header =
    #"{"overscroll":2,"viewport":[300,300],"content":[300,2000],"alwaysBounceVertical":true"#

  private func shown(_ events: [String], header: String = "") throws -> Set<QANeed> {
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
    #expect(try shown(slow) == [.drag, .idle])
  }

  @Test func `includes a flick from a quarter of a point per millisecond on`() throws {
    #expect(try shown(flick) == [.drag, .flick, .idle])
  }

  @Test func `includes overscroll only while the finger is down`() throws {
    let pulled = drag(from: 50, by: Array(repeating: 5, count: 20) + Array(repeating: 0, count: 20))
    #expect(try shown(pulled).isSuperset(of: [.overscroll, .edgeBounce, .idle]))
    #expect(try !shown(flick).contains(.overscroll))
    #expect(try !shown(flick).contains(.edgeBounce))
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

  @Test func `includes zooming from five percent on, and its limits`() throws {
    let limits = #","minimumZoomScale":0.5,"maximumZoomScale":2"#
    let zoom = { (scale: Double) in
      [#"{"t":0.1,"call":"setZoomScale","scale":\#(scale),"animated":false}"#]
    }
    #expect(try shown(zoom(1.04), header: limits) == [.idle])
    #expect(try shown(zoom(1.06), header: limits) == [.zoomIn, .idle])
    #expect(try shown(zoom(0.9), header: limits) == [.zoomOut, .idle])
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

  @Test func `includes another page only where pages exist`() throws {
    #expect(try shown(flick, header: #","isPagingEnabled":true"#).contains(.page))
    #expect(try !shown(flick).contains(.page))
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
    #expect(try shown(pulled, header: box) == [.delayed, .cancelled, .drag, .idle])
  }

  @Test func `includes the action of a control as a tap`() throws {
    for (scene, needs) in [
      ("top", [QANeed.tap]), ("program", [.tap, .zoomIn, .zoomOut]), ("responder-chain", [.tap]),
    ] {
      let card = try #require(Scenes.all.scene(scene)?.card)
      let header = #"{"overscroll":2,"scene":"\#(scene)"}"#
      var script = try Script(parsing: header, file: "t.script", scenes: Scenes.all)
      #expect(QAEvidence(performing: script).shown == [.idle])
      script.events = card.demo
      #expect(QAEvidence(performing: script).shown.isSuperset(of: needs), "\(scene)")
    }
  }

  /// There is no need yet that a notch of the wheel or a key would show.
  @Test func `lets no step pass by rest alone, but for those of the wheel and of keys`() throws {
    for name in ["seeds", "viewer", "feel"] {
      let steps = try #require(QAPlan(named: name)).steps
      let idle = steps.filter { Set($0.needs).subtracting([.idle]).isEmpty }
      #expect(idle.map(\.id) == (name == "viewer" ? ["wheel", "arrows"] : []))
    }
  }

  @Test func `includes a new size of the window`() throws {
    #expect(try shown([#"{"t":0.1,"resize":[400,300]}"#]) == [.resize, .idle])
  }
}
