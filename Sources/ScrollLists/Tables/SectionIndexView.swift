import ScrollEngine
public import ScrollGeometry

/// The control that handles touches on the section index: they jump and never scroll.
final class SectionIndexView: Control {
  private weak var table: TableView?
  private var titles: [String] = []
  private var shownTitle: Int?

  /// Makes the view the section index of `table`.
  func attach(to table: TableView) {
    self.table = table
  }

  /// Sets the titles; an empty list removes the strip.
  func show(_ titles: [String]) {
    self.titles = titles
    if titles.isEmpty { removeFromSuperview() }
  }

  /// The section index to draw; `nil` without titles.
  var strip: SectionIndexStrip? {
    guard let table, !titles.isEmpty else { return nil }
    let area = Rect(origin: .zero, size: table.bounds.size).inset(by: table.adjustedContentInset)
    let width = min(SectionIndexStrip.width, area.width)
    let frame = Rect(x: area.maxX - width, y: area.minY, width: width, height: area.height)
    return SectionIndexStrip(titles: titles, frame: frame)
  }

  /// Places the view along the right edge of the viewport, in front of all other subviews.
  func layOut() {
    guard let table, let strip else { return }
    if table.subviews.last !== self { table.addSubview(self) }
    frame = strip.frame.offset(by: table.bounds.origin)
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    super.touchesBegan(touches, with: event)
    shownTitle = nil
    jump(touches)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    super.touchesMoved(touches, with: event)
    jump(touches)
  }

  private func jump(_ touches: Set<Touch>) {
    guard let table, let strip, let touch = touches.first else { return }
    let title = strip.title(at: touch.location(in: table).y - table.bounds.minY)
    guard title != shownTitle else { return }
    shownTitle = title
    table.jump(toTitleAt: title, titles[title])
  }
}

extension TableView {
  /// The section index to draw, or `nil` where the data source provides no titles.
  ///
  /// A touch on it jumps to the section whose title is under it, without animation. Corresponds to the view that
  /// UIKit shows for `UITableViewDataSource.sectionIndexTitles(for:)`.
  public var sectionIndexStrip: SectionIndexStrip? {
    _ = loadedGeometry()
    return indexView.strip
  }

  /// Scrolls to the section of a title; does nothing where there is no such section.
  func jump(toTitleAt index: Int, _ title: String) {
    let section = dataSource?.tableView(self, sectionForSectionIndexTitle: title, at: index) ?? -1
    guard loadedGeometry().sections.indices.contains(section) else { return }
    let top = rect(forSection: section).minY - adjustedContentInset.top
    setContentOffset(clampedToRange(Point(x: contentOffset.x, y: top)), animated: false)
  }
}

/// The section index of a table as a value to draw: a strip of titles along the right edge that jumps to sections.
///
/// Lengths are points in the coordinates of the viewport, as in `ScrollIndicator`.
public struct SectionIndexStrip: Hashable, Sendable {
  /// The width of the strip. [C]
  public static let width = 15.0
  /// The height of a title, where there is room. [C]
  public static let titleHeight = 14.0

  /// The titles, from top to bottom.
  public let titles: [String]
  /// The touchable area: as high as the viewport minus its insets.
  public let frame: Rect

  /// Returns the rectangle of a title; the titles are centered in the strip, closer together where it is short.
  public func frame(ofTitleAt index: Int) -> Rect {
    Rect(
      x: frame.minX, y: top + Double(index) * step, width: frame.width, height: step)
  }

  /// Returns the index of the title at a vertical position in the viewport; the first or last one beyond them all.
  func title(at y: Double) -> Int {
    guard step > 0 else { return 0 }
    let passed = ((y - top) / step).rounded(.down)
    return Int(min(max(passed, 0), Double(titles.count - 1)))
  }

  private var step: Double { min(Self.titleHeight, frame.height / Double(titles.count)) }

  private var top: Double { frame.center.y - step * Double(titles.count) / 2 }
}
