import Glibc
import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `An album in a window` {
  private let folder = PictureFolder()

  @Test func `opens several files in the order in which they are named`() throws {
    let files = try [3, 1, 2].map { try folder.add("p\($0).ppm", $0) }
    try folder.add("other.ppm", 9)
    let viewer = try HeadlessViewer(files)
    try viewer.wait(forPicture: 3)
    try viewer.wait(forTitle: "p3.ppm (200×150) – 1 of 3 – Overscroll")
    for number in [1, 2] { try viewer.wait(forPicture: number, after: "n") }
    try viewer.wait(forTitle: "p2.ppm (200×150) – 3 of 3 – Overscroll")
    try viewer.settle(after: "n")
    try viewer.wait(forPicture: 2)
    try viewer.wait(forPicture: 3, after: "Home")
  }

  @Test func `goes around its ends when a key is pressed twice there`() throws {
    let folder = try PictureFolder(of: 3)
    let viewer = try HeadlessViewer([folder.path])
    try viewer.settle(after: "p")
    try viewer.wait(forPicture: 1)
    try viewer.settle(after: "p")
    try viewer.wait(forPicture: 3)
    try viewer.wait(forTitle: "p3.ppm (200×150) – 3 of 3 – Overscroll")
    // Another key between the two begins again.
    try viewer.settle(after: "n", "p", "n", "n")
    try viewer.wait(forPicture: 3)
    try viewer.wait(forPicture: 1, after: "n")
    // A key that is held stops at the end.
    try viewer.input.hold("n")
    try viewer.input.repeat("n", times: 12)
    try viewer.wait(forPicture: 3)
    try viewer.wait(forTitle: "p3.ppm (200×150) – 3 of 3 – Overscroll")
    for _ in 0..<12 {
      try viewer.input.repeat("n", times: 1)
      #expect(viewer.title == "p3.ppm (200×150) – 3 of 3 – Overscroll")
    }
    try viewer.input.letGo("n")
    try viewer.settle()
    try viewer.wait(forPicture: 3)
  }

  @Test func `has the other pictures of the folder of a single file in natural order`() throws {
    for number in [1, 2, 10, 11] { try folder.add("p\(number).ppm", number) }
    try RunningViewer.write(Array("nothing".utf8), to: folder.path + "/p3.png")
    let viewer = try HeadlessViewer([folder.path + "/p2.ppm"])
    try viewer.wait(forTitle: "p2.ppm (200×150) – 2 of 5 – Overscroll")
    // What is no picture has its place, with the reason.
    try viewer.wait(forTitle: "p3.png – 3 of 5 – Overscroll", after: "space")
    try viewer.wait(forPicture: 10, after: "space")
    try viewer.wait(forTitle: "p10.ppm (200×150) – 4 of 5 – Overscroll")
    try viewer.wait(forPicture: 11, after: "End")
    try viewer.input.click(button: 8)
    try viewer.wait(forPicture: 10)
    try viewer.wait(forPicture: 1, after: "BackSpace", "BackSpace", "p")
    try viewer.wait(
      forTitle: "p3.png – 3 of 5 – Overscroll", after: "ctrl+g", "numbersign", "3", "Return")
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `goes on while a key is held, and shows the last picture in full`() throws {
    let folder = try PictureFolder(of: 12)
    let viewer = try HeadlessViewer([folder.path])
    try viewer.input.hold("n")
    try viewer.input.repeat("n", times: 20)
    try viewer.wait(forPicture: 12)
    try viewer.input.letGo("n")
    try viewer.wait(forTitle: "p12.ppm (200×150) – 12 of 12 – Overscroll")
    try viewer.wait(forPicture: 11, after: "p")
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `does not go on by a letter that is still held when its field has closed`() throws {
    let folder = try PictureFolder(of: 12)
    let viewer = try HeadlessViewer([folder.path])
    try viewer.settle(after: "ctrl+g")
    try viewer.input.hold("n")
    try viewer.window.advance(by: 0.9)
    // A click on the picture closes the field.
    try viewer.input.move(to: Point(640, 400))
    try viewer.input.click()
    try viewer.window.advance(by: 0.5)
    try viewer.input.letGo("n")
    try viewer.settle()
    try viewer.wait(forPicture: 1)
    #expect(viewer.title == "p1.ppm (200×150) – 1 of 12 – Overscroll")
    try viewer.wait(forPicture: 2, after: "n")
  }

  @Test func `keeps a field that is clicked, and its caret goes there`() throws {
    let folder = try PictureFolder(of: 12)
    let viewer = try HeadlessViewer([folder.path])
    let before = try viewer.settle()
    try viewer.settle(after: "ctrl+g", "2")
    // The field is 40 points high and 16 above the window's edge, and its text begins at 384.
    try viewer.input.move(to: Point(384, 764))
    try viewer.input.click()
    let after = try viewer.settle()
    #expect(before.pixel(x: 640, y: 400) == after.pixel(x: 640, y: 400))
    try viewer.wait(forPicture: 12, after: "numbersign", "1", "Return")
  }

  @Test(arguments: ["F1", "Return"])
  func `bounces back where something covers a drag beyond its edge`(key: String) throws {
    let folder = try PictureFolder(of: 1)
    let viewer = try HeadlessViewer([folder.path])
    let before = try viewer.settleWithoutPlates()
    try viewer.input.drag(
      [Point(640, 400), Point(600, 380), Point(540, 340), Point(440, 300)], releases: false)
    try viewer.wait("the drag") { !$0.isSame(as: before) }
    try viewer.settle(after: key)
    try viewer.input.release()
    try viewer.input.type("Escape")
    #expect(try viewer.settleWithoutPlates().isSame(as: before))
  }

  @Test func `shows one file alone, and folders`() throws {
    let folder = try PictureFolder(of: 3)
    let alone = try HeadlessViewer([folder.path + "/p2.ppm", "--alone"])
    try alone.settle(after: "n")
    try alone.wait(forPicture: 2)
    #expect(alone.title == "p2.ppm (200×150) – Overscroll")
    let whole = try HeadlessViewer([folder.path, "--reverse"])
    try whole.wait(forPicture: 3)
    #expect(whole.title == "p3.ppm (200×150) – 1 of 3 – Overscroll")
  }

  @Test(arguments: ["/", "//", "/.", "/./", "/sub/../"])
  func `follows a folder however it is written`(ending: String) throws {
    mkdir(folder.path + "/sub", 0o777)
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try HeadlessViewer([folder.path + ending]) { host in
      host.services.dataHome = FilePath(TestFolder.make())
    }
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 2 – Overscroll")
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.wait(forPicture: 1, after: "p")
    try folder.add("p3.ppm", 3)
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 3 – Overscroll")
    try viewer.wait(forPicture: 2, after: "Delete", "Delete")
    try viewer.wait(forTitle: "p2.ppm (200×150) – 1 of 2 – Overscroll")
  }

  @Test func `explains a folder without a picture, and shows the first that comes`() throws {
    let viewer = try HeadlessViewer([folder.path + "/"])
    let name = folder.path.split(separator: "/").last ?? ""
    try viewer.wait(forTitle: "\(name) – Overscroll")
    try viewer.settle()
    try viewer.keep("empty-folder")
    try folder.add("p1.ppm", 1)
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "p1.ppm (200×150) – Overscroll")
  }

  @Test func `opens a file's URI, unless a file has that very name`() throws {
    let path = try folder.add("a b.ppm", 1)
    let uri = "file://" + path.replacing(" ", with: "%20")
    let viewer = try HeadlessViewer([uri, "--alone"])
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "a b.ppm (200×150) – Overscroll")
    let info = try RunningViewer.run(["info", uri])
    #expect(info.status == 0 && info.output.contains("200"), "\(info)")
    let other = try RunningViewer.run(["info", "file://elsewhere.example/a.ppm"])
    #expect(other.status == 1)
    #expect(
      other.errors
        == "overscroll: file://elsewhere.example/a.ppm: the file is on another computer; copy it to this one.\n"
    )
    mkdir(folder.path + "/file:", 0o777)
    try folder.add("file:/a b.ppm", 2, width: 30)
    let own = try RunningViewer.run(
      script: #"cd "$1" && "$0" info "file:///a b.ppm""#, [folder.path])
    #expect(own.status == 0 && own.output.contains("30"), "\(own)")
  }

  @Test func `steps through names that are not plain text`() throws {
    let names: [[UInt8]] = [
      Array("a\nb.ppm".utf8), Array("b 😀.ppm".utf8), Array("c صورة.ppm".utf8),
      [0x64, 0xFF, 0xFE] + Array(".ppm".utf8),
    ]
    for (number, name) in names.enumerated() {
      let path = Array(folder.path.utf8) + [0x2F] + name + [0]
      path.map(CChar.init(bitPattern:)).withUnsafeBufferPointer { path in
        guard let start = path.baseAddress, let file = fopen(start, "wb") else { return }
        let bytes = PictureFolder.bytes(number)
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
      }
    }
    let viewer = try HeadlessViewer([folder.path])
    let titles = ["a b.ppm", "b 😀.ppm", "\u{200E}\u{2068}c صورة.ppm\u{2069}", #"d\xFF\xFE.ppm"#]
    for (number, title) in titles.enumerated() {
      try viewer.wait(forPicture: number)
      if number < 3 {
        try viewer.wait(forTitle: "\(title) (200×150) – \(number + 1) of 4 – Overscroll")
      }
      try viewer.input.type("n")
    }
  }

  @Test func `reads paths from the standard input, also with line feeds in them`() throws {
    for number in [4, 5] { try folder.add("p\(number).ppm", number) }
    try RunningViewer.write(
      Array("\(folder.path)/p5.ppm\0\(folder.path)/p4.ppm\0".utf8), to: folder.path + "/list")
    let viewer = try HeadlessViewer(["--files-from", folder.path + "/list", "-0"])
    try viewer.wait(forPicture: 5)
    try viewer.wait(forTitle: "p5.ppm (200×150) – 1 of 2 – Overscroll")
  }

  @Test func `without a picture ends with one line for each file, up to ten`() throws {
    let few = try RunningViewer.run(["/nowhere/a.png", "/nowhere/b.png"])
    #expect(few.status == 1)
    #expect(
      few.errors == """
        overscroll: /nowhere/a.png: no such file.
        overscroll: /nowhere/b.png: no such file.

        """)
    let many = try RunningViewer.run((1...41).map { "/nowhere/\($0).png" })
    let lines = many.errors.split(separator: "\n")
    #expect(many.status == 1 && lines.count == 11)
    #expect(lines.last == "overscroll: … and 31 more")
    let empty = TestFolder.make()
    let folder = try RunningViewer.run([empty])
    #expect(folder.status == 1)
    #expect(folder.errors == "overscroll: \(empty): no pictures in this folder.\n")
    #expect(try RunningViewer.run(["--files-from", "/dev/null"]).status == 1)
    #expect(try RunningViewer.run(["-0"]).status == 2)
    #expect(try RunningViewer.run(["--sort", "colour", "a.png"]).status == 2)
  }

  @Test func `keeps the old picture until the new one is there, without gray in between`() throws {
    // Larger than the window, so that each one fills it.
    for number in 1...6 { try folder.add("p\(number).ppm", number, width: 1500, height: 1200) }
    let viewer = try HeadlessViewer([folder.path, "--zoom", "100%"])
    let colors = Set((1...6).map(PictureFolder.color))
    for number in 2...6 {
      try viewer.wait("picture \(number)", after: "n") { shot in
        for (x, y) in [(5, 5), (640, 400), (1270, 790), (300, 600)] {
          let color = shot.color(x, y)
          #expect(colors.contains(color), "gray between pictures")
        }
        return shot.color(640, 400) == PictureFolder.color(number)
      }
    }
  }

  @Test func `with lock keeps scale and place to the pixel`() throws {
    let folder = try PictureFolder(of: 2, width: 2000, height: 1300)
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.settle(after: "ctrl+l", "1", "Right", "Right", "Up", "minus")
    try viewer.wait(forPicture: 2, after: "n")
    // Messages and indicators go away.
    try viewer.wait("the message to go") {
      $0.color(640, 765) == PictureFolder.color(2)
    }
    let second = try viewer.settle()
    #expect(second.color(3, 3) == PictureFolder.color(2))
  }
}
