package import OverscrollFiles

/// What a window offers to other programs through the clipboard.
package struct ClipboardContents {
  /// Takes a picture as a PNG file, or `nil` where there is none, on the main thread.
  package typealias PictureTaker = ([UInt8]?) -> Void

  /// The text.
  package var text: String
  /// The files, by their absolute paths.
  package var files: [FilePath] = []
  /// Makes the picture once another program requests it, and delivers it on the main thread later; `nil` for no picture.
  package var makePicture: ((@escaping PictureTaker) -> Void)?

  package init(text: String) { self.text = text }

  /// The list of the files for `text/uri-list`.
  var uriList: [UInt8] { Array(files.map { $0.uri + "\r\n" }.joined().utf8) }

  /// The list of the files as file managers pass them.
  var copiedFiles: [UInt8] {
    Array((["copy"] + files.map(\.uri)).joined(separator: "\n").utf8)
  }
}
