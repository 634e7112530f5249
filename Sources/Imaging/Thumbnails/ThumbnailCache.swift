import Glibc
package import OverscrollFiles
import ScrollGeometry

/// The thumbnails that all programs of a desktop share, in `$XDG_CACHE_HOME/thumbnails` (freedesktop.org, version 0.9).
///
/// May be used on any thread, and by several programs at once: files appear atomically.
package struct ThumbnailCache: Hashable, Sendable {
  /// The sizes of thumbnails: the longest side in pixels, and the folder.
  static let sizes: [(side: Int, folder: String)] = [
    (128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large"),
  ]
  /// The file size from which on a file can't be a thumbnail, in bytes. [C]
  static let maximumFileSize = 8 << 20

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
  package static func side(within side: Int) -> Int? {
    sizes.last { $0.side <= side }?.side
  }

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
      let file = path.appending(size.folder).appending(entry.fileName)
      guard isValid(file, entry), let source = try? ImageFile.open(file, limits: limits),
        let thumbnail = Thumbnail.decode(source, side: size.side)
      else { continue }
      return thumbnail
    }
    return nil
  }

  /// Returns whether this program has failed to make a thumbnail of the file as it is.
  package func hasFailed(_ entry: Entry) -> Bool {
    isValid(failureFolder.appending(entry.fileName), entry)
  }

  private var failureFolder: FilePath { path.appending("fail").appending(program) }

  private func isValid(_ file: FilePath, _ entry: Entry) -> Bool {
    guard let status = FileStatus(of: file), status.size <= Self.maximumFileSize,
      let bytes = Self.bytes(of: file, count: status.size)
    else { return false }
    let texts = PNGText.read(bytes)
    // A file that is being written changes more than once a second.
    return texts["Thumb::MTime"] == "\(entry.modified)"
      && texts["Thumb::Size"].map { $0 == "\(entry.size)" } ?? true
      && texts["Thumb::URI"].map { $0 == entry.uri } ?? true
  }

  static func bytes(of file: FilePath, count: Int) -> [UInt8]? {
    let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, 0)
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
      Self.makeFolder(folder)
    else { return }
    let temporary = folder.appending(
      "\(entry.fileName).\(getpid())-\(UInt32.random(in: 0 ... .max))")
    let descriptor = temporary.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return }
    let isWritten = FileDescriptor.write(bytes, to: descriptor)
    let isClosed = close(descriptor) == 0
    let target = folder.appending(entry.fileName)
    let isRenamed =
      isWritten && isClosed
      && temporary.withCString { from in target.withCString { rename(from, $0) } } == 0
    if !isRenamed { _ = temporary.withCString { unlink($0) } }
  }

  /// Makes a folder, and those that it is in, for this user alone.
  private static func makeFolder(_ folder: FilePath) -> Bool {
    folder.makeParents()
    _ = folder.withCString { mkdir($0, 0o700) }
    return FileStatus(of: folder)?.isFolder ?? false
  }
}
