import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import Synchronization

/// Loads thumbnails from the desktop's cache or from the pictures, on threads that end when there is nothing to load.
///
/// There are two lanes, each with a thread: a picture that takes long moves to the slow one, so that it doesn't hold up the
/// others, and is abandoned where it takes very long. So is one whose file system doesn't answer, with its thread.
final class ThumbnailLoader: Sendable {
  /// The outcome of a request.
  enum Outcome: Sendable {
    case thumbnail(Thumbnail)
    /// The file isn't a picture that can be shown, for a reason, as a message.
    case failure(String)
    /// It takes a pass over very many pixels, which was not allowed.
    case expense
  }

  /// A thread's share of the requests.
  private enum Lane: CaseIterable {
    /// Any picture, for a short time.
    case quick
    /// Pictures that have taken longer.
    case slow
  }

  /// How long decoding a picture may take in each lane, in seconds. [C]
  static let timeLimits = (quick: 1.0, slow: 60.0)
  /// How much longer a thread is waited for that does not even notice its limit, in seconds. [C]
  private static let hangTime = 2.0
  /// The threads that are abandoned, at most. [C]
  private static let maximumHung = 4

  /// A request that a thread serves.
  private struct Serving {
    let request: ThumbnailRequest
    /// When it began, in seconds.
    let since: Double
    /// The number of the thread.
    let thread: Int
    /// True if its file has changed since.
    var isOutdated = false
  }

  private struct State {
    /// The requests in their order, without those being served.
    var requests: [ThumbnailRequest] = []
    /// The requests that have taken too long for the quick lane.
    var slow: Set<ThumbnailRequest> = []
    /// The requests being served; a lane without one has no thread.
    var current: [Lane: Serving] = [:]
    /// The requests whose threads wait for a file system, and serve no lane any more.
    var hung: Set<ThumbnailRequest> = []
    var threadCount = 0
    var outcomes: [(request: ThumbnailRequest, outcome: Outcome)] = []

    /// Begins the next request of a lane, or returns `nil` and ends the lane.
    mutating func begin(_ lane: Lane, on thread: Int) -> Serving? {
      let index = requests.firstIndex { slow.contains($0) == (lane == .slow) }
      current[lane] = index.map {
        Serving(request: requests.remove(at: $0), since: MonotonicClock.now, thread: thread)
      }
      return current[lane]
    }

    /// Abandons the thread of a lane where it hangs.
    mutating func abandon(_ lane: Lane, begunBefore time: Double) {
      guard let serving = current[lane], serving.since <= time, hung.count < maximumHung else {
        return
      }
      hung.insert(serving.request)
      current[lane] = nil
    }
  }

  /// The niceness of the thread: decoding the picture that is shown comes first. [C]
  private static let niceness: Int32 = 5

  private let state = Mutex(State())
  private let cache: ThumbnailCache?
  private let limits: ImageLimits
  private let timeLimits: (quick: Double, slow: Double)
  private let decode: Decode
  private let didLoad: @Sendable () -> Void

  /// Decodes a thumbnail of a picture with a side as long as given, while its closure returns true.
  typealias Decode = @Sendable (any ImageSource, Int, () -> Bool) -> Thumbnail?

  /// Makes a loader without requests.
  ///
  /// - Parameters:
  ///   - cache: The desktop's cache; `nil` for none.
  ///   - limits: Larger pictures are refused.
  ///   - timeLimits: How long decoding a picture may take in each lane, in seconds.
  ///   - decode: Decodes a thumbnail.
  ///   - didLoad: Called on another thread after each request.
  init(
    cache: ThumbnailCache?, limits: ImageLimits,
    timeLimits: (quick: Double, slow: Double) = ThumbnailLoader.timeLimits,
    decode: @escaping Decode = { Thumbnail.decode($0, side: $1, while: $2) },
    didLoad: @escaping @Sendable () -> Void
  ) {
    self.cache = cache
    self.limits = limits
    self.timeLimits = timeLimits
    self.decode = decode
    self.didLoad = didLoad
  }

  /// Replaces the requests that are not being served yet.
  func load(_ requests: [ThumbnailRequest]) {
    state.withLock { state in
      for lane in Lane.allCases {
        state.abandon(lane, begunBefore: MonotonicClock.now - hangTime(of: lane))
      }
      let known = Set(state.outcomes.map(\.request))
        .union(state.current.values.map(\.request)).union(state.hung)
      state.requests = requests.filter { !known.contains($0) }
    }
    for lane in Lane.allCases { start(lane) }
  }

  /// Starts a lane's thread if it has none and there is something to load.
  private func start(_ lane: Lane) {
    let first = state.withLock { state -> Serving? in
      guard state.current[lane] == nil else { return nil }
      state.threadCount += 1
      return state.begin(lane, on: state.threadCount)
    }
    guard let first else { return }
    let isStarted = BackgroundThread.start(niceness: Self.niceness) { self.run(lane, first) }
    guard !isStarted else { return }
    state.withLock { state in
      state.current[lane] = nil
      state.requests.insert(first.request, at: 0)
    }
  }

  private func hangTime(of lane: Lane) -> Double {
    (lane == .quick ? timeLimits.quick : timeLimits.slow) + Self.hangTime
  }

  /// When a thread that still serves its request counts as hung, in seconds, so that another one serves the rest; `nil` for none.
  var deadline: Double? {
    state.withLock { state in
      guard !state.requests.isEmpty, state.hung.count < Self.maximumHung else { return nil }
      return state.current.map { $1.since + hangTime(of: $0) }.min()
    }
  }

