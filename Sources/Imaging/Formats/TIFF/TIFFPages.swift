import ScrollGeometry

/// Finds the pages of a TIFF file: the directories that are no levels or masks of another one.
struct TIFFPages: PageWalk {
  private let directories: TIFFDirectories
  /// The offset of the directory to read next; `nil` at the end of the chain.
  private var next: Int?
  /// The offsets of the directories read: the chain of a damaged file may lead back.
  private var seen: Set<Int> = []
  private var hasPage = false
  /// The size of the last page in tiles, whose levels may follow it.
  private var tiled: PixelSize?

  /// The most directories that are read, levels included. [C]
  private static let maximumDirectories = 1_000_000

  /// Begins at the first directory; `nil` for another format.
  init?(_ bytes: borrowing FileBytes) {
    guard let directories = TIFFDirectories(bytes) else { return nil }
    self.directories = directories
    next = directories.first
  }

  var kind: FilePages.Kind { .pages }
  var isAtEnd: Bool { next == nil }

  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    guard let place = next, seen.count < Self.maximumDirectories, seen.insert(place).inserted,
      let directory = directories.directory(at: place, in: bytes)
    else {
      next = nil
      return nil
    }
    next = directory.next > 0 ? directory.next : nil
    let isPart = directory.isAuxiliary || directory.isTiled && isLevel(directory.size)
    // The first directory is a page whatever it is: there has to be one.
    guard !hasPage || !isPart else { return nil }
    hasPage = true
    if directory.isTiled { tiled = directory.size }
    return FilePages.Page(
      offset: place, size: directory.orientation.applied(to: directory.size))
  }

  /// Returns whether a size is that of a level of the last page in tiles.
  private func isLevel(_ size: PixelSize) -> Bool {
    guard let tiled, !tiled.isEmpty, !size.isEmpty else { return false }
    return Pyramid(size: tiled).storedLevel(of: size) != nil
  }
}
