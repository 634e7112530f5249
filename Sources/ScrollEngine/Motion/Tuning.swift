/// The engine's constants with which a scroll view moves, for comparing motions; UIKit has no counterpart.
///
/// The defaults are the constants of the engine. A change applies to what begins after it: the next touch, release, bounce or
/// fade; the rubber band follows it at the next movement of a drag.
package struct Tuning: Hashable, Sendable {
  /// The coefficient of the rubber band for touch and mouse drags.
  package var rubberBand = RubberBand.touchCoefficient
  /// The coefficient of the rubber band for continuous scrolling on a touchpad.
  package var rubberBandTouchpad = RubberBand.touchpadCoefficient
  /// The stiffness of the edge, per millisecond.
  package var springRate = DecelerationLaw.springRate
  /// The duration of the longest bounce of the zoom scale, in seconds; shorter ones change by the same factor.
  package var zoomBounce = ZoomFade.longestDuration
  /// The movement at which a drag begins, in points along one axis of the window.
  package var hysteresis = PanTracker.hysteresis
  /// The time for which a touch is kept from the content, in seconds.
  package var touchDelay = DelayedTouchesRecognizer.delay
  /// The speed of a release below which the content stops, in points per millisecond.
  package var releaseThreshold = ReleaseVelocity.minimumSpeed
  /// The weight of the last update of a drag in the velocity of its release; the one before has the remainder.
  package var releaseLatest = 1 - ReleaseVelocity.earlierWeight
  /// The weight of the newest sample in the velocity of a touch; the one before has the remainder.
  package var velocityNewest = VelocityTracker.newestWeight
  /// The minimum time between two samples of that velocity, in seconds.
  package var sampleGap = VelocityTracker.minimumInterval
  /// The time without an event before a release after which its velocity is zero, in seconds.
  package var hold = PanTracker.holdTime
  /// The maximum time between a release and the next touch of repeated flicks, in seconds.
  package var flickPause = FlickMultiplier.maximumPause
  /// The speed above which a release turns the page even if the old one is nearer, in points per second.
  package var pageSpeed = ScrollView.turningSpeed * 1000
  /// The duration of animated scrolls, in seconds.
  package var animation = Easing.programmaticDuration
  /// The distance by which a notch of the wheel or an arrow key scrolls, in points.
  package var notch = ScrollView.notchDistance
  /// The factor on the zoom scale of a notch of the wheel.
  package var zoomPerNotch = ScrollView.scalePerNotch
  /// The time for which indicators stay after scrolling ends, in seconds.
  package var indicatorDelay = IndicatorVisibility.stay
  /// The duration of the fade that follows, in seconds.
  package var indicatorFade = IndicatorVisibility.fadeDuration

  package init() {}

  /// The name of a constant in files.
  package enum Constant: String, Hashable, Sendable, CaseIterable {
    case rubberBand, rubberBandTouchpad, springRate, zoomBounce, hysteresis, touchDelay
    case releaseThreshold, releaseLatest, velocityNewest, sampleGap, hold, flickPause
    case pageSpeed, animation, notch, zoomPerNotch, indicatorDelay, indicatorFade
  }

  package subscript(_ constant: Constant) -> Double {
    get { self[keyPath: constant.path] }
    set { self[keyPath: constant.path] = newValue }
  }
}

extension Tuning.Constant {
  /// The values that the engine moves with: finite, and none that keeps a motion from ending.
  package var limits: ClosedRange<Double> { row.limits }

  fileprivate var path: WritableKeyPath<Tuning, Double> { row.path }

  private var row: (path: WritableKeyPath<Tuning, Double>, limits: ClosedRange<Double>) {
    switch self {
    case .rubberBand: (\.rubberBand, 0.01...2)
    case .rubberBandTouchpad: (\.rubberBandTouchpad, 0.01...2)
    case .springRate: (\.springRate, 0.001...0.1)
    case .zoomBounce: (\.zoomBounce, 0.01...5)
    case .hysteresis: (\.hysteresis, 1...100)
    case .touchDelay: (\.touchDelay, 0...2)
    case .releaseThreshold: (\.releaseThreshold, 0...2)
    case .releaseLatest: (\.releaseLatest, 0...1)
    case .velocityNewest: (\.velocityNewest, 0...1)
    case .sampleGap: (\.sampleGap, 0...0.1)
    case .hold: (\.hold, 0...2)
    case .flickPause: (\.flickPause, 0...10)
    case .pageSpeed: (\.pageSpeed, 0...2000)
    case .animation: (\.animation, 0.01...5)
    case .notch: (\.notch, 1...1000)
    case .zoomPerNotch: (\.zoomPerNotch, 1.01...4)
    case .indicatorDelay: (\.indicatorDelay, 0...10)
    case .indicatorFade: (\.indicatorFade, 0.01...5)
    }
  }
}
