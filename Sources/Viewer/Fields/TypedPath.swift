import Glibc
import OverscrollBase

/// Paths that the user types.
enum TypedPath {
  /// Returns the path in a text: a `file:` URI, a path, or a path that begins with `~/`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The path; `nil` for any other text, such as a URL.
  static func path(_ text: String) -> FilePath? {
    if text.lowercased().hasPrefix("file:") { return URIList.paths(in: Array(text.utf8)).first }
    guard !text.isEmpty, !text.contains("://") else { return nil }
    // The name that commands have for a standard stream is that of a file here.
    return FilePath(text == "-" ? "./-" : expanded(text))
  }

  /// Why a text isn't a path that can be opened.
  static func problem(_ text: String) -> String {
    if let host = URIList.otherHost(in: Array(text.utf8)) {
      return "The file is on another computer, “\(host)”; copy it to this one."
    }
    return text.isEmpty ? "Type the path of a file or folder." : "Only files can be opened."
  }

  private static func expanded(_ text: String) -> String {
    guard text == "~" || text.hasPrefix("~/"), let home = getenv("HOME") else { return text }
    return String(cString: home) + text.dropFirst()
  }

  /// Completes a path as far as the names in its folder agree, with a slash after a folder.
  ///
  /// - Parameters:
  ///   - text: The text so far.
  ///   - entries: Returns the names in a folder, those of folders with a slash at the end.
  /// - Returns: The completed text, or the same where there is nothing to add.
  static func completed(
    _ text: String, entries: (FilePath) -> [String] = TypedPath.entries
  ) -> String {
    let slash = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (folder, prefix) = (text[..<slash], text[slash...])
    let path = folder.isEmpty ? FilePath(".") : FilePath(expanded(String(folder)))
    let names = entries(path).filter { name in
      name.hasPrefix(prefix) && (prefix.first == "." || name.first != ".")
    }
    guard var common = names.first else { return text }
    for name in names.dropFirst() { common = common.commonPrefix(with: name) }
    return common.count > prefix.count ? folder + common : text
  }

  private static func entries(in folder: FilePath) -> [String] {
    var names: [String] = []
    try? FolderEntries.read(folder) { name, kind in
      let isFolder =
        kind == .folder
        || kind == .unknown && FileStatus(of: folder.appending(name))?.isFolder == true
      names.append(name.description + (isFolder ? "/" : ""))
      return true
    }
    return names
  }
}

extension String {
  /// The characters with which both texts begin.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
