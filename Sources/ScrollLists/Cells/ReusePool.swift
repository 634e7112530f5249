import ScrollEngine

/// The reusable views of one kind that are out of use, and the closures that make new ones.
struct ReusePool<Reusable: CollectionReusableView> {
  private var makers: [String: () -> Reusable] = [:]
  private var unused: [String: [Reusable]] = [:]

  /// Registers the closure that makes views for `identifier`, or removes it for `nil`.
  mutating func register(_ identifier: String, maker: (() -> Reusable)?) {
    makers[identifier] = maker
    unused[identifier] = nil
  }

  /// Adds a view for reuse; a view without an identifier is dropped.
  mutating func enqueue(_ view: Reusable) {
    guard let identifier = view.reuseIdentifier else { return }
    unused[identifier, default: []].append(view)
  }

  /// Removes and returns a view for reuse, or `nil` where none is left.
  mutating func dequeue(_ identifier: String) -> Reusable? { unused[identifier]?.popLast() }

  /// Returns the closure that makes views for `identifier`.
  func maker(for identifier: String) -> (() -> Reusable)? { makers[identifier] }
}
