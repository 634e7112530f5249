import OverscrollBrowser
import OverscrollImaging
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer

@Suite struct `A window that compares several pictures` {
  private let rig = CompareRig()

  /// Opens a window on pictures of one color each, which are larger than it.
  private func open(
    _ count: Int, _ arguments: [String] = [], width: Int = 1280, height: Int = 800
  ) throws -> HeadlessViewer {
    let paths = try (1...count).map {
      try rig.folder.add("p\($0).ppm", $0, width: 2000, height: 1600)
    }
    return try HeadlessViewer(
      ["compare-pictures"] + paths + ["--zoom", "fill", "--animations", "off"] + arguments,
      size: PixelSize(width: width, height: height))
  }

  @Test(arguments: [(3, 1280, 800), (4, 1280, 800), (5, 1280, 800), (6, 1280, 800), (6, 700, 1000)])
  func `shows all of them, each in its cell`(count: Int, width: Int, height: Int) throws {
    let viewer = try open(count, width: width, height: height)
    let cells = try viewer.comparePage.viewports.all
    #expect(cells.count == count)
    let shot = try viewer.wait("all pictures") { shot in
      cells.enumerated().allSatisfy { index, cell in
        let places = [
          (cell.x + 3, cell.y + 3), (cell.maxX - 4, cell.maxY - 4),
          (cell.x + cell.width / 2, cell.y + cell.height / 2),
        ]
        return places.allSatisfy { shot.color($0.0, $0.1) == PictureFolder.color(index + 1) }
      }
    }
    #expect(shot.color(cells[0].maxX, cells[0].y + 100) == 0x08_090B)
  }

  @Test func `blinks through all of them, by its key and from the start`() throws {
    /// The next pictures that are shown.
    func shown(_ viewer: HeadlessViewer, of count: Int) throws -> [Int] {
      var shown: [Int] = []
      try viewer.wait("blinks") { shot in
        let number = (1...count).first { shot.color(640, 400) == PictureFolder.color($0) }
        if let number, number != shown.last { shown.append(number) }
        return shown.count == 6
      }
      return shown
    }
    let viewer = try open(4)
    try viewer.input.type("3")
    #expect(try shown(viewer, of: 4) == [1, 2, 3, 4, 1, 2])
    let order = try shown(open(3, ["--mode", "blink"]), of: 3)
    #expect(zip(order, order.dropFirst()).allSatisfy { $1 == $0 % 3 + 1 }, "\(order)")
  }

  @Test func `compares A with the picture that Tab chooses`() throws {
    let viewer = try open(3, ["--mode", "b"])
    let page = try viewer.comparePage
    func wait(forB number: Int) throws {
      try viewer.wait("picture \(number)") { $0.color(640, 400) == PictureFolder.color(number) }
      try viewer.waitUntil("its name") {
        viewer.title == "p1.ppm and p\(number).ppm, and 1 more – Overscroll"
      }
      #expect(page.plates.rows.first == ComparePlate.Row("B", "p\(number).ppm"))
      // Reds are 24 apart.
      try viewer.waitUntil("numbers") { page.statistics?.maximum == 24 * (number - 1) }
    }
    try wait(forB: 2)
    try viewer.input.type("Tab")
    try wait(forB: 3)
    // Its own place is left to it.
    try viewer.input.type("alt+Right")
    #expect(page.layouts[2].frames.b.x - page.layouts[2].frames.a.x == 1)
    try viewer.input.type("Tab")
    try wait(forB: 2)
    #expect(page.settings.adjustments.map(\.offset.x) == [0, 0, 1])
    #expect(page.layout.frames.b == page.layout.frames.a)
    try viewer.input.type("shift+Tab")
    try wait(forB: 3)
    try viewer.input.type("4")
    try viewer.input.move(to: Point(600, 300))
    try viewer.wait("a wipe") {
      $0.color(500, 400) == PictureFolder.color(1) && $0.color(700, 400) == PictureFolder.color(3)
    }
    try viewer.wait("the difference", after: "6") { $0.color(640, 400) == 48 << 16 }
  }

  @Test func `says that there is no other B of two`() throws {
    let viewer = try rig.plain("--mode", "b")
    try viewer.input.type("Tab")
    #expect(viewer.message == "B is the only picture beside A.")
    #expect(viewer.title == "a.ppm and b.ppm – Overscroll")
  }

  @Test func `moves and zooms all of them together, in whichever it is done`() throws {
    // The same pixels, so that cells that are placed alike look alike.
    let paths = try ["a.ppm", "b.ppm", "c.ppm"].map { try rig.noise($0) }
    let viewer = try HeadlessViewer(
      ["compare-pictures"] + paths + ["--zoom", "100%", "--animations", "off"])
    let page = try viewer.comparePage
    let cells = page.viewports.all
    /// What is seen in a cell, below its name and above the summary.
    func pixels(_ cell: PixelRect, _ shot: Screenshot) -> [UInt32] {
      (100..<600).flatMap { y in
        stride(from: 5, to: cell.width - 30, by: 40).map { shot.color(cell.x + $0, y) }
      }
    }
    func areAlike(_ shot: Screenshot) -> Bool {
      cells.allSatisfy { pixels($0, shot) == pixels(cells[0], shot) }
    }
    try viewer.settle()
    let start = try viewer.wait("all pictures", until: areAlike)
    let before = page.view.placement
    try viewer.input.drag(
      (0...6).map { Point(Double(cells[1].x) + 300 - 20 * Double($0), 400) }, milliseconds: 50)
    try viewer.settle()
    let moved = try viewer.wait("all of them moved", until: areAlike)
    #expect(pixels(cells[0], moved) != pixels(cells[0], start))
    #expect(page.view.placement.origin.x < before.origin.x - 50)
    // Zooming in the last cell keeps the pixel under the pointer, and is the same in all.
    let pointer = Point(Double(cells[2].x) + 200, 300)
    func place() -> Point {
      let placement = page.view.placement
      return (Point(200, 300) - placement.origin) / placement.scale
    }
    try viewer.input.move(to: pointer)
    let zoom = page.view.placement.scale
    let fixed = place()
    try viewer.input.wheel(-2, holding: ["ctrl"])
    try viewer.settle()
    #expect(page.view.placement.scale > 1.05 * zoom && (place() - fixed).length < 2)
    try viewer.wait("all of them zoomed", until: areAlike)
  }
}
