import Glibc
import OverscrollShell
import OverscrollTestRig
import Testing

@testable import OverscrollBase
@testable import OverscrollViewer

@Suite struct `Opening files` {
  private func folder() throws -> PictureFolder {
    let folder = try PictureFolder(of: 3)
    return folder
  }

  @Test func `goes to a picture or a pixel that is typed`() throws {
    let folder = try folder()
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.wait(forPicture: 3, after: "ctrl+g", "numbersign", "3", "Return")
    let before = try viewer.settle()
    let refused = try viewer.settle(after: "ctrl+g", "x", "Return")
    #expect(!refused.isSame(as: before))
    try viewer.wait(forPicture: 2, after: "BackSpace", "p", "2", "Return")
    // Nine times as large, it fills the window.
    #expect(try viewer.look().color(20, 20) != PictureFolder.color(2))
    try viewer.input.type("ctrl+g", "9", "9", "comma", "7", "5", "at", "9", "Return")
    try viewer.wait("nine pixels a pixel") { shot in
      shot.color(20, 20) == PictureFolder.color(2)
    }
  }

  @Test func `goes to a pixel of a picture that is fitted`() throws {
    let folder = PictureFolder()
    // In the middle of the right half, brighter pixels.
    let (width, height) = (4000, 2500)
    let bytes = Array("P6 \(width) \(height) 255\n".utf8)
    let dark: [UInt8] = [10, 20, 0x40]
    let bright: [UInt8] = [200, 20, 0x40]
    let row = (0..<width).flatMap { abs($0 - 3000) < 700 ? bright : dark }
    var rows: [UInt8] = []
    for _ in 0..<height { rows += row }
    let path = folder.path + "/wide.ppm"
    try RunningViewer.write(bytes + rows, to: path)
    let viewer = try HeadlessViewer([path, "--animations", "off"])
    try viewer.wait("the fitted picture") { ($0.pixel(x: 640, y: 400) ?? 0) >> 16 & 0xFF == 10 }
    try viewer.input.type("ctrl+g")
    try viewer.input.type("3", "0", "0", "0", "comma", "1", "2", "5", "0", "Return")
    // At 1:1, the bright part is wider than the window.
    try viewer.wait("the pixel") { shot in
      [40, 640, 1240].allSatisfy { (shot.pixel(x: $0, y: 300) ?? 0) >> 16 & 0xFF == 200 }
    }
  }
}

@Suite struct `A typed path` {
  /// A folder with pictures, another file, and a folder with a picture in it.
  private func tree() throws -> PictureFolder {
    let folder = PictureFolder()
    for (name, number) in [("p10.ppm", 3), ("p2.ppm", 2), ("p1.ppm", 1), (".p.ppm", 4)] {
      try folder.add(name, number)
    }
    try RunningViewer.write([], to: folder.path + "/p.txt")
    #expect(mkdir(folder.path + "/past", 0o700) == 0)
    try folder.add("past/q.ppm", 9)
    return folder
  }

  @Test func `leads to folders and pictures whose names go on so`() throws {
    let path = try tree().path
    func names(_ text: String, atMost limit: Int = 6) -> [String] {
      TypedPath.matches(text, atMost: limit).map(\.name)
    }
    #expect(names(path + "/p") == ["past/", "p1.ppm", "p2.ppm", "p10.ppm"])
    #expect(names(path + "/p", atMost: 2) == ["past/", "p1.ppm"])
    #expect(names(path + "/") == names(path + "/p"))
    #expect(names(path + "/p1") == ["p1.ppm", "p10.ppm"])
    #expect(names(path + "/.p") == [".p.ppm"])
    #expect(names(path + "/none/").isEmpty && names(path + "/q").isEmpty)
    let match = try #require(TypedPath.matches(path + "/pa", atMost: 6).first)
    #expect(match.path == FilePath(path + "/past") && match.text == path + "/past/")
    #expect(match.holds(for: path + "/pas") && !match.holds(for: path + "/pi"))
    #expect(!match.holds(for: path + "/past/"))
  }

  @Test func `has what it leads to below it, which keys open or go on with`() throws {
    let folder = try tree()
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    let page = try viewer.picturePage
    try viewer.wait(forPicture: 1)
    /// Shows the field, which begins with the folder.
    func open(_ text: String, _ keys: String...) throws {
      try viewer.waitUntil("the field", after: "ctrl+o") { page.appearance.field.isShown }
      try viewer.input.type(text: text)
      try viewer.settle()
      try viewer.input.type(keys)
    }
    try open("p", "Down", "Down", "Down", "Return")
    try viewer.wait(forPicture: 2)
    #expect(!page.appearance.field.isShown)
    // The rest of what is listed goes as more is typed.
    try open("p1", "Down", "Down", "Return")
    try viewer.wait(forPicture: 3)
    // Into a folder, and what is in it.
    try open("pa", "Down", "Tab")
    try viewer.settle()
    try viewer.wait(forPicture: 9, after: "Down", "Return")
    // Without a row, Return takes what is typed.
    try open("x", "Return")
    try viewer.settle()
    #expect(page.appearance.field.isShown)
  }

  @Test func `is a path, a file's URI or one in the home folder`() {
    #expect(TypedPath.path("/a b/c.png") == FilePath("/a b/c.png"))
    #expect(TypedPath.path("file:///a%20b") == FilePath("/a b"))
    #expect(TypedPath.path("https://example.org/a.png") == nil)
    #expect(TypedPath.path("") == nil)
    let home = getenv("HOME").map { String(cString: $0) } ?? "~"
    #expect(TypedPath.path("~/a") == FilePath(home + "/a"))
  }

  @Test(arguments: [
    ("/x/", "/x/p"), ("/x/p1", "/x/p1"), ("/x/p10", "/x/p10.png"), ("/x/q", "/x/q"),
    ("/x/.", "/x/.hidden"), ("sub", "sub/"), ("", ""),
  ])
  func `is completed as far as names agree`(text: String, completed: String) {
    let names = ["/x/": ["p1.png", "p10.png", "p2.png", ".hidden"], ".": ["sub/"]]
    let result = TypedPath.completed(text) { folder in
      text.isEmpty ? [] : names[folder.description] ?? []
    }
    #expect(result == completed)
  }
}
