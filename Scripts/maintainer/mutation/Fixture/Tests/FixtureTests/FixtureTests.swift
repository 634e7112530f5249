import Fixture
import Testing

@Suite struct `A gauge` {
  @Test func `adds up what it reads while it is open`() {
    var gauge = Gauge()
    gauge.add(-1)
    gauge.add(3)
    gauge.add(4.5)
    #expect(gauge.sum == 7.5 && gauge.readings.count == 2)
    gauge.isOpen = false
    gauge.add(1)
    #expect(gauge.sum == 7.5)
  }

  @Test func `limits and notes what it reads`() {
    var gauge = Gauge()
    gauge.add(1e6)
    #expect(gauge.sum < 200)
    #expect(gauge.words.contains("read") && gauge.words.last == "end")
  }
}
