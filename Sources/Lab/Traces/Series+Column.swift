extension Series {
  /// A quantity of a series.
  ///
  /// It is a number, not its name: each row looks up all columns, and names take several times as long to hash.
  package enum Column: Int, Hashable, Sendable, CaseIterable {
    case offsetX, offsetY, velocityX, velocityY, zoom
    case tracking, dragging, decelerating, zooming, zoomBouncing
    case indicatorVerticalY, indicatorVerticalLength, indicatorVerticalAlpha
    case indicatorHorizontalX, indicatorHorizontalLength, indicatorHorizontalAlpha
    case lawVelocityX, lawVelocityY, fingerVelocityX, fingerVelocityY

    private static let names = [
      "offset_x", "offset_y", "velocity_x", "velocity_y", "zoom",
      "tracking", "dragging", "decelerating", "zooming", "zoom_bouncing",
      "indicator_v_y", "indicator_v_length", "indicator_v_alpha",
      "indicator_h_x", "indicator_h_length", "indicator_h_alpha",
      "law_velocity_x", "law_velocity_y", "finger_velocity_x", "finger_velocity_y",
    ]

    /// The name in traces and recordings.
    package var name: String { Self.names[rawValue] }

    /// The column of a name; `nil` where there is none.
    package init?(name: some StringProtocol) {
      guard let number = Self.names.firstIndex(where: { $0 == name }) else { return nil }
      self.init(rawValue: number)
    }

    /// Whether the values are velocities.
    var isVelocity: Bool {
      switch self {
      case .velocityX, .velocityY, .lawVelocityX, .lawVelocityY, .fingerVelocityX, .fingerVelocityY:
        true
      default: false
      }
    }

    /// Whether the values are input, which two scroll views under one hand share: there is nothing to compare.
    var isInput: Bool { self == .fingerVelocityX || self == .fingerVelocityY }

    /// The columns that a comparison judges by default, with the greatest difference allowed: points, and a ratio
    /// for the zoom scale. [C]
    package static let judged: [Column: Double] = [.offsetX: 0.5, .offsetY: 0.5, .zoom: 0.002]

    /// The velocity of an offset.
    var velocity: Column? {
      switch self {
      case .offsetX: .velocityX
      case .offsetY: .velocityY
      default: nil
      }
    }

    /// For a velocity of the content, that of the law of deceleration.
    var lawVelocity: Column? {
      switch self {
      case .velocityX: .lawVelocityX
      case .velocityY: .lawVelocityY
      default: nil
      }
    }

    /// The greatest magnitude of a value that is read.
    var largestMagnitude: Double { isVelocity ? LabLimits.velocity : LabLimits.magnitude }

    /// Whether values change smoothly, so that there are values between rows.
    var isContinuous: Bool {
      switch self {
      case .tracking, .dragging, .decelerating, .zooming, .zoomBouncing: false
      default: true
      }
    }
  }
}