  /// Drops what is being loaded, or was loaded, of a file that has changed; it can be requested again.
  func forget(_ file: FilePath) {
    state.withLock { state in
      state.outcomes.removeAll { $0.request.path == file }
      for (lane, serving) in state.current where serving.request.path == file {
        state.current[lane]?.isOutdated = true
      }
    }
  }

  /// Returns what was loaded since the last call.
  func drain() -> [(request: ThumbnailRequest, outcome: Outcome)] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }

  /// Moves what was loaded since the last call into the thumbnails that are drawn.
  func drain(into surfaces: ThumbnailSurfaces, maker: any SurfaceFactory) {
    for (request, outcome) in drain() {
      switch outcome {
      case .thumbnail(let thumbnail):
        // Where memory is short, the placeholder stays.
        try? surfaces.add(thumbnail, of: request.path, side: request.side, maker: maker)
      case .failure(let reason):
        surfaces.noteFailure(of: request.path, side: request.side, reason: reason)
      case .expense: surfaces.noteExpense(of: request.path, side: request.side)
      }
    }
  }

  private func run(_ lane: Lane, _ first: Serving) {
    var next: Serving? = first
    while let serving = next {
      let request = serving.request
      let outcome = outcome(of: request, in: lane)
      next = state.withLock { state in
        guard let current = state.current[lane], current.thread == serving.thread else {
          // Another thread serves the lane by now.
          state.hung.remove(request)
          if let outcome { state.outcomes.append((request, outcome)) }
          return nil
        }
        if let outcome {
          if !current.isOutdated { state.outcomes.append((request, outcome)) }
          state.slow.remove(request)
        } else {
          state.slow.insert(request)
          state.requests.insert(request, at: 0)
        }
        return state.begin(lane, on: serving.thread)
      }
      if outcome == nil { start(.slow) } else { didLoad() }
    }
  }

  /// Loads a thumbnail; `nil` if it takes too long for the quick lane.
  private func outcome(of request: ThumbnailRequest, in lane: Lane) -> Outcome? {
    let entry = cache?.entry(of: request.path)
    if let cache, let entry {
      if let thumbnail = cache.thumbnail(entry, side: request.side, in: limits.sandbox) {
        return .thumbnail(thumbnail.reduced(to: request.side))
      }
      if cache.hasFailed(entry) { return .failure(reason(of: request.path)) }
    }
    do throws(ImagingError) {
      return try Thumbnail.withinLimit { () throws(ImagingError) in
        try decoded(request, entry, in: lane)
      }
    } catch {
      // What the system denies now it may allow later.
      if !error.isSystemFailure { noteFailure(of: request.path, entry) }
      return .failure(error.message)
    }
  }

  /// Makes a thumbnail of the picture itself; `nil` if it takes too long for the quick lane.
  private func decoded(
    _ request: ThumbnailRequest, _ entry: ThumbnailCache.Entry?, in lane: Lane
  ) throws(ImagingError) -> Outcome? {
    let source = try ImageFile.open(request.path, limits: limits)
    if let thumbnail = Thumbnail.embedded(in: source, side: request.side) {
      // Other programs get none that may show something else.
      if Thumbnail.isVerified(in: source),
        let side = ThumbnailCache.side(within: thumbnail.longerSide)
      {
        store(thumbnail.reduced(to: side), of: request.path, entry)
      }
      return .thumbnail(thumbnail.reduced(to: request.side))
    }
    guard request.allowsExpense || !Thumbnail.isExpensive(source) else { return .expense }
    let side = ThumbnailCache.side(for: request.side)
    let deadline = MonotonicClock.now + (lane == .quick ? timeLimits.quick : timeLimits.slow)
    var isLate = false
    let thumbnail = decode(source, side) {
      isLate = isLate || MonotonicClock.now > deadline
      return !isLate
    }
    if isLate { return lane == .quick ? nil : .failure("Reading it takes too long.") }
    guard let thumbnail else {
      noteFailure(of: request.path, entry)
      return .failure(Self.damage)
    }
    // Small pictures are read as quickly as their thumbnails; other programs don't know what is missing of a damaged one.
    if thumbnail.size != source.info.size, !thumbnail.isDamaged {
      store(thumbnail, of: request.path, entry)
    }
    return .thumbnail(thumbnail.reduced(to: request.side))
  }

  /// What is said of a file of which no part can be decoded.
  private static let damage = "The file is damaged."

  /// Why a file has failed earlier: what its header says is wrong, or else that it is damaged.
  private func reason(of path: FilePath) -> String {
    do throws(ImagingError) {
      _ = try Thumbnail.withinLimit { () throws(ImagingError) in
        try ImageFile.open(path, limits: limits)
      }
      return Self.damage
    } catch {
      return error.message
    }
  }

  /// Notes in the desktop's cache that a file has no thumbnail, unless the file has changed, as one does that is being written.
  private func noteFailure(of path: FilePath, _ entry: ThumbnailCache.Entry?) {
    if let cache, let entry, cache.entry(of: path) == entry { cache.noteFailure(entry) }
  }

  /// Stores a thumbnail in the desktop's cache, unless the file has changed: then it is not what was decoded.
  private func store(_ thumbnail: Thumbnail, of path: FilePath, _ entry: ThumbnailCache.Entry?) {
    guard let cache, let entry, cache.entry(of: path) == entry else { return }
    cache.store(thumbnail, of: entry)
  }
}
