/// The place of a row or an item: its section and its number in it, both from 0.
///
/// Sorted by section first. Corresponds to `IndexPath` with UIKit's additions.
public struct IndexPath: Hashable, Comparable, Sendable {
  /// The section.
  ///
  /// Corresponds to `IndexPath.section`.
  public var section: Int
  /// The number in the section.
  ///
  /// Corresponds to `IndexPath.item`.
  public var item: Int

  /// Makes the place of an item in a collection.
  ///
  /// Corresponds to `IndexPath.init(item:section:)`.
  public init(item: Int, section: Int) {
    self.section = section
    self.item = item
  }

  /// Makes the place of a row in a table.
  ///
  /// Corresponds to `IndexPath.init(row:section:)`.
  public init(row: Int, section: Int) {
    self.init(item: row, section: section)
  }

  /// The number in the section, for a table.
  ///
  /// Corresponds to `IndexPath.row`.
  public var row: Int {
    get { item }
    set { item = newValue }
  }

  /// True if `left` comes before `right`.
  public static func < (left: Self, right: Self) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

extension IndexPath: CustomStringConvertible {
  /// Section and number in brackets, for instance `[0, 7]`.
  public var description: String { "[\(section), \(item)]" }
}
