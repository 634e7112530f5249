import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollLabPages

@Suite struct `The video of a take` {
  private let folder = TestFolder.make()

  private enum Subject: CaseIterable {
    case grid, scene

    var text: String {
      let header =
        switch self {
        case .grid: #""viewport":[200,120],"content":[900,700]"#
        case .scene: #""scene":"paging""#
        }
      return #"{"overscroll":2,"# + header + "}\n" + """
        {"t":0.1,"touch":"began","id":1,"at":[120,90]}
        {"t":0.12,"touch":"moved","id":1,"at":[100,70]}
        {"t":0.14,"touch":"moved","id":1,"at":[60,50]}
        {"t":0.16,"touch":"ended","id":1,"at":[60,50]}

        """
    }
  }

  private func script(_ subject: Subject) throws -> String {
    let path = folder + "/\(subject).script"
    try RunningViewer.write(Array(subject.text.utf8), to: path)
    return path
  }

  private func video(_ script: String, _ name: String, _ options: String...) throws -> String {
    let path = folder + "/" + name
    let result = try RunningViewer.run(["replay", script, "--video", path] + options)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return path
  }

  private func duration(_ subject: Subject) throws -> Double {
    PerformedTake(try Script(parsing: subject.text, file: "", scenes: Scenes.all)).duration
  }

  /// The frames of a file, of which each has the time that it is shown.
  private func pages(_ path: String) throws -> FilePages {
    let pages = try #require(FilePages(of: FilePath(path)))
    pages.findAll()
    return pages
  }

  private func frame(_ index: Int, _ path: String) throws -> Surface {
    let source = try ImageFile.open(FilePath(path), page: index, of: pages(path))
    let bytes = try #require(PNGPicture.bytes(of: source))
    let file = folder + "/frame.png"
    try RunningViewer.write(bytes, to: file)
    return try Surface(pngFile: file)
  }

  /// The part of a frame that shows the content, as a snapshot has it.
  private func content(of frame: Surface, like snapshot: Surface) -> [UInt32] {
    let left = (frame.size.width - snapshot.size.width) / 2
    return (0..<snapshot.size.height).flatMap { y in
      (0..<snapshot.size.width).map { frame.pixel(x: left + $0, y: y) ?? 0 }
    }
  }

  @Test(arguments: ["v.webp", "v.png"], [("30", "1", 30.0), ("60", "1", 60), ("30", "1/2", 60)])
  func `lasts as long as the take at its speed`(
    name: String, style: (hz: String, speed: String, framesPerSecond: Double)
  ) throws {
    let path = try video(script(.grid), name, "--hz", style.hz, "--speed", style.speed)
    let pages = try pages(path)
    let shown = pages.known.map { $0.delay }.reduce(0, +)
    let count = try (duration(.grid) * style.framesPerSecond + 1e-6).rounded(.down) + 1
    let rate = try #require(Double(style.hz))
    // WebP has whole milliseconds.
    #expect(abs(shown - count / rate) < 0.0006, "\(shown)")
    // While the indicators wait to fade, only the cursor moves, and no frame is the same.
    #expect(Double(pages.known.count) == count)
  }

  @Test(arguments: ["v.webp", "v.png"], Subject.allCases)
  private func `has the snapshot's pixels first and last`(name: String, subject: Subject) throws {
    let path = try script(subject)
    let video = try video(path, name, "--hz", "30")
    let count = try pages(video).known.count
    for index in [0, count - 1] {
      let picture = folder + "/snapshot.png"
      let time = "\(Double(index) / 30)"
      let result = try RunningViewer.run(["replay", path, "--at", time, "--snapshot", picture])
      #expect(result.status == 0, "\(result.errors)")
      let snapshot = try Surface(pngFile: picture)
      #expect(content(of: try frame(index, video), like: snapshot) == snapshot.pixels(), "\(index)")
    }
  }

  @Test func `marks touches, and moves a cursor through the curves`() throws {
    let path = try script(.grid)
    let video = try video(path, "v.webp", "--hz", "30")
    let picture = folder + "/snapshot.png"
    let time = "\(4.0 / 30)"
    #expect(
      try RunningViewer.run(["replay", path, "--at", time, "--snapshot", picture]).status == 0)
    let snapshot = try Surface(pngFile: picture)
    let (before, during) = (try frame(3, video), try frame(4, video))
    let pairs = zip(content(of: during, like: snapshot), snapshot.pixels())
    let differing = pairs.enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(!differing.isEmpty)
    // The ring of a finger at (100, 70), and its trail.
    #expect(differing.allSatisfy { (70...150).contains($0 % 200) && (40...120).contains($0 / 200) })
    let columns = { (surface: Surface) in
      (0..<surface.size.width).map { x in surface.pixel(x: x, y: 200) ?? 0 }
    }
    #expect(columns(before) != columns(during))
  }

  @Test func `is drawn at any scale, with equal bytes each time`() throws {
    let path = try script(.grid)
    let one = try video(path, "a.webp", "--hz", "30", "--scale", "2")
    #expect(try pages(one).known[0].size == PixelSize(width: 960, height: 680))
    let other = try video(path, "b.webp", "--hz", "30", "--scale", "2")
    #expect(try RunningViewer.run(script: "cmp \"$1\" \"$2\"", [one, other]).status == 0)
  }

  @Test func `begins at a time of the take`() throws {
    let end = try duration(.grid)
    let path = try video(script(.grid), "v.png", "--hz", "30", "--at", "1")
    #expect(Double(try pages(path).known.count) == ((end - 1) * 30 + 1e-6).rounded(.down) + 1)
  }

  @Test(arguments: [
    (["v.gif"], 2, "v.gif: a video must be a .webp or .png file."),
    (["v.webp", "--hz", "50"], 2, "--video requires --hz 30 or 60."),
    (["v.webp", "--panels", "log"], 2, "--video cannot be combined with --panels."),
    (["v.webp", "--frames", "x"], 2, "Specify only one of"),
  ])
  func `is refused in one sentence`(arguments: [String], status: Int32, message: String) throws {
    let result = try RunningViewer.run(["replay", script(.grid), "--video"] + arguments)
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    #expect(access(arguments[0], F_OK) != 0)
  }

  @Test func `that is too large is refused before the picture is read`() throws {
    let path = folder + "/long.script"
    let text = #"{"overscroll":2}"# + "\n" + #"{"t":601,"key":"Up"}"# + "\n"
    try RunningViewer.write(Array(text.utf8), to: path)
    let result = try RunningViewer.run([
      "replay", path, "none.png", "--video", folder + "/v.png", "--hz", "60",
    ])
    #expect(result.status == 1 && access(folder + "/v.png", F_OK) != 0)
    #expect(
      result.errors.contains("long.script: the video would have 36061 frames, and at most 36000"),
      "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `that is too wide, or has too many pixels in all, is refused`() throws {
    let path = folder + "/wide.script"
    for (viewport, scale, message) in [
      ("[4000,100]", "16", "the video would be 64000×5120 pixels; each side must be at most"),
      ("[4000,4000]", "2", "frames of 8000×8440 pixels, and at most 36000 with 17179869184"),
    ] {
      let text = #"{"overscroll":2,"viewport":"# + viewport + "}\n" + #"{"t":20,"key":"Up"}"# + "\n"
      try RunningViewer.write(Array(text.utf8), to: path)
      let result = try RunningViewer.run([
        "replay", path, "--video", folder + "/v.webp", "--scale", scale,
      ])
      #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
      #expect(access(folder + "/v.webp", F_OK) != 0)
    }
  }

  @Test func `of a report has at most 2 MB, at the size of the window where it fits`() throws {
    let script = try Script(parsing: Subject.grid.text, file: "t.script")
    let whole = try #require(try TakeVideo.reportFile(of: script, name: "t.script"))
    #expect(whole.count <= TakeVideo.reportBytes)
    let path = folder + "/r.webp"
    try RunningViewer.write(whole, to: path)
    // It fits at once: as large as the window, and without loss.
    #expect(try frame(0, path).size == PixelSize(width: 480, height: 340))
    #expect(abs(try pages(path).known.map { $0.delay }.reduce(0, +) - duration(.grid)) < 0.04)
  }

  @Test func `of a report is lossy, then smaller, then slower where that fits, else none`() throws {
    let script = try Script(parsing: Subject.grid.text, file: "t.script")
    let path = folder + "/r.webp"
    var (last, sizes, counts) = (Int.max, Set<PixelSize>(), Set<Int>())
    while let file = try TakeVideo.reportFile(of: script, name: "t", byteLimit: last - 1) {
      try #require(file.count < last)
      try RunningViewer.write(file, to: path)
      let pages = try pages(path).known
      sizes.insert(pages[0].size)
      counts.insert(pages.count)
      last = file.count
    }
    #expect(sizes == [PixelSize(width: 480, height: 340), PixelSize(width: 240, height: 170)])
    #expect(try #require(counts.min()) < #require(counts.max()) / 2)
  }

  @Test func `of a long take for a report is that of its end`() throws {
    let text = Subject.grid.text + #"{"t":40,"wheel":[0,1],"at":[50,50]}"# + "\n"
    let script = try Script(parsing: text, file: "t.script")
    let path = folder + "/r.webp"
    let file = try #require(try TakeVideo.reportFile(of: script, name: "t.script"))
    try RunningViewer.write(file, to: path)
    let shown = try pages(path).known.map { $0.delay }.reduce(0, +)
    #expect((20...26).contains(shown) && file.count <= TakeVideo.reportBytes, "\(shown)")
  }
}
