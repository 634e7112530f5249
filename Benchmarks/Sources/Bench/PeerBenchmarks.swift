import Foundation

/// The input latency of other installed viewers beside this one, with one picture.
struct PeerBenchmarks {
  /// What is measured, and by what.
  var frames: FrameBenchmarks
  private static let size = (width: 1920, height: 1080)
  /// How many steps a drag and a zoom have.
  private static let steps = (drag: 40, zoom: 8)

  /// A viewer.
  private struct Viewer {
    var name: String
    var command: [String]
    /// The key that shows the picture at 1:1.
    var fullKey: String?
    /// The key that is held while the wheel zooms; none where the wheel alone does.
    var zoomKey: String?
  }

  private var viewers: [Viewer] {
    let own = Viewer(
      name: "overscroll",
      command: [frames.program, frames.picture, "--zoom", "100%", "--fullscreen"],
      zoomKey: "Control_L")
    let others = [
      Viewer(name: "viewnior", command: ["/usr/bin/viewnior", "--fullscreen"], fullKey: "1"),
      Viewer(name: "eog", command: ["/usr/bin/eog", "-f"], fullKey: "1"),
      Viewer(name: "feh", command: ["/usr/bin/feh", "-F", "--zoom", "100"]),
      Viewer(
        name: "geeqie", command: ["/usr/bin/geeqie", "-f"], fullKey: "z", zoomKey: "Control_L"),
    ]
    return [own]
      + others.filter { FileManager.default.isExecutableFile(atPath: $0.command[0]) }
      .map { viewer in
        var viewer = viewer
        viewer.command.append(frames.picture)
        return viewer
      }
  }

  /// All numbers by name; times in milliseconds.
  func all(_ tell: (String, Double, String) -> Void) throws {
    for viewer in viewers {
      let stage = try stage(viewer)
      let before = stage.usage()
      let seen = frames.drag(
        stage, from: Self.size.width / 2, Self.size.height / 2 + 40, steps: Self.steps.drag,
        measures: true)
      let time = stage.usage().program - before.program
      frames.tellLatency("\(viewer.name), drag at 1:1", seen, tell)
      tell(
        "\(viewer.name), drag at 1:1, processor", time / Double(Self.steps.drag) * 1000, "ms/step")
      frames.tellLatency("\(viewer.name), zoom by the wheel", zoom(viewer, stage), tell)
    }
  }

  private func stage(_ viewer: Viewer) throws -> Stage {
    let stage = try Stage(
      width: Self.size.width, height: Self.size.height, command: viewer.command, isManaged: true)
    stage.settle(3)
    stage.move(Self.size.width / 2, Self.size.height / 2)
    if let key = viewer.fullKey { stage.key(key) }
    stage.settle(2)
    return stage
  }

  /// Turns the wheel out and in again, a notch at a time.
  private func zoom(_ viewer: Viewer, _ stage: Stage) -> [Double?] {
    if let key = viewer.zoomKey { stage.key(key, isDown: true) }
    defer { if let key = viewer.zoomKey { stage.key(key, isDown: false) } }
    return frames.notches(Self.steps.zoom, stage)
  }
}
