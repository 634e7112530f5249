import Dispatch
import OverscrollBase
import Synchronization
import Testing

@testable import OverscrollShell

@Suite struct `Timers by topic` {
  private static let (one, two, three) = (Topic("one"), Topic("two"), Topic("three"))

  @Test func `come back once their time has come, the earliest first`() {
    var scheduler = Scheduler()
    #expect(scheduler.deadline == nil && scheduler.due(at: 1e9).isEmpty)
    scheduler.schedule(Self.one, at: 5)
    scheduler.schedule(Self.two, at: 3)
    scheduler.schedule(Self.three, at: 9)
    #expect(scheduler.deadline == 3)
    #expect(scheduler.due(at: 2.999).isEmpty)
    #expect(scheduler.due(at: 5) == [Self.two, Self.one])
    #expect(scheduler.due(at: 5).isEmpty && scheduler.deadline == 9)
  }

  @Test func `have one time each, which can be taken back`() {
    var scheduler = Scheduler()
    scheduler.schedule(Self.one, at: 5)
    scheduler.schedule(Self.one, at: 7)
    #expect(scheduler.due(at: 6).isEmpty && scheduler.deadline == 7)
    scheduler.schedule(Self.one, at: nil)
    #expect(scheduler.due(at: 1e9).isEmpty && scheduler.deadline == nil)
  }
}

@Suite struct `Work on a thread of its own` {
  @Test func `has one result, and wakes the window once it is there`() {
    let woken = Atomic(0)
    let job = Job(wake: { woken.add(1, ordering: .relaxed) }) { _ in 42 }
    job.wait()
    // The window is woken after the result is there.
    while woken.load(ordering: .relaxed) == 0 {}
    #expect(job.isDone && job.value == 42 && job.value == 42)
    #expect(job.drain() == 42)
    #expect(job.drain() == nil && job.value == nil && job.isDone)
    job.wait()
  }

  @Test func `ends early when it is canceled`() {
    let job = Job { isCancelled in
      while !isCancelled() {}
      return "ended"
    }
    #expect(job.value == nil && !job.isDone)
    job.cancel()
    job.wait()
    #expect(job.drain() == "ended")
  }

  @Test func `of a kind is taken over in the order in which it was started`() {
    var jobs = Jobs<Int>()
    let first = Job { isCancelled in
      while !isCancelled() {}
      return 1
    }
    let second = Job { _ in 2 }
    jobs.add(first)
    jobs.add(second)
    second.wait()
    #expect(jobs.drainAll() == [2] && jobs.areRunning)
    first.cancel()
    first.wait()
    #expect(jobs.drainAll() == [1] && !jobs.areRunning)
    #expect(jobs.drainAll().isEmpty)
  }
}

@Suite struct `Work on files` {
  @Test func `that a folder does not answer takes few threads, and leaves other folders alone`() {
    let begun = Atomic(0)
    let answer = DispatchSemaphore(value: 0)
    let stuck = (0..<20).map { _ in
      Job(in: FilePath("/hung")) { _ in
        begun.add(1, ordering: .relaxed)
        answer.wait()
        answer.signal()
        return 1
      }
    }
    let other = Job(in: FilePath("/other")) { _ in 2 }
    other.wait()
    #expect(other.value == 2 && begun.load(ordering: .relaxed) <= 8)
    stuck[8..<19].forEach { $0.cancel() }
    answer.signal()
    stuck.forEach { $0.wait() }
    // What no one wanted any more never began.
    #expect(stuck.map(\.value) == (0..<20).map { (8..<19).contains($0) ? nil : 1 })
    #expect(begun.load(ordering: .relaxed) == 9)
  }
}

@Suite struct `The pointer in full screen` {
  @Test func `is hidden once it has rested, until it moves`() {
    var rest = PointerRest()
    #expect(rest.deadline == nil && !rest.isHidden)
    rest.pointerMoved(at: 5)
    #expect(rest.deadline == 5 + PointerRest.delay && !rest.isHidden)
    rest.hide()
    #expect(rest.deadline == nil && rest.isHidden)
    rest.pointerMoved(at: 9)
    #expect(rest.deadline == 9 + PointerRest.delay && !rest.isHidden)
  }
}
