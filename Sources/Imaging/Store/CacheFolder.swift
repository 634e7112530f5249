import Glibc
package import OverscrollFiles

/// The folder of tile files, with a limit on their total size.
///
/// Several processes may use it at once: files appear atomically, and a deleted one stays readable for
/// processes that have it open.
package struct CacheFolder: Hashable, Sendable {
  /// The file name extension of tile files.
  static let suffix = ".tiles"
  /// The extension of files being written, where the file system requires a name.
  private static let temporarySuffix = ".part"
  /// The default limit, in bytes: 10 GB. [C]
  package static let defaultByteLimit = 10_000_000_000

  /// Where it is.
  package let path: FilePath
  /// The most bytes that its files may take together.
  package let byteLimit: Int

  /// True if files are only looked for, and none is made.
  package let isReadOnly: Bool

  /// Names a folder, which is made when the first file is.
  package init(
    path: FilePath, byteLimit: Int = Self.defaultByteLimit, isReadOnly: Bool = false
  ) {
    self.path = path
    self.byteLimit = max(0, byteLimit)
    self.isReadOnly = isReadOnly
  }

  /// The folder of the XDG base directory specification: `$XDG_CACHE_HOME/overscroll`, or
  /// `~/.cache/overscroll`; `nil` without a home.
  package static func standard(
    byteLimit: Int = Self.defaultByteLimit, isReadOnly: Bool = false
  ) -> CacheFolder? {
    UserFolder.cache.path.map {
      CacheFolder(path: $0, byteLimit: byteLimit, isReadOnly: isReadOnly)
    }
  }
}

extension CacheFolder {
  /// The path of a picture's tile file, whether it exists or not.
  func path(of key: TileFileKey) -> FilePath { path.appending(key.fileName) }

  /// Returns whether there is a tile file of a picture.
  package func contains(_ rows: any RowSource, _ pyramid: Pyramid) -> Bool {
    rows.tileFileKey.flatMap { TileFile(of: $0, pyramid: pyramid, in: self) } != nil
  }

  /// Creates the folder and its parents, accessible to the user alone; returns false if it cannot.
  func make() -> Bool {
    path.makeParents()
    return path.withCString {
      (mkdir($0, 0o700) == 0 || errno == EEXIST) && access($0, W_OK | X_OK) == 0
    }
  }

  /// The number and the length of the tile files, finished or not.
  package var contents: CacheContents {
    let files = files(endingIn: Self.suffix) + files(endingIn: Self.temporarySuffix)
    return CacheContents(count: files.count, byteCount: files.reduce(0) { $0 + $1.byteCount })
  }

  /// Deletes all tile files, except those being written; a viewer that reads one can continue.
  ///
  /// - Returns: What was deleted.
  package func removeAll() -> CacheContents {
    let before = contents
    trim(to: -1)
    let rest = contents
    return CacheContents(
      count: max(0, before.count - rest.count),
      byteCount: max(0, before.byteCount - rest.byteCount))
  }

  /// Deletes the least recently used files until the rest takes at most `bytes`.
  func trim(to bytes: Int) {
    removeOrphans()
    let files = files(endingIn: Self.suffix).sorted { $0.lastUse < $1.lastUse }
    var total = files.reduce(0) { $0 + $1.byteCount }
    for file in files where total > bytes {
      if file.path.withCString({ unlink($0) }) == 0 { total -= file.byteCount }
    }
  }

  private struct File {
    var path: FilePath
    var byteCount: Int
    /// In nanoseconds since 1970.
    var lastUse: Int
  }

  private func files(endingIn suffix: String) -> [File] {
    guard let folder = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(folder) }
    var files: [File] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      let path = path.appending(name)
      guard name.hasSuffix(suffix), path.withCString({ lstat($0, &status) }) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let used = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
      files.append(
        File(path: path, byteCount: Int(status.st_blocks) * 512, lastUse: used))
    }
    return files
  }

  /// Deletes unfinished files whose writers died, which are not locked.
  private func removeOrphans() {
    for file in files(endingIn: Self.temporarySuffix) {
      file.path.withCString {
        let descriptor = Glibc.open($0, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink($0) }
        close(descriptor)
      }
    }
  }

  /// A unique path for a file being written.
  func temporaryPath(for name: String) -> FilePath {
    let unique = ".\(getpid()).\(UInt32.random(in: 0 ... .max))"
    return path.appending(name + unique + Self.temporarySuffix)
  }
}
