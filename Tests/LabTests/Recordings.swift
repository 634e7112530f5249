import OverscrollTestSupport
import Testing

@testable import OverscrollLab

/// Recordings of tests.
enum Recordings {
  /// A flick into the bottom edge, recorded from a UIScrollView, of the conformance kit.
  static let flick = KitFile("flick-into-the-edge.csv").text

  /// A take of a script on a display with a rate, until a time in seconds: input acts with the frames.
  static func take(_ script: Script, at rate: Double, until end: Double) throws -> Take {
    let recorder = Recorder(Stage(script.header))
    var rest = script.events[...]
    for index in 1...Int(end * rate) {
      let time = Double(index) / rate
      while let event = rest.first, event.time <= time {
        rest = rest.dropFirst()
        guard case .event(let input) = event.action else { continue }
        recorder.send(input)
      }
      recorder.frame(at: time, .init(presented: time))
    }
    return try #require(recorder.current)
  }
}
