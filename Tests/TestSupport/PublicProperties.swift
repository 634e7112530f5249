/// The public properties of a module's types, as its sources declare them.
enum PublicProperties {
  /// The names of the instance properties that `type` declares, in its own body and in its extensions.
  static func declared(by type: String, in module: String) -> Set<String> {
    let paths = TextFiles.paths(in: "Sources/\(module)", endingIn: ".swift")
    return Set(paths.flatMap { names(declaredBy: type, in: TextFiles.text($0)) })
  }

  /// Nesting follows from indentation, which the formatter keeps: the members of a type are indented by two spaces.
  private static func names(declaredBy type: String, in source: String) -> [String] {
    var isInType = false
    var isPublicExtension = false
    var found: [String] = []
    for line in source.split(separator: "\n") {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      if !line.hasPrefix(" "), let keyword = words.firstIndex(where: { opens.contains($0) }) {
        isInType = words.dropFirst(keyword + 1).first == type
        isPublicExtension = words.first == "public" && words[keyword] == "extension"
      }
      guard isInType, line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
      let isPublic = isPublicExtension || words.first == "public" || words.first == "open"
      guard isPublic, !words.contains("static"),
        let keyword = words.firstIndex(where: { $0 == "var" || $0 == "let" }),
        words[..<keyword].allSatisfy(modifiers.contains), keyword + 1 < words.count
      else { continue }
      found.append(words[keyword + 1])
    }
    return found
  }

  private static let opens: Set = ["class", "struct", "enum", "protocol", "extension", "actor"]
  private static let modifiers: Set = [
    "public", "open", "override", "final", "weak", "lazy", "internal", "private", "fileprivate",
    "package", "set", "unowned",
  ]
}
