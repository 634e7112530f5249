import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// The steps of a finger that gets faster from event to event, in points.
private let accelerating = [-5.0, -8, -12, -17, -23, -30]

/// Constants of the engine as parameters of a view.
@Suite struct `The tuning of a scroll view` {
  enum Axis: CaseIterable {
    case vertical, horizontal

    func text(_ main: Double, _ cross: Double) -> String {
      self == .vertical ? "[\(cross),\(main)]" : "[\(main),\(cross)]"
    }
  }

  /// What a script does: what moves, along the axis first, with what is called, and how the indicator looks meanwhile.
  private struct Outcome: Equatable {
    var motion: [String] = []
    var opacities: [Double] = []
  }

  /// The rows per second of an outcome, and how long it lasts, in seconds.
  private static let (rate, length) = (60.0, 8.0)
  /// The middle of the viewport across the axis, in points.
  private static let middle = 100.0

  /// A drag along an axis by steps, 60 a second, with a pause before the finger lifts.
  private static func drag(
    _ axis: Axis, at start: Double, from place: Double, by steps: [Double], pause: Double = 1 / rate
  ) -> [String] {
    var (place, time) = (place, start)
    func line(_ phase: String) -> String {
      #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":\#(axis.text(place, middle))}"#
    }
    var lines = [line("began")]
    for step in steps {
      (place, time) = (place + step, time + 1 / rate)
      lines.append(line("moved"))
    }
    time += pause
    return lines + [line("ended")]
  }

  /// What exercises constants, along an axis, and the constants that change it.
  enum Case: String, CaseIterable {
    case pull, touchpadPull, flick, gentle, flicks, notches, zoomNotch, pinch, button, calls, page

    var constants: Set<Tuning.Constant> {
      switch self {
      case .pull: [.rubberBand, .springRate, .hysteresis, .hold]
      case .touchpadPull: [.rubberBandTouchpad, .springRate, .hysteresis, .hold]
      case .flick: [.hysteresis, .releaseLatest, .velocityNewest, .sampleGap]
      case .gentle: [.hysteresis, .releaseThreshold]
      case .flicks: [.hysteresis, .releaseLatest, .velocityNewest, .sampleGap, .flickPause]
      case .notches: [.notch]
      case .zoomNotch: [.zoomPerNotch]
      case .pinch: [.zoomBounce]
      case .button: [.touchDelay]
      case .calls: [.animation]
      case .page: [.hysteresis, .releaseThreshold, .pageSpeed]
      }
    }

