import OverscrollBase
import OverscrollBrowser
import OverscrollShell
import Synchronization

/// The pictures that were marked in each folder, which a file remembers from window to window, to mark them again.
struct MarkMemory {
  /// The file; `nil` where nothing is remembered.
  private let path: FilePath?
  private let changes = MarkChanges()
  private var jobs = Jobs<RememberedMarks?>()
  /// What has been read and was not offered yet.
  private var known: RememberedMarks?
  /// The marked pictures of the window, from the root, as they were last.
  private var marked: [FilePath] = []
  /// The pictures that can be marked again, as the album names them.
  private(set) var offered: [FilePath] = []
  /// True until it is said that they can be.
  private var isUnsaid = false

  /// The longest time for which the last changes are awaited, in seconds: a disk may not answer. [C]
  static let writingTime = 0.5

  init(rememberedIn path: FilePath?) { self.path = path }

  /// Begins to read what is remembered of another album.
  mutating func read(wake: @escaping @Sendable () -> Void) {
    offered = []
    guard let path else { return }
    jobs.add(
      Job(wake: wake) { [changes] _ in
        changes.write(to: path)
        return RememberedMarks(at: path)
      })
  }

  /// Returns how many pictures can be marked again, where that has not been said yet.
  mutating func drainOffer() -> Int? {
    guard isUnsaid, !offered.isEmpty else { return nil }
    isUnsaid = false
    return offered.count
  }

  /// Offers the pictures of an album that were marked in its folders and are there, once that is known.
  mutating func offer(in album: AlbumController) {
    for read in jobs.drainAll() { known = read ?? known }
    guard let known, !album.isListing else { return }
    self.known = nil
    offered = album.album.paths { folder in
      folder.orDot.fromRoot.map { known.names(in: $0) } ?? []
    }
    let marked = Set(album.album.markedPaths)
    offered.removeAll { marked.contains($0) || album.folders.origin.isUnnamed($0) }
    isUnsaid = true
  }

  /// Follows the marks of the window.
  ///
  /// - Parameters:
  ///   - paths: The marked pictures.
  ///   - forgets: True where the user has removed those that are no longer among them; files that are gone are remembered.
  mutating func follow(_ paths: [FilePath], forgets: Bool) {
    guard path != nil else { return }
    let now = paths.compactMap(\.fromRoot)
    guard now != marked else { return }
    let (all, old) = (Set(now), Set(marked))
    let added = now.filter { !old.contains($0) }
    let removed = forgets ? old.subtracting(all) : []
    marked = now
    let named = Set(paths)
    offered.removeAll(where: named.contains)
    guard !added.isEmpty || !removed.isEmpty else { return }
    write { marks in
      marks.remove(removed)
      marks.add(added)
    }
  }

  /// Offers nothing any more, and forgets it.
  mutating func forgetOffered() {
    let files = Set(offered.compactMap(\.fromRoot))
    offered = []
    if !files.isEmpty { write { $0.remove(files) } }
  }

  private mutating func write(_ change: @escaping MarkChanges.Change) {
    guard let path else { return }
    changes.add(change)
    jobs.add(
      Job { [changes] _ in
        changes.write(to: path)
        return nil
      })
  }

  /// Waits for the last changes, as long as is possible before a window closes.
  func finish() {
    guard let path, !changes.isEmpty else { return }
    let job = Job { [changes] _ in changes.write(to: path) }
    _ = job.wait(atMost: Self.writingTime)
  }
}

/// Changes of what is remembered, which are written in their order.
private final class MarkChanges: Sendable {
  typealias Change = @Sendable (inout RememberedMarks) -> Void

  private let waiting = Mutex<[Change]>([])
  /// The number of changes that are not in the file yet.
  private let unwritten = Mutex(0)
  private let writing = Mutex(())

  /// True once all of them are in the file.
  var isEmpty: Bool { unwritten.withLock { $0 == 0 } }

  func add(_ change: @escaping Change) {
    unwritten.withLock { $0 += 1 }
    waiting.withLock { $0.append(change) }
  }

  /// Writes all that waits, after what another thread is writing.
  func write(to path: FilePath) {
    writing.withLock { _ in
      let changes = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      guard !changes.isEmpty else { return }
      RememberedMarks.update(path) { marks in changes.forEach { $0(&marks) } }
      unwritten.withLock { $0 -= changes.count }
    }
  }
}
