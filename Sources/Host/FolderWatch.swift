internal import Glibc
package import OverscrollBase
internal import Synchronization

/// Watches folders for changes of the files in them (inotify).
///
/// Its descriptor becomes readable with changes; nothing runs while there are none. Network file systems notify only of
/// changes made on this machine. It is made on a thread that may wait, since a file system may not answer, and then
/// used on any thread without waiting. Once a folder has come or gone, another watch takes its place: see ``isOutdated``.
package final class FolderWatch: Sendable {
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
    /// The path that a file which has appeared had before; `nil` for a new one, or one from elsewhere.
    package var origin: FilePath?
  }

  /// The descriptor to poll.
  package let descriptor: Int32
  /// The folders to watch, as they were named.
  package let folders: [FilePath]
  /// Whether each of them may be exchanged for another one of its name.
  package let mayBeExchanged: Bool
  private let state: Mutex<State>

  fileprivate struct State {
    /// What is watched, by the system's numbers.
    private var watched: [Int32: Watched] = [:]
    /// The numbers of the folders that exist.
    var numbers: [FilePath: Int32] = [:]
    var isOutdated = false
    /// The file that has got another name, or left, last: the system's number of that, and its paths by its folder.
    private var departed: (cookie: UInt32, paths: [FilePath])?
  }

  /// A folder that is watched.
  fileprivate struct Watched {
    /// Its names among the wanted folders: several where links lead to it.
    var folders: [FilePath] = []
    /// The names in it under which a wanted folder, or one above it, may appear.
    var awaited: Set<FilePath> = []
  }

  /// Watches folders, which may take any time.
  ///
  /// One that does not exist is watched as soon as it does, and a link to one follows the link.
  ///
  /// - Parameters:
  ///   - folders: The folders; an empty path is the working folder.
  ///   - mayBeExchanged: True to expect that a folder is removed and made again, although another program still uses the
  ///     old one, so that its end is not reported.
  /// - Throws: The system's error where too many watches exist.
  package init(_ folders: [FilePath], mayBeExchanged: Bool = false) throws(HostError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw HostError.system("watch folders") }
    (self.folders, self.mayBeExchanged) = (folders, mayBeExchanged)
    var state = State()
    for folder in folders where state.numbers[folder] == nil {
      state.begin(folder, mayBeExchanged: mayBeExchanged, descriptor)
    }
    self.state = Mutex(state)
  }

  deinit {
    close(descriptor)
  }

  /// True once a folder may be another one than is watched, or have come or gone: a new watch of the same folders finds it.
  package var isOutdated: Bool { state.withLock { $0.isOutdated } }

  /// The folders that may have other files than an earlier watch of them knew: those that either of them watches.
  package func changes(since old: FolderWatch) -> [Change] {
    folders.filter { isWatched($0) || old.isWatched($0) }
      .map { Change(folder: $0, name: nil, kind: .modified) }
  }

  private func isWatched(_ folder: FilePath) -> Bool {
    state.withLock { $0.numbers[folder] != nil }
  }

  private static let names =
    UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE) | UInt32(IN_ONLYDIR)
  /// For a folder above one that is missing; what else is watched in it stays so.
  fileprivate static let nameMask = names | UInt32(IN_MASK_ADD)
  fileprivate static let mask = names | UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE_SELF)

  /// Returns the changes since the last call.
  package func drain() -> [Change] {
    var changes: [Change] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      buffer.withUnsafeBytes { bytes in
        var place = 0
        while place + Self.headSize <= count {
          let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let name = bytes[(place + Self.headSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
          changes += state.withLock { $0.changes(event, FilePath(bytes: name), descriptor) }
          place += Self.headSize + Int(event.len)
        }
      }
    }
    return changes
  }

  private static let headSize = MemoryLayout<inotify_event>.size
  /// The bytes that are read at a time: more than a thousand changes. [C]
  private static let bufferSize = 1 << 16
}

extension FolderWatch.State {
  fileprivate mutating func begin(
    _ folder: FilePath, mayBeExchanged: Bool, _ descriptor: Int32
  ) {
    let path = folder.orDot
    if add(path, as: folder, descriptor), !mayBeExchanged, path.linkTargets.isEmpty { return }
    // The nearest folder above that exists will have it, or have the next one on the way to it.
    var place = path
    repeat {
      let name = place.lastComponent
      let parent = place.folder
      guard parent != place else { break }
      place = parent
      let number = place.withCString {
        inotify_add_watch(descriptor, $0, FolderWatch.nameMask)
      }
      guard number >= 0 else { continue }
      watched[number, default: FolderWatch.Watched()].awaited.insert(name)
      break
    } while true
    // It may have appeared meanwhile.
    if numbers[folder] == nil { _ = add(path, as: folder, descriptor) }
  }

  private mutating func add(
    _ path: FilePath, as folder: FilePath, _ descriptor: Int32
  ) -> Bool {
    let number = path.withCString { inotify_add_watch(descriptor, $0, FolderWatch.mask) }
    guard number >= 0 else { return false }
    watched[number, default: FolderWatch.Watched()].folders.append(folder)
    numbers[folder] = number
    return true
  }

  /// Returns what an event reports, and notes where folders have come or gone themselves.
  fileprivate mutating func changes(
    _ event: inotify_event, _ name: FilePath, _ descriptor: Int32
  ) -> [FolderWatch.Change] {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      isOutdated = true
      return [FolderWatch.Change(folder: FilePath(""), name: nil, kind: .modified)]
    }
    guard let place = watched[event.wd] else { return [] }
    if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 {
      // Another folder may have its name by now.
      inotify_rm_watch(descriptor, event.wd)
      watched[event.wd] = nil
      for folder in place.folders { numbers[folder] = nil }
      isOutdated = true
      return place.folders.map { FolderWatch.Change(folder: $0, name: nil, kind: .modified) }
    }
    guard !name.bytes.isEmpty else { return [] }
    if place.awaited.contains(name) { isOutdated = true }
    let kind: FolderWatch.Change.Kind =
      if event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
        .disappeared
      } else {
        event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 ? .appeared : .modified
      }
    let paths = place.folders.map { $0.appending(name) }
    if event.mask & UInt32(IN_MOVED_FROM) != 0 { departed = (event.cookie, paths) }
    let isMoved = event.mask & UInt32(IN_MOVED_TO) != 0 && event.cookie == departed?.cookie
    return place.folders.map { folder in
      let origins = isMoved ? departed?.paths ?? [] : []
      // One of several names of its folder.
      let origin = origins.first { $0 == folder.appending($0.lastComponent) } ?? origins.first
      return FolderWatch.Change(folder: folder, name: name, kind: kind, origin: origin)
    }
  }
}
