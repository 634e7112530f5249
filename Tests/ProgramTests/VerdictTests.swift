import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// `compare` and `replay --check` end like `diff`: 0 the same, 1 different, 2 trouble, each with JSON and JUnit.
@Suite struct `A command that judges` {
  private let folder = TestFolder.make()

  private static let columns =
    "t,phase,offset_x,offset_y,velocity_x,velocity_y,zoom,tracking,dragging,decelerating,zooming,"
    + "zoom_bouncing,indicator_v_y,indicator_v_length,indicator_v_alpha,indicator_h_x,"
    + "indicator_h_length,indicator_h_alpha\n"

  private static func trace(_ offsets: Double...) -> String {
    trace(offsets.enumerated().map { ($0.offset, $0.element) })
  }

  /// Rows by the refreshes at which they are.
  private static func trace(_ rows: [(Int, Double)]) -> String {
    rows.reduce(columns) { text, row in
      text + "\(Double(row.0) / 60),idle,0,\(row.1),0,0,1,0,0,0,0,0,0,0,0,0,0,0\n"
    }
  }

  /// Motions of which some rows are missing, amid the motion or in the rest after it.
  private static let (moving, resting) = (
    (0..<24).map { ($0, Double(10 * $0)) }, (0..<24).map { ($0, Double(min(10 * $0, 30))) }
  )

  /// The files that cases compare and check.
  private static let files = [
    "a.trace": trace(0, 1, 2), "b.trace": trace(0, 1, 9),
    "late.csv": "# overscroll recording 1\nt,velocity_y\n0,1\n1,2\n",
    "x.csv": "# overscroll recording 1\nt,offset_x\n0,1\n1,2\n",
    "y.csv": "# overscroll recording 1\nt,offset_y\n0,1\n1,2\n", "empty.trace": "",
    "no-rows.trace": columns, "take.script": take, "other.script": take,
    "bad.script": "{\"overscroll\":9}\n", "moving.trace": trace(moving),
    "gap.trace": trace(moving.filter { !(6..<16).contains($0.0) }), "rest.trace": trace(resting),
    "few.trace": trace(resting.filter { !(5..<23).contains($0.0) }),
    "still.script": "{\"overscroll\":2,\"content\":[640,480]}\n",
  ]

  private static let take = "{\"overscroll\":2,\"content\":[640,480]}\n{\"t\":0.1,\"frame\":0}\n"

  private func run(_ arguments: [String]) throws -> (
    status: Int32, output: String, errors: String
  ) {
    _ = try RunningViewer.run(script: #"mkdir -p "$1/p" "$1/q" "$1/r""#, [folder])
    for (name, text) in Self.files {
      try RunningViewer.write(Array(text.utf8), to: "\(folder)/\(name)")
    }
    for (name, text) in ["p/a": Self.trace(0, 1), "q/a": Self.trace(0, 1), "r/a": "x\n"] {
      try RunningViewer.write(Array(text.utf8), to: "\(folder)/\(name).trace")
    }
    let traces = try RunningViewer.run(
      script: #"""
        cd "$1" && "$0" simulate take.script --at frames > take.trace
        sed 's/idle,0.0/idle,5.0/' take.trace > other.trace
        """#, [folder])
    #expect(traces.status == 0)
    return try RunningViewer.run(
      script: #"cd "$1" && shift && exec "$0" "$@""#,
      [folder] + arguments + ["--json", "out.json", "--junit", "out.xml"])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var words: String
    var status: Int32
    var isJudged: Bool { status < 2 }
    var testDescription: String { "\(words): \(status)" }

    init(_ words: String, _ status: Int32) { (self.words, self.status) = (words, status) }
  }

  private static let cases = [
    Case("compare a.trace a.trace", 0), Case("compare a.trace b.trace --plot none", 1),
    Case("compare a.trace none.trace", 2), Case("compare none.trace a.trace", 2),
    Case("compare a.trace empty.trace", 2), Case("compare empty.trace a.trace", 2),
    Case("compare a.trace no-rows.trace", 2), Case("compare no-rows.trace a.trace", 2),
    Case("compare a.trace late.csv --align none", 2), Case("compare x.csv y.csv", 2),
    Case("compare bad.script a.trace", 2), Case("compare a.trace a.trace --exact", 0),
    Case("compare a.trace b.trace --exact", 1), Case("compare a.trace none.trace --exact", 2),
    Case("compare empty.trace empty.trace --exact", 2),
    Case("compare a.trace b.trace --plot /none/d.svg", 2), Case("compare p q", 0),
    Case("compare moving.trace gap.trace --plot none", 1),
    Case("compare gap.trace moving.trace --plot none", 1), Case("compare rest.trace few.trace", 2),
    Case("compare few.trace rest.trace", 2), Case("compare p r", 2), Case("compare p .", 1),
    Case("compare a.trace p", 2),
    Case("replay take.script --check", 0), Case("replay other.script --check", 1),
    Case("replay bad.script --check", 2), Case("replay still.script --check", 2),
    Case("replay none.script --check", 2),
  ]

  @Test(arguments: cases)
  func `exits as diff does, with JSON and JUnit in all three`(of example: Case) throws {
    let result = try run(example.words.split(separator: " ").map(String.init))
    #expect(result.status == example.status, "\(result.output)\(result.errors)")
    // Of folders, and where too few rows are the same, the verdict is printed.
    #expect(
      result.errors.isEmpty == example.isJudged || example.words.hasSuffix("p r")
        || example.words.contains("few.trace"))
    let json = try RunningViewer.text(of: folder + "/out.json")
    let verdict = ["same", "different", "error"][Int(example.status)]
    #expect(json.contains("\"verdict\":\"\(verdict)\""), "\(json)")
    let junit = try RunningViewer.text(of: folder + "/out.xml")
    // Of folders, the motion that goes on in one is a failure, and what is only in one is an error.
    #expect(junit.contains("<failure ") == (example.status == 1))
    #expect(junit.contains("<error ") == (example.status == 2 || example.words.hasSuffix(" .")))
    let wellFormed = try RunningViewer.run(
      script:
        #"python3 -c 'import sys, json, xml.dom.minidom as x; x.parse(sys.argv[1]); json.load(open(sys.argv[2]))' "$1" "$2""#,
      [folder + "/out.xml", folder + "/out.json"])
    #expect(wellFormed.status == 0, "\(wellFormed.errors)")
  }

  @Test func `prints nothing but one line of trouble where nothing could be judged`() throws {
    let result = try run(["compare", "x.csv", "y.csv"])
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "overscroll: x.csv and y.csv share no judged column; "
        + "use --tolerance COLUMN=N to judge another\n")
    for option in [
      ["--set", "bounces=false"], ["--with", "{}"], ["--ghost", "nosuch"], ["--hz", "30"],
    ] {
      let refused = try run(["replay", "take.script", "--check"] + option)
      #expect(refused.status == 2 && refused.errors.contains("--check cannot be combined"))
    }
    #expect(try run(["replay", "take.script"]).status == 2)
  }
}
