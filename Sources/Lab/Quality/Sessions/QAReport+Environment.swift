import OverscrollBase

/// The environment of a session or a take, as people read it.
package struct QAEnvironment {
  /// A line of the table.
  package struct Row: Hashable {
    package var name: String
    package var value: String
  }

  private let fields: [String: JSONValue]

  package init(_ json: JSONValue) {
    fields = json.fields
  }

  /// Everything that is known, in the order of interest; devices have a row each.
  package var rows: [Row] {
    let known: [(String, [String])] = [
      ("program", ["overscroll " + (fields["program"]?.text ?? "unknown")]),
      ("window", [window]), ("outputs", outputs), ("refresh", [refresh]),
      ("display server", [server]), ("XWayland", [xwayland]),
      ("extensions", [extensions]), ("window manager", [text("windowManager")]),
      ("compositor", [text("compositor")]), ("graphics", [text("graphics")]),
      ("input", devices), ("processor", [text("processor")]), ("kernel", [text("kernel")]),
      ("C library", [text("libc")]), ("Swift", [text("swift")]),
    ]
    return known.flatMap { name, values in
      values.filter { !$0.isEmpty }.map { Row(name: name, value: $0) }
    }
  }

  /// The environment in a line: the display server, the screen, the window manager and the program.
  var summary: String {
    let display = fields["server"]?.fields
    let present = display?["extensions"]?.fields["Present"]?.text
    let parts: [String?] = [
      display.map {
        [$0["vendor"]?.text, $0["release"]?.text].compactMap(\.self).joined(separator: " ")
      },
      xwayland.isEmpty ? nil : "XWayland",
      present.map { "Present \($0)" }, outputs.first,
      fields["windowManager"].map { $0.text == "none" ? "no window manager" : $0.text },
    ]
    let program = ["overscroll " + (fields["program"]?.text ?? "unknown"), text("kernel")]
    return [parts.compactMap(\.self), program].map {
      $0.filter { !$0.isEmpty }.joined(separator: ", ")
    }.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func text(_ name: String) -> String { fields[name]?.text ?? "" }

  private var window: String {
    guard let window = fields["window"]?.fields, let size = window["size"]?.size else { return "" }
    return "\(size) pixels" + Self.scale(window["scale"])
  }

  private var outputs: [String] {
    fields["outputs"]?.elements.map { output in
      let fields = output.fields
      var text = fields["mode"]?.size ?? "unknown"
      if let rate = fields["refresh"]?.number {
        text += " at \(NumberText.trimmed(rate, decimals: 2)) Hz"
      }
      if let size = fields["millimetres"]?.size { text += ", \(size) mm" }
      return text + Self.scale(fields["scale"])
    } ?? []
  }

  private static func scale(_ value: JSONValue?) -> String {
    value?.number.map { ", scale \(NumberText.trimmed($0, decimals: 3))" } ?? ""
  }

  private var refresh: String {
    let fields = fields["refresh"]?.fields ?? [:]
    guard let median = fields["p50"]?.number, let late = fields["p95"]?.number else { return "" }
    let (usual, slow) = (median * 1e3, late * 1e3)
    return "median \(NumberText.trimmed(usual, decimals: 1)) ms, "
      + "95th percentile \(NumberText.trimmed(slow, decimals: 1)) ms, measured"
  }

  private var server: String {
    let fields = fields["server"]?.fields ?? [:]
    return ["vendor", "release"].compactMap { fields[$0]?.text }.joined(separator: " ")
      + (fields["connection"].map { ", \($0.text)" } ?? "")
  }

  /// What is known of XWayland; empty where the server is another one.
  package var xwayland: String {
    guard let fields = fields["xwayland"]?.fields, let version = fields["version"]?.text else {
      return ""
    }
    let known = fields["extension"]?.text ?? "none"
    return [
      version, known == "none" ? "no extension" : "extension \(known)",
      "compositor \(fields["compositor"]?.text ?? "unknown")",
      "scale \(fields["scale"]?.text ?? "unknown")",
    ].joined(separator: ", ")
  }

  private var extensions: String {
    let versions = fields["server"]?.fields["extensions"]?.fields ?? [:]
    return versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)" }
      .joined(separator: ", ")
  }

  private var devices: [String] { fields["devices"]?.elements.map(Self.device) ?? [] }

  /// A device: its name and use, and what says how it scrolls and accelerates.
  private static func device(_ device: JSONValue) -> String {
    let fields = device.fields
    var parts = ["\(fields["name"]?.text ?? "unknown") (\(fields["use"]?.text ?? "unknown"))"]
    if let buttons = fields["buttons"]?.number {
      parts.append("\(NumberText.trimmed(buttons, decimals: 0)) buttons")
    }
    parts += (fields["scrolling"]?.elements ?? []).map { axis in
      let increment = axis.fields["increment"]?.text ?? "unknown"
      return "scrolls \(axis.fields["axis"]?.text ?? "") by \(increment)"
    }
    parts += (fields["settings"]?.fields ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.text)" }
    return parts.joined(separator: ", ")
  }
}

// MARK: - JSON

extension JSONValue {
  /// The fields of an object; none for anything else.
  fileprivate var fields: [String: JSONValue] {
    if case .object(let fields) = self { fields } else { [:] }
  }

  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  fileprivate var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A pair of numbers as a size, such as 1920×1080; `nil` for anything else.
  fileprivate var size: String? {
    let parts = elements.compactMap(\.number)
    guard parts.count == 2, elements.count == 2 else { return nil }
    return parts.map { NumberText.trimmed($0, decimals: 0) }.joined(separator: "×")
  }

  /// The value in words.
  fileprivate var text: String {
    switch self {
    case .null: "unknown"
    case .bool(let flag): flag ? "yes" : "no"
    case .number(let number): NumberText.trimmed(number, decimals: 3)
    case .string(let text): text
    case .array(let values): values.map(\.text).joined(separator: ", ")
    case .object(let fields):
      fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)" }
        .joined(separator: ", ")
    }
  }
}
