import Glibc
import OverscrollBrowser
import OverscrollHost
import OverscrollShell
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollViewer

/// An animation whose frames have the colors of pictures in the middle, and two more of their own around it.
private struct AnimatedFile {
  let path: String

  init(
    _ count: Int, in folder: String, delay: Int = 10, loops: Int = 0, kind: String = "gif",
    size: (width: Int, height: Int) = (600, 500)
  ) throws {
    path = folder + "/a.\(kind)"
    var arguments = ["convert", "-delay", "\(delay)", "-loop", "\(loops)", "-size"]
    arguments += ["\(size.width)x\(size.height)"]
    for number in 1...count {
      let digits = String(PictureFolder.color(number), radix: 16)
      let (dark, bright) = (String(0x102030 + number * 0x010302, radix: 16), "60\(40 + number)50")
      arguments += [
        "(", ["pattern:fishscales", "pattern:bricks", "pattern:octagons"][number % 3],
        "+level-colors", "#\(dark),#\(bright)", "-fill",
        "#" + String(repeating: "0", count: 6 - digits.count) + digits, "-draw",
        "rectangle \(size.width / 4),\(size.height / 4) \(size.width * 3 / 4),\(size.height * 3 / 4)",
        ")",
      ]
    }
    arguments += kind == "gif" ? ["+dither"] : ["-define", "webp:lossless=true"]
    let child = try ChildProcess(arguments + [path], errors: folder + "/errors")
    guard try child.wait() == 0 else { throw RigError("convert made no animation.") }
  }
}

@Suite struct `In a window an animation` {
  private let folder = PictureFolder()

  /// The number of the frame that is shown in the middle; `nil` for another picture.
  private func frame(_ shot: Screenshot, of count: Int) -> Int? {
    // Panels below leave this place to the picture.
    let color = shot.color(640, 300)
    return (1...count).first { PictureFolder.color($0) == color }
  }

  /// Pauses, and returns the number of the frame.
  private func pause(
    _ viewer: HeadlessViewer, of count: Int, after keys: [String] = []
  ) throws -> Int {
    let shot = try viewer.settle(after: "ctrl+space")
    let shown = frame(shot, of: count)
    if shown == nil { try shot.write(to: RunningViewer.artifact("animation-paused")) }
    try #require(shown != nil, "\(keys)")
    guard let shown else { return 0 }
    try viewer.wait("the title") { _ in viewer.title.contains("frame \(shown) of \(count)") }
    return shown
  }

