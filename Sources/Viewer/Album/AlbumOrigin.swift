import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollShell

/// Where the pictures have come from.
struct AlbumOrigin {
  var listing: FolderListing
  /// The folders whose changes the album follows.
  var folders: Set<FilePath>
  /// The first folder that was named; `nil` for none.
  var folder: FilePath?
  /// The picture of standard input, if it is in the album.
  var standardInput: StandardInput?
  /// Pictures that were dropped or pasted and are not stored in a file.
  private var memoryFiles: [MemoryFile] = []
  /// What titles and messages call such a picture.
  static let memoryName = "clipboard"

  init(_ arguments: AlbumArguments) {
    listing = arguments.listing
    folders = arguments.folders
    folder = arguments.folder
    standardInput = arguments.standardInput
  }

  /// Adds a picture that is not stored in a file.
  mutating func add(_ file: MemoryFile) { memoryFiles.append(file) }

  /// Frees the pictures without a file that are no longer needed.
  mutating func forgetMemoryFiles(but isNeeded: (FilePath) -> Bool) {
    memoryFiles.removeAll { !isNeeded($0.path) }
  }

  /// The name of a file in one line.
  func label(_ file: FilePath) -> String {
    if memoryFiles.contains(where: { $0.path == file }) { return Self.memoryName }
    if file == standardInput?.path { return StandardInput.name }
    return file.lastComponent.description.isolated
  }

  /// The name to which a picture is saved or copied, without a mark for the direction of writing.
  func name(_ file: FilePath) -> String {
    isUnnamed(file) ? label(file) : file.lastComponent.description
  }

  /// Returns whether a picture is in a file without a name, which nothing but this program can change.
  func isUnnamed(_ file: FilePath) -> Bool {
    file == standardInput?.path || memoryFiles.contains { $0.path == file }
  }
}
