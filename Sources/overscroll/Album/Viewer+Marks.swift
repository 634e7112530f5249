import OverscrollBrowser

// Marks, by which a person picks some pictures of an album.
extension Viewer {
  /// Marks the picture that is shown, or selected in the overview; or removes its mark.
  func toggleMark() {
    guard let album else { return }
    let index = shownOverview.map(\.overview.selection) ?? album.album.position
    guard let index, album.album.entries.indices.contains(index) else { return }
    album.album.toggleMark(at: index)
    album.marks.paths = album.album.markedPaths
    let name = album.label(album.album.path(of: album.album.entries[index]))
    let isMarked = album.album.marked.contains(album.album.entries[index])
    let count = "\(album.album.marked.count) of \(album.album.count)"
    strip?.overview.marksDidChange()
    show("\(name) is \(isMarked ? "marked" : "not marked") (\(count))")
    shownOverview?.overview.marksDidChange()
  }

  /// Removes all marks.
  func unmarkAll() {
    guard let album, album.album.hasMarks else { return }
    album.album.unmarkAll()
    album.marks.paths = []
    strip?.overview.marksDidChange()
    show("No picture is marked.")
    shownOverview?.overview.marksDidChange()
  }

  /// Writes the paths of the marked pictures, if the command line asks for them.
  func writeMarked() {
    guard let album else { return }
    // Pictures may have left the album, and others joined it.
    album.marks.paths = album.album.markedPaths
    album.marks.write()
  }
}
