import Glibc
import OverscrollTestSupport
import Testing

/// Files below `Tests/Traces` that hold what is expected; `RECORD=1` writes them again, to be read before they are committed.
package enum Golden {
  private static let folder = TextFiles.root + "/Tests/Traces"

  /// True where text is drawn in the fonts with which the files were made; places of text depend on them.
  private static let hasFonts = getenv("FONTS").map { String(cString: $0) == "dejavu" } ?? true

  /// Compares a drawing or another text with that of a file, and names the first line that differs.
  package static func expect(_ text: String, is file: String) throws {
    let isLaidOut = file.hasSuffix(".drawing") || file.hasSuffix(".looks")
    guard hasFonts || !isLaidOut else { return #expect(!text.isEmpty) }
    let path = "\(folder)/\(file)"
    if getenv("RECORD") != nil, let file = fopen(path, "w") {
      fputs(text, file)
      fclose(file)
    }
    let expected = try #require(
      TextFiles.textIfPresent(path), "\(path) is missing; RECORD=1 makes it")
    let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
    if let (line, other) = lines.first(where: { $0 != $1 }) {
      Issue.record("\(file): \(line)\nexpected: \(other)")
    }
    #expect(text.count == expected.count, "\(file)")
  }
}
