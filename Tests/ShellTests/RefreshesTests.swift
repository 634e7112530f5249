import OverscrollHost
import OverscrollLab
import OverscrollTestRig
import Testing

@testable import OverscrollShell

@Suite struct `The refreshes of a window` {
  @Test func `tell the steps of a frame's redraw once it is over, and of no other redraw`() throws {
    let host = try HeadlessHost(at: 1000)
    let refreshes = Refreshes(host)
    #expect(refreshes.next().lastRedraw == nil)
    func redraw(ofFrame isFrame: Bool) throws {
      _ = try host.surface()
      // Nothing is known of it yet.
      if isFrame { #expect(refreshes.next(isDrawn: true).lastRedraw == nil) }
      host.present()
    }
    try redraw(ofFrame: true)
    let times = try #require(refreshes.next().lastRedraw)
    let end = 1000 + host.frames.drawingTime
    #expect(
      times == RedrawTimes(handling: 1000, drawing: 1000, submission: 1000, completion: end))
    _ = host.next(until: 1001)
    try redraw(ofFrame: false)
    #expect(refreshes.next().lastRedraw == nil)
    try redraw(ofFrame: true)
    #expect(refreshes.next().lastRedraw?.drawing == 1001)
  }

  @Test func `tell of a frame's redraw when the next one has begun, also where nothing else asks`()
    throws
  {
    let host = try HeadlessHost(at: 1000)
    let refreshes = Refreshes(host)
    _ = try host.surface()
    _ = refreshes.next(isDrawn: true)
    host.present()
    host.frames.redraw?.unfinished = 1000.0005
    _ = host.next(until: 1000.01)
    _ = try host.surface()
    let next = refreshes.next(isDrawn: true)
    #expect(next.lastRedraw?.drawing == 1000 && next.lastUnfinished == 1000.0005)
    host.present()
    #expect(refreshes.next().lastRedraw?.drawing == host.time)
    #expect(refreshes.next().lastRedraw == nil)
  }
}
