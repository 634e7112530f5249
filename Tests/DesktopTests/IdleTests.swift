import Desktop
import Geometry
import Glibc
import Synchronization
import Testing
import TestRig

extension `With an X server` {
  @Suite struct `a loop with nothing to do` {
    @Test func `waits without a timer`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      fixture.loop.clock.wantsFrames = true
      fixture.loop.clock.wantsFrames = false
      let waker = fixture.waker
      let wake = 0.4
      let start = MonotonicClock.now
      let poster = Thread {
        usleep(UInt32(wake * 1e6)); waker.wake()
      }
      // Had anything else woken it, a batch would have come before the mail.
      #expect(try fixture.loop.next() == [.wakeUp])
      #expect(MonotonicClock.now - start >= wake)
      poster.join()
    }

    @Test func `rings at the time that was set, once`() throws {
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

/// A thread of the system's that runs a closure once.
private final class Thread {
  private var handle = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(body: body))
    pthread_create(
      &handle, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
  }

  func join() { pthread_join(handle, nil) }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
