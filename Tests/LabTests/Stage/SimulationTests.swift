import OverscrollLab
import Testing

@Suite struct `A simulation` {
  private func trace(_ text: String, until: Double? = nil) throws -> Trace {
    Simulation(try Script(parsing: text, file: "test")).trace(rate: 60, until: until)
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
    let later = "{\"overscroll\":1}\n{\"t\":4.5,\"wheel\":[0,1],\"at\":[9,9]}"
    #expect(try trace(later, until: 0.5).samples.count == 31)
  }
}
