import Glibc
import OverscrollBase

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
