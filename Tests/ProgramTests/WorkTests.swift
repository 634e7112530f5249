import OverscrollShell
import Testing

@testable import OverscrollViewer

@Suite struct `What the user has started` {
  private let job = Job<Int> { _ in 1 }

  private func work(_ label: String, since: Double, _ fraction: Double? = nil) -> Work? {
    Work(label, since: since, fraction: fraction, by: job)
  }

  @Test func `is said once it takes long, the latest first`() {
    let works = [work("Saving a.png", since: 1, 0.419), work("Sorting", since: 2)].compactMap(
      \.self)
    #expect(works.text(at: 1.29) == nil)
    #expect(works.text(at: 1.31) == "Saving a.png … 41%. Escape stops it.")
    #expect(works.text(at: 2.31) == "Sorting … (and 1 more). Escape stops it.")
    #expect(works.latest(at: 2.31)?.label == "Sorting")
  }

  @Test func `is looked at when it takes long, and ten times a second then`() throws {
    let works = [try #require(work("Sorting", since: 1))]
    #expect(works.deadline(at: 1.1) == 1.3 && works.deadline(at: 1.25) == 1.3)
    #expect(abs(try #require(works.deadline(at: 1.5)) - 1.6) < 1e-9)
    #expect([Work]().deadline(at: 1) == nil)
  }

  @Test func `is not there any more once it is stopped`() throws {
    let first = try #require(work("Sorting", since: 1))
    first.stop()
    #expect(job.isCancelled && work("Sorting", since: 1) == nil)
  }
}
