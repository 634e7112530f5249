internal import Glibc
package import OverscrollBase
package import OverscrollHost

/// The programs that the desktop's entries offer for a type of files, after its specifications of desktop entries and of MIME
/// applications.
///
/// Reading them takes as long as the disk, and belongs on another thread.
package struct DesktopEntries: Sendable {
  /// The folders that have `applications`, those that count most first.
  package var dataFolders: [FilePath] = []
  /// The folders that have `mimeapps.list` besides, those that count most first.
  package var configurationFolders: [FilePath] = []
  /// The folders in which programs are found.
  package var programFolders: [FilePath] = []
  /// The names of the desktop, such as `GNOME`.
  package var desktops: [String] = []
  /// The languages of names, such as `de_AT` and `de`, the best first.
  package var languages: [String] = []

  /// The limits of what is read: the bytes of a file, the number of files, and the depth of folders. [C]
  private static let limits = (bytes: 1 << 18, files: 4096, depth: 4)
  /// The number of programs that are offered. [C]
  private static let maximumCount = 32
  /// The entries of this program, with which its own window would open the file again.
  private static let ownEntries = ["overscroll.", "overscroll-", "io.github.overscroll."]

  package init() {}

  /// The entries of the user's desktop.
  package static var user: Self {
    var entries = Self()
    entries.dataFolders =
      [UserFolder.data.parent].compactMap(\.self)
      + folders("XDG_DATA_DIRS", usually: "/usr/local/share:/usr/share")
    entries.configurationFolders =
      [UserFolder.configuration.parent].compactMap(\.self)
      + folders("XDG_CONFIG_DIRS", usually: "/etc/xdg")
    entries.programFolders = folders("PATH", usually: "/usr/local/bin:/usr/bin:/bin")
    entries.desktops = variable("XDG_CURRENT_DESKTOP").split(separator: ":").map(String.init)
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map(variable).first { !$0.isEmpty } ?? ""
    entries.languages = languages(of: locale)
    return entries
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  private static func folders(_ name: String, usually usual: String) -> [FilePath] {
    let value = variable(name)
    return (value.isEmpty ? usual : value).split(separator: ":").map { FilePath(String($0)) }
      .filter(\.isAbsolute)
  }

  /// The languages of a locale such as `sr_RS.UTF-8@latin`, the best first, as keys name them.
  static func languages(of locale: String) -> [String] {
    let parts = locale.split(separator: "@", maxSplits: 1)
    guard let name = parts.first?.prefix(while: { $0 != "." }), !name.isEmpty else { return [] }
    let language = name.prefix { $0 != "_" }
    let names = name == language ? [language] : [name, language]
    let modifier = parts.count > 1 ? String(parts[1]) : nil
    return names.flatMap { name in
      (modifier.map { ["\(name)@\($0)"] } ?? []) + [String(name)]
    }
  }
}

// MARK: - Choosing

extension DesktopEntries {
  /// Returns the programs that open a file: those that are the default for its type first, then those that the user has added, and
  /// then the others by name.
  ///
  /// - Parameters:
  ///   - file: The file, from the root.
  ///   - types: The media types that it has.
  /// - Returns: The programs, with commands that open the file.
  package func programs(for file: FilePath, types: [String]) -> [DesktopProgram] {
    let files = applicationFiles
    let associations = Associations(lists: associationLists, types: types)
    var others: [DesktopProgram] = []
    var named: [String: DesktopProgram] = [:]
    let known = Set(associations.defaults + associations.added)
    for (name, path) in files.named {
      guard !associations.removed.contains(name) || known.contains(name),
        !Self.ownEntries.contains(where: name.hasPrefix), let text = Self.text(of: path),
        // Most entries are about other types, and need not be parsed.
        known.contains(name) || types.contains(where: text.contains),
        let entry = Entry(text, at: path, languages), isOffered(entry),
        known.contains(name) || entry.types.contains(where: types.contains),
        let command = entry.command(opening: file)
      else { continue }
      let program = DesktopProgram(name: entry.name, command: command, isDefault: false)
      if known.contains(name) { named[name] = program } else { others.append(program) }
    }
    var chosen: [DesktopProgram] = []
    for name in associations.defaults + associations.added {
      guard let program = named.removeValue(forKey: name) else { continue }
      let isDefault = chosen.isEmpty && associations.defaults.contains(name)
      chosen.append(
        DesktopProgram(name: program.name, command: program.command, isDefault: isDefault))
    }
    return Array((chosen + others.sorted { $0.name < $1.name }).prefix(Self.maximumCount))
  }

  /// Returns whether an entry is shown on this desktop, and its program is there.
  private func isOffered(_ entry: Entry) -> Bool {
    guard !entry.isHidden, entry.tryExec.map(isProgram) ?? true else { return false }
    if let only = entry.onlyIn, !only.contains(where: desktops.contains) { return false }
    return !entry.notIn.contains(where: desktops.contains)
  }

  private func isProgram(_ name: String) -> Bool {
    let path = FilePath(name)
    let paths = path.isAbsolute ? [path] : programFolders.map { $0.appending(path) }
    return paths.contains { path in path.withCString { access($0, X_OK) } == 0 }
  }

  private static func text(of path: FilePath) -> String? {
    path.beginning(atMost: limits.bytes).map { String(decoding: $0, as: UTF8.self) }
  }
}

// MARK: - Files

extension DesktopEntries {
  /// The files of all entries by their names, of which the folders that count most have the first.
  private struct ApplicationFiles {
    /// In the order in which they were found.
    var named: [(name: String, path: FilePath)] = []
    var paths: [String: FilePath] = [:]
  }

  private var applicationFiles: ApplicationFiles {
    var files = ApplicationFiles()
    for folder in dataFolders {
      Self.add(folder.appending("applications"), prefix: "", depth: 0, to: &files)
    }
    return files
  }

  private static func add(
    _ folder: FilePath, prefix: String, depth: Int, to files: inout ApplicationFiles
  ) {
    var subfolders: [String] = []
    try? FolderEntries.read(folder) { name, kind in
      guard files.named.count < limits.files else { return false }
      let text = name.description
      if kind == .folder {
        subfolders.append(text)
      } else if text.hasSuffix(".desktop"), files.paths[prefix + text] == nil {
        files.paths[prefix + text] = folder.appending(name)
        files.named.append((prefix + text, folder.appending(name)))
      }
      return true
    }
    guard depth < limits.depth else { return }
    for name in subfolders.sorted() {
      add(folder.appending(name), prefix: "\(prefix)\(name)-", depth: depth + 1, to: &files)
    }
  }

  /// The texts of the lists of associations, those that count most first.
  private var associationLists: [String] {
    let folders = configurationFolders + dataFolders.map { $0.appending("applications") }
    let names = desktops.map { "\($0.lowercased())-mimeapps.list" } + ["mimeapps.list"]
    return folders.flatMap { folder in names.compactMap { Self.text(of: folder.appending($0)) } }
  }

  /// What lists associate with types.
  private struct Associations {
    var defaults: [String] = []
    var added: [String] = []
    var removed: Set<String> = []

    init(lists: [String], types: [String]) {
      for list in lists {
        let groups = KeyFile(list)
        func names(_ group: String) -> [String] {
          types.flatMap { groups.list($0, in: group) ?? [] }
        }
        defaults += names("Default Applications")
        added += names("Added Associations").filter { !removed.contains($0) }
        removed.formUnion(names("Removed Associations").filter { !added.contains($0) })
      }
      // What is the default is not removed by a list that counts less.
      defaults.removeAll(where: removed.contains)
    }
  }
}

/// A file of groups of keys and values.
private struct KeyFile {
  private var groups: [String: [String: String]] = [:]

  init(_ text: String) {
    var group = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix("["), let end = line.lastIndex(of: "]") {
        group = String(line[line.index(after: line.startIndex)..<end])
      } else if !line.hasPrefix("#"), let middle = line.firstIndex(of: "=") {
        let key = line[..<middle].reversed().drop { $0 == " " }.reversed()
        let value = line[line.index(after: middle)...].drop { $0 == " " }
        if groups[group]?[String(key)] == nil {
          groups[group, default: [:]][String(key)] = String(value)
        }
      }
    }
  }

  /// Returns the value of a key, its escape sequences replaced; `nil` where it has none.
  func value(_ key: String, in group: String) -> String? {
    groups[group]?[key].map(Self.unescaped)
  }

  /// Returns the values of a key that are separated by semicolons.
  func list(_ key: String, in group: String) -> [String]? {
    groups[group]?[key]?.split(separator: ";").map(String.init)
  }

  func isTrue(_ key: String, in group: String) -> Bool { groups[group]?[key] == "true" }

  private static func unescaped(_ value: String) -> String {
    var text = ""
    var letters = value.makeIterator()
    while let letter = letters.next() {
      guard letter == "\\", let next = letters.next() else {
        text.append(letter)
        continue
      }
      switch next {
      case "s": text.append(" ")
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "\\": text.append("\\")
      default: text += "\\\(next)"
      }
    }
    return text
  }
}