  @Test func `is saved while its frames go on`() throws {
    let file = try AnimatedFile(3, in: folder.path)
    let viewer = try HeadlessViewer([file.path])
    let page = try viewer.picturePage
    try viewer.wait("a frame") { frame($0, of: 3) != nil }
    try viewer.waitUntil("the field", after: "ctrl+s") { page.appearance.field.isShown }
    #expect(
      page.appearance.field.shown?.panel.choices == ["Whole picture, one frame of 3, 600 × 500"])
    let shown = page.content.page.index
    try viewer.waitUntil("another frame") { page.content.page.index != shown }
    try viewer.input.type("Return")
    try viewer.waitUntil("the file") { access(folder.path + "/a-copy.png", F_OK) == 0 }
  }

  @Test(arguments: ["gif", "webp"])
  func `plays as the file says, pauses and steps`(kind: String) throws {
    let file = try AnimatedFile(3, in: folder.path, kind: kind)
    let viewer = try HeadlessViewer([file.path, "--alone"])
    try viewer.wait(forTitle: "a.\(kind) (600×500) – 3 frames – Overscroll")
    // The beginnings of the first frame, in seconds.
    var starts: [Double] = []
    var last: Int?
    try viewer.wait("twelve rounds") { shot in
      let shown = frame(shot, of: 3)
      if let shown, let last, shown < last { starts.append(viewer.time) }
      last = shown
      return starts.count == 12
    }
    let time = starts[11] - starts[0]
    #expect(abs(time - 11 * 0.3) < 0.002, "11 rounds of 0.3 s take \(time) s")
    var shown = try pause(viewer, of: 3)
    for key in ["period", "comma"] where key == "period" ? shown < 3 : shown > 1 {
      try viewer.input.type(key)
      shown += key == "period" ? 1 : -1
      try viewer.wait(forPicture: shown)
      try viewer.wait(forTitle: "a.\(kind) (600×500) – frame \(shown) of 3 – Overscroll")
    }
    try viewer.input.type("ctrl+space")
    try viewer.wait("another frame") { frame($0, of: 3) != shown && frame($0, of: 3) != nil }
    // A step pauses, too.
    let calm = try viewer.settle(after: "comma")
    try viewer.advance(by: 0.5)
    #expect(try viewer.look().isSame(as: calm))
  }

  @Test func `waits where motion is reduced`() throws {
    let file = try AnimatedFile(3, in: folder.path)
    let viewer = try HeadlessViewer([file.path, "--alone", "--animations", "off"])
    try viewer.wait(forTitle: "a.gif (600×500) – frame 1 of 3 – Overscroll")
    #expect(try frame(viewer.settle(), of: 3) == 1)
    try viewer.wait("the second frame", after: "ctrl+space") { frame($0, of: 3) == 2 }
    try viewer.wait(forTitle: "a.gif (600×500) – 3 frames – Overscroll")
  }

  @Test func `ends with its last frame, and begins again when asked`() throws {
    let file = try AnimatedFile(3, in: folder.path, delay: 30, loops: 1)
    let viewer = try HeadlessViewer([file.path, "--alone"])
    try viewer.wait(forTitle: "a.gif (600×500) – frame 3 of 3 – Overscroll")
    #expect(try frame(viewer.settle(), of: 3) == 3)
    try viewer.wait("the first frame", after: "ctrl+space") { frame($0, of: 3) == 1 }
    try viewer.wait(forTitle: "a.gif (600×500) – frame 3 of 3 – Overscroll")
  }

  /// What is done while it plays; at the end of each, the window shows what a full redraw does.
  @Test func `stays where it is and leaves no stale pixel, whatever is done meanwhile`() throws {
    let file = try AnimatedFile(6, in: folder.path, delay: 8)
    let viewer = try HeadlessViewer([file.path, "--alone"])
    try viewer.wait(forTitle: "a.gif (600×500) – 6 frames – Overscroll")
    for keys in [
      [], ["plus"], ["plus", "M"], ["Left"], ["2"], ["minus", "greater"], ["T"], ["0"], ["F4"],
      ["F4", "T", "bar"], ["t", "t"], ["f", "f"], ["F3", "2", "F3"],
    ] {
      for key in keys {
        try viewer.input.type(key)
        try viewer.advance(by: 0.15)
      }
      // There and back: the middle stays in the middle.
      let there = (0...10).map { Point(640 + 2 * Double($0), 400) }
      try viewer.input.drag(there + there.reversed(), milliseconds: 8)
      try viewer.advance(by: 0.2)
      let shown = try pause(viewer, of: 6, after: keys)
      let kept = try viewer.settleWithoutPlates()
      let exposed = try viewer.expose()
      #expect(kept.isSame(as: exposed), "\(keys)")
      for _ in 1...2 { try viewer.settle(after: "a") }
      let drawn = try viewer.look()
      // Curves go on with every frame.
      if keys != ["F4"] { #expect(kept.isSame(as: drawn), "\(keys)") }
      #expect(frame(drawn, of: 6) == shown)
      try viewer.wait("another frame after \(keys)", after: "ctrl+space") {
        frame($0, of: 6) != shown && frame($0, of: 6) != nil
      }
    }
  }

  @Test func `rests while its window is hidden, and while it is paused`() throws {
    let file = try AnimatedFile(4, in: folder.path)
    let viewer = try HeadlessViewer([file.path, "--alone"])
    try viewer.wait(forTitle: "a.gif (600×500) – 4 frames – Overscroll")
    func expectRest() throws {
      try viewer.settle()
      // Nothing is awaited, so the program sleeps.
      #expect(!viewer.host.schedule.wantsFrames && viewer.host.schedule.deadline == nil)
    }
    viewer.host.display.isVisible = false
    try viewer.send(.moved)
    try expectRest()
    viewer.host.display.isVisible = true
    try viewer.send(.exposed)
    for number in 1...4 { try viewer.wait(forPicture: number) }
    _ = try pause(viewer, of: 4)
    try expectRest()
  }

  @Test func `of too many pixels stands still, with a sentence`() throws {
    // The header alone makes a canvas of 9000 by 8000 pixels, of two small frames.
    var bytes = Array("GIF89a".utf8) + [0x28, 0x23, 0x40, 0x1F, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for _ in 1...2 {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    }
    let path = folder.path + "/huge.gif"
    try RunningViewer.write(bytes + [0x3B], to: path)
    let viewer = try HeadlessViewer([path, "--alone", "--cache-mb", "1200"])
    try viewer.wait(forTitle: "huge.gif (9000×8000) – frame 1 of 2 – Overscroll")
    try viewer.settle()
    try viewer.settle()
    #expect(viewer.title.contains("frame 1 of 2"))
  }
}
