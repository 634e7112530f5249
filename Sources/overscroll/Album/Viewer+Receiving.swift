import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import Synchronization
import OverscrollThreads

// What is dropped on the window, or pasted, takes the place of the album, as if it had been named on the command line.
extension Viewer {
  /// Takes what another program has handed over.
  func take(_ received: Received) {
    guard let album else { return show("This window shows one picture, which is being recorded.") }
    switch received.content {
    case .failure(let sentence): show(sentence)
    case .files(let paths): openPaths(paths)
    case .picture(let file):
      album.memoryFiles.append(file)
      openPaths([file.path], isAlone: true)
    }
  }

  /// Opens files and folders that were handed over, chosen or typed; the album stays until a picture of them is shown.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - isAlone: Pass `true` to leave out the other pictures of a single file's folder.
  func openPaths(_ paths: [FilePath], isAlone: Bool = false) {
    guard let album else { return }
    let waker = waker
    album.handedOver.open(paths, isAlone: isAlone, limits: album.limits) { waker.wake() }
  }

  /// Begins to show the first picture of what was handed over, once it is open.
  func takeHandedOver() {
    guard let album, let opened = album.handedOver.take() else { return }
    guard let first = opened.first else {
      album.forgetMemoryFiles(but: content.file)
      return show(opened.arguments.report.last ?? "There is nothing to show.")
    }
    endSwiping()
    let file = opened.arguments.album.currentPath ?? FilePath("")
    do throws(DrawingError) {
      let next = try load(first, file, .album, waits: false)
      var pending = AlbumControl.Pending(path: file, purpose: .album, since: MonotonicClock.now)
      pending.successor = .init(
        arguments: opened.arguments, listsFolderOf: opened.isAlone ? nil : file)
      pending.state = .loading(next)
      album.pending = pending
      showPending()
    } catch {
      show(error.description)
    }
  }

  /// Makes the album that a picture begins this window's, when the picture is shown.
  func install(_ successor: AlbumControl.Successor) {
    guard let album else { return }
    album.replace(with: successor)
    hideOverview()
    updateOverview()
    if let failure = successor.arguments.report.last { show(failure) }
  }
}

/// Files that were handed over, which another thread opens.
final class HandedOver: Sendable {
  /// What became of them.
  struct Opened: Sendable {
    var arguments: AlbumArguments
    /// The first picture that can be shown, at the album's position; `nil` where there is none.
    var first: FileOpening.Opened?
    /// A Boolean value that indicates whether the rest of the picture's folder is left out.
    var isAlone: Bool
  }

  private struct State {
    /// The number of requests; only the latest counts.
    var count = 0
    var opened: Opened?
  }

  private let state = Mutex(State())

  /// Lists the folders among some paths, and opens the first picture that can be shown; `didFinish` is called on another thread.
  func open(
    _ paths: [FilePath], isAlone: Bool, limits: ImageLimits,
    didFinish: @escaping @Sendable () -> Void
  ) {
    let number = state.withLock { state in
      state.count += 1
      state.opened = nil
      return state.count
    }
    let open: @Sendable () -> Void = {
      var arguments = AlbumArguments(paths)
      let isSingle = arguments.album.count == 1 && arguments.folders.isEmpty
      let first = arguments.openFirst(limits: limits).map {
        FileOpening.Opened(source: $0, status: arguments.firstStatus)
      }
      let opened = Opened(arguments: arguments, first: first, isAlone: isAlone || !isSingle)
      self.state.withLock { if $0.count == number { $0.opened = opened } }
      didFinish()
    }
    if !BackgroundThread.start(open) { open() }
  }

  /// Returns what became of the files, once.
  func take() -> Opened? {
    state.withLock { state in
      defer { state.opened = nil }
      return state.opened
    }
  }
}
