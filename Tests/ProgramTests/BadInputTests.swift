import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// Files of the lab that cannot be used: one line with the place and the problem, and status 1, or 2 of a command that judges.
@Suite struct `A file of the lab that cannot be used` {
  private let folder = TestFolder.make()

  /// A row of the table: files by name, the arguments, and the start of the line without the folder.
  struct Row: Sendable, CustomTestStringConvertible {
    var files: [String: [String]]
    var arguments: [String]
    var message: String

    init(_ files: [String: [String]], _ arguments: [String], _ message: String) {
      self.files = files
      self.arguments = arguments
      self.message = message
    }

    /// Commands that judge end like `diff`, and write the error as JSON where they were asked for a verdict.
    var judges: Bool { arguments.first == "compare" || arguments.contains("--check") }

    var testDescription: String { message }
  }

  private static let header = "{\"overscroll\":2}"
  private static let recording = "# overscroll recording 1"
  private static let columns =
    "t,phase,offset_x,offset_y,velocity_x,velocity_y,zoom,tracking,dragging,decelerating,zooming,"
    + "zoom_bouncing,indicator_v_y,indicator_v_length,indicator_v_alpha,indicator_h_x,"
    + "indicator_h_length,indicator_h_alpha"
  private static let longest = [header, "{\"t\":1000000,\"key\":\"Up\"}"]
  private static let key = "{\"t\":0.3,\"key\":\"Up\"}"

  private static func trace(_ times: [Double]) -> [String] {
    [columns] + times.map { "\($0),idle,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0" }
  }

  private static func simulate(_ lines: [String], _ message: String) -> Row {
    Row(["take.script": lines], ["simulate", "take.script"], "take.script:" + message)
  }

  private static func importing(_ lines: [String], _ message: String) -> Row {
    Row(["ios.csv": lines], ["import", "ios.csv", "-o", "out.script"], "ios.csv" + message)
  }

  private static func plotting(_ file: String, _ lines: [String], _ message: String) -> Row {
    Row([file: lines], ["plot", file, "-o", "out.svg"], file + message)
  }

  private static func comparing(
    _ files: [String: [String]], _ more: [String] = [], _ message: String
  ) -> Row {
    Row(
      files,
      ["compare"] + files.keys.sorted() + more + ["--plot", "out.svg", "--json", "out.json"],
      message)
  }

  private static let long = String(repeating: "x", count: 64 << 10)

  static let rows = [
    simulate(
      [header] + Array(repeating: key, count: 39)
        + ["{\"t\":0.3,\"stamp\":0.31,\"touch\":\"began\",\"id\":1,\"at\":[0,0]}"],
      "41: \"stamp\" 0.31 is later than \"t\" 0.3\n"),
    simulate([header, "{\"t\":1000001,\"key\":\"Up\"}"], "2: \"t\" must not be above 1000000 s\n"),
    simulate([header, "{\"t\":1,\"key\":\"\(long)\"}"], "2: lines are limited to 64 KiB\n"),
    simulate(
      [header, "{\"t\":0,\"touch\":\"began\",\"id\":1,\"at\":[1e13,0]}"],
      "2: \"at\" is beyond 1e12\n"),
    simulate(["{\"overscroll\":2,\"content\":[100,1e308]}"], "1: \"content\" is beyond 1e12\n"),
    simulate(longest, " lasts 1000000 s, which is more than 10000000 rows at 60 Hz; use a lower "),
    Row(
      ["a.script": longest], ["plot", "a.script", "-o", "out.svg"],
      "a.script: lasts 1000000 s, which is more than 10000000 rows at 240 Hz\n"),
    comparing(
      ["a.script": longest, "b.trace": trace([0, 1])], [],
      "a.script: lasts 1000000 s, which is more than 10000000 rows at 240 Hz\n"),
    Row(
      ["a.script": longest], ["replay", "a.script", "--frames", "out.png"],
      "a.script: has more than 100000 frames; use a lower --hz\n"),
    // Nothing is read or performed for it.
    Row(
      ["a.script": longest],
      ["replay", "a.script", "none.png", "--ghost", "none.trace", "--frames", "out.png"],
      "a.script: has more than 100000 frames; use a lower --hz\n"),
    simulate([header, "{\"t\":1e999,\"key\":\"Up\"}"], "2: "),
    importing(
      [recording, "# rate: 60", "t,offset_y", "0,1", "1,2", "2,3", "3,nan"],
      ":7: \"offset_y\" is \"nan\"; it must be a number or empty\n"),
    importing([recording, "t,offset_y", "0,1e13"], ":3: \"offset_y\" is 1e13, beyond 1e12\n"),
    importing([recording, "t,velocity_y", "0,1e19"], ":3: \"velocity_y\" is 1e19, beyond 1e18\n"),
    importing(
      [recording, "t,offset_y,offset_y", "0,1,2"], ":2: the column offset_y is there twice\n"),
    importing(
      [recording, "# unit: px", "# displayScale: 1e-9", "t,offset_y", "0,1"],
      ": \"displayScale\" is 1e-09\n"),
    importing([recording, "t,offset_y", "0,1"], ": has no touches to import"),
    importing([recording, "t,offset_y", "0,\(long)"], ":3: lines are limited to 64 KiB\n"),
    importing(
      [recording, "t,offset_y", "0,1", "1000001,2"], ": lasts longer than a million seconds"),
    plotting("a.trace", ["t,phase,colour"], ": the columns are not those of a trace\n"),
    plotting("a.trace", trace([0, 2, 1]), ":4: times must not decrease\n"),
    plotting("a.trace", trace([0, 2e6]), ":3: \"t\" is 2000000; times go from 0 to 1000000 s\n"),
    plotting(
      "a.trace", [columns, "0,idle,0,-1e308" + trace([0])[1].dropFirst(12)],
      ":2: \"offset_y\" is -1e308, beyond 1e12\n"),
    plotting("a.trace", [columns, "0,flying" + trace([0])[1].dropFirst(8)], ":2: \"phase\" is"),
    plotting("a.trace", [columns, long + "x"], ":2: lines are limited to 64 KiB\n"),
    comparing(
      ["a.trace": trace([0, 1]), "ios.csv": [recording, "t,offset_y", "0,1", "1,2"]],
      ["--align", "frames"],
      "ios.csv: no decelerating rows, which --align frames needs; try --align best\n"),
    comparing(
      ["a.trace": trace([0, 1]), "b.trace": trace([7, 8])], ["--align", "none"],
      "a.trace and b.trace do not overlap in time\n"),
    Row(
      ["a.script": [header], "p.json": ["{\"bounce\":true}"]],
      ["simulate", "a.script", "--with", "p.json"],
      "p.json:1: unknown property \"bounce\"; the properties are viewport, "),
    Row(
      ["a.script": [header], "p.json": ["{\"name\":\"\(long)\"}"]],
      ["simulate", "a.script", "--with", "p.json"], "p.json:1: lines are limited to 64 KiB\n"),
    Row(
      ["a.script": [header]],
      ["plot"] + Array(repeating: "a.script", count: 17) + ["-o", "out.svg"],
      "a plot shows at most 16 files, not 17\n"),
    Row(
      ["a.script": [header]], ["plot", "a.script", "--size", "15x400", "-o", "out.svg"],
      "--size: each side must be from 16 to 16384\n"),
    Row(
      ["a.script": [header]], ["plot", "a.script", "--size", "400x16385", "-o", "out.svg"],
      "--size: each side must be from 16 to 16384\n"),
    Row(
      ["a.script": ["{\"overscroll\":2,\"viewport\":[99999,400]}"]],
      ["replay", "a.script", "--at", "0", "--snapshot", "out.png"],
      "the window is 99999×400 pixels; each side must be from 16 to 16384\n"),
  ]

