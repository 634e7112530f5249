import OverscrollBase
import OverscrollTestSupport
import Testing

@testable import OverscrollBrowser

@Suite struct `An album` {
  private func names(_ album: Album) -> [String] {
    album.entries.map { album.path(of: $0).description }
  }

  private func files(_ names: [String]) -> [Album.File] { names.map { Album.File(FilePath($0)) } }

  @Test func `has named files in the order in which they were named`() {
    var album = Album()
    for name in ["b.png", "/x/a10.png", "a2.png", "b.png"] {
      album.add(named: [Album.File(FilePath(name))])
    }
    #expect(names(album) == ["b.png", "/x/a10.png", "a2.png"])
    #expect(album.position == 0 && album.currentPath == FilePath("b.png"))
    #expect(album.entries.allSatisfy { $0.isNamed })
  }

  @Test func `has the pictures of a folder in natural order around the one that is shown`() {
    var album = Album()
    album.add(named: [Album.File(FilePath("p10.png"))])
    album.join(files(["p9.png", "p10.png", "p100.png", "P2.png"]), in: FilePath(""))
    #expect(names(album) == ["P2.png", "p9.png", "p10.png", "p100.png"])
    #expect(album.position == 2)
    #expect(album.entries.map(\.isNamed) == [false, false, true, false])
  }

  @Test func `has the pictures of folders in the order of the arguments`() {
    var album = Album()
    album.add([
      (FilePath("z"), files(["2.png", "1.png"])), (FilePath("z/sub"), files(["3.png"])),
    ])
    album.add(named: [Album.File(FilePath("one.png"))])
    album.add(files(["4.png"]), in: FilePath("a"))
    #expect(names(album) == ["z/1.png", "z/2.png", "z/sub/3.png", "one.png", "a/4.png"])
  }

  @Test func `sorts by rank, then by folder and name, or the other way round`() {
    for isReversed in [false, true] {
      var album = Album(sort: .time, isReversed: isReversed)
      album.add(
        [
          Album.File(FilePath("new.png"), rank: 9), Album.File(FilePath("b.png"), rank: 1),
          Album.File(FilePath("a.png"), rank: 1),
        ], in: FilePath("f"))
      let expected = ["f/a.png", "f/b.png", "f/new.png"]
      #expect(names(album) == (isReversed ? expected.reversed() : expected))
    }
  }

  @Test func `knows which of its pictures a folder lacks`() {
    var album = Album()
    album.add(files(["a.png", "b.png", "c.png"]), in: FilePath("x"))
    album.add(named: [Album.File(FilePath("y/b.png"))])
    let missing = album.paths(notAmong: [(FilePath("x"), files(["b.png", "d.png"]))])
    #expect(missing == [FilePath("x/a.png"), FilePath("x/c.png")])
    let all = album.paths(notAmong: [(FilePath("y"), []), (FilePath("z"), [])])
    #expect(all == [FilePath("y/b.png")])
  }

  @Test func `finds the pictures of many paths as those of each`() {
    var random = SplitMix64(seed: 7)
    var album = Album()
    let all = ["", "x", "x/y"].flatMap { folder in
      (0..<40).map { folder.isEmpty ? "\($0).png" : "\(folder)/\($0).png" }
    }
    album.add(named: files(all.filter { _ in random.chance(0.5) }))
    let paths = (all + ["z/1.png", "x"]).filter { _ in random.chance(0.5) }.map(FilePath.init)
    #expect(album.indices(of: paths) == Set(paths.compactMap(album.index)))
  }

  @Test func `has no step beyond its ends`() {
    var album = Album()
    #expect(album.target(of: .next) == nil && album.target(of: .first) == nil)
    for name in ["a", "b", "c"] { album.add(named: [Album.File(FilePath(name))]) }
    #expect(album.target(of: .previous) == nil && album.target(of: .first) == nil)
    #expect(album.target(of: .next) == 1 && album.target(of: .last) == 2)
    #expect(album.target(of: .to(3)) == nil && album.target(of: .to(-1)) == nil)
    album.move(to: 2)
    #expect(album.target(of: .next) == nil && album.target(of: .last) == nil)
    #expect(album.target(of: .previous) == 1)
    album.move(to: 7)
    #expect(album.position == 2)
  }

