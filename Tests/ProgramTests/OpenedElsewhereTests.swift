import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Synchronization
import Testing

/// Pictures whose files go to other programs.
@Suite struct `A file that goes to other programs` {
  private let folder = PictureFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func exists(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

  @Test func `is shown and opened by other programs of the desktop, if there are any`() throws {
    let (shown, opened) = (Collected(), Collected())
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try HeadlessViewer([folder.path]) { host in
      host.services.fileManager = { shown.add($0) }
      host.services.programChooser = { opened.add($0) }
    }
    try viewer.wait(forPicture: 1)
    try viewer.settle(after: "ctrl+shift+e")
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.settle(after: "ctrl+e")
    #expect(shown.paths.map(\.lastComponent) == [FilePath("p1.ppm")])
    #expect(opened.paths.map(\.lastComponent) == [FilePath("p2.ppm")])
    #expect(viewer.message == nil)
    let other = try HeadlessViewer([folder.path])
    try other.settle(after: "ctrl+shift+e")
    #expect(other.message == "The desktop has no file manager that shows files in their folders.")
    try other.settle(after: "ctrl+e")
    #expect(other.message == "The desktop has no other program for this kind of file.")
  }

  @Test func `is opened by a program of a menu where the desktop has no dialog`() throws {
    try folder.add("p1.ppm", 1)
    let copy = path("copy.ppm")
    let viewer = try HeadlessViewer([folder.path]) { host in
      host.services.programs = { file, types in
        guard types.contains("image/x-portable-pixmap") else { return [] }
        func program(_ name: String, _ words: [String], isDefault: Bool = false) -> DesktopProgram {
          DesktopProgram(
            name: name, command: words.map { Array($0.utf8) } + [file.bytes],
            isDefault: isDefault)
        }
        return [
          program("Breaks", ["false"], isDefault: true), program("Copies", ["cp", "-t", "/"]),
          DesktopProgram(
            name: "Keeps", command: ["cp", file.description, copy].map { Array($0.utf8) },
            isDefault: false),
        ]
      }
    }
    try viewer.wait(forPicture: 1)
    let before = try viewer.settleWithoutPlates()
    #expect(try !viewer.settle(after: "ctrl+e").isSame(as: before))
    try viewer.keep("programs")
    #expect(try viewer.settle(after: "Escape").isSame(as: before))
    try viewer.settle(after: "ctrl+e")
    try viewer.waitUntil("the copy", after: "Down", "Down", "Down", "Return") { exists("copy.ppm") }
    try viewer.settle(after: "ctrl+e")
    try viewer.expect(message: "Breaks has failed with exit status 1.", after: "Down", "Return")
    try viewer.advance(by: 5)
    #expect(viewer.message == nil)
    // A click on the line of the picture's menu opens it there, with a title and a line above the programs.
    try viewer.input.move(to: Point(300, 100))
    try viewer.input.click(button: 3)
    try viewer.input.click(Point(380, 100 + 18 + 8 * 28 + 2 * 9))
    try viewer.settle()
    try viewer.input.click(Point(400, 360 + 4 + 28 + 9 + 14))
    try viewer.expect(message: "Breaks has failed with exit status 1.")
  }

  private final class Collected: Sendable {
    private let files = Mutex<[FilePath]>([])

    var paths: [FilePath] { files.withLock { $0 } }

    func add(_ file: FilePath) -> Bool {
      files.withLock { $0.append(file) }
      return true
    }
  }
}
