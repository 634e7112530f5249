import OverscrollBase
import Testing

@Suite struct `A path` {
  @Test func `keeps bytes that are not UTF-8 and shows them as numbers`() {
    let path = FilePath(bytes: Array("/tmp/caf".utf8) + [0xE9] + Array(".jpg".utf8))
    #expect(path.description == "/tmp/caf\\xE9.jpg")
    #expect(path.lastComponent.description == "caf\\xE9.jpg")
    path.withCString { #expect(FilePath(cString: $0) == path) }
    #expect(FilePath("/tmp/café 画.jpg").description == "/tmp/café 画.jpg")
    #expect(FilePath(bytes: [0xE7, 0x94]).description == "\\xE7\\x94")
  }

  @Test(arguments: [
    ("a", "."), ("/", "/"), ("/a", "/"), ("b/a", "b"), ("/c/b/a", "/c/b"),
  ])
  func `lies in a folder`(path: String, folder: String) {
    #expect(FilePath(path).folder == FilePath(folder))
  }

  @Test func `begins at the root as it is named, whatever exists`() throws {
    let working = try #require(FilePath(".").absolute?.folder)
    #expect(FilePath("/no/such/../file").fromRoot == FilePath("/no/such/../file"))
    #expect(FilePath("none/file").fromRoot == working.appending("none/file"))
    #expect(FilePath("./.././file").fromRoot == working.folder.appending("file"))
  }

  @Test func `is made of a folder and a name`() {
    #expect(FilePath("/a").appending("b") == FilePath("/a/b"))
    #expect(FilePath("/").appending("b") == FilePath("/b"))
    #expect(FilePath("").appending("b") == FilePath("b"))
    #expect(FilePath("").orDot == FilePath(".") && FilePath("a").orDot == FilePath("a"))
    #expect(FilePath("/a/b/c").ancestors == [FilePath("/a"), FilePath("/a/b")])
    #expect(FilePath("/a").isAbsolute && !FilePath("a").isAbsolute)
  }
}
