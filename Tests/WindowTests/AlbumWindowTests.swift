import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// A folder whose pictures come, go and change at random, and what a window may say of it.
private struct ChangingFolder {
  /// What a title says.
  struct Place: Hashable {
    var name: String
    var number: Int
    var count: Int
  }

  /// A file that looks like a picture by its name alone.
  static let notAPicture = "p7.png"
  static let fileCount = 40

  let folder = PictureFolder()
  /// The colors of the pictures by their numbers.
  private(set) var colors: [Int: UInt32] = [:]

  init() throws {
    for number in 1...Self.fileCount { try write(number, color: number) }
    try RunningViewer.write(Array("nothing".utf8), to: "\(folder.path)/\(Self.notAPicture)")
  }

  /// Writes a picture; every eighth is larger than a window.
  private mutating func write(_ number: Int, color: Int) throws {
    let isLarge = number % 8 == 0
    let name = "p\(number).ppm"
    try folder.add(name, color, width: isLarge ? 1300 : 8, height: isLarge ? 20 : 8)
    colors[number] = PictureFolder.color(color)
  }

  /// Deletes, rewrites or adds a picture.
  mutating func change(_ random: inout SplitMix64) throws {
    let number = 1 + random.index(Self.fileCount)
    if colors[number] != nil, random.chance(0.5) {
      unlink("\(folder.path)/p\(number).ppm")
      colors[number] = nil
    } else {
      try write(number, color: random.index(64))
    }
  }

  /// Returns whether a window that shows a picture may say this.
  func allows(_ place: Place, isDeleted: Bool) -> Bool {
    let isOther = place.name == Self.notAPicture
    guard let shown = isOther ? 7 : Self.number(of: place.name),
      isDeleted == (!isOther && colors[shown] == nil)
    else { return false }
    let numbers = Set(colors.keys).union(isOther ? [] : [shown])
    // p7.png comes before p7.ppm.
    let before = numbers.count { $0 < shown } + (!isOther && shown >= 7 ? 1 : 0)
    return place.number == before + 1 && place.count == numbers.count + 1
  }

  static func number(of name: String) -> Int? {
    guard name.hasPrefix("p"), name.hasSuffix(".ppm") else { return nil }
    return Int(name.dropFirst().dropLast(4))
  }
}

@Suite struct `A window that is used at random` {
  private static let keys = [
    "n", "p", "space", "BackSpace", "Next", "Prior", "Home", "End", "g", "G", "r", "F5", "t",
    "Return", "Escape", "plus", "minus", "0", "e", "f", "a", "b", "ctrl+l", "Left", "Down", "d",
    "v", "V", "3", "ctrl+g", "numbersign", "Tab", "ctrl+v", "B",
  ]

  /// The number of keys; `ALBUM_COMMANDS=10000` presses more.
  private static let count =
    getenv("ALBUM_COMMANDS").flatMap { Int(String(cString: $0)) } ?? 450

  @Test func `leaves place, title, marks and memory of an album in order`() throws {
    var folder = try ChangingFolder()
    let viewer = try RunningViewer(
      [
        folder.folder.path, "--animations", "off", "--cache-mb", "64", "--print-marked",
      ], environment: ["XDG_CACHE_HOME": TestFolder.make("cache")])
    try viewer.wait(forPicture: 1)
    var random = SplitMix64(seed: 11)
    for _ in 0..<Self.count / 150 {
      for _ in 0..<5 {
        let pressed = (0..<30).map { _ in random.pick(Self.keys) }
        try viewer.server.run(["xdotool", "key", "--delay", "1"] + pressed)
        for _ in 0..<random.index(4) { try folder.change(&random) }
      }
      // Out of the field, the overview and full screen.
      try viewer.input.type("Escape", "Escape", "Escape", "0")
      try check(viewer, folder)
    }
    // The budget, and 80 MB for the program itself.
    #expect((Processes.peakMemory(of: viewer.program.pid) ?? .max) < (64 + 80) * 1024)
    #expect(try viewer.readErrors().isEmpty)
    try checkMarks(viewer, folder)
  }

