import OverscrollImaging
import OverscrollShell

/// Counts the pages of the file that is shown, on a thread of its own.
final class PageCounter {
  private var counting: (pages: FilePages, job: Job<Bool>)?

  deinit { counting?.job.cancel() }

  /// Begins to count the pages of a file, unless they are counted already; those of another file no longer matter.
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil` for a file with a single one.
  ///   - wake: Wakes the window.
  func count(_ pages: FilePages?, wake: @escaping @Sendable () -> Void) {
    guard counting?.pages !== pages else { return }
    counting?.job.cancel()
    counting = nil
    guard let pages, !pages.count.isComplete else { return }
    let job = Job<Bool>(niceness: Self.niceness, wake: wake) { isCancelled in
      pages.findAll { !isCancelled() }
      return true
    }
    counting = (pages, job)
  }

  /// Returns, once, whether all pages are counted.
  func drain() -> Bool { counting?.job.drain() != nil }

  /// The niceness of counting, which no one waits for. [C]
  private static let niceness: Int32 = 1
}
