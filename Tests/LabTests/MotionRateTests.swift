import Testing

@testable import OverscrollLab

/// Traces of one motion, whose lifts are known to a frame only.
@Suite struct `One motion at two rates` {
  /// The longest time of a demo that is compared, in seconds.
  private static let longest = 3.0
  private static let rates = [30, 144, 60, 59.94]
  private static let alignments: [Alignment?] = [nil, .start, .release, .frames]

  /// What a trace tells: neither touches nor a rate.
  private func trace(_ script: Script, rate: Double, until end: Double) -> Series {
    let times = (0...Int(end * rate)).map { Double($0) / rate }
    var series = Series(script, name: "\(rate) Hz", at: times)
    (series.touches, series.header) = ([], nil)
    return series
  }

  private func largest(_ comparison: Comparison) -> Double {
    comparison.columns.filter { $0.tolerance != nil }.map(\.maximum).max() ?? 0
  }

  /// Returns whether a chart's lanes and the outline of a reference are drawn from the same differences.
  private func haveSameResiduals(_ one: Comparison, _ other: Comparison) -> Bool {
    one.differences.values.allSatisfy { column, values in
      zip(values, other.differences.values[column] ?? []).allSatisfy {
        $0.isNaN == $1.isNaN && !(abs($0 - $1) > 1e-4)
      }
    }
  }

  @Test(arguments: Scenes.all.cards.map(\.name))
  func `differs by what interpolation adds alone`(name: String) throws {
    let script = try PlayedScene.script(name)
    let end = min(Self.longest, (script.events.last?.time ?? 0) + 3)
    let traces = Self.rates.map { trace(script, rate: $0, until: end) }
    let whole = Subject.script(script, name: name)
    let pairs = zip(traces.dropFirst() + traces, traces).map { (Subject.series($0), $1) }
    for (subject, reference) in pairs.prefix(traces.count) + [(whole, traces[0])] {
      let equal = try Comparison(subject, with: reference, alignment: Alignment.none)
      // What does not decelerate has no release.
      let hasRelease = reference.flightStart != nil
      for alignment in Self.alignments
      where alignment == nil || alignment == .start || hasRelease {
        let comparison = try Comparison(subject, with: reference, alignment: alignment)
        let text = "\(name) with \(reference.name) by \(comparison.alignment)"
        #expect(largest(comparison) <= largest(equal) + 1e-9, "\(text)")
        #expect(abs(comparison.shift) < 1e-9, "\(text)")
        let isSame = haveSameResiduals(comparison, equal)
        #expect(isSame, "\(text)")
      }
    }
  }

  /// A flick 0.237 s later is the same by its release; a faster one is not.
  @Test(arguments: [Alignment.release, .frames])
  func `is the same at another time of its clock`(alignment: Alignment) throws {
    func flick(at start: Double, step: Double) throws -> Script {
      let moves = (1...8).map { index in
        """
        {"t":\(start + Double(index) * 0.008),"touch":"moved","id":1,"at":[200,\(700 - Double(index) * step)]}
        """
      }
      let lines =
        [#"{"overscroll":1,"viewport":[400,800],"content":[400,20000]}"#]
        + [#"{"t":\#(start),"touch":"began","id":1,"at":[200,700]}"#] + moves + [
          #"{"t":\#(start + 0.0705),"touch":"ended","id":1,"at":[200,\#(700 - 8 * step)]}"#
        ]
      return try Script(parsing: lines.joined(separator: "\n"), file: "a")
    }
    let late = 0.237
    let subject = try flick(at: 0.1, step: 20)
    for rate in [60, 120, 144.0] {
      let reference = trace(try flick(at: 0.1 + late, step: 20), rate: rate, until: 4)
      for subject in [
        Subject.series(trace(subject, rate: 240, until: 4)), .script(subject, name: "script"),
      ] {
        let comparison = try Comparison(subject, with: reference, alignment: alignment)
        #expect(abs(comparison.shift + late) < 2e-5, "\(rate): \(comparison.shift)")
        let flight = try #require(reference.flightStart)
        let rows = reference.times.indices.filter { reference.times[$0] >= flight }
        let differences = try #require(comparison.differences.values[.offsetY])
        #expect(rows.allSatisfy { !(abs(differences[$0]) > 0.05) }, "\(rate)")
      }
      let faster = trace(try flick(at: 0.1 + late, step: 21), rate: rate, until: 4)
      let comparison = try Comparison(
        .series(trace(subject, rate: 240, until: 4)), with: faster, alignment: alignment)
      #expect(!comparison.isSame && abs(comparison.shift + late) < 1 / rate)
    }
  }

  /// A table of times and offsets, as other programs write it, knows neither touches nor phases.
  @Test(arguments: [60.0, 120])
  func `is the same in a table of offsets alone`(rate: Double) throws {
    let script = try PlayedScene.script("paging")
    let own = trace(script, rate: rate, until: 4)
    for (shift, alignments) in [
      (0.0, [nil, .start, .best]), (0.4375, [Alignment.start, .best]),
    ] {
      let offsets = try #require(own.values[.offsetX])
      let rows = zip(own.times, offsets).map { "\($0 + shift),\($1)" }
      let table = try Series(
        parsing: (["t,offset_x"] + rows).joined(separator: "\n"), file: "table.csv")
      for alignment in alignments {
        let comparison = try Comparison(.series(own), with: table, alignment: alignment)
        #expect(comparison.isSame, "\(comparison.report)")
        #expect(abs(comparison.shift + shift) < 1e-9 && comparison.uncovered <= 1)
        #expect(!comparison.report.contains("−0.00000"))
        let script = try Comparison(
          .script(script, name: "script"), with: table, alignment: alignment)
        #expect(abs(script.shift + shift) < 1e-3, "\(script.report)")
      }
    }
  }
}