  /// Writes the files of a row and runs the program in their folder.
  private func run(_ row: Row) throws -> (status: Int32, output: String, errors: String) {
    for (name, lines) in row.files {
      try RunningViewer.write(lines.joined(separator: "\n") + "\n", to: "\(folder)/\(name)")
    }
    return try RunningViewer.run(
      script: #"cd "$1" && shift && exec "$0" "$@""#, [folder] + row.arguments)
  }

  @Test(arguments: rows) func `is named with its line and the problem`(row: Row) throws {
    let result = try run(row)
    #expect(result.status == (row.judges ? 2 : 1))
    #expect(result.output.isEmpty, "\(result.output)")
    #expect(result.errors.hasPrefix("overscroll: " + row.message.prefix { $0 != "\n" }))
    if row.message.hasSuffix("\n") { #expect(result.errors == "overscroll: " + row.message) }
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    for name in ["out.svg", "out.script", "out.png"] {
      #expect(access("\(folder)/\(name)", F_OK) != 0, "\(name) was written")
    }
    #expect((access("\(folder)/out.json", F_OK) == 0) == row.judges)
  }

  @Test func `is read up to its last whole line where a take was cut off`() throws {
    let events = (0..<298).map { "{\"t\":\(Double($0) / 100),\"frame\":\($0)}" }
    let text = ([Self.header] + events + ["{\"t\":2.99,\"fra"]).joined(separator: "\n")
    try RunningViewer.write(Array(text.utf8), to: folder + "/take.script")
    let result = try RunningViewer.run(
      script: #"cd "$1" && exec "$0" simulate take.script --at frames"#, [folder])
    #expect(result.status == 0)
    #expect(
      result.errors
        == "overscroll: take.script: ends without an \"end\"; the last line of 300 is missing\n")
    #expect(result.output.split(separator: "\n").count == 300)
  }

  @Test func `is refused in one sentence where a take was cut off and has no trace`() throws {
    let text = [Self.header, #"{"t":0.1,"frame":0}"#, #"{"t":0.2,"fra"#].joined(separator: "\n")
    try RunningViewer.write(Array(text.utf8), to: folder + "/take.script")
    let result = try RunningViewer.run(
      script: #"cd "$1" && exec "$0" replay take.script --check"#, [folder])
    #expect(result.status == 2)
    #expect(
      result.errors
        == "overscroll: take.script: has neither an \"end\" nor a trace to check against\n")
  }

  @Test(arguments: [["simulate"], ["info"], ["plot", "-o", "out.svg"]])
  func `is refused by its size before it is read`(words: [String]) throws {
    let path = folder + "/big.script"
    try RunningViewer.write(Array("{\"overscroll\":2}\n".utf8), to: path)
    // A file of zeros that takes no room on the disk.
    #expect(truncate(path, 256 << 20 + 1) == 0)
    let result = try RunningViewer.run([words[0], path] + words.dropFirst())
    #expect(result.status == 1)
    #expect(result.errors == "overscroll: \(path): text files are limited to 256 MiB\n")
  }
}
