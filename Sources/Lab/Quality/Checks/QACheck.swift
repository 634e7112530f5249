/// What a step of a plan asserts about its take: an element of the step's `checks`.
package struct QACheck: Hashable, Sendable {
  /// An edge of the range of offsets.
  package enum Edge: String, Hashable, Sendable, CaseIterable {
    case top, left, bottom, right
  }

  /// A truth value of a scroll view.
  package enum Flag: String, Hashable, Sendable, CaseIterable {
    case isTracking, isDragging, isDecelerating, isZooming, isZoomBouncing
  }

  /// When a flag or a column is looked at.
  package enum Moment: Hashable, Sendable {
    /// The first row after the last finger came down.
    case down
    /// The first row after the last finger was lifted.
    case lift
    /// The last row.
    case rest
    /// The last row that is not later than a time, in seconds.
    case time(Double)
  }

  /// The assertion.
  package enum Kind: Hashable, Sendable {
    /// The offset at the end, in points; `nil` for an axis that may be anywhere.
    case rest(x: Double?, y: Double?, within: Double)
    /// The zoom scale at the end.
    case scale(Double, within: Double)
    /// The largest distance beyond an edge, in points.
    case overshoot(Edge, least: Double, most: Double)
    /// The time from the last lift until the offset has come to rest, at most, in seconds.
    case settles(Double)
    /// Callbacks that come in this order, with any others between.
    case order([String])
    /// A callback that does not come.
    case never(String)
    case flag(Flag, at: Moment, is: Bool)
    case column(Series.Column, at: Moment, is: Double, within: Double)
    /// A column that never both rises and falls.
    case monotonic(Series.Column)
    /// Everything at rest, with the scale and the offset in their ranges; or not.
    case limits(Bool)
  }

  package var kind: Kind
  /// The name of the scroll view; `nil` for the main one.
  package var view: String?
}

// MARK: - Defaults

extension QACheck {
  /// The distance from an offset that counts as being there, in points. [C]
  static let usualDistance = 0.5
  /// The difference of a zoom scale that counts as none. [C]
  static let usualRatio = 1e-6
  /// The distance beyond an edge that counts, in points. [C]
  static let usualOvershoot = 1.0
}
