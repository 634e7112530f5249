import OverscrollTestRig
import Testing

@testable import OverscrollDesktop

@Suite struct `Mapping a window again` {
  @Test func `happens when it is neither mapped nor managed within the delay`() {
    var retry = MapRetry()
    #expect(retry.deadline == nil)
    retry.begin(at: 10)
    #expect(retry.deadline == 10 + MapRetry.delay)
    #expect(!retry.shouldRetry(at: 10.5) { false })
    #expect(retry.shouldRetry(at: 11) { false })
    #expect(retry.deadline == 12)
    #expect(!retry.shouldRetry(at: 11.5) { false })
    #expect(retry.shouldRetry(at: 12.5) { false })
  }

  @Test func `does not happen once it was mapped`() {
    var retry = MapRetry()
    retry.begin(at: 10)
    retry.end()
    #expect(retry.deadline == nil)
    #expect(!retry.shouldRetry(at: 20) { false })
  }

  @Test func `does not happen where a window manager leaves it unmapped on purpose`() {
    var retry = MapRetry()
    retry.begin(at: 10)
    #expect(!retry.shouldRetry(at: 11) { true })
    #expect(retry.deadline == nil)
  }

  @Test func `is given up after some time`() {
    var retry = MapRetry()
    retry.begin(at: 0)
    let count = (1...100).count { retry.shouldRetry(at: Double($0)) { false } }
    #expect(count == MapRetry.maximumCount)
    #expect(retry.deadline == nil)
  }
}

extension `With an X server` {
  @Suite struct `a window whose request to be mapped is lost` {
    @Test func `is mapped by a later request`() throws {
      let server = try DisplayServer.xvfb()
      let manager = try FakeWindowManager(of: server)
      try manager.redirectMapRequests()
      var dropped = false
      let fixture = try WindowFixture(on: server) {
        for window in manager.takeMapRequests() {
          if dropped { manager.map(window) }
          dropped = true
        }
      }
      #expect(dropped)
      #expect(fixture.window.drainProtocolErrors() == [])
    }
  }
}
