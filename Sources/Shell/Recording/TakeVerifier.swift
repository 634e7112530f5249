import OverscrollBase
import OverscrollLab

/// Performs a take again from its files, line by line, on a stage of its own.
enum TakeVerifier {
  /// The number of callbacks that are written at a time. [C]
  private static let batch = 1000

  /// Compares every frame with its row in the trace, and writes the callbacks meanwhile.
  ///
  /// - Returns: The number of the first row that differs, counted from 0 for the start; `nil` if the take replays to the last bit.
  static func verify(_ files: TakeFiles, scenes: SceneRegistry) throws(Failure) -> Int? {
    var script = try FileLines(files.script)
    var trace = try FileLines(files.trace)
    let callbacks = try CallbackFile(files.callbacks)
    var reader = ScriptLines(file: files.script.name, scenes: scenes)
    var stage: Stage?
    var sampler: FrameSampler?
    // The state of the last frame, which the next one replaces where both are for one refresh.
    var held: Trace.Sample?
    let version = Trace.Version.current
    var hash = Trace.Hash()
    var end: Script.End?
    var row = -1
    var difference: Int?
    // Compares the names of the columns, or a row.
    func compare(_ text: String) throws(Failure) {
      let line = try trace.next()
      hash.add(text.utf8)
      hash.add("\n".utf8)
      if line != text[...], difference == nil { difference = max(0, row) }
      row += 1
    }
    try compare(version.columns)
    while let line = try script.next() {
      switch try Self.parse(line, &reader) {
      case .empty: break
      case .header(let header):
        let new = Stage(header, log: callbacks.log)
        stage = new
        let first = new.sample()
        sampler = FrameSampler(first)
        try compare(first.row(version))
      case .event(let event):
        guard let stage else { break }
        stage.perform(event)
        if case .frame(let frame) = event.action, let next = sampler?.sample(stage, frame) {
          if let held, !next.replacesLast { try compare(held.row(version)) }
          held = next.sample
        }
        if callbacks.log.callbacks.count >= batch { try callbacks.flush() }
      case .end(let value): end = value
      }
    }
    if let held { try compare(held.row(version)) }
    try callbacks.commit()
    if difference == nil, end?.trace != hash.text { difference = max(0, row - 1) }
    return difference
  }

  private static func parse(
    _ line: Substring, _ reader: inout ScriptLines
  ) throws(Failure) -> ScriptLines.Line {
    try Failure.describing { () throws(ScriptError) in try reader.read(line) }
  }
}

/// The file of a take's callbacks.
private final class CallbackFile {
  let log = CallbackLog()
  private let path: FilePath
  private let writer: AtomicFileWriter

  init(_ path: FilePath) throws(Failure) {
    self.path = path
    do throws(SystemError) { writer = try AtomicFileWriter(path, isPrivate: true) } catch {
      throw Failure(message: "\(path): cannot be written: \(error.message)")
    }
  }

  func flush() throws(Failure) { try perform { () throws(SystemError) in try writeLines() } }

  func commit() throws(Failure) {
    try perform { () throws(SystemError) in
      try writeLines()
      try writer.commit()
    }
  }

  private func writeLines() throws(SystemError) {
    for callback in log.drain() { try writer.write((callback.text + "\n").utf8) }
  }

  private func perform(_ body: () throws(SystemError) -> Void) throws(Failure) {
    do throws(SystemError) { try body() } catch {
      throw Failure(message: "\(path): cannot be written: \(error.message)")
    }
  }
}
