internal import CX11
package import OverscrollFiles
internal import Glibc

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
  func append(_ bytes: [UInt8]) -> Bool { FileDescriptor.write(bytes, to: descriptor) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path under which this process can open it.
  package var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

  package static func == (one: MemoryFile, other: MemoryFile) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
