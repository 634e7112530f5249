import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// Files that were named by the command line, dropped, pasted, chosen or typed, and the first picture among them.
struct DroppedFiles: Sendable {
  /// The files, or an error if they cannot be read at all.
  typealias Outcome = Result<DroppedFiles, Failure>

  var arguments: AlbumArguments
  /// The first picture that can be shown, at the album's position; `nil` if there is none.
  var first: FileOpening.Opened?
  /// The properties of the file that a page is about; `nil` where a picture can be shown, or there is no file.
  let pageStatus: FileStatus?
  /// True if the rest of the picture's folder is left out.
  var isAlone: Bool
  /// True for a single file that isn't a folder.
  let isSingleFile: Bool
  /// True if the command line has named them.
  var isFromCommand = false

  /// Opens the first picture that can be shown.
  init(
    _ arguments: AlbumArguments, page: FilePage = FilePage(), isAlone: Bool, limits: ImageLimits
  ) {
    isSingleFile = arguments.album.count == 1 && arguments.folders.isEmpty
    self.isAlone = isAlone || !isSingleFile
    var arguments = arguments
    first = arguments.openFirst(page: page, limits: limits)
    self.arguments = arguments
    pageStatus =
      first == nil ? arguments.album.currentPath.flatMap { FileStatus(of: $0) } : nil
  }

  /// Opens files on another thread.
  static func job(
    _ paths: [FilePath], isAlone: Bool, name: String?, limits: ImageLimits,
    wake: @escaping @Sendable () -> Void
  ) -> Job<Outcome> {
    Job(wake: wake) { _ in
      var arguments = AlbumArguments(paths)
      arguments.name = name
      return .success(DroppedFiles(arguments, isAlone: isAlone, limits: limits))
    }
  }

  /// The file whose folder is listed once its picture is shown; `nil` for none.
  var fileOfListedFolder: FilePath? { isAlone ? nil : arguments.album.currentPath }
}

extension AlbumController {
  /// Takes what another program has handed over: by a drop, or by the clipboard.
  func receive(_ received: Received) -> [Effect] {
    switch received.content {
    case .failure(let message): return [.say(message)]
    case .files(let paths): open(paths)
    case .picture(let file): open(file)
    }
    return []
  }
}
