import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// The conformance kit as others use it: its index, and its check of an implementation.
@Suite struct `The conformance kit` {
  private static let folder = "Resources/conformance"

  /// A recording, as the index describes it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: String
    var license: String
    var key: [String] = []
    var value = ""
    /// The time, offset and velocity at the lift, and the range of offsets.
    var release: [String: Double] = [:]

    var testDescription: String { name }
  }

  private static let index = JSONValue(parsing: TextFiles.text("\(folder)/index.json")[...])

  private static func list(_ key: String) -> [[String: JSONValue]] {
    guard case .object(let index)? = index, case .array(let list)? = index[key] else { return [] }
    return list.compactMap { if case .object(let entry) = $0 { entry } else { nil } }
  }

  private static func text(_ value: JSONValue?) -> String {
    if case .string(let text)? = value { text } else { "" }
  }

  private static let cases = list("recorded").map { entry in
    var found = Case(
      name: String(text(entry["file"]).dropFirst("recorded/".count)), kind: text(entry["kind"]),
      license: text(entry["license"]), value: text(entry["value"]))
    if case .array(let keys)? = entry["key"] { found.key = keys.map { text($0) } }
    if case .object(let release)? = entry["release"] {
      found.release = release.compactMapValues {
        if case .number(let number) = $0 { number } else { nil }
      }
    }
    return found
  }

  @Test func `lists each file with its source and license, and no other`() {
    var files: [String] = []
    for entry in Self.list("recorded") + Self.list("golden") {
      for key in ["what", "source", "license"] { #expect(!Self.text(entry[key]).isEmpty) }
      if case .array(let kinds)? = entry["files"] {
        files += kinds.map { Self.text(entry["name"]) + "." + Self.text($0) }
      } else {
        files.append(Self.text(entry["file"]))
      }
    }
    let present = ["recorded", "golden"].flatMap {
      TextFiles.paths(in: "\(Self.folder)/\($0)", endingIn: "")
    }
    #expect(files.sorted() == present.map { String($0.dropFirst(Self.folder.count + 1)) }.sorted())
    #expect(files.count > 40)
    // What others measured says so itself, and in the page.
    let page = TextFiles.text("\(Self.folder)/README.md")
    for one in Self.cases where one.license != "MIT, as this package" {
      #expect(KitFile(one.name).text.contains("Cranpose, Apache License 2.0"))
      #expect(page.contains("`recorded/\(one.name)`"))
    }
    #expect(Self.cases.count { $0.license == "Apache-2.0" } == 4)
    #expect(page.contains("samoylenkodmitry/Cranpose") && page.contains("Apache License 2.0"))
  }

  @Test func `keeps what was recorded apart from what Overscroll computed`() {
    #expect(TextFiles.paths(in: "\(Self.folder)/recorded", endingIn: ".trace").isEmpty)
    #expect(TextFiles.paths(in: "\(Self.folder)/golden", endingIn: ".csv").isEmpty)
  }

  // MARK: The check

  /// Times after a lift: each millisecond, and each frame of 60 Hz, where recorded times are rounded to nanoseconds.
  private static let moments =
    ((0...4000).map { Double($0) / 1000 } + (1...240).map { Double($0) / 60 + 1e-9 }).sorted()

  /// The offsets of the engine, as an implementation under test writes them.
  private func output(_ one: Case, spring: Double) -> String? {
    switch one.kind {
    case "touches": touched(one)
    case "release": "t,offset_y\n" + released(one, spring: spring)
    case "table": table(one)
    default: nil
    }
  }

  /// What a window shows under the touches of a recording.
  private func touched(_ one: Case) -> String {
    let viewport = one.name.hasPrefix("ios26") ? Size(393, 852) : Size(402, 874)
    let window = Window(frame: Rect(origin: .zero, size: viewport))
    let view = ScrollView(frame: window.frame)
    window.addSubview(view)
    let upper = one.release["upper"] ?? 0
    view.contentSize = Size(width: viewport.width, height: upper + viewport.height)
    view.displayScale = 3
    let file = KitFile(one.name)
    view.contentOffset.y = file.rows("t", "offset_y").first?[1] ?? 0
    var text = "t,offset_y\n"
    let between = file.text.contains("delivery: between")
    var last = -Double.infinity
    for line in file.text.split(separator: "\n") {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count > 4, let time = Double(cells[0]) else { continue }
      window.advance(to: time)
      last = time
      if let phase = TouchEvent.Phase(rawValue: String(cells[1])), let x = Double(cells[3]),
        let y = Double(cells[4])
      {
        // With the frames, a lift brings the first step of the deceleration: it was a frame earlier.
        let stamp = phase == .ended && !between ? time - 1 / 60.0 : time
        window.send(.touch(phase, at: Point(x, y), stamp))
        window.advance(to: time)
      }
      text += "\(time),\(view.contentOffset.y)\n"
      if cells[1] == "ended" { break }
    }
    let lift = file.rows("t").last?[0] ?? 0
    for moment in Self.moments {
      let time = (one.release["t"] ?? 0) + moment
      guard time > last, time < lift + 0.1 else { continue }
      window.advance(to: time)
      text += "\(time),\(view.contentOffset.y)\n"
    }
    return text
  }

  /// The law of deceleration after a release.
  private func released(_ one: Case, spring: Double) -> String {
    let release = one.release
    let law = DecelerationLaw(
      rate: release["rate"] ?? 0, range: (release["lower"] ?? 0)...(release["upper"] ?? 0))
    let start = AxisState(
      offset: release["offset_y"] ?? 0, velocity: spring * (release["velocity_y"] ?? 0))
    let glide = Glide(law, from: start) { $0 }
    return Self.moments.map { moment in
      let grid = moment * 1000 / DecelerationLaw.gridStep
      let index = Int(grid + 1e-9)
      let remainder = max(grid - Double(index), 0) * DecelerationLaw.gridStep
      let time = (release["t"] ?? 0) + moment
      return "\(time),\(glide.state(at: index, remainder: remainder).offset)\n"
    }.joined()
  }

  private func table(_ one: Case) -> String {
    let header = (one.key + [one.value]).joined(separator: ",") + "\n"
    if one.value == "stretch_y" {
      let viewport = one.name.hasPrefix("ios265") ? 2045 / 3.0 : 874
      let band = RubberBand(coefficient: 0.55, dimension: viewport)
      return header
        + KitFile(one.name).rows("translation_y").map { row in
          "\(row[0]),\((band.stretch(of: row[0]) * 3).rounded() / 3)\n"
        }.joined()
    }
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.contentSize = Size(width: 400, height: 20_000)
    view.displayScale = 3
    return header
      + KitFile(one.name).rows("rate", "offset_y", "velocity_y").map { row in
        view.decelerationRate = .init(rawValue: row[0])
        let target = view.projectedOffset(from: Point(0, row[1]), velocity: Point(0, row[2]))
        return "\(row[0]),\(row[1]),\(row[2]),\(target.y)\n"
      }.joined()
  }

  private func check(_ folder: String) throws -> (status: Int32, output: String, errors: String) {
    try RunningViewer.run(
      script: #"python3 "$1" "$2""#, [TextFiles.root + "/\(Self.folder)/check.py", folder])
  }

  @Test func `passes the engine, by its check in Python`() throws {
    let folder = TestFolder.make()
    for one in Self.cases {
      guard let text = output(one, spring: 1) else { continue }
      try RunningViewer.write(Array(text.utf8), to: folder + "/" + one.name)
    }
    let result = try check(folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("12 recordings checked, 0 differences"), "\(result.output)")
  }

  @Test func `fails what differs, and what is not there`() throws {
    let folder = TestFolder.make()
    #expect(try check(folder).status == 1)
    let bounce = try #require(Self.cases.first { $0.name == "ios265-bounce.csv" })
    try RunningViewer.write(output(bounce, spring: 0.9) ?? "", to: folder + "/" + bounce.name)
    let result = try check(folder)
    #expect(result.status == 1 && result.output.contains("FAILED ios265-bounce.csv release"))
    // A table whose rows are not those of the recording.
    try RunningViewer.write(
      Array("translation_y,stretch_y\n15,8\n".utf8), to: folder + "/ios265-rubber-band.csv")
    #expect(try check(folder).output.contains("FAILED ios265-rubber-band.csv table: inf"))
  }
}
