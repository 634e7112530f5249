/// The section of a row or an item and its index in that section, both from 0.
///
/// Index paths are ordered by section first. Corresponds to `IndexPath` with UIKit's additions.
public struct IndexPath: Hashable, Comparable, Sendable {
  /// The index of the section.
  ///
  /// Corresponds to `IndexPath.section`.
  public var section: Int
  /// The index of the item in its section.
  ///
  /// Corresponds to `IndexPath.item`.
  public var item: Int

  /// Creates the index path of an item in a collection view.
  ///
  /// Corresponds to `IndexPath.init(item:section:)`.
  public init(item: Int, section: Int) {
    self.section = section
    self.item = item
  }

  /// Creates the index path of a row in a table view.
  ///
  /// Corresponds to `IndexPath.init(row:section:)`.
  public init(row: Int, section: Int) {
    self.init(item: row, section: section)
  }

  /// The index of the row in its section.
  ///
  /// Corresponds to `IndexPath.row`.
  public var row: Int {
    get { item }
    set { item = newValue }
  }

  /// Returns whether `left` comes before `right`.
  public static func < (left: Self, right: Self) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

extension IndexPath: CustomStringConvertible {
  /// Section and index in brackets, for instance `[0, 7]`.
  public var description: String { "[\(section), \(item)]" }
}
