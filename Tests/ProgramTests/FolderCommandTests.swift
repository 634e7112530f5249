import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollViewer
@testable import overscroll

/// Moving and copying pictures to another folder.
@Suite struct `A picture for another folder` {
  private let folder = PictureFolder()
  private let target = TestFolder.make("target")
  private let data = TestFolder.make("data")

  private var name: String { FilePath(target).lastComponent.description }
  private var names: [String] { TestFolder.names(in: folder.path) }

  private func viewer(_ arguments: String...) throws -> HeadlessViewer {
    for number in 1...4 { try folder.add("p\(number).ppm", number) }
    return try HeadlessViewer([folder.path, "--animations", "off"] + arguments) { host in
      host.services.dataHome = FilePath(data)
    }
  }

  /// Types the folder in place of what the field has.
  private func choose(_ target: String, in viewer: HeadlessViewer) throws {
    try viewer.input.type("ctrl+a", text: target)
    try viewer.settle(after: "Return")
  }

  @Test func `is moved there and leaves the album, until Ctrl+Z brings it back, marked`() throws {
    let viewer = try viewer()
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.input.type("v", "alt+m")
    try choose(target, in: viewer)
    #expect(viewer.message == "p2.ppm was moved to \(name). Ctrl+Z takes it back.")
    #expect(names == ["p1.ppm", "p3.ppm", "p4.ppm"])
    #expect(TestFolder.names(in: target) == ["p2.ppm"])
    // The next one is shown in its place.
    #expect(viewer.title == "p3.ppm (200×150) – 2 of 3 – Overscroll")
    try viewer.expect(message: "Moved p2.ppm back.", after: "ctrl+z")
    #expect(viewer.title == "p2.ppm (200×150) – 2 of 4 – Overscroll")
    #expect(names.count == 4 && TestFolder.names(in: target).isEmpty)
    // It was marked again.
    try viewer.expect(message: "p2.ppm is not marked; none of 4 are.", after: "v")
  }

  @Test func `stays among what was opened last, at its new place, and by another name`() throws {
    let recent = TestFolder.make("state") + "/recent"
    let file = try folder.add("p1.ppm", 1)
    let viewer = try HeadlessViewer(remembering: recent, ["--animations", "off"])
    try viewer.drop(FilePath(file))
    try viewer.wait(forPicture: 1)
    try viewer.settle()
    func paths() -> [String] { RecentFiles(at: FilePath(recent)).entries.map(\.path.description) }
    #expect(paths() == [file])
    try viewer.input.type("alt+m")
    try choose(target, in: viewer)
    #expect(paths() == ["\(target)/p1.ppm"])
    try viewer.settle(after: "ctrl+z")
    #expect(paths() == [file])
    try viewer.input.type("F2", text: "q")
    try viewer.settle(after: "Return")
    #expect(paths() == ["\(folder.path)/q.ppm"])
  }

  @Test func `is copied there; Ctrl+Z moves the copy to the trash unless it was changed`() throws {
    let viewer = try viewer()
    for _ in 1...2 {
      try viewer.input.type("alt+c")
      try choose(target, in: viewer)
      #expect(viewer.message == "p1.ppm was copied to \(name).")
      #expect(viewer.title == "p1.ppm (200×150) – 1 of 4 – Overscroll" && names.count == 4)
      try viewer.expect(message: "The copy of p1.ppm was moved to the trash.", after: "ctrl+z")
      #expect(TestFolder.names(in: target).isEmpty)
    }
    try viewer.settle(after: "alt+c", "Return")
    #expect(truncate("\(target)/p1.ppm", 100) == 0)
    try viewer.expect(
      message: "The copy of p1.ppm was not moved to the trash: it has changed since.",
      after: "ctrl+z")
    #expect(TestFolder.names(in: target) == ["p1.ppm"])
  }

