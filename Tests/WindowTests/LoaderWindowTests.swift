import Glibc
import OverscrollTestRig
import Testing

/// Windows whose loader of further formats fails.
@Suite struct `A window whose loader` {
  private let folder = PictureFolder()

  /// The loaders that a viewer has started and that run.
  private func loaders(of viewer: RunningViewer) -> [Int32] {
    Processes.family(of: viewer.program.pid).filter { pid in
      Processes.program(of: pid)?.contains("overscroll-load") == true
    }
  }

  /// A file and the title that it has, once it is open.
  private static let faults = [
    ("allocate.fits", "allocate.fits (700×900)"), ("crash.fits", "crash.fits (700×900)"),
    ("crash-open.fits", "crash-open.fits"), ("noise.fits", "noise.fits (700×900)"),
    ("gigantic.fits", "gigantic.fits"), ("negative.fits", "negative.fits"),
    ("loop.fits", "loop.fits (700×900)"),
  ]

  @Test func `runs out of memory, crashes, hangs or lies about sizes goes on to the next picture`()
    throws
  {
    var files = [try folder.add("p1.ppm", 1)]
    for (name, _) in Self.faults {
      files.append("\(folder.path)/\(name)")
      try RunningViewer.write(
        Array("SIMPLE  =                    T".utf8), to: "\(folder.path)/\(name)")
    }
    files.append(try folder.add("p2.ppm", 2))
    let viewer = try RunningViewer(files, program: try FaultyLoader.install())
    try viewer.wait(forPicture: 1)
    for (index, fault) in Self.faults.enumerated() {
      try viewer.input.type("n")
      try viewer.wait(forTitle: "\(fault.1) – \(index + 2) of \(files.count) – Overscroll")
      try viewer.keep("loader-" + fault.0)
    }
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
    #expect(try viewer.readErrors() == "")
  }

  @Test(arguments: [SIGKILL, SIGSTOP])
  func `is ended or stopped gets a fresh one for the same picture`(signal: Int32) throws {
    let made = try RunningViewer.run(
      script: #"""
        cd "$1"
        convert -size 600x400 -seed 1 plasma:fractal a.ppm
        vips tiffsave a.ppm a.svs --tile --pyramid --compression jpeg
        tiffset -s 270 Aperio a.svs
        """#, [folder.path])
    try #require(made.status == 0, "\(made.errors)")
    let viewer = try RunningViewer(
      [folder.path + "/a.svs", try folder.add("p2.ppm", 2)])
    try viewer.wait(forTitle: "a.svs (600×400) – 1 of 2 – Overscroll")
    let before = try viewer.settleWithoutPlates()
    // After the loader and what it forks from come the process of the picture and one for the next.
    let family = loaders(of: viewer).sorted()
    try #require(family.count == 4)
    let loader = family[2]
    #expect(kill(loader, signal) == 0)
    // Opened again, by a process that is gone or that does not answer for ten seconds.
    try viewer.input.type("r")
    try viewer.wait(forPicture: 2, after: "n")
    try waitUntil("the end of the loader") { !loaders(of: viewer).contains(loader) }
    try viewer.input.type("p", "r")
    try waitUntil("another loader") { !loaders(of: viewer).isEmpty }
    try viewer.wait(forTitle: "a.svs (600×400) – 1 of 2 – Overscroll")
    #expect(try viewer.settleWithoutPlates().isSame(as: before))
    #expect(try viewer.readErrors() == "")
  }
}
