internal import Glibc
package import OverscrollFiles

/// Watches folders for changes of the files in them (inotify).
///
/// Its descriptor becomes readable with changes; nothing runs while there are none. Network file systems notify only of
/// changes made on this machine.
package final class FolderWatch {
  /// A change of a file in a folder that is watched.
  package struct Change: Hashable, Sendable {
    /// What has happened.
    package enum Kind: Hashable, Sendable {
      /// The file is there: it was made or renamed, or has replaced another one.
      case appeared
      /// The file is gone: it was deleted or renamed.
      case disappeared
      /// The file was written to, or its length was changed.
      case modified
    }

    /// The folder as it was given.
    package var folder: FilePath
    /// The name of the file; `nil` where changes were lost, and anything may have happened.
    package var name: FilePath?
    package var kind: Kind
  }

  /// The descriptor to poll.
  package let descriptor: Int32
  private var folders: [Int32: FilePath] = [:]

  /// Makes a watch of no folder.
  ///
  /// - Throws: The system's error where too many watches exist.
  package init() throws(DesktopError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw DesktopError.system("watch folders") }
  }

  deinit {
    close(descriptor)
  }

  /// Watches these folders and no others; those that cannot be watched are left out.
  package func watch(_ wanted: Set<FilePath>) {
    for (number, folder) in folders where !wanted.contains(folder) {
      inotify_rm_watch(descriptor, number)
      folders[number] = nil
    }
    for folder in wanted.subtracting(folders.values) {
      let path = folder.bytes.isEmpty ? FilePath(".") : folder
      let number = path.withCString { inotify_add_watch(descriptor, $0, Self.mask) }
      if number >= 0 { folders[number] = folder }
    }
  }

  private static let mask =
    UInt32(
      IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE)
    | UInt32(IN_ONLYDIR)

  /// Returns the changes since the last call.
  package func drain() -> [Change] {
    var changes: [Change] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return changes }
      buffer.withUnsafeBytes { bytes in
        var place = 0
        while place + Self.headSize <= count {
          let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let name = bytes[(place + Self.headSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
          if let change = change(event, FilePath(bytes: name)) { changes.append(change) }
          place += Self.headSize + Int(event.len)
        }
      }
    }
  }

  private static let headSize = MemoryLayout<inotify_event>.size
  /// The bytes that are read at a time: more than a thousand changes. [C]
  private static let bufferSize = 1 << 16

  private func change(_ event: inotify_event, _ name: FilePath) -> Change? {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      return Change(folder: FilePath(""), name: nil, kind: .modified)
    }
    guard let folder = folders[event.wd], !name.bytes.isEmpty else { return nil }
    if event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
      return Change(folder: folder, name: name, kind: .disappeared)
    }
    let isNew = event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0
    return Change(folder: folder, name: name, kind: isNew ? .appeared : .modified)
  }
}
