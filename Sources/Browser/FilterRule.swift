package import Drawing

/// How pixels between pixels are found when a picture is not drawn at its own size.
package enum FilterRule: String, Hashable, Sendable, CaseIterable {
  /// Nearest for whole magnifications on whole pixels and from twice the size on, else smooth.
  case auto
  /// Always the nearest pixel.
  case nearest
  /// Always smooth.
  case linear

  /// The default.
  package static let automatic = Self.auto

  /// The magnification from which pixels are shown as squares.
  static let squaresFrom = 2.0

  /// The filter for a magnification.
  ///
  /// - Parameters:
  ///   - scale: Device pixels a pixel of what is drawn.
  ///   - isOnPixels: True if the corner lies on a whole device pixel.
  /// - Returns: What to draw with.
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
