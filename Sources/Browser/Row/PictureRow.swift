import OverscrollShell
package import ScrollEngine
package import ScrollGeometry

/// The row of an album's pictures, which a drag moves sideways if the picture itself cannot scroll.
///
/// A paging scroll view with a page for the picture that is shown and one for each neighbor, in its own engine window: takes
/// record only the picture's.
package final class PictureRow {
  /// Which input swipes between pictures.
  package enum Swipe: String, Hashable, Sendable, CaseIterable {
    /// Fingers on a touch screen or a touchpad.
    case touch
    /// The mouse, too.
    case all
    /// None.
    case off
  }

  /// A neighbor of the picture that is shown.
  package enum Side: Double, Hashable, Sendable, CaseIterable {
    case previous = -1
    case next = 1
  }

  /// The distance between pictures, in points. [C]
  package static let gap = 20.0
  /// The tolerance for a row at rest on a page, in points. [C]
  static let tolerance = 0.5

  /// Which input swipes between pictures.
  package var swipe = Swipe.touch
  /// The neighbors that exist.
  private(set) var sides: Set<Side> = []
  private var size = Size.zero
  private let panel = EnginePanel()
  private var window: Window { panel.window }
  private let scrollView = ScrollView()
  /// What the drag in progress does.
  var drag = Drag.none
  /// The touches that are down.
  var fingers: Set<Int> = []
  /// Where the row that was let go comes to rest.
  private var target: Point?

  package init() {
    window.addSubview(scrollView)
    scrollView.delegate = self
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.showsVerticalScrollIndicator = false
  }
}

// MARK: - Place

extension PictureRow {
  private var pageWidth: Double { size.width + Self.gap }

  /// The offset at which the picture that is shown fills the window.
  private var home: Point { Point(sides.contains(.previous) ? pageWidth : 0, 0) }

  /// The distance of the picture that is shown to the right of its place, in points.
  package var displacement: Double { home.x - scrollView.contentOffset.x }

  /// Whether pictures are beside their places, or a drag moves them.
  package var isActive: Bool { displacement != 0 || drag.isOfRow || window.needsAdvance }

  /// Whether something moves by itself.
  package var needsAdvance: Bool { window.needsAdvance }

  /// The neighbor that is visible; `nil` if there is none.
  package var visibleSide: Side? {
    let side: Side = displacement < 0 ? .next : .previous
    return displacement != 0 && sides.contains(side) ? side : nil
  }

  /// The neighbor that has taken the place of the picture that is shown, once it rests there.
  package var settledSide: Side? {
    isAtRest && abs(abs(displacement) - pageWidth) < Self.tolerance ? visibleSide : nil
  }

  /// The neighbor of which more is visible than of the picture that is shown.
  package var prevailingSide: Side? { abs(displacement) > pageWidth / 2 ? visibleSide : nil }

  /// The neighbor that takes the place of the picture that is shown, where the row was let go; `nil` while a drag holds it.
  package var comingSide: Side? {
    guard fingers.isEmpty, !drag.isOfRow, let target else { return nil }
    return abs(home.x - target.x) > pageWidth / 2 ? visibleSide : nil
  }

  private var isAtRest: Bool { fingers.isEmpty && !drag.isOfRow && !window.needsAdvance }

  /// Sets the size of the window, in points, and which neighbors exist; the pictures stay where they are.
  package func layOut(_ size: Size, displayScale: Double, sides: Set<Side>) {
    guard size != self.size || sides != self.sides || displayScale != scrollView.displayScale
    else { return }
    place(size, sides, displacement: size == self.size ? displacement : 0)
    scrollView.displayScale = displayScale
  }

  /// Makes a neighbor the picture that is shown, without moving anything.
  package func advance(toward side: Side, sides: Set<Side>) {
    place(size, sides, displacement: displacement + side.rawValue * pageWidth)
  }

  private func place(_ size: Size, _ sides: Set<Side>, displacement: Double) {
    (self.size, self.sides) = (size, sides)
    target = nil
    let frame = Rect(x: -Self.gap / 2, y: 0, width: pageWidth, height: size.height)
    panel.size = size
    if scrollView.frame != frame { scrollView.frame = frame }
    scrollView.contentSize = Size(
      width: pageWidth * Double(1 + sides.count), height: size.height)
    scrollView.contentOffset = Point(home.x - displacement, 0)
  }

  /// Returns the pictures to their places if they rest beside them.
  package func settle() {
    guard isAtRest, displacement != 0, settledSide == nil else { return }
    target = nil
    scrollView.setContentOffset(home, animated: true)
  }

  /// Puts the pictures in their places at once; the rest of a drag has no effect.
  package func finish() {
    window.restart()
    target = nil
    drag = fingers.isEmpty ? .none : .ended
    scrollView.contentOffset = home
  }

  /// Advances to a time, in seconds.
  package func advance(to time: Double) { panel.advance(to: time) }

  /// Sends an event to the row.
  func send(_ event: Event) { panel.send(event) }
}

extension PictureRow: ScrollViewDelegate {
  package func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    target = targetContentOffset
  }
}
