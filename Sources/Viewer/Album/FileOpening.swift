import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import ScrollGeometry
import Synchronization

/// The opening of a picture's file on a thread of its own, since a disk or a network may be slow; it ends where no one waits for it any
/// more.
package struct FileOpening: Sendable {
  /// A picture that was opened.
  package struct Opened: Sendable {
    var source: any ImageSource
    /// The properties of the file before it was opened.
    var status: FileStatus?
    /// What was decoded of it; nothing where it is to be shown at once.
    var tiles = CoarseTiles()
    /// How the picture is turned or flipped.
    var turn = Orientation.upright
    /// The page of the file.
    var page = FilePage()
  }

  /// The outcome.
  typealias Outcome = Result<Opened, ImagingError>

  /// How much of a picture is decoded before it is shown.
  struct Need: Hashable, Sendable {
    var viewport: PixelSize
    /// The zoom scale; `nil` for the one that fits the picture into the window.
    var scale: Double?
    /// The memory it may take, in bytes.
    var byteLimit: Int
    /// True if a low-resolution preview is enough, while a key skims through pictures.
    var isPreview = false

    /// Returns the finest level that is needed.
    func level(of size: PixelSize) -> Int {
      let fitting = min(
        Double(viewport.width) / Double(size.width),
        Double(viewport.height) / Double(size.height), 1)
      return TilePlan.level(for: scale ?? fitting, Pyramid(size: size))
    }
  }

  /// A picture that is shown, and is opened again to be turned.
  struct Shown: Sendable {
    var level: CompleteLevel
    var turn: Orientation
    var status: FileStatus?

    /// Returns its tiles, turned; `nil` if the file has changed.
    fileprivate func tiles(for opened: Opened) -> CoarseTiles? {
      let turn = self.turn.turn(to: opened.turn)
      guard let status, status == opened.status,
        opened.source.info.size == turn.applied(to: level.pyramid.size)
      else { return nil }
      return CoarseTiles(turning: level, by: turn)
    }
  }

  private let job: Job<Outcome>
  private let known: Known

  /// The niceness of decoding ahead. [C]
  private static let niceness: Int32 = 10
  /// The pixels from which a picture counts as very large: decoding it takes seconds. [C]
  private static let largeArea = 40_000_000

  /// Returns whether decoding a picture of a size takes seconds.
  static func isLarge(_ size: PixelSize) -> Bool { (size.area ?? .max) >= largeArea }

  /// What is known of the file before it is open.
  private final class Known: Sendable {
    let size = Mutex<PixelSize?>(nil)
    let status = Mutex<FileStatus?>(nil)
  }

  /// Begins to open a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - turn: How the picture is turned or flipped, if it can be.
  ///   - page: The page of the file; the last one where there are fewer now, and none are known yet.
  ///   - limits: Larger pictures are refused.
  ///   - need: What is decoded as well; `nil` for nothing.
  ///   - shown: What is there of the picture already, turned as it is shown.
  ///   - didFinish: Called on another thread, or at once where there is none.
  init(
    _ path: FilePath, turned turn: Orientation = .upright, page: FilePage = FilePage(),
    limits: ImageLimits, decoding need: Need? = nil,
    shown: Shown? = nil,
    didFinish: @escaping @Sendable () -> Void
  ) {
    let known = Known()
    self.known = known
    let isUrgent = need?.isPreview ?? true
    let niceness = isUrgent ? 0 : Self.niceness
    job = Job(niceness: niceness, in: path.folderAsNamed, wake: didFinish) { isCancelled in
      Result { () throws(ImagingError) in
        let status = FileStatus(of: path)
        known.status.withLock { $0 = status }
        let (source, page) = try page.open(path, limits: limits, isClamped: page.pages == nil)
        var opened = Opened(source: source, status: status, page: page)
        if turn != .upright, let turned = opened.source.turned(by: turn) {
          (opened.source, opened.turn) = (turned, turn)
        }
        known.size.withLock { $0 = opened.source.info.size }
        if let need { opened.tiles = Self.tiles(of: opened.source, need) { !isCancelled() } }
        if let shown, let tiles = shown.tiles(for: opened) { opened.tiles = tiles }
        return opened
      }
    }
  }

  private static func tiles(
    of source: any ImageSource, _ need: Need, while shouldContinue: () -> Bool
  ) -> CoarseTiles {
    let level = need.level(of: source.info.size)
    return need.isPreview
      ? CoarseTiles(
        previewOf: source, shownAt: level, byteLimit: need.byteLimit, while: shouldContinue)
      : CoarseTiles(of: source, from: level, byteLimit: need.byteLimit, while: shouldContinue)
  }

  /// True if waiting takes less time than starting over.
  var isNearlyDone: Bool { known.size.withLock { $0.map { !Self.isLarge($0) } ?? false } }

  /// The properties of the file before it was opened; `nil` until they are known, or where there is no file.
  var status: FileStatus? { known.status.withLock { $0 } }

  /// The outcome; `nil` while it is in progress.
  var result: Outcome? { job.value }
}

