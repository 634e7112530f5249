import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

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

  /// Runs a command on a file.
  private func run(_ command: String, _ path: String) throws -> (status: Int32, errors: String) {
    let result = try RunningViewer.run(
      try arguments(command, path), program: try Self.program.get())
    return (result.status, result.errors)
  }

  fileprivate static let commands = ["render", "thumbnail", "compare-pictures"]

  /// The faults of decoding, and what the message names.
  private static let faults = [
    ("flood", "nother program changed the file"), ("noise", "sent invalid data"),
    ("overlong", "sent invalid data"), ("end", "ended unexpectedly"), ("crash", "it crashed"),
    ("short-message", "sent invalid data"),
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
    try viewer.wait(forPicture: 2, after: "n")
    // The decoder had ten seconds, or thirty to open; the user did not wait for it.
    #expect(begin.duration(to: .now) < .seconds(9))
    try viewer.input.type("q")
    let status = try viewer.program.wait()
    let errors = try viewer.readErrors()
    #expect(status == 0 && errors.isEmpty, "\(status): \(errors)")
  }
}

/// Commands that wait for a decoder until its time is over, all at once: each takes from ten seconds to a minute, and hardly any
/// of the processor.
private enum Waiting {
  /// The commands, and the faults and what they are given besides.
  private static let all = [
    ("info", "stall-open"), ("render", "stall-open"), ("thumbnail", "stall-open"),
    ("compare-pictures", "stall-open"), ("render", "stall"), ("thumbnail", "stall"),
    ("compare-pictures", "stall"), ("render", "hoard"), ("thumbnail", "hoard"),
    ("compare-pictures", "hoard"), ("render", "trickle"), ("render", "stall-tiles"),
    ("info", "pages"), ("info", "drip-open"), ("render", "delay"), ("render", "loop"),
  ]

  /// The folder with what has come of them; they are started by the first that asks.
  private static let folder = Result<String, any Error> {
    let folder = TestFolder.make()
    let program = try FaultyLoader.install()
    let other = folder + "/other.pgm"
    try RunningViewer.write(
      Array("P5 700 900 255\n".utf8) + [UInt8](repeating: 7, count: 700 * 900), to: other)
    for (command, fault) in all {
      // The loader of PDF is not confined.
      let file = "\(folder)/\(fault).\(fault == "pages" ? "pdf" : "fits")"
      let start = fault == "pages" ? "%PDF-1.4\n" : "SIMPLE  =                    T"
      try RunningViewer.write(Array(start.utf8), to: file)
      let result = "\(folder)/\(command)-\(fault)"
      let rest =
        switch command {
        case "info": [String]()
        case "compare-pictures": [other, "--json", result + ".json"]
        default: ["-o", result + ".png"]
        }
      let started = try ChildProcess(
        ["sh", "-c", script, result, program, command, file] + rest, environment: ["DISPLAY": ""])
      #expect(try started.wait() == 0)
    }
    return folder
  }

  /// Leaves the status and the milliseconds in a file once the command has ended.
  private static let script = #"""
    {
      begin=$(date +%s%N)
      "$@" > "$0.output" 2> "$0.errors"
      echo "$? $((($(date +%s%N) - begin) / 1000000))" > "$0.part"
      mv "$0.part" "$0.ended"
    } > /dev/null 2>&1 &
    """#

  /// Waits for the end of a command; returns what came of it, and the seconds it took.
  static func result(
    _ command: String, _ fault: String
  ) throws -> (status: Int, output: String, errors: String, seconds: Double) {
    let result = "\(try folder.get())/\(command)-\(fault)"
    try waitUntil("the end of \(command) for \(fault)", seconds: 2 * defaultTimeout) {
      access(result + ".ended", F_OK) == 0
    }
    let numbers = try RunningViewer.text(of: result + ".ended").split { " \n".contains($0) }
      .compactMap { Int($0) }
    try #require(numbers.count == 2)
    return (
      numbers[0], try RunningViewer.text(of: result + ".output"),
      try RunningViewer.text(of: result + ".errors"), Double(numbers[1]) / 1000
    )
  }
}

extension `A hostile decoder` {
  @Test(arguments: ["info"] + commands)
  func `that never opens a picture is ended after half a minute`(command: String) throws {
    let result = try Waiting.result(command, "stall-open")
    #expect(result.status == (command == "compare-pictures" ? 2 : 1))
    #expect(
      result.errors.contains("no progress for 30 seconds") || result.errors.contains("more than"),
      "\(result.errors)")
    #expect(result.seconds >= (command == "thumbnail" ? 19 : 29))
  }

  @Test(arguments: [("info", "drip-open", 30), ("render", "delay", 10), ("render", "loop", 10)])
  func `that sends what is no answer, or nothing, is ended in time`(
    command: String, fault: String, seconds: Int
  ) throws {
    let result = try Waiting.result(command, fault)
    #expect(result.errors.contains("made no progress for \(seconds) seconds"), "\(result.errors)")
    #expect(result.seconds >= Double(seconds - 1))
  }

  @Test(arguments: ["stall", "hoard"])
  func `that makes no progress costs one sentence after ten seconds`(fault: String) throws {
    for command in ["render", "compare-pictures"] {
      let result = try Waiting.result(command, fault)
      #expect(result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
      #expect(result.errors.contains("made no progress for 10 seconds"), "\(result.errors)")
    }
    // A thumbnail shows the rows that there are.
    let thumbnail = try Waiting.result("thumbnail", fault)
    #expect(thumbnail.status < 2 && thumbnail.errors.count { $0 == "\n" } <= 1)
  }

  @Test func `that trickles is ended, however often it answers`() throws {
    let result = try Waiting.result("render", "trickle")
    #expect(result.errors.contains("took more than 60 seconds"), "\(result.errors)")
  }

  @Test func `that finds pages without end has them counted for a minute`() throws {
    let result = try Waiting.result("info", "pages")
    #expect(result.status == 0 && result.output.contains(" or more\n"), "\(result)")
  }

  @Test func `that answers for no tile is ended once for the whole picture`() throws {
    let result = try Waiting.result("render", "stall-tiles")
    #expect(result.errors.contains("made no progress for 10 seconds"), "\(result.errors)")
    #expect(result.seconds < 90)
  }
}
