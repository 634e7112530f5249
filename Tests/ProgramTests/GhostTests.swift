import Glibc
import OverscrollDrawing
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

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
      try viewer.settle(after: "a")
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
      for _ in 1...2 { try viewer.settle(after: "a") }
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