  @Test func `is never put in the place of another file, or into a folder that is none`() throws {
    let viewer = try viewer()
    try folder.add("p1.ppm", 5)
    try RunningViewer.write([1], to: "\(target)/p1.ppm")
    for (key, verb) in [("alt+m", "moved"), ("alt+c", "copied")] {
      try viewer.input.type(key)
      try choose(target, in: viewer)
      #expect(
        viewer.message
          == "p1.ppm could not be \(verb) to \(name): the folder has a file of this name already.")
    }
    #expect(try RunningViewer.bytes(of: "\(target)/p1.ppm") == [1] && names.count == 4)
    for path in [folder.path, "\(target)/none", "\(target)/p1.ppm"] {
      try viewer.input.type("alt+m")
      try choose(path, in: viewer)
      // The field stays with what is wrong.
      try viewer.input.type("Escape")
    }
    #expect(names.count == 4 && !viewer.hasEnded)
  }

  @Test func `goes there with all selected in the overview, which come back together`() throws {
    let viewer = try viewer("--overview")
    try viewer.input.type("shift+Right", "shift+Right", "alt+m")
    try choose(target, in: viewer)
    #expect(viewer.message == "3 pictures were moved to \(name). Ctrl+Z takes them back.")
    #expect(names == ["p4.ppm"])
    try viewer.settle(after: "ctrl+z")
    #expect(names.count == 4 && TestFolder.names(in: target).isEmpty)
  }

  @Test func `stays where it cannot go, which is said with what has gone`() throws {
    #expect(symlink("p4.ppm", "\(folder.path)/p5.ppm") == 0)
    try RunningViewer.write([1], to: "\(target)/p1.ppm")
    let viewer = try viewer("--overview")
    try viewer.settle(after: "ctrl+a", "alt+m")
    try choose(target, in: viewer)
    #expect(
      viewer.message
        == "3 pictures were moved to \(name). Ctrl+Z takes them back. 2 pictures could not be moved to "
        + "\(name), among them p1.ppm: the folder has a file of this name already.")
    #expect(names == ["p1.ppm", "p5.ppm"])
    try viewer.settle(after: "ctrl+z")
    #expect(names.count == 5)
    // Both have the same reason.
    try viewer.settle(after: "Home", "shift+Right")
    try RunningViewer.write([1], to: "\(target)/p2.ppm")
    try viewer.input.type("alt+m")
    try choose(target, in: viewer)
    #expect(
      viewer.message
        == "2 pictures could not be moved to \(name): the folder has a file of this name already.")
  }

  @Test func `is moved to a folder in the one of the field, which Tab completes`() throws {
    #expect(mkdir(folder.path + "/Best", 0o700) == 0)
    let viewer = try viewer()
    try viewer.wait(forPicture: 1)
    try viewer.settle(after: "alt+m")
    try viewer.input.type(text: "Be")
    try viewer.settle(after: "Tab")
    try viewer.expect(message: "p1.ppm was moved to Best. Ctrl+Z takes it back.", after: "Return")
    #expect(TestFolder.names(in: folder.path + "/Best") == ["p1.ppm"])
  }

  @Test func `goes there with all that are marked, once those are selected`() throws {
    let viewer = try viewer("--overview")
    try viewer.expect(message: "No picture is marked.", after: "ctrl+shift+A")
    try viewer.input.type("v", "Right", "Right", "v", "Right", "v", "Home")
    try viewer.expect(message: "3 marked pictures are selected.", after: "ctrl+shift+A")
    try viewer.input.type("alt+c")
    try choose(target, in: viewer)
    #expect(viewer.message == "3 pictures were copied to \(name).")
    #expect(TestFolder.names(in: target).sorted() == ["p1.ppm", "p3.ppm", "p4.ppm"])
  }

  @Test func `goes there with all that are marked from where the search has found them`() throws {
    let viewer = try viewer("--overview")
    try viewer.input.type("v", "Right", "Right", "v", "slash", text: "marked")
    try viewer.settle(after: "Tab")
    try viewer.settle(after: "ctrl+a")
    try viewer.input.type("alt+c")
    try choose(target, in: viewer)
    #expect(viewer.message == "2 pictures were copied to \(name).")
    #expect(TestFolder.names(in: target).sorted() == ["p1.ppm", "p3.ppm"])
    // What is no longer marked is no longer found.
    try viewer.settle(after: "Home", "v")
    try viewer.expect(title: "p3.ppm (200×150) – 3 of 4 – Overscroll", after: "Return")
  }

  @Test func `goes to a new folder once Return is pressed again`() throws {
    let viewer = try viewer()
    let new = "\(target)/picks"
    try viewer.input.type("alt+c")
    try choose(new, in: viewer)
    #expect(access(new, F_OK) != 0)
    try viewer.expect(message: "p1.ppm was copied to picks.", after: "Return")
    #expect(TestFolder.names(in: new) == ["p1.ppm"])
    // A folder in one that there is not is none to create.
    try viewer.input.type("alt+c")
    try choose("\(target)/none/picks", in: viewer)
    try viewer.settle(after: "Return")
    #expect(access("\(target)/none", F_OK) != 0)
    #expect(names.count == 4)
  }

  @Test(arguments: ["alt+m", "alt+c"], [false, true])
  func `leaves no new folder once it is taken back, unless that has other files`(
    key: String, hasOthers: Bool
  ) throws {
    let viewer = try viewer()
    let new = "\(target)/picks"
    for folder in [target, new] {
      try viewer.input.type(key)
      try choose(folder, in: viewer)
      if folder == new { try viewer.settle(after: "Return") }
      if folder == new, hasOthers { try RunningViewer.write([1], to: new + "/notes") }
      #expect(access(folder + "/p1.ppm", F_OK) == 0)
      try viewer.settle(after: "ctrl+z")
      #expect(access(folder + "/p1.ppm", F_OK) != 0 && names.count == 4)
    }
    // One that was there before stays.
    #expect(TestFolder.names(in: target) == (hasOthers ? ["picks"] : []))
  }

  @Test func `is named by the field, or how many there are`() {
    final class NoPasteboard: Pasteboard {
      func setString(_ string: String) {}
      func requestString() {}
    }
    func label(_ kind: FileTransfer.Kind, _ names: String...) -> String? {
      var field = FieldController()
      field.show(
        .transfer(kind, names.map { FilePath("/pictures/\($0)") }), scale: 1,
        pasteboard: NoPasteboard())
      return field.plate(in: PixelSize(width: 1280, height: 800))?.label
    }
    #expect(label(.copy, "a.jpg", "b.jpg", "c.jpg") == "Copy 3 pictures to")
    #expect(label(.move, "a.jpg") == "Move a.jpg to")
  }

  @Test func `is offered the last folder, in the next window, too, which Tab completes`() throws {
    let state = TestFolder.make("state") + "/view"
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    let command = try #require(
      try Overscroll.command(in: [folder.path, "--animations", "off"]) as? ViewCommand)
    let first = try HeadlessViewer(command, rememberingIn: state)
    try first.input.type("alt+m")
    try first.input.type("ctrl+a")
    // All but its end, which no other folder beside it has.
    try first.input.type(text: String(target.dropLast(3)))
    try first.settle(after: "Tab", "Return")
    #expect(TestFolder.names(in: target) == ["p1.ppm"])
    first.window.close()
    let second = try HeadlessViewer(command, rememberingIn: state)
    try second.settle(after: "alt+m", "Return")
    #expect(TestFolder.names(in: target) == ["p1.ppm", "p2.ppm"])
  }
}
