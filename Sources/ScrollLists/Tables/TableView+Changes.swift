extension TableView {
  /// Inserts rows that the data source has added, at their index paths after the change.
  ///
  /// Cells and selection stay with their rows. If the data source's numbers of rows disagree, the table reloads; UIKit
  /// would trap. Corresponds to `UITableView.insertRows(at:with:)`.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .none) {
    let inserted = Set(indexPaths).sorted()
    update(change: { section in inserted.count { $0.section == section } }) { indexPath in
      inserted.reduce(indexPath) { moved, new in
        guard new.section == moved.section, new.row <= moved.row else { return moved }
        return IndexPath(row: moved.row + 1, section: moved.section)
      }
    }
  }

  /// Deletes rows that the data source has removed, at their index paths before the change.
  ///
  /// Cells and selection stay with their rows. If the data source's numbers of rows disagree, the table reloads; UIKit
  /// would trap. Corresponds to `UITableView.deleteRows(at:with:)`.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .none) {
    let deleted = Set(indexPaths)
    update(change: { section in -deleted.count { $0.section == section } }) { indexPath in
      guard !deleted.contains(indexPath) else { return nil }
      let before = deleted.count { $0.section == indexPath.section && $0.row < indexPath.row }
      return IndexPath(row: indexPath.row - before, section: indexPath.section)
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
