public import Foundation
public import ScrollEngine

extension View {
  /// Unavailable: there are no archives and no nibs to create views from.
  @available(*, unavailable, message: "Views are not archived; create them with a frame.")
  public convenience init?(coder: NSCoder) {
    nil
  }

  /// Creates a view without a size, for subclasses whose `init(frame:)` has no default.
  @_disfavoredOverload
  public convenience init(_ nothing: Void = ()) {
    self.init(frame: .zero)
  }
}
