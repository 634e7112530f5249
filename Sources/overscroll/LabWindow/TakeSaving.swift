import OverscrollDesktop
import OverscrollFiles
import OverscrollStage
import OverscrollThreads

/// Saves takes on other threads, and keeps the sentences that say what has become of them.
final class TakeSaving {
  private let folder: FilePath
  private let waker: Waker
  private let saved = SavedTakes()

  /// Saves into a folder; `waker` is used when a sentence is there.
  init(into folder: FilePath, waker: Waker) {
    self.folder = folder
    self.waker = waker
  }

  /// Begins to save a take; returns a sentence where that is not possible.
  func save(_ take: Take) -> String? {
    let (saved, waker) = (saved, waker)
    do throws(Failure) {
      let files = try TakeFiles(in: folder)
      let isStarted = BackgroundThread.start(niceness: 5) {
        do throws(Failure) {
          saved.add(try files.write(take, .saved).note("Saved"))
        } catch {
          saved.add(error.message)
        }
        waker.wake()
      }
      return isStarted ? nil : "The take cannot be saved: no thread could be started."
    } catch {
      return error.message
    }
  }

  /// The sentences since the last call.
  func takeSentences() -> [String] { saved.takeAll() }
}
