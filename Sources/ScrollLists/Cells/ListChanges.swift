/// Insertions, deletions, moves and reloads of a list, which take effect together.
///
/// Deletions and reloads are at index paths before the change, insertions at those after it. Whatever is neither deleted
/// nor moved keeps its order and fills the places that insertions and moves leave free.
struct ListChanges {
  var deleted: Set<IndexPath> = []
  var inserted: Set<IndexPath> = []
  var moved: [IndexPath: IndexPath] = [:]
  var reloaded: Set<IndexPath> = []
  var deletedSections: Set<Int> = []
  var insertedSections: Set<Int> = []
  var movedSections: [Int: Int] = [:]
  var reloadedSections: Set<Int> = []
  /// True if one of the changes is to be animated.
  var isAnimated = false

  /// Returns whether the numbers of items before and after are those that the changes lead to.
  func agrees(from old: [Int], to new: [Int]) -> Bool {
    let sections = deletedSections.union(movedSections.keys).union(reloadedSections)
    guard old.count - deletedSections.count + insertedSections.count == new.count,
      sections.allSatisfy(old.indices.contains),
      insertedSections.union(movedSections.values).allSatisfy(new.indices.contains),
      deleted.union(moved.keys).union(reloaded).allSatisfy({ Self.contains($0, old) }),
      inserted.union(moved.values).allSatisfy({ Self.contains($0, new) })
    else { return false }
    return old.indices.allSatisfy { section in
      guard let place = newSection(of: section), new.indices.contains(place) else {
        return deletedSections.contains(section)
      }
      if reloadedSections.contains(section) { return true }
      let staying = old[section] - removedItems(in: section).count
      return staying + takenItems(in: place).count == new[place]
    }
  }

  /// Returns where a section is after the changes, or `nil` for one that is deleted.
  func newSection(of section: Int) -> Int? {
    if let target = movedSections[section] { return target }
    if deletedSections.contains(section) { return nil }
    return Self.place(
      of: section, removed: deletedSections.union(movedSections.keys).sorted(),
      taken: insertedSections.union(movedSections.values).sorted())
  }

  /// Returns where an item is after the changes, or `nil` for one that is deleted.
  func newIndexPath(of indexPath: IndexPath) -> IndexPath? {
    if let target = moved[indexPath] { return target }
    guard !deleted.contains(indexPath), let section = newSection(of: indexPath.section) else {
      return nil
    }
    let item = Self.place(
      of: indexPath.item, removed: removedItems(in: indexPath.section),
      taken: takenItems(in: section))
    return IndexPath(item: item, section: section)
  }

  /// Returns whether the item at an index path before the changes has to be shown afresh.
  func reloads(_ indexPath: IndexPath) -> Bool {
    reloaded.contains(indexPath) || reloadedSections.contains(indexPath.section)
  }

  /// Returns whether the item at an index path after the changes is new.
  func inserts(_ indexPath: IndexPath) -> Bool {
    inserted.contains(indexPath) || insertedSections.contains(indexPath.section)
  }

  private func removedItems(in section: Int) -> [Int] {
    deleted.union(moved.keys).lazy.filter { $0.section == section }.map(\.item).sorted()
  }

  private func takenItems(in section: Int) -> [Int] {
    inserted.union(moved.values).lazy.filter { $0.section == section }.map(\.item).sorted()
  }

  /// Returns the place of what was at `index`, without the removed ones and around the taken places, both in order.
  private static func place(of index: Int, removed: [Int], taken: [Int]) -> Int {
    var place = index - removed.count { $0 < index }
    for other in taken where other <= place { place += 1 }
    return place
  }

  private static func contains(_ indexPath: IndexPath, _ counts: [Int]) -> Bool {
    counts.indices.contains(indexPath.section)
      && (0..<counts[indexPath.section]).contains(indexPath.item)
  }
}