  @Test func `goes to the next picture where the one that is shown is removed`() {
    var album = Album()
    for name in ["a", "b", "c"] { album.add(named: [Album.File(FilePath(name))]) }
    album.move(to: 1)
    album.remove(at: 1)
    #expect(album.currentPath == FilePath("c"))
    album.remove(at: 1)
    #expect(album.currentPath == FilePath("a"))
    album.remove(at: 0)
    #expect(album.isEmpty && album.position == nil && album.current == nil)
  }

  @Test(arguments: 0..<3) func `follows a file to another name`(position: Int) throws {
    var album = Album(sort: .name)
    for name in ["x/a", "x/c", "x/e"] { album.add(named: [Album.File(FilePath(name))]) }
    album.move(to: position)
    album.toggleMark(at: 0)
    let revision = album.revision
    album.rename(FilePath("x/a"), to: FilePath("x/d"))
    // What was found by its old name is found no longer.
    #expect(album.revision != revision)
    #expect(album.entries.map(\.name) == ["c", "d", "e"].map { FilePath($0) })
    #expect(album.position == [1, 0, 2][position])
    #expect(album.markedPaths == [FilePath("x/d")])
    // A change of the folder may have been noticed before.
    album.join([Album.File(FilePath("b"))], in: FilePath("x"))
    album.rename(FilePath("x/d"), to: FilePath("x/b"))
    #expect(album.entries.map(\.name) == ["b", "c", "e"].map { FilePath($0) })
    #expect(album.position == position && album.markedPaths == [FilePath("x/b")])
    #expect(album.entries[0].isNamed)
    album.rename(FilePath("x/none"), to: FilePath("x/f"))
    #expect(album.count == 3)
  }

  @Test func `has a picture that was removed in its old place again`() throws {
    var album = Album()
    for name in ["c", "a", "b"] { album.add(named: [Album.File(FilePath(name))]) }
    let entry = try #require(album.entry(of: FilePath("a")))
    album.toggleMark(at: 1)
    album.remove(at: 1)
    #expect(album.entry(of: FilePath("a")) == nil && !album.hasMarks)
    // It may have come back by a change of its folder, as another one.
    album.join([Album.File(FilePath("a"))], in: FilePath(""))
    album.restore(entry, at: FilePath("a"))
    album.mark([FilePath("a"), FilePath("later")])
    #expect(album.entries.map(\.name) == ["c", "a", "b"].map { FilePath($0) })
    #expect(album.markedPaths == [FilePath("later"), FilePath("a")])
  }

  @Test func `has marks of its own pictures only, in its order`() {
    var album = Album()
    for name in ["c.png", "a.png", "b.png"] { album.add(named: [Album.File(FilePath(name))]) }
    for index in [2, 0, 1, 1, 7] { album.toggleMark(at: index) }
    #expect(album.markedPaths == [FilePath("c.png"), FilePath("b.png")])
    album.remove(at: 0)
    #expect(album.markedPaths == [FilePath("b.png")])
    #expect(album.marked.isSubset(of: album.entries))
    album.unmarkAll()
    #expect(album.markedPaths.isEmpty)
  }

  @Test func `marks a picture again that comes back, unless its mark was removed meanwhile`() {
    let (folder, path) = (FilePath("x"), FilePath("x/b"))
    let files = ["a", "b", "c"].map { Album.File(FilePath($0)) }
    var album = Album()
    album.add(files, in: folder)
    album.toggleMark(at: 1)
    let removals: [(inout Album) -> Void] = [{ $0.remove(at: 1) }, { $0.remove(at: [0, 1]) }]
    for remove in removals {
      remove(&album)
      // What other programs are given are files that there are.
      #expect(album.markedPaths.isEmpty && !album.hasMarks)
      album.join(files, in: folder)
      #expect(album.markedPaths == [path])
    }
    for unmark in [{ $0.unmarkAll() }, { $0.unmark([path]) }] as [(inout Album) -> Void] {
      var album = album
      album.remove(at: 1)
      unmark(&album)
      album.join(files, in: folder)
      #expect(album.count == 3 && album.markedPaths.isEmpty)
    }
    // Nor is another one that has its name by then.
    album.remove(at: 1)
    album.rename(FilePath("x/a"), to: path)
    album.join(files, in: folder)
    #expect(album.count == 3 && album.markedPaths.isEmpty)
  }

