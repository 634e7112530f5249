import Geometry

/// What a table and a collection share: cells that fingers press and select.
protocol CellList: ScrollView {
  associatedtype Cell: ListCell
  var visible: VisibleCells<Cell> { get }
  var allowsSelection: Bool { get }
  var allowsMultipleSelection: Bool { get }
  /// Asks whether a finger may press the cell.
  func mayHighlight(_ place: IndexPath) -> Bool
  /// Asks which place a finger that was lifted from `place` selects, if any.
  func choice(for place: IndexPath) -> IndexPath?
  /// Tells the delegate.
  func notify(_ change: CellChange, _ place: IndexPath)
}

/// What became of a cell under a finger.
enum CellChange {
  case highlighted
  case unhighlighted
  case selected
  case deselected
}

// MARK: - Fingers

extension CellList {
  /// Fingers came down on content: the cell under the first one is pressed.
  func press(_ touches: Set<Touch>) {
    guard allowsSelection, visible.press == nil, let touch = touches.first,
      let place = visible.place(of: touch.view, in: self), mayHighlight(place),
      let cell = visible.cells[place]
    else { return }
    visible.press = .init(touch: touch, place: place, cell: cell)
    cell.isHighlighted = true
    notify(.highlighted, place)
  }

  /// Fingers moved: one that moved too far, or left its cell, selects nothing any more.
  func movePress(_ touches: Set<Touch>) {
    guard let press = visible.press, touches.contains(press.touch) else { return }
    if !maySelect(press) { endPress() }
  }

  /// Fingers were lifted: the pressed cell is selected.
  func select(_ touches: Set<Touch>) {
    guard let press = visible.press, touches.contains(press.touch) else { return }
    if maySelect(press), let place = choice(for: press.place) { choose(place) }
    endPress()
  }

  /// True for a finger that stayed on its cell and has never moved farther than a tap may. [C]
  private func maySelect(_ press: VisibleCells<Cell>.Press) -> Bool {
    press.touch.maximumDistance <= PanTracker.hysteresis
      && press.cell.point(inside: press.touch.location(in: press.cell), with: nil)
  }

  /// Fingers were taken away, for instance by a drag.
  func cancelPress(_ touches: Set<Touch>) {
    if let press = visible.press, touches.contains(press.touch) { endPress() }
  }

  /// Lets go of the pressed cell.
  func endPress() {
    guard let press = visible.press else { return }
    visible.press = nil
    press.cell.isHighlighted = false
    notify(.unhighlighted, press.place)
  }
}

// MARK: - Reuse

extension CellList {
  /// Takes the cells out whose place is not wanted any more.
  func recycle(where isUnwanted: (IndexPath) -> Bool) {
    if let press = visible.press, isUnwanted(press.place) { endPress() }
    visible.recycle(where: isUnwanted)
  }
}

// MARK: - Selection

extension CellList {
  /// A finger chose `place`: where several may be selected it changes sides, else it is the only one from now on.
  private func choose(_ place: IndexPath) {
    if allowsMultipleSelection, visible.selected.contains(place) {
      setSelected(false, place)
      notify(.deselected, place)
      return
    }
    let leaving = allowsMultipleSelection ? [] : visible.selected.subtracting([place]).sorted()
    for other in leaving {
      setSelected(false, other)
      notify(.deselected, other)
    }
    setSelected(true, place)
    notify(.selected, place)
  }

  /// Selects `place` without telling the delegate; with nil, deselects everything.
  func select(_ place: IndexPath?) {
    if place == nil || !allowsMultipleSelection {
      for other in visible.selected where other != place { setSelected(false, other) }
    }
    if let place { setSelected(true, place) }
  }

  /// Notes whether `place` is selected, and shows it on its cell.
  func setSelected(_ isSelected: Bool, _ place: IndexPath) {
    if isSelected { visible.selected.insert(place) } else { visible.selected.remove(place) }
    visible.cells[place]?.isSelected = isSelected
  }
}
