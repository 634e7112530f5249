import ScrollEngine
import ScrollGeometry

/// What tables and collections share: cells that touches highlight and select.
protocol CellList: ScrollView {
  associatedtype Cell: ListCell
  var visible: VisibleCells<Cell> { get }
  var allowsSelection: Bool { get }
  var allowsMultipleSelection: Bool { get }
  /// Returns whether a touch may highlight the cell at `indexPath`.
  func shouldHighlight(_ indexPath: IndexPath) -> Bool
  /// Returns the index path to select after a tap on `indexPath`, or `nil` to select nothing.
  func selection(for indexPath: IndexPath) -> IndexPath?
  /// Returns the index path to deselect in place of `indexPath`, or `nil` to keep it selected.
  func deselection(for indexPath: IndexPath) -> IndexPath?
  /// Notifies the delegate of a change.
  func notify(_ change: CellChange, _ indexPath: IndexPath)
}

/// A change of a cell under a touch.
enum CellChange {
  case highlighted
  case unhighlighted
  case selected
  case deselected
}

// MARK: - Touches

extension CellList {
  /// Highlights the cell under the first of `touches`.
  func press(_ touches: Set<Touch>) {
    guard allowsSelection, visible.press == nil, let touch = touches.first,
      let indexPath = visible.indexPath(of: touch.view, in: self), shouldHighlight(indexPath),
      let cell = visible.cells[indexPath]
    else { return }
    visible.press = .init(touch: touch, indexPath: indexPath, cell: cell)
    cell.listDidHighlight(true)
    notify(.highlighted, indexPath)
  }

  /// Ends the highlight of a touch that moved too far or left its cell.
  func movePress(_ touches: Set<Touch>) {
    guard let press = visible.press, touches.contains(press.touch) else { return }
    if !isTap(press) { endPress() }
  }

  /// Selects the highlighted cell when its touch lifts.
  func select(_ touches: Set<Touch>) {
    guard let press = visible.press, touches.contains(press.touch) else { return }
    if isTap(press), let indexPath = selection(for: press.indexPath) { choose(indexPath) }
    endPress()
  }

  /// Returns whether a touch stayed on its cell and never moved farther than a tap may. [C]
  private func isTap(_ press: VisibleCells<Cell>.Press) -> Bool {
    press.touch.maximumDistance <= TapGestureRecognizer.allowableMovement
      && press.cell.point(inside: press.touch.location(in: press.cell), with: nil)
  }

  /// Ends the highlight of a canceled touch.
  func cancelPress(_ touches: Set<Touch>) {
    if let press = visible.press, touches.contains(press.touch) { endPress() }
  }

  /// Ends the highlight.
  func endPress() {
    guard let press = visible.press else { return }
    visible.press = nil
    press.cell.listDidHighlight(false)
    notify(.unhighlighted, press.indexPath)
  }

  // MARK: - Reuse

  /// Removes the cells at the index paths for which `shouldRemove` is true and keeps them for reuse.
  func recycle(where shouldRemove: (IndexPath) -> Bool) {
    if let press = visible.press, shouldRemove(press.indexPath) { endPress() }
    visible.recycle(where: shouldRemove)
  }

  // MARK: - Changes

  /// Moves the visible cells to their new places, and calls `appear` with each new one.
  func showAnimated(
    _ changes: ListChanges, appear: (Cell, IndexPath) -> Void, completion: ((Bool) -> Void)?
  ) {
    let known = Set(visible.cells.values.map { ObjectIdentifier($0) })
    View.animate(
      withDuration: PendingUpdates.duration,
      animations: {
        layoutIfNeeded()
        for (indexPath, cell) in visible.cells
        where !known.contains(ObjectIdentifier(cell)) && changes.inserts(indexPath) {
          appear(cell, indexPath)
        }
      }, completion: completion)
  }

  // MARK: - Selection

  /// Toggles the selection of `indexPath` where several may be selected, else selects it alone; notifies the delegate.
  private func choose(_ indexPath: IndexPath) {
    if allowsMultipleSelection, visible.selected.contains(indexPath) {
      deselect(indexPath)
      return
    }
    let others = allowsMultipleSelection ? [] : visible.selected.subtracting([indexPath]).sorted()
    for other in others where !deselect(other) { return }
    setSelected(true, indexPath)
    notify(.selected, indexPath)
  }

  /// Deselects what the delegate returns for a selected index path; returns false where it keeps it.
  @discardableResult
  private func deselect(_ indexPath: IndexPath) -> Bool {
    guard let indexPath = deselection(for: indexPath) else { return false }
    guard visible.selected.contains(indexPath) else { return true }
    setSelected(false, indexPath)
    notify(.deselected, indexPath)
    return true
  }

