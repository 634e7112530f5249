import Glibc
import OverscrollBase
import OverscrollTestSupport
import Testing

@testable import OverscrollShell

@Suite struct `Remembered marks` {
  private func paths(_ names: String...) -> [FilePath] { names.map { FilePath($0) } }

  @Test func `are those of the last 64 folders`() {
    var marks = RememberedMarks()
    for number in 1...70 { marks.add(paths("/\(number)/a", "/\(number)/b")) }
    #expect(marks.names(in: FilePath("/6")).isEmpty)
    #expect(marks.names(in: FilePath("/7")) == Set(paths("a", "b")))
    marks.add(paths("/7/c", "/71/a"))
    #expect(marks.names(in: FilePath("/7")) == Set(paths("a", "b", "c")))
    #expect(marks.names(in: FilePath("/8")).isEmpty)
    marks.remove(Set(paths("/7/a", "/7/b", "/7/c", "/none/a")))
    #expect(marks.names(in: FilePath("/7")).isEmpty)
  }

  @Test func `keep names of any bytes in a file that the user alone can read`() throws {
    let file = FilePath(TestFolder.make()).appending("a").appending("marks")
    let odd = FilePath(bytes: Array("/a b/%41\n".utf8) + [0xFF, 0x22])
    RememberedMarks.update(file) { $0.add([odd] + self.paths("/a b/x")) }
    RememberedMarks.update(file) { $0.add(self.paths("/y")) }
    let marks = RememberedMarks(at: file)
    #expect(marks.names(in: FilePath("/a b")) == [odd.lastComponent, FilePath("x")])
    #expect(marks.names(in: FilePath("/")) == Set(paths("y")))
    #expect(marks.text.hasPrefix("file:///y\n"))
    var status = stat()
    #expect(stat(file.description, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `have a file of limited size, in which the latest folders have room`() {
    var marks = RememberedMarks()
    marks.add((0..<20_000).map { FilePath("/old/\(String(repeating: "o", count: 80))\($0)") })
    marks.add(paths("/new/a"))
    #expect(marks.text.utf8.count <= RememberedMarks.byteLimit)
    let read = RememberedMarks(marks.text)
    #expect(read.names(in: FilePath("/new")) == Set(paths("a")))
    #expect(read.names(in: FilePath("/old")).count > 10_000)
  }

  @Test(arguments: ["", "\n\n", "no path\n", "file:relative\n", "\0\u{1}"])
  func `of a damaged file are none`(text: String) throws {
    let file = FilePath(TestFolder.make()).appending("marks")
    try TextFile.write(text, to: file)
    #expect(RememberedMarks(at: file) == RememberedMarks())
  }
}
