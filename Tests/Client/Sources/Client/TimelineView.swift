import ScrollEngine

/// A scrolling view of one's own: columns of one width, of which only the visible ones are kept.
final class TimelineView: ScrollView {
  let columnWidth = 100.0
  var columnCount = 0 {
    didSet {
      contentSize = Size(width: Double(columnCount) * columnWidth, height: bounds.height)
      setNeedsLayout()
    }
  }
  private(set) var columns: [Int: View] = [:]
  private(set) var offsets: [Double] = []
  private(set) var insetChanges = 0

  override var contentOffset: Point {
    didSet { offsets.append(contentOffset.x) }
  }

  override var bounds: Rect {
    willSet { if newValue.height != bounds.height { setNeedsLayout() } }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let first = max(Int((bounds.minX / columnWidth).rounded(.down)), 0)
    let last = min(Int((bounds.maxX / columnWidth).rounded(.up)), columnCount)
    let visible = first..<max(first, last)
    for (index, column) in columns where !visible.contains(index) {
      column.removeFromSuperview()
      columns[index] = nil
    }
    for index in visible where columns[index] == nil {
      let frame = Rect(
        x: Double(index) * columnWidth, y: 0, width: columnWidth, height: bounds.height)
      let column = index.isMultiple(of: 2) ? View(frame: frame) : Control(frame: frame)
      addSubview(column)
      columns[index] = column
    }
  }

  override func adjustedContentInsetDidChange() {
    super.adjustedContentInsetDidChange()
    insetChanges += 1
  }

  override func touchesShouldBegin(
    _ touches: Set<Touch>, with event: Event?, in view: View
  ) -> Bool {
    super.touchesShouldBegin(touches, with: event, in: view)
  }

  override func touchesShouldCancel(in view: View) -> Bool { true }

  override func ownRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    touch.location(in: self).y >= 20
      && super.ownRecognizer(recognizer, shouldReceive: touch)
  }
}

/// A delegate that logs the calls it receives and snaps to columns.
final class TimelineDelegate: ScrollViewDelegate {
  private(set) var calls: [String] = []

  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { calls.append("willBeginDragging") }

  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    calls.append("willEndDragging")
    targetContentOffset.x = (targetContentOffset.x / 100).rounded() * 100
  }

  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    calls.append("didEndDragging")
  }

  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { calls.append("didEndDecelerating") }
}
