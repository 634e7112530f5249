import Glibc
import OverscrollBase
import OverscrollImaging
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollViewer

/// What somebody does who sees the program for the first time, from its start page on, in a window of 1000 × 700.
@Suite struct `A walk through the program` {
  private let folder = PictureFolder()
  private let data = TestFolder.make("data")
  private let sent = Sent()

  /// The files that another program was given.
  private final class Sent: Sendable {
    private let files = Mutex<[String]>([])
    var names: [String] { files.withLock { $0 } }
    func add(_ file: FilePath) { files.withLock { $0.append("\(file.lastComponent)") } }
  }

  /// Makes six pictures, of which the beaches are changed one after the other, and opens the window without any.
  private func begin() throws -> HeadlessViewer {
    let names = ["beach a.png", "beach b.png", "beach c.png", "harbor.png", "hill.png", "wood.png"]
    for (index, name) in names.enumerated() {
      try folder.add("p.ppm", index + 1, width: 1600, height: 1200)
      let made = try RunningViewer.run(
        script: #"vips copy "$1" "$2""#, [folder.path + "/p.ppm", folder.path + "/" + name])
      try #require(made.status == 0, "\(made.errors)")
      try #require(PictureFolder.setTime(1_000_000 + index * 1000, of: folder.path + "/" + name))
    }
    try #require(unlink(folder.path + "/p.ppm") == 0)
    return try HeadlessViewer(remembering: nil, size: PixelSize(width: 1000, height: 700)) {
      $0.services.dataHome = FilePath(data)
      $0.services.programChooser = { [sent] in
        sent.add($0)
        return true
      }
    }
  }

  private func has(_ name: String) -> Bool { TestFolder.names(in: folder.path).contains(name) }

  private var trashed: Int { TestFolder.names(in: data + "/Trash/files").count }

  /// Checks what the walk has led to, but for the slideshow.
  private func check(_ viewer: HeadlessViewer) throws {
    #expect(has("shore.png") && !has("beach b.png"))
    let info = try ImageFile.open(folder.path + "/shore.png").info
    #expect(info.size == PixelSize(width: 1200, height: 1600))
    #expect(trashed == 1)
    #expect(sent.names == ["shore.png"])
  }

  @Test func `by keyboard alone`() throws {
    let viewer = try begin()
    // There is no dialog for choosing a folder.
    try viewer.settle(after: "ctrl+shift+o")
    try viewer.input.type("ctrl+a", text: folder.path)
    try viewer.wait(forTitle: "beach a.png (1600×1200) – 1 of 6 – Overscroll", after: "Return")
    // The newest first, and the second one of a name.
    try viewer.input.type("alt+3", "alt+0", "slash", text: "bea")
    try viewer.input.type("Down", "Home", "Right")
    try viewer.waitUntil("the second newest") { viewer.title.hasPrefix("beach b.png") }
    try viewer.wait(forTitle: "beach b.png (1600×1200) – 5 of 6 – Overscroll", after: "Return")
    try viewer.input.type("plus", "plus", "Right", "Down", "0", "greater")
    try viewer.wait(forTitle: "beach b.png (1200×1600) – 5 of 6 – Overscroll")
    try viewer.waitUntil("the rotation", after: "ctrl+shift+s") {
      viewer.message == "The rotation of beach b.png is kept in the file."
    }
    try viewer.input.type("F2", text: "shore")
    try viewer.waitUntil("its name", after: "Return") { viewer.message == "Renamed to shore.png." }
    try viewer.input.type("ctrl+e", "n")
    try viewer.waitUntil("the next picture") { !viewer.title.hasPrefix("shore.png") }
    try viewer.settle()
    try viewer.waitUntil("one in the trash", after: "Delete", "Delete") { trashed == 1 }
    try viewer.settle()
    #expect(viewer.message?.hasSuffix("was moved to the trash. Ctrl+Z takes it back.") == true)
    try viewer.waitUntil("two in the trash", after: "Delete", "Delete") { trashed == 2 }
    try viewer.settle()
    try viewer.waitUntil("one back", after: "ctrl+z") { trashed == 1 }
    try viewer.settle()
    try check(viewer)
    let shown = viewer.title
    try viewer.waitUntil("the next picture", after: "s") { viewer.title != shown }
    try viewer.input.type("Escape")
    #expect(try viewer.settle().isSame(as: viewer.settle()))
  }

  // MARK: - By mouse

  /// The lines of the menu over a picture, with how many lines between groups are above each.
  private enum Line {
    case rotateRight, openWith, rename, keepRotation, trash, undo, slideshow

    var place: (index: Int, group: Int) {
      switch self {
      case .rotateRight: (4, 1)
      case .openWith: (8, 2)
      case .rename: (9, 2)
      case .keepRotation: (12, 2)
      case .trash: (13, 2)
      case .undo: (14, 2)
      case .slideshow: (15, 3)
      }
    }
  }

  /// Chooses a line of 28 points of the menu at a point of the picture.
  private func choose(_ line: Line, _ viewer: HeadlessViewer) throws {
    try viewer.input.move(to: Point(300, 100))
    try viewer.input.click(button: 3)
    let (index, group) = line.place
    try viewer.input.click(Point(380, 100 + 18 + Double(index) * 28 + Double(group) * 9))
  }

  private func click(_ control: PictureControls.Control, _ viewer: HeadlessViewer) throws {
    let layout = PictureControls.Layout(in: Size(width: 1000, height: 700), above: 0)
    let place = try #require(layout?.places[control]).center
    try viewer.input.move(to: Point(500, 300))
    try viewer.input.move(to: place)
    try viewer.advance(by: 0.2)
    try viewer.input.click(place)
  }

  @Test func `by mouse alone, but for names`() throws {
    let viewer = try begin()
    // The button for folders, and the line about dropping above it, are in the middle of the window.
    try viewer.input.click(Point(555, 390))
    try viewer.settle()
    try viewer.input.type("ctrl+a", text: folder.path)
    try viewer.wait(forTitle: "beach a.png (1600×1200) – 1 of 6 – Overscroll", after: "Return")
    try click(.overview, viewer)
    try viewer.settle()
    // The order, its third line, and its direction.
    for place in [Point(730, 22), Point(700, 120), Point(762, 22), Point(880, 22)] {
      try viewer.input.click(place)
    }
    try viewer.input.type(text: "bea")
    let second = Point(252, 138)
    try viewer.wait("the second newest") {
      $0.color(Int(second.x), Int(second.y)) == PictureFolder.color(2)
    }
    for _ in 0..<2 { try viewer.input.click(second) }
    try viewer.wait(forTitle: "beach b.png (1600×1200) – 5 of 6 – Overscroll")
    try viewer.settle()
    for control in [PictureControls.Control.zoomIn, .zoomIn, .fit] { try click(control, viewer) }
    try choose(.rotateRight, viewer)
    try viewer.wait(forTitle: "beach b.png (1200×1600) – 5 of 6 – Overscroll")
    try viewer.settle()
    try choose(.keepRotation, viewer)
    try viewer.waitUntil("the rotation") {
      viewer.message == "The rotation of beach b.png is kept in the file."
    }
    try viewer.settle()
    try choose(.rename, viewer)
    try viewer.input.type(text: "shore")
    try viewer.waitUntil("its name", after: "Return") { viewer.message == "Renamed to shore.png." }
    try viewer.settle()
    try choose(.openWith, viewer)
    try click(.next, viewer)
    try viewer.waitUntil("the next picture") { !viewer.title.hasPrefix("shore.png") }
    try viewer.settle()
    for count in 1...2 {
      try choose(.trash, viewer)
      try viewer.waitUntil("\(count) in the trash") { trashed == count }
      try viewer.settle()
    }
    try choose(.undo, viewer)
    try viewer.waitUntil("one back") { trashed == 1 }
    try viewer.settle()
    try check(viewer)
    let shown = viewer.title
    try choose(.slideshow, viewer)
    try viewer.waitUntil("the next picture by itself") { viewer.title != shown }
  }
}
