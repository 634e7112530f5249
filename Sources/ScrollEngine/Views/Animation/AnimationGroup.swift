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
