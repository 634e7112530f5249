import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import ScrollGeometry
import Synchronization

/// The opening of a picture's file on a thread of its own, since a disk or a network may be slow.
package final class FileOpening: Sendable {
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

  let path: FilePath
  private let job: Job<Outcome>
  /// What is known of the file before it is open.
  private let known: Known

  /// The niceness of decoding ahead. [C]
  private static let niceness: Int32 = 10
  /// The pixels up to which decoding ahead ends soon enough to wait for it. [C]
  private static let waitingArea = 40_000_000

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
    self.path = path
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
  var isNearlyDone: Bool {
    known.size.withLock { $0?.area.map { $0 < Self.waitingArea } ?? false }
  }

  /// The properties of the file before it was opened; `nil` until they are known, or where there is no file.
  var status: FileStatus? { known.status.withLock { $0 } }

  // No one waits for it any more.
  deinit { job.cancel() }

  /// Ends the decoding as soon as possible.
  func cancel() { job.cancel() }

  /// The outcome; `nil` while it is in progress.
  var result: Outcome? { job.value }
}
