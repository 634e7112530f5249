public import Geometry

/// The strip of titles at the right of a table that jumps to sections: what there is to draw.
///
/// Lengths are points in the coordinates of the viewport, as for ``ScrollIndicator``.
public struct SectionIndexStrip: Hashable, Sendable {
  /// The width of the strip. [C]
  public static let width = 15.0
  /// The height of a title, where there is room. [C]
  public static let titleHeight = 14.0

  /// The titles, from top to bottom.
  public let titles: [String]
  /// What can be touched: as high as the viewport less its insets.
  public let frame: Rect

  /// The place of a title; the titles stand in the middle of the strip, closer where there is little room.
  public func frame(ofTitleAt index: Int) -> Rect {
    Rect(
      x: frame.minX, y: top + Double(index) * step, width: frame.width, height: step)
  }

  /// The title at a height in the viewport; the first or the last one above or below them all.
  func title(at height: Double) -> Int {
    guard step > 0 else { return 0 }
    let passed = ((height - top) / step).rounded(.down)
    return Int(min(max(passed, 0), Double(titles.count - 1)))
  }

  private var step: Double { min(Self.titleHeight, frame.height / Double(titles.count)) }

  private var top: Double { frame.center.y - step * Double(titles.count) / 2 }
}

/// Takes the touches on the strip: they jump and never scroll.
final class SectionIndexView: Control {
  private weak var table: TableView?
  private var titles: [String] = []
  private var shownTitle: Int?

  /// Becomes the section index of `table`.
  func join(_ table: TableView) {
    self.table = table
    table.panGestureRecognizer.delegate = self
  }

  /// Takes in new titles; with none the strip is not there.
  func show(_ titles: [String]) {
    self.titles = titles
    if titles.isEmpty { removeFromSuperview() }
  }

  /// What there is to draw; nil without titles.
  var strip: SectionIndexStrip? {
    guard let table, !titles.isEmpty else { return nil }
    let area = Rect(origin: .zero, size: table.bounds.size).inset(by: table.adjustedContentInset)
    let width = min(SectionIndexStrip.width, area.width)
    let frame = Rect(x: area.maxX - width, y: area.minY, width: width, height: area.height)
    return SectionIndexStrip(titles: titles, frame: frame)
  }

  /// Stays at the right of the viewport, in front of everything.
  func place() {
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

extension SectionIndexView: GestureRecognizerDelegate {
  /// The table's own recognizers leave the touches on the strip alone.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { touch.view !== self }
}

extension TableView {
  /// The section index, to be drawn; nil where the data source gives no titles.
  ///
  /// A finger on it jumps to the section whose title is under it, at once and without animation. Stands for the view that
  /// `UITableViewDataSource.sectionIndexTitles(for:)` makes appear.
  public var sectionIndexStrip: SectionIndexStrip? {
    _ = loadedGeometry()
    return indexView.strip
  }

  /// Scrolls to the section that a title stands for; does nothing where there is no such section.
  func jump(toTitleAt index: Int, _ title: String) {
    let section = dataSource?.tableView(self, sectionForSectionIndexTitle: title, at: index) ?? -1
    guard loadedGeometry().sections.indices.contains(section) else { return }
    let top = rect(forSection: section).minY - adjustedContentInset.top
    setContentOffset(
      range.clamp(Point(x: contentOffset.x, y: top)), animated: false)
  }
}
