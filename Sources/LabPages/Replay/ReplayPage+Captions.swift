import OverscrollBase
import OverscrollLab
import OverscrollShell
import ScrollGeometry

extension ReplayPage {
  var captions: Captions {
    var captions = Captions(title: message.text ?? replayTitle)
    if let live, message.text == nil {
      // After a pause another take begins, with a clock of its own.
      let start =
        live.current.map(\.number) ?? 0 > 0
        ? "" : " from \(NumberText.fixed(playback.time, decimals: 3)) s"
      captions.title = "Live\(start). F2: save, Shift+U: back to replay"
    }
    if message.text == nil, let divider {
      captions.divider = divider * size.width
    }
    let sample = state(of: main).frame.sample
    captions.details += tuning
    if live == nil, let reference = reference(beside: sample) {
      captions.details.append("reference " + Self.difference(of: reference, from: sample))
    }
    if let other, sideView != .a {
      let shown = state(of: other).frame.sample
      let state = GhostTrack.State(
        offsetX: shown.offset.x, offsetY: shown.offset.y, zoomScale: shown.zoomScale)
      captions.details.append("B " + Self.difference(of: state, from: sample))
    }
    if live == nil, !playback.isPlaying { captions.details += replayPanels.quality }
    return captions
  }

  /// Which sides move, now or at some time of the take, with other constants than the engine's.
  private var tuning: [String] {
    guard let other else { return main.isTuned ? ["tuned"] : [] }
    return [(main, "A tuned"), (other, "B tuned")].filter(\.0.isTuned).map(\.1)
  }

  /// Where the reference is at the current time, beside the state that is shown.
  func reference(beside sample: Trace.Sample) -> GhostTrack.State? {
    ghost?.state(at: playback.time, beside: sample)
  }

  /// The differences of two states, in points, of what is known.
  private static func difference(of other: GhostTrack.State, from sample: Trace.Sample) -> String {
    let differences = [
      other.offsetX.map { "Δx \(signed($0 - sample.offset.x, 2))" },
      other.offsetY.map { "Δy \(signed($0 - sample.offset.y, 2))" },
      other.zoomScale.map { "Δzoom \(signed($0 - sample.zoomScale, 4))" },
    ]
    return differences.compactMap(\.self).joined(separator: "  ")
  }

  private static func signed(_ value: Double, _ decimals: Int) -> String {
    let text = NumberText.fixed(abs(value), decimals: decimals)
    let isZero = text.allSatisfy { $0 == "0" || $0 == "." }
    return (value < 0 && !isZero ? "−" : "+") + text
  }
}
