import ScrollEngine
import ScrollGeometry

/// A call that a delegate received.
enum Callback: Hashable, Sendable {
  case didScroll, didZoom
  case willBeginDragging, willEndDragging
  case didEndDragging(Bool)
  case willBeginDecelerating, didEndDecelerating
  case didEndScrollingAnimation, shouldScrollToTop, didScrollToTop
  case willBeginZooming, didEndZooming
  case didChangeAdjustedContentInset
}

/// A state machine that accepts callbacks in a valid order.
///
/// A drag is willBeginDragging, willEndDragging, didEndDragging; one that ends with true is followed by
/// willBeginDecelerating. A deceleration is open from willBeginDecelerating to didEndDecelerating, through a new drag as
/// well; a drag that interrupted it and ends with false is followed by didEndDecelerating. Zooms do not nest.
struct CallbackGrammar {
  private enum Drag {
    case none, going, ending
  }

  private var drag = Drag.none
  /// True from willBeginDecelerating to didEndDecelerating.
  private(set) var isDecelerating = false
  /// True from willBeginZooming to didEndZooming.
  private(set) var isZooming = false
  /// The required next callback, not counting changes of offset, scale and inset.
  private var expected: Callback?

  /// True from willBeginDragging to didEndDragging.
  var isDragging: Bool { drag != .none }
  /// True if no callback is outstanding.
  var isComplete: Bool { expected == nil && drag != .ending }

  /// Accepts a callback; returns the problem with it, if any.
  mutating func take(_ callback: Callback) -> String? {
    switch callback {
    case .didScroll, .didZoom, .didChangeAdjustedContentInset: return nil
    default: break
    }
    if Self.concernsDrags(callback), let expected {
      guard callback == expected else { return "\(callback) where \(expected) is due" }
      self.expected = nil
    }
    if drag == .ending, Self.concernsDrags(callback), !Self.endsDrag(callback) {
      return "\(callback) before didEndDragging"
    }
    switch callback {
    case .willBeginDragging:
      guard drag == .none else { return "willBeginDragging within a drag" }
      drag = .going
    case .willEndDragging:
      guard drag == .going else { return "willEndDragging without a drag" }
      drag = .ending
    case .didEndDragging(let decelerates):
      guard drag == .ending else { return "didEndDragging without willEndDragging" }
      drag = .none
      if decelerates { expected = .willBeginDecelerating }
      if !decelerates, isDecelerating { expected = .didEndDecelerating }
    case .willBeginDecelerating:
      guard drag == .none else { return "willBeginDecelerating within a drag" }
      isDecelerating = true
    case .didEndDecelerating:
      guard isDecelerating else { return "didEndDecelerating without willBeginDecelerating" }
      isDecelerating = false
    case .willBeginZooming:
      guard !isZooming else { return "willBeginZooming within a zoom" }
      isZooming = true
    case .didEndZooming:
      guard isZooming else { return "didEndZooming without willBeginZooming" }
      isZooming = false
    default: break
    }
    return nil
  }

  /// True for the callbacks of drags and decelerations; those of zooms and animations that a delegate begins or ends may
  /// come in between.
  private static func concernsDrags(_ callback: Callback) -> Bool {
    switch callback {
    case .willBeginDragging, .willEndDragging, .didEndDragging, .willBeginDecelerating,
      .didEndDecelerating:
      true
    default: false
    }
  }

  private static func endsDrag(_ callback: Callback) -> Bool {
    if case .didEndDragging = callback { true } else { false }
  }
}