  /// Waits until the window says what is true, and shows it.
  private func check(_ viewer: RunningViewer, _ folder: ChangingFolder) throws {
    try viewer.settle()
    var title = ""
    var color: UInt32?
    // Changes are followed after a quiet time.
    try waitUntil("a title that is true, not \(title) \(folder.colors.keys.sorted())") {
      title = try viewer.title
      let words = title.split(separator: " ")
      guard let place = words.firstIndex(of: "of") else { return false }
      let said = ChangingFolder.Place(
        name: String(words[0]), number: Int(words[place - 1]) ?? 0,
        count: Int(words[place + 1]) ?? 0)
      let isDeleted = title.contains("(deleted)")
      color = ChangingFolder.number(of: said.name).flatMap { folder.colors[$0] }
      return folder.allows(said, isDeleted: isDeleted)
    }
    guard let color else { return }
    try viewer.wait("the picture of \(title)") {
      $0.color(640, 400) == color
    }
  }

  private func checkMarks(_ viewer: RunningViewer, _ folder: ChangingFolder) throws {
    let shown = String(try viewer.title.prefix { $0 != " " })
    try viewer.input.type("V", "v", "q")
    #expect(try viewer.program.wait() == 0)
    #expect(try viewer.program.readToEnd() == "\(folder.folder.path)/\(shown)")
  }
}

@Suite struct `An album in a real window` {
  @Test func `counts what needs another package, and what is no picture`() throws {
    let folder = PictureFolder()
    for name in ["a.svg", "b.svg", "c.SVG", "d.pdf"] {
      let text = name == "d.pdf" ? "%PDF-1.4\n" : "<svg xmlns='http://www.w3.org/2000/svg'/>"
      try RunningViewer.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
    try RunningViewer.write(Array("nothing".utf8), to: folder.path + "/e.jpg")
    try RunningViewer.write([], to: folder.path + "/f.png")
    // A program beside which no loader is.
    let place = TestFolder.make()
    let copied = try RunningViewer.run(
      script: #"ln "$0" "$1/overscroll" || cp "$0" "$1/overscroll""#, [place])
    try #require(copied.status == 0, "\(copied.errors)")
    let program = place + "/overscroll"
    let run = try RunningViewer.run([folder.path], program: program)
    #expect(run.status == 1)
    #expect(
      run.errors
        == "overscroll: \(folder.path): no picture can be shown: 3 SVG files, 1 PDF file need overscroll-formats; 2 files are not pictures, or damaged.\n"
    )
    let viewer = try RunningViewer([folder.path], program: program)
    // The page is the folder's until another file is gone to.
    let name = folder.path.split(separator: "/").last ?? ""
    try viewer.wait(forTitle: "\(name) – Overscroll")
    try viewer.settle()
    try viewer.keep("folder-of-other-formats")
    for (number, name) in ["b.svg", "c.SVG", "d.pdf", "e.jpg", "f.png"].enumerated() {
      try viewer.wait(forTitle: "\(name) – \(number + 2) of 6 – Overscroll", after: "n")
    }
  }

  @Test func `begins where it is told, and writes the marked paths at the end`() throws {
    let folder = try PictureFolder(of: 4)
    let viewer = try RunningViewer([folder.path, "--start", "p3", "--print-marked", "-0"])
    try viewer.wait(forPicture: 3)
    try viewer.wait(forPicture: 1, after: "v", "n", "v", "Home")
    try viewer.input.type("v", "v", "q")
    #expect(try viewer.program.wait() == 0)
    let marked = try viewer.program.readToEnd()
    #expect(marked == "\(folder.path)/p3.ppm\0\(folder.path)/p4.ppm\0")
    let missing = try RunningViewer.run([folder.path, "--start", "9"])
    #expect(missing.status == 1)
    #expect(missing.errors.contains("--start 9: no such picture (4 loaded)"))
  }
}
