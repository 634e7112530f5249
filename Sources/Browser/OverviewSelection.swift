/// The items of an overview that are selected, and the one from which keys go on.
///
/// A value without a list: items are numbers, which the owner keeps within its list.
package struct OverviewSelection: Hashable, Sendable {
  /// The items that are selected.
  package private(set) var items: Set<Int> = []
  /// The item from which arrow keys go on; it need not be selected.
  private(set) var lead: Int?
  /// The item at which a range begins that Shift extends.
  private var anchor: Int?

  package init() {}

  /// The item that is opened: the lead, or else the first one that is selected; `nil` where none is.
  package var current: Int? {
    lead.flatMap { items.contains($0) ? $0 : nil } ?? items.min()
  }

  /// Selects one item; `nil` for none.
  mutating func select(_ item: Int?) {
    items = item.map { [$0] } ?? []
    // Keys go on from where the last item was.
    if let item { (lead, anchor) = (item, item) }
  }

  /// Selects some items, one of which keys go on from.
  mutating func select(_ items: Set<Int>, lead: Int?) {
    self.items = items
    (self.lead, anchor) = (lead, lead)
  }

  /// Adds an item to the selection, or removes it.
  mutating func toggle(_ item: Int) {
    if items.remove(item) == nil { items.insert(item) }
    (lead, anchor) = (item, item)
  }

  /// Selects all items from the one where the range began to another one.
  mutating func extend(to item: Int, adding: Bool = false) {
    let start = anchor ?? lead ?? item
    let range = Set(min(start, item)...max(start, item))
    items = adding ? items.union(range) : range
    (lead, anchor) = (item, start)
  }

  /// Selects the first `count` items; keys go on from where they did.
  mutating func selectAll(_ count: Int) {
    items = Set(0..<max(count, 0))
    lead = lead ?? items.first.map { _ in 0 }
  }
}

extension OverviewSelection {
  /// What a click does with the keys that are held.
  enum Click: Hashable {
    case select, toggle, extend, add

    init(control: Bool, shift: Bool) {
      self = shift ? (control ? .add : .extend) : control ? .toggle : .select
    }
  }

  /// Follows a click on an item.
  mutating func click(_ item: Int, _ click: Click) {
    switch click {
    case .select: select(item)
    case .toggle: toggle(item)
    case .extend: extend(to: item)
    case .add: extend(to: item, adding: true)
    }
  }
}
