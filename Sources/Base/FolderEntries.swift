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
    guard let directory = folder.orDot.withCString({ opendir($0) }) else { throw .last }
    try read(directory, body)
  }

  /// The names in a folder, in no particular order.
  ///
  /// - Throws: The system's error where the folder cannot be read.
  package static func names(in folder: FilePath) throws(SystemError) -> [FilePath] {
    var names: [FilePath] = []
    try read(folder) { name, _ in
      names.append(name)
      return true
    }
    return names
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
  /// The paths that a symbolic link leads through, one after the other, the file's own last, whether it exists or not; none for a
  /// path that is no link.
  package var linkTargets: [FilePath] {
    var targets: [FilePath] = []
    var next = self
    while targets.count < Self.maximumLinkCount, let target = next.linkTarget {
      targets.append(target)
      next = target
    }
    return targets
  }

  /// The links that the kernel follows in a path (`path_resolution(7)`).
  private static let maximumLinkCount = 40

  /// The path that a symbolic link names; `nil` for a path that is no link.
  private var linkTarget: FilePath? {
    guard !hasZero else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withCString { readlink($0, &buffer, buffer.count) }
    guard count > 0 else { return nil }
    let target = FilePath(bytes: buffer[..<count].map(UInt8.init(bitPattern:)))
    return target.isAbsolute ? target : folder.appending(target)
  }

  /// The path in the form in which folders are compared: without repeated slashes, slashes at its end, and `.` components but a
  /// leading one; also without a folder that `..` follows, unless that is a link, whose parent is elsewhere.
  package var normalized: FilePath {
    let slash = UInt8(ascii: "/")
    // Most paths have the form already.
    let needsWork = zip(bytes, bytes.dropFirst() + [slash]).contains { byte, next in
      byte == slash && (next == slash || next == UInt8(ascii: "."))
    }
    guard needsWork || bytes.first == UInt8(ascii: ".") else { return self }
    let (dot, dots) = (Array(".".utf8), Array("..".utf8))
    func path(_ names: [[UInt8]]) -> FilePath {
      FilePath(bytes: (isAbsolute ? [slash] : []) + names.joined(separator: [slash]))
    }
    var names: [[UInt8]] = []
    for name in bytes.split(separator: slash).map(Array.init) {
      switch (name, names.last) {
      case (dot, _) where isAbsolute || !names.isEmpty: break
      case (dots, nil) where isAbsolute: break
      case (dots, dot): names = [dots]
      case (dots, let last?) where last != dots && path(names).isFolderItself: names.removeLast()
      default: names.append(name)
      }
    }
    return names.isEmpty && !isAbsolute && !bytes.isEmpty ? FilePath(".") : path(names)
  }

  /// Whether the path is that of a folder, rather than of a link to one.
  private var isFolderItself: Bool {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