  @Test(arguments: [false, true], [false, true])
  func `has the mark of a file under another name, which may come before or after`(
    isGone: Bool, isEarly: Bool
  ) {
    var album = Album()
    album.add([Album.File(FilePath("a")), Album.File(FilePath("b"))], in: FilePath("x"))
    album.toggleMark(at: 0)
    if isGone { album.remove(at: 0) }
    let new = [Album.File(FilePath("c"))]
    if isEarly { album.join(new, in: FilePath("x")) }
    // One that is not marked changes nothing of the other one's.
    for (old, new) in [("x/a", "x/c"), ("x/b", "x/c")] {
      album.moveMark(from: FilePath(old), to: FilePath(new))
    }
    if !isEarly { album.join(new, in: FilePath("x")) }
    #expect(album.markedPaths == [FilePath("x/c")])
    album.join([Album.File(FilePath("a"))], in: FilePath("x"))
    #expect(album.markedPaths == [FilePath("x/c")])
  }

  @Test func `keeps the marks of the albums whose place it takes`() {
    var old = Album()
    old.add(named: ["/a/1", "/a/2", "/b/3"].map { Album.File(FilePath($0)) })
    for index in 0...2 { old.toggleMark(at: index) }
    var album = Album()
    album.add(named: [Album.File(FilePath("/c/4")), Album.File(FilePath("/a/2"))])
    album.inheritMarks(of: old)
    #expect(album.marked.map(\.name) == [FilePath("2")])
    #expect(album.markedPaths == ["/a/1", "/b/3", "/a/2"].map { FilePath($0) })
    // A picture that joins later is marked, too.
    album.join([Album.File(FilePath("3"))], in: FilePath("/b"))
    #expect(album.marked.count == 2)
    album.toggleMark(at: 0)
    #expect(Set(album.markedPaths.map(\.description)) == ["/a/1", "/a/2", "/b/3", "/c/4"])
    album.unmarkAll()
    #expect(album.markedPaths.isEmpty && !album.hasMarks)
  }

