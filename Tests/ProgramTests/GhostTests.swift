import Glibc
import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `In a real window slow scrolling` {
  @Test(arguments: [[], ["o", "o"]])
  func `shows no stale pixel`(keys: [String]) throws {
    let viewer = try HeadlessViewer(["grid", "--size", "20000x20000", "--hud"])
    // Twice the key for the filter: it stays as it is from here on, and is another one in between.
    for key in keys + ["a", "a"] { try viewer.input.type(key) }
    try viewer.settle()
    let slow = path(from: Point(700, 500), by: Point(-1, -0.3), steps: 40)
    let steady = path(from: Point(500, 300), by: Point(3, 2), steps: 20)
    let quick = path(from: Point(640, 200), by: Point(0, 25), steps: 12)
    for path in [slow, steady, quick] {
      try viewer.input.drag(path, milliseconds: 9)
      let kept = try viewer.settle()
      try viewer.input.type("a", "a")
      #expect(try isSame(kept, viewer.settle()))
    }
  }

  @Test(arguments: [
    ([], [], false), (["--panels", "touches"], [], false), ([], ["M", "x"], false),
    ([], ["M", "x"], true),
  ])
  func `and any other use leave none either`(
    marks: [String], overlays: [String], selects: Bool
  ) throws {
    let viewer = try HeadlessViewer(
      ["grid", "--size", "20000x20000", "--hud"] + marks, size: PixelSize(width: 800, height: 500))
    if selects {
      try viewer.input.move(to: Point(400, 200))
      try viewer.input.hold("shift")
      try viewer.input.drag([Point(400, 200), Point(500, 300), Point(700, 400)])
      try viewer.input.letGo("shift")
    }
    for key in overlays { try viewer.input.type(key) }
    var random = SplitMix64(seed: 5)
    for action in 1...Self.actions {
      try act(viewer.input, &random)
      guard action % 6 == 0 else { continue }
      let kept = try viewer.settle()
      try viewer.input.type("a", "a")
      #expect(try isSame(kept, viewer.settle()), "after \(action) actions")
    }
  }

  /// How much is done: `GHOST_ACTIONS`, about two a second, or a dozen.
  private static let actions = getenv("GHOST_ACTIONS").flatMap { Int(String(cString: $0)) } ?? 12

  /// Does something with the hand, perhaps before what was done last has come to rest.
  private func act(_ input: HeadlessInput, _ random: inout SplitMix64) throws {
    func place() -> Point {
      Point(.random(in: 310..<790, using: &random), .random(in: 10..<490, using: &random))
    }
    let notches = [-4, -2, -1, 1, 2, 3].randomElement(using: &random) ?? 1
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      let (start, end) = (place(), place())
      let count = Int.random(in: 2...30, using: &random)
      let path = (0...count).map { start + (end - start) * (Double($0) / Double(count)) }
      try input.drag(path, milliseconds: .random(in: 2...16, using: &random))
    case 3, 4:
      try input.move(to: place())
      try input.wheel(notches, holding: ["ctrl"])
    case 5: try input.wheel(notches)
    case 6:
      let keys = ["Left", "shift+Down", "ctrl+Up", "plus", "minus", "1", "2", "0", "a", "d"]
      guard let key = keys.randomElement(using: &random) else { return }
      // Numbers that come and go with d are there for every comparison.
      try input.type(key)
      if key == "d" { try input.type(key) }
    default:
      try input.move(to: place())
      try input.drag([place(), place()], milliseconds: 1)
    }
  }

  private func path(from start: Point, by step: Point, steps: Int) -> [Point] {
    (0...steps).map { start + step * Double($0) }
  }

  /// Whether the pixels around the numbers in the corner are the same, which count on.
  private func isSame(_ one: Screenshot, _ other: Screenshot) -> Bool {
    one.isSame(
      as: other, rows: one.surface.size.height, without: PixelSize(width: 300, height: 240))
  }
}

@Suite struct `In a real window parts that come and go` {
  /// What can be shown and hidden, and what is done to the picture meanwhile.
  private static let keys = [
    "T", "F4", "t", "d", "ctrl+g", "v", "plus", "minus", "n", "0", "2", "M", "x", "9", "numbersign",
    "ctrl+i",
  ]

  /// Orders in which stale pixels were seen, or could be: the second part takes the place of the first.
  @Test(arguments: [
    ["T", "F4", "plus", "F4", "plus", "T"], ["F4", "T", "plus", "T"],
    ["ctrl+g", "T", "plus", "F4", "Escape", "plus"], ["v", "F4", "plus", "d", "T", "d"],
    ["t", "F4", "T", "t", "plus", "F4"], ["M", "x", "9", "plus", "plus", "numbersign", "M"],
    ["M", "T", "x", "F4", "2", "d", "n"], ["ctrl+i", "plus", "T", "M", "F4", "ctrl+i", "plus"],
  ])
  func `leave no stale pixel in any order`(keys: [String]) throws {
    var window = try Window(scale: 1)
    for key in keys { try window.check(after: key) }
  }

