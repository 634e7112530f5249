import OverscrollLab
import Testing

@testable import OverscrollLabPages

@Suite struct `A step of a built-in plan with checks` {
  private static let steps = QAPlan.builtInNames.flatMap { name in
    (QAPlan(named: name)?.steps ?? []).filter { !$0.checks.isEmpty }
  }

  /// What is wrong with a script by a step's needs and checks.
  private func faults(_ script: Script, _ step: QAPlan.Step) -> [String] {
    let evidence = QAEvidence(performing: script, needs: step.needs)
    return step.needs.filter { !evidence.shown.contains($0) }.map(\.rawValue)
      + evidence.faults(step.checks)
  }

  /// Needs whose sentences name a number, a view or a modifier.
  @Test func `counts what its sentence says`() throws {
    let needs = Dictionary(
      uniqueKeysWithValues: QAPlan.builtInNames.flatMap { name in
        (QAPlan(named: name)?.steps ?? []).map { ("\(name) \($0.id)", $0.needs.map(\.rawValue)) }
      })
    for (step, asked) in [
      ("feel follow", ["2x:circle"]), ("feel flick", ["3x:speed"]), ("feel again", ["5x:flick"]),
      ("uikit deceleration.rate", ["main:flick", "fast:flick"]),
      ("uikit deceleration.target", ["2x:speed"]),
      ("uikit inset.edges", ["edge-top", "edge-left", "edge-bottom", "edge-right"]),
      ("viewer arrows", ["3x:key", "shift+key", "control+key"]),
      ("viewer limits", ["zoom-maximum", "zoom-minimum"]), ("viewer full-screen", ["2x:resize"]),
    ] { #expect(Set(needs[step] ?? []).isSuperset(of: asked), "\(step)") }
    for step in QAPlan.builtInNames.flatMap({ QAPlan(named: $0)?.steps ?? [] }) {
      let names = try step.script().header.scrollViewNames
      for need in step.needs {
        #expect(need.viewName.map(names.contains) ?? true, "\(step.id): \(need.rawValue)")
      }
    }
  }

  @Test func `is one of most steps of those plans`() throws {
    #expect(Self.steps.count > 43)
    // No check measures the finger under the content, or one flick after another.
    let feel = try #require(QAPlan(named: "feel"))
    #expect(feel.steps.filter(\.checksOfTakes.isEmpty).map(\.id) == ["follow", "again"])
  }

  @Test(arguments: steps.map(\.id))
  func `passes by its demo, and not by anything less`(id: String) throws {
    for step in Self.steps where step.id == id {
      var script = try #require(try step.demo())
      #expect(faults(script, step) == [])
      // A user has another time: what judges any take has nothing to do with that of the demo.
      var late = script
      for index in late.events.indices {
        late.events[index].time += 3.3
        guard case .event(let event) = late.events[index].action else { continue }
        late.events[index].action = .event(event.stamped(late.events[index].time))
      }
      #expect(QAEvidence(performing: late).faults(step.checksOfTakes) == [])
      script.events = []
      #expect(!faults(script, step).isEmpty)
    }
  }
}
