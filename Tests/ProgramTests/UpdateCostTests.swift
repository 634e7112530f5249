import Testing

@testable import OverscrollViewer

@Suite struct `Following the changes of a file` {
  @Test func `begins at once, and takes at most a tenth of a processor core`() {
    #expect(UpdateCost().earliestNext(usedTime: 5) == -.infinity)
    let cost = UpdateCost(began: 100, usedTime: 3)
    #expect(cost.earliestNext(usedTime: 3) == 100)
    #expect(abs(cost.earliestNext(usedTime: 3.25) - 102.5) < 1e-9)
    // A picture that takes very long is shown now and then all the same.
    #expect(cost.earliestNext(usedTime: 60) == 160)
  }

  @Test func `waits for quiet, for a while, and for its share of the processor`() {
    var change = FileFollower.Change(first: 10, last: 10)
    #expect(change.deadline == 10.1)
    change.last = 10.95
    #expect(change.deadline == 11)
    change.earliest = 13
    #expect(change.deadline == 13)
  }

  @Test func `goes on after a second without quiet`() {
    var change = FileFollower.Change(first: 10, last: 10)
    change.last = 10.06
    #expect(change.deadline == 10.06 + 0.1)
    for time in stride(from: 10.1, to: 12, by: 0.01) {
      change.last = time
      #expect(change.deadline <= 11 && change.deadline <= time + 0.1)
    }
    #expect(change.deadline == 11)
  }
}
