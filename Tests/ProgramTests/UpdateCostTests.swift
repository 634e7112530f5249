import Testing

@testable import overscroll

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
    var change = AlbumControl.Change(at: 10)
    #expect(change.deadline == 10.1)
    change.last = 10.95
    #expect(change.deadline == 11)
    change.earliest = 13
    #expect(change.deadline == 13)
  }
}
