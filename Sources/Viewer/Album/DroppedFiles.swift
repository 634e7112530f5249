import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import OverscrollShell

/// Files that were dropped, pasted, chosen or typed, and the first picture among them.
struct DroppedFiles: Sendable {
  var arguments: AlbumArguments
  /// The first picture that can be shown, at the album's position; `nil` where there is none.
  var first: FileOpening.Opened?
  /// True where the rest of the picture's folder is left out.
  var isAlone: Bool

  /// Lists the folders among some paths, and opens the first picture that can be shown.
  init(_ paths: [FilePath], isAlone: Bool, limits: ImageLimits) {
    arguments = AlbumArguments(paths)
    let isSingle = arguments.album.count == 1 && arguments.folders.isEmpty
    first = arguments.openFirst(limits: limits)
    self.isAlone = isAlone || !isSingle
  }

  /// Opens files on another thread.
  static func job(
    _ paths: [FilePath], isAlone: Bool, limits: ImageLimits,
    wake: @escaping @Sendable () -> Void
  ) -> Job<DroppedFiles> {
    Job(wake: wake) { _ in DroppedFiles(paths, isAlone: isAlone, limits: limits) }
  }
}

extension AlbumController {
  /// Takes what another program has handed over: by a drop, or by the clipboard.
  func receive(_ received: Received) -> [Effect] {
    switch received.content {
    case .failure(let sentence): return [.say(sentence)]
    case .files(let paths): open(paths)
    case .picture(let file): open(file)
    }
    return []
  }
}
