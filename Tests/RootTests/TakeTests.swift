import Glibc
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite(.enabled(if: geteuid() == 0, "only root can start Xorg"))
struct `A grid on Xorg that is recorded` {
  @Test(arguments: TakeSession.seeds.prefix(TakeSession.isLong ? .max : 1))
  func `replays without a display to the last bit, at 144 Hz`(seed: UInt64) throws {
    try TakeSession(on: .xorg(refreshRate: 144)).use(seed: seed)
  }

  @Test(arguments: TakeSession.seeds.prefix(TakeSession.isLong ? .max : 1))
  func `replays pinches, touches and smooth scrolls of real drivers to the last bit`(
    seed: UInt64
  ) throws {
    let session = try TakeSession(on: .xorg())
    try session.touch(seed: seed)
    let take = try session.script()
    let devices = try #require(TakeSession.deviceNames(take))
    for event in take.events where event.isInput {
      let device = try #require(event.origin?.device)
      let name = devices[device]
      switch event.action {
      case .event(.touch): #expect(name == "touchscreen")
      case .event(.pinch): #expect(name == "touchpad")
      // The parts of a notch of a mouse whose driver says nothing about it are those of a touchpad.
      case .event(.touchpad): #expect(name == "touchpad" || name == "mouse")
      case .event(.wheel): #expect(name == "mouse")
      default: break
      }
    }
  }
}

@Suite(.enabled(if: geteuid() == 0, "only root can mount a file system"))
struct `A take on a disk that is full` {
  @Test func `goes on in memory when the disk is full, and F2 saves it elsewhere`() throws {
    let disk = try FullDisk(bytes: 1 << 20, free: 48 << 10)
    let folder = TestFolder.make()
    let viewer = try RunningViewer(
      ["grid", "--size", "20000x20000", "--takes", disk.path],
      environment: ["XDG_DATA_HOME": folder])
    try viewer.input.type("F3")
    for _ in 0..<12 {
      try viewer.input.drag((0..<40).map { Point(600, 700 - 12 * Double($0)) }, milliseconds: 2)
    }
    try viewer.settle()
    try waitUntil("the sentence") { try viewer.readErrors().contains("\n") }
    let errors = try viewer.readErrors()
    #expect(errors.hasPrefix("overscroll: \(disk.path)/"), "\(errors)")
    #expect(
      errors.contains(
        "No space left on device. The recording continues in memory; press Ctrl+F2 to save it"))
    #expect(errors.split(separator: "\n").count == 1)
    // What the disk has is whole.
    let cut = try viewer.server.run(["sh", "-c", "ls \(disk.path)/*.script"])
    #expect(try Script(parsing: RunningViewer.text(of: cut), file: cut).end?.reason == .disk)
    // The drag is handed to the writer at once, and is far larger than what is free.
    #expect(try Script(parsing: RunningViewer.text(of: cut), file: cut).end?.events ?? 0 > 100)
    #expect(try RunningViewer.check(cut).hasPrefix("same: "))
    try viewer.input.drag((0..<8).map { Point(600, 500 - 10 * Double($0)) })
    try viewer.settle()
    try viewer.input.type("ctrl+F2")
    let script = try viewer.savedTake(in: folder + "/overscroll/takes")
    let take = try Script(parsing: RunningViewer.text(of: script), file: script)
    #expect(take.end?.reason == .saved)
    #expect(take.end?.events ?? 0 > 12 * 40)
    #expect(try RunningViewer.check(script).hasPrefix("same: "))
    #expect(viewer.program.isRunning)
  }
}
