/// A declaration whose documentation has a label for its reliability.
struct LabelledDeclaration {
  /// Its name, after that of the type it belongs to.
  var name: String
  /// One letter in brackets.
  var label: String
  /// The number to which it is set, if it is a literal.
  var value: Double?
}

extension LabelledDeclaration {
  static let labels = ["[T]", "[A]", "[M]", "[R]", "[C]"]
  private static let types: Set = ["struct", "class", "enum", "protocol", "extension", "actor"]
  private static let members: Set = ["let", "var", "func", "case", "init", "subscript"]

  /// The labeled declarations in the text of a source file, in order.
  ///
  /// Types are distinguished by indentation, which the formatter keeps.
  static func all(in source: String) -> [Self] {
    var found: [Self] = []
    var enclosing: [(indent: Int, name: String)] = []
    var documentation = ""
    for line in source.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent)
      if words.hasPrefix("///") {
        documentation += words
        continue
      }
      if words.hasPrefix("@") { continue }
      enclosing.removeAll { $0.indent >= indent && words != "}" }
      if let (keyword, name) = declared(by: words) {
        let isType = types.contains(keyword)
        let full = [isType ? nil : enclosing.last?.name, name].compactMap(\.self)
        if let label = labels.first(where: documentation.contains) {
          found.append(
            Self(name: full.joined(separator: "."), label: label, value: number(setBy: words)))
        }
        if isType { enclosing.append((indent, name)) }
      }
      documentation = ""
    }
    return found
  }

  /// The keyword and the name of what a line declares; a nested name without the types around it.
  private static func declared(by line: Substring) -> (keyword: String, name: String)? {
    let words = line.split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }.map(String.init)
    guard let index = words.firstIndex(where: { types.contains($0) || members.contains($0) })
    else { return nil }
    let keyword = words[index]
    if keyword == "init" || keyword == "subscript" { return (keyword, keyword) }
    guard index + 1 < words.count else { return nil }
    return (keyword, words[index + 1].split(separator: ".").last.map(String.init) ?? "")
  }

  private static func number(setBy line: Substring) -> Double? {
    guard let start = line.firstRange(of: " = ")?.upperBound else { return nil }
    return Double(line[start...].filter { $0 != "_" })
  }
}
