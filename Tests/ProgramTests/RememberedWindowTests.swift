import Glibc
import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `The size of the last window` {
  private let folder = TestFolder.make()
  private var file: String { folder + "/overscroll/window" }

  @Test func `is read as it was written`() {
    for isMaximized in [false, true] {
      let window = RememberedWindow(
        size: PixelSize(width: 900, height: 64), isMaximized: isMaximized)
      #expect(RememberedWindow(window.text) == window)
      let path = FilePath(file)
      window.write(to: path)
      #expect(RememberedWindow(at: path) == window)
    }
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(TestFolder.names(in: folder + "/overscroll") == ["window"])
  }

  @Test(arguments: [
    "", "size 900x700\n", "size 900x700\nmaximized maybe\n", "size 63x700\nmaximized no\n",
    "size 900x40000\nmaximized no\n", "size -900x700\nmaximized no\n",
    "size 900x700\nmaximized no\nmore\n", "\u{0}\u{1}\u{2}",
    String(repeating: "size 900x700\nmaximized no\n", count: 9),
  ])
  func `is ignored where the file is damaged`(text: String) throws {
    #expect(RememberedWindow(text) == nil)
    try RunningViewer.write(Array(text.utf8), to: folder + "/window")
    #expect(RememberedWindow(at: FilePath(folder + "/window")) == nil)
    #expect(RememberedWindow(at: FilePath(folder + "/missing")) == nil)
    #expect(RememberedWindow(at: FilePath(folder)) == nil)
  }
}
