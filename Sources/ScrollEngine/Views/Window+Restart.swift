extension Window {
  /// Sets the time back to 0 and forgets everything that is not a property: touches, motions, recent flicks and taps.
  ///
  /// Touches are canceled and motions stopped where they are. A restarted window behaves like a new one whose views have the
  /// same properties, which lets a recording begin in the middle of a program's life.
  package func restart() {
    endAll()
    let groups = animationGroups
    animationGroups = []
    for group in groups { group.finish(false) }
    restartDescendants()
    time = 0
  }
}

extension View {
  fileprivate func restartDescendants() {
    for recognizer in recognizers { recognizer.abandon() }
    (self as? ScrollView)?.forgetMotion()
    (self as? any TextEditingView)?.forgetTime()
    for subview in subviews { subview.restartDescendants() }
  }
}

extension ScrollView {
  /// Stops what moves, and forgets recent flicks, parts of notches, and the indicators.
  fileprivate func forgetMotion() {
    if phase != .idle { stopScrollingAndZooming() }
    flicks = FlickMultiplier()
    offsetHistory = OffsetHistory()
    indicators = IndicatorVisibility()
    (pendingNotches, notchTarget) = (.zero, nil)
    unanchored = []
    ownClock.time = 0
  }
}

extension TextEditingView {
  /// Forgets when the caret last moved, and what the next motion or change would continue.
  fileprivate func forgetTime() {
    content.caretTime = 0
    content.goal = nil
    content.editor.endRun()
  }
}
