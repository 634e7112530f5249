extension TableView {
  /// Takes in that the data source has new rows, at their places after all of them are there.
  ///
  /// Cells and the selection stay with their rows. Where the numbers of rows do not agree with it the table reloads,
  /// where UIKit would trap. Corresponds to `UITableView.insertRows(at:with:)`.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .none) {
    let inserted = Set(indexPaths).sorted()
    update(change: { section in inserted.count { $0.section == section } }) { place in
      inserted.reduce(place) { moved, new in
        guard new.section == moved.section, new.row <= moved.row else { return moved }
        return IndexPath(row: moved.row + 1, section: moved.section)
      }
    }
  }

  /// Takes in that rows are gone from the data source, at their places before any of them went.
  ///
  /// Cells and the selection stay with their rows. Where the numbers of rows do not agree with it the table reloads,
  /// where UIKit would trap. Corresponds to `UITableView.deleteRows(at:with:)`.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .none) {
    let deleted = Set(indexPaths)
    update(change: { section in -deleted.count { $0.section == section } }) { place in
      guard !deleted.contains(place) else { return nil }
      let before = deleted.count { $0.section == place.section && $0.row < place.row }
      return IndexPath(row: place.row - before, section: place.section)
    }
  }

  private func update(change: (Int) -> Int, move: (IndexPath) -> IndexPath?) {
    let old = loadedGeometry()
    let new = newGeometry()
    let agrees =
      new.sections.count == old.sections.count
      && new.sections.indices.allSatisfy {
        new.sections[$0].rows.count == old.sections[$0].rows.count + change($0)
      }
    guard agrees else {
      reloadData()
      return
    }
    endPress()
    visible.renumber(move)
    install(new)
  }
}
