import Glibc
import OverscrollBase
import OverscrollDesktop
import OverscrollTestRig
import Testing

@testable import OverscrollHost

extension `With an X server` {
  @Suite struct `a loop with nothing to do` {
    @Test func `waits without a timer`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      fixture.loop.clock.wantsFrames = true
      fixture.loop.clock.wantsFrames = false
      let waker = fixture.waker
      let wake = 0.4
      let start = MonotonicClock.now
      let isStarted = BackgroundThread.start {
        usleep(UInt32(wake * 1e6))
        waker.wake()
      }
      try #require(isStarted)
      // Anything else that woke it would have been delivered first.
      #expect(try fixture.loop.next() == [.wakeUp])
      #expect(MonotonicClock.now - start >= wake)
    }

    @Test func `delivers a redraw slot at its deadline, once`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let time = MonotonicClock.now + 0.05
      fixture.loop.deadline = time
      #expect(try fixture.loop.next() == [.redrawSlot])
      #expect(MonotonicClock.now >= time)
      #expect(fixture.loop.deadline == nil)
      fixture.waker.wake()
      #expect(try fixture.loop.next() == [.wakeUp])
    }
  }
}
