import OverscrollShell
import ScrollEngine
package import ScrollGeometry
import ScrollLists

extension Overview {
  /// The number of the picture that is selected, and that Return opens; `nil` if there is none.
  package var selection: Int? { chosen.current }

  /// The numbers of the pictures that are selected, in their order.
  package var selected: [Int] { chosen.items.sorted() }

  /// How many pictures are selected; O(1).
  package var selectedCount: Int { chosen.items.count }

  /// Returns whether a picture is selected; O(1).
  func isSelected(_ item: Int) -> Bool { chosen.items.contains(item) }

  /// Selects a picture and scrolls to it, no farther than needed.
  package func select(_ item: Int, animated: Bool) {
    guard count > 0 else { return }
    let selection = min(max(item, 0), count - 1)
    chosen.select(selection)
    show(selection, animated: animated)
  }

  /// Selects the picture under a point of the window, or none.
  ///
  /// Those that are selected together stay so under one of them. A point outside the list changes nothing.
  package func select(at location: Point) {
    guard list.frame.contains(location) else { return }
    let item = item(at: list.convert(location, from: nil))
    guard item.map(isSelected) != true else { return }
    chosen.select(item)
    revision += 1
  }

  /// Selects all pictures.
  package func selectAll() { chosen.selectAll(count) }

  /// Selects some pictures, and scrolls to the first one; nothing changes where there is none.
  package func select(_ items: Set<Int>, animated: Bool) {
    guard let first = items.min() else { return }
    chosen.select(items, lead: first)
    show(first, animated: animated)
  }

  /// Deselects all pictures but the one from which keys go on; returns whether there were others.
  package func dropOthers() -> Bool {
    guard chosen.items.count > 1 else { return false }
    chosen.select(selection)
    return true
  }

  /// Scrolls to a picture, no farther than needed.
  package func show(_ item: Int, animated: Bool) {
    window.layoutIfNeeded()
    guard let frame = list.layoutAttributesForItem(at: sections.indexPath(of: item))?.frame
    else { return }
    guard arrangement == .rows else {
      // The neighbors on both sides are visible, too.
      let reach = (list.bounds.width - frame.width) / 2
      return list.scrollRectToVisible(frame.insetBy(dx: -max(0, reach), dy: 0), animated: animated)
    }
    // A sliver of the next row indicates that there is one.
    let hasRoom = list.bounds.height > 2 * (layout.itemSize.height + Self.spacing)
    var rect = hasRoom ? frame.insetBy(dx: 0, dy: -Self.inset) : frame
    if !sections.headings.isEmpty, sections.isInFirstRow(item, columns: columns) {
      let top = min(frame.minY - Self.headingHeight, rect.minY)
      rect = Rect(x: rect.minX, y: top, width: rect.width, height: rect.maxY - top)
    }
    list.scrollRectToVisible(rect, animated: animated)
  }

  /// Returns whether any part of a picture is visible.
  package func isVisible(_ item: Int) -> Bool {
    list.indexPathsForVisibleItems.contains(sections.indexPath(of: item))
  }

  /// The number of rows in a window.
  private var rows: Int {
    max(1, Int(list.bounds.height / (layout.itemSize.height + Self.spacing)))
  }

  /// A way to move the selection.
  package enum Movement: Hashable, Sendable, CaseIterable {
    case left, right, up, down, pageUp, pageDown, first, last
  }

  /// Moves the selection, within the album.
  ///
  /// - Parameters:
  ///   - movement: Where to.
  ///   - extends: True to select all pictures on the way, too.
  ///   - animated: True to scroll there in an animation.
  package func move(_ movement: Movement, extends: Bool = false, animated: Bool) {
    guard count > 0 else { return }
    let item = min(chosen.lead ?? 0, count - 1)
    // Where nothing is selected, the first key selects the picture from which the next one goes on.
    let isEmpty = selection == nil && !extends
    let target =
      switch movement {
      case .first: 0
      case .last: count - 1
      case _ where isEmpty: item
      case .left: item - 1
      case .right: item + 1
      case .up: sections.item(below: item, by: -1, columns: columns)
      case .down: sections.item(below: item, by: 1, columns: columns)
      case .pageUp: sections.item(below: item, by: -rows, columns: columns)
      case .pageDown: sections.item(below: item, by: rows, columns: columns)
      }
    let end = min(max(target, 0), count - 1)
    if extends { chosen.extend(to: end) } else { chosen.select(end) }
    show(end, animated: animated)
  }
}
