/// A plan of manual checks: what to do, what to expect, and what has to happen before a step can pass.
package struct QAPlan: Hashable, Sendable {
  /// The version of the format.
  package static let version = 1

  /// A device that a step is meant for.
  package enum Device: String, Hashable, Sendable, CaseIterable {
    case mouse
    case touch
    case touchpad
    case keyboard
  }

  /// One check.
  package struct Step: Hashable, Sendable {
    /// Unique in the plan; also the name of a folder.
    package var id: String
    /// The scene; `nil` for a grid in a scroll view of its own.
    package var scene: String?
    /// Properties of the scene, or of the scroll view.
    package var settings: [String: JSONValue] = [:]
    /// What the user is to do.
    package var task: String
    /// What is to be seen.
    package var expectation: String
    /// What the take has to show before the step can pass.
    package var needs: [QARequirement]
    /// The devices with which the step makes sense; empty for any.
    package var devices: [Device] = []
    /// What is asserted about the take; empty where only the user can judge.
    package var checks: [QACheck] = []
    /// Events that show the step's claim, as in scripts; empty for those of the scene's demo.
    package var demo: [JSONValue] = []
  }

  package var title: String
  /// At least one step.
  package var steps: [Step]
}

// MARK: - Reading

extension QAPlan {
  /// Reads a plan: JSON Lines, the header first, then a step a line.
  ///
  /// - Throws: ``LabError`` with the line and what is wrong there.
  package init(parsing text: String, file: String) throws(LabError) {
    var title: String?
    var steps: [Step] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(QAFields.Problem) {
        guard bytes.count <= LabLimits.line else {
          throw QAFields.Problem("lines are limited to 64 KiB")
        }
        let fields = try QAFields(line)
        if title == nil {
          title = try Self.title(fields)
          continue
        }
        let step = try Step(fields)
        guard !steps.contains(where: { $0.id == step.id }) else {
          throw QAFields.Problem("\"id\" \"\(step.id)\" is used by an earlier step")
        }
        steps.append(step)
      } catch {
        throw LabError(file: file, line: index + 1, problem: error.text)
      }
    }
    guard let title else {
      throw LabError(file: file, line: 1, problem: "the plan is empty; a header is missing")
    }
    guard !steps.isEmpty else { throw LabError(file: file, problem: "the plan has no steps") }
    self.init(title: title, steps: steps)
  }

  /// The keys of the first line.
  package static let headerKeys = ["overscroll_qa", "title"]

  private static func title(_ fields: QAFields) throws(QAFields.Problem) -> String {
    guard case .number(let version)? = fields.values["overscroll_qa"] else {
      throw QAFields.Problem("the first line must be the header, {\"overscroll_qa\":1, …}")
    }
    guard version == Double(Self.version) else {
      throw QAFields.Problem("unknown plan version; this program reads version 1")
    }
    try fields.refuseUnknown(besides: headerKeys)
    return try fields.string("title")
  }
}

extension QAPlan.Step {
  /// The keys of a line.
  package static let keys = [
    "id", "scene", "set", "do", "expect", "needs", "devices", "checks", "demo",
  ]

  private static func checks(_ fields: QAFields) throws(QAFields.Problem) -> [QACheck] {
    var checks: [QACheck] = []
    for value in try fields.list("checks") { checks.append(try QACheck(value)) }
    return checks
  }

  fileprivate init(_ fields: QAFields) throws(QAFields.Problem) {
    try fields.refuseUnknown(besides: Self.keys)
    let id = try fields.string("id")
    // A folder of the report has this name.
    guard !id.isEmpty, id.utf8.count <= 64,
      id.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) }), !id.hasPrefix(".")
    else {
      throw QAFields.Problem(
        "\"id\" is \"\(id)\"; it can have at most 64 letters, digits, \"-\", \"_\" and \".\"")
    }
    self.init(
      id: id, scene: fields.has("scene") ? try fields.string("scene") : nil,
      settings: try fields.object("set"), task: try fields.string("do"),
      expectation: try fields.string("expect"), needs: try fields.words("needs"),
      devices: try fields.words("devices"), checks: try Self.checks(fields),
      demo: try fields.list("demo"))
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// The fields of a line of a plan or of its results; an error names the field.
struct QAFields {
  /// A problem with a line.
  struct Problem: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  let values: [String: JSONValue]

  init(_ text: Substring) throws(Problem) {
    guard case .object(let values)? = JSONValue(parsing: text) else {
      throw Problem("each line must be one JSON object")
    }
    self.values = values
  }

  init(_ values: [String: JSONValue]) { self.values = values }

  /// Refuses fields that are not known, the first in the alphabet first.
  func refuseUnknown(besides known: [String]) throws(Problem) {
    guard let unknown = values.keys.filter({ !known.contains($0) }).min() else { return }
    throw Problem("unknown key \"\(unknown)\"; the keys are \(known.joined(separator: ", "))")
  }

  func has(_ name: String) -> Bool { (values[name] ?? .null) != .null }

  func string(_ name: String) throws(Problem) -> String {
    guard case .string(let text)? = values[name] else {
      throw Problem("\"\(name)\" must be a string")
    }
    return text
  }

  /// An object; empty where the field is missing.
  func object(_ name: String) throws(Problem) -> [String: JSONValue] {
    guard has(name) else { return [:] }
    guard case .object(let fields)? = values[name] else {
      throw Problem("\"\(name)\" must be an object")
    }
    return fields
  }

  /// A list; empty where the field is missing.
  func list(_ name: String) throws(Problem) -> [JSONValue] {
    guard has(name) else { return [] }
    guard case .array(let values)? = values[name] else {
      throw Problem("\"\(name)\" must be a list")
    }
    return values
  }

  /// One of the words of a type.
  func word<Word: RawRepresentable & CaseIterable>(_ name: String) throws(Problem) -> Word
  where Word.RawValue == String {
    try word(try string(name), of: name)
  }

  private func word<Word: RawRepresentable & CaseIterable>(
    _ text: String, of name: String
  ) throws(Problem) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: text) else {
      let words =
        Word.self == QARequirement.self ? QARequirement.known : Word.allCases.map(\.rawValue)
      throw Problem(
        "\"\(name)\" cannot be \"\(text)\"; use one of \(words.joined(separator: ", "))")
    }
    return word
  }

  /// A list of words of a type; empty where the field is missing.
  func words<Word: RawRepresentable & CaseIterable>(_ name: String) throws(Problem) -> [Word]
  where Word.RawValue == String {
    var words: [Word] = []
    for value in try list(name) {
      guard case .string(let text) = value else {
        throw Problem("\"\(name)\" must be a list of words")
      }
      words.append(try word(text, of: name))
    }
    return words
  }
}
