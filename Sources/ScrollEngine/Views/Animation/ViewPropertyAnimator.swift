/// An animation of views that can be paused, reversed and scrubbed.
///
/// As with `View.animate`, the properties change at once, and ``View/presentation`` follows on the window's clock. Each animator
/// animates once. Corresponds to `UIViewPropertyAnimator`.
nonisolated open class ViewPropertyAnimator {
  /// The states of an animator.
  ///
  /// Corresponds to `UIViewAnimatingState`.
  public enum State: Int, Hashable, Sendable, CaseIterable {
    /// It has not started, or has finished.
    case inactive
    /// It runs or is paused.
    case active
    /// It has been stopped and waits for ``ViewPropertyAnimator/finishAnimation(at:)``.
    case stopped
  }

  /// The positions at which an animation finishes.
  ///
  /// Corresponds to `UIViewAnimatingPosition`.
  public enum Position: Int, Hashable, Sendable, CaseIterable {
    /// The values that the animations set.
    case end
    /// The values before.
    case start
    /// The values that were seen when it was stopped.
    case current
  }

  /// The duration, in seconds.
  ///
  /// Corresponds to `UIViewPropertyAnimator.duration`.
  public let duration: Double
  /// The state; inactive at first.
  ///
  /// Corresponds to `UIViewPropertyAnimator.state`.
  public private(set) var state = State.inactive

  private let curve: ScrollEngine.AnimationCurve
  private var animations: [() -> Void] = []
  private var completions: [(Position) -> Void] = []
  private var group: PropertyAnimationGroup?
  /// The values of the views before the animation, and those that it sets.
  private var values: [(view: WeakView, before: View.Presentation, after: View.Presentation)] = []

  /// Creates an animator that eases in and out, or moves evenly.
  ///
  /// Corresponds to `UIViewPropertyAnimator.init(duration:curve:animations:)`.
  public init(
    duration: Double, curve: View.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.duration = duration.isAcceptable ? max(duration, 0) : 0
    self.curve = View.AnimationOptions(rawValue: UInt(curve.rawValue) << 16).curve
    if let animations { self.animations = [animations] }
  }

  private init(
    duration: Double, curve: ScrollEngine.AnimationCurve, animations: @escaping () -> Void
  ) {
    self.duration = duration.isAcceptable ? max(duration, 0) : 0
    self.curve = curve
    self.animations = [animations]
  }

  /// Creates an animator that moves as a damped spring, with a damping ratio of 1 for no oscillation.
  ///
  /// Corresponds to `UIViewPropertyAnimator.init(duration:dampingRatio:animations:)`.
  public init(duration: Double, dampingRatio: Double, animations: (() -> Void)? = nil) {
    self.duration = duration.isAcceptable ? max(duration, 0) : 0
    curve = .spring(damping: dampingRatio.isAcceptable ? dampingRatio : 1, velocity: 0)
    if let animations { self.animations = [animations] }
  }

  /// Returns an animator that has started.
  ///
  /// Corresponds to `UIViewPropertyAnimator.runningPropertyAnimator(withDuration:delay:options:animations:completion:)`.
  @discardableResult
  public static func runningPropertyAnimator(
    withDuration duration: Double, delay: Double = 0, options: View.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Position) -> Void)? = nil
  ) -> ViewPropertyAnimator {
    let animator = ViewPropertyAnimator(
      duration: duration, curve: options.curve, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  /// Adds changes to animate; once the animation has begun, they are made at once and take what remains of it.
  ///
  /// Corresponds to `UIViewPropertyAnimator.addAnimations(_:)`.
  open func addAnimations(_ animation: @escaping () -> Void) {
    if state == .inactive, group == nil { animations.append(animation) } else { record(animation) }
  }

  /// Adds a block that is called when the animation has finished.
  ///
  /// Corresponds to `UIViewPropertyAnimator.addCompletion(_:)`.
  open func addCompletion(_ completion: @escaping (Position) -> Void) {
    completions.append(completion)
  }

  // MARK: Running

  /// A Boolean value that indicates whether the animation is moving.
  ///
  /// Corresponds to `UIViewPropertyAnimator.isRunning`.
  public var isRunning: Bool { group?.isRunning ?? false }

  /// A Boolean value that determines whether the animation goes back to its start; false by default.
  ///
  /// Corresponds to `UIViewPropertyAnimator.isReversed`.
  open var isReversed = false {
    didSet { group?.run(group?.isRunning ?? false, reversed: isReversed) }
  }

  /// The elapsed part of the duration, from 0 to 1; setting it pauses the animation there.
  ///
  /// Corresponds to `UIViewPropertyAnimator.fractionComplete`.
  open var fractionComplete: Double {
    get { group?.fraction ?? 0 }
    set {
      guard newValue.isFinite, state != .stopped else { return }
      pauseAnimation()
      group?.fraction = min(max(newValue, 0), 1)
    }
  }

  /// Starts the animation, or continues a paused one.
  ///
  /// Corresponds to `UIViewPropertyAnimator.startAnimation()`.
  open func startAnimation() { startAnimation(afterDelay: 0) }

  /// Starts the animation after a delay in seconds.
  ///
  /// Corresponds to `UIViewPropertyAnimator.startAnimation(afterDelay:)`.
  open func startAnimation(afterDelay delay: Double) {
    guard state != .stopped else { return }
    activate()
    guard let group else { return finish(at: .end) }
    group.wait = delay.isAcceptable ? max(delay, 0) : 0
    group.run(true, reversed: isReversed)
  }

  /// Pauses the animation; one that has not started is paused at its start.
  ///
  /// Corresponds to `UIViewPropertyAnimator.pauseAnimation()`.
  open func pauseAnimation() {
    guard state != .stopped else { return }
    activate()
    group?.run(false, reversed: isReversed)
  }

  /// Continues a paused animation; the rest takes `durationFactor` of the duration, or its own time for 0.
  ///
  /// Corresponds to `UIViewPropertyAnimator.continueAnimation(withTimingParameters:durationFactor:)`, without parameters.
  open func continueAnimation(durationFactor: Double = 0) {
    guard state == .active else { return }
    if durationFactor.isAcceptable, durationFactor > 0 {
      group?.takeRest(duration * durationFactor)
    }
    group?.run(true, reversed: isReversed)
  }

  /// Stops the animation where it is seen; ``finishAnimation(at:)`` is to follow unless it stops `withoutFinishing`.
  ///
  /// Corresponds to `UIViewPropertyAnimator.stopAnimation(_:)`.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active else { return }
    set(.current)
    end()
    state = withoutFinishing ? .inactive : .stopped
    if withoutFinishing { completions = [] }
  }

  /// Finishes a stopped animation at a position.
  ///
  /// Corresponds to `UIViewPropertyAnimator.finishAnimation(at:)`.
  open func finishAnimation(at finalPosition: Position) {
    guard state == .stopped else { return }
    finish(at: finalPosition)
  }

  // MARK: The views

  /// Makes the changes, and pauses before them.
  private func activate() {
    guard state == .inactive, group == nil else { return }
    state = .active
    let changes = animations
    animations = []
    record { for change in changes { change() } }
  }

  private func record(_ animation: () -> Void) {
    let records = View.recordingChanges(animation)
    for record in records where record.view.window != nil && record.view.model != record.before {
      let group = group ?? newGroup(in: record.view.window)
      if let index = values.firstIndex(where: { $0.view.view === record.view }) {
        values[index].after = record.view.model
      } else {
        values.append((WeakView(view: record.view), record.before, record.view.model))
      }
      group.add(record.before.difference(from: record.view.model), to: record.view)
    }
  }

  private func newGroup(in window: Window?) -> PropertyAnimationGroup {
    let new = PropertyAnimationGroup(curve: curve, duration: duration, window: window)
    new.didFinish = { [self] isFinished in
      finish(at: isFinished ? (isReversed ? .start : .end) : .current)
    }
    group = new
    return new
  }

  private func finish(at position: Position) {
    guard state != .inactive else { return }
    // Where it ended by itself, the properties are those that it set, or that the program has set since.
    if position != .end || state == .stopped { set(position) }
    end()
    state = .inactive
    let called = completions
    completions = []
    for completion in called { completion(position) }
  }

  /// Sets the views' properties to those of a position.
  private func set(_ position: Position) {
    View.performWithoutAnimation {
      for (view, before, after) in values {
        guard let view = view.view else { continue }
        switch position {
        case .end: view.restore(after)
        case .start: view.restore(before)
        case .current: view.restore(view.presentation)
        }
      }
    }
  }

  private func end() {
    group?.didFinish = nil
    group?.leaveAll()
  }
}

