import OverscrollBrowser
import OverscrollDrawing

/// The measured cost of redrawing content on this display, which decides how a zoom is drawn.
///
/// A GPU redraws a window in a fraction of a refresh interval. A software renderer takes longer than an interval for a
/// large one; then a zoom is drawn directly into the window, or at half resolution.
struct RedrawCost: Hashable, Sendable {
  /// The latest samples, in seconds per pixel, by filter.
  private var samples: [Filter: [Double]] = [:]

  /// The number of samples; their median is used. [C]
  private static let memory = 5
  /// The fraction of a refresh interval up to which redrawing is cheap enough to retain content. [C]
  private static let quickShare = 0.25
  /// The fraction of a refresh interval that drawing may take at most. [C]
  private static let largestShare = 0.6
  /// The cost of drawing directly into the window, relative to drawing retained content. [M]
  private static let directShare = 0.7
  /// The fraction of a refresh interval that a slice of sharpening may take. [C]
  private static let sharpeningShare = 0.8
  /// The largest number of slices in which a draft is sharpened. [C]
  private static let maximumSlices = 3

  /// Whether nothing has been measured yet.
  var isUnknown: Bool { samples.isEmpty }

  /// Records the time in which a number of pixels was drawn with a filter and copied, in seconds.
  mutating func note(_ filter: Filter, pixels: Int, seconds: Double) {
    guard pixels > 0, seconds > 0 else { return }
    samples[filter] = ((samples[filter] ?? []) + [seconds / Double(pixels)]).suffix(Self.memory)
  }

  /// Returns the predicted time for redrawing a number of pixels, in seconds; zero if nothing has been measured.
  func seconds(for pixels: Int, with filter: Filter) -> Double {
    let known = samples[filter] ?? samples.values.first ?? []
    guard !known.isEmpty else { return 0 }
    return known.sorted()[known.count / 2] * Double(pixels)
  }

  /// Returns how to draw a frame.
  ///
  /// - Parameters:
  ///   - pixels: The number of the window's pixels.
  ///   - filter: The filter of the picture.
  ///   - isZooming: Whether the scale changes from frame to frame.
  ///   - period: The refresh interval, in seconds.
  /// - Returns: The effort for the compositor.
  func effort(
    for pixels: Int, with filter: Filter, isZooming: Bool, period: Double
  ) -> Compositor.Effort {
    let cost = seconds(for: pixels, with: filter)
    guard isZooming else {
      guard cost > Self.largestShare * period else { return .kept() }
      let part = max(Self.sharpeningShare * period / cost, 1 / Double(Self.maximumSlices))
      return .kept(pixelLimit: Int((Double(pixels) * part).rounded(.up)))
    }
    if cost <= Self.quickShare * period { return .kept() }
    return cost * Self.directShare <= Self.largestShare * period ? .direct : .draft
  }
}
