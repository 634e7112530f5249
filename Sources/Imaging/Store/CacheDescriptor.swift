import Glibc
import OverscrollFiles

/// An open file of the cache; closed with its owner, and deleted if it was never published.
final class CacheDescriptor: Sendable {
  private let descriptor: Int32
  /// The name of a file being written; `nil` for one without a name or a complete one.
  private let temporaryPath: FilePath?

  private init(_ descriptor: Int32, temporaryPath: FilePath? = nil) {
    self.descriptor = descriptor
    self.temporaryPath = temporaryPath
  }

  deinit {
    _ = temporaryPath?.withCString { unlink($0) }
    close(descriptor)
  }

  /// Opens a file for reading and marks it as used just now; returns `nil` if it cannot be read or is no
  /// regular file.
  static func open(_ path: FilePath) -> CacheDescriptor? {
    // Opening a pipe would otherwise wait for a writer.
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
    let descriptor = path.withCString { Glibc.open($0, flags) }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    futimens(descriptor, nil)
    return CacheDescriptor(descriptor)
  }

  /// Creates a file that is deleted with its owner unless it is published.
  ///
  /// Where the file system supports it the file has no name, so that a crash leaves nothing behind. A
  /// named file is locked, which distinguishes it from one whose writer died.
  static func make(in folder: CacheFolder, named name: String) -> Result<
    CacheDescriptor, SystemError
  > {
    guard folder.make() else { return .failure(SystemError(errno)) }
    // O_TMPFILE, which Swift does not import since it is a sum of other macros.
    let nameless = Int32(0o20_000_000) | O_DIRECTORY
    let descriptor = folder.path.withCString {
      Glibc.open($0, O_RDWR | O_CLOEXEC | nameless, 0o600)
    }
    if descriptor >= 0 {
      flock(descriptor, LOCK_EX | LOCK_NB)
      return .success(CacheDescriptor(descriptor))
    }
    let path = folder.temporaryPath(for: name)
    let named = path.withCString {
      Glibc.open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard named >= 0 else { return .failure(SystemError(errno)) }
    flock(named, LOCK_EX | LOCK_NB)
    return .success(CacheDescriptor(named, temporaryPath: path))
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

  /// Flushes the file to disk and then names it; returns the system's error if it cannot.
  func publish(as path: FilePath, in folder: CacheFolder, named name: String) -> SystemError? {
    guard fdatasync(descriptor) == 0 else { return SystemError(errno) }
    if let temporaryPath { return Self.move(temporaryPath, to: path) }
    let linked = folder.temporaryPath(for: name)
    let nameless = "/proc/self/fd/\(descriptor)"
    let status = linked.withCString {
      linkat(AT_FDCWD, nameless, AT_FDCWD, $0, Int32(AT_SYMLINK_FOLLOW))
    }
    guard status == 0 else {
      return SystemError(errno)
    }
    return Self.move(linked, to: path)
  }

  private static func move(_ old: FilePath, to new: FilePath) -> SystemError? {
    if old.withCString({ old in new.withCString { rename(old, $0) } }) == 0 { return nil }
    let error = SystemError.last
    _ = old.withCString { unlink($0) }
    return error
  }
}
