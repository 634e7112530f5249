/// What overlays cost while a picture is panned: the processor time of a frame with one, and without.
struct OverlayBenchmarks {
  var frames: FrameBenchmarks

  /// An overlay, at a scale that it is meant for.
  private struct Overlay {
    var name: String
    /// The keys that lead to the scale.
    var scale: [String]
    /// The keys that show the overlay, or hide it where it is shown from the start.
    var keys: [String]
    var isShown = false
    /// The greatest cost, in milliseconds a frame.
    var limit: Double
  }

  private static let overlays = [
    Overlay(name: "the minimap", scale: [], keys: ["m"], limit: 0.1),
    Overlay(
      name: "the pixel grid, at 17.6:1", scale: ["9", "i", "i", "i"], keys: ["numbersign"],
      isShown: true, limit: 0.3),
    Overlay(name: "minimap, reading and HUD", scale: [], keys: ["m", "x", "d"], limit: 0.3),
  ]
  /// How often each is measured, in turn with the picture alone: the least cost counts, for noise only adds.
  private static let rounds = 5

  func all(_ tell: (String, Double, String) -> Void) throws {
    for (width, height) in frames.sizes {
      for overlay in Self.overlays {
        var (without, with) = (Double.infinity, Double.infinity)
        let stage = try frames.stage(width, height)
        for key in overlay.scale { stage.key(key); stage.settle(0.4) }
        var isShown = overlay.isShown
        for _ in 0..<Self.rounds {
          for _ in 0..<2 {
            let cost = cost(stage)
            if isShown { with = min(with, cost) } else { without = min(without, cost) }
            for key in overlay.keys { press(key, stage) }
            isShown.toggle()
            stage.settle(0.4)
          }
        }
        tell(
          "\(height)p \(overlay.name), at most \(overlay.limit)", with - without, "ms/frame")
        tell("\(height)p \(overlay.name), panning with it", with, "ms/frame")
        tell("\(height)p \(overlay.name), panning without", without, "ms/frame")
      }
      try fade(width, height, tell)
    }
  }

  /// How often the controls appear and disappear in a round, and the rounds.
  private static let (fades, fadeRounds) = (4, 2)
  /// The frames of a fade of 0.15 s at 60 Hz, there and back.
  private static let fadeFrames = 18

  /// Measures the controls while they appear and disappear: pointers that move with them, and without.
  private func fade(
    _ width: Int, _ height: Int, _ tell: (String, Double, String) -> Void
  ) throws {
    let stage = try frames.stage(width, height)
    var (without, with, isOn) = (Double.infinity, Double.infinity, true)
    for _ in 0..<2 * Self.fadeRounds {
      let cost = fadeCost(stage)
      if isOn { with = min(with, cost) } else { without = min(without, cost) }
      stage.key("u")
      isOn.toggle()
      // The message about the key goes first.
      stage.settle(5)
    }
    tell("\(height)p the controls while fading, at most 0.2", with - without, "ms/frame")
  }

  /// The processor time of moves of the pointer, of client and server, in milliseconds per frame of the fades.
  private func fadeCost(_ stage: Stage) -> Double {
    let before = stage.usage()
    for fade in 0..<Self.fades {
      let x = stage.width / 2 + fade % 2 * 100
      for step in 0..<2 {
        stage.move(x + step * 20, stage.height / 2)
        stage.settle(0.05)
      }
      // They rest for 2 s.
      stage.settle(2.5)
    }
    let after = stage.usage()
    return (after.main - before.main + after.server - before.server)
      / Double(Self.fades * Self.fadeFrames) * 1000
  }

  private func press(_ key: String, _ stage: Stage) {
    let isShifted = key == "numbersign"
    if isShifted { stage.key("Shift_L", isDown: true) }
    stage.key(key)
    if isShifted { stage.key("Shift_L", isDown: false) }
  }

  /// The processor time of a step of a drag, of client and server, in milliseconds.
  private func cost(_ stage: Stage) -> Double {
    let before = stage.usage()
    let steps = frames.drag(
      stage, from: stage.width / 2, stage.height / 2 + 40, steps: 90, measures: false
    ).count
    let after = stage.usage()
    return (after.main - before.main + after.server - before.server) / Double(steps) * 1000
  }
}
