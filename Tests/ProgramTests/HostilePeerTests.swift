import Glibc
import OverscrollTestFiles
import OverscrollTestRig
import Testing

/// The program, installed with a loader of further formats that fails as the names of files ask for.
enum FaultyLoader {
  /// The loader, which lies beside the test bundle.
  private static var path: String {
    RunningViewer.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
      + "/overscroll-sandbox-faults"
  }

  /// Installs the program with a loader in a new folder; returns the program's path.
  static func install(_ loader: String? = nil) throws -> String {
    let folder = TestFolder.make()
    let made = try RunningViewer.run(
      script: #"""
        set -e
        umask 022
        mkdir -p "$1/bin" "$1/libexec/overscroll"
        ln "$0" "$1/bin/overscroll" || cp "$0" "$1/bin/overscroll"
        cp "$2" "$1/libexec/overscroll/overscroll-load"
        chmod 755 "$1" "$1/libexec/overscroll" "$1/libexec/overscroll/overscroll-load"
        """#, [folder, loader ?? path])
    try #require(made.status == 0, "\(made.errors)")
    return folder + "/bin/overscroll"
  }
}

/// Decoders that lie, flood and stall, against each command that reads pictures.
@Suite struct `A hostile decoder` {
  private static let program = Result { try FaultyLoader.install() }

  private let folder = TestFolder.make()

  /// A file that the loader of a format fails on; the one of PDF is not confined.
  private func file(_ fault: String, confined: Bool = true) throws -> String {
    let path = "\(folder)/\(fault).\(confined ? "fits" : "pdf")"
    try RunningViewer.write(
      Array((confined ? "SIMPLE  =                    T" : "%PDF-1.4\n").utf8), to: path)
    return path
  }

  private func arguments(_ command: String, _ path: String) throws -> [String] {
    switch command {
    case "render": return ["render", path, "-o", folder + "/out.png"]
    case "thumbnail": return ["thumbnail", path, "-o", folder + "/out.png"]
    case "compare-pictures":
      let other = folder + "/other.pgm"
      try RunningViewer.write(
        Array("P5 700 900 255\n".utf8) + [UInt8](repeating: 7, count: 700 * 900), to: other)
      return ["compare-pictures", path, other, "--json", folder + "/out.json"]
    default: return [command, path]
    }
  }

  /// Runs a command on a file; the seconds it took are those of its own clock.
  private func run(
    _ command: String, _ path: String
  ) throws -> (status: Int32, errors: String, seconds: Double) {
    let begin = ContinuousClock.now
    let result = try RunningViewer.run(
      try arguments(command, path), program: try Self.program.get())
    let seconds = begin.duration(to: .now) / .seconds(1)
    return (result.status, result.errors, seconds)
  }

  private static let commands = ["render", "thumbnail", "compare-pictures"]

  /// The faults of decoding, and what the message names.
  private static let faults = [
    ("stall", "made no progress for 10 seconds"), ("flood", "nother program changed the file"),
    ("noise", "sent invalid data"), ("overlong", "sent invalid data"),
    ("hoard", "made no progress for 10 seconds"), ("end", "ended unexpectedly"),
    ("crash", "it crashed"), ("short-message", "sent invalid data"),
    ("again", "sent invalid data"), ("negative", "-1×900 pixels"),
    ("gigantic", "--max-megapixels"), ("wide", "--cache-mb"),
  ]

  @Test(arguments: faults)
  func `costs one sentence`(fault: (name: String, fact: String)) throws {
    // A size is read with the header.
    let hasSize = ["negative", "gigantic", "wide"].contains(fault.name)
    for command in ["render", "compare-pictures"] + (hasSize ? ["info"] : []) {
      let result = try run(command, try file(fault.name))
      #expect(result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
      #expect(result.errors.contains(fault.fact), "\(command): \(result.errors)")
    }
    // A thumbnail shows the rows that there are.
    let thumbnail = try run("thumbnail", try file(fault.name))
    #expect(thumbnail.status < 2 && thumbnail.errors.count { $0 == "\n" } <= 1)
  }

  @Test(arguments: ["info"] + commands)
  func `that never opens a picture is ended after half a minute`(command: String) throws {
    let result = try run(command, try file("stall-open"))
    #expect(result.status == (command == "compare-pictures" ? 2 : 1))
    #expect(
      result.errors.contains("no progress for 30 seconds") || result.errors.contains("more than"),
      "\(result.errors)")
    #expect(result.seconds >= (command == "thumbnail" ? 19 : 29))
  }

  @Test(arguments: commands)
  func `that sends descriptors has them refused`(command: String) throws {
    let result = try run(command, try file("descriptors", confined: false))
    #expect(result.status < 2 && result.errors.count { $0 == "\n" } <= 1, "\(result.errors)")
  }

  @Test(arguments: commands)
  func `that writes the memory that is read changes its own pixels alone`(command: String) throws {
    let result = try run(command, try file("rewrite"))
    #expect(result.errors.isEmpty && result.status == (command == "compare-pictures" ? 1 : 0))
  }

  @Test func `that trickles is ended, however often it answers`() throws {
    let result = try run("render", try file("trickle"))
    #expect(result.errors.contains("took more than 60 seconds"), "\(result.errors)")
  }

  @Test func `that finds pages without end has them counted for a minute`() throws {
    let path = try file("pages", confined: false)
    let result = try RunningViewer.run(["info", path], program: try Self.program.get())
    #expect(result.status == 0 && result.output.contains(" or more\n"), "\(result)")
  }

  @Test(arguments: [
    ("turned-tiles", ["--turn", "90"], "cannot be rotated"),
    ("toned-tiles", ["--tone", "auto"], "another program changed the file"),
  ])
  func `that changes the size of what was opened costs one sentence`(
    fault: String, options: [String], fact: String
  ) throws {
    let arguments = ["render", try file(fault), "-o", folder + "/out.png"] + options
    let result = try RunningViewer.run(arguments, program: try Self.program.get())
    #expect(result.status == 1 && result.errors.count { $0 == "\n" } == 1, "\(result)")
    #expect(result.errors.contains(fact), "\(result.errors)")
  }

  @Test func `that answers for no tile is ended once for the whole picture`() throws {
    let result = try run("render", try file("stall-tiles"))
    #expect(result.errors.contains("made no progress for 10 seconds"), "\(result.errors)")
    #expect(result.seconds < 90)
  }

  @Test(arguments: ["stall-open", "stall", "hoard", "flood", "loop"])
  func `doesn't keep a window from the next picture`(fault: String) throws {
    try expectNextPicture(after: try file(fault))
  }

  @Test func `whose loader never serves doesn't keep a window, either`() throws {
    let path = folder + "/never.avif"
    try RunningViewer.write([0, 0, 0, 16] + Array("ftypavif\0\0\0\0".utf8), to: path)
    try expectNextPicture(after: path)
  }

  /// Shows a file that is never shown, and the next one before the time of the first is over.
  private func expectNextPicture(after path: String) throws {
    let pictures = PictureFolder()
    let files = [try pictures.add("p1.ppm", 1), path, try pictures.add("p2.ppm", 2)]
    let viewer = try RunningViewer(files, program: try Self.program.get())
    try viewer.wait(forPicture: 1)
    try viewer.input.type("n")
    try waitUntil("the loader") {
      Processes.family(of: viewer.program.pid).contains {
        Processes.program(of: $0)?.contains("overscroll-load") == true
      }
    }
    let begin = ContinuousClock.now
    try viewer.input.type("n")
    try viewer.wait(forPicture: 2)
    // The decoder had ten seconds, or thirty to open; the user did not wait for it.
    #expect(begin.duration(to: .now) < .seconds(9))
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
    #expect(try viewer.readErrors() == "")
  }
}
