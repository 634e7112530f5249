import Glibc
import OverscrollTestSupport
import Testing

@testable import OverscrollBase

@Suite struct `A list of URIs` {
  private func paths(_ text: String) -> [String] {
    URIList.paths(in: Array(text.utf8)).map(\.description)
  }

  @Test func `gives the paths of files, whatever ends its lines`() {
    #expect(paths("file:///a/b%20c.png\r\n#comment\r\nfile:///d\r\n") == ["/a/b c.png", "/d"])
    #expect(paths("file://localhost/a\nfile:/b\nFILE:///c") == ["/a", "/b", "/c"])
    #expect(paths("copy\nfile:///a.png") == ["/a.png"])
    #expect(paths("/plain/path 1.png") == ["/plain/path 1.png"])
  }

  @Test func `leaves out what is no local file`() {
    #expect(paths("https://example.org/a.png\nmailto:a@b\n\n  \nrelative.png").isEmpty)
    #expect(paths("file:///a%2\nfile:///a%zz\nfile:///a%00b\nfile:\nfile://host").isEmpty)
  }

  @Test func `leaves out files of other machines, and names the first of those`() {
    let list = Array("file:///a.png\nfile://otherhost/b.png\nfile://third/c.png".utf8)
    #expect(URIList.paths(in: list) == [FilePath("/a.png")])
    #expect(URIList.otherHost(in: list) == "otherhost")
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, 255)
    let own = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #expect(paths("file://\(own)/d") == ["/d"] || own.isEmpty)
    #expect(URIList.otherHost(in: Array("file://LOCALHOST/d\n/e\nhttp://x/y".utf8)) == nil)
  }

  @Test func `keeps bytes that are not UTF-8`() {
    #expect(
      URIList.paths(in: Array("file:///%FF%0A".utf8)) == [FilePath(bytes: [0x2F, 0xFF, 0x0A])])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `of any bytes gives absolute paths without zeros`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["file:", "//", "/", "%", "0", "A", "\n", "\r", "#", "\0", "é"].map {
      Array($0.utf8)
    }
    for _ in 0..<300 {
      let bytes = (0..<random.index(30)).flatMap { _ in
        random.chance(0.8) ? random.pick(pieces) : [UInt8(random.index(256))]
      }
      for path in URIList.paths(in: bytes) {
        #expect(path.isAbsolute && !path.hasZero)
      }
    }
  }
}
