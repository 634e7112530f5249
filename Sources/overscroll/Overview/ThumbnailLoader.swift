import OverscrollBrowser
import OverscrollFiles
import OverscrollImaging
import OverscrollThreads
import Synchronization

/// Loads thumbnails on a thread, from the desktop's cache or from the pictures; ends the thread when there is nothing to load.
final class ThumbnailLoader: Sendable {
  /// What became of a request.
  enum Outcome: Sendable {
    case thumbnail(Thumbnail)
    /// The file is no picture that can be shown.
    case failure
    /// It takes a pass over very many pixels, which was not allowed.
    case expense
  }

  private struct State {
    /// The requests in their order, without the one being served.
    var requests: [ThumbnailRequest] = []
    var current: ThumbnailRequest?
    var outcomes: [(request: ThumbnailRequest, outcome: Outcome)] = []
    var isRunning = false
  }

  /// The niceness of the thread: decoding the picture that is shown comes first. [C]
  private static let niceness: Int32 = 5

  private let state = Mutex(State())
  private let cache: ThumbnailCache?
  private let limits: ImageLimits
  private let didLoad: @Sendable () -> Void

  /// Makes a loader without requests.
  ///
  /// - Parameters:
  ///   - cache: The desktop's cache; `nil` for none.
  ///   - limits: Larger pictures are refused.
  ///   - didLoad: Called on another thread after each request.
  init(
    cache: ThumbnailCache?, limits: ImageLimits, didLoad: @escaping @Sendable () -> Void
  ) {
    self.cache = cache
    self.limits = limits
    self.didLoad = didLoad
  }

  /// Replaces the requests that are not being served yet.
  func load(_ requests: [ThumbnailRequest]) {
    let starts = state.withLock { state in
      let known = Set(state.outcomes.map(\.request)).union(state.current.map { [$0] } ?? [])
      state.requests = requests.filter { !known.contains($0) }
      guard !state.isRunning, !state.requests.isEmpty else { return false }
      state.isRunning = true
      return true
    }
    guard starts, !BackgroundThread.start(niceness: Self.niceness, run) else { return }
    state.withLock { $0.isRunning = false }
  }

  /// Returns what was loaded since the last call.
  func take() -> [(request: ThumbnailRequest, outcome: Outcome)] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }

  @Sendable private func run() {
    while let request = next() {
      let outcome = outcome(of: request)
      state.withLock { state in
        state.current = nil
        state.outcomes.append((request, outcome))
      }
      didLoad()
    }
  }

  private func next() -> ThumbnailRequest? {
    state.withLock { state in
      guard !state.requests.isEmpty else {
        state.isRunning = false
        return nil
      }
      state.current = state.requests.removeFirst()
      return state.current
    }
  }

  private func outcome(of request: ThumbnailRequest) -> Outcome {
    let entry = cache?.entry(of: request.path)
    if let cache, let entry {
      if let thumbnail = cache.thumbnail(entry, side: request.side) {
        return .thumbnail(thumbnail.reduced(to: request.side))
      }
      if cache.hasFailed(entry) { return .failure }
    }
    let source: any ImageSource
    do throws(ImagingError) {
      source = try ImageFile.open(request.path, limits: limits)
    } catch {
      // What the system refuses now it may allow later.
      if let cache, let entry, !error.isSystemFailure { cache.noteFailure(entry) }
      return .failure
    }
    if let thumbnail = Thumbnail.embedded(in: source, side: request.side) {
      if let side = ThumbnailCache.side(within: thumbnail.longerSide) {
        store(thumbnail.reduced(to: side), of: request.path, entry)
      }
      return .thumbnail(thumbnail.reduced(to: request.side))
    }
    guard request.allowsExpense || !Thumbnail.isExpensive(source) else { return .expense }
    let side = ThumbnailCache.side(for: request.side)
    guard let thumbnail = Thumbnail.decode(source, side: side) else {
      if let cache, let entry { cache.noteFailure(entry) }
      return .failure
    }
    // Small pictures are read as quickly as their thumbnails.
    if thumbnail.size != source.info.size { store(thumbnail, of: request.path, entry) }
    return .thumbnail(thumbnail.reduced(to: request.side))
  }

  /// Stores a thumbnail in the desktop's cache, unless the file has changed: then it is not what was decoded.
  private func store(_ thumbnail: Thumbnail, of path: FilePath, _ entry: ThumbnailCache.Entry?) {
    guard let cache, let entry, cache.entry(of: path) == entry else { return }
    cache.store(thumbnail, of: entry)
  }
}
