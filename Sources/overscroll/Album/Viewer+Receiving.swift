import OverscrollBrowser
import OverscrollDesktop
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
    case .files(let paths):
      let waker = waker
      album.handedOver.list(paths) { waker.wake() }
    case .picture(let file):
      album.memoryFiles.append(file)
      replaceAlbum(AlbumArguments([file.path]), isAlone: true)
    }
  }

  /// Shows the files that were handed over, once their folders are listed.
  func takeHandedOver() {
    guard let arguments = album?.handedOver.take() else { return }
    let isSingle = arguments.album.count == 1 && arguments.folders.isEmpty
    replaceAlbum(arguments, isAlone: !isSingle)
  }

  private func replaceAlbum(_ arguments: AlbumArguments, isAlone: Bool) {
    guard let album else { return }
    endSwiping()
    guard let path = arguments.album.currentPath else {
      return show(arguments.report.last ?? "There is nothing to show.")
    }
    album.replace(with: arguments, listsFolderOf: isAlone ? nil : path)
    hideOverview()
    openCurrent()
    updateTitle()
  }
}

/// Files that were handed over and are looked at on another thread.
final class HandedOver: Sendable {
  private let arguments = Mutex<AlbumArguments?>(nil)

  /// Finds out which of the paths are folders, and lists those; `didFinish` is called on another thread.
  func list(_ paths: [FilePath], didFinish: @escaping @Sendable () -> Void) {
    BackgroundThread.start {
      let arguments = AlbumArguments(paths)
      self.arguments.withLock { $0 = arguments }
      didFinish()
    }
  }

  /// Returns the files once they are known.
  func take() -> AlbumArguments? {
    arguments.withLock { arguments in
      defer { arguments = nil }
      return arguments
    }
  }
}
