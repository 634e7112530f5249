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

@Suite struct `The overview in a window` {
  private let folder = PictureFolder()

  /// Where the thumbnail of a picture is: the middle of its cell, with seven columns of 160 points and gutters of 20.
  private func place(of item: Int) -> (x: Int, y: Int) {
    (20 + item % 7 * 180 + 80, 44 + 16 + item / 7 * 212 + 80)
  }

  private func wait(
    _ viewer: HeadlessViewer, forThumbnail number: Int, at item: Int, after keys: String...
  ) throws {
    try viewer.input.type(keys)
    let (x, y) = place(of: item)
    try viewer.wait("thumbnail \(number) at \(item)") { shot in
      shot.color(x, y) == PictureFolder.color(number)
    }
  }

  /// Opens the overview of pictures, whose thumbnails show as far as there is room.
  private func openOverview(of count: Int) throws -> HeadlessViewer {
    let folder = try PictureFolder(of: count)
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    try wait(viewer, forThumbnail: min(count, 21), at: min(count, 21) - 1)
    return viewer
  }

  @Test func `is a strip below the picture, too, which a click goes on from`() throws {
    let folder = try PictureFolder(of: 6, width: 1280, height: 712)
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    let before = try viewer.settle()
    try viewer.input.type("T")
    // In the middle of the width, of which they take 444 points.
    try viewer.wait("six thumbnails") { shot in
      (0..<6).allSatisfy { shot.color(450 + 76 * $0, 756) == PictureFolder.color($0 + 1) }
    }
    // All of the picture shows above it.
    let shot = try viewer.settle()
    #expect(shot.color(640, 2) == PictureFolder.color(1))
    #expect(shot.color(640, 709) == PictureFolder.color(1))
    #expect(shot.color(640, 714) != PictureFolder.color(1))
    try viewer.input.move(to: Point(450 + 76 * 3, 756))
    try viewer.input.click()
    try viewer.wait(forPicture: 4)
    try viewer.wait(forTitle: "p4.ppm (1280×712) – 4 of 6 – Overscroll")
    try viewer.input.type("Home", "T")
    try viewer.input.move(to: Point(1000, 300))
    try viewer.wait("the whole window again") { $0.isSame(as: before) }
  }

