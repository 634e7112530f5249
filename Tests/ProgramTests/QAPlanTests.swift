import OverscrollLab
import OverscrollShell
import Testing

@testable import OverscrollLabPages

@Suite struct `A step of a built-in plan with checks` {
  private static let steps = QAPlan.builtInNames.flatMap { name in
    (QAPlan(named: name)?.steps ?? []).filter { !$0.checks.isEmpty }
  }

  /// What is wrong with a script by a step's needs and checks.
  private func faults(_ script: Script, _ step: QAPlan.Step) -> [String] {
    let evidence = QAEvidence(performing: script)
    return step.needs.filter { !evidence.shown.contains($0) }.map(\.rawValue)
      + evidence.faults(step.checks)
  }

  @Test func `is one of most steps of those plans`() {
    #expect(Self.steps.count > 35)
  }

  @Test(arguments: steps.map(\.id))
  func `passes by its demo, and not by anything less`(id: String) throws {
    for step in Self.steps where step.id == id {
      var script = try #require(try step.demo())
      #expect(faults(script, step) == [])
      script.events = []
      #expect(!faults(script, step).isEmpty)
    }
  }
}
