import Glibc
import OverscrollBrowser
import OverscrollFiles

// Marks, by which a person picks some pictures of an album.
extension Viewer {
  /// Marks the picture that is shown, or selected in the overview; or removes its mark.
  func toggleMark() {
    guard let album else { return }
    let index = shownOverview.map(\.overview.selection) ?? album.album.position
    guard let index, album.album.entries.indices.contains(index) else { return }
    album.album.toggleMark(at: index)
    let name = album.label(album.album.path(of: album.album.entries[index]))
    let isMarked = album.album.marked.contains(album.album.entries[index])
    let count = "\(album.album.marked.count) of \(album.album.count)"
    strip?.overview.marksDidChange()
    show("\(name) is \(isMarked ? "marked" : "not marked") (\(count))")
    shownOverview?.overview.marksDidChange()
  }

  /// Removes all marks.
  func unmarkAll() {
    guard let album, !album.album.marked.isEmpty else { return }
    album.album.unmarkAll()
    strip?.overview.marksDidChange()
    show("No picture is marked.")
    shownOverview?.overview.marksDidChange()
  }

  /// Writes the paths of the marked pictures to the standard output, if the command line asks for them.
  func writeMarked() {
    guard let album, let terminator = album.markedTerminator else { return }
    let bytes = album.album.markedPaths.flatMap { $0.bytes + [terminator] }
    // A reader that is gone needs no paths.
    _ = FileDescriptor.write(bytes, to: STDOUT_FILENO)
  }
}
