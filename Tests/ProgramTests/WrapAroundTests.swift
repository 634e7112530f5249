import OverscrollBase
import OverscrollBrowser
import Testing

@testable import OverscrollViewer

@Suite struct `A step beyond the end of an album` {
  private static func album(_ count: Int) -> Album {
    var album = Album()
    album.add(named: (0..<count).map { Album.File(FilePath("p\($0).ppm")) })
    return album
  }

  @Test func `is offered, and leads to the other end when it is repeated`() {
    var album = Self.album(38)
    var wrap = WrapAround()
    album.move(to: 37)
    #expect(wrap.target(of: .next, in: album, at: 1) == nil)
    #expect(wrap.offer(.next, in: album, at: 1) == "Last of 38. Press n again for the first.")
    #expect(wrap.target(of: .next, in: album, at: 5.9) == 0)
    #expect(wrap.target(of: .next, in: album, at: 5.9) == nil, "an offer counts once")
    album.move(to: 0)
    #expect(wrap.offer(.previous, in: album, at: 8) == "First of 38. Press p again for the last.")
    #expect(wrap.target(of: .previous, in: album, at: 9) == 37)
  }

  @Test func `ends where it began after a while, another step or a move`() {
    var album = Self.album(3)
    var wrap = WrapAround()
    album.move(to: 2)
    _ = wrap.offer(.next, in: album, at: 1)
    #expect(wrap.target(of: .next, in: album, at: 1.1 + WrapAround.duration) == nil)
    #expect(wrap.target(of: .previous, in: album, at: 2) == nil)
    wrap.cancel()
    #expect(wrap.target(of: .next, in: album, at: 2) == nil)
  }

  @Test func `is none for keys that go to an end, and in an album of one picture`() {
    let album = Self.album(1)
    var wrap = WrapAround()
    #expect(wrap.offer(.next, in: album, at: 1) == "The only picture.")
    #expect(wrap.target(of: .next, in: album, at: 2) == nil)
    var several = Self.album(3)
    several.move(to: 2)
    #expect(wrap.offer(.last, in: several, at: 3) == "Last of 3.")
    #expect(wrap.target(of: .last, in: several, at: 3) == nil)
  }
}