extension View {
  /// Sets the properties that animations change, where they differ.
  fileprivate func restore(_ values: Presentation) {
    if bounds != values.bounds { bounds = values.bounds }
    if center != values.center { center = values.center }
    if transform != values.transform { transform = values.transform }
    if alpha != values.alpha { alpha = values.alpha }
  }
}

/// A group that is paused, reversed and scrubbed by its animator.
final class PropertyAnimationGroup: AnimationGroup {
  @NonOwning private var window: Window? = nil
  /// The elapsed part at ``runStart``, or where the animation is paused.
  private var pausedFraction = 0.0
  /// When it began to run from there, in seconds; `nil` until the next advance.
  private var runStart: Double?
  private(set) var isRunning = false
  private var isReversed = false
  /// The factor on the speed.
  private var rate = 1.0
  /// The delay before the first run, in seconds.
  var wait = 0.0
  /// Called when the animation ends by itself, with false where its views have left the window.
  var didFinish: ((Bool) -> Void)?

  init(curve: AnimationCurve, duration: Double, window: Window?) {
    self.window = window
    super.init(curve: curve, duration: duration, delay: 0, options: [], completion: nil)
  }

  /// The elapsed part of the duration.
  var fraction: Double {
    get { fraction(at: window?.time ?? 0) }
    set { pausedFraction = newValue }
  }

