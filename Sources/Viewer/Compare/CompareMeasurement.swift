import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import Synchronization

/// Measures in the background how much a picture differs from the first one.
final class CompareMeasurement {
  /// The progress of a measurement.
  enum State: Equatable {
    /// The part that is done, from 0 to 1.
    case running(Double)
    case done(PictureVerdict)
    /// Why it failed, as a message.
    case failed(String)
  }

  private(set) var state = State.running(0)
  private let store: TileStore
  private let sources: [any ImageSource]
  private let names: [String]
  private let pages: [ComparedPage]
  private let scratch: CacheFolder?
  private let wake: @Sendable () -> Void
  private var job: Job<Result<PictureVerdict?, ImagingError>>?
  private var layout: PairLayout?
  /// Which picture is compared with the first one.
  private var b = 0
  private var part = Part()
  /// The memory of the running measurement, which counts against the budget, in bytes.
  private var workBytes = 0

  /// The share of the budget that measuring takes: an eighth. [C]
  private static let budgetShare = 8
  /// The memory that two readers may always take, in bytes. [C]
  private static let minimumBytes = 48 << 20
  /// The niceness of measuring: what is visible comes first. [C]
  private static let niceness: Int32 = 10
  /// The time between two reports of progress, in seconds. [C]
  private static let interval = 0.1

  /// The part that is done, which the thread that measures reports.
  private final class Part: Sendable {
    private let state = Mutex((part: 0.0, time: 0.0))

    var value: Double { state.withLock { $0.part } }

    /// Notes the part; returns whether it is time to report it.
    func note(_ part: Double) -> Bool {
      let now = MonotonicClock.now
      return state.withLock { state in
        state.part = part
        guard now - state.time >= CompareMeasurement.interval else { return false }
        state.time = now
        return true
      }
    }
  }

  init(
    _ sources: [any ImageSource], names: [String], pages: [ComparedPage], store: TileStore,
    scratch: CacheFolder?, wake: @escaping @Sendable () -> Void
  ) {
    (self.sources, self.names, self.pages) = (sources, names, pages)
    (self.store, self.scratch, self.wake) = (store, scratch, wake)
  }

  deinit { end() }

  /// Measures a picture that is placed like this, unless that is known already.
  func begin(_ layout: PairLayout, of b: Int) {
    guard
      self.b != b || self.layout?.frames != layout.frames || self.layout?.turned != layout.turned
    else { return }
    end()
    (self.layout, self.b) = (layout, b)
    state = .running(0)
    let part = Part()
    self.part = part
    workBytes = max(store.budget / Self.budgetShare, Self.minimumBytes)
    store.addWorkBytes(workBytes)
    let (wake, bytes) = (wake, workBytes)
    let pair = PicturePair(a: sources[0], b: sources[b])
    let comparison = PictureComparison(pair, layout, budget: bytes, scratch: scratch)
    let names = PicturePair(a: names[0], b: names[b])
    job = Job(niceness: Self.niceness, wake: wake) { isCancelled in
      Result { () throws(ImagingError) in
        let differences = try comparison.differences { done in
          if part.note(done) { wake() }
          return !isCancelled()
        }
        return differences.map { PictureVerdict($0, layout, names: names) }
      }
    }
  }

  /// Collects the thread's reports; returns whether the state has changed.
  func drain() -> Bool {
    let before = state
    if let result = job?.drain() {
      job = nil
      freeMemory()
      switch result {
      case .success(var verdict):
        verdict?.pages = PicturePair(a: pages[0], b: pages[b])
        if let verdict { state = .done(verdict) }
      case .failure(let error):
        let name = FilePath(error.subject).lastComponent.description.isolated
        state = .failed("\(name): \(error.message)")
      }
    } else if job != nil {
      state = .running(part.value)
    }
    return state != before
  }

  /// Asks the measurement to stop.
  func end() {
    job?.cancel()
    job = nil
    freeMemory()
  }

  private func freeMemory() {
    store.addWorkBytes(-workBytes)
    workBytes = 0
  }
}
