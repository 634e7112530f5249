import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `Comparing two folders` {
  private let folder = TestFolder.make()

  private static func trace(_ offsets: [Double]) -> String {
    let columns =
      "t,phase,offset_x,offset_y,velocity_x,velocity_y,zoom,tracking,dragging,decelerating,zooming,"
      + "zoom_bouncing,indicator_v_y,indicator_v_length,indicator_v_alpha,indicator_h_x,"
      + "indicator_h_length,indicator_h_alpha\n"
    return offsets.enumerated().reduce(columns) { text, row in
      text + "\(Double(row.offset) / 60),idle,0,\(row.element),0,0,1,0,0,0,0,0,0,0,0,0,0,0\n"
    }
  }

  /// Runs `compare a b` in the folder that holds both, with files by their paths.
  private func compare(
    _ files: [String: String], _ more: String...
  ) throws -> (status: Int32, output: String, errors: String) {
    _ = try RunningViewer.run(script: #"mkdir -p "$1/a" "$1/b""#, [folder])
    for (path, text) in files {
      try RunningViewer.write(Array(text.utf8), to: "\(folder)/\(path)")
    }
    return try RunningViewer.run(
      script: #"cd "$1" && shift && exec "$0" compare a b "$@""#, [folder] + more)
  }

  @Test func `finds each pair of equal names the same`() throws {
    let script = "{\"overscroll\":2,\"content\":[640,480]}\n"
    let result = try compare([
      "a/one.trace": Self.trace([0, 1, 2]), "b/one.trace": Self.trace([0, 1, 2]),
      "a/rest.script": script, "b/rest.trace": Self.trace([0, 0, 0]),
      "a/one.callbacks": "", "b/notes.txt": "",
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output
        == "one.trace: same\nrest.trace: same\n"
        + "2 same, 0 different, 0 not comparable, 0 without a partner")
  }

  @Test func `names differences, files without a partner and files that cannot be read`() throws {
    let result = try compare(
      [
        "a/one.trace": Self.trace([0, 1, 2]), "b/one.trace": Self.trace([0, 1, 9]),
        "a/two.trace": Self.trace([0, 1]), "b/two.trace": Self.trace([0, 1]),
        "a/bad.trace": "t,phase,x\n", "b/bad.trace": Self.trace([0]),
        "a/left.trace": Self.trace([0]), "b/right.csv": "# overscroll recording 1\n",
      ], "--junit", "x.xml", "--json", "j.json")
    #expect(result.status == 2 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "bad.trace: not comparable: a/bad.trace: the columns are not those of a trace")
    #expect(lines[1].hasPrefix("one.trace: different: offset_y by 7 pt"), "\(lines)")
    #expect(lines[1].hasSuffix("; plot: one.compare.svg"))
    #expect(lines[2] == "two.trace: same")
    #expect(lines[3] == "right.csv: is only in b")
    #expect(lines[4] == "left.trace: is only in a")
    #expect(lines[5] == "1 same, 1 different, 1 not comparable, 2 without a partner")
    let report = try RunningViewer.text(of: folder + "/x.xml")
    for name in ["one.trace", "two.trace", "bad.trace", "left.trace", "right.csv"] {
      #expect(report.contains("<testsuite name=\"\(name)\" "), "\(report)")
    }
    #expect(report.contains("<failure message=\"different: offset_y by 7 pt"))
    #expect(report.contains("<error message=\"left.trace: is only in a\""))
    let wellFormed = try RunningViewer.run(
      script:
        #"python3 -c 'import sys, json, xml.dom.minidom as x; x.parse(sys.argv[1]); json.load(open(sys.argv[2]))' "$1" "$2""#,
      [folder + "/x.xml", folder + "/j.json"])
    #expect(wellFormed.status == 0, "\(wellFormed.errors)")
    #expect(try RunningViewer.text(of: folder + "/j.json").contains("\"verdict\":\"error\""))
  }

  @Test func `compares texts with --exact, and prints the verdict alone with --quiet`() throws {
    let files = ["a/one.trace": Self.trace([0, 1]), "b/one.trace": Self.trace([0, 1.0000001])]
    #expect(try compare(files, "--quiet").output == "same")
    let exact = try compare(files, "--exact")
    #expect(exact.status == 1)
    #expect(exact.output.hasPrefix("one.trace: different: line 3, offset_y: 1.0, 1.0000001"))
  }

  @Test func `refuses folders that share nothing`() throws {
    let result = try compare(["a/one.trace": Self.trace([0]), "b/note.txt": ""])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errors == "overscroll: a and b have no traces or recordings with matching names\n")
  }
}