// MARK: - Entries

extension DesktopEntries {
  /// A program's entry.
  struct Entry {
    let name: String
    let types: [String]
    /// True for one that is not for a menu.
    let isHidden: Bool
    let tryExec: String?
    let onlyIn: [String]?
    let notIn: [String]
    private let exec: String
    private let icon: String
    private let path: FilePath

    private static let group = "Desktop Entry"

    /// Parses a file; `nil` where it has no program that can be started without a terminal.
    init?(_ text: String, at path: FilePath, _ languages: [String]) {
      let keys = KeyFile(text)
      func value(_ key: String) -> String? { keys.value(key, in: Self.group) }
      let names = languages.lazy.compactMap { value("Name[\($0)]") }
      guard value("Type") == "Application", !keys.isTrue("Terminal", in: Self.group),
        let exec = value("Exec"), let name = names.first ?? value("Name"), !name.isEmpty
      else { return nil }
      (self.exec, self.path, icon) = (exec, path, value("Icon") ?? "")
      // A menu has a line for each.
      self.name = String(
        String.UnicodeScalarView(
          name.prefix(80).unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : $0
          }))
      types = keys.list("MimeType", in: Self.group) ?? []
      isHidden = ["NoDisplay", "Hidden"].contains { keys.isTrue($0, in: Self.group) }
      tryExec = value("TryExec")
      onlyIn = keys.list("OnlyShowIn", in: Self.group)
      notIn = keys.list("NotShowIn", in: Self.group) ?? []
    }
  }
}