    func lines(_ axis: Axis) -> [String] {
      let at = #""at":\#(axis.text(150, middle))"#
      switch self {
      case .pull:
        return drag(axis, at: 0.1, from: 100, by: Array(repeating: 10, count: 10), pause: 0.15)
      case .touchpadPull:
        let moves = (0..<10).map { index in
          let delta = axis.text(10, 0)
          return
            #"{"t":\#(0.2 + Double(index) / rate),"touchpad":"changed","delta":\#(delta),\#(at)}"#
        }
        return [#"{"t":0.1,"touchpad":"began",\#(at),"stops":true}"#]
          + moves.map { $0.dropLast() + #","stops":true}"# }
          + [#"{"t":0.5,"touchpad":"ended",\#(at),"stops":true}"#]
      case .flick: return drag(axis, at: 0.1, from: 250, by: accelerating)
      case .gentle, .page:
        return drag(axis, at: 0.1, from: 250, by: Array(repeating: -6, count: 8))
      case .flicks:
        return [0.1, 0.9, 1.7].flatMap {
          drag(axis, at: $0, from: 250, by: accelerating)
        }
      case .notches:
        return [
          #"{"t":0.1,"wheel":\#(axis.text(1, 0)),\#(at)}"#,
          #"{"t":1,"key":"\#(axis == .vertical ? "Down" : "Right")"}"#,
        ]
      case .zoomNotch: return [#"{"t":0.1,"wheel":[0,-1],\#(at),"modifiers":["control"]}"#]
      case .pinch:
        return [
          #"{"t":0.1,"pinch":"began",\#(at)}"#, #"{"t":0.2,"pinch":"changed","scale":5,\#(at)}"#,
          #"{"t":0.3,"pinch":"ended","scale":5,\#(at)}"#,
        ]
      case .button: return drag(axis, at: 0.1, from: 150, by: [], pause: 0.6)
      case .calls:
        return [
          #"{"t":0.1,"call":"setContentOffset","offset":\#(axis.text(900, 0)),"animated":true}"#,
          #"{"t":1,"call":"setZoomScale","scale":1.6,"animated":true}"#,
        ]
      }
    }
  }

  /// A viewport of 300 points along the axis and 200 across it, on content that scrolls along the axis and zooms.
  private static func script(_ one: Case, _ axis: Axis) throws -> Script {
    // Not far from a page at 300 points.
    let start = [.pull, .touchpadPull].contains(one) ? 0.0 : one == .page ? 320 : 500
    let maximum = [.pinch, .zoomNotch, .calls].contains(one) ? 2 : 1
    let header =
      #"{"overscroll":2,"viewport":\#(axis.text(300, 200)),"content":\#(axis.text(30000, 200)),"#
      + #""isPagingEnabled":\#(one == .page),"maximumZoomScale":\#(maximum),"contentOffset":\#(axis.text(start, 0)),"#
      + #""subviews":[{"name":"v","frame":[0,0,30000,30000]}]}"#
    return try Script(
      parsing: ([header] + one.lines(axis)).joined(separator: "\n"), file: "\(one)")
  }

  /// The script with other values of constants.
  private static func tuned(_ script: Script, _ values: [Tuning.Constant: Double]) -> Script {
    var script = script
    let settings = Script.Property.Name.allCases.compactMap { name in
      name.constant.flatMap { values[$0] }.map { Script.Setting(name, .number($0)) }
    }
    script.header = script.header.with(settings)
    return script
  }

  private static func outcome(_ script: Script, _ axis: Axis) -> Outcome {
    let log = CallbackLog()
    let simulation = Simulation(script, log: log)
    var outcome = Outcome()
    // To the same time, however long the indicators take.
    for row in 0...Int(length * rate) {
      let sample = simulation.sample(at: Double(row) / rate)
      let (x, y) = (sample.offset.x, sample.offset.y)
      let offset = axis == .vertical ? (y, x) : (x, y)
      outcome.motion.append(
        "\(sample.time) \(sample.phase) \(offset) \(sample.zoomScale) "
          + log.drain().map { "\($0.name) \($0.time)" }.joined(separator: " "))
      let view = simulation.stage.scrollView
      outcome.opacities.append(
        axis == .vertical
          ? view.verticalScrollIndicator.opacity : view.horizontalScrollIndicator.opacity)
    }
    return outcome
  }

  /// The constants of the engine, which its goldens hold.
  private static let defaults: [Tuning.Constant: Double] = [
    .rubberBand: 0.55, .rubberBandTouchpad: 0.715, .springRate: 0.01005, .zoomBounce: 0.4,
    .hysteresis: 10, .touchDelay: 0.15, .releaseThreshold: 0.25, .releaseLatest: 0.25,
    .velocityNewest: 0.2, .sampleGap: 0.006, .hold: 0.1, .flickPause: 1, .pageSpeed: 300,
    .animation: 0.3, .notch: 60, .zoomPerNotch: 1.25, .indicatorDelay: 1, .indicatorFade: 0.25,
  ]

  private static let others: [Tuning.Constant: Double] = [
    .rubberBand: 0.3, .rubberBandTouchpad: 0.3, .springRate: 0.02, .zoomBounce: 1,
    .hysteresis: 20, .touchDelay: 0.3, .releaseThreshold: 0.5, .releaseLatest: 0.6,
    .velocityNewest: 0.6, .sampleGap: 0.02, .hold: 0.4, .flickPause: 0.3, .pageSpeed: 500,
    .animation: 0.6, .notch: 100, .zoomPerNotch: 1.5, .indicatorDelay: 0.4, .indicatorFade: 0.6,
  ]

  @Test(arguments: Case.allCases, Axis.allCases)
  func `changes by each constant what that names, and nothing else`(
    one: Case, axis: Axis
  ) throws {
    let script = try Self.script(one, axis)
    let plain = Self.outcome(script, axis)
    var found: Set<Tuning.Constant> = []
    #expect(Set(Self.others.keys) == Set(Tuning.Constant.allCases))
    for (constant, value) in Self.others {
      let other = Self.outcome(Self.tuned(script, [constant: value]), axis)
      let isOfIndicators = constant == .indicatorDelay || constant == .indicatorFade
      if other.motion != plain.motion { found.insert(constant) }
      if isOfIndicators {
        // What was never shown does not fade.
        #expect((other.opacities != plain.opacities) == plain.opacities.contains(1), "\(constant)")
      } else if other.motion == plain.motion {
        #expect(other.opacities == plain.opacities, "\(constant)")
      }
    }
    #expect(found == one.constants)
  }

  @Test(arguments: Case.allCases)
  func `changes the same along either axis`(one: Case) throws {
    for values in [[:], Self.others] {
      let outcomes = try Axis.allCases.map { axis in
        Self.outcome(Self.tuned(try Self.script(one, axis), values), axis)
      }
      #expect(outcomes[0] == outcomes[1])
      #expect(Set(outcomes[0].motion).count > 1)
    }
  }

  @Test func `changes by the values that are given`() throws {
    func view(_ one: Case, _ constant: Tuning.Constant, _ value: Double, at time: Double) throws
      -> (sample: Trace.Sample, opacity: Double)
    {
      let script = Self.tuned(try Self.script(one, .vertical), [constant: value])
      let simulation = Simulation(script)
      let sample = simulation.sample(at: time)
      return (sample, simulation.stage.scrollView.verticalScrollIndicator.opacity)
    }
    // A pull of 90 points, in a viewport of 300.
    let stretch = 0.3 * 90 * 300 / (300 + 0.3 * 90)
    #expect(abs(try view(.pull, .rubberBand, 0.3, at: 0.3).sample.offset.y + stretch) <= 0.5)
    #expect(
      try abs(view(.touchpadPull, .rubberBandTouchpad, 0.3, at: 0.4).sample.offset.y + stretch)
        <= 0.5)
    let less = 0.55 * 80 * 300 / (300 + 0.55 * 80)
    #expect(abs(try view(.pull, .hysteresis, 20, at: 0.3).sample.offset.y + less) <= 0.5)
    // From 3.2 to 2 it takes 0.241 s at most 0.4 s, and 2.5 times that at most 1 s.
    let duration = ZoomFade.duration(of: 1.6) * 2.5
    #expect(try view(.pinch, .zoomBounce, 1, at: 0.3 + duration - 0.05).sample.zoomScale > 2)
    #expect(try view(.pinch, .zoomBounce, 1, at: 0.3 + duration + 0.001).sample.zoomScale == 2)
    #expect(try view(.notches, .notch, 100, at: 0.9).sample.offset.y == 600)
    #expect(try abs(view(.zoomNotch, .zoomPerNotch, 1.5, at: 0.9).sample.zoomScale - 1.5) < 1e-9)
    // A release at 360 points per second, nearer to the page that is left.
    #expect(try view(.page, .pageSpeed, 350, at: 4).sample.offset.y == 600)
    #expect(try view(.page, .pageSpeed, 370, at: 4).sample.offset.y == 300)
    #expect(try view(.calls, .animation, 0.6, at: 0.69).sample.offset.y < 900)
    #expect(try view(.calls, .animation, 0.6, at: 0.71).sample.offset.y == 900)
    // The content springs back by the same steps, each of which leaves less of its distance.
    let spring = DecelerationLaw(rate: 0.998, stiffness: 0.02, range: 0...1)
    #expect(spring != DecelerationLaw(rate: 0.998, range: 0...1))
    let step = spring.next(after: AxisState(offset: -100, velocity: 0)).offset
    let x = -0.02 * DecelerationLaw.gridStep
    #expect(abs(step + 100 * (1 + x + x * x / 2)) < 1e-9)
  }

  @Test(arguments: [(Tuning.Constant.indicatorDelay, 0.4), (.indicatorFade, 0.6)])
  func `fades indicators after the time, and for the time, that is given`(
    constant: Tuning.Constant, value: Double
  ) throws {
    let script = Self.tuned(try Self.script(.notches, .vertical), [constant: value])
    let whole = Self.outcome(script, .vertical).opacities
    // The last notch ends at 1.15 s.
    let (delay, fade) = constant == .indicatorDelay ? (value, 0.25) : (1, value)
    let last = try #require(whole.lastIndex(of: 1))
    let gone = try #require(whole.indices.first { $0 > last && whole[$0] == 0 })
    #expect(abs(Double(last) / Self.rate - (1.15 + delay)) <= 2 / Self.rate)
    #expect(abs(Double(gone) / Self.rate - (1.15 + delay + fade)) <= 2 / Self.rate)
  }

  @Test(arguments: Case.allCases, Axis.allCases)
  func `replays the same at 30, 60 and 144 Hz`(one: Case, axis: Axis) throws {
    let script = Self.tuned(try Self.script(one, axis), Self.others)
    let samples = [30, 60, 144].map { rate in
      let simulation = Simulation(script)
      return (0...(6 * rate)).compactMap { index -> Trace.Sample? in
        let sample = simulation.sample(at: Double(index) / Double(rate))
        return (6 * index).isMultiple(of: rate) ? sample : nil
      }
    }
    #expect(samples[0].count == 37)
    for other in samples.dropFirst() {
      for (one, two) in zip(samples[0], other) {
        let difference = one.offset - two.offset
        #expect(max(abs(difference.x), abs(difference.y)) < 1e-9, "\(one.time)")
        #expect(abs(one.zoomScale - two.zoomScale) < 1e-9 && one.phase == two.phase)
      }
    }
  }

  @Test(
    arguments: TextFiles.paths(in: "Tests/Traces", endingIn: ".script").sorted())
  func `at its defaults leaves every byte of a trace as it is`(file: String) throws {
    let script = try Script(parsing: TextFiles.text(file), file: file, scenes: Scenes.all)
    let same = Self.tuned(script, Self.defaults)
    #expect(same.header != script.header && same.tuning.isEmpty)
    let traces = [script, same].map { script in
      let simulation = Simulation(script)
      let text = simulation.trace(rate: 60, until: 20).csv(.current)
      return (text, simulation.stage.isTuned)
    }
    #expect(traces[0] == traces[1] && !traces[1].1)
  }

  @Test func `has in each range its default, and is set, read back and kept by a header`() {
    for property in Script.Property.all {
      guard let constant = property.name.constant else { continue }
      #expect(Tuning()[constant] == Self.defaults[constant], "\(constant)")
      #expect(constant.limits.contains(Tuning()[constant]), "\(constant)")
      let value = Self.others[constant] ?? 0
      let setting = Script.Setting(property.name, .number(value))
      let stage = Stage(Script.Header())
      stage.perform(.init(time: 1, action: .set([setting])))
      var expected = Tuning()
      expected[constant] = value
      #expect(stage.scrollView.tuning == expected && stage.isTuned)
      #expect(property.value(in: stage.scrollView) == .number(value))
      stage.restart()
      #expect(stage.header.settings.contains(setting), "\(constant)")
    }
    let named = Script.Property.all.compactMap(\.name.constant)
    #expect(named == Tuning.Constant.allCases)
  }

  @Test func `is told of a script with its values in the header and at other times`() throws {
    let script = try Script(
      parsing: #"""
        {"overscroll":2,"tuning":{"rubberBand":0.4,"hold":0.1},"scrollViews":[{"name":"a","frame":[0,0,9,9],"tuning.notch":9}],"with":{"tuning.springRate":0.02}}
        {"t":1,"set":{"tuning.rubberBand":0.7}}
        {"t":2,"set":{"tuning.rubberBand":0.55}}
        """#, file: "a")
    #expect(script.tuning == ["rubberBand 0.4 to 0.7", "notch 9"])
    #expect(script.tuningOfSides == script.tuning + ["B: springRate 0.02"])
    #expect(Subject.script(script, name: "a").plotSuffix == " (tuned)")
    let plain = Script(header: Script.Header(), events: [])
    #expect(plain.tuningOfSides.isEmpty && Subject.script(plain, name: "a").plotSuffix.isEmpty)
  }
}
