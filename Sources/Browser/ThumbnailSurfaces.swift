package import OverscrollBase
package import OverscrollDrawing
package import OverscrollImaging
import ScrollGeometry

/// The thumbnails of an overview that are ready to be drawn, within a limit of memory.
package final class ThumbnailSurfaces {
  /// What is known of a picture's thumbnail.
  enum State {
    /// It may be of a file of which a part is missing.
    case ready(Surface, isDamaged: Bool)
    /// None can be made, for a reason, as a message.
    case failed(String)
    /// Making it takes long, so it is made only if the user stays here; the time since they have, in seconds.
    case expensive(since: Double?)
  }

  private struct Entry {
    var state: State
    /// The side that was asked for, in pixels.
    var side: Int
    /// The number of the frame that showed it last.
    var frame: Int
    /// Whether the file has changed since; until it is loaded again, it is drawn as it was.
    var isOutdated = false
    /// How the picture in the file has been turned since.
    var turn = Orientation.upright
  }

  /// The name of a picture in lines that fit its width.
  struct Name: Hashable {
    struct Line: Hashable {
      var text: String
      var width: Double
    }

    let lines: [Line]
  }

  /// The limit for the memory of all thumbnails, in bytes.
  package var byteLimit = 32 << 20
  /// The memory in use, in bytes.
  package private(set) var byteCount = 0
  /// A number that changes whenever a thumbnail does.
  package private(set) var version = 0
  private var entries: [FilePath: Entry] = [:]
  private var names: [FilePath: Name] = [:]
  private var frame = 0

  package init() {}

  /// Returns what is known of a thumbnail, which is in use from now on.
  func state(of path: FilePath) -> State? {
    entries[path]?.frame = frame
    return entries[path]?.state
  }

  /// Returns how the picture in a file has been turned since its thumbnail was made.
  func turn(of path: FilePath) -> Orientation { entries[path]?.turn ?? .upright }

  /// Returns the side that was asked for of a thumbnail, in pixels; `nil` if nothing is known of the picture.
  func side(of path: FilePath) -> Int? { entries[path]?.side }

  /// Returns whether a thumbnail is to be loaded.
  package func lacks(_ path: FilePath, side: Int) -> Bool {
    guard let entry = entries[path] else { return true }
    if case .ready = entry.state, entry.side != side { return true }
    return entry.isOutdated
  }

  /// Adds a thumbnail.
  ///
  /// - Parameters:
  ///   - thumbnail: The thumbnail.
  ///   - path: The path of its picture.
  ///   - side: The side that was asked for, in pixels.
  ///   - maker: Makes its surface.
  /// - Throws: ``DrawingError`` if memory is short.
  package func add(
    _ thumbnail: Thumbnail, of path: FilePath, side: Int, maker: any SurfaceFactory
  ) throws(DrawingError) {
    let surface = try maker.makeSurface(size: thumbnail.size, opaque: thumbnail.isOpaque)
    thumbnail.pixels.withUnsafeBufferPointer {
      maker.upload($0, stride: thumbnail.size.width, size: thumbnail.size, to: surface)
    }
    set(.ready(surface, isDamaged: thumbnail.isDamaged), of: path, side: side)
    trim()
  }

  /// Notes that no thumbnail of a picture can be made, for a reason.
  package func noteFailure(of path: FilePath, side: Int, reason: String) {
    set(.failed(reason), of: path, side: side)
  }

  /// Notes that making a thumbnail takes long.
  package func noteExpense(of path: FilePath, side: Int) {
    set(.expensive(since: nil), of: path, side: side)
  }

  /// Notes that a file has changed, whose picture has been turned by that; what is known of it is drawn until it is loaded again.
  package func noteChange(of path: FilePath, turnedBy turn: Orientation = .upright) {
    guard let old = entries[path]?.turn else { return }
    entries[path]?.isOutdated = true
    entries[path]?.turn = old.followed(by: turn)
    version += 1
  }

  /// Forgets what is known of a picture.
  private func forget(_ path: FilePath) {
    guard let entry = entries.removeValue(forKey: path) else { return }
    byteCount -= Self.bytes(of: entry.state)
    version += 1
  }

  /// Forgets what is known of all pictures.
  package func forgetAll() {
    (entries, byteCount) = ([:], 0)
    version += 1
  }

  private func set(_ state: State, of path: FilePath, side: Int) {
    let old = entries.updateValue(Entry(state: state, side: side, frame: frame), forKey: path)
    byteCount += Self.bytes(of: state) - (old.map { Self.bytes(of: $0.state) } ?? 0)
    version += 1
  }

  private static func bytes(of state: State) -> Int {
    if case .ready(let surface, _) = state { surface.byteCount } else { 0 }
  }

  /// Drops the thumbnails that were not shown for the longest time, until the rest fits into the limit.
  private func trim() {
    guard byteCount > byteLimit else { return }
    for (path, entry) in entries.sorted(by: { $0.value.frame < $1.value.frame })
    where byteCount > byteLimit && entry.frame < frame && Self.bytes(of: entry.state) > 0 {
      forget(path)
    }
  }

  // MARK: - Frames

  /// The time for which a picture must be visible before an expensive thumbnail is made, in seconds. [C]
  private static let expensiveDelay = 1.0
  /// The number of names that are kept. [C]
  private static let maximumNames = 2000

  /// Begins a frame.
  func beginFrame() { frame += 1 }

  /// Notes which expensive pictures are visible; the time of others starts over.
  ///
  /// - Parameters:
  ///   - visible: The visible pictures.
  ///   - now: The present, in seconds.
  /// - Returns: Those that have been visible for long enough, and when the next one will have been.
  func expensive(
    visible: Set<FilePath>, at now: Double
  ) -> (due: Set<FilePath>, deadline: Double?) {
    var due: Set<FilePath> = []
    var deadline: Double?
    for (path, entry) in entries {
      guard case .expensive(let since) = entry.state else { continue }
      let start = visible.contains(path) ? since ?? now : nil
      entries[path]?.state = .expensive(since: start)
      guard let end = start.map({ $0 + Self.expensiveDelay }) else { continue }
      if now >= end { due.insert(path) } else { deadline = min(deadline ?? end, end) }
    }
    return (due, deadline)
  }

  /// Returns a picture's name as it is drawn, made once by `make`.
  func name(of path: FilePath, _ make: () -> Name) -> Name {
    if let name = names[path] { return name }
    if names.count > Self.maximumNames { names = [:] }
    let name = make()
    names[path] = name
    return name
  }

  /// Discards the names, since their width has changed.
  func discardNames() { names = [:] }
}
