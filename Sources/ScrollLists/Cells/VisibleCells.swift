import ScrollEngine

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
