public import ScrollGeometry

/// The area that an on-screen keyboard covers at the bottom of a window.
///
/// It is shown while the first responder accepts text (``Responder/acceptsText``), and it moves in 0.25 s. A desktop has no such
/// keyboard: its ``height`` is 0 unless the program sets it, which a demonstration does to show what happens on a phone. The
/// engine draws no keys and receives no touches in it.
public final class Keyboard {
  /// The duration of the animation that shows or hides the keyboard, in seconds. [R]
  public static let animationDuration = 0.25
  /// The hidden part of its height from which on the keyboard is dismissed when an interactive drag ends. [C]
  public static let dismissedPart = 0.5

  /// The height of the keyboard when it is shown, in points; 0, none, by default.
  public var height = 0.0 {
    didSet {
      if !height.isAcceptable || height < 0 {
        height = height < 0 ? oldValue : height.accepted ?? oldValue
      }
      guard height != oldValue else { return }
      state = .resting
      notifyChange(from: oldValue * shownPart)
    }
  }

  @NonOwning private var window: Window? = nil
  private var observers: [(Change) -> Void] = []
  /// True if a first responder accepts text.
  private var isWanted = false
  private var state = State.resting

  /// Where the keyboard is.
  private enum State {
    /// At its place, shown or hidden.
    case resting
    /// On its way from a part of its height, from a time in seconds on; `nil` until the next advance of time.
    case moving(from: Double, start: Double?)
    /// Held by a drag, with a part of its height shown.
    case held(part: Double)
  }

  init(_ window: Window) {
    self.window = window
  }

  /// The keyboard's rectangle now, in the window's coordinates; below the window's bottom edge while it is hidden.
  public var frame: Rect { frame(showing: height * shownPart) }

  /// A Boolean value that indicates whether the keyboard is shown, or on its way to being shown.
  public var isShown: Bool { isWanted && height > 0 }

  /// Calls `handler` when the keyboard begins to move to another place and when it has arrived.
  ///
  /// Corresponds to observing `UIResponder.keyboardWillShowNotification` and its three relatives.
  public func observe(_ handler: @escaping (Change) -> Void) {
    observers.append(handler)
  }

  /// A notification of a change of the keyboard's frame.
  public struct Change: Hashable, Sendable {
    /// The kinds of notifications.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The keyboard begins to appear, or changes its height.
      case willShow
      /// The keyboard has appeared.
      case didShow
      /// The keyboard begins to disappear.
      case willHide
      /// The keyboard has disappeared.
      case didHide
    }

    /// The kind of the notification.
    public var kind: Kind
    /// The frame before the change, in the window's coordinates.
    ///
    /// Corresponds to `UIResponder.keyboardFrameBeginUserInfoKey`.
    public var frameBegin: Rect
    /// The frame after the change, in the window's coordinates.
    ///
    /// Corresponds to `UIResponder.keyboardFrameEndUserInfoKey`.
    public var frameEnd: Rect
    /// The duration of the animation, in seconds.
    ///
    /// Corresponds to `UIResponder.keyboardAnimationDurationUserInfoKey`.
    public var animationDuration: Double
  }

  // MARK: - Focus

  /// Shows or hides the keyboard when the first responder changes.
  func focusDidChange(acceptsText: Bool) {
    guard acceptsText != isWanted else { return }
    let part = shownPart
    isWanted = acceptsText
    move(from: part)
  }

  private func move(from part: Double) {
    guard height > 0 else { return }
    state = .moving(from: part, start: window?.currentTime)
    notify(isWanted ? .willShow : .willHide, from: part * height)
  }

  private func notifyChange(from shown: Double) {
    guard isWanted else { return }
    notify(isShown ? .willShow : .willHide, from: shown)
    notify(isShown ? .didShow : .didHide, from: shown)
  }

  private func notify(_ kind: Change.Kind, from shown: Double) {
    let change = Change(
      kind: kind, frameBegin: frame(showing: shown), frameEnd: frame(showing: restPart * height),
      animationDuration: Self.animationDuration)
    for observer in observers { observer(change) }
  }

  private func frame(showing shown: Double) -> Rect {
    let bounds = window?.bounds ?? .zero
    return Rect(x: 0, y: bounds.height - shown, width: bounds.width, height: height)
  }

  // MARK: - Time

  private var restPart: Double { isWanted ? 1 : 0 }

  /// The part of the height that is shown now.
  private var shownPart: Double {
    switch state {
    case .resting: return restPart
    case .held(let part): return part
    case .moving(let part, let start):
      guard let start, let window else { return part }
      let elapsed = (window.time - start) / Self.animationDuration
      return part + (restPart - part) * Easing.easeInOut.progress(at: elapsed)
    }
  }

  var isMoving: Bool { if case .moving = state { true } else { false } }

  /// The time at which the keyboard arrives, in seconds.
  var deadline: Double? {
    guard case .moving(_, let start) = state else { return nil }
    return start.map { $0 + Self.animationDuration }
  }

  /// Starts an animation that began between two advances of time.
  func anchor(at time: Double) {
    if case .moving(let part, nil) = state { state = .moving(from: part, start: time) }
  }

  func timeReached(_ time: Double) {
    guard let deadline, deadline <= time, case .moving(let part, _) = state else { return }
    arrive(from: part)
  }

  /// Ends an animation or a drag at once.
  func finish() {
    switch state {
    case .resting: break
    case .moving(let part, _): arrive(from: part)
    case .held: state = .resting
    }
  }

  private func arrive(from part: Double) {
    state = .resting
    notify(isWanted ? .didShow : .didHide, from: part * height)
  }

  // MARK: - Interactive dismissal

  /// Moves the keyboard's top edge with a finger that has come down above it and goes below it.
  func follow(_ finger: Point, from start: Point) {
    guard isShown, let window else { return }
    let top = window.bounds.height - height
    guard start.y < top else { return }
    let hidden = min(max((finger.y - top) / height, 0), 1)
    if case .held = state {} else { guard hidden > 0 else { return } }
    state = .held(part: 1 - hidden)
  }

  /// Ends a drag: dismisses the keyboard by `resign` where more than half of it is hidden, otherwise shows it again.
  func release(_ resign: () -> Void) {
    guard case .held(let part) = state else { return }
    if part <= Self.dismissedPart { resign() }
    // The first responder may have refused.
    guard case .held(let part) = state else { return }
    guard part < 1 else { return state = .resting }
    move(from: part)
  }
}
