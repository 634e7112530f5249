import ScrollGeometry
import Testing

@testable import OverscrollLab

/// The numbers beside and below charts.
@Suite struct `An axis` {
  private func lane(_ kind: Chart.Lane.Kind, _ span: ClosedRange<Double>) -> Chart.Lane {
    Chart.Lane(kind: kind, title: "", curves: [], span: span)
  }

  private typealias StepCase = (span: ClosedRange<Double>, count: Int, steps: [Double])

  private static let stepCases: [StepCase] = [
    (0...10, 10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), (0...10, 9, [0, 2, 4, 6, 8, 10]),
    (0...10, 4, [0, 5, 10]), (0...10, 1, [0, 10]), (0...10, 0, []),
    (0...9.5, 2, [0, 5]), (-8...108, 6, [0, 20, 40, 60, 80, 100]), (-58...58, 3, [-50, 0, 50]),
    (-58...58, 2, [0]), (3.25...3.75, 5, [3.3, 3.4, 3.5, 3.6, 3.7]), (92...208, 2, [100, 200]),
    (92...208, 1, [200]), (0...1, 20, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
    (0.013...0.061, 5, [0.02, 0.03, 0.04, 0.05, 0.06]), (7...7, 5, []), (0...(.infinity), 5, []),
    (1e17...1e17 + 100, 5, []), (-1e17 - 100...(-1e17), 5, []), (0.21...0.22, 0, []),
  ]

  @Test(arguments: stepCases.indices)
  func `has steps of 1, 2 or 5, at most so many as there is room for`(index: Int) {
    let (span, count, expected) = Self.stepCases[index]
    let steps = span.steps(atMost: count)
    #expect(steps.count == expected.count)
    #expect(zip(steps, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(steps)")
  }

  @Test(
    arguments: [
      ([0.0, 20, 40], ["0", "20", "40"]), ([-50, 0, 50], ["−50", "0", "50"]),
      ([0, 0.5, 1], ["0", "0.5", "1.0"]), ([0, 0.05], ["0", "0.05"]),
      ([1e-13, 0.001], ["0", "0.001"]), ([0.5], ["0.5"]), ([3], ["3"]), ([], []),
      ([0, 0.0001, 0.0002], ["0", "0.0001", "0.0002"]), ([0, 1e-5], ["0", "1.0e-05"]),
      ([-2e-5, -1e-5], ["−2.0e-05", "−1.0e-05"]), ([0, 0.998], ["0", "1.0"]),
      ([0, 0.9995], ["0", "1"]),
      ([0, 9000], ["0", "9000"]), ([-12_000, 2_000_000], ["−12,000", "2,000,000"]),
      ([10_000, 10_000.5], ["10000.0", "10000.5"]),
    ] as [([Double], [String])])
  func `has as many decimals as tell its steps apart`(values: [Double], texts: [String]) {
    #expect(ChartAxis.texts(of: values).map(\.1) == texts)
  }

  @Test(
    arguments: [
      (-0.2...2.2, 5, ["1×", "2×", "4×"]), (-2...2, 8, ["1/4", "1/2", "1×", "2×", "4×"]),
      (-1...1, 4, ["1/2", "1×", "2×"]), (-4.5...0.5, 3, ["1/16", "1/4", "1×"]),
      (-39.5...(-37), 3, ["1/549755813888", "1/274877906944", "1/137438953472"]),
      (37...39.5, 3, ["137438953472×", "274877906944×", "549755813888×"]),
      (-0.5...0.5, 3, ["1×"]), (-1.2...0.7, 3, ["0.5×", "1.0×", "1.5×"]),
      (0.9...2.8, 3, ["2×", "4×", "6×"]), (-3.1...(-1.9), 3, ["0.2×"]),
      (-40.5...2, 3, []), (-1...40, 3, []),
    ] as [(ClosedRange<Double>, Int, [String])])
  func `of scales has powers of two where it is short, and steps of scales where it is long`(
    span: ClosedRange<Double>, count: Int, texts: [String]
  ) {
    let axis = ChartAxis(of: lane(.zoom, span), atMost: count)
    #expect(axis.steps.map(\.text) == texts)
    #expect(axis.steps.map(\.value) == axis.values && axis.values.allSatisfy(span.contains))
  }

  @Test(
    arguments: [
      // As dense as is usual, or less dense.
      (-8...108, 208, 26, 12, 6), (-8...108, 104, 26, 12, 3), (-8...108, 52, 26, 12, 2),
      // Denser than usual, rather than one number alone.
      (-8...108, 30, 26, 12, 2), (0...1, 14, 26, 12, 2), (0.4...0.6, 11, 26, 12, 1),
      // Of three that are too close, the outer two.
      (-1500...1500, 35, 26, 12, 2), (-0.6...0.6, 25, 26, 12, 2), (-1500...1500, 17, 26, 12, 1),
    ] as [(ClosedRange<Double>, Double, Double, Double, Int)])
  func `has numbers at the usual distance, or at the least one rather than a single number`(
    span: ClosedRange<Double>, height: Double, usual: Double, least: Double, count: Int
  ) {
    let axis = ChartAxis.fitting(lane(.offset, span), height: height, usual: usual, least: least)
    #expect(axis.values.count == count, "\(axis.values)")
    #expect(axis.steps.map(\.value) == axis.values)
    #expect(axis.steps.allSatisfy { Double($0.text.replacing("−", with: "-")) == $0.value })
    let distances = zip(axis.values.dropFirst(), axis.values).map {
      ($0 - $1) / span.length * height
    }
    #expect(distances.allSatisfy { $0 >= least })
  }

  @Test(
    arguments: [
      (90.0, 100.0, 1.0, 1.0), (90, 90, 1, 1), (90, 89, 1, 2), (90, 44, 1, 5), (90, 17, 1, 10),
      (90, 10_000, 1, 0.01), (90, 3000, 1, 0.05), (90, 100, 2, 2), (90, 4500, 1, 0.02),
    ] as [(Double, Double, Double, Double)])
  func `of time has lines 1, 2 or 5 times a power of ten apart`(
    points: Double, rate: Double, columns: Double, step: Double
  ) {
    let scale = TimeScale(rate: rate, firstColumn: 0, columnsPerPoint: columns)
    #expect(abs(scale.step(atLeast: points) - step) < 1e-9)
  }

  @Test(arguments: [
    (1.5, 1.0, "2"), (1.5, 0.5, "1.5"), (0.25, 0.01, "0.25"), (1, 1e-9, "1.000000000"),
    (1, 1e-12, "1.000000000"),
  ])
  func `of time has as many decimals as its step, nine at most`(
    time: Double, step: Double, text: String
  ) {
    #expect(ChartAxis.text(ofTime: time, step: step) == text)
  }

  @Test func `of time maps times to places and back, whatever its origin and resolution`() {
    for columns in [1.0, 1.5, 2] {
      let scale = TimeScale(
        2...6, over: Rect(x: 100, y: 0, width: 400, height: 9), columnsPerPoint: columns)
      #expect(scale.x(2) == 100 && scale.x(4) == 300 && scale.x(6) == 500)
      #expect(scale.columnX(3) == 200 && scale.time(200) == 3)
      #expect(abs(scale.columnX(3.001) - 200) < 1e-9)
    }
  }

  @Test(
    arguments: [
      (0.0...10, 0.08, -0.8...10.8), (5...5, 0.08, 4...6), (-1...1, 0.5, -2...2),
    ] as [(ClosedRange<Double>, Double, ClosedRange<Double>)])
  func `is padded by a part of its length, or by one`(
    span: ClosedRange<Double>, part: Double, expected: ClosedRange<Double>
  ) {
    let padded = span.padded(by: part)
    #expect(abs(padded.lowerBound - expected.lowerBound) < 1e-12)
    #expect(abs(padded.upperBound - expected.upperBound) < 1e-12)
  }

  @Test func `is made symmetric, and to include a value`() {
    #expect((-3.0...2).symmetric == -3...3 && (-1.0...4).symmetric == -4...4)
    #expect((1.0...2).including(0) == 0...2 && (1.0...2).including(3) == 1...3)
    #expect((1.0...2).including(1.5) == 1...2)
  }
}
