import Dispatch
import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer

/// What the user does with the files of pictures.
@Suite struct `The file of a picture` {
  private let folder = PictureFolder()
  private let data = TestFolder.make("data")

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func exists(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

  private func open(_ arguments: String...) throws -> HeadlessViewer {
    try HeadlessViewer([folder.path, "--animations", "off"] + arguments) { host in
      host.services.dataHome = FilePath(data)
    }
  }

  /// Adds pictures of one color, and opens the first one.
  private func viewer(_ count: Int = 3) throws -> HeadlessViewer {
    for number in 1...count { try folder.add("p\(number).ppm", number) }
    return try open()
  }

  // MARK: - Rotation

  /// Writes a picture whose left half is red and whose right half is green.
  private func addHalves(_ name: String) throws {
    let row = (0..<200).flatMap { x in (x < 100 ? [0xC8, 0, 0] : [0, 0xC8, 0]) as [UInt8] }
    try RunningViewer.write(
      Array("P6 200 150 255\n".utf8) + (0..<150).flatMap { _ in row }, to: path("halves.ppm"))
    let made = try RunningViewer.run(
      script: #"vips copy "$1" "$2""#, [path("halves.ppm"), path(name)])
    try #require(made.status == 0, "\(made.errors)")
    #expect(unlink(path("halves.ppm")) == 0)
  }

  /// The colors above and below, or left and right of the middle, roughly.
  private func colors(_ shot: Screenshot, isTurned: Bool) -> [Bool?] {
    [-40, 40].map { place in
      shot.pixel(x: 640 + (isTurned ? 0 : place), y: 400 + (isTurned ? place : 0)).map {
        ($0 >> 16 & 0xFF) > ($0 >> 8 & 0xFF)
      }
    }
  }

  @Test(arguments: ["a.jpg", "a.png", "a.tif", "a.webp"])
  func `keeps a rotation, which is shown once, and is taken back`(name: String) throws {
    try addHalves(name)
    let old = try RunningViewer.bytes(of: path(name))
    let viewer = try open()
    try viewer.wait("the picture") { colors($0, isTurned: false) == [true, false] }
    try viewer.wait(forTitle: "\(name) (150×200) – Overscroll", after: "greater")
    try viewer.expect(message: "Rotated for viewing. Ctrl+Shift+S keeps it in the file.")
    try viewer.expect(
      message: "The rotation of \(name) is kept in the file.", after: "ctrl+shift+s")
    let info = try ImageFile.open(path(name)).info
    #expect(info.size == PixelSize(width: 150, height: 200))
    #expect(colors(try viewer.settle(), isTurned: true) == [true, false])
    #expect(viewer.title == "\(name) (150×200) – Overscroll")
    // The view is as in the file, so that there is no rotation left to keep.
    try viewer.expect(
      message: "There is no rotation to keep: the picture is shown as in its file.",
      after: "ctrl+shift+s")
    #expect(colors(try viewer.settle(after: "F5"), isTurned: true) == [true, false])
    // A second one, and both back.
    try viewer.settle(after: "greater", "ctrl+shift+s")
    #expect(try ImageFile.open(path(name)).info.orientation.rawValue == 3)
    try viewer.expect(message: "Took back the rotation of \(name).", after: "ctrl+z")
    #expect(colors(try viewer.settle(), isTurned: true) == [true, false])
    #expect(colors(try viewer.settle(after: "ctrl+z"), isTurned: false) == [true, false])
    #expect(try RunningViewer.bytes(of: path(name)) == old)
    try viewer.expect(message: "There is nothing to undo.", after: "ctrl+z")
  }

  @Test func `keeps a rotation in the overview, too`() throws {
    try addHalves("a.png")
    try addHalves("b.png")
    let viewer = try open("--overview")
    try viewer.expect(
      message: "Rotated for viewing. Ctrl+Shift+S keeps it in the file.", after: "Right", "greater")
    try viewer.expect(message: "The rotation of b.png is kept in the file.", after: "ctrl+shift+s")
    func widths() throws -> [Int] {
      try ["a.png", "b.png"].map { try ImageFile.open(path($0)).info.size.width }
    }
    #expect(try widths() == [200, 150])
    try viewer.expect(message: "Took back the rotation of b.png.", after: "ctrl+z")
    #expect(try widths() == [200, 200])
  }

  @Test func `keeps the place when its rotation is kept`() throws {
    try addHalves("a.png")
    let viewer = try open("--filter", "nearest")
    try viewer.settle()
    // The border between the colors lies right of the middle, enlarged by 8.
    try viewer.input.type("ctrl+g", "8", "0", "comma", "7", "5", "at", "8", "Return", "greater")
    let turned = try viewer.settleWithoutPlates()
    try viewer.advance(by: 4)
    let before = try viewer.settle()
    #expect(colors(before, isTurned: true) == colors(turned, isTurned: true))
    try viewer.settle(after: "ctrl+shift+s")
    try viewer.advance(by: 5)
    #expect(try viewer.settle().isSame(as: before))
  }

  @Test func `is left as it is where keeping its rotation is stopped`() throws {
    try addHalves("a.png")
    let old = try RunningViewer.bytes(of: path("a.png"))
    let viewer = try open()
    try viewer.settle(after: "greater")
    // Whether it is stopped in time or not, there is one file, and it is the old or the new one.
    try viewer.settle(after: "ctrl+shift+s", "Escape")
    let isKept = viewer.message == "The rotation of a.png is kept in the file."
    #expect(try isKept == (RunningViewer.bytes(of: path("a.png")) != old))
    #expect(TestFolder.names(in: folder.path) == ["a.png"])
    #expect(!viewer.hasEnded && viewer.title == "a.png (150×200) – Overscroll")
  }

  @Test func `is trashed with others until Escape, as a plate says once it takes long`() throws {
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    let (reached, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"]) {
      $0.services.dataHome = FilePath(data)
      $0.services.willTrash = {
        guard $0.lastComponent.description == "p2.ppm" else { return }
        reached.signal()
        goesOn.wait()
      }
    }
    let page = try viewer.picturePage
    try viewer.settle()
    try viewer.input.type("ctrl+a", "Delete", "Delete")
    reached.wait()
    try viewer.advance(by: 0.25)
    let before = try viewer.look()
    #expect(page.works.text(at: viewer.time) == nil)
    try viewer.advance(by: 0.1)
    let text = "Moving 3 pictures to the trash … 33%. Escape stops it."
    #expect(page.works.text(at: viewer.time) == text)
    #expect(try !viewer.look().isSame(as: before))
    try viewer.input.type("Escape")
    #expect(try page.works.isEmpty && viewer.look().isSame(as: before))
    goesOn.signal()
    try viewer.expect(message: "2 pictures were moved to the trash. Ctrl+Z takes them back.")
    #expect(TestFolder.names(in: folder.path) == ["p3.ppm"])
    try viewer.settle(after: "ctrl+z")
    #expect(TestFolder.names(in: folder.path).count == 3)
  }

  @Test func `has no rotation to keep where its format has none, or it is read-only`() throws {
    try addHalves("a.png")
    try folder.add("b.ppm", 2)
    let viewer = try open()
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.expect(
      message: "The rotation can't be kept: PPM files have no place for it.", after: "greater",
      "ctrl+shift+s")
    try viewer.settle(after: "p")
    #expect(chmod(path("a.png"), 0o444) == 0)
    try viewer.settle(after: "greater")
    try viewer.expect(
      message: "The rotation of a.png could not be kept: the file is read-only.",
      after: "ctrl+shift+s")
    #expect(viewer.title == "a.png (150×200) – 1 of 2 – Overscroll")
  }

  // MARK: - Another name

  /// Replaces what is selected of the name in the field: its stem, unless keys select another part.
  private func rename(_ viewer: HeadlessViewer, to stem: String, selecting keys: String...) throws {
    try viewer.settle(after: "F2")
    try viewer.input.type(keys)
    try viewer.input.type(text: stem)
    try viewer.settle(after: "Return")
  }

  @Test func `has another name, which the album and its marks follow`() throws {
    let viewer = try viewer()
    try viewer.input.type("v")
    try rename(viewer, to: "p9")
    #expect(viewer.message == "Renamed to p9.ppm.")
    #expect(viewer.title == "p9.ppm (200×150) – 3 of 3 – Overscroll")
    #expect(exists("p9.ppm") && !exists("p1.ppm"))
    try viewer.wait(forPicture: 1)
    // What the system has reported of it changes nothing more.
    try viewer.advance(by: 2)
    try viewer.expect(title: "p9.ppm (200×150) – 3 of 3 – Overscroll")
    try viewer.wait(forPicture: 3, after: "p")
    try viewer.expect(message: "No picture is marked.", after: "n", "V")
    try viewer.expect(message: "1 picture is marked.", after: "ctrl+z")
    try viewer.expect(message: "Renamed back to p1.ppm.", after: "ctrl+z")
    #expect(viewer.title == "p1.ppm (200×150) – 1 of 3 – Overscroll")
    #expect(exists("p1.ppm") && !exists("p9.ppm"))
  }

  @Test func `keeps its rotation and its place under another name`() throws {
    try addHalves("a.png")
    let viewer = try open("--filter", "nearest")
    try viewer.settle()
    try viewer.settle(after: "ctrl+g", "8", "0", "comma", "7", "5", "at", "8", "Return", "greater")
    try viewer.advance(by: 5)
    let before = try viewer.settle()
    try rename(viewer, to: "b")
    #expect(viewer.title == "b.png (150×200) – Overscroll" && exists("b.png"))
    try viewer.advance(by: 5)
    #expect(try viewer.settle().isSame(as: before))
    // What is read of it later is there, too.
    try viewer.expect(message: "The rotation of b.png is kept in the file.", after: "ctrl+shift+s")
    try viewer.settle(after: "ctrl+z", "ctrl+z")
    #expect(viewer.title == "a.png (200×150) – Overscroll" && exists("a.png"))
  }

  @Test func `never takes another one's name`() throws {
    let viewer = try viewer()
    let content = try RunningViewer.bytes(of: path("p2.ppm"))
    try rename(viewer, to: "p2")
    #expect(viewer.title == "p1.ppm (200×150) – 1 of 3 – Overscroll")
    for text in ["a/b", "", String(repeating: "ä", count: 140)] {
      try viewer.input.type("ctrl+a", "BackSpace", text: text)
      try viewer.settle(after: "Return")
    }
    try viewer.settle(after: "Escape")
    #expect(try RunningViewer.bytes(of: path("p2.ppm")) == content)
    #expect(TestFolder.names(in: folder.path).sorted() == ["p1.ppm", "p2.ppm", "p3.ppm"])
    // Nor does it get its own back that another file has meanwhile.
    try rename(viewer, to: "q")
    try RunningViewer.write([1], to: path("p1.ppm"))
    try viewer.expect(
      message: "q.ppm could not be renamed back to p1.ppm: another file has this name.",
      after: "ctrl+z")
    #expect(try RunningViewer.bytes(of: path("p1.ppm")) == [1] && exists("q.ppm"))
    // Once it is free, it does.
    #expect(unlink(path("p1.ppm")) == 0)
    try viewer.settle(after: "ctrl+z")
    #expect(exists("p1.ppm") && !exists("q.ppm"))
  }

  @Test func `has another name in the overview, too`() throws {
    let viewer = try viewer()
    try viewer.settle(after: "Return", "Right")
    try rename(viewer, to: "z")
    #expect(exists("z.ppm") && !exists("p2.ppm") && exists("p1.ppm"))
    try viewer.wait(forPicture: 1, after: "Escape")
    #expect(viewer.title == "p1.ppm (200×150) – 1 of 3 – Overscroll")
  }

  @Test(arguments: ["a", "z"])
  func `stays selected in the overview under another name, and is again once that is undone`(
    stem: String
  ) throws {
    let viewer = try viewer(4)
    try viewer.expect(title: "p2.ppm – 2 of 4 – Overscroll", after: "Return", "Right")
    try rename(viewer, to: stem)
    #expect(viewer.title == "\(stem).ppm – \(stem == "a" ? 1 : 4) of 4 – Overscroll")
    try viewer.settle(after: stem == "a" ? "End" : "Home")
    try viewer.expect(message: "Renamed back to p2.ppm.", after: "ctrl+z")
    #expect(viewer.title == "p2.ppm – 2 of 4 – Overscroll")
  }

  @Test func `stays selected although a search no longer finds its name`() throws {
    let viewer = try viewer(12)
    try viewer.input.type("slash", text: "1")
    // Found are 1, 10, 11 and 12.
    try viewer.expect(title: "p10.ppm – 10 of 12 – Overscroll", after: "Down", "Right")
    try rename(viewer, to: "q")
    #expect(viewer.title == "q.ppm – 12 of 12 – Overscroll")
    try viewer.expect(title: "p12.ppm – 11 of 12 – Overscroll", after: "Left")
    // It is found by its new name, and no longer by the old one.
    try viewer.input.type("slash", text: "q")
    try viewer.expect(title: "q.ppm – 12 of 12 – Overscroll", after: "Down")
    try viewer.expect(title: "p10.ppm – 10 of 12 – Overscroll", after: "ctrl+z")
  }

  @Test func `keeps a name before its ending, which is changed only if that is meant`() throws {
    let viewer = try viewer()
    try viewer.settle(after: "F2", "BackSpace", "Return")
    #expect(try viewer.picturePage.isTyping)
    try viewer.settle(after: "Escape")
    #expect(TestFolder.names(in: folder.path) == ["p1.ppm", "p2.ppm", "p3.ppm"])
    // The same ending in capitals is no other one.
    for (name, isAsked) in [("b.PPM", false), ("c.txt", true), ("d", true)] {
      try rename(viewer, to: name, selecting: "ctrl+a")
      #expect(exists(name) != isAsked, "\(name)")
      #expect(try viewer.picturePage.isTyping == isAsked)
      if isAsked { try viewer.settle(after: "Escape") }
    }
    try rename(viewer, to: "d", selecting: "ctrl+a")
    try viewer.settle(after: "Return")
    #expect(exists("d") && !exists("b.PPM"))
  }

  @Test(arguments: [false, true])
  func `keeps its name where a click or a swipe beside the field ends it`(isOverview: Bool) throws {
    let viewer = try viewer()
    if isOverview { try viewer.settle(after: "Return") }
    let page = try viewer.picturePage
    for button in [1, 0, 3] {
      try viewer.settle(after: "Home")
      try viewer.settle(after: "F2")
      try viewer.input.type(text: "q")
      #expect(page.appearance.field.isShown)
      if button > 0 {
        try viewer.input.move(to: Point(640, 600))
        try viewer.input.click(button: button)
      } else {
        try viewer.input.drag([900, 800, 700, 600].map { Point($0, 600) })
      }
      try viewer.settle()
      #expect(!page.appearance.field.isShown)
      #expect(TestFolder.names(in: folder.path).sorted() == ["p1.ppm", "p2.ppm", "p3.ppm"])
    }
  }

  @Test func `keeps the bytes of its name that the user leaves`() {
    let name = FilePath(bytes: Array("caf".utf8) + [0xE9] + Array(" \u{1}ü.jpg".utf8))
    let editable = EditableName(name)
    #expect(editable.text == "caf\\xE9 \\x01ü.jpg")
    #expect(editable.bytes(editedTo: editable.text) == name.bytes)
    let tail = [0xE9] + Array(" \u{1}ü.jpg".utf8)
    #expect(editable.bytes(editedTo: "the caf\\xE9 \\x01ü.jpg") == Array("the caf".utf8) + tail)
    #expect(editable.bytes(editedTo: "caff\\xE9 \\x01ü.jpg") == Array("caff".utf8) + tail)
    #expect(editable.bytes(editedTo: "tea.jpg") == Array("tea.jpg".utf8))
    #expect(editable.bytes(editedTo: "") == [])
    #expect(EditableName(FilePath("aaa")).bytes(editedTo: "aa") == Array("aa".utf8))
  }

  // MARK: - The trash

  @Test func `comes back from the trash`() throws {
    let viewer = try viewer()
    try viewer.wait(forPicture: 2, after: "v", "Delete", "Delete")
    try viewer.wait(forPicture: 3, after: "Delete", "Delete")
    #expect(!exists("p1.ppm") && !exists("p2.ppm"))
    try viewer.expect(message: "Moved p2.ppm back.", after: "ctrl+z")
    try viewer.wait(forPicture: 2)
    try viewer.wait(forPicture: 1, after: "ctrl+z")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 3 – Overscroll")
    #expect(exists("p1.ppm") && exists("p2.ppm"))
    #expect(TestFolder.names(in: data + "/Trash/info").isEmpty)
    #expect(TestFolder.names(in: data + "/Trash/files").isEmpty)
    // Its mark is there again.
    try viewer.expect(message: "p1.ppm is not marked; none of 3 are.", after: "v")
  }

  @Test func `comes back to its place among those that were named`() throws {
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    let viewer = try HeadlessViewer([2, 1, 3].map { path("p\($0).ppm") }) { host in
      host.services.dataHome = FilePath(data)
    }
    try viewer.wait(forTitle: "p2.ppm (200×150) – 1 of 3 – Overscroll")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 2 – Overscroll", after: "Delete", "Delete")
    try viewer.wait(forTitle: "p2.ppm (200×150) – 1 of 3 – Overscroll", after: "ctrl+z")
    #expect(viewer.message == "Moved p2.ppm back.")
  }

  @Test func `comes back at once, too`() throws {
    let viewer = try viewer()
    try viewer.settle(after: "Delete", "Delete", "ctrl+z", "ctrl+z")
    #expect(exists("p1.ppm") && TestFolder.names(in: data + "/Trash/files").isEmpty)
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 3 – Overscroll")
    #expect(viewer.message == "There is nothing to undo.")
  }

  @Test func `comes back alone after the only picture was moved`() throws {
    let viewer = try viewer(1)
    try viewer.wait(forTitle: "p1.ppm (200×150) (deleted) – Overscroll", after: "Delete", "Delete")
    try viewer.wait(forTitle: "p1.ppm (200×150) – Overscroll", after: "ctrl+z")
    #expect(exists("p1.ppm"))
  }

  @Test func `comes back to its folder while another one is shown`() throws {
    let other = PictureFolder()
    try other.add("q.ppm", 5)
    let viewer = try viewer()
    try viewer.wait(forPicture: 2, after: "Delete", "Delete")
    try viewer.drop(FilePath(other.path))
    try viewer.wait(forPicture: 5)
    try viewer.settle(after: "ctrl+z")
    #expect(exists("p1.ppm") && viewer.message == "Moved p1.ppm back.")
    #expect(viewer.title == "q.ppm (200×150) – Overscroll")
  }

  @Test func `stays in the trash where another one has its place`() throws {
    let viewer = try viewer()
    try viewer.wait(forPicture: 2, after: "Delete", "Delete")
    try RunningViewer.write([1], to: path("p1.ppm"))
    try viewer.expect(
      message: "p1.ppm could not be moved back: another file has its name now.", after: "ctrl+z")
    #expect(try RunningViewer.bytes(of: path("p1.ppm")) == [1])
    #expect(TestFolder.names(in: data + "/Trash/files") == ["p1.ppm"])
    #expect(unlink(path("p1.ppm")) == 0)
    try viewer.wait(forPicture: 1, after: "ctrl+z")
  }

  @Test func `stays where the trash can't be written`() throws {
    #expect(mkdir(data + "/Trash", 0o700) == 0 && symlink("/", data + "/Trash/files") == 0)
    let viewer = try viewer()
    try viewer.settle(after: "Delete", "Delete")
    #expect(viewer.message?.hasPrefix("p1.ppm could not be moved to the trash: \(data)") == true)
    #expect(exists("p1.ppm"))
    try viewer.expect(message: "There is nothing to undo.", after: "ctrl+z")
  }

  // MARK: - A copy

  @Test func `is saved in its own format, as it is shown`() throws {
    try addHalves("a.jpg")
    let viewer = try open()
    try viewer.wait(forTitle: "a.jpg (150×200) – Overscroll", after: "greater")
    let shot = try viewer.settle(after: "ctrl+s")
    try viewer.settle(after: "Return")
    let info = try ImageFile.open(path("a-copy.jpg")).info
    #expect(info.format == "JPEG" && info.size == PixelSize(width: 150, height: 200))
    // A click on the line below the field chooses the visible part, if that is another one.
    try viewer.settle(after: "ctrl+g", "7", "5", "comma", "5", "0", "at", "8", "Return")
    let field = try viewer.settle(after: "ctrl+s")
    #expect(!field.isSame(as: shot))
    try viewer.input.click(Point(640, 800 - 16 - 11))
    #expect(!(try viewer.settle().isSame(as: field)))
    try viewer.keep("save-visible-part")
    try viewer.input.type("ctrl+a", text: path("part.webp"))
    try viewer.settle(after: "Return")
    #expect(try ImageFile.open(path("part.webp")).info.size.height == 100)
  }

  @Test func `is offered of the picture that was shown, though its file isn't read`() throws {
    for name in ["a.png", "b.png"] { try addHalves(name) }
    let viewer = try open()
    let page = try viewer.picturePage
    var saver = PictureSaver()
    saver.wait(for: page.content, at: 10)
    var isWaiting = saver.isWaiting(for: page.content)
    #expect(isWaiting && saver.choiceDeadline == 10.5)
    let ends = [10.4, 10.5].map { saver.endWait(at: $0, isScaleKnown: false) }
    #expect(ends == [false, true] && saver.choiceDeadline == nil)
    saver.wait(for: page.content, at: 20)
    page.appearance.scale = ScaleController(isOn: nil, given: nil)
    try viewer.settle(after: "ctrl+s", "n")
    #expect(!page.appearance.field.isShown || page.content.file == FilePath(path("a.png")))
    try viewer.settle(after: "Escape")
    try viewer.wait(forTitle: "b.png (200×150) – 2 of 2 – Overscroll", after: "End")
    isWaiting = saver.isWaiting(for: page.content)
    #expect(!isWaiting && saver.choiceDeadline == nil)
    // Another picture doesn't get the name that was typed for this one.
    try viewer.waitUntil("the field", after: "ctrl+s") { page.appearance.field.isShown }
    let other = FilePath(path("a.png"))
    try viewer.drop(other)
    try viewer.waitUntil("the other picture") { page.content.file == other }
    #expect(!page.appearance.field.isShown)
    #expect(viewer.message == "Nothing was saved: another picture is shown by now.")
    try viewer.settle(after: "F2")
    let first = FilePath(path("b.png"))
    try viewer.drop(first)
    try viewer.waitUntil("the first picture") { page.content.file == first }
    #expect(viewer.message == "Nothing was renamed: another picture is shown by now.")
    #expect(TestFolder.names(in: folder.path).sorted() == ["a.png", "b.png"])
    // Nor is it the one that a folder or stars were typed for, and what goes on to be typed is no command.
    for (key, verb) in [("alt+m", "moved"), ("alt+c", "copied"), ("asterisk", "rated")] {
      try viewer.settle(after: "Return")
      #expect(page.shownOverview == nil)
      try viewer.advance(by: 2)
      try viewer.settle(after: key)
      let next = page.content.file == first ? other : first
      try viewer.drop(next)
      try viewer.waitUntil("the next picture") { page.content.file == next }
      #expect(!page.appearance.field.isShown)
      #expect(viewer.message == "Nothing was \(verb): another picture is shown by now.")
    }
  }

  @Test func `is saved again as it was last, and not over that without a question`() throws {
    var bytes = Array("P5 64 48 65535\n".utf8)
    for pixel in 0..<64 * 48 { bytes += [UInt8(pixel >> 8), UInt8(pixel & 0xFF)] }
    try RunningViewer.write(bytes, to: path("gray.pgm"))
    let viewer = try open()
    let page = try viewer.picturePage
    func firstChoice() throws -> String {
      try viewer.waitUntil("the field", after: "ctrl+s") { page.appearance.field.isShown }
      return page.appearance.field.shown?.panel.choices.first ?? ""
    }
    #expect(try firstChoice().contains("as seen"))
    try viewer.input.type("Tab", "Return")
    try viewer.waitUntil("the file") { viewer.message?.hasPrefix("Saved gray-copy.png") == true }
    let saved = try RunningViewer.bytes(of: path("gray-copy.png"))
    #expect(try firstChoice().contains("as it is"))
    try viewer.settle(after: "Return")
    #expect(
      page.appearance.field.shown?.panel.problem
        == "This file exists. Press Return again to replace it.")
    try viewer.settle(after: "Return")
    #expect(!page.appearance.field.isShown && page.appearance.saver.work == nil)
    #expect(try RunningViewer.bytes(of: path("gray-copy.png")) == saved)
  }

  /// Says where the pixels of a file lie on a map.
  private func addWorldFile(_ name: String) throws {
    try RunningViewer.write(Array("10\n0\n0\n-10\n500005\n4648995\n".utf8), to: path(name))
  }

  /// What can be saved of the picture that is shown.
  private func parts(_ viewer: HeadlessViewer) throws -> [String] {
    let page = try viewer.picturePage
    let scale = page.appearance.scale.scale(of: page.content)
    return SaveChoice(page.content, selection: nil, scale: scale).parts.map(\.label)
  }

  @Test func `is offered as it is where only that says where its pixels lie on a map`() throws {
    try addHalves("a.tif")
    var viewer = try open()
    try viewer.settle()
    #expect(try parts(viewer) == ["Whole picture, 200 × 150"])
    try addWorldFile("a.tfw")
    viewer = try open()
    try viewer.settle()
    #expect(
      try parts(viewer) == [
        "Whole picture, 200 × 150, as seen: 8-bit sRGB, without its place on the map",
        "Whole picture, 200 × 150, as it is: 8-bit, 3 channels, place on the map",
      ])
  }

