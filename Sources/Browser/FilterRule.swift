package import OverscrollDrawing

/// The interpolation of a picture that is not drawn at its own size.
package enum FilterRule: String, Hashable, Sendable, CaseIterable {
  /// Nearest neighbor for integer magnifications on whole pixels and for magnifications of 2 or more, otherwise bilinear.
  case auto
  /// Always nearest neighbor.
  case nearest
  /// Always bilinear.
  case linear

  /// The default.
  package static let automatic = Self.auto

  /// The magnification at and above which pixels are shown as squares.
  static let squaresFrom = 2.0

  /// Returns the filter for a magnification.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per source pixel.
  ///   - isOnPixels: Whether the origin lies on a whole device pixel.
  /// - Returns: The filter to draw with.
  package func filter(scale: Double, isOnPixels: Bool) -> Filter {
    switch self {
    case .nearest: .nearest
    case .linear: scale == 1 && isOnPixels ? .nearest : .bilinear
    case .auto:
      scale >= Self.squaresFrom || (isOnPixels && scale == scale.rounded() && scale >= 1)
        ? .nearest : .bilinear
    }
  }
}
