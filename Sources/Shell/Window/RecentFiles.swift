package import OverscrollBase

/// The pictures and folders that were opened last, for the page that a window without pictures begins with.
package struct RecentFiles: Hashable, Sendable {
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
  private static let byteLimit = 1 << 17

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
  init(_ text: String) {
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
  var text: String {
    entries.map { entry in
      let uri = entry.path.uri
      return uri + (entry.isFolder && !uri.hasSuffix("/") ? "/" : "") + "\n"
    }.joined()
  }

  /// Reads the file; empty where there is none, or it cannot be read.
  package init(at path: FilePath) {
    self.init()
    guard let bytes = path.beginning(atMost: Self.byteLimit) else { return }
    self = Self(String(decoding: bytes, as: UTF8.self))
  }

  /// Changes the file, and the folders that it is in; where that is impossible, nothing is remembered.
  ///
  /// It takes as long as the disk, and belongs on another thread.
  ///
  /// - Parameters:
  ///   - path: The file, which other windows may have changed.
  ///   - change: Changes what it has now.
  /// - Returns: What it has then.
  @discardableResult
  package static func update(_ path: FilePath, _ change: (inout RecentFiles) -> Void) -> Self {
    let old = Self(at: path)
    var new = old
    change(&new)
    guard new != old else { return new }
    TextFile.remember(new.text, in: path)
    return new
  }
}
