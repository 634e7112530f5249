/// The views of one kind that wait to be used again, and how new ones are made.
struct ReusePool<Reusable: ReusableView> {
  private var makers: [String: () -> Reusable] = [:]
  private var waiting: [String: [Reusable]] = [:]

  /// Makes new views for `identifier` with `maker`; with nil, none any more.
  mutating func register(_ identifier: String, maker: (() -> Reusable)?) {
    makers[identifier] = maker
    waiting[identifier] = nil
  }

  /// Lets `view` wait, unless it has no identifier.
  mutating func give(_ view: Reusable) {
    guard let identifier = view.reuseIdentifier else { return }
    waiting[identifier, default: []].append(view)
  }

  /// A view that waits.
  mutating func take(_ identifier: String) -> Reusable? { waiting[identifier]?.popLast() }

  /// The way to make a new view.
  func maker(for identifier: String) -> (() -> Reusable)? { makers[identifier] }
}

/// The cells of a list that are in the tree of views, those that wait, and which places are selected and pressed.
///
/// A class, since cells and data sources that are called on the way may come back to it.
final class VisibleCells<Cell: ListCell> {
  /// A finger that may select.
  struct Press {
    let touch: Touch
    var place: IndexPath
    let cell: Cell
  }

  /// The cells that are in the tree.
  private(set) var cells: [IndexPath: Cell] = [:]
  var selected: Set<IndexPath> = []
  var press: Press?
  private var pool = ReusePool<Cell>()

  func register(_ identifier: String, maker: (() -> Cell)?) {
    pool.register(identifier, maker: maker)
  }

  /// A cell that waited, made ready, or else a new one; nil where no class is registered.
  func dequeue(_ identifier: String) -> Cell? {
    guard let cell = pool.take(identifier) else {
      let cell = pool.maker(for: identifier)?()
      cell?.reuseIdentifier = identifier
      return cell
    }
    cell.isSelected = false
    cell.prepareForReuse()
    return cell
  }

  /// Puts `cell` at `place`, behind everything else in `list`.
  func insert(_ cell: Cell, at place: IndexPath, in list: View) {
    // A data source that hands out a cell twice moves it.
    if let former = cells.first(where: { $0.value === cell })?.key { cells[former] = nil }
    cells[place] = cell
    cell.isSelected = selected.contains(place)
    if cell.superview !== list { list.insertSubview(cell, at: 0) }
  }

  /// Takes the cells out whose place is not wanted any more.
  func recycle(where isUnwanted: (IndexPath) -> Bool) {
    for place in cells.keys.filter(isUnwanted) { recycle(place) }
  }

  /// Gives every place a new one, after rows came or went; a cell whose place is gone is taken out.
  func renumber(_ move: (IndexPath) -> IndexPath?) {
    selected = Set(selected.compactMap(move))
    recycle { move($0) == nil }
    var moved: [IndexPath: Cell] = [:]
    for (place, cell) in cells { if let new = move(place) { moved[new] = cell } }
    cells = moved
  }

  /// The place of the cell that is `view` or holds it.
  func place(of view: View?, in list: View) -> IndexPath? {
    var ancestor = view
    while let here = ancestor, here.superview !== list { ancestor = here.superview }
    guard let ancestor else { return nil }
    return cells.first { $0.value === ancestor }?.key
  }

  private func recycle(_ place: IndexPath) {
    guard let cell = cells.removeValue(forKey: place) else { return }
    if press?.cell === cell { press = nil }
    cell.isHighlighted = false
    cell.removeFromSuperview()
    pool.give(cell)
  }
}
