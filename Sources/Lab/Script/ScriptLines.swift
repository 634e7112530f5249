/// Reads a script line by line, so that one of any length takes the memory of a line.
package struct ScriptLines {
  /// What a line holds.
  package enum Line {
    case empty
    case header(Script.Header)
    case event(Script.TimedEvent)
    case end(Script.End)
  }

  private let file: String
  private var number = 0
  private let scenes: SceneRegistry?
  private var header: Script.Header?
  private var latest = 0.0
  private var count = 0
  private var hasEnded = false

  /// - Parameters:
  ///   - file: The name used in errors.
  ///   - scenes: The scenes that the script can name.
  package init(file: String, scenes: SceneRegistry? = nil) {
    self.file = file
    self.scenes = scenes
  }

  /// Reads the next line, without its line feed.
  ///
  /// - Throws: ``ScriptError`` with the line's number and what is wrong.
  package mutating func read(_ line: Substring) throws(ScriptError) -> Line {
    number += 1
    do throws(ScriptFields.Problem) {
      return try parse(line)
    } catch {
      throw ScriptError(file: file, line: number, problem: error.text)
    }
  }

  private mutating func parse(_ text: Substring) throws(ScriptFields.Problem) -> Line {
    let bytes = text.utf8
    guard bytes.count <= Script.Limits.line else {
      throw ScriptFields.Problem(text: "lines are limited to 64 KiB")
    }
    let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
    guard line.contains(where: { !$0.isWhitespace }) else { return .empty }
    let fields = try ScriptFields(line)
    guard let header else {
      let header = try Script.Header(fields, scenes)
      self.header = header
      return .header(header)
    }
    guard !hasEnded else { throw ScriptFields.Problem(text: "nothing may follow \"end\"") }
    let time = try fields.time(after: latest)
    if header.version > 1, fields.has("end") {
      try fields.refuseUnknown(besides: ["t", "end"])
      let end = try Script.End(fields.object("end"), at: time)
      hasEnded = true
      return .end(end)
    }
    guard count < Script.Limits.events else {
      throw ScriptFields.Problem(text: "scripts are limited to \(Script.Limits.events) events")
    }
    let event = try Script.TimedEvent(fields, at: time, header)
    count += 1
    latest = time
    return .event(event)
  }
}
