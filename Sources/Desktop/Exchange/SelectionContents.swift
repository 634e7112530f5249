internal import CX11
internal import OverscrollHost

/// The contents of a selection as they come: in memory or, for pictures, in a file.
struct SelectionContents {
  private var bytes: [UInt8] = []
  private let file: MemoryFile?
  /// The number of bytes so far.
  private(set) var count = 0

  /// Makes empty contents; `nil` for memory.
  init(file: MemoryFile?) { self.file = file }
}

extension SelectionContents {
  /// Appends bytes; returns false where memory is short.
  mutating func append(_ part: [UInt8]) -> Bool {
    count += part.count
    if let file { return file.append(part) }
    bytes += part
    return true
  }

  /// The answer once they are complete.
  func answer(type: Atom) -> SelectionTransfer.Answer {
    file.map { .file($0, byteCount: count) } ?? .contents(bytes: bytes, atoms: [], type: type)
  }
}
