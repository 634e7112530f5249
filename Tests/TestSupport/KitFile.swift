/// A table of numbers among the recordings of the conformance kit.
package struct KitFile {
  /// The folder of the recordings in the package.
  package static let folder = "Resources/conformance/recorded"
  /// The first line of recordings that have times, offsets and possibly touches.
  private static let recordingLine = "# overscroll recording 1"

  /// The names of the recordings whose touches are known.
  package static let touches = TextFiles.paths(in: folder, endingIn: ".csv")
    .compactMap { $0.split(separator: "/").last.map(String.init) }
    .filter {
      let text = KitFile($0).text
      return text.hasPrefix(recordingLine) && text.contains(",ended,")
    }

  /// The whole text.
  package let text: String

  /// Reads the file with this name; its text is empty where there is none.
  package init(_ name: String) { text = TextFiles.text("\(Self.folder)/\(name)") }

  /// The numbers in some columns, of each row that has all of them.
  package func rows(_ columns: String...) -> [[Double]] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let names = lines.first?.split(separator: ",").map(String.init) ?? []
    let indices = columns.compactMap(names.firstIndex)
    return lines.dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = indices.compactMap { $0 < cells.count ? Double(cells[$0]) : nil }
      return numbers.count == columns.count ? numbers : nil
    }
  }
}