  /// Runs or pauses from where the animation is now.
  func run(_ runs: Bool, reversed: Bool) {
    pausedFraction = fraction
    isReversed = reversed
    guard let window else { return }
    runStart = runs ? window.currentTime : nil
    if runs, !isRunning { window.start(self) }
    if !runs, isRunning { window.remove(self) }
    isRunning = runs
  }

  /// Lets the rest of the way take `seconds`.
  func takeRest(_ seconds: Double) {
    let left = isReversed ? fraction : 1 - fraction
    rate = left * duration / seconds
  }

  override func anchor(at time: Double) {
    if isRunning, runStart == nil { runStart = time }
  }

  private func fraction(at time: Double) -> Double {
    guard isRunning, let runStart else { return pausedFraction }
    let elapsed = max(0, time - runStart - wait)
    guard duration > 0 else { return isReversed ? 0 : 1 }
    let way = elapsed / duration * rate
    return min(max(pausedFraction + (isReversed ? -way : way), 0), 1)
  }

  override var endTime: Double? {
    guard isRunning, let runStart else { return nil }
    let left = isReversed ? pausedFraction : 1 - pausedFraction
    return runStart + wait + (rate > 0 ? left * duration / rate : 0)
  }

  override func progress(at time: Double) -> Double { curve.progress(at: fraction(at: time)) }

  override func slope(at time: Double) -> Double {
    guard isRunning, let runStart, duration > 0, time >= runStart + wait else { return 0 }
    let slope = curve.slope(at: fraction(at: time)) * rate / duration
    return isReversed ? -slope : slope
  }

  override func finish(_ isFinished: Bool) {
    isRunning = false
    let called = didFinish
    didFinish = nil
    called?(isFinished)
    super.finish(isFinished)
  }

  /// Ends the animation without notice.
  func leaveAll() {
    if isRunning { window?.remove(self) }
    isRunning = false
    super.finish(true)
  }
}
