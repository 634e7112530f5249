import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollTestRig
import Synchronization
import Testing

@Suite struct `A host without a display` {
  @Test(arguments: [30.0, 50, 60, 90, 144, 240])
  func `has a refresh every period, however its time is rounded`(rate: Double) throws {
    let host = try HeadlessHost(rate: rate)
    host.schedule.wantsFrames = true
    var times: [Double] = []
    for _ in 0..<20_000 {
      let before = host.time
      let events = try #require(host.next(until: before + 1))
      #expect(host.time > before)
      for case .frame(let time) in events { times.append(time) }
    }
    #expect(times.count == 20_000)
    for (one, next) in zip(times, times.dropFirst()) {
      #expect(abs(next - one - 1 / rate) < 1e-9)
    }
  }

  @Test func `delivers what is due in the order of its time`() throws {
    let host = try HeadlessHost(rate: 50, at: 10)
    host.schedule.deadline = 10.03
    host.schedule.wantsFrames = true
    // Frames are drawn for the refresh after.
    #expect(host.next(until: 11) == [.frame(time: 10.04)])
    #expect(host.next(until: 11) == [.redrawSlot] && host.time == 10.03)
    #expect(host.schedule.deadline == nil)
    host.schedule.wantsFrames = false
    host.schedule.wantsSlot = true
    #expect(host.next(until: 11) == [.redrawSlot] && !host.schedule.wantsSlot)
    #expect(host.next(until: 11) == nil && host.time == 11)
    host.waker.wake()
    #expect(host.next(until: 11) == [.wakeUp])
  }

  @Test func `never turns its clock back`() throws {
    let host = try HeadlessHost(at: 10)
    host.schedule.deadline = 3
    #expect(host.next(until: 10) == [.redrawSlot] && host.time == 10)
    #expect(host.next(until: 2) == nil && host.time == 10)
  }

  /// As where the loop drains the waker between the two steps of a thread that wakes it.
  @Test func `waits on where a waker is readable that nobody used`() throws {
    let host = try HeadlessHost()
    var one: UInt64 = 1
    #expect(write(host.waker.descriptor, &one, 8) == 8)
    _ = BackgroundThread.start { [waker = host.waker] in
      var entry = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, 0) > 0 { sched_yield() }
      waker.wake()
    }
    #expect(host.wait(atMost: 60) == [.wakeUp])
  }
}

@Suite struct `A group of threads` {
  @Test func `is done when the threads that its threads have started are`() throws {
    let ended = Atomic(0)
    let host = try HeadlessHost()
    let group = BackgroundGroup { [waker = host.waker] in waker.wake() }
    group.run {
      _ = BackgroundThread.start {
        _ = BackgroundThread.start { ended.add(1, ordering: .sequentiallyConsistent) }
      }
    }
    while !group.isDone { _ = host.wait(atMost: 60) }
    #expect(ended.load(ordering: .sequentiallyConsistent) == 1)
  }

  @Test func `doesn't wait for a thread that has nothing to do`() throws {
    let done = Atomic(0)
    let host = try HeadlessHost()
    let group = BackgroundGroup { [waker = host.waker] in waker.wake() }
    let signal = group.run {
      let signal = WorkSignal()
      _ = BackgroundThread.start {
        for _ in 0..<3 {
          signal.wait()
          done.add(1, ordering: .sequentiallyConsistent)
        }
      }
      return signal
    }
    for count in 1...3 {
      while !group.isDone { _ = host.wait(atMost: 60) }
      #expect(done.load(ordering: .sequentiallyConsistent) == count - 1)
      signal.signal()
    }
    while !group.isDone { _ = host.wait(atMost: 60) }
    #expect(done.load(ordering: .sequentiallyConsistent) == 3)
  }
}
