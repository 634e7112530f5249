import Glibc
import OverscrollBase
import OverscrollTestSupport
import Testing

@Suite struct `A number as text` {
  @Test(
    arguments: [
      (0.0, 2, "0.00"), (-0.0, 0, "0"), (-0.004, 2, "0.00"), (-0.006, 2, "-0.01"),
      (1.005, 1, "1.0"),
      (0.125, 2, "0.12"), (1234.5678, 3, "1234.568"),
      (44_000_000.123456789, 9, "44000000.123456791"),
      (-1e15, 0, "-1000000000000000"), (.infinity, 2, "inf"), (-.infinity, 2, "-inf"),
    ] as [(Double, Int, String)])
  func `has a fixed number of decimals`(number: Double, decimals: Int, text: String) {
    #expect(NumberText.fixed(number, decimals: decimals) == text)
  }

  /// Numbers of all magnitudes, ties, and the neighbors of powers of ten.
  private static func number(_ random: inout SplitMix64) -> Double {
    let magnitude = pow(10, random.number(-12, 10))
    let sign = random.chance(0.5) ? 1.0 : -1.0
    return switch random.index(5) {
    case 0: sign * random.number(0, magnitude)
    case 1: sign * Double(random.index(4_000_000)) / Double(1 << random.index(20))
    case 2: sign * pow(10, Double(random.index(19)) - 9).nextDown
    case 3: sign * (magnitude * 1000).rounded() / 1000
    default: sign * Double(bitPattern: random.next() & 0x000F_FFFF_FFFF_FFFF)
    }
  }

  @Test func `is what C prints, number by number`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<100_000 {
      let (number, decimals) = (Self.number(&random), random.index(12))
      var buffer = [CChar](repeating: 0, count: 400)
      _ = withVaList([CInt(decimals), number]) { vsnprintf(&buffer, 400, "%.*f", $0) }
      var expected = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if expected.allSatisfy({ "-0.".contains($0) }), expected.first == "-" {
        expected.removeFirst()
      }
      #expect(NumberText.fixed(number, decimals: decimals) == expected)
    }
  }

  @Test func `has room for the largest number`() {
    let text = NumberText.fixed(-.greatestFiniteMagnitude, decimals: 20)
    #expect(text.count == 1 + 309 + 1 + 20)
    #expect(Double(text) == -.greatestFiniteMagnitude)
  }

  @Test(
    arguments: [
      (0.0, "0"), (65_535, "65535"), (0.30000001192, "0.3"), (-1.0 / 3, "-0.333"), (2.5, "2.5"),
      (0.001, "0.001"), (0.0009, "9.0e-04"), (-1.2e-7, "-1.2e-07"),
    ] as [(Double, String)])
  func `has at most three decimals in a message, and never says nothing`(
    number: Double, text: String
  ) {
    #expect(NumberText.brief(number) == text)
  }

  @Test(
    arguments: [
      (0.0, "0"), (-0.0, "0"), (3, "3"), (-12, "-12"), (0.1, "0.1"),
      (1.0 / 3, "0.3333333333333333"),
      (1e12, "1000000000000"), (1e300, "1e+300"),
    ] as [(Double, String)])
  func `is as short as it can be`(number: Double, text: String) {
    #expect(NumberText.shortest(number) == text)
    #expect(Double(text) == number)
  }
}
