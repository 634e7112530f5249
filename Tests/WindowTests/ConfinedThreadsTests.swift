import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// The processes of a viewer that shows a picture of each format, as the kernel sees them.
@Suite struct `While a picture shows` {
  /// How the tools of the set-up write a file of each format; `@` is the folder.
  private static let formats: [(name: String, command: String)] = [
    ("a.jpg", "vips jpegsave @a.ppm @a.jpg"), ("a.png", "vips pngsave @a.ppm @a.png"),
    ("a.tif", "vips tiffsave @a.ppm @a.tif"), ("a.webp", "vips webpsave @a.ppm @a.webp"),
    ("a.gif", "convert @a.ppm @a.gif"), ("a.bmp", "convert @a.ppm @a.bmp"),
    ("a.ppm", "true"), ("a.heic", "vips heifsave @a.ppm @a.heic"),
    ("a.avif", "vips heifsave @a.ppm @a.avif --compression av1"),
    ("a.jxl", "vips jxlsave @a.ppm @a.jxl"), ("a.jp2", "vips jp2ksave @a.ppm @a.jp2"),
    ("a.fits", "vips fitssave @a.ppm @a.fits"), ("a.exr", "convert @a.ppm @a.exr"),
    (
      "a.svg",
      #"echo '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><text y="99">a</text></svg>' >@a.svg"#
    ),
    (
      "a.pdf",
      "printf '%%PDF-1.4\\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\\n"
        + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 40]>>endobj\\ntrailer<</Root 1 0 R>>\\n%%%%EOF\\n' >@a.pdf"
    ),
    (
      "a.svs",
      "vips tiffsave @a.ppm @a.svs --tile --pyramid --compression jpeg && tiffset -s 270 Aperio @a.svs"
    ),
  ]

  private static let noCapabilities: Substring = "CapBnd:\t0000000000000000"

  /// The lines of a status that confinement decides, of each thread of a process.
  private static func statuses(of process: Int32) throws -> [[Substring]] {
    // A thread that has ended meanwhile has none.
    TestFolder.names(in: "/proc/\(process)/task").compactMap { thread in
      try? RunningViewer.text(of: "/proc/\(process)/task/\(thread)/status")
        .split(separator: "\n")
    }
  }

  @Test(arguments: formats.map(\.name))
  func `no thread of a decoding process is unconfined`(name: String) throws {
    let folder = TestFolder.make()
    let command = Self.formats.first { $0.name == name }?.command ?? ""
    let made = try RunningViewer.run(
      script: "vips black $1/a.ppm 600 400 --bands 3\n"
        + command.replacing("@", with: "$1/"), [folder])
    try #require(made.status == 0, "\(made.errors)")
    let viewer = try RunningViewer(["--alone", "\(folder)/\(name)"])
    try waitUntil("the picture") { try viewer.title.hasPrefix("\(name) (") }
    let others = Processes.family(of: viewer.program.pid).filter { $0 != viewer.program.pid }
    var decoding = 0
    for process in others {
      let statuses = try Self.statuses(of: process)
      for status in statuses {
        #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"), "\(status)")
      }
      // Those that have a picture have no capabilities, either.
      let isDecoding = statuses.allSatisfy { $0.contains(Self.noCapabilities) }
      decoding += isDecoding ? 1 : 0
    }
    #expect(decoding >= 2)
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
  }
}

extension `While a picture shows` {
  /// The processes of a viewer without capabilities: those that decode, and the next one.
  private func decoding(for viewer: RunningViewer) -> [Int32] {
    Processes.family(of: viewer.program.pid).filter { process in
      let statuses = (try? Self.statuses(of: process)) ?? []
      return !statuses.isEmpty && statuses.allSatisfy { $0.contains(Self.noCapabilities) }
    }
  }

  private func viewer(_ arguments: [String]) throws -> RunningViewer {
    let viewer = try RunningViewer(arguments)
    try viewer.wait(forPicture: 1)
    return viewer
  }

  @Test func `each picture has a process of its own`() throws {
    let folder = TestFolder.make()
    let made = try RunningViewer.run(
      script: """
        vips black $1/a.ppm 600 400 --bands 3
        for name in a b; do vips tiffsave $1/a.ppm $1/$name.tif --tile; done
        """, [folder])
    try #require(made.status == 0, "\(made.errors)")
    // Their tiles are decoded as long as they are shown.
    let viewer = try RunningViewer(["compare-pictures", folder + "/a.tif", folder + "/b.tif"])
    // One for each, and one that waits for the next.
    try waitUntil("a process for each") { decoding(for: viewer).count >= 3 }
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
  }

  @Test func `its process has limits, and is ended first where memory runs out`() throws {
    let viewer = try viewer(["--alone", try PictureFolder().add("p1.ppm", 1)])
    let processes = decoding(for: viewer)
    #expect(!processes.isEmpty)
    for process in processes {
      let lines = try RunningViewer.text(of: "/proc/\(process)/limits").split(separator: "\n")
      let limit = { (name: String) in
        lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ").first
      }
      #expect(limit("Max core file size") == "0")
      #expect(limit("Max file size") == "0")
      #expect(limit("Max open files") == "1024")
      #expect(limit("Max cpu time") == "21600")
      #expect(limit("Max address space") != nil && limit("Max address space") != "unlimited")
      #expect(try RunningViewer.text(of: "/proc/\(process)/oom_score_adj") == "1000\n")
    }
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
  }

  @Test func `its processes end with the program, however that ends`() throws {
    let viewer = try viewer(["--alone", try PictureFolder().add("p1.ppm", 1)])
    let others = Processes.family(of: viewer.program.pid).filter { $0 != viewer.program.pid }
    #expect(others.count >= 2)
    viewer.program.signal(SIGKILL)
    #expect(try viewer.program.wait() == 128 + SIGKILL)
    try waitUntil("their end") { others.allSatisfy { Processes.program(of: $0) == nil } }
  }
}
