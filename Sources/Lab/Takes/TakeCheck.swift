/// The result of performing a take again, frame by frame.
package enum TakeCheck: Hashable, Sendable {
  /// Every frame is the same to the last bit.
  case same(frames: Int, hash: String)
  /// Every number is within a millionth; exponentials differ in the last bit between processors and libraries.
  case close(frames: Int)
  /// The first row that differs, its column and both values.
  case different(frame: Int, column: String, recorded: String, replayed: String)
  /// The take has no trace beside it, and the hash of its end differs.
  case otherHash(recorded: String, replayed: String)

  /// The difference that another machine may make. [C]
  static let machineTolerance = 1e-6

  /// Performs a take as recorded.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - trace: The text of its trace; `nil` where there is none.
  ///   - file: The name used in errors.
  /// - Throws: ``LabError`` where there is nothing to compare with.
  package init(_ script: Script, trace: String?, file: String) throws(LabError) {
    guard script.frameCount > 0 else {
      throw LabError(file: file, problem: "has no recorded frames to check")
    }
    var again = Simulation(script).frameTrace()
    again.samples.removeLast(script.frameCount - script.wholeFrameCount)
    // A take is checked in the version in which it was recorded, which the hash alone tells where there is no trace.
    let versions = trace.map { [Trace.Version(of: $0) ?? .current] } ?? [again.version, .first]
    for version in versions {
      let text = again.csv(version)
      let hash = Trace.hash(text.utf8)
      if let end = script.end, end.trace == hash, trace == nil || trace == text {
        self = .same(frames: script.frameCount, hash: hash)
        return
      }
    }
    let text = again.csv(versions[0])
    let hash = Trace.hash(text.utf8)
    guard let trace else {
      guard let end = script.end else {
        throw LabError(file: file, problem: "has neither an \"end\" nor a trace to check against")
      }
      self = .otherHash(recorded: end.trace, replayed: hash)
      return
    }
    let result = Self.compare(
      text, with: trace, columns: versions[0].columns, isWhole: script.end != nil, hash: hash)
    if case .same = result, let end = script.end {
      self = .otherHash(recorded: end.trace, replayed: hash)
    } else {
      self = result
    }
  }

  /// Compares two traces row by row; a take that was cut off may have a shorter or longer one.
  private static func compare(
    _ replayed: String, with recorded: String, columns: String, isWhole: Bool, hash: String
  ) -> TakeCheck {
    let own = replayed.split(separator: "\n")
    let other = recorded.split(separator: "\n")
    let names = columns.split(separator: ",")
    var isExact = true
    for (index, (a, b)) in zip(own, other).enumerated() where a != b {
      isExact = false
      if let difference = difference(a, b, names, frame: index - 1) { return difference }
    }
    let frames = max(0, min(own.count, other.count) - 2)
    if own.count != other.count, isWhole {
      return .different(
        frame: frames + 1, column: "rows", recorded: "\(max(0, other.count - 1))",
        replayed: "\(max(0, own.count - 1))")
    }
    return isExact ? .same(frames: frames, hash: hash) : .close(frames: frames)
  }

  private static func difference(
    _ replayed: Substring, _ recorded: Substring, _ names: [Substring], frame: Int
  ) -> TakeCheck? {
    let (own, other) = (replayed.cells, recorded.cells)
    guard own.count == other.count, own.count == names.count else {
      return .different(
        frame: frame, column: "row", recorded: String(recorded), replayed: String(replayed))
    }
    for (name, (a, b)) in zip(names, zip(own, other)) where a != b {
      if let a = a.finiteNumber, let b = b.finiteNumber, abs(a - b) <= machineTolerance { continue }
      return .different(
        frame: frame, column: String(name), recorded: String(b), replayed: String(a))
    }
    return nil
  }

  /// The result in one line.
  package var message: String {
    switch self {
    case .same(let frames, let hash): "same: \(frames) frames, \(hash)"
    case .close(let frames): "same within 1e-6 (another machine): \(frames) frames"
    case .different(let frame, let column, let recorded, let replayed):
      "different at frame \(frame): \(column) is \(replayed), recorded as \(recorded)"
    case .otherHash(let recorded, let replayed):
      "different: the trace has \(replayed), recorded as \(recorded)"
    }
  }

  /// The name of the suite in JUnit reports.
  package static let suiteName = "overscroll replay --check"
  /// The key of the version in the JSON.
  package static let jsonKey = "overscroll_check"

  /// Returns whether every frame is the same, where it is strict to the last bit.
  package func isSame(strict: Bool) -> Bool {
    switch self {
    case .same: true
    case .close: !strict
    case .different, .otherHash: false
    }
  }

  /// The result as one line of JSON.
  package func json(strict: Bool) -> String {
    var object = JSONObject()
    object.add(Self.jsonKey, 1)
    object.add("verdict", isSame(strict: strict) ? "same" : "different")
    object.add("message", message)
    switch self {
    case .same(let frames, let hash):
      object.add("frames", frames)
      object.add("hash", hash)
    case .close(let frames):
      object.add("frames", frames)
      object.add("within", Self.machineTolerance)
    case .different(let frame, let column, let recorded, let replayed):
      object.add("frame", frame)
      object.add("column", column)
      object.add("recorded", recorded)
      object.add("replayed", replayed)
    case .otherHash(let recorded, let replayed):
      object.add("recorded", recorded)
      object.add("replayed", replayed)
    }
    return object.text + "\n"
  }

  /// The result as a test case of the take's file.
  package func testCase(of file: String, strict: Bool) -> JUnitReport.Case {
    JUnitReport.Case(
      className: file, name: "frames", failure: isSame(strict: strict) ? nil : message)
  }
}
