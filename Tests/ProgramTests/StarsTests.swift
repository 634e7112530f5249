import OverscrollBase
import OverscrollHost
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollImaging
@testable import OverscrollViewer

/// The stars of pictures, in a window.
@Suite struct `A picture with stars` {
  private let folder = PictureFolder()

  private var sidecars: [String] {
    TestFolder.names(in: folder.path).filter { $0.hasSuffix(".xmp") }
  }

  private func viewer(_ arguments: String...) throws -> HeadlessViewer {
    for number in 1...4 { try folder.add("p\(number).ppm", number) }
    return try HeadlessViewer([folder.path, "--animations", "off"] + arguments)
  }

  private func rate(_ name: String, _ stars: Int) throws {
    _ = try PictureRating.set(stars, of: FilePath("\(folder.path)/\(name)"))
  }

  /// The pixels in the color of stars.
  private func starCount(_ shot: Screenshot) -> Int {
    (0..<800).reduce(0) { count, y in
      count + (0..<1280).count { shot.color($0, y) == 0xFFD24A }
    }
  }

  @Test func `has those of the digit that follows *, until Ctrl+Z`() throws {
    let viewer = try viewer()
    try viewer.expect(message: "p1.ppm has 4 stars now.", after: "asterisk", "4")
    #expect(sidecars == ["p1.ppm.xmp"])
    // The field is gone: keys are commands again. One that is no digit gives nothing.
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.settle(after: "asterisk", "7", "Escape")
    #expect(viewer.title == "p2.ppm (200×150) – 2 of 4 – Overscroll" && sidecars.count == 1)
    try viewer.settle(after: "ctrl+z")
    #expect(viewer.message == "Took back the stars of p1.ppm." && sidecars.isEmpty)
    try viewer.expect(message: "There is nothing to undo.", after: "ctrl+z")
  }

  @Test func `keeps them under another name`() throws {
    let viewer = try viewer()
    try viewer.settle(after: "asterisk", "4")
    try viewer.settle(after: "F2", "q", "Return")
    #expect(viewer.message == "Renamed to q.ppm." && sidecars == ["q.ppm.xmp"])
    try viewer.settle(after: "ctrl+z")
    #expect(sidecars == ["p1.ppm.xmp"])
  }

