import OverscrollDesktop
import OverscrollFiles
import OverscrollLab
import OverscrollStage
import OverscrollThreads
import Synchronization

/// A reference that was dropped on a replay, which is read and aligned on another thread.
final class DroppedReference: Sendable {
  private let result = Mutex<Result<GhostTrack, Failure>?>(nil)
  private let waker: Waker

  /// `waker` is used when a reference has been read.
  init(_ waker: Waker) {
    self.waker = waker
  }

  /// Begins to read a file; returns a sentence where that is not possible.
  func read(_ path: FilePath, along script: Script, name: String) -> String? {
    let isStarted = BackgroundThread.start(niceness: 5) {
      let track = Result { () throws(Failure) in try Self.track(path, script, name) }
      self.result.withLock { $0 = track }
      self.waker.wake()
    }
    return isStarted ? nil : "\(path.lastComponent.name): no thread could be started"
  }

  /// Returns the reference once it is there, or why there is none.
  func take() -> Result<GhostTrack, Failure>? {
    result.withLock { result in
      defer { result = nil }
      return result
    }
  }

  private static func track(
    _ path: FilePath, _ script: Script, _ name: String
  ) throws(Failure) -> GhostTrack {
    let reference = try LabFiles.series(path)
    do throws(LabError) {
      return try GhostTrack(reference, along: script, name: name)
    } catch {
      throw Failure(message: error.description)
    }
  }
}

extension LabWindow {
  /// Hands over what another program has dropped.
  func take(_ received: Received) {
    switch received.content {
    case .failure(let sentence): content.show(sentence)
    case .files(let paths): if let path = paths.first { content.take(path) }
    case .picture: content.show("A replay takes a trace, a recording or a script as a reference.")
    }
  }
}
