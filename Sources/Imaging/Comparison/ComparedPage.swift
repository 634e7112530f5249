package import OverscrollBase

/// Which page of a file is compared, and how many the file has.
package struct ComparedPage: Hashable, Sendable {
  /// The number of the page, from 0.
  package private(set) var index = 0
  /// The number of pages.
  package private(set) var count = 1
  /// What they are.
  package private(set) var kind = FilePages.Kind.pages
  /// True where the user asks for this page, and the others don't matter.
  package private(set) var isChosen = false

  /// The time that counting pages may wait for a file's decoder, in seconds: the verdict is about one page. [C]
  private static let seconds = 5

  /// The page of a file that has no others.
  package init() {}

  /// Finds the pages of a file.
  ///
  /// - Parameters:
  ///   - index: The number of the page, from 0.
  ///   - path: The file.
  ///   - sandbox: Where it is read; `nil` for this process.
  ///   - isChosen: True where the user asks for this page.
  ///   - shouldContinue: Called now and then; if it returns false, pages are left out.
  package init(
    _ index: Int, of path: FilePath, in sandbox: Sandbox?, isChosen: Bool = false,
    while shouldContinue: () -> Bool = { true }
  ) {
    (self.index, self.isChosen) = (index, isChosen)
    guard
      let pages = PictureDescription.pages(
        of: path, in: sandbox, within: Self.seconds, while: shouldContinue)
    else { return }
    (count, kind) = (max(pages.count.known, index + 1), pages.kind)
  }

  /// Such as `page 1 of 6`.
  package var text: String { "\(kind.name) \(index + 1) of \(count)" }
}

extension PicturePair<ComparedPage> {
  /// Whether a file has pages that were not compared.
  package var leavesOthers: Bool { both.contains { $0.count > 1 } }

  /// Whether the files have different numbers of pages, which matters unless pages were chosen.
  package var differ: Bool { a.count != b.count && !a.isChosen }

  /// Such as `page 1 of 6; the other pages are not compared`; empty for files of a single page.
  package var text: String {
    guard leavesOthers else { return "" }
    let pages = a.text == b.text ? a.text : "\(a.text) and \(b.text)"
    return "\(pages); the other \(a.kind.name)s are not compared"
  }
}
