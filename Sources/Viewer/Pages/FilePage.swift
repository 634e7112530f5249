import OverscrollBase
package import OverscrollImaging

/// A page of a file.
package struct FilePage: Sendable {
  /// The number of the page, from 0.
  package var index = 0
  /// The pages of the file, as far as they are known; `nil` where it has a single one, or is not read yet.
  package var pages: FilePages?
  /// True while the frames of an animation follow each other.
  package var isPlaying = false

  /// The page that a description of the file is about: frames differ in nothing that it has.
  var describedIndex: Int { pages?.kind == .frames ? 0 : index }

  /// Opens a page of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: Larger pictures are refused.
  ///   - isClamped: True where the last page takes the place of one that the file does not have.
  /// - Returns: The picture, and the page with what is known of the others.
  /// - Throws: If it cannot be shown, or there is no such page.
  func open(
    _ path: FilePath, limits: ImageLimits, isClamped: Bool = false
  ) throws(ImagingError) -> (source: any ImageSource, page: FilePage) {
    let pages = pages.flatMap { $0.isCurrent ? $0 : nil } ?? FilePages(of: path, in: limits.sandbox)
    let index = isClamped ? pages?.clamped(index) ?? 0 : index
    let source = try ImageFile.open(path, page: index, of: pages, limits: limits)
    pages?.lookAhead(from: index)
    return (source, FilePage(index: index, pages: pages))
  }
}

extension FilePage {
  /// How many pages the file has, as far as they are counted.
  var count: FilePages.Count {
    pages?.count ?? FilePages.Count(known: 1, isComplete: true)
  }

  /// The number of pages; `nil` until they are counted.
  var knownCount: Int? { count.isComplete ? count.known : nil }

  /// The number of the page and of all pages in running text; `nil` for the only page.
  var text: String? {
    let count = count
    guard count.known > 1 || !count.isComplete else { return nil }
    // The number would change with each frame.
    if isPlaying { return kind.text(count.known) }
    return "\(kind.name) \(index + 1) of \(count.isComplete ? "\(count.known)" : "…")"
  }

  /// What the pages are.
  var kind: FilePages.Kind { pages?.kind ?? .pages }

  /// Whether it is a frame of an animation, or may be one as far as the frames are counted.
  var isFrame: Bool { kind == .frames && (count.known > 1 || !count.isComplete) }

  /// Returns whether there is a page after this one, or one before; true where that is not known yet.
  func hasNeighbor(forward: Bool) -> Bool {
    guard forward else { return index > 0 }
    return index + 1 < count.known || !count.isComplete
  }

  /// Another page of the same file.
  func at(_ index: Int, isPlaying: Bool = false) -> FilePage {
    FilePage(index: index, pages: pages, isPlaying: isPlaying)
  }
}
