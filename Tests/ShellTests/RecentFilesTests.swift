import Glibc
import OverscrollBase
import OverscrollTestSupport
import Testing

@testable import OverscrollShell

@Suite struct `Recent files` {
  private func entry(_ path: String, isFolder: Bool = false) -> RecentFiles.Entry {
    RecentFiles.Entry(FilePath(path), isFolder: isFolder)
  }

  @Test func `are the last eight, each once, the latest first`() {
    var recent = RecentFiles()
    for number in 1...10 { recent.add(entry("/p\(number)")) }
    recent.add(entry("/p5"))
    #expect(
      recent.entries.map(\.path.description) == [
        "/p5", "/p10", "/p9", "/p8", "/p7", "/p6", "/p4", "/p3",
      ])
    recent.remove(FilePath("/p9"))
    #expect(recent.entries.count == 7 && !recent.entries.contains(entry("/p9")))
    recent.remove(nil)
    #expect(recent.entries.isEmpty)
  }

  @Test func `follow files to other paths, in their places`() {
    var recent = RecentFiles()
    for name in ["/a", "/b", "/c"] { recent.add(entry(name)) }
    recent.follow([FilePath("/b"): FilePath("/d/b"), FilePath("/x"): FilePath("/y")])
    #expect(recent.entries.map(\.path.description) == ["/c", "/d/b", "/a"])
  }

  @Test func `keep names of any bytes in a file of their own, which the user alone can read`()
    throws
  {
    let file = FilePath(TestFolder.make()).appending("a").appending("recent")
    let odd = FilePath(bytes: Array("/a b/%41\n".utf8) + [0xFF, 0x22])
    RecentFiles.update(file) { $0.add(RecentFiles.Entry(odd, isFolder: false)) }
    RecentFiles.update(file) { $0.add(entry("/folder", isFolder: true)) }
    RecentFiles.update(file) { $0.add(entry("/", isFolder: true)) }
    let recent = RecentFiles(at: file)
    #expect(
      recent.entries == [
        entry("/", isFolder: true), entry("/folder", isFolder: true),
        RecentFiles.Entry(odd, isFolder: false),
      ])
    var status = stat()
    #expect(stat(file.description, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: [
    "", "\n\n", "no path\n", "file:relative\n", "http://example.org/a.png\n", "\0\u{1}",
    String(repeating: "x", count: 300_000),
  ])
  func `of a damaged file are none`(text: String) throws {
    let file = FilePath(TestFolder.make()).appending("recent")
    try TextFile.write(text, to: file)
    #expect(RecentFiles(at: file).entries.isEmpty)
    RecentFiles.update(file) { $0.add(entry("/p1")) }
    #expect(RecentFiles(at: file).entries == [entry("/p1")])
  }

  @Test func `that cannot be written are still there in the window`() {
    let file = FilePath("/proc/recent")
    #expect(RecentFiles.update(file) { $0.add(entry("/p1")) }.entries == [entry("/p1")])
  }
}
