import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A simulation` {
  private static let flick = """
    {"overscroll":1,"viewport":[320,480],"content":[900,5000],"maximumZoomScale":3}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.1167,"touch":"moved","id":1,"at":[158,380]}
    {"t":0.1333,"touch":"moved","id":1,"at":[150,330]}
    {"t":0.15,"touch":"moved","id":1,"at":[140,250]}
    {"t":0.1667,"touch":"ended","id":1,"at":[140,250]}
    {"t":4.5,"wheel":[0,-3],"at":[100,100],"modifiers":["control"]}
    {"t":4.6,"wheel":[0,-3],"at":[120,100],"modifiers":["control"]}
    {"t":4.65,"wheel":[0,-3],"at":[120,110],"modifiers":["control"]}
    {"t":7,"pinch":"began","scale":1,"at":[60,50]}
    {"t":7.02,"pinch":"changed","scale":0.5,"at":[60,50]}
    {"t":7.04,"pinch":"changed","scale":0.2,"at":[65,50]}
    {"t":7.06,"pinch":"ended","scale":0.2,"at":[65,50]}
    """

  private func trace(_ text: String, rate: Double = 60, until: Double? = nil) throws -> Trace {
    Simulation(try Script(parsing: text, file: "test")).trace(rate: rate, until: until)
  }

  @Test func `gives the same bytes each time`() throws {
    #expect(try trace(Self.flick).csv == trace(Self.flick).csv)
  }

  @Test func `shows the same curve at 30, 60 and 144 Hz`() throws {
    let traces = try [30.0, 60, 144].map { try trace(Self.flick, rate: $0, until: 12) }
    var byTime: [Double: Trace.Sample] = [:]
    for sample in traces[1].samples { byTime[(sample.time * 1e6).rounded()] = sample }
    var compared = 0
    for sample in traces[0].samples + traces[2].samples {
      guard let other = byTime[(sample.time * 1e6).rounded()] else { continue }
      compared += 1
      #expect(sample.phase == other.phase, "at \(sample.time)")
      #expect((sample.offset - other.offset).length < 1e-9, "at \(sample.time)")
      #expect(abs(sample.zoomScale - other.zoomScale) < 1e-9, "at \(sample.time)")
    }
    #expect(compared > 300)
  }

  @Test func `ends when nothing moves and the indicators have faded`() throws {
    let last = try #require(try trace(Self.flick).samples.last)
    #expect(last.phase == .idle)
    #expect(last.verticalIndicator.opacity == 0)
    #expect(last.time > 7.06)
    #expect(last.time < 12)
  }

  @Test func `without events is one row at time zero`() throws {
    let trace = try trace("{\"overscroll\":1}")
    #expect(trace.samples.count == 1)
    let csv = trace.csv
    #expect(csv.hasPrefix("t,phase,offset_x,"))
    #expect(csv.contains("\n0.000000000,idle,0.000000000,"))
    #expect(!csv.contains("-0.000000000"))
  }

  @Test func `stops at a given time`() throws {
    #expect(try trace(Self.flick, until: 0.5).samples.count == 31)
  }

  @Test func `starts at the minimum offset unless another is given`() throws {
    let inset = "{\"overscroll\":1,\"content\":[640,480],\"contentInset\":[100,50,100,50]}"
    #expect(try trace(inset).samples[0].offset == Point(-50, -100))
    let told = "{\"overscroll\":1,\"content\":[640,9000],\"contentOffset\":[0,77]}"
    #expect(try trace(told).samples[0].offset == Point(0, 77))
  }

  @Test func `logs every callback by its Swift name, in order`() throws {
    let log = CallbackLog()
    _ = Simulation(try Script(parsing: Self.flick, file: "test"), log: log).trace(rate: 60)
    let names = log.lines.compactMap { $0.split(separator: "\"").dropFirst(5).first }
      .filter { $0 != "scrollViewDidScroll" && $0 != "scrollViewDidZoom" }
    #expect(
      names == [
        "scrollViewWillBeginDragging", "scrollViewWillEndDragging", "scrollViewDidEndDragging",
        "scrollViewWillBeginDecelerating", "scrollViewDidEndDecelerating",
        "scrollViewWillBeginZooming", "scrollViewDidEndZooming", "scrollViewWillBeginZooming",
        "scrollViewDidEndZooming",
      ])
    let release = log.lines.first { $0.contains("WillEndDragging") }
    #expect(release?.contains("\"velocity\":[") ?? false)
    #expect(release?.contains("\"targetContentOffset\":[") ?? false)
  }
}