/// The pictures next to the one that is shown, opened, decoded and drawn ahead, one at a time.
struct Prefetcher {
  /// The progress of a picture.
  private enum Stage {
    case waiting
    case opening(FileOpening)
    /// Its tiles are loaded.
    case decoded(OpenPicture)
    /// It is drawn, so that showing it only takes a copy, on surfaces of a size in bytes, which counts against the budget.
    case drawn(OpenPicture, byteCount: Int)
    /// It cannot be opened or drawn.
    case failed
  }

  /// A picture that was asked for.
  enum Taken {
    /// Its tiles are loaded.
    case picture(OpenPicture)
    /// It is being opened, and will be ready sooner than if it were reopened.
    case opening(FileOpening)
  }

  /// The part of the budget that a picture may take: an eighth, so that two take a quarter. [C]
  static let budgetShare = 8

  /// The pictures, the most likely one first.
  private var slots: [(path: FilePath, stage: Stage)] = []
  /// What is decoded of each, and how it is opened.
  private var need: FileOpening.Need?
  private var limits: ImageLimits?
  private let store: TileStore

  init(store: TileStore) { self.store = store }

  /// Drops all pictures.
  mutating func dropAll() {
    for slot in slots { _ = drop(slot.path) }
  }

  /// Drops a picture, whose opening ends.
  private mutating func drop(_ path: FilePath) -> Stage? {
    guard let index = slots.firstIndex(where: { $0.path == path }) else { return nil }
    let stage = slots.remove(at: index).stage
    if case .drawn(_, let byteCount) = stage { store.addWorkBytes(-byteCount) }
    return stage
  }

  /// Whether these pictures, and no others, are there in this order.
  func holds(_ paths: [FilePath], _ need: FileOpening.Need, limits: ImageLimits) -> Bool {
    slots.map(\.path) == paths && need == self.need && limits == self.limits
      && slots.allSatisfy { slot in
        switch slot.stage {
        case .waiting, .opening: false
        case .decoded, .drawn, .failed: true
        }
      }
  }

  /// Begins to open the first of some pictures that is not open yet, unless one is being opened; drops all others.
  ///
  /// - Parameters:
  ///   - paths: The pictures, the most likely one first.
  ///   - need: What is decoded of each.
  ///   - turn: Returns how a picture is turned.
  ///   - limits: Larger pictures are refused.
  ///   - load: Makes a picture of what was opened.
  ///   - didFinish: Called on another thread when a picture is decoded.
  mutating func prepare(
    _ paths: [FilePath], _ need: FileOpening.Need, turned turn: (FilePath) -> Orientation,
    limits: ImageLimits, load: (FileOpening.Opened, FilePath) throws(DrawingError) -> OpenPicture,
    didFinish: @escaping @Sendable () -> Void
  ) {
    let isOther = need != self.need || limits != self.limits
    for slot in slots where isOther || !paths.contains(slot.path) { _ = drop(slot.path) }
    (self.need, self.limits) = (need, limits)
    slots = paths.map { path in slots.first { $0.path == path } ?? (path, .waiting) }
    for (index, (path, stage)) in slots.enumerated() {
      switch stage {
      case .waiting:
        let opening = FileOpening(
          path, turned: turn(path), limits: limits, decoding: need, didFinish: didFinish)
        slots[index].stage = .opening(opening)
        return
      case .opening(let opening):
        guard let result = opening.result else { return }
        slots[index].stage = .failed
        if case .success(let opened) = result, let picture = try? load(opened, path) {
          slots[index].stage = .decoded(picture)
        }
      case .decoded, .drawn, .failed: break
      }
    }
  }

  /// The first picture that is decoded but not drawn.
  var undrawn: OpenPicture? {
    slots.lazy.compactMap { if case .decoded(let picture) = $0.stage { picture } else { nil } }
      .first
  }

  /// Notes that a picture is drawn, or cannot be; its surfaces take a number of bytes.
  mutating func didDraw(_ picture: OpenPicture, byteCount: Int) {
    guard let index = slots.firstIndex(where: { $0.path == picture.file }),
      case .decoded = slots[index].stage
    else { return }
    slots[index].stage = .drawn(picture, byteCount: byteCount)
    store.addWorkBytes(byteCount)
  }

  /// Removes and returns a picture that is open, or being opened; its file may have changed since.
  ///
  /// - Parameters:
  ///   - path: The picture.
  ///   - forPreview: Pass `true` if a low-resolution preview is enough.
  ///   - limits: How it is to be opened.
  /// - Returns: The picture, or `nil` if it has to be opened.
  mutating func claim(_ path: FilePath, forPreview: Bool, limits: ImageLimits) -> Taken? {
    guard let stage = drop(path), limits == self.limits, let need, forPreview || !need.isPreview
    else { return nil }
    switch stage {
    case .opening(let opening):
      let isQuick = forPreview ? need.isPreview : opening.isNearlyDone
      return isQuick ? .opening(opening) : nil
    case .decoded(let picture), .drawn(let picture, _): return .picture(picture)
    case .waiting, .failed: return nil
    }
  }
}

extension FileStatus {
  /// The time for which another program may still be writing a file that it has changed, in nanoseconds. [C]
  private static let recentTime = 2_000_000_000

  /// True if the file had changed so recently that another program may still be writing it.
  var isRecent: Bool { CalendarTime.nanoseconds - modified < Self.recentTime }
}
