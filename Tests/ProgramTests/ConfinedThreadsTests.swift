import Glibc
import OverscrollTestFiles
import OverscrollTestRig
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

  /// The lines of a status that confinement decides, of each thread of a process.
  private static func statuses(of process: Int32) throws -> [[Substring]] {
    try TestFolder.names(in: "/proc/\(process)/task").map { thread in
      try RunningViewer.text(of: "/proc/\(process)/task/\(thread)/status")
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
      let isDecoding = statuses.allSatisfy { $0.contains("CapBnd:\t0000000000000000") }
      decoding += isDecoding ? 1 : 0
    }
    #expect(decoding >= 2)
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
  }
}
