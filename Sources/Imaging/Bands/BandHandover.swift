internal import Dispatch
import Synchronization

/// Hands bands from the thread that decodes them to the one that reads them, one at a time.
final class BandHandover: Sendable {
  private struct State: Sendable {
    var band: PixelBand?
    var damage: ImagingError?
    /// Set at the end, with the error that made it end early.
    var end: Result<Void, ImagingError>?
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let isReady = DispatchSemaphore(value: 0)
  private let isTaken = DispatchSemaphore(value: 0)
}

// What the decoder calls.
extension BandHandover {
  /// True until reading was cancelled.
  var isWanted: Bool { state.withLock { !$0.isCancelled } }

  /// Hands over a band, and waits until it is taken or reading was cancelled.
  func put(_ band: consuming PixelBand) {
    let isWanted = state.withLock { [band] state in
      if !state.isCancelled { state.band = band }
      return !state.isCancelled
    }
    guard isWanted else { return }
    isReady.signal()
    isTaken.wait()
  }

  /// Notes what could not be decoded, unless something was noted before.
  func note(_ damage: ImagingError) {
    state.withLock { $0.damage = $0.damage ?? damage }
  }

  /// Ends reading, early if there is an error.
  func end(_ failure: ImagingError? = nil) {
    state.withLock { state in
      if state.end == nil { state.end = failure.map { .failure($0) } ?? .success(()) }
    }
    isReady.signal()
  }
}

// What the reader calls.
extension BandHandover {
  /// What could not be decoded so far.
  var damage: ImagingError? { state.withLock { $0.damage } }

  /// Waits for the next band and returns it; `nil` at the end.
  func take() throws(ImagingError) -> PixelBand? {
    while true {
      let (band, end) = state.withLock { state in
        defer { state.band = nil }
        return (state.band, state.isCancelled ? .success(()) : state.end)
      }
      if let band {
        isTaken.signal()
        return band
      }
      if let end {
        try end.get()
        return nil
      }
      isReady.wait()
    }
  }

  /// Ends reading for good; wakes both threads.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.band = nil
    }
    isReady.signal()
    isTaken.signal()
  }
}