  /// Selects `indexPath`, or nothing for `nil`, without notifying the delegate.
  func select(_ indexPath: IndexPath?) {
    if indexPath == nil || !allowsMultipleSelection {
      for other in visible.selected where other != indexPath { setSelected(false, other) }
    }
    if let indexPath { setSelected(true, indexPath) }
  }

  /// Adds `indexPath` to the selection or removes it, and updates its cell.
  func setSelected(_ isSelected: Bool, _ indexPath: IndexPath) {
    if isSelected { visible.selected.insert(indexPath) } else { visible.selected.remove(indexPath) }
    visible.cells[indexPath]?.listDidSelect(isSelected)
  }
}

/// The cells of a list that are in the view hierarchy, the pool of the others, the selection and the highlighted cell.
///
/// A class, because cells and data sources that are called during a change may call back into it.
final class VisibleCells<Cell: ListCell> {
  /// A touch on a cell that may select it.
  struct Press {
    let touch: Touch
    var indexPath: IndexPath
    let cell: Cell
  }

  /// The cells in the view hierarchy.
  private(set) var cells: [IndexPath: Cell] = [:]
  /// The selected index paths.
  var selected: Set<IndexPath> = []
  /// The touch on the highlighted cell.
  var press: Press?
  /// Called after a cell has left the view hierarchy.
  var didEndDisplaying: ((Cell, IndexPath) -> Void)?
  private var pool = ReusePool<Cell>()

  func register(_ identifier: String, maker: (() -> Cell)?) {
    pool.register(identifier, maker: maker)
  }

  /// Returns a cell from the pool, prepared for reuse, or a new one; `nil` where no class is registered.
  func dequeue(_ identifier: String) -> Cell? {
    guard let cell = pool.dequeue(identifier) else {
      let cell = pool.maker(for: identifier)?()
      cell?.reuseIdentifier = identifier
      return cell
    }
    cell.listDidSelect(false)
    cell.prepareForReuse()
    return cell
  }

  /// Makes `cell` the cell at `indexPath` and adds it to `list`, behind all other subviews.
  func insert(_ cell: Cell, at indexPath: IndexPath, in list: View) {
    // A data source that returns a cell twice moves it.
    if let former = cells.first(where: { $0.value === cell })?.key { cells[former] = nil }
    cells[indexPath] = cell
    cell.listDidSelect(selected.contains(indexPath))
    if cell.superview !== list { list.insertSubview(cell, at: 0) }
  }

  /// Adds a cell that was not shown to the pool.
  func putBack(_ cell: Cell) {
    if !cells.values.contains(where: { $0 === cell }) { pool.enqueue(cell) }
  }

  /// Removes the cells at the index paths for which `shouldRemove` is true and keeps them for reuse.
  func recycle(where shouldRemove: (IndexPath) -> Bool) {
    for indexPath in cells.keys.filter(shouldRemove) { recycle(indexPath) }
  }

  /// Moves cells and selection to new index paths; those that `move` maps to `nil` are removed.
  func renumber(_ move: (IndexPath) -> IndexPath?) {
    selected = Set(selected.compactMap(move))
    recycle { move($0) == nil }
    var moved: [IndexPath: Cell] = [:]
    for (indexPath, cell) in cells { if let new = move(indexPath) { moved[new] = cell } }
    cells = moved
  }

  /// Returns the index path of the cell that is `view` or contains it.
  func indexPath(of view: View?, in list: View) -> IndexPath? {
    var ancestor = view
    while let here = ancestor, here.superview !== list { ancestor = here.superview }
    guard let ancestor else { return nil }
    return cells.first { $0.value === ancestor }?.key
  }

  private func recycle(_ indexPath: IndexPath) {
    guard let cell = cells.removeValue(forKey: indexPath) else { return }
    if press?.cell === cell { press = nil }
    cell.listDidHighlight(false)
    cell.removeFromSuperview()
    didEndDisplaying?(cell, indexPath)
    pool.enqueue(cell)
  }
}

/// The reusable views of one kind that are out of use, and the closures that make new ones.
struct ReusePool<Reusable: CollectionReusableView> {
  private var makers: [String: () -> Reusable] = [:]
  private var unused: [String: [Reusable]] = [:]

  /// Registers the closure that makes views for `identifier`, or removes it for `nil`.
  mutating func register(_ identifier: String, maker: (() -> Reusable)?) {
    makers[identifier] = maker
    unused[identifier] = nil
  }

  /// Adds a view for reuse; a view without an identifier is dropped.
  mutating func enqueue(_ view: Reusable) {
    guard let identifier = view.reuseIdentifier else { return }
    unused[identifier, default: []].append(view)
  }

  /// Removes and returns a view for reuse, or `nil` where none is left.
  mutating func dequeue(_ identifier: String) -> Reusable? { unused[identifier]?.popLast() }

  /// Returns the closure that makes views for `identifier`.
  func maker(for identifier: String) -> (() -> Reusable)? { makers[identifier] }
}
