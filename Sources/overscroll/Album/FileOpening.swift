import OverscrollBrowser
import OverscrollFiles
import OverscrollImaging
import OverscrollThreads
import ScrollGeometry
import Synchronization

/// The opening of a picture's file on a thread of its own, since a disk or a network may take its time.
final class FileOpening: Sendable {
  /// A picture that was opened.
  struct Opened: Sendable {
    var source: any ImageSource
    /// What was decoded of it; nothing where it is to be shown at once.
    var tiles = CoarseTiles()
  }

  /// What became of it.
  typealias Outcome = Result<Opened, ImagingError>

  /// How much of a picture is decoded before it is shown.
  struct Need: Hashable, Sendable {
    var viewport: PixelSize
    /// The zoom scale; `nil` for the one that fits the picture into the window.
    var scale: Double?
    /// The memory it may take, in bytes.
    var byteLimit: Int

    /// Returns the finest level that is needed.
    func level(of size: PixelSize) -> Int {
      let fitting = min(
        Double(viewport.width) / Double(size.width),
        Double(viewport.height) / Double(size.height), 1)
      return TilePlan.level(for: scale ?? fitting, Pyramid(size: size))
    }
  }

  private struct State {
    var outcome: Outcome?
    var isCancelled = false
  }

  let path: FilePath
  private let state = Mutex(State())

  /// The niceness of decoding what nobody has asked for yet. [C]
  private static let niceness: Int32 = 10

  /// Begins to open a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: Larger pictures are refused.
  ///   - need: What is decoded as well; `nil` for nothing.
  ///   - didFinish: Called on another thread, or at once where there is none.
  init(
    _ path: FilePath, limits: ImageLimits, decoding need: Need? = nil,
    didFinish: @escaping @Sendable () -> Void
  ) {
    self.path = path
    let isStarted = BackgroundThread.start(niceness: need == nil ? 0 : Self.niceness) {
      self.open(limits, need)
      didFinish()
    }
    guard !isStarted else { return }
    open(limits, nil)
    didFinish()
  }

  private func open(_ limits: ImageLimits, _ need: Need?) {
    let outcome: Outcome
    do throws(ImagingError) {
      var opened = Opened(source: try ImageFile.open(path, limits: limits))
      if let need {
        opened.tiles = CoarseTiles(
          of: opened.source, from: need.level(of: opened.source.info.size),
          byteLimit: need.byteLimit
        ) { !self.state.withLock { $0.isCancelled } }
      }
      outcome = .success(opened)
    } catch {
      outcome = .failure(error)
    }
    state.withLock { $0.outcome = outcome }
  }

  /// Ends the decoding as soon as possible.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Returns what became of it; `nil` while it goes on.
  var result: Outcome? { state.withLock { $0.outcome } }
}
