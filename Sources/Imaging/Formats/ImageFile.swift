package import Files
import Glibc

/// A file that may hold a picture.
package struct ImageFile: Hashable, Sendable {
  /// The path as it was given.
  package let path: FilePath
  /// What it was when it was looked at; it had at least one byte.
  let identity: FileIdentity
}

extension ImageFile {
  /// Looks at a file, finds its format by its content and reads its header.
  ///
  /// Cheap: it reads some kilobytes and takes no memory for pixels.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - limits: larger pictures are refused.
  /// - Returns: the picture, of which nothing is decoded yet.
  /// - Throws: one sentence when there is no picture to be shown.
  package static func open(
    _ path: FilePath, limits: ImageLimits = ImageLimits()
  ) throws(ImagingError) -> any ImageSource {
    let (file, head) = try examine(path)
    guard let format = ImageFormat.all.first(where: { $0.recognises(head) }) else {
      let names = ImageFormat.all.map(\.name).joined(separator: ", ")
      throw ImagingError(
        .unknownFormat, path, "this is not a picture of a kind that can be read (\(names))")
    }
    let source = try format.open(file, limits)
    try limits.check(source, path.description)
    guard case .rows(let rows) = source.access else { return source }
    return DiskBackedRows(rows: rows, file: file, tileFileKey: TileFileKey(file))
  }

  /// Does the same for a path that is a text.
  package static func open(
    _ path: String, limits: ImageLimits = ImageLimits()
  ) throws(ImagingError) -> any ImageSource {
    try open(FilePath(path), limits: limits)
  }

  /// Opens a path for a moment and reads the file's first bytes.
  ///
  /// Opened without blocking, since opening a pipe would otherwise wait for a writer for ever.
  static func examine(_ path: FilePath) throws(ImagingError) -> (ImageFile, [UInt8]) {
    guard !path.hasZero else {
      throw ImagingError(.missing, path, "a path cannot hold a zero byte")
    }
    let descriptor = path.withCString {
      Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    try checkKind(status, path)
    var head = [UInt8](repeating: 0, count: ImageFormat.headLength)
    let count = pread(descriptor, &head, head.count, 0)
    guard count >= 0 else { throw failure(path, errno) }
    return (ImageFile(path: path, identity: FileIdentity(status)), Array(head.prefix(count)))
  }

  private static func checkKind(_ status: stat, _ path: FilePath) throws(ImagingError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ImagingError(.notAFile, path, "this is a directory, not a picture")
    default: throw ImagingError(.notAFile, path, "this is a device or a pipe, not a file")
    }
    if status.st_size <= 0 { throw ImagingError(.empty, path, "the file is empty") }
  }

  /// The error that says that it is no longer the file that was looked at.
  var changed: ImagingError {
    ImagingError(
      .damaged, path, "another program changed the file after it was opened; open it again")
  }

  /// The error that says that the system gave no memory for it.
  var lacksMemory: ImagingError {
    ImagingError(.noResources, path, "there is not enough memory to decode it")
  }

  /// Opens it for reading; the descriptor is the caller's to close.
  ///
  /// - Throws: also when it is not the file any more that was looked at.
  func openDescriptor() throws(ImagingError) -> Int32 {
    let descriptor = path.withCString {
      Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    guard FileIdentity(of: descriptor)?.hasContent(of: identity) == true else {
      close(descriptor)
      throw changed
    }
    return descriptor
  }

  /// True if a file that ``openDescriptor()`` opened has been written to since.
  func isChanged(_ descriptor: Int32) -> Bool {
    FileIdentity(of: descriptor)?.hasContent(of: identity) != true
  }

  /// True if the file at the path is still the one that was looked at, and has been written to since.
  var isOverwritten: Bool {
    guard let now = FileIdentity(at: path), now.isSameFile(as: identity) else { return false }
    return !now.hasContent(of: identity)
  }

  /// The error for a number that the system gave when a path could not be opened or read.
  static func failure(_ path: FilePath, _ code: Int32) -> ImagingError {
    switch code {
    case ENOENT, ENOTDIR: ImagingError(.missing, path, "there is no such file")
    case EACCES, EPERM: ImagingError(.unreadable, path, "there is no permission to read it")
    default: ImagingError(.unreadable, path, "it cannot be read: \(SystemError(code).message)")
    }
  }
}
