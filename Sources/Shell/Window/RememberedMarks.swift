package import OverscrollBase

/// The pictures that were marked in each folder, to offer their marks again.
package struct RememberedMarks: Hashable, Sendable, RememberedText {
  /// The pictures of a folder that were marked.
  private struct Folder: Hashable {
    let path: FilePath
    var names: [FilePath]
  }

  /// The folder whose marks have changed last comes first.
  private var folders: [Folder] = []

  /// The number of folders that are kept. [C]
  static let folderLimit = 64
  /// The size of the largest file, in bytes. [C]
  package static let byteLimit = 1 << 20

  package init() {}

  /// Where they are remembered; `nil` without a home.
  package static var path: FilePath? { UserFolder.state.path?.appending("marks") }

  /// Returns the names of the pictures that were marked in a folder.
  package func names(in folder: FilePath) -> Set<FilePath> {
    Set(folders.first { $0.path == folder }?.names ?? [])
  }

  /// Adds pictures, by their paths from the root.
  package mutating func add(_ files: [FilePath]) {
    for (path, files) in Self.grouped(files) {
      var folder = folders.first { $0.path == path } ?? Folder(path: path, names: [])
      let known = Set(folder.names)
      folder.names += files.map(\.lastComponent).filter { !known.contains($0) }
      folders.removeAll { $0.path == path }
      folders.insert(folder, at: 0)
    }
    folders = folders.prefix(Self.folderLimit).map(\.self)
  }

  /// Removes pictures.
  package mutating func remove(_ files: Set<FilePath>) {
    for (path, files) in Self.grouped(Array(files)) {
      guard let index = folders.firstIndex(where: { $0.path == path }) else { continue }
      let gone = Set(files.map(\.lastComponent))
      folders[index].names.removeAll(where: gone.contains)
    }
    folders.removeAll(where: \.names.isEmpty)
  }

  /// The files of each folder, in the order in which the folders come first.
  private static func grouped(_ files: [FilePath]) -> [(FilePath, [FilePath])] {
    var order: [FilePath] = []
    let groups = Dictionary(grouping: files, by: \.folder)
    for file in files where order.last != file.folder && !order.contains(file.folder) {
      order.append(file.folder)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }
}

// MARK: - The file

extension RememberedMarks {
  /// Parses the text of the file: a URI in each line, those of a folder after each other; other lines are skipped.
  package init(_ text: String) {
    let files = URIList.paths(in: Array(text.utf8)).filter(\.isAbsolute)
    // What is added last comes first.
    for (_, files) in Self.grouped(files).reversed() { add(files) }
  }

  /// The text of the file, without the folders that it has no room for.
  package var text: String {
    var lines: [String] = []
    var room = Self.byteLimit
    for folder in folders {
      for name in folder.names {
        let line = folder.path.appending(name).uri + "\n"
        guard line.utf8.count <= room else { return lines.joined() }
        room -= line.utf8.count
        lines.append(line)
      }
    }
    return lines.joined()
  }
}
