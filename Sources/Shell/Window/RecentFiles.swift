package import OverscrollBase

/// The pictures and folders that were opened last, for the page that a window without pictures begins with.
package struct RecentFiles: Hashable, Sendable, RememberedText {
  /// A picture or a folder.
  package struct Entry: Hashable, Sendable {
    /// The path from the root.
    package let path: FilePath
    package let isFolder: Bool

    package init(_ path: FilePath, isFolder: Bool) {
      (self.path, self.isFolder) = (path, isFolder)
    }
  }

  /// The latest first.
  package private(set) var entries: [Entry] = []

  /// The number of entries that are kept.
  package static let limit = 8
  /// The size of the largest file that is read, in bytes. [C]
  package static let byteLimit = 1 << 17

  package init() {}

  /// Where they are remembered; `nil` without a home.
  package static var path: FilePath? { UserFolder.state.path?.appending("recent") }

  /// Puts an entry before all others.
  package mutating func add(_ entry: Entry) {
    entries = ([entry] + entries.filter { $0.path != entry.path }).prefix(Self.limit).map(\.self)
  }

  /// Follows files to other paths, which keep their places.
  package mutating func follow(_ paths: [FilePath: FilePath]) {
    entries = entries.map { entry in
      paths[entry.path].map { Entry($0, isFolder: entry.isFolder) } ?? entry
    }
  }

  /// Removes a path; `nil` for all.
  package mutating func remove(_ path: FilePath?) {
    entries.removeAll { path == nil || $0.path == path }
  }
}

// MARK: - The file

extension RecentFiles {
  /// Parses the text of the file.
  ///
  /// A line has a URI, which ends with a slash for a folder; other lines are skipped.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      let paths = URIList.paths(in: Array(line.utf8))
      guard entries.count < Self.limit, paths.count == 1, let path = paths.first, path.isAbsolute
      else { continue }
      let isFolder = line.hasSuffix("/")
      let entry = Entry(isFolder ? path.normalized : path, isFolder: isFolder)
      if !entries.contains(where: { $0.path == entry.path }) { entries.append(entry) }
    }
  }

  /// The text of the file.
  package var text: String {
    entries.map { entry in
      let uri = entry.path.uri
      return uri + (entry.isFolder && !uri.hasSuffix("/") ? "/" : "") + "\n"
    }.joined()
  }
}
