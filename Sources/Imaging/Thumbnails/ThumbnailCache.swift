import Glibc
package import OverscrollBase
import ScrollGeometry

/// The thumbnails that all programs of a desktop share, in `$XDG_CACHE_HOME/thumbnails` (freedesktop.org, version 0.9).
///
/// May be used on any thread, and by several programs at once: files appear atomically.
package struct ThumbnailCache: Hashable, Sendable {
  /// The sizes of thumbnails: the longest side in pixels, and the folder.
  private static let sizes: [(side: Int, folder: String)] = [
    (128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large"),
  ]
  /// The file size from which on a file can't be a thumbnail, in bytes. [C]
  private static let maximumFileSize = 8 << 20

  package let path: FilePath
  /// The name and version of the program, for its failures.
  private let program: String

  /// Names the folder of a cache, which is made when the first thumbnail is.
  package init(path: FilePath, program: String) {
    self.path = path
    self.program = program
  }

  /// The desktop's cache; `nil` without a home.
  package static func standard(program: String) -> ThumbnailCache? {
    UserFolder.cache.parent.map { Self(path: $0.appending("thumbnails"), program: program) }
  }

  /// The side of the thumbnails that serve for a side in pixels: the next larger size.
  package static func side(for side: Int) -> Int {
    (sizes.first { $0.side >= side } ?? sizes[sizes.count - 1]).side
  }

  /// The side of the largest thumbnails that can be made of one with a longer side of so many pixels; `nil` if it is too small.
  package static func side(within side: Int) -> Int? { sizes.last { $0.side <= side }?.side }

  /// A picture in the cache's terms.
  package struct Entry: Hashable, Sendable {
    fileprivate let uri: String
    fileprivate let fileName: String
    /// The time of the picture's last change, in seconds.
    fileprivate let modified: Int
    fileprivate let size: Int
  }

  /// Returns the entry of a file as it is now; `nil` if no such file, or it is itself a thumbnail or in memory.
  package func entry(of file: FilePath) -> Entry? {
    guard let status = FileStatus(of: file), let absolute = file.absolute,
      !absolute.bytes.starts(with: path.bytes + [UInt8(ascii: "/")]),
      !absolute.bytes.starts(with: "/proc/".utf8)
    else { return nil }
    return Entry(
      uri: absolute.uri, fileName: MD5.hexadecimal(Array(absolute.uri.utf8)) + ".png",
      modified: status.modified / 1_000_000_000, size: status.size)
  }
}

// MARK: - Reading

extension ThumbnailCache {
  /// Returns a valid thumbnail that is at least as large as asked for; `nil` if there is none.
  ///
  /// It is decoded in `sandbox`, `nil` for this process.
  package func thumbnail(_ entry: Entry, side: Int, in sandbox: Sandbox? = nil) -> Thumbnail? {
    let limits = ImageLimits(sandbox: sandbox)
    for size in Self.sizes where size.side >= side {
      let folder = path.appending(size.folder)
      let file = folder.appending(entry.fileName)
      guard isValid(entry, in: folder), let source = try? ImageFile.open(file, limits: limits),
        let thumbnail = Thumbnail.decode(source, side: size.side)
      else { continue }
      return thumbnail
    }
    return nil
  }

  /// Returns whether this program has failed to make a thumbnail of the file as it is.
  package func hasFailed(_ entry: Entry) -> Bool { isValid(entry, in: failureFolder) }

  private var failureFolder: FilePath { path.appending("fail").appending(program) }

  private func isValid(_ entry: Entry, in folder: FilePath) -> Bool {
    guard let folder = try? OpenFolder.own(folder, isMade: false),
      let bytes = Self.bytes(of: FilePath(entry.fileName), in: folder)
    else { return false }
    let texts = PNGText.read(bytes)
    // A file that is being written changes more than once a second.
    return texts["Thumb::MTime"] == "\(entry.modified)"
      && texts["Thumb::Size"].map { $0 == "\(entry.size)" } ?? true
      && texts["Thumb::URI"].map { $0 == entry.uri } ?? true
  }

  /// The bytes of a file that may be a thumbnail; `nil` for any other.
  private static func bytes(of name: FilePath, in folder: borrowing OpenFolder) -> [UInt8]? {
    guard let descriptor = folder.openFile(name) else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size <= maximumFileSize else { return nil }
    var bytes = [UInt8](repeating: 0, count: status.st_size)
    let read = pread(descriptor, &bytes, bytes.count, 0)
    return read >= 0 ? Array(bytes.prefix(read)) : nil
  }
}

// MARK: - Writing

extension ThumbnailCache {
  /// Stores a thumbnail whose longer side is one of the cache's sizes; a cache that cannot be written to is left as it is.
  package func store(_ thumbnail: Thumbnail, of entry: Entry) {
    let side = thumbnail.longerSide
    guard let size = Self.sizes.first(where: { $0.side >= side }) else { return }
    write(thumbnail, entry, to: path.appending(size.folder))
  }

  /// Notes that no thumbnail of the file as it is can be made.
  package func noteFailure(_ entry: Entry) {
    let pixel = Thumbnail(size: .init(width: 1, height: 1), pixels: [0], isOpaque: false)
    write(pixel, entry, to: failureFolder)
  }

  private func write(_ thumbnail: Thumbnail, _ entry: Entry, to folder: FilePath) {
    let texts = [
      ("Thumb::URI", entry.uri), ("Thumb::MTime", "\(entry.modified)"),
      ("Thumb::Size", "\(entry.size)"), ("Software", program),
    ]
    guard let bytes = PNGText.file(thumbnail, texts: texts.map { (key: $0.0, value: $0.1) }),
      let folder = try? OpenFolder.own(folder, isMade: true)
    else { return }
    let temporary = FilePath("\(entry.fileName).\(getpid())-\(UInt32.random(in: 0 ... .max))")
    guard let descriptor = try? folder.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    else { return }
    let isWritten = FileDescriptor.write(bytes, to: descriptor)
    guard close(descriptor) == 0, isWritten,
      (try? folder.rename(temporary, to: FilePath(entry.fileName), in: folder)) != nil
    else {
      folder.remove(temporary)
      return
    }
  }
}

// What a program keeps in the cache, besides the thumbnails of others.
extension ThumbnailCache {
  /// Counts the thumbnails and failures that a program has written.
  ///
  /// - Parameter name: The program's name without its version.
  /// - Returns: Their number and length.
  package func contents(writtenBy name: String) -> CacheContents {
    var contents = CacheContents()
    forEachFile(writtenBy: name) { _, _, byteCount in
      contents.count += 1
      contents.byteCount += byteCount
    }
    return contents
  }

  /// Deletes the thumbnails and failures that a program has written.
  ///
  /// - Parameter name: The program's name without its version.
  /// - Returns: What was deleted.
  package func removeAll(writtenBy name: String) -> CacheContents {
    var removed = CacheContents()
    forEachFile(writtenBy: name) { file, folder, byteCount in
      guard folder.remove(file) else { return }
      removed.count += 1
      removed.byteCount += byteCount
    }
    return removed
  }

  private func forEachFile(
    writtenBy name: String, _ body: (FilePath, borrowing OpenFolder, Int) -> Void
  ) {
    let start = name + "-"
    for path in folders(startingWith: start) {
      guard let folder = try? OpenFolder.own(path, isMade: false) else { continue }
      var names: [FilePath] = []
      try? FolderEntries.read(folder) { name, kind in
        if kind == .file, name.fileExtension == "png" { names.append(name) }
        return true
      }
      for file in names {
        guard let status = folder.status(of: file), let bytes = Self.bytes(of: file, in: folder),
          PNGText.read(bytes)["Software"]?.hasPrefix(start) == true
        else { continue }
        body(file, folder, Int(status.st_blocks) * 512)
      }
    }
  }

  /// The folders of thumbnails, and those of failures whose names begin so.
  private func folders(startingWith start: String) -> [FilePath] {
    var folders = Self.sizes.map { path.appending($0.folder) }
    let failures = path.appending("fail")
    try? FolderEntries.read(failures) { name, _ in
      if name.description.hasPrefix(start) { folders.append(failures.appending(name)) }
      return true
    }
    return folders
  }
}
