import Dispatch
import OverscrollBase
import OverscrollHost
import OverscrollLab
import OverscrollShell
import Synchronization

/// Writes the report of a session on another thread, so that the next step need not wait: the latest one, and one at a time.
final class QAReportWriter: Sendable {
  /// What a report is made from, besides the evidence in the folder.
  struct Report: Sendable {
    let session: QASession
    let environment: JSONValue
    let date: String
  }

  private struct State {
    var next: Report?
    var isRunning = false
    var problem: String?
  }

  private let body: @Sendable (Report) throws(Failure) -> Void
  private let waker: Waker
  private let didEnd = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - waker: Used after each attempt.
  ///   - body: Writes a report, on a thread of its own.
  init(waker: Waker, _ body: @escaping @Sendable (Report) throws(Failure) -> Void) {
    self.waker = waker
    self.body = body
  }

  /// Creates the writer of a folder's report.
  convenience init(_ folder: QAFolder, waker: Waker) {
    self.init(waker: waker) { report throws(Failure) in try folder.writeReport(report) }
  }

  /// Why the report could not be written, in a sentence; `nil` where the last attempt succeeded.
  var problem: String? { state.withLock { $0.problem } }

  /// Writes a report soon, in the place of one that waits.
  func write(_ report: Report) {
    let starts = state.withLock { state in
      state.next = report
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts, !BackgroundThread.start(niceness: 5, { self.run() }) else { return }
    run()
  }

  /// Waits until everything is written.
  func finish() {
    while state.withLock({ $0.isRunning }) { didEnd.wait() }
  }

  private func run() {
    while let report = next() {
      let problem: String?
      do throws(Failure) {
        try body(report)
        problem = nil
      } catch {
        problem = error.message
      }
      state.withLock { $0.problem = problem }
      waker.wake()
    }
    didEnd.signal()
  }

  /// The report to write; `nil` ends the thread.
  private func next() -> Report? {
    state.withLock { state in
      defer { state.next = nil }
      if state.next == nil { state.isRunning = false }
      return state.next
    }
  }
}
