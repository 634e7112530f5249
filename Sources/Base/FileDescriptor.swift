internal import CLinux
internal import Glibc

/// Functions for file descriptors.
package enum FileDescriptor {
  /// Writes all bytes; returns false and sets `errno` where they cannot all be written.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count == 0 { errno = ENOSPC }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes all bytes from an offset on; returns false and sets `errno` where they cannot all be written.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int
  ) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
      if count < 0, errno == EINTR { continue }
      if count == 0 { errno = ENOSPC }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Fills a buffer from an offset on; returns false if the bytes end before or cannot be read.
  package static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, offset + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Gives the room of a part of a file back to the file system, which then reads as zeros; returns false where that isn't possible.
  package static func giveBack(_ part: Range<Int>, of descriptor: Int32) -> Bool {
    OverscrollPunchHole(descriptor, part.lowerBound, part.count) == 0
  }

  /// The most bytes of all names of a file's attributes, and of a value, which Linux has (`xattr(7)`).
  private static let maximumAttributes = 1 << 16

  /// Gives a file the extended attributes of another one: those of the user, and others as far as the system allows it.
  ///
  /// - Throws: The system's error where one of the user's own cannot be given.
  static func copyAttributes(of other: Int32, to descriptor: Int32) throws(SystemError) {
    var names = [CChar](repeating: 0, count: maximumAttributes)
    let length = flistxattr(other, &names, names.count)
    // Where there are none at all, as on some file systems, there is nothing to lose.
    guard length > 0 else { return }
    for name in names[..<length].split(separator: 0) {
      let name = Array(name) + [0]
      var value = [UInt8](repeating: 0, count: maximumAttributes)
      let count = fgetxattr(other, name, &value, value.count)
      guard count >= 0, fsetxattr(descriptor, name, value, count, 0) == 0 else {
        let error = SystemError.last
        if FilePath(cString: name).bytes.starts(with: "user.".utf8) { throw error }
        continue
      }
    }
  }

  /// Renames a file in one folder to a name in another one, unless something has that; negative where that fails.
  static func renameExclusively(
    in folder: Int32, _ name: UnsafePointer<CChar>, to newName: UnsafePointer<CChar>,
    in newFolder: Int32
  ) -> Int32 { OverscrollRenameExclusively(folder, name, newFolder, newName) }
}

extension FilePath {
  /// Reads the beginning of a small file, such as one of settings; `nil` where it is empty, or cannot be read at once.
  package func beginning(atMost limit: Int) -> ArraySlice<UInt8>? {
    let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count) : nil
  }
}