extension DesktopEntries.Entry {
  /// A word of a command line.
  private struct Word {
    var text = ""
    var isQuoted = false
  }

  /// The words of the command line; `nil` where a quotation mark is missing.
  private var words: [Word]? {
    var words: [Word] = []
    var word: Word?
    var isQuoting = false
    var letters = exec.makeIterator()
    while let letter = letters.next() {
      switch letter {
      case "\"":
        isQuoting.toggle()
        word = word ?? Word()
        word?.isQuoted = true
      case "\\" where isQuoting:
        guard let next = letters.next() else { return nil }
        word?.text += "\"`$\\".contains(next) ? String(next) : "\\\(next)"
      case " " where !isQuoting, "\t" where !isQuoting:
        if let word { words.append(word) }
        word = nil
      default:
        word = word ?? Word()
        word?.text.append(letter)
      }
    }
    return isQuoting ? nil : words + (word.map { [$0] } ?? [])
  }

  /// Returns the program and its arguments, with a file in the place of the code for one.
  ///
  /// - Returns: The words as bytes; `nil` for a command line that the specification doesn't allow.
  func command(opening file: FilePath) -> [[UInt8]]? {
    guard let words, let program = words.first?.text, !program.isEmpty, !program.contains("%")
    else { return nil }
    var command = [Array(program.utf8)]
    var hasFile = false
    for word in words.dropFirst() {
      if word.text == "%i", !word.isQuoted {
        if !icon.isEmpty { command += [Array("--icon".utf8), Array(icon.utf8)] }
        continue
      }
      guard let (bytes, isFile) = expanded(word, file), !(isFile && hasFile) else { return nil }
      hasFile = hasFile || isFile
      if let bytes { command.append(bytes) }
    }
    // A program that opens the type, but leaves out where, has the file at the end, as with GLib.
    return hasFile ? command : command + [file.bytes]
  }

  /// Replaces the codes in a word.
  ///
  /// - Returns: The word, or `nil` where nothing is left of it, and whether it has the file; `nil` for codes that are not allowed there.
  private func expanded(_ word: Word, _ file: FilePath) -> (bytes: [UInt8]?, isFile: Bool)? {
    var (bytes, isFile, isRemoved): ([UInt8], Bool, Bool) = ([], false, false)
    var letters = word.text.makeIterator()
    while let letter = letters.next() {
      guard letter == "%" else {
        bytes += Array(String(letter).utf8)
        continue
      }
      let code = letters.next()
      // In quotation marks it may be in a command that a shell runs, and a name would be run with it.
      guard let code, code == "%" || !word.isQuoted else { return nil }
      switch code {
      case "%": bytes.append(UInt8(ascii: "%"))
      case "f", "u", "F", "U":
        guard !isFile, code.isLowercase || word.text.count == 2 else { return nil }
        isFile = true
        bytes += code.lowercased() == "f" ? file.bytes : Array(file.uri.utf8)
      case "c": bytes += Array(name.utf8)
      case "k": bytes += path.bytes
      case "d", "D", "n", "N", "v", "m": isRemoved = true
      default: return nil
      }
    }
    return (bytes.isEmpty && isRemoved ? nil : bytes, isFile)
  }
}
