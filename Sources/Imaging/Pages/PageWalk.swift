/// Finds the pages of a file of some format, step by step.
protocol PageWalk: Sendable {
  /// What the pages are.
  var kind: FilePages.Kind { get }
  /// True where the file has no more pages, or is damaged from here on.
  var isAtEnd: Bool { get }
  /// How often the frames of an animation are shown in a row, as far as the file is read; `nil` for forever.
  var playCount: Int? { get }
  /// Reads on in the file, by a part that takes no noticeable time; returns a page where that has found one.
  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page?
}

extension PageWalk {
  var playCount: Int? { 1 }
}
