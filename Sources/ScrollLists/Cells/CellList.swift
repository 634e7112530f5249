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
}

// MARK: - Reuse

extension CellList {
  /// Removes the cells at the index paths for which `shouldRemove` is true and keeps them for reuse.
  func recycle(where shouldRemove: (IndexPath) -> Bool) {
    if let press = visible.press, shouldRemove(press.indexPath) { endPress() }
    visible.recycle(where: shouldRemove)
  }
}

// MARK: - Changes

extension CellList {
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
}

// MARK: - Selection

extension CellList {
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
