package import ScrollEngine

extension Script.Property {
  /// Returns the present value in a scroll view; `nil` where there is none.
  package func value(in view: ScrollView) -> Script.Value? { current(view) }
}
