package import OverscrollBase
import ScrollGeometry

/// The pages of a file that has several.
extension PictureDescription {
  /// The time that finding pages may wait for the file's decoder, in seconds. [C]
  private static let pageSeconds = 60

  /// All pages of a file, or those that were found in time; `nil` for one with a single page.
  package static func pages(of file: FilePath, in sandbox: Sandbox?) -> FilePages? {
    guard let pages = FilePages(of: file, in: sandbox) else { return nil }
    CallScope.run(within: pageSeconds) {
      pages.findAll { CallScope.current.spentBudget == nil }
    }
    return pages.count.known > 1 ? pages : nil
  }

  /// The number of pages and their sizes, those that follow each other and have the same size together; nothing for a single page.
  package static func rows(of found: FilePages?) -> [Row] {
    guard let found else { return [] }
    let (pages, kind) = (found.known, found.kind.name)
    var rows = [
      Row("\(kind)s", "\(pages.count)" + (found.count.isComplete ? "" : " or more"))
    ]
    var first = 0
    while first < pages.count {
      let size = pages[first].size
      let end = pages[first...].firstIndex { $0.size != size } ?? pages.count
      let name = end == first + 1 ? "\(kind) \(end)" : "\(kind)s \(first + 1) to \(end)"
      rows.append(Row(name, "\(size) pixels"))
      first = end
    }
    return rows
  }
}
