import Glibc
import OverscrollTestSupport
import Testing

@testable import OverscrollBase

@Suite struct `The entries of a folder` {
  @Test func `are its names as bytes, with their kinds`() throws {
    let folder = FilePath(TestFolder.make())
    let names: [[UInt8]] = [Array("a.png".utf8), [0xFF, 0x0A], Array(".hidden".utf8)]
    for name in names {
      let path = folder.appending(FilePath(bytes: name))
      let descriptor = path.withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
      #expect(descriptor >= 0)
      close(descriptor)
    }
    mkdir(folder.appending("sub").description, 0o700)
    symlink("a.png", folder.appending("link").description)
    mkfifo(folder.appending("pipe").description, 0o600)
    var kinds: [FilePath: FolderEntries.Kind] = [:]
    try FolderEntries.read(folder) { name, kind in
      kinds[name] = kind
      return true
    }
    #expect(Set(kinds.keys.map(\.bytes)).isSuperset(of: names) && kinds.count == 6)
    #expect(kinds[FilePath("a.png")] == .file && kinds[FilePath("sub")] == .folder)
    #expect(kinds[FilePath("link")] == .unknown && kinds[FilePath("pipe")] == .other)
    var count = 0
    try FolderEntries.read(folder) { _, _ in
      count += 1
      return false
    }
    #expect(count == 1)
  }

  @Test func `cannot be read where there is no folder`() {
    #expect(throws: SystemError(ENOENT)) {
      try FolderEntries.read(FilePath("/nowhere")) { _, _ in true }
    }
    #expect(FileStatus(of: FilePath("/nowhere")) == nil)
    #expect(FileStatus(of: FilePath("/"))?.isFolder == true)
  }
}

@Suite struct `A path in the form in which folders are compared` {
  @Test(arguments: [
    ("work/", "work"), ("work//", "work"), ("./", "."), (".", "."), ("./work/", "./work"),
    ("work/./sub//", "work/sub"), ("//tmp//.//", "/tmp"), ("/", "/"), ("//", "/"), ("/..", "/"),
    ("..", ".."), ("../../", "../.."), ("./..", ".."), ("missing/../work", "missing/../work"),
    ("/usr/../tmp/", "/tmp"), ("", ""),
  ])
  func `has one slash between names, and none at its end`(text: String, expected: String) {
    #expect(FilePath(text).normalized == FilePath(expected))
  }

  @Test func `keeps a link that two dots follow`() {
    let folder = FilePath(TestFolder.make())
    mkdir(folder.appending("real").description, 0o700)
    symlink("/tmp", folder.appending("link").description)
    #expect(folder.appending("real/../x").normalized == folder.appending("x"))
    #expect(folder.appending("link/../x").normalized == folder.appending("link/../x"))
  }

  @Test func `leads through each link to the file, which may be missing`() {
    let folder = FilePath(TestFolder.make())
    symlink("two", folder.appending("one").description)
    symlink("/nowhere/a.png", folder.appending("two").description)
    #expect(
      folder.appending("one").linkTargets
        == [folder.appending("two"), FilePath("/nowhere/a.png")])
    #expect(folder.linkTargets.isEmpty)
    symlink("round", folder.appending("round").description)
    #expect(folder.appending("round").linkTargets.count == 40)
  }
}