  @Test(arguments: ["b.tif", "b.png"])
  func `is saved with its place on the map, or a message without it`(name: String) throws {
    try addHalves("a.tif")
    try addWorldFile("a.tfw")
    let viewer = try open()
    let page = try viewer.picturePage
    // As where the world file is read later than the user is ready: nothing is known of it yet.
    page.appearance.scale = ScaleController(isOn: nil, given: nil)
    try viewer.waitUntil("the field", after: "ctrl+s") { page.appearance.field.isShown }
    try viewer.input.type("Tab", "ctrl+a", text: path(name))
    // Another version of the file may be shown by then.
    page.appearance.scale = ScaleController(isOn: nil, given: nil)
    try viewer.waitUntil("the end of saving", after: "Return") {
      viewer.message?.hasPrefix("Saved \(name)") == true
    }
    let says = viewer.message?.contains("without its place on the map") == true
    #expect(says == (name == "b.png"), "\(viewer.message ?? "")")
    let map = PictureMetadata(of: FilePath(path(name))).scale?.map
    #expect(map?.origin == (name == "b.png" ? nil : Point(500_000, 4_649_000)))
  }

  @Test func `is written with the place of a part on the map that a world file says`() throws {
    try addHalves("a.tif")
    try addWorldFile("a.tfw")
    for name in ["b.tif", "b.png"] {
      let result = try RunningViewer.run([
        "render", path("a.tif"), "--as", "data", "--rect", "20,10,40,30", "-o", path(name),
      ])
      #expect(result.status == 0)
      #expect(result.errors.contains("without the place on the map") == (name == "b.png"))
    }
    let seen = try RunningViewer.run(["render", path("a.tif"), "-o", path("c.png")])
    #expect(
      seen.errors
        == "overscroll: \(path("c.png")): 8-bit sRGB, without the place on the map; "
        + "--as data keeps them\n")
    let map = PictureMetadata(of: FilePath(path("b.tif"))).scale?.map
    #expect(map?.origin == Point(500_200, 4_648_900))
  }

  @Test func `says that it is flipped where it is`() throws {
    try addHalves("a.png")
    let viewer = try open()
    try viewer.settle()
    try viewer.expect(
      message: "Flipped for viewing. Ctrl+Shift+S keeps it in the file.", after: "bar")
  }

  @Test func `has facts of the size of pixels for the page that they are of`() throws {
    for name in ["a.png", "b.png"] { try addHalves(name) }
    let made = try RunningViewer.run(
      script: #"convert "$1" "$2" "$3""#, [path("a.png"), path("b.png"), path("pages.tif")])
    try #require(made.status == 0, "\(made.errors)")
    try addWorldFile("pages.tfw")
    func rows(ofPage page: Int) -> [String] {
      let subject = InformationController.Subject(
        file: FilePath(path("pages.tif")), name: "pages.tif", title: "pages.tif",
        isUnnamed: false, page: page)
      return InformationController.information(of: subject, ImageLimits()).groups
        .flatMap(\.rows).map(\.label)
    }
    #expect(rows(ofPage: 0).contains("Scale"))
    #expect(!rows(ofPage: 1).contains("Scale"))
  }
}