  @Test(arguments: [(1.0, 3), (2.0, 4)])
  func `leave none in random order`(scale: Double, seed: UInt64) throws {
    var window = try Window(scale: scale)
    var random = SplitMix64(seed: seed)
    for _ in 0..<Self.actions {
      let key = Self.keys.randomElement(using: &random) ?? "T"
      try window.check(after: key)
      // A field takes all keys.
      if key == "ctrl+g" { try window.check(after: "Escape") }
    }
  }

  /// How much is done: `GHOST_ACTIONS`, or a little.
  private static let actions = getenv("GHOST_ACTIONS").flatMap { Int(String(cString: $0)) } ?? 8

  /// A window with an album.
  private struct Window {
    /// A picture with detail everywhere, a quarter as wide as the sample picture.
    private static let picture = Result<[UInt8], any Error> {
      let path = TestFolder.make() + "/p.jpg"
      let made = try RunningViewer.run(
        script: #"vips copy "$1/Resources/sample.jpg[shrink=4]" "$2""#, [TextFiles.root, path])
      try #require(made.status == 0, "\(made.errors)")
      return try #require(FileReading.bytes(of: path))
    }
    let viewer: HeadlessViewer
    let scale: Double
    private var showsCurves = false
    private var isTyping = false
    private var pressed: [String] = []

    init(scale: Double) throws {
      self.scale = scale
      let folder = TestFolder.make("album")
      let picture = try Self.picture.get()
      for number in 1...4 { try RunningViewer.write(picture, to: "\(folder)/p\(number).jpg") }
      viewer = try HeadlessViewer([folder, "--scale", "\(scale)", "--animations", "off"])
      // From here on the key for the filter has two states.
      try viewer.input.type("a")
      try viewer.settle()
    }

    /// Presses a key, and compares the window with what it shows once everything is drawn again.
    mutating func check(after key: String) throws {
      // A message may go away in between, but hardly every time.
      for attempt in 1...3 {
        try press(key)
        guard let shots = try difference() else {
          if Self.messages.contains(key) { waitForMessageToGo() }
          return
        }
        if Self.messages.contains(key), attempt < 3 { continue }
        try shots.kept.write(to: RunningViewer.artifact("ghost-\(key)-kept"))
        try shots.fresh.write(to: RunningViewer.artifact("ghost-\(key)-fresh"))
        Issue.record("stale pixels after \(pressed.joined(separator: " "))")
        return
      }
    }

    /// The keys that show a message for a while.
    private static let messages = ["v", "n", "M", "numbersign"]

    /// Waits until the window changes by itself, unless it has done so already.
    private func waitForMessageToGo() {
      guard let before = try? viewer.look() else { return }
      _ = try? viewer.wait("the message to go") { !$0.isSame(as: before) }
    }

    private mutating func press(_ key: String) throws {
      pressed.append(key)
      switch key {
      case "F4": showsCurves.toggle()
      case "ctrl+g": isTyping = true
      case "Escape": isTyping = false
      default: break
      }
      try viewer.input.type(key)
      // The scale is shown for a second.
      if ["plus", "minus", "0", "2", "9"].contains(key) {
        try viewer.advance(by: 1.2)
      }
    }

    /// What the window shows, and what it shows once it is drawn again, where they differ.
    private func difference() throws -> (kept: Screenshot, fresh: Screenshot)? {
      try viewer.settle()
      let kept = try viewer.settle()
      let exposed = try viewer.expose()
      let height = kept.surface.size.height
      let above = showsCurves ? height - Int(DockLayout.curvesHeight.usual * scale) : height
      // Input that changes nothing gets its place in the curves with the next frame.
      let rows = ["minus", "0", "2", "9"].contains(pressed.last) ? above : height
      guard isSame(kept, exposed, rows) else { return (kept, exposed) }
      // A field takes the key that has the picture drawn again.
      guard !isTyping else { return nil }
      for _ in 1...2 {
        try viewer.input.type("a")
        try viewer.settle()
      }
      let drawn = try viewer.look()
      // Curves go on with every frame.
      return isSame(kept, drawn, above) ? nil : (kept, drawn)
    }

    /// Whether some rows are the same around the numbers in the corner, which count on.
    private func isSame(_ one: Screenshot, _ other: Screenshot, _ rows: Int) -> Bool {
      let corner = PixelSize(width: Int(300 * scale), height: Int(240 * scale))
      return one.isSame(as: other) || one.isSame(as: other, rows: rows, without: corner)
    }
  }
}
