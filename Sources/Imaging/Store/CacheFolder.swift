import Glibc
package import OverscrollBase

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
  private static let defaultByteLimit = 10_000_000_000

  /// Where it is.
  package let path: FilePath
  /// The most bytes that its files may take together.
  package let byteLimit: Int

  /// True if files are only looked for, and none is made.
  package let isReadOnly: Bool

  /// Names a folder, which is made when the first file is.
  package init(path: FilePath, byteLimit: Int = Self.defaultByteLimit, isReadOnly: Bool = false) {
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

  /// Returns the finest level in the tile file of a picture; `nil` where there is no file.
  func finestLevel(of rows: any RowSource, _ pyramid: Pyramid) -> Int? {
    rows.tileFileKey.flatMap { TileFile(of: $0, pyramid: pyramid, in: self) }?.finestLevel
  }

  /// Opens the folder, and makes it where it is to be made and there is none.
  ///
  /// - Throws: Why it is not used: it has to be the user's own.
  func open(isMade: Bool) throws(OpenFolder.Refusal) -> OpenFolder {
    try OpenFolder.own(path, isMade: isMade)
  }

  /// The number and the length of the tile files, finished or not.
  package var contents: CacheContents {
    guard let folder = try? open(isMade: false) else { return CacheContents() }
    let files = Self.files(endingIn: Self.suffix, in: folder)
    let unfinished = Self.files(endingIn: Self.temporarySuffix, in: folder)
    return CacheContents(
      count: files.count + unfinished.count,
      byteCount: (files + unfinished).reduce(0) { $0 + $1.byteCount })
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

  /// Deletes files until the rest takes at most `bytes`: first those whose bytes, times the time since they were last used, are
  /// the most.
  ///
  /// A file that is twice as large goes when it has been unused for half as long: it takes as much from the others. All that was
  /// used within a minute counts alike but for its size.
  ///
  /// - Parameters:
  ///   - bytes: The most bytes on the disk.
  ///   - now: The time, in nanoseconds since 1970.
  func trim(to bytes: Int, now: Int = Self.now) {
    guard let folder = try? open(isMade: false) else { return }
    Self.removeOrphans(in: folder)
    let files = Self.files(endingIn: Self.suffix, in: folder)
      .map { (file: $0, weight: $0.weight(at: now)) }
      .sorted { $0.weight > $1.weight }.map(\.file)
    var total = files.reduce(0) { $0 + $1.byteCount }
    for file in files where total > bytes {
      if folder.remove(file.name) { total -= file.byteCount }
    }
  }

  private struct File {
    var name: FilePath
    var byteCount: Int
    /// In nanoseconds since 1970.
    var lastUse: Int

    /// The shortest time since the last use that counts, in nanoseconds: a minute. [C]
    private static let minimumAge = 60_000_000_000.0

    /// How soon it is deleted for others.
    func weight(at now: Int) -> Double {
      Double(byteCount) * max(Double(now) - Double(lastUse), Self.minimumAge)
    }
  }

  /// The time, in nanoseconds since 1970.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }

  private static func files(endingIn suffix: String, in folder: borrowing OpenFolder) -> [File] {
    var names: [FilePath] = []
    try? FolderEntries.read(folder) { name, _ in
      if name.bytes.suffix(suffix.utf8.count) == Array(suffix.utf8)[...] { names.append(name) }
      return true
    }
    var files: [File] = []
    for name in names {
      guard let status = folder.status(of: name), status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      let used = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
      files.append(File(name: name, byteCount: Int(status.st_blocks) * 512, lastUse: used))
    }
    return files
  }

  /// Deletes unfinished files whose writers died, which are not locked.
  private static func removeOrphans(in folder: borrowing OpenFolder) {
    for file in files(endingIn: temporarySuffix, in: folder) {
      guard let descriptor = try? folder.open(file.name, O_RDWR | O_NONBLOCK) else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { folder.remove(file.name) }
      close(descriptor)
    }
  }

  /// A unique name for a file being written.
  static func temporaryName(for name: String) -> FilePath {
    FilePath("\(name).\(getpid()).\(UInt32.random(in: 0 ... .max))\(temporarySuffix)")
  }

  /// Creates a file without a name in the folder, accessible to the user alone; it exists until it is closed.
  ///
  /// - Returns: Its descriptor, or `nil` if it cannot be created.
  package func makeUnnamedFile() -> Int32? {
    guard byteLimit > 0, let folder = try? open(isMade: true) else { return nil }
    if let descriptor = try? folder.makeUnnamedFile(mode: 0o600) { return descriptor }
    let name = Self.temporaryName(for: "unnamed")
    let descriptor = try? folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    folder.remove(name)
    return descriptor
  }
}

/// How many files a cache holds, and how much room they take on the disk.
package struct CacheContents: Hashable, Sendable {
  package var count = 0
  /// In bytes.
  package var byteCount = 0
}

/// An open file of the cache; closed with its owner, and deleted if it was never published.
final class CacheDescriptor: Sendable {
  private let descriptor: Int32
  private let folder: OpenFolder
  /// The name of a file being written; `nil` for one without a name or a complete one.
  private let temporaryName: FilePath?

  private init(
    _ descriptor: Int32, in folder: consuming OpenFolder, temporaryName: FilePath? = nil
  ) {
    self.descriptor = descriptor
    self.folder = folder
    self.temporaryName = temporaryName
  }

  deinit {
    if let temporaryName { folder.remove(temporaryName) }
    close(descriptor)
  }

  /// Opens a file for reading and marks it as used just now; returns `nil` if it cannot be read or is no
  /// regular file.
  static func open(_ name: String, in folder: CacheFolder) -> CacheDescriptor? {
    guard let folder = try? folder.open(isMade: false),
      let descriptor = folder.openFile(FilePath(name))
    else { return nil }
    futimens(descriptor, nil)
    return CacheDescriptor(descriptor, in: folder)
  }

  /// Creates a file that is deleted with its owner unless it is published.
  ///
  /// Where the file system supports it the file has no name, so that a crash leaves nothing behind. A
  /// named file is locked, which distinguishes it from one whose writer died.
  ///
  /// - Throws: Why there is none.
  static func make(
    in folder: CacheFolder, named name: String
  ) throws(OpenFolder.Refusal) -> CacheDescriptor {
    let folder = try folder.open(isMade: true)
    if let descriptor = try? folder.makeUnnamedFile(mode: 0o600) {
      flock(descriptor, LOCK_EX | LOCK_NB)
      return CacheDescriptor(descriptor, in: folder)
    }
    let temporary = CacheFolder.temporaryName(for: name)
    let named: Int32
    do throws(SystemError) {
      named = try folder.open(temporary, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      throw .system(error)
    }
    flock(named, LOCK_EX | LOCK_NB)
    return CacheDescriptor(named, in: folder, temporaryName: temporary)
  }

  /// Its length in bytes.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Fills a buffer; returns false if the file ends before.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    FileDescriptor.read(descriptor, at: offset, into: buffer)
  }

  /// Writes all bytes; returns the system's error if it cannot.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> SystemError? {
    FileDescriptor.write(bytes, to: descriptor, at: offset) ? nil : .last
  }

  /// Gives the room of a part back to the disk; returns false where that isn't possible.
  func giveBack(_ part: Range<Int>) -> Bool { FileDescriptor.giveBack(part, of: descriptor) }

  /// Flushes the file to disk and then names it; returns the system's error if it cannot.
  func publish(as name: String) -> SystemError? {
    guard fdatasync(descriptor) == 0 else { return .last }
    let linked = temporaryName ?? CacheFolder.temporaryName(for: name)
    do throws(SystemError) {
      if temporaryName == nil { try folder.link(descriptor, as: linked) }
      try folder.rename(linked, to: FilePath(name), in: folder)
      return nil
    } catch {
      folder.remove(linked)
      return error
    }
  }
}
