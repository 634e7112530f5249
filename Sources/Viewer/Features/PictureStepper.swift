import OverscrollBrowser
import OverscrollHost
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// What the arrow keys and the notches of a wheel do over a picture that fits the window.
package enum FittedKeys: String, Sendable, CaseIterable {
  /// They go to the next or previous picture.
  case turn
  /// They scroll, as over any other picture.
  case scroll
}

/// Goes to the next or previous picture by the arrow keys and the wheel if a picture fits the window, so that nothing can scroll.
struct PictureStepper {
  private let mode: FittedKeys
  /// The part of a notch that wheels of high resolution have turned so far.
  private var rest = 0.0
  private var lastNotch = -Double.infinity

  /// The pause after which a part of a notch is forgotten, in seconds. [C]
  private static let pause = 0.5

  init(_ mode: FittedKeys) { self.mode = mode }

  /// Returns whether arrow keys and the wheel go to other pictures over one.
  func steps(over picture: OpenPicture) -> Bool {
    guard mode == .turn else { return false }
    let scrollView = picture.view.scrollView
    let range = scrollView.maximumContentOffset - scrollView.minimumContentOffset
    // A zoom in progress has its final range already; a pinch's is not known yet.
    return picture.isNotice || max(range.x, range.y) < 1e-6 && !scrollView.isZooming
  }

  /// Returns the step of a key; `nil` for any key but a plain arrow.
  static func step(of key: Input.Key, _ command: KeyCommand) -> Album.Step? {
    // The letters that pan like arrows keep panning.
    guard case .move(.pan(let direction, .step)) = command, key.name.count > 1 else { return nil }
    return direction == "Right" || direction == "Down" ? .next : .previous
  }

  /// Returns the step of a wheel; `nil` for one that has not turned by a notch yet, or has another meaning.
  mutating func step(of wheel: WheelEvent) -> Album.Step? {
    if wheel.timestamp - lastNotch > Self.pause { rest = 0 }
    lastNotch = wheel.timestamp
    let notches = abs(wheel.notches.x) > abs(wheel.notches.y) ? wheel.notches.x : wheel.notches.y
    rest = rest * notches < 0 ? notches : rest + notches
    // The fractions of a high-resolution wheel don't always add up to a whole notch.
    guard abs(rest) > 0.99 else { return nil }
    defer { rest = 0 }
    return rest > 0 ? .next : .previous
  }
}
