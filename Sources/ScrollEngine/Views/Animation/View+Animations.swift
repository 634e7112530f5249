extension View {
  /// What happens before a view is changed.
  ///
  /// It is a type of its own: with an optional function as the value of a task, optimized code passed no metadata to the runtime
  /// and crashed.
  private struct ChangeHandler: Sendable {
    /// Notes the view in the current block of animations; `nil` outside of such blocks.
    var willChange: (@Sendable (View) -> Void)?
  }

  @TaskLocal private static var changeHandler = ChangeHandler()

  /// Animates changes of frames, bounds, offsets, insets, transforms and opacities over `duration`, in seconds.
  ///
  /// The properties change at once; ``presentation`` and what is drawn from it follow on the window's clock. The animation
  /// starts with the next advance of time, so that it is seen from its beginning. Views that are in no window change
  /// without animation. Corresponds to `UIView.animate(withDuration:delay:options:animations:completion:)`.
  ///
  /// - Parameters:
  ///   - duration: The duration in seconds; a negative one counts as 0.
  ///   - delay: The time before the animation starts, in seconds.
  ///   - options: The curve and the repetition.
  ///   - animations: Changes the views.
  ///   - completion: Called when the animation has ended, with false if its views left the window before. Without a change
  ///     of a view in a window it is called at once.
  public static func animate(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(duration, delay, options.curve, options, animations, completion)
  }

  /// Animates changes of views as a damped spring would move them.
  ///
  /// - Parameters:
  ///   - duration: The time in which the spring comes to rest, in seconds.
  ///   - delay: The time before the animation starts, in seconds.
  ///   - dampingRatio: The damping ratio: 1 for no oscillation, less for more.
  ///   - velocity: The initial velocity, in distances of the whole change per second.
  ///   - options: The repetition.
  ///   - animations: Changes the views.
  ///   - completion: Called when the animation has ended.
  ///
  /// Corresponds to
  /// `UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:)`.
  public static func animate(
    withDuration duration: Double, delay: Double = 0, usingSpringWithDamping dampingRatio: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let ratio = dampingRatio.isAcceptable ? dampingRatio : 1
    let start = velocity.isAcceptable && duration.isAcceptable ? velocity * max(duration, 0) : 0
    animate(
      duration, delay, .spring(damping: ratio, velocity: start), options, animations, completion)
  }

  /// Calls `actions` so that changes in it are not animated, even within a block of animations.
  ///
  /// Corresponds to `UIView.performWithoutAnimation(_:)`.
  public static func performWithoutAnimation(_ actions: () -> Void) {
    $changeHandler.withValue(ChangeHandler(), operation: actions)
  }

  /// Ends the animations of the view where the program has set its properties.
  ///
  /// Corresponds to `CALayer.removeAllAnimations()`.
  public func removeAllAnimations() {
    endAnimations()
  }

  /// Whether a block of animations is changing views.
  static var isAnimatingChanges: Bool { changeHandler.willChange != nil }

  /// Called before a property that animations change is set by the program.
  func willAnimate() {
    Self.changeHandler.willChange?(self)
  }

  /// Ends the view's animations; the completion handlers of those that change no other view are called with false.
  func endAnimations() {
    let ended = animations
    animations = []
    for animation in ended {
      switch animation {
      case .group(let group, _):
        guard group.leave(self) else { continue }
        window?.remove(group)
        group.finish(false)
      case .zoom(let fader, let part): fader.viewDidLeave(part)
      }
    }
  }

  /// Returns the views that `changes` sets properties of, with the values that they had before.
  static func recordingChanges(
    _ changes: () -> Void
  ) -> [(view: View, before: Presentation)] {
    // The recorder is used by this call alone, while it lasts.
    nonisolated(unsafe) let recorder = AnimationRecorder()
    let handler = ChangeHandler { unsafe recorder.record($0) }
    $changeHandler.withValue(handler, operation: changes)
    return unsafe recorder.records
  }

  private static func animate(
    _ duration: Double, _ delay: Double, _ curve: ScrollEngine.AnimationCurve,
    _ options: AnimationOptions, _ animations: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    let records = recordingChanges(animations)
    let changed = records.filter { $0.view.window != nil && $0.view.model != $0.before }
    guard let window = records.lazy.compactMap(\.view.window).first else {
      completion?(true)
      return
    }
    let isEmpty = changed.isEmpty
    let group = AnimationGroup(
      curve: curve, duration: isEmpty || !duration.isAcceptable ? 0 : max(duration, 0),
      delay: isEmpty || !delay.isAcceptable ? 0 : max(delay, 0), options: isEmpty ? [] : options,
      completion: completion)
    for record in changed {
      group.add(record.before.difference(from: record.view.model), to: record.view)
    }
    window.start(group)
  }
}
