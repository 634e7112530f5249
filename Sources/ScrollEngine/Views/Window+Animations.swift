extension Window {
  /// Starts a group: at the current time during an event or an advance, otherwise with the next advance.
  func start(_ group: AnimationGroup) {
    if isCurrent { group.anchor(at: time) }
    animationGroups = animationGroups + [group]
  }

  /// Removes a group that ends before its time.
  func remove(_ group: AnimationGroup) {
    animationGroups = animationGroups.filter { $0 !== group }
  }

  /// Ends the groups that are due at `time`.
  func finishAnimations(at time: Double) {
    let due = animationGroups.filter { ($0.endTime ?? .infinity) <= time }
    guard !due.isEmpty else { return }
    animationGroups = animationGroups.filter { group in !due.contains { $0 === group } }
    for group in due { group.finish(true) }
  }
}