  @Test func `takes them along to the trash, and back, but not those of another picture`() throws {
    let data = TestFolder.make("data")
    for name in ["p1.ppm", "p2.ppm", "p2.png"] { try folder.add(name, 1) }
    try RunningViewer.write(XMPRating.packet(2), to: folder.path + "/p2.xmp")
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"]) { host in
      host.services.dataHome = FilePath(data)
    }
    try viewer.settle(after: "asterisk", "4")
    try viewer.settle(after: "Delete", "Delete")
    #expect(sidecars == ["p2.xmp"])
    #expect(TestFolder.names(in: data + "/Trash/files") == ["p1.ppm", "p1.ppm.xmp"])
    // A new file of its name has no stars.
    #expect(PictureRating.read(of: FilePath(folder.path + "/p1.ppm")) { PictureMetadata() } == nil)
    try viewer.settle(after: "ctrl+z")
    #expect(sidecars == ["p1.ppm.xmp", "p2.xmp"])
    #expect(TestFolder.names(in: data + "/Trash/files").isEmpty)
    // The one that two have stays until the last of them goes.
    try viewer.settle(after: "n")
    try viewer.settle(after: "Delete", "Delete")
    #expect(sidecars == ["p1.ppm.xmp", "p2.xmp"])
    try viewer.settle(after: "Delete", "Delete")
    #expect(sidecars == ["p1.ppm.xmp"])
  }

  @Test func `says why where its sidecar is not understood`() throws {
    try RunningViewer.write(Array("<a>".utf8), to: folder.path + "/p1.xmp")
    let viewer = try viewer()
    try viewer.expect(
      message:
        "p1.ppm could not be given stars: p1.xmp isn't understood: it has no description in XMP.",
      after: "asterisk", "1")
    #expect(try RunningViewer.bytes(of: folder.path + "/p1.xmp") == Array("<a>".utf8))
  }

  @Test func `shows them in the overview and the strip, and so do all that are selected`() throws {
    let viewer = try viewer("--overview")
    #expect(starCount(try viewer.settle()) == 0)
    try rate("p2.ppm", 2)
    try viewer.input.type("shift+Right", "asterisk", "3")
    let three = starCount(try viewer.settle())
    #expect(viewer.message == "2 pictures have 3 stars now." && sidecars.count == 2)
    #expect(three > 60)
    try viewer.keep("stars-overview")
    try viewer.input.type("asterisk", "1")
    let one = starCount(try viewer.settle())
    #expect(one > 20 && abs(3 * one - three) < three / 3)
    try viewer.input.type("Escape", "Return", "T")
    #expect(starCount(try viewer.settleWithoutPlates()) > 20)
  }

  @Test(arguments: [(45, 150), (6, 150), (4, 4), (600, 12)])
  func `has all of its stars on a narrow or small picture, too`(width: Int, height: Int) throws {
    let path = try folder.add("small.ppm", 1, width: width, height: height)
    let viewer = try HeadlessViewer([path, "--alone", "--overview", "--animations", "off"])
    let counts = try [1, 5].map { stars in
      try viewer.input.type("asterisk", "\(stars)")
      return starCount(try viewer.settle())
    }
    #expect(counts[0] > 0 && counts[1] > 5, "\(counts)")
  }

  @Test func `has a cross in the overview once it is rejected, and is found by that`() throws {
    func crossCount(_ shot: Screenshot) -> Int {
      (0..<800).reduce(0) { count, y in
        count + (0..<1280).count { shot.color($0, y) == 0xF0383D }
      }
    }
    let viewer = try viewer("--overview")
    #expect(crossCount(try viewer.settle()) == 0)
    try rate("p3.ppm", PictureRating.rejected)
    let other = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    let shot = try other.settle()
    #expect(crossCount(shot) > 15 && starCount(shot) == 0)
    try other.input.type("slash", text: "rating=-1")
    try other.settle()
    try other.settle(after: "Return")
    #expect(other.title.hasPrefix("p3.ppm"), "\(other.title)")
  }

  @Test(arguments: [
    ("rating>=3", "p3.ppm"), ("rating=5", "p4.ppm"), ("p rating<2", "p1.ppm"),
    ("4 rating>2", "p4.ppm"), ("rating:3", "p3.ppm"), ("****", "p4.ppm"),
  ])
  func `is found by them`(query: String, name: String) throws {
    for (number, stars) in [(2, 2), (3, 3), (4, 5)] { try rate("p\(number).ppm", stars) }
    let viewer = try viewer("--overview")
    try viewer.input.type("slash", text: query)
    try viewer.settle()
    try viewer.settle(after: "Return")
    #expect(viewer.title.hasPrefix(name), "\(viewer.title)")
  }

  @Test func `is found again once Ctrl+Z has taken back the stars that it was given`() throws {
    for (number, stars) in [(3, 3), (4, 5)] { try rate("p\(number).ppm", stars) }
    let viewer = try viewer("--overview")
    let page = try viewer.picturePage
    func count() throws -> String? {
      try viewer.settle()
      return page.shownOverview?.countText
    }
    try viewer.input.type("slash", text: "rating>=3")
    #expect(try count() == "2 of 4 pictures")
    try viewer.input.type("Tab", "asterisk", "1")
    #expect(try count() == "1 of 4 pictures")
    try viewer.settle(after: "ctrl+z")
    #expect(try count() == "2 of 4 pictures")
  }

  @Test func `is counted so far while stars are being read`() throws {
    for number in 5...300 { try folder.add("p\(number).ppm", 1, width: 4, height: 3) }
    try rate("p280.ppm", 4)
    let viewer = try viewer("--overview")
    let page = try viewer.picturePage
    try viewer.settle()
    try viewer.input.type("slash", text: "rating>=")
    try viewer.settle()
    try viewer.send(.text(Input.Text(time: viewer.time, content: .committed("3"))))
    #expect(page.shownOverview?.countText == "0 of 300 pictures so far")
    try viewer.settle()
    #expect(page.shownOverview?.countText == "1 of 300 pictures")
  }

  @Test(arguments: ["filter", "rating", "stars", "marked"])
  func `is searched for by a command that this word finds`(word: String) throws {
    let row = try #require(KeyMap.table.rows.first { $0.command == .search })
    #expect("\(row.summary) \(row.words)".contains(word))
  }

  @Test func `has its key as keyboards label it`() {
    let row = KeyMap.table.rows.first { $0.command == .rate(nil) }
    #expect(KeyBinding.labels(of: row?.bindings ?? []) == ["*"])
  }

  @Test func `has them among its information`() throws {
    try folder.add("p1.ppm", 1)
    let file = FilePath(folder.path + "/p1.ppm")
    func rows() -> [String] {
      let subject = InformationController.Subject(
        file: file, name: "p1.ppm", title: "p1.ppm", isUnnamed: false)
      return InformationController.information(of: subject, ImageLimits()).groups
        .flatMap(\.rows).filter { $0.label == "Rating" }.map(\.value)
    }
    #expect(rows().isEmpty)
    try rate("p1.ppm", 4)
    #expect(rows() == ["★★★★"])
  }
}