  /// Opens the overview of six pictures, with a trash in a data folder of its own.
  private func openSix() throws -> (viewer: HeadlessViewer, folder: PictureFolder, data: String) {
    let folder = try PictureFolder(of: 6)
    let data = TestFolder.make("data")
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"]) {
      $0.services.dataHome = FilePath(data)
    }
    try wait(viewer, forThumbnail: 6, at: 5)
    return (viewer, folder, data)
  }

  @Test func `ends a rectangle by a key, after which its drag selects no more`() throws {
    let (viewer, _, _) = try openSix()
    let page = try viewer.picturePage
    let ends = [1, 2].map { Point(Double(place(of: $0).x) - 90, Double(place(of: $0).y)) }
    for (key, count) in [("Escape", 0), ("n", 1)] {
      try viewer.input.drag(ends + [ends[1] + Point(90, 0)], milliseconds: 50, releases: false)
      #expect(page.shownOverview?.selectedCount == 2)
      try viewer.input.type(key)
      #expect(page.shownOverview?.selectedCount == count)
      try viewer.input.move(to: ends[1] + Point(60, 5))
      try viewer.input.release()
      #expect(page.shownOverview?.selectedCount == count, "\(key)")
    }
  }

  @Test func `copies, marks, turns and deletes all pictures that are selected`() throws {
    let (viewer, folder, data) = try openSix()
    try viewer.input.type("Right", "shift+Right", "ctrl+c")
    let files = viewer.host.clipboard?.files.map(\.lastComponent.description)
    #expect(files == ["p2.ppm", "p3.ppm"])
    try viewer.input.type("ctrl+shift+C")
    #expect(viewer.clipboardText == "p2.ppm\np3.ppm")
    try viewer.input.type("v")
    let (x, y) = place(of: 1)
    // The mark is in the corner of the picture, of 160 by 120 points.
    func isMarked(_ shot: Screenshot, _ item: Int) -> Bool {
      let (x, y) = place(of: item)
      return shot.color(x + 80 - 13, y - 60 + 13) == 0xF0383D
    }
    var shot = try viewer.settle()
    #expect((0..<6).map { isMarked(shot, $0) } == [false, true, true, false, false, false])
    try viewer.input.type("V", "greater")
    shot = try viewer.settle()
    // It is higher than wide now.
    #expect(shot.color(x, y - 75) == PictureFolder.color(2))
    #expect(shot.color(x - 75, y) != PictureFolder.color(2))
    try viewer.settle(after: "Delete")
    #expect(TestFolder.names(in: folder.path).count == 6)
    try wait(viewer, forThumbnail: 4, at: 1, after: "Delete")
    try viewer.settle()
    #expect(TestFolder.names(in: data + "/Trash/files").sorted() == ["p2.ppm", "p3.ppm"])
    #expect(viewer.title == "p4.ppm – 2 of 4 – Overscroll")
    try viewer.input.type("ctrl+a", "Delete", "Delete")
    try viewer.wait(forTitle: "p1.ppm (200×150) (deleted) – Overscroll")
    #expect(TestFolder.names(in: data + "/Trash/files").count == 6)
  }

  @Test func `takes back by one Ctrl+Z what was marked, unmarked or turned together`() throws {
    let (viewer, _, _) = try openSix()
    let page = try viewer.picturePage
    func marked() throws -> [String] {
      try #require(page.album).album.markedPaths.map(\.lastComponent.description).sorted()
    }
    func turnedCount() throws -> Int {
      let album = try #require(page.album).album
      return album.entries.count { page.maker.turn(of: album.path(of: $0)) != .upright }
    }
    // One was marked before, and stays so.
    try viewer.settle(after: "v")
    try viewer.settle(after: "ctrl+a", "v", "greater", "v")
    #expect(try marked().isEmpty && turnedCount() == 6)
    try viewer.expect(message: "6 pictures are marked.", after: "ctrl+z")
    #expect(try marked().count == 6 && turnedCount() == 6)
    try viewer.expect(message: "Took back the rotation of 6 pictures.", after: "ctrl+z")
    #expect(try turnedCount() == 0)
    #expect(page.content.turn == .upright)
    try viewer.expect(message: "5 pictures are no longer marked.", after: "ctrl+z")
    #expect(try marked() == ["p1.ppm"])
    try viewer.expect(message: "There is nothing to undo.", after: "ctrl+z")
  }

  @Test
  func `has a menu about the picture under the pointer, which is said to be gone, and comes back`()
    throws
  {
    let (viewer, folder, data) = try openSix()
    func choose(_ letter: String, at item: Int) throws {
      let (x, y) = place(of: item)
      try viewer.input.move(to: Point(Double(x), Double(y)))
      try viewer.input.click(button: 3)
      try viewer.input.type(letter, "Return")
    }
    // The first one is selected.
    try choose("m", at: 3)
    try wait(viewer, forThumbnail: 5, at: 3)
    try viewer.settle()
    #expect(TestFolder.names(in: data + "/Trash/files") == ["p4.ppm"])
    #expect(viewer.message == "p4.ppm was moved to the trash. Ctrl+Z takes it back.")
    try choose("u", at: 1)
    try wait(viewer, forThumbnail: 4, at: 3)
    #expect(TestFolder.names(in: data + "/Trash/files").isEmpty)
    // All that are selected stay so under one of them.
    try viewer.input.type("Home", "shift+Right")
    try choose("c", at: 1)
    #expect(viewer.host.clipboard?.files.map(\.lastComponent.description) == ["p1.ppm", "p2.ppm"])
    // Nothing is there.
    try choose("m", at: 15)
    try viewer.settle()
    #expect(TestFolder.names(in: folder.path).count == 6)
  }

  /// An overview of six pictures, of which the third is found.
  private func searched() throws -> HeadlessViewer {
    let viewer = try openOverview(of: 6)
    try viewer.input.type("slash", text: "3")
    try wait(viewer, forThumbnail: 3, at: 0)
    return viewer
  }

  @Test func `clears a search by the cross in its field, in which one types on`() throws {
    let viewer = try searched()
    // The cross is as bright as the text.
    let cross = try viewer.settle().pixel(x: 1256, y: 22) ?? 0
    #expect(cross & 0xFF > 0xB0)
    try viewer.input.click(Point(1256, 22))
    try wait(viewer, forThumbnail: 2, at: 1)
    try viewer.input.type(text: "5")
    try wait(viewer, forThumbnail: 5, at: 0)
  }

  @Test func `says what is searched for once the field has opened what it found`() throws {
    let viewer = try searched()
    try viewer.wait(forTitle: "p3.ppm (200×150) – 3 of 6 – Overscroll", after: "Return")
    let shot = try viewer.settle(after: "Return")
    // Its cross, and its text.
    #expect((shot.pixel(x: 1256, y: 22) ?? 0) & 0xFF > 0xB0)
    let text = (1094..<1104).flatMap { x in (14..<30).map { shot.pixel(x: x, y: $0) ?? 0 } }
    #expect(text.contains { $0 & 0xFF > 0xB0 })
  }

  @Test func `ends a search that has not found the picture that is shown`() throws {
    let folder = try PictureFolder(of: 12)
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    func search() throws {
      try viewer.input.type("slash", text: "1")
      try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 12 – Overscroll", after: "Return")
    }
    try search()
    try viewer.wait(forTitle: "p2.ppm (200×150) – 2 of 12 – Overscroll", after: "n")
    try viewer.expect(title: "p2.ppm – 2 of 12 – Overscroll", after: "Return")
    try viewer.expect(title: "p3.ppm – 3 of 12 – Overscroll", after: "Right")
    // One that has found it stays.
    try search()
    try viewer.expect(title: "p10.ppm – 10 of 12 – Overscroll", after: "Return", "Right")
  }

  @Test func `lightens all of the search's box under the pointer`() throws {
    let viewer = try openOverview(of: 2)
    let plain = try viewer.settle().pixel(x: 1250, y: 22)
    try viewer.input.move(to: Point(1250, 22))
    let shot = try viewer.settle()
    let column = (8...36).map { shot.pixel(x: 1250, y: $0) }
    #expect(Set(column).count == 1 && column[0] != plain)
  }

  @Test func `has the field of a search where the header has it, also in another size`() throws {
    let viewer = try searched()
    for (width, height) in [(900, 600), (500, 400), (1280, 800)] {
      try viewer.resize(width, height)
      // The cross is at the end of the field, where nothing else is as bright.
      let cross = try viewer.settle().pixel(x: width - 24, y: 22) ?? 0
      #expect(cross & 0xFF > 0xB0, "\(width)")
    }
  }

  @Test func `selects the picture that is shown again after a search that finds nothing`() throws {
    let folder = try PictureFolder(of: 6)
    let viewer = try HeadlessViewer([folder.path, "--start", "3", "--animations", "off"])
    try viewer.wait(forPicture: 3)
    try viewer.input.type("slash", text: "zzz")
    try viewer.settle()
    try viewer.expect(title: "p3.ppm – 3 of 6 – Overscroll", after: "Escape", "Escape")
  }

  @Test func `lightens the cell under the pointer, also of a list that scrolls below it`() throws {
    let viewer = try openOverview(of: 60)
    let (x, y) = place(of: 8)
    let plain = try viewer.settle().pixel(x: x, y: y - 78)
    try viewer.input.move(to: Point(Double(x), Double(y)))
    // The cell has free room over its picture, of 160 by 120 points.
    let hovered = try viewer.settle().pixel(x: x, y: y - 78)
    #expect(hovered != plain)
    // It is the keys that choose then, until the pointer moves.
    #expect(try viewer.settle(after: "Home").pixel(x: x, y: y - 78) == plain)
    try viewer.input.move(to: Point(Double(x) + 1, Double(y)))
    #expect(try viewer.settle().pixel(x: x, y: y - 78) == hovered)
    // A cell below comes to the pointer.
    try viewer.input.wheel(6)
    let scrolled = try viewer.settle()
    let light = (0..<800).filter { scrolled.pixel(x: x - 79, y: $0) == hovered }
    #expect(light.contains(y) && light.count > 60 && light.count < 220)
  }

  @Test func `compares the two that are selected, and drags them out`() throws {
    let viewer = try openOverview(of: 6)
    let places = [1, 3].map(place)
    try viewer.input.click(Point(Double(places[0].x), Double(places[0].y)))
    try viewer.input.hold("ctrl")
    try viewer.input.click(Point(Double(places[1].x), Double(places[1].y)))
    try viewer.input.letGo("ctrl")
    try viewer.input.drag((0...4).map { Point(Double(places[1].x + 10 * $0), Double(places[1].y)) })
    let dragged = viewer.host.requests.compactMap { request -> [String]? in
      guard case .drag(let contents) = request else { return nil }
      return contents.files.map(\.lastComponent.description)
    }
    #expect(dragged == [["p2.ppm", "p4.ppm"]])
    try viewer.waitUntil("a comparison", after: "C") {
      viewer.title.contains("p2.ppm") && viewer.title.contains("p4.ppm")
    }
  }

  @Test func `compares all that are selected, up to six`() throws {
    let viewer = try openOverview(of: 7)
    try viewer.input.type("ctrl+a")
    try viewer.input.type("C")
    #expect(viewer.message == "At most six pictures can be compared at a time, not 7.")
    let places = [1, 3, 4].map(place).map { Point(Double($0.x), Double($0.y)) }
    try viewer.input.click(places[0])
    try viewer.input.hold("ctrl")
    for place in places.dropFirst() { try viewer.input.click(place) }
    try viewer.input.letGo("ctrl")
    try viewer.waitUntil("a comparison", after: "C") {
      viewer.title == "p2.ppm and p4.ppm, and 1 more – Overscroll"
    }
    try viewer.wait("all of them, in thirds of the window") { shot in
      zip([212, 640, 1067], [2, 4, 5]).allSatisfy { x, number in
        shot.color(x, 400) == PictureFolder.color(number)
      }
    }
  }

  @Test func `sorts the pictures while one is shown, which stays`() throws {
    // The later in the order of names, the smaller and the newer.
    for number in 1...5 {
      let path = try folder.add("p\(number).ppm", number, width: 200, height: 160 - 10 * number)
      #expect(PictureFolder.setTime(1_700_000_000 + number, of: path))
    }
    let viewer = try HeadlessViewer([folder.path + "/p2.ppm", "--animations", "off"])
    try viewer.wait(forTitle: "p2.ppm (200×140) – 2 of 5 – Overscroll")
    try viewer.wait(forTitle: "p2.ppm (200×140) – 4 of 5 – Overscroll", after: "alt+4")
    try viewer.wait(forTitle: "p2.ppm (200×140) – 2 of 5 – Overscroll", after: "alt+3")
    try viewer.wait(forTitle: "p2.ppm (200×140) – 4 of 5 – Overscroll", after: "alt+0")
    try wait(viewer, forThumbnail: 5, at: 0, after: "t")
    // A click on the name of the order opens a menu of all; the direction stays.
    let header = try viewer.settle()
    try viewer.input.click(Point(1280 - 8 - 208 - 8 - 28 - 30, 22))
    try viewer.wait("a menu") { !$0.isSame(as: header) }
    try wait(viewer, forThumbnail: 1, at: 0, after: "s", "i", "Return")
    // The arrow beside it reverses the order.
    try viewer.input.click(Point(1280 - 8 - 208 - 8 - 14, 22))
    try wait(viewer, forThumbnail: 5, at: 0)
    try viewer.wait(forTitle: "p2.ppm (200×140) – 2 of 5 – Overscroll", after: "alt+1", "Escape")
    // One that comes has its place in the order.
    try folder.add("p0.ppm", 0)
    try viewer.wait(forTitle: "p2.ppm (200×140) – 3 of 6 – Overscroll")
  }

  @Test func `narrows to what is typed, opens the first, and is whole again`() throws {
    for (number, name) in ["Été.ppm", "beach 1.ppm", "beach 2.ppm", "winter.ppm"].enumerated() {
      try folder.add(name, number + 1)
    }
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    // In the order of names: beach 1, beach 2, winter, Été.
    try wait(viewer, forThumbnail: 2, at: 0)
    try viewer.input.type("slash", text: "2 BEA")
    try wait(viewer, forThumbnail: 3, at: 0)
    try wait(viewer, forThumbnail: 2, at: 0, after: "Escape")
    try viewer.input.type(text: "ete")
    try wait(viewer, forThumbnail: 1, at: 0)
    try viewer.wait(forTitle: "Été.ppm (200×150) – 4 of 4 – Overscroll", after: "Return")
    // The search is there again until it is ended.
    try wait(viewer, forThumbnail: 1, at: 0, after: "t")
    try viewer.input.type("Escape")
    try wait(viewer, forThumbnail: 2, at: 0)
    try viewer.wait(forTitle: "Été.ppm (200×150) – 4 of 4 – Overscroll", after: "Escape")
    // Over a picture, too; what is selected is what was found, by its number in the album.
    try viewer.input.type("ctrl+f", text: "beach")
    try viewer.expect(title: "beach 2.ppm – 2 of 4 – Overscroll", after: "Down", "Right", "v")
    try viewer.wait(forTitle: "beach 2.ppm (200×150) – 2 of 4 – Overscroll", after: "Return")
    #expect(try viewer.finish().isEmpty)
  }

  @Test func `finds names for a place to go to, which are listed below the field`() throws {
    for number in 1...9 { try folder.add("scan \(number) page.ppm", number) }
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    let empty = try viewer.settle(after: "ctrl+g")
    try viewer.input.type(text: "page")
    try viewer.wait("a list") { !$0.isSame(as: empty) }
    try viewer.wait(forPicture: 2, after: "Down", "Down", "Down", "Up", "Return")
    try viewer.input.type("ctrl+g", text: "7 page")
    try viewer.wait(forPicture: 7, after: "Return")
    // A click on the last of six rows of 28 points.
    try viewer.input.type("ctrl+g", text: "page")
    try viewer.settle()
    try viewer.input.click(Point(640, 800 - 16 - 6 - 14))
    try viewer.wait(forPicture: 6)
  }

  /// The rectangle of the pixels of a picture's color, of several hundred of which there must be some.
  private func extent(_ shot: Screenshot, _ number: Int, of size: PixelSize) -> Rect? {
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for y in stride(from: 0, to: size.height, by: 4) {
      for x in stride(from: 0, to: size.width, by: 4)
      where shot.color(x, y) == PictureFolder.color(number) {
        (left, right) = (min(left, x), max(right, x + 4))
        (top, bottom) = (min(top, y), max(bottom, y + 4))
      }
    }
    guard left < right else { return nil }
    return Rect(
      x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
  }

  @Test func `has a picture fly to its place and back, in a fifth of a second`() throws {
    let folder = try PictureFolder(of: 9, width: 1600, height: 1000)
    let viewer = try HeadlessViewer([folder.path, "--overview"])
    let size = viewer.host.display.size
    try wait(viewer, forThumbnail: 9, at: 8)
    try viewer.settle(after: "Right", "Down")
    let cell = try #require(extent(viewer.look(), 9, of: size))
    #expect(cell.width <= 164 && cell.height <= 104)
    try viewer.input.type("Return")
    try viewer.window.finishWork()
    var last = cell
    for _ in 0..<4 {
      try viewer.advance(by: 0.04)
      let shot = try viewer.look()
      let now = try #require(extent(shot, 9, of: size))
      #expect(now.width > last.width && now.width < 1284, "\(now)")
      // The others fade.
      #expect(extent(shot, 1, of: size) == nil)
      last = now
    }
    // Half of the time is most of the way.
    #expect(last.width > 1000)
    try viewer.advance(by: 0.1)
    #expect(extent(try viewer.look(), 9, of: size) == Rect(x: 0, y: 0, width: 1280, height: 800))
    #expect(viewer.title == "p9.ppm (1600×1000) – 9 of 9 – Overscroll")
    try viewer.settle()
    try viewer.input.type("t")
    try viewer.advance(by: 0.05)
    let back = try #require(extent(viewer.look(), 9, of: size))
    #expect(back.width < 1280 && back.width > 164)
    try viewer.settle()
    #expect(extent(try viewer.look(), 9, of: size) == cell)
    // A key goes on at once.
    try viewer.wait(forTitle: "p8.ppm (1600×1000) – 8 of 9 – Overscroll", after: "Return", "p")
    try viewer.wait(forPicture: 8)
  }

  @Test func `has the picture fly to its cell, although the thumbnail isn't loaded`() throws {
    let folder = try PictureFolder(of: 2, width: 1600, height: 1000)
    let viewer = try HeadlessViewer([folder.path])
    try viewer.input.type("t")
    try viewer.advance(by: 0.04)
    let size = viewer.host.display.size
    let now = try #require(extent(viewer.look(), 1, of: size))
    #expect(now.width > 164 && now.width < 1280, "\(now)")
    try viewer.settle()
    #expect(try #require(extent(viewer.look(), 1, of: size)).width <= 164)
  }

  @Test func `has a picture at once with reduced motion`() throws {
    let folder = try PictureFolder(of: 2, width: 1600, height: 1000)
    let viewer = try HeadlessViewer([folder.path, "--overview"]) {
      $0.display.settings.animates = false
    }
    try wait(viewer, forThumbnail: 2, at: 1)
    try viewer.input.type("Return")
    try viewer.advance(by: 0.02)
    let size = viewer.host.display.size
    #expect(extent(try viewer.look(), 1, of: size) == Rect(x: 0, y: 0, width: 1280, height: 800))
    try viewer.input.type("t")
    try viewer.advance(by: 0.02)
    #expect(try #require(extent(viewer.look(), 1, of: size)).width < 170)
  }

  /// A folder with three pictures and two folders: one with four pictures, and one with nothing but another folder.
  private func tree() throws -> PictureFolder {
    let folder = PictureFolder()
    for part in ["A", "b", "b/c"] { #expect(mkdir(folder.path + "/" + part, 0o700) == 0) }
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    for number in 4...7 { try folder.add("A/p\(number).ppm", number) }
    try folder.add("b/c/p8.ppm", 8)
    return folder
  }

  @Test func `has folders first, as stacks, which are entered and left`() throws {
    let folder = try tree()
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    for (number, item) in [(4, 0), (1, 2), (2, 3), (3, 4)] {
      try wait(viewer, forThumbnail: number, at: item)
    }
    // The two behind the first picture of the stack are above it, each a step narrower.
    let (x, y) = place(of: 0)
    let shot = try viewer.settle()
    let above = (20...100).compactMap { shot.pixel(x: x, y: y - $0).map { $0 & 0xFF_FFFF } }
    #expect(above.contains(PictureFolder.color(5)) && above.contains(PictureFolder.color(6)))
    #expect(!above.contains(PictureFolder.color(7)))
    // The picture that is shown is selected.
    #expect(viewer.title == "p1.ppm – 1 of 3 – Overscroll")
    try viewer.input.type("Left", "Left")
    #expect(viewer.title == "A – Overscroll")
    // Nothing is done to a folder.
    try viewer.wait(forTitle: "p4.ppm – 1 of 4 – Overscroll", after: "Delete", "Delete", "Return")
    for number in 4...7 { try wait(viewer, forThumbnail: number, at: number - 4) }
    try viewer.wait(forTitle: "A – Overscroll", after: "alt+Up")
    try viewer.input.type("Right", "Return")
    // No picture, but a folder.
    try viewer.wait(forTitle: "c – Overscroll")
    try wait(viewer, forThumbnail: 8, at: 0)
    try viewer.wait(forTitle: "p8.ppm – Overscroll", after: "Return")
    try viewer.wait(forTitle: "c – Overscroll", after: "alt+Left")
    try viewer.wait(forTitle: "b – Overscroll", after: "alt+Left")
    try viewer.wait(forPicture: 1, after: "Right", "Return")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 3 – Overscroll")
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test(arguments: [false, true])
  func `is there at once where a folder has only folders in it`(isTyped: Bool) throws {
    let folder = try tree()
    let viewer = try HeadlessViewer([folder.path + (isTyped ? "/A" : "/b"), "--animations", "off"])
    if isTyped {
      try viewer.wait(forTitle: "p4.ppm (200×150) – 1 of 4 – Overscroll")
      // There is no dialog.
      try viewer.settle(after: "ctrl+o")
      try viewer.input.type("ctrl+a", text: folder.path + "/b")
      try viewer.input.type("Return")
    }
    try wait(viewer, forThumbnail: 8, at: 0)
    #expect(viewer.message == nil)
    // Below it a page says that there are none.
    try viewer.expect(title: "b – Overscroll", after: "Escape")
    try wait(viewer, forThumbnail: 8, at: 0, after: "Return")
    try viewer.wait(forTitle: "p8.ppm – Overscroll", after: "Home", "Return")
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `goes up by a click on the header, and enters by a double click`() throws {
    let folder = try tree()
    let viewer = try HeadlessViewer([folder.path + "/A", "--overview", "--animations", "off"])
    try wait(viewer, forThumbnail: 4, at: 0)
    try viewer.input.click(Point(22, 22))
    try viewer.wait(forTitle: "A – Overscroll")
    try wait(viewer, forThumbnail: 1, at: 2)
    let (x, y) = place(of: 0)
    for _ in 1...2 { try viewer.input.click(Point(Double(x), Double(y))) }
    try viewer.wait(forTitle: "p4.ppm – 1 of 4 – Overscroll")
    // Folders are sought, too.
    try viewer.wait(forTitle: "A – Overscroll", after: "alt+Up")
    try viewer.input.type("slash", text: "B")
    try viewer.wait(forTitle: "b – Overscroll")
    try viewer.wait(forTitle: "c – Overscroll", after: "Return")
  }

  @Test func `follows folders that come and go`() throws {
    let folder = try tree()
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    try wait(viewer, forThumbnail: 4, at: 0)
    try wait(viewer, forThumbnail: 1, at: 2)
    #expect(rename(folder.path + "/A", folder.path + "/z") == 0)
    try wait(viewer, forThumbnail: 4, at: 1)
    try wait(viewer, forThumbnail: 1, at: 2)
    #expect(rename(folder.path + "/z", folder.path + "/../gone-\(getpid())") == 0)
    try wait(viewer, forThumbnail: 1, at: 1)
    #expect(viewer.title == "p1.ppm – 1 of 3 – Overscroll")
  }

  @Test(arguments: [0, 2])
  func `selects what follows a file that has another name or is gone`(item: Int) throws {
    let folder = try PictureFolder(of: 4)
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    for _ in 0..<item { try viewer.settle(after: "Right") }
    let old = "\(folder.path)/p\(item + 1).ppm"
    #expect(rename(old, folder.path + "/q.ppm") == 0)
    let next = "p\(item + 2).ppm – \(item + 1) of"
    try viewer.wait(forTitle: "\(next) 4 – Overscroll")
    unlink(folder.path + "/q.ppm")
    try viewer.wait(forTitle: "\(next) 3 – Overscroll")
    // The one that was behind the overview is not there either.
    try viewer.settle(after: "Home", "Escape")
    #expect(viewer.title == "p\(item == 0 ? 2 : 1).ppm (200×150) – 1 of 3 – Overscroll")
  }

  @Test func `has no folders where their pictures are shown already`() throws {
    let folder = try tree()
    let viewer = try HeadlessViewer(
      [folder.path, "--recursive", "--overview", "--animations", "off"])
    try wait(viewer, forThumbnail: 1, at: 0)
    try wait(viewer, forThumbnail: 8, at: 7)
    #expect(viewer.title == "p1.ppm – 1 of 8 – Overscroll")
  }

  @Test func `shows all pictures, opens one, and follows the folder`() throws {
    // Thumbnails of small pictures are quick to make, and are not kept.
    for number in 10..<40 { try folder.add("p\(number).ppm", number) }
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    for item in [0, 1, 20, 25] { try wait(viewer, forThumbnail: 10 + item, at: item) }
    try viewer.wait(forPicture: 18, after: "Right", "Down", "Return")
    try viewer.wait(forTitle: "p18.ppm (200×150) – 9 of 30 – Overscroll")
    try wait(viewer, forThumbnail: 18, at: 8, after: "t")
    // A second time without a change.
    try viewer.settle()
    try viewer.wait(forPicture: 18, after: "Escape")
    try viewer.settle()
    try wait(viewer, forThumbnail: 18, at: 8, after: "t")
    unlink(folder.path + "/p11.ppm")
    try wait(viewer, forThumbnail: 12, at: 1)
    try viewer.wait(forPicture: 18, after: "End", "Escape")
    #expect(try viewer.readErrors().isEmpty)
  }
}
