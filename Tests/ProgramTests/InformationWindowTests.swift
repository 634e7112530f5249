import OverscrollBase
import OverscrollImaging
import OverscrollShell
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `Information in a window` {
  private let folder = PictureFolder()

  /// The window has 1280×800 pixels, of which the panel takes the last 340.
  private static let (left, middle) = (940, 470)

  private func viewer(_ arguments: [String] = []) throws -> HeadlessViewer {
    let made = try RunningViewer.run(
      script: #"""
        tags=$(for tag in $(seq 60); do echo "-set Tag$tag Value$tag"; done)
        for n in 1 2 3; do convert -size 900x700 xc:rgb\(200,$((n*60)),64\) $tags -set Author "A. Author $n" "$1/p$n.png"; done
        """#, [folder.path])
    #expect(made.status == 0)
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"] + arguments)
    try wait(viewer, for: 1)
    return viewer
  }

  private func wait(_ viewer: HeadlessViewer, for number: Int) throws {
    try viewer.wait("picture \(number)") {
      $0.color(Self.middle, 400) == UInt32(0xC80040 | number * 60 << 8)
    }
  }

  /// The panel is darker than what surrounds the picture, and than the lines of the log.
  private func isShown(_ shot: Screenshot) -> Bool {
    shot.color(Self.left + 6, 740) == 0x16181C && shot.color(1274, 740) == 0x16181C
  }

  @Test(arguments: ["ctrl+i", "alt+Return"])
  func `is shown and hidden by its keys, and leaves no pixel behind`(key: String) throws {
    let viewer = try viewer()
    let before = try viewer.settle()
    try viewer.input.type(key)
    try viewer.wait("the panel", until: isShown)
    try viewer.input.type(key)
    try viewer.wait("no panel") { !isShown($0) }
    #expect(try viewer.settleWithoutPlates().isSame(as: before))
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `is what info prints of each picture, and is copied with the pointer over it`() throws
  {
    let viewer = try viewer()
    try viewer.wait("the panel", after: "ctrl+i", until: isShown)
    for number in 1...3 {
      if number > 1 { try viewer.input.type("n") }
      try wait(viewer, for: number)
      try viewer.settle()
      try viewer.input.move(to: Point(1100, 300))
      try viewer.settle(after: "ctrl+c")
      let path = folder.path + "/p\(number).png"
      let printed = try RunningViewer.run(["info", "--all", "--no-sandbox", path]).output
      // The panel also names the profile of the display.
      #expect(viewer.clipboardText.replacing("\ndisplay: sRGB", with: "") == printed)
      #expect(printed.contains("Author: A. Author \(number)"))
      // Elsewhere the same key copies the picture.
      try viewer.input.move(to: Point(400, 300))
      try viewer.settle(after: "ctrl+c")
      #expect(viewer.clipboardText == path)
    }
  }

  @Test func `has the size of the file, and numbers as the locale writes them`() throws {
    let file = folder.path + "/a.png"
    let made = try RunningViewer.run(
      script: #"convert -size 90x70 plasma: -density 1200 -units PixelsPerInch "$1""#, [file])
    try #require(made.status == 0, "\(made.errors)")
    let subject = InformationController.Subject(
      file: FilePath(file), name: file, title: "a.png", isUnnamed: false)
    let groups = InformationController.information(of: subject, ImageLimits()).groups
    let rows = try #require(groups.first { $0.title == "File" }).rows
    let (size, locale) = (try #require(FileReading.bytes(of: file)).count, LocaleText.user)
    #expect(size > 1000 && rows.map(\.label).prefix(4) == ["Folder", "Type", "Size", "Modified"])
    #expect(rows[2].value == "\(locale.number(size)) bytes")
    let scale = rows.first { $0.label == "Scale" }
    #expect(scale?.value.hasPrefix("\(locale.number(1200)) dpi") == true, "\(rows)")
  }

  @Test func `is that of the page that is shown`() throws {
    let file = folder.path + "/pages.tif"
    let made = try RunningViewer.run(
      script: #"convert -size 900x700 xc:red \( -size 300x200 xc:blue \) "$1""#, [file])
    #expect(made.status == 0)
    let viewer = try HeadlessViewer([file, "--alone", "--animations", "off"])
    try viewer.wait("the first page") { $0.color(Self.middle, 400) == 0xFF0000 }
    try viewer.wait("the panel", after: "ctrl+i", until: isShown)
    for (key, size) in [("period", "300×200"), ("comma", "900×700")] {
      try viewer.input.move(to: Point(400, 300))
      try viewer.settle(after: key)
      try viewer.input.move(to: Point(1100, 300))
      try viewer.settle(after: "ctrl+c")
      let text = viewer.clipboardText
      #expect(text.contains("\nsize: \(size) pixels") && text.contains("\npages: "), "\(text)")
    }
  }

  @Test func `has a histogram of the picture that is shown, in the colors of the window`() throws {
    // A gray ramp, of which a tenth is white, and a picture of one red.
    let ramp = (0..<640).flatMap { x in
      [UInt8](repeating: x < 576 ? UInt8(clamping: 20 + x / 4) : 255, count: 3)
    }
    for (name, row) in [
      ("a.ppm", ramp), ("b.ppm", (0..<640).flatMap { _ -> [UInt8] in [0x80, 0x20, 0x20] }),
    ] {
      let bytes = Array("P6 640 480 255\n".utf8) + (0..<480).flatMap { _ in row }
      try RunningViewer.write(bytes, to: "\(folder.path)/\(name)")
    }
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    func colors(_ shot: Screenshot) -> Set<UInt32> {
      Set((70..<150).flatMap { y in (960..<1260).map { shot.color($0, y) } })
    }
    let dark = try viewer.settle(after: "ctrl+i")
    // Where all channels are alike, they are gray; white is marked in the right corner alone.
    #expect(colors(dark).contains(0x9BA1AA) && !colors(dark).contains(0xD6574C))
    #expect(dark.color(1260, 71) == 0xE6E8EB, "\(String(dark.color(1260, 71), radix: 16))")
    #expect(dark.color(960, 71) != 0xE6E8EB)
    let red = try viewer.settle(after: "n")
    #expect(colors(red).contains(0xD6574C))
    try viewer.keep("histogram-dark")
    // The overview has no histogram of another picture than the one that is shown.
    #expect(try !colors(viewer.settle(after: "t", "Left")).contains(0xD6574C))
  }

  @Test func `follows the selection in the overview`() throws {
    let viewer = try viewer()
    try viewer.wait("the panel", after: "ctrl+i", "t", "Right", until: isShown)
    try viewer.settle()
    try viewer.input.move(to: Point(1100, 300))
    try viewer.settle(after: "ctrl+c")
    #expect(viewer.clipboardText.hasPrefix("file: \(folder.path)/p2.png\n"))
  }

  @Test func `is that of what is selected as it is by now, or says that nothing is`() throws {
    let viewer = try viewer()
    try viewer.settle(after: "ctrl+i", "t", "Right")
    try viewer.input.move(to: Point(1100, 300))
    func text(after keys: String...) throws -> String {
      try viewer.input.type(keys)
      try viewer.settle(after: "ctrl+c")
      return viewer.clipboardText
    }
    #expect(try text().contains("900"))
    // It isn't the picture that lies behind the overview.
    try folder.add("p2.png", 2, width: 321, height: 123)
    try viewer.waitUntil("the new file") { try text().contains("321") }
    try viewer.input.type("slash", text: "nothing")
    try viewer.settle(after: "Tab")
    #expect(try text().contains("No picture is selected."))
    #expect(try text(after: "Escape", "Home").hasPrefix("file: \(folder.path)/p1.png\n"))
  }

  @Test func `is hidden by Escape after a selection and before full screen`() throws {
    let viewer = try viewer(["--fullscreen"])
    try viewer.wait("the panel", after: "ctrl+i", until: isShown)
    let selected = try viewer.settle(after: "ctrl+a")
    try viewer.input.type("Escape")
    let dropped = try viewer.settleWithoutPlates()
    #expect(isShown(dropped) && !dropped.isSame(as: selected))
    try viewer.wait("no panel", after: "Escape") { !isShown($0) }
  }

  @Test func `scrolls by the wheel over it, and the picture does not`() throws {
    let viewer = try viewer(["--zoom", "100%"])
    try viewer.wait("the panel", after: "ctrl+i", until: isShown)
    // All tags are more than there is room for.
    try viewer.input.type("8", "Tab", "Return", "Tab")
    let picture = { (shot: Screenshot) in
      stride(from: 5, to: Self.left - 5, by: 9).map { shot.color($0, 400) }
    }
    let text = { (shot: Screenshot) in
      (10..<400).flatMap { y in (Self.left + 16..<1270).map { shot.color($0, y) } }
    }
    let before = try viewer.settleWithoutPlates()
    try viewer.input.move(to: Point(1100, 300))
    try viewer.input.wheel(3)
    let after = try viewer.settle()
    #expect(picture(before) == picture(after))
    let hasScrolled = text(before) != text(after)
    #expect(hasScrolled)
  }

  @Test func `lies beside the picture where half of the window is enough, else below`() throws {
    let viewer = try viewer()
    func isShown(_ shot: Screenshot, from left: Int, to right: Int) -> Bool {
      shot.color(left + 6, 790) == 0x16181C && shot.color(right - 6, 790) == 0x16181C
    }
    // Without a window manager, keys go to the window under the pointer.
    try viewer.input.move(to: Point(100, 100))
    try viewer.resize(440, 800)
    try viewer.settle()
    try viewer.wait("the panel", after: "ctrl+i") { isShown($0, from: 220, to: 440) }
    try viewer.wait("the picture") { $0.color(80, 400) == 0xC83C40 }
    try viewer.resize(439, 800)
    try viewer.wait("the panel below") { isShown($0, from: 0, to: 439) }
    try viewer.wait("the picture above") { $0.color(220, 200) == 0xC83C40 }
  }

  @Test(arguments: ["ctrl+i", "Escape"])
  func `has the lower half of a small window until its key or Escape hides it`(key: String) throws {
    let viewer = try viewer(["--controls", "off"])
    try viewer.resize(320, 240)
    try viewer.input.move(to: Point(160, 60))
    let alone = try viewer.settleWithoutPlates()
    func isShown(_ shot: Screenshot) -> Bool {
      shot.color(6, 230) == 0x16181C && shot.color(314, 230) == 0x16181C
    }
    #expect(!isShown(alone))
    let shown = try viewer.settle(after: "ctrl+i")
    #expect(isShown(shown) && shown.color(160, 60) == 0xC83C40)
    try viewer.input.type(key)
    #expect(try viewer.settleWithoutPlates().isSame(as: alone))
  }

  @Test func `shares its place with the log by tabs, and leaves half of the window`() throws {
    let viewer = try viewer(["--controls", "off"])
    try viewer.wait("the panel", after: "ctrl+i", until: isShown)
    let alone = try viewer.settleWithoutPlates()
    try viewer.input.type("F7")
    let log = try viewer.settleWithoutPlates()
    #expect(!isShown(log) && !log.isSame(as: alone))
    // The tab of the information is the right one.
    try viewer.input.click(Point(1195, 16))
    let shown = try viewer.settleWithoutPlates()
    #expect(isShown(shown) && !shown.isSame(as: log))
    try viewer.input.move(to: Point(400, 300))
    try viewer.input.type("ctrl+i")
    #expect(try !isShown(viewer.settleWithoutPlates()))
    // The log is in front now, and its key hides it.
    try viewer.input.type("F7", "ctrl+i")
    #expect(try viewer.settleWithoutPlates().isSame(as: alone))
  }
}
