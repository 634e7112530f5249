import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollImaging

/// The name of a file as a text that the user edits.
///
/// Bytes that are no text, and control characters, are shown as `\xE9`; what the user leaves of the name keeps its bytes.
struct EditableName {
  /// Each character with its bytes.
  private let parts: [(text: String, bytes: [UInt8])]

  init(_ name: FilePath) {
    var parts: [(String, [UInt8])] = []
    func escape(_ byte: UInt8) {
      let digits = String(byte, radix: 16, uppercase: true)
      parts.append(("\\x" + (digits.count < 2 ? "0" : "") + digits, [byte]))
    }
    UTF8Bytes.decode(name.bytes) { scalar in
      let bytes = Array(String(scalar).utf8)
      if scalar.properties.generalCategory == .control {
        bytes.forEach(escape)
      } else {
        parts.append((String(scalar), bytes))
      }
    } stray: {
      escape($0)
    }
    self.parts = parts
  }

  var text: String { parts.map(\.text).joined() }

  /// Returns the bytes of the name once its text is another one: only what differs in the middle was typed.
  func bytes(editedTo text: String) -> [UInt8] {
    var middle = Array(text.unicodeScalars)[...]
    var kept = parts[...]
    var start: [UInt8] = []
    while let part = kept.first, middle.starts(with: part.text.unicodeScalars) {
      middle = middle.dropFirst(part.text.unicodeScalars.count)
      kept = kept.dropFirst()
      start += part.bytes
    }
    var end: [UInt8] = []
    while let part = kept.last,
      middle.reversed().starts(with: part.text.unicodeScalars.reversed())
    {
      middle = middle.dropLast(part.text.unicodeScalars.count)
      kept = kept.dropLast()
      end = part.bytes + end
    }
    var typed = String.UnicodeScalarView()
    typed.append(contentsOf: middle)
    return start + Array(String(typed).utf8) + end
  }
}

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

  /// Completes the path of a folder, which may be relative to another one.
  static func completedFolder(_ text: String, in base: FilePath?) -> String {
    completed(text) { entries(in: place(of: $0, in: base)).filter { $0.hasSuffix("/") } }
  }

  /// Returns the path that a typed one stands for, which may be relative to a folder.
  static func place(of path: FilePath, in base: FilePath?) -> FilePath {
    guard let base, base.isAbsolute, !path.isAbsolute else { return path }
    return base.appending(path)
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
    let (folder, prefix) = parts(of: text)
    let names = entries(place(of: folder)).filter { matches($0, prefix) }
    guard var common = names.first else { return text }
    for name in names.dropFirst() { common = common.commonPrefix(with: name) }
    return common.count > prefix.count ? folder + common : text
  }

  /// The folder of a typed path as it is typed, and the beginning of a name in it.
  private static func parts(of text: String) -> (folder: String, prefix: String) {
    let slash = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    return (String(text[..<slash]), String(text[slash...]))
  }

  private static func place(of folder: String) -> FilePath {
    folder.isEmpty ? FilePath(".") : FilePath(expanded(folder))
  }

  /// Returns whether a name goes on as it is typed; hidden ones only where the dot is typed.
  private static func matches(_ name: String, _ prefix: String) -> Bool {
    name.hasPrefix(prefix) && (prefix.first == "." || name.first != ".")
  }

  /// A folder, or a picture, that a typed path leads to.
  struct Match: Hashable, Sendable {
    let path: FilePath
    /// The name, with a slash after a folder's.
    let name: String
    /// The typed path up to the name.
    fileprivate let folder: String

    /// The path as if it were typed.
    var text: String { folder + name }

    /// Returns whether a text that is typed still leads there.
    func holds(for text: String) -> Bool {
      let (folder, prefix) = parts(of: text)
      return folder == self.folder && matches(name, prefix)
    }
  }

  /// Returns the folders, and then the pictures, whose names go on as a path is typed, in the order of names.
  ///
  /// May be called on any thread; it reads the folder.
  static func matches(_ text: String, atMost limit: Int) -> [Match] {
    let (folder, prefix) = parts(of: text)
    let place = place(of: folder)
    var found: (folders: [FilePath], pictures: [FilePath]) = ([], [])
    try? FolderEntries.read(place) { name, kind in
      guard matches(name.description, prefix) else { return true }
      if isFolder(name, kind, in: place) {
        found.folders.append(name)
      } else if kind != .other, ImageFile.hasSuffix(name) {
        found.pictures.append(name)
      }
      return true
    }
    func inOrder(_ names: [FilePath]) -> [FilePath] { NaturalOrder.sorted(names, by: \.bytes) }
    let names =
      inOrder(found.folders).map { ($0, $0.description + "/") }
      + inOrder(found.pictures).map { ($0, $0.description) }
    return names.prefix(limit).map {
      Match(path: folder.isEmpty ? $0.0 : place.appending($0.0), name: $0.1, folder: folder)
    }
  }

  private static func isFolder(
    _ name: FilePath, _ kind: FolderEntries.Kind, in folder: FilePath
  ) -> Bool {
    kind == .folder || kind == .unknown && FileStatus(of: folder.appending(name))?.isFolder == true
  }

  private static func entries(in folder: FilePath) -> [String] {
    var names: [String] = []
    try? FolderEntries.read(folder) { name, kind in
      names.append(name.description + (isFolder(name, kind, in: folder) ? "/" : ""))
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

extension FilePath {
  /// The path with a slash at its end.
  var withSlash: String { description.hasSuffix("/") ? description : description + "/" }
}
