import OverscrollBase
import OverscrollBrowser

extension AlbumController {
  /// Marks a picture, or removes its mark.
  mutating func toggleMark(at index: Int) -> [PictureEffect] {
    guard let path = path(at: index) else { return [] }
    album.toggleMark(at: index)
    noteMarks()
    let state = album.marked.contains(album.entries[index]) ? "marked" : "not marked"
    return [sayHere("\(label(path)) is \(state); \(markedShare).")]
  }

  /// Marks pictures, or removes their marks where all of them have one.
  mutating func toggleMarks(at indices: [Int]) -> [PictureEffect] {
    let marks = indices.contains { !album.marked.contains(album.entries[$0]) }
    for index in indices where album.marked.contains(album.entries[index]) != marks {
      album.toggleMark(at: index)
    }
    noteMarks()
    let state = marks ? "marked" : "not marked"
    return [sayHere("\(indices.count) pictures are \(state); \(markedShare).")]
  }

  /// How many of the pictures are marked, as the end of a message.
  private var markedShare: String {
    let count = album.marked.count
    return "\(count == 0 ? "none" : "\(count)") of \(album.count) \(count == 1 ? "is" : "are")"
  }

  /// Removes all marks.
  mutating func unmarkAll() -> [PictureEffect] {
    guard album.hasMarks else { return [] }
    album.unmarkAll()
    marks.paths = []
    return [.say("No picture is marked.")]
  }

  /// Marks pictures.
  mutating func mark(_ paths: [FilePath]) {
    album.mark(paths)
    noteMarks()
  }

  /// Removes the marks of pictures.
  mutating func unmark(_ paths: [FilePath]) {
    album.unmark(paths)
    noteMarks()
  }

  /// Notes the paths of the marked pictures, which have changed.
  func noteMarks() { marks.paths = namedMarkedPaths }

  /// The paths of the marked pictures that other programs can open.
  var namedMarkedPaths: [FilePath] {
    album.markedPaths.filter { !folders.origin.isUnnamed($0) }
  }

  /// Writes the paths of the marked pictures, if the command line asks for them.
  func writeMarked() {
    // Pictures may have left the album, and others joined it.
    noteMarks()
    marks.write()
  }
}
