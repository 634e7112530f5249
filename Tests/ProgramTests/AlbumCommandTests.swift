import Glibc
import OverscrollBrowser
import OverscrollFiles
import OverscrollImaging
import OverscrollTestFiles
import OverscrollTestRandom
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollViewer
@testable import overscroll

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

@Suite struct `Any sequence of commands` {
  private static let keys = [
    "n", "p", "space", "BackSpace", "Next", "Prior", "Home", "End", "g", "G", "r", "F5", "t",
    "Return", "Escape", "plus", "minus", "0", "e", "f", "a", "b", "ctrl+l", "Left", "Down", "d",
    "v", "V", "3", "ctrl+g", "numbersign", "Tab", "ctrl+v", "B",
  ]

  /// The number of keys; `ALBUM_COMMANDS=10000` presses more.
  private static let count =
    getenv("ALBUM_COMMANDS").flatMap { Int(String(cString: $0)) } ?? 1500

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
  private func check(_ viewer: some AnyViewer, _ folder: ChangingFolder) throws {
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
      ($0.pixel(x: 640, y: 400) ?? 0) & 0xFF_FFFF == color
    }
  }

  private func checkMarks(_ viewer: RunningViewer, _ folder: ChangingFolder) throws {
    let shown = String(try viewer.title.prefix { $0 != " " })
    try viewer.input.type("V", "v", "q")
    #expect(try viewer.program.wait() == 0)
    #expect(try viewer.program.readToEnd() == "\(folder.folder.path)/\(shown)")
  }
}

extension `Any sequence of commands` {
  /// The position, the marks and the title agree with the album.
  private func check(_ album: Album, _ size: Int) {
    #expect(album.position.map(album.entries.indices.contains) ?? album.isEmpty)
    #expect(album.marked.isSubset(of: album.entries))
    guard let path = album.currentPath, let position = album.position else { return }
    let title = AlbumController.title(
      of: path, called: path.lastComponent.description, size: PixelSize(width: size, height: 9),
      in: album)
    let place = album.count > 1 ? " – \(position + 1) of \(album.count)" : ""
    #expect(title == "\(path.lastComponent) (\(size)×9)\(place) – Overscroll")
  }

  @Test(arguments: Album.Sort.allCases)
  func `of 10 000 keeps the invariants of an album that is sorted`(by sort: Album.Sort) {
    var random = SplitMix64(seed: 3)
    var album = Album(sort: sort, isReversed: sort == .size)
    for number in 0..<10_000 {
      let before = album
      apply(&album, &random)
      if album != before { check(album, number + 1) }
      // What is shown changes by a step, or where it is removed itself.
      if let shown = before.currentPath, album.entries.count > before.entries.count {
        #expect(album.currentPath == shown)
      }
    }
  }

  private func apply(_ album: inout Album, _ random: inout SplitMix64) {
    let folder = FilePath(random.pick(["", "x", "x/y", "/z10", "/z9"]))
    switch random.index(8) {
    case 0:
      let name = FilePath("p\(random.index(300)).png")
      album.add(
        named: folder.bytes.isEmpty ? name : folder.appending(name), rank: random.index(4))
    case 1:
      let files = (0..<random.index(9)).map { _ in
        Album.File(FilePath("p\(random.index(300)).png"), rank: random.index(4))
      }
      album.join(files, in: folder)
    case 2: album.remove(at: random.index(album.count + 2) - 1)
    case 3 where album.count > 200: for _ in 0..<50 { album.remove(at: random.index(150)) }
    case 3, 4: album.toggleMark(at: random.index(album.count + 2) - 1)
    case 5 where random.chance(0.05): album.unmarkAll()
    default:
      let steps: [Album.Step] = [
        .next, .previous, .first, .last, .to(random.index(album.count + 4) - 2),
      ]
      if let target = album.target(of: random.pick(steps)) { album.move(to: target) }
    }
  }
}
