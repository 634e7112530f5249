internal import Glibc

/// The contents of a folder.
package enum FolderEntries {
  /// What an entry of a folder is.
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    /// A symbolic link, or an entry whose kind the file system does not list.
    case unknown
    /// A device, a socket or a pipe.
    case other
  }

  /// Reads a folder in one pass, in no particular order, without the entries `.` and `..`.
  ///
  /// - Parameters:
  ///   - folder: The folder; empty for the working folder.
  ///   - body: Called with each name and its kind; returns false to stop.
  /// - Throws: The system's error where the folder cannot be read.
  package static func read(
    _ folder: FilePath, _ body: (FilePath, Kind) -> Bool
  ) throws(SystemError) {
    let path = folder.bytes.isEmpty ? FilePath(".") : folder
    guard let directory = path.withCString({ opendir($0) }) else { throw .last }
    try read(directory, body)
  }

  /// Reads an open folder in one pass, in no particular order, without the entries `.` and `..`.
  ///
  /// - Throws: The system's error where the folder cannot be read.
  package static func read(
    _ folder: borrowing OpenFolder, _ body: (FilePath, Kind) -> Bool
  ) throws(SystemError) {
    let descriptor = try folder.open(FilePath("."), O_RDONLY | O_DIRECTORY)
    guard let directory = fdopendir(descriptor) else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    try read(directory, body)
  }

  /// Reads a directory stream, and closes it.
  private static func read(
    _ directory: OpaquePointer, _ body: (FilePath, Kind) -> Bool
  ) throws(SystemError) {
    defer { closedir(directory) }
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        if errno != 0 { throw .last }
        return
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        FilePath(bytes: bytes.prefix { $0 != 0 })
      }
      guard name != dot, name != dots else { continue }
      guard body(name, kind(entry.pointee.d_type)) else { return }
    }
  }

  private static let (dot, dots) = (FilePath("."), FilePath(".."))

  private static func kind(_ type: UInt8) -> Kind {
    switch Int(type) {
    case DT_REG: .file
    case DT_DIR: .folder
    case DT_LNK, DT_UNKNOWN: .unknown
    default: .other
    }
  }
}

/// The properties of a file, of a link's target.
package struct FileStatus: Hashable, Sendable {
  /// The device and the number of the file on it, which together identify the file.
  package let device: UInt64
  package let inode: UInt64
  /// The size in bytes.
  package let size: Int
  /// The time of the last change of its content, in nanoseconds since 1970.
  package let modified: Int
  /// Whether it is a folder.
  package let isFolder: Bool

  /// Reads the properties of the file at a path; `nil` where there is none or it cannot be reached.
  package init?(of path: FilePath) {
    var status = stat()
    guard !path.hasZero, path.withCString({ stat($0, &status) }) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns whether there is no file at a path; one that merely cannot be reached at present is not missing.
  package static func isMissing(_ path: FilePath) -> Bool {
    var status = stat()
    guard !path.hasZero else { return true }
    return path.withCString { stat($0, &status) } != 0 && (errno == ENOENT || errno == ENOTDIR)
  }
}

extension FilePath {
  /// The file that a symbolic link leads to, through all further links; `nil` for a path that is no link.
  package var linkTarget: FilePath? {
    var status = stat()
    guard !hasZero, withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let target = withCString({ realpath($0, nil) })
    else { return nil }
    defer { free(target) }
    return FilePath(cString: target)
  }
}
