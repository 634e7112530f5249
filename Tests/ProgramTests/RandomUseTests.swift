import Glibc
import OverscrollHost
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollViewer

/// Albums of odd files that are used at random, in a small window.
///
/// `RANDOM_USES` is how often each kind of window is used, or a little.
@Suite struct `Whatever is done with odd files` {
  private static let uses = getenv("RANDOM_USES").flatMap { Int(String(cString: $0)) } ?? 500
  private static let size = PixelSize(width: 320, height: 200)

  /// The names of commands, with their keys.
  ///
  /// Those are left out that end the program, delete, or go on by themselves, and the list of commands, which has them, too.
  /// Curves go on with every frame.
  private static let commands: [(name: String, binding: KeyBinding)] = {
    let unwanted: Set = ["quit", "trash", "slideshow", "stop", "commands", "statistics", "curves"]
    return ViewerKeys().table.rows.filter { !unwanted.contains($0.name) }.flatMap { row in
      row.bindings.map { (row.name, $0) }
    }
  }()

  /// Keys of fields, and letters for them.
  private static let typed = ["Escape", "Escape", "Return", "Tab", "Left", "BackSpace", "2", "a"]

  @Test(
    arguments: [
      (1, []), (2, ["--zoom", "fill"]), (3, ["--overview"]),
      (4, ["--scale", "2", "--swipe", "all"]),
    ] as [(UInt64, [String])])
  func `the window goes on, comes to rest, and shows what a full redraw shows`(
    seed: UInt64, arguments: [String]
  ) throws {
    var random = SplitMix64(seed: seed)
    var use = 0
    while use < Self.uses {
      let album = try OddAlbum()
      let viewer = try HeadlessViewer(
        [album.folder.path, "--animations", "off", "--takes", TestFolder.make()] + arguments,
        size: Self.size)
      var done: [String] = []
      for _ in 0..<min(20, Self.uses - use) {
        use += 1
        for _ in 0...random.index(4) { done.append(try act(viewer, album, &random)) }
        try check(viewer, "seed \(seed), use \(use): \(done.suffix(60).joined(separator: ", "))")
      }
      try viewer.input.release()
    }
  }

  /// Does something; returns its name.
  private func act(
    _ viewer: HeadlessViewer, _ album: OddAlbum, _ random: inout SplitMix64
  ) throws -> String {
    let size = viewer.host.display.size
    func place(_ random: inout SplitMix64) -> Point {
      Point(
        random.number(-5, Double(size.width) + 5).rounded(),
        random.number(-5, Double(size.height) + 5).rounded())
    }
    switch random.index(20) {
    case 0, 1, 2:
      let (start, step) = (place(&random), Point(random.number(-40, 40), random.number(-40, 40)))
      let releases = !random.chance(0.1)
      try viewer.input.drag(
        (0...random.index(8)).map { start + step * Double($0) },
        milliseconds: 1 + random.index(16), releases: releases)
      return releases ? "drag" : "drag that is held"
    case 3, 4:
      try viewer.input.move(to: place(&random))
      let held = random.pick([[], ["ctrl"], ["shift"]])
      try viewer.input.wheel(random.pick([-3, -1, 1, 2]), holding: held)
      return "wheel \(held)"
    case 5:
      try viewer.input.click(place(&random))
      if random.chance(0.5) { try viewer.input.click(place(&random)) }
      return "click"
    case 6:
      let size = (1 + random.index(500), 1 + random.index(400))
      try viewer.resize(size.0, size.1)
      return "size \(size)"
    case 7: return try album.change(&random)
    case 8, 9:
      let time = random.pick([0.001, 0.02, 0.3, 1.2])
      try viewer.advance(by: time)
      return "\(time) s"
    case 10, 11, 12:
      let key = random.pick(Self.typed)
      try viewer.input.type(key)
      return key
    default:
      let command = random.pick(Self.commands)
      try viewer.input.press(command.binding)
      return command.name
    }
  }

  /// Checks that the window comes to rest, and that nothing of what it shows is stale.
  private func check(_ viewer: HeadlessViewer, _ done: String) throws {
    try viewer.settle()
    try #require(!viewer.hasEnded, "\(done)")
    #expect(!viewer.host.schedule.wantsFrames, "never rests after \(done)")
    let (errors, title) = (try viewer.readErrors(), viewer.title)
    #expect(errors.isEmpty, "\(errors) after \(done)")
    #expect(title.hasSuffix("Overscroll"), "\(title) after \(done)")
    let kept = try viewer.look()
    // At the same time, because a caret blinks.
    try viewer.lose()
    try viewer.send(.exposed)
    let drawn = try viewer.look()
    // Where areas of overlays meet in an antialiased corner, its coverage is rounded once for each of them.
    guard !kept.isNearly(drawn) else { return }
    let name = RunningViewer.artifact("random-use")
    try kept.write(to: name.replacing(".png", with: "-kept.png"))
    try drawn.write(to: name.replacing(".png", with: "-drawn.png"))
    try #require(Bool(false), "stale pixels after \(done)")
  }
}

/// A folder of odd files: an empty one, damaged ones, one pixel, a tall one, an animation, pages, and a usual one.
private struct OddAlbum {
  let folder = PictureFolder()

  /// The files, made once.
  private static let files: Result<[(name: String, bytes: [UInt8])], any Error> = Result {
    let source = PictureFolder()
    let usual = PictureFolder.bytes(4)
    _ = try PagedFile(5, in: source.path) { ($0 * 40, 30) }
    let child = try ChildProcess(
      ["convert", "-delay", "5", "-size", "60x40", "xc:red", "xc:blue", source.path + "/a.gif"],
      errors: source.path + "/errors")
    guard try child.wait() == 0 else { throw RigError("convert made no animation.") }
    return [
      ("a.gif", FileReading.bytes(of: source.path + "/a.gif") ?? []),
      ("b-empty.png", []), ("c-cut.ppm", Array(usual.prefix(5000))),
      ("d-pixel.ppm", PictureFolder.bytes(1, width: 1, height: 1)),
      ("e-pages.tif", FileReading.bytes(of: source.path + "/pages.tif") ?? []),
      ("f-tall.ppm", PictureFolder.bytes(2, width: 3, height: 3000)),
      ("g-text.jpg", Array("nothing".utf8)),
      ("h-wide.ppm", PictureFolder.bytes(3, width: 900, height: 20)), ("i.ppm", usual),
    ]
  }

  init() throws {
    for (name, bytes) in try Self.files.get() {
      try RunningViewer.write(bytes, to: "\(folder.path)/\(name)")
    }
  }

  /// Adds, replaces or removes a file; returns what was done.
  func change(_ random: inout SplitMix64) throws -> String {
    let files = try Self.files.get()
    let (name, bytes) = random.pick(files)
    switch random.index(3) {
    case 0:
      try RunningViewer.write(random.pick(files).bytes, to: "\(folder.path)/\(name)")
      return "\(name) is replaced"
    case 1:
      unlink("\(folder.path)/\(name)")
      return "\(name) is removed"
    default:
      try RunningViewer.write(bytes, to: "\(folder.path)/new-\(random.index(3))-\(name)")
      return "a new \(name)"
    }
  }
}