  @Test func `removes several pictures as it removes them one by one`() {
    for position in 0..<5 {
      for bits in 0..<32 {
        var one = Album()
        one.add(named: (0..<5).map { Album.File(FilePath("p\($0)")) })
        one.move(to: position)
        one.toggleMark(at: 1)
        var other = one
        let indices = (0..<5).filter { bits >> $0 & 1 == 1 }
        one.remove(at: Set(indices))
        for index in indices.reversed() { other.remove(at: index) }
        #expect(one.entries == other.entries && one.markedPaths == other.markedPaths)
        if !indices.contains(position) { #expect(one.position == other.position) }
        #expect((one.position == nil) == one.isEmpty)
      }
    }
  }

  @Test func `keeps names that are not text`() {
    let name = FilePath(bytes: [0x61, 0xFF, 0x0A, 0x2E, 0x70, 0x6E, 0x67])
    var album = Album()
    album.add([Album.File(name)], in: FilePath(bytes: [0x2F, 0xFE]))
    #expect(album.currentPath?.bytes == [0x2F, 0xFE, 0x2F] + name.bytes)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `holds its invariants under random changes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var album = Album(
      sort: random.pick(Album.Sort.allCases), isReversed: random.chance(0.5))
    for _ in 0..<120 {
      let before = album
      let removed = change(&album, &random)
      check(album)
      // The picture that is shown stays, unless it was the one removed, or a step was made.
      guard let shown = before.current, let removed else { continue }
      if removed != before.position { #expect(album.current == shown) }
    }
  }

  /// Makes a random change; returns the index of a removed entry, -1 for a change that adds, and `nil` for a step.
  private func change(_ album: inout Album, _ random: inout SplitMix64) -> Int? {
    let name = FilePath("\(random.pick(["a", "B", "ä", "10", ""]))\(random.index(30)).png")
    let folder = FilePath(random.pick(["", "x", "x/y", "/z10", "/z9"]))
    switch random.index(6) {
    case 0:
      let path = folder.bytes.isEmpty ? name : folder.appending(name)
      album.add(named: [Album.File(path, rank: random.index(4))])
      return -1
    case 1, 2:
      let files = Set((0..<random.index(8)).map { _ in random.index(40) }).sorted().map {
        Album.File(FilePath("\($0).png"), rank: random.index(4))
      }
      if random.chance(0.5) {
        album.join(files, in: folder)
      } else if random.chance(0.5) {
        album.add(files, in: folder)
      } else {
        album.add([(folder, files), (folder.appending("in"), files)])
      }
      return -1
    case 3, 4:
      let index = random.index(album.count + 2) - 1
      album.remove(at: index)
      return index
    default:
      let steps: [Album.Step] = [.next, .previous, .first, .last, .to(random.index(20) - 2)]
      if let target = album.target(of: random.pick(steps)) {
        #expect(target != album.position)
        album.move(to: target)
      }
      return nil
    }
  }

  private func check(_ album: Album) {
    #expect((album.position == nil) == album.isEmpty)
    if let position = album.position {
      #expect(album.entries.indices.contains(position))
      #expect(album.currentPath.flatMap(album.index) == position)
    }
    let paths = album.entries.map { album.path(of: $0) }
    #expect(Set(paths).count == paths.count)
    // Adding all again, one by one and shuffled, gives the same order: it is total.
    guard album.sort == .name else { return }
    var again = Album(sort: .name, isReversed: album.isReversed)
    for path in paths.reversed() { again.add(named: [Album.File(path)]) }
    if album.entries.allSatisfy({ $0.rank == 0 }) {
      #expect(again.entries.map { again.path(of: $0) } == paths)
    }
  }
}

@Suite struct `An album in another order` {
  private func album(_ count: Int, sort: Album.Sort = .name) -> Album {
    var album = Album(sort: sort)
    album.add((0..<count).map { Album.File(FilePath("p\($0).png")) }, in: FilePath("/x"))
    return album
  }

  private func numbers(_ album: Album) -> [Int] {
    album.entries.compactMap { Int($0.name.description.dropFirst().dropLast(4)) }
  }

  @Test func `keeps the picture that is shown, and the marks`() {
    var album = album(100)
    album.move(to: 42)
    for index in [1, 2, 50] { album.toggleMark(at: index) }
    let sorted = album.sorted(by: .size, isReversed: false) { path in
      (Int(path.lastComponent.description.dropFirst().dropLast(4)).map { $0 % 10 } ?? 0, 0)
    }
    album.adopt(sorted)
    #expect(numbers(album) == (0..<100).sorted { ($0 % 10, $0) < ($1 % 10, $1) })
    #expect(album.current?.name.description == "p42.png")
    #expect(Set(album.marked.map(\.name.description)) == ["p1.png", "p2.png", "p50.png"])
    album.reverse()
    #expect(album.isReversed && album.current?.name.description == "p42.png")
    #expect(numbers(album) == (0..<100).sorted { ($0 % 10, $0) > ($1 % 10, $1) })
    // What comes has its place in the order, too.
    album.join([Album.File(FilePath("p200.png"), rank: 5)], in: FilePath("/x"))
    #expect(numbers(album).firstIndex(of: 200) == 40)
    album.adopt(album.sorted(by: .name, isReversed: false) { _ in (0, 0) })
    #expect(numbers(album) == Array(0..<100) + [200])
    #expect(album.marked.count == 3 && album.marked.isSubset(of: album.entries))
  }

  @Test(arguments: [false, true])
  func `has equal ones in the order of names, whatever order it had`(isReversed: Bool) {
    var album = album(50, sort: .given)
    let sorted = album.sorted(by: .time, isReversed: isReversed) { _ in (7, 0) }
    album.adopt(sorted)
    #expect(numbers(album) == (isReversed ? (0..<50).reversed() : Array(0..<50)))
    album.adopt(album.sorted(by: .size, isReversed: !isReversed) { _ in (8, 0) })
    #expect(numbers(album) == (isReversed ? Array(0..<50) : (0..<50).reversed()))
  }
}
