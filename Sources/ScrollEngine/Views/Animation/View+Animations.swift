public import ScrollGeometry

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

/// What one call of `View.animate` has set in motion.
class AnimationGroup {
  let curve: AnimationCurve
  let duration: Double
  private let delay: Double
  private let options: View.AnimationOptions
  private var completion: ((Bool) -> Void)?
  /// The time at which the delay begins, in seconds; `nil` until the next advance.
  private var startTime: Double?
  private var views: [WeakView] = []

  init(
    curve: AnimationCurve, duration: Double, delay: Double, options: View.AnimationOptions,
    completion: ((Bool) -> Void)?
  ) {
    self.curve = curve
    self.duration = duration
    self.delay = delay
    self.options = options
    self.completion = completion
  }

  /// Starts at `time`, if the group has not started.
  func anchor(at time: Double) {
    if startTime == nil { startTime = time }
  }

  /// Animates a change of `view`.
  func add(_ change: View.Presentation, to view: View) {
    views.append(WeakView(view: view))
    view.animations.append(.group(self, change))
  }

  /// The time at which the animation ends, in seconds; `nil` before it has started and for a repeated one.
  var endTime: Double? {
    guard let startTime, !options.contains(.repeat) else { return nil }
    return startTime + delay + duration
  }

  /// Returns the progress at `time`, which a spring takes beyond 1.
  func progress(at time: Double) -> Double {
    guard let startTime else { return 0 }
    let elapsed = time - startTime - delay
    guard duration > 0 else { return elapsed < 0 ? 0 : 1 }
    guard options.contains(.repeat), elapsed > 0 else {
      return curve.progress(at: elapsed / duration)
    }
    let (part, isReversed) = run(after: elapsed)
    return curve.progress(at: isReversed ? 1 - part : part)
  }

  /// Returns the derivative of the progress at `time`, from the right, per second.
  func slope(at time: Double) -> Double {
    guard let startTime, duration > 0 else { return 0 }
    let elapsed = time - startTime - delay
    guard options.contains(.repeat), elapsed > 0 else {
      return curve.slope(at: elapsed / duration) / duration
    }
    let (part, isReversed) = run(after: elapsed)
    return (isReversed ? -curve.slope(at: 1 - part) : curve.slope(at: part)) / duration
  }

  /// The elapsed fraction of the run in progress of a repeated animation, and whether it plays backwards.
  private func run(after elapsed: Double) -> (part: Double, isReversed: Bool) {
    let runs = elapsed / duration
    let whole = runs.rounded(.down)
    return (runs - whole, options.contains(.autoreverse) && Int(whole) % 2 == 1)
  }

  /// Removes the animation from its views and calls the completion handler.
  func finish(_ isFinished: Bool) {
    for view in views.compactMap(\.view) { view.animations.removeAll { $0.group === self } }
    views = []
    let completion = completion
    self.completion = nil
    completion?(isFinished)
  }

  /// Ends the animation of a view that leaves the window; returns whether it was the last one.
  func leave(_ view: View) -> Bool {
    views.removeAll { $0.view == nil || $0.view === view }
    return views.isEmpty
  }
}

/// A view that an animation changes and does not keep alive.
struct WeakView {
  @NonOwning var view: View?
}

/// What makes a view look other than its properties; the animations of one view add up.
enum ViewAnimation {
  /// The part of a group that changes the view: the values before less those that the program has set.
  case group(AnimationGroup, View.Presentation)
  /// The part that a fading zoom has in the view.
  case zoom(ZoomFader, ZoomFader.Part)

  /// The group, or `nil` for a zoom.
  var group: AnimationGroup? {
    if case .group(let group, _) = self { group } else { nil }
  }
}

/// The views whose properties a block of animations sets, with the values that they had before.
final class AnimationRecorder {
  private(set) var records: [(view: View, before: View.Presentation)] = []

  /// Called before a property of `view` is set.
  func record(_ view: View) {
    guard !records.contains(where: { $0.view === view }) else { return }
    records.append((view, view.model))
  }
}

extension View {
  /// The displayed properties of a view while animations run.
  ///
  /// Corresponds to the presentation layer of a `CALayer`.
  public struct Presentation: Hashable, Sendable {
    /// The bounds, whose origin is the content offset of a scroll view.
    public var bounds: Rect
    /// The center, in the superview's coordinates.
    public var center: Point
    /// The transform about the center.
    public var transform: AffineTransform
    /// The opacity, from 0 to 1.
    public var alpha: Double
    /// The zoom scale of a scroll view; 1 for other views.
    public var zoomScale = 1.0
    /// The size of a scroll view's content, in points; zero for other views.
    public var contentSize = Size.zero

    /// The smallest rectangle around the view in its superview's coordinates.
    public var frame: Rect { toSuperview.apply(to: bounds) }

    /// The transform from the view's coordinates to its superview's.
    package var toSuperview: AffineTransform {
      .toSuperview(bounds: bounds, center: center, transform: transform)
    }
  }

  /// The displayed properties at the window's time; those of the view itself while no animation runs.
  ///
  /// As in UIKit, an animation sets the view's own properties at once, and only what is shown moves: for a scroll view the
  /// origin of the bounds, which is its content offset, the zoom scale and the size of the content while a zoom is animated
  /// or bounces back, and with them the transform of the view that it zooms.
  public var presentation: Presentation {
    var shown = model
    guard !animations.isEmpty else { return shown }
    let time = window?.time
    for animation in animations {
      switch animation {
      case .group(let group, let change):
        if let time { shown.add(change, times: 1 - group.progress(at: time)) }
      case .zoom(let fader, let part): fader.apply(part, to: &shown)
      }
    }
    shown.alpha = min(max(shown.alpha, 0), 1)
    return shown
  }
}

extension View.Presentation {
  /// Returns what added to `other` gives this value.
  func difference(from other: Self) -> Self {
    var result = self
    result.add(other, times: -1)
    return result
  }

  /// Adds another value, property by property, multiplied by `factor`.
  mutating func add(_ other: Self, times factor: Double) {
    bounds.origin += other.bounds.origin * factor
    bounds.size = Size(
      width: bounds.width + other.bounds.width * factor,
      height: bounds.height + other.bounds.height * factor)
    center += other.center * factor
    transform = AffineTransform(
      a: transform.a + other.transform.a * factor, b: transform.b + other.transform.b * factor,
      c: transform.c + other.transform.c * factor, d: transform.d + other.transform.d * factor,
      tx: transform.tx + other.transform.tx * factor,
      ty: transform.ty + other.transform.ty * factor)
    alpha += other.alpha * factor
    zoomScale += other.zoomScale * factor
    contentSize = Size(
      width: contentSize.width + other.contentSize.width * factor,
      height: contentSize.height + other.contentSize.height * factor)
  }
}
