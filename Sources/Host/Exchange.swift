internal import CLinux
internal import Glibc
package import OverscrollBase

/// What another program has handed over, by a drop or through the clipboard.
package struct Received: Hashable, Sendable {
  /// The way it came.
  package enum Way: Hashable, Sendable {
    case drop
    case clipboard
  }

  /// What it is.
  package enum Content: Hashable, Sendable {
    /// The paths of files and folders, at least one.
    case files([FilePath])
    /// A picture that is in no file.
    case picture(MemoryFile)
    /// Why there is nothing, as a message.
    case failure(String)
  }

  package var way: Way
  package var content: Content

  package init(
    way: Way, content: Content
  ) {
    (self.way, self.content) = (way, content)
  }
}

/// A file in memory, which exists as long as this object.
package final class MemoryFile: Hashable, Sendable {
  private let descriptor: Int32

  /// Makes a file with these bytes; `nil` where memory is short.
  package init?(_ bytes: [UInt8]) {
    descriptor = OverscrollCreateMemoryFile()
    guard descriptor >= 0, FileDescriptor.write(bytes, to: descriptor) else { return nil }
  }

  /// Makes an empty file; `nil` where the system provides none.
  package convenience init?() { self.init([]) }

  /// Appends bytes; returns false where memory is short.
  package func append(_ bytes: [UInt8]) -> Bool { FileDescriptor.write(bytes, to: descriptor) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path under which this process can open it.
  package var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

  package static func == (one: MemoryFile, other: MemoryFile) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

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
  package var uriList: [UInt8] { Array(files.map { $0.uri + "\r\n" }.joined().utf8) }

  /// The list of the files as file managers pass them.
  package var copiedFiles: [UInt8] {
    Array((["copy"] + files.map(\.uri)).joined(separator: "\n").utf8)
  }
}

/// What a drag that has begun in the window would do where the pointer is.
package enum DragState: Hashable, Sendable {
  /// There is no drag.
  case none
  /// Nothing takes the data there.
  case refused
  /// A program would take the data.
  case accepted
}
