import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `The commands of the lab` {
  private static let recording =
    TextFiles.root + "/Resources/conformance/recorded/flick-into-the-edge.csv"

  private let folder = TestFolder.make()

  private func run(_ arguments: String...) throws -> (
    status: Int32, output: String, errors: String
  ) {
    try RunningViewer.run(arguments)
  }

  /// The imported recording, its trace at 60 Hz, and one with another deceleration rate.
  private func files() throws -> (script: String, trace: String, fast: String) {
    let (script, trace, fast) = (folder + "/t.script", folder + "/t.trace", folder + "/f.trace")
    #expect(try run("import", Self.recording, "-o", script).status == 0)
    for (path, more) in [(trace, [String]()), (fast, ["--set", "decelerationRate=fast"])] {
      let result = try RunningViewer.run(["simulate", script] + more)
      try RunningViewer.write(Array((result.output + "\n").utf8), to: path)
    }
    return (script, trace, fast)
  }

  @Test func `write over nothing that they read, also by a link`() throws {
    let files = try files()
    let (script, link) = (files.script, folder + "/link.svg")
    #expect(symlink("t.script", link) == 0)
    let page = folder + "/link.html"
    #expect(symlink("t.script", page) == 0)
    let before = try RunningViewer.bytes(of: script)
    let commands = [
      ["import", script, "-o", script], ["info", script, "--frames", script],
      ["info", script, "--trace-events", link], ["simulate", script, "--callbacks", script],
      ["simulate", script, "--plot", link], ["plot", script, files.trace, "-o", link],
      ["compare", script, files.trace, "--json", script],
      ["compare", files.trace, script, "--junit", script],
      ["compare", script, files.fast, "--plot", link],
      ["replay", script, "--check", "--json", script], ["replay", script, "--html", page],
    ]
    for arguments in commands {
      let result = try RunningViewer.run(arguments)
      let output = arguments.last ?? ""
      #expect(result.errors == "overscroll: \(output): this is the input; choose another file\n")
      #expect(result.status != 0 && result.output.isEmpty, "\(arguments)")
      #expect(try RunningViewer.bytes(of: script) == before, "\(arguments)")
    }
    // What may be written has the error.
    let json = folder + "/error.json"
    _ = try RunningViewer.run(["compare", script, files.fast, "--plot", link, "--json", json])
    #expect(try RunningViewer.text(of: json).contains("this is the input"))
  }

  @Test func `judge the engine by a recorded UIScrollView`() throws {
    let files = try files()
    let result = try run(
      "compare", files.script, Self.recording, "--tolerance", "offset_y=0.0001", "--plot", "none")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("same\n"))
    #expect(result.output.contains("aligned by frames"))
  }

  @Test func `find a trace and its script the same, and another rate different`() throws {
    let files = try files()
    #expect(try run("compare", files.trace, files.trace, "--exact").output == "same")
    // The ends of lines are those of a system.
    let lines = try RunningViewer.text(of: files.trace).replacing("\n", with: "\r\n")
    try RunningViewer.write(Array(lines.utf8), to: folder + "/crlf.trace")
    #expect(try run("compare", files.trace, folder + "/crlf.trace", "--exact").output == "same")
    let own = try run("compare", files.script, files.trace, "--tolerance", "1e-9", "--quiet")
    #expect(own.status == 0 && own.output == "same")
    let other = try run(
      "compare", files.fast, files.trace, "--json", folder + "/j", "--junit", folder + "/x",
      "--plot", folder + "/d.svg")
    #expect(other.status == 1 && other.errors.isEmpty)
    #expect(other.output.hasPrefix("different: offset_y by "))
    #expect(try RunningViewer.text(of: folder + "/j").contains("\"verdict\":\"different\""))
    #expect(try RunningViewer.text(of: folder + "/x").contains("<failure message=\"different: "))
    #expect(try RunningViewer.text(of: folder + "/d.svg").hasPrefix("<?xml"))
    let exact = try run("compare", files.fast, files.trace, "--exact")
    #expect(exact.status == 1 && exact.output.hasPrefix("different: line "))
  }

  @Test func `measure the refreshes of a take, and end with 1 beyond a limit`() throws {
    // A finger, and refreshes that show it 8 and 18 ms later, the second after another that was missed.
    let take = """
      {"overscroll":2,"viewport":[300,300],"content":[300,3000],"note":"warm"}
      {"t":0.1,"touch":"began","id":1,"at":[150,250]}
      {"t":0.1,"frame":0,"age":0,"presented":0.108}
      {"t":0.11,"touch":"moved","id":1,"at":[150,200]}
      {"t":0.11,"frame":1,"age":0,"presented":0.124}
      {"t":0.122,"touch":"moved","id":1,"at":[150,150]}
      {"t":0.122,"frame":1,"age":0,"missed":1,"presented":0.14}

      """
    let (path, table, events) = (folder + "/a.script", folder + "/f.csv", folder + "/e.json")
    try RunningViewer.write(Array(take.utf8), to: path)
    let within = try run(
      "info", path, "--frames", table, "--trace-events", events, "--max-latency", "18.1")
    #expect(within.status == 0 && within.output.contains("missed refreshes: 1 dragging"))
    let rows = try RunningViewer.text(of: table).split(separator: "\n")
    #expect(
      rows.count == 3 && rows[1].hasPrefix("1,0.100000000,0.108000000,0,1,0.000000,8.000000,"))
    #expect(rows[2].hasPrefix("2,0.122000000,0.140000000,1,0,0.000000,18.000000,dragging,"))
    #expect(rows[0].hasSuffix(",finger_velocity_x,finger_velocity_y,deadline,late_ms"))
    // The usual step of the rows at 0, 0.1 and 0.122 s is the longer one.
    #expect(rows[1].hasSuffix(",0.000000000,0.000000000,0.108000000,0.000000"))
    let text = try RunningViewer.text(of: events)
    #expect(text.hasPrefix(#"{"traceEvents":[{"name":"process_name","ph":"M""#))
    #expect(
      text.contains(#""name":"late refresh","ph":"X","pid":1,"tid":1,"ts":122000,"dur":18000"#))
    let late = try run("info", path, "--max-latency", "17.4")
    #expect(
      late.status == 1 && late.output.hasSuffix("exceeded: latency: 17.5 ms p95, allowed 17.4 ms"))
    let hitch = try run("info", path, "--max-hitch", "1")
    #expect(hitch.status == 1 && hitch.output.contains("exceeded: hitch: "))
    let json = try run("info", path, "--json")
    #expect(
      json.output.contains(#""gestures":[{"start":0.1,"#) && json.output.contains(#""refreshes":2"#)
    )
    let stats = try run("stats", path, path, "--by", "note")
    #expect(stats.status == 0 && stats.output.hasPrefix("note warm: 2 gestures\nmeasurement"))
    #expect(
      try run("stats", path, "--json").output.hasPrefix(#"{"overscroll_stats":1,"groups":[{"#))
    let trace = try run("simulate", path, "--at", "frames")
    #expect(trace.output.split(separator: "\n").count == 4)
    #expect(trace.output.hasSuffix(",0.140000000"))
  }

  @Test func `play a recording as its import, and say what tables without touches allow`() throws {
    let files = try files()
    let pages = try [Self.recording, files.script].map { file in
      let page = folder + "/\(file.hasSuffix("csv") ? "a" : "b").html"
      #expect(try run("replay", file, "--html", page).status == 0)
      return try RunningViewer.text(of: page).split(separator: "\n").first {
        $0.hasPrefix("const data")
      }
    }
    #expect(pages[0] != nil && pages[0] == pages[1])
    let bare = try run("replay", files.trace, "--html", folder + "/c.html")
    #expect(
      bare.status == 1 && bare.errors.contains("has no touches to play; overscroll plot draws it"))
  }

  @Test func `read tables whose columns they are told`() throws {
    let (table, files) = (folder + "/other.csv", try files())
    let rows = try RunningViewer.text(of: files.trace).split(separator: "\n").dropFirst().map {
      row in
      let cells = row.split(separator: ",")
      return "\(81e3 + (Double(cells[0]) ?? 0) * 1e3);\((Double(cells[3]) ?? 0) * 3)"
    }
    try RunningViewer.write("Zeit;scrollY\n" + rows.joined(separator: "\n"), to: table)
    let lost = try run("compare", files.script, table)
    #expect(lost.status == 2 && lost.errors.contains("its columns are Zeit, scrollY"))
    #expect(lost.errors.contains("--columns t=Zeit,offset_y=scrollY"))
    let known = [
      "--columns", "t=Zeit,offset_y=scrollY", "--time-unit", "ms", "--unit", "px", "--scale", "3",
      "--plot", "none",
    ]
    for order in [[files.script, table], [table, files.script]] {
      let result = try RunningViewer.run(["compare"] + order + known)
      #expect(result.status == 0 && result.output.hasPrefix("same\n"), "\(result)")
    }
    #expect(try RunningViewer.run(["compare", table, files.script, "--scale", "3"]).status == 2)
    // The other table has the ordinary columns, in seconds and points.
    let ordinary = folder + "/ordinary.csv"
    let columns = try RunningViewer.text(of: files.trace).split(separator: "\n").map { row in
      let cells = row.split(separator: ",")
      return "\(cells[0]),\(cells[3])"
    }
    try RunningViewer.write(Array(columns.joined(separator: "\n").utf8), to: ordinary)
    for order in [[ordinary, table], [table, ordinary]] {
      let result = try RunningViewer.run(["compare"] + order + known)
      #expect(result.status == 0 && result.output.hasPrefix("same\n"), "\(result)")
    }
    for order in [[ordinary, ordinary], [files.script, ordinary], [ordinary, files.trace]] {
      let result = try RunningViewer.run(["compare"] + order + known)
      #expect(
        result.status == 2 && result.errors.contains("has no column scrollY, which --columns"),
        "\(result)")
    }
  }

  @Test func `refuse tables without rows, unknown parameters, pages of another suffix`() throws {
    let (empty, files) = (folder + "/empty.csv", try files())
    try RunningViewer.write(Array("t,offset_y\n".utf8), to: empty)
    for arguments in [["info", empty], ["compare", empty, files.trace], ["stats", empty]] {
      let result = try RunningViewer.run(arguments)
      #expect(result.status != 0 && result.output.isEmpty, "\(arguments)")
      #expect(result.errors.contains("has no rows below the names of its columns"), "\(result)")
    }
    let unknown = try run("stats", files.script, "--by", "nosuch")
    #expect(unknown.status != 0 && unknown.output.isEmpty && unknown.errors.contains("--by nosuch"))
    for key in ["decelerationRate", "note", "scene"] {
      let known = try run("stats", files.script, "--by", key)
      #expect(known.status == 0 && known.output.hasPrefix("\(key) default: "), "\(known)")
    }
    let page = try run("replay", files.script, "--html", folder + "/x.txt")
    #expect(page.status != 0 && page.errors.contains("x.txt: a page must be a .html file"))
    #expect(access(folder + "/x.txt", F_OK) != 0)
  }

  @Test(arguments: [("svg", "<?xml"), ("pdf", "%PDF-"), ("png", "\u{FFFD}PNG")])
  func `draw plots whose bytes are always the same`(kind: String, magic: String) throws {
    let files = try files()
    let paths = (0..<2).map { folder + "/p\($0).\(kind)" }
    for path in paths {
      let result = try run("plot", files.script, Self.recording, "--residual", "-o", path)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try RunningViewer.text(of: paths[0]).hasPrefix(magic))
    let comparison = try RunningViewer.run(script: "cmp \"$1\" \"$2\"", paths)
    #expect(comparison.status == 0)
  }

  @Test func `refuse what cannot be compared in one sentence`() throws {
    let files = try files()
    let cases = [
      ["compare", files.trace, files.trace, "--align", "frames", "--set", "x"],
      ["compare", files.trace, folder + "/none"],
      ["compare", Self.recording, "/dev/null"],
      ["import", files.trace, "-o", folder + "/i.script"],
      ["plot", files.trace, "-o", folder + "/p.gif"],
      ["replay", files.script, "--check"],
      ["simulate", files.script, "--set", "bounce=true"],
      ["simulate", files.script, "--view", "list"],
    ]
    for arguments in cases {
      let result = try RunningViewer.run(arguments)
      #expect(result.status != 0 && result.output.isEmpty, "\(arguments)")
      #expect(!result.errors.isEmpty)
    }
    #expect(access(folder + "/i.script", F_OK) != 0 && access(folder + "/p.gif", F_OK) != 0)
  }

  @Test func `tune constants of the engine within their ranges, and say so`() throws {
    let path = folder + "/tuned.script"
    let plain = try RunningViewer.text(of: files().script)
    let lines = plain.split(separator: "\n", maxSplits: 1)
    let header = lines[0].dropLast() + #","tuning":{"springRate":0.02},"with":{"tuning.notch":90}}"#
    try RunningViewer.write(Array("\(header)\n\(lines[1])\n".utf8), to: path)
    let info = try run("info", path).output
    #expect(info.contains("\ntuned: springRate 0.02, B: notch 90\n"), "\(info)")
    let (untuned, tuned) = (folder + "/t.script", try run("simulate", path).output)
    #expect(try tuned == run("simulate", untuned, "--set", "tuning.springRate=0.02").output)
    #expect(
      try tuned == run("simulate", untuned, "--with", #"{"tuning":{"springRate":0.02}}"#).output)
    #expect(try tuned != run("simulate", untuned).output)
    let refused = try run("simulate", untuned, "--set", "tuning.springRate=1")
    #expect(
      refused.status == 1
        && refused.errors.contains(
          #"--set tuning.springRate=1: "tuning.springRate" must be a number from 0.001 to 0.1"#),
      "\(refused.errors)")
    let plots = try [path, untuned].map { try run("plot", $0).output }
    #expect(plots[0].hasPrefix("<?xml") && plots[0] != plots[1])
  }

  @Test func `describe their files`() throws {
    let files = try files()
    #expect(try run("info", files.script).output.hasPrefix("format: script, version 2\n"))
    #expect(try run("info", files.trace).output.hasPrefix("format: trace\n"))
    #expect(try !run("info", files.script).output.contains("tuned"))
    let recording = try run("info", Self.recording).output
    #expect(recording.hasPrefix("format: recording\n") && recording.contains("rate: 60 Hz"))
  }
}
