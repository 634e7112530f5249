import OverscrollBase
import OverscrollBrowser
import OverscrollTestSupport
import Testing

@testable import OverscrollViewer

@Suite struct `Any sequence of commands` {
  /// The position, the marks and the title agree with the album.
  private func check(_ album: Album) {
    #expect(album.position.map(album.entries.indices.contains) ?? album.isEmpty)
    #expect(album.marked.isSubset(of: album.entries))
    guard let path = album.currentPath, let position = album.position else { return }
    let title = AlbumController.title(
      path.lastComponent.description, at: album.index(of: path), of: album.count)
    let place = album.count > 1 ? " – \(position + 1) of \(album.count)" : ""
    #expect(title == "\(path.lastComponent)\(place)")
  }

  @Test(arguments: Album.Sort.allCases)
  func `of 4000 keeps the invariants of an album that is sorted`(by sort: Album.Sort) {
    var random = SplitMix64(seed: 3)
    var album = Album(sort: sort, isReversed: sort == .size)
    for _ in 0..<4000 {
      let before = album
      apply(&album, &random)
      if album != before { check(album) }
      // What is shown changes by a step, or where it is removed itself.
      if let shown = before.currentPath, album.entries.count > before.entries.count {
        #expect(album.currentPath == shown)
      }
    }
  }

  private func apply(_ album: inout Album, _ random: inout SplitMix64) {
    let folder = FilePath(random.pick(["", "x", "x/y", "/z10", "/z9"]))
    switch random.index(10) {
    case 0:
      let name = FilePath("p\(random.index(300)).png")
      let path = folder.bytes.isEmpty ? name : folder.appending(name)
      album.add(named: [Album.File(path, rank: random.index(4))])
    case 1:
      let files = Set((0..<random.index(9)).map { _ in random.index(300) }).sorted().map {
        Album.File(FilePath("p\($0).png"), rank: random.index(4))
      }
      album.join(files, in: folder)
    case 2: album.remove(at: random.index(album.count + 2) - 1)
    case 3 where album.count > 200: for _ in 0..<50 { album.remove(at: random.index(150)) }
    case 3, 4: album.toggleMark(at: random.index(album.count + 2) - 1)
    case 5 where random.chance(0.05): album.unmarkAll()
    case 6 where !album.isEmpty:
      let path = album.path(of: random.pick(album.entries))
      album.rename(
        path, to: path.replacingLastComponent(with: FilePath("p\(random.index(300)).png")))
    case 7 where !album.isEmpty:
      let entry = random.pick(album.entries)
      let path = album.path(of: entry)
      if let index = album.index(of: path) { album.remove(at: index) }
      album.restore(entry, at: path)
    default:
      let steps: [Album.Step] = [
        .next, .previous, .first, .last, .to(random.index(album.count + 4) - 2),
      ]
      if let target = album.target(of: random.pick(steps)) { album.move(to: target) }
    }
  }
}
