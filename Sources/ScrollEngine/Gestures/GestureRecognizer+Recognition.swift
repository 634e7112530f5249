// MARK: - Delivery by the window

extension GestureRecognizer {
  /// Passes on an event of `touch`; `touches` is the set of this touch, which all recognizers share.
  func deliver(_ touch: Touch, in touches: Set<Touch>, _ event: Event) {
    currentEvent = event
    defer { currentEvent = nil }
    switch touch.phase {
    case .began:
      self.touches.append(touch)
      touchesBegan(touches, with: event)
    case .moved:
      touchesMoved(touches, with: event)
    case .stationary: break
    case .ended:
      touchesEnded(touches, with: event)
      remove(touch)
    case .cancelled:
      touchesCancelled(touches, with: event)
      remove(touch)
    }
  }

  private func remove(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    resetIfDone()
  }

  /// Resets the recognizer once it has no touches, no timer and no recognition that waits for others.
  private func resetIfDone() {
    guard touches.isEmpty, waiting == nil, deadline == nil || storedState == .failed else { return }
    if isActive { transition(to: .cancelled) }
    reset()
    letWaitersProceed()
  }
}

// MARK: - Recognition

extension GestureRecognizer {
  func transition(to new: State) {
    switch (storedState, new) {
    case (.possible, .began), (.possible, .ended): recognize(as: new)
    case (.possible, .failed), (.possible, .cancelled): fail()
    case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended),
      (.began, .cancelled), (.changed, .cancelled):
      storedState = new
      sendActions()
    default: break
    }
  }

  /// Ends a continuous gesture; `body` runs after the state changes and before the actions are called.
  func end(as new: State, _ body: () -> Void) {
    storedState = new
    body()
    if storedState == new { sendActions() }
  }

  private func fail() {
    waiting = nil
    storedState = .failed
    if delaysTouchesBegan { for touch in touches { touch.window?.deliverIfFree(touch, nil) } }
    letWaitersProceed()
  }

  private func recognize(as new: State) {
    guard waiting?.isResumed ?? false || mayBegin(),
      !rivals.contains(where: { ($0.isActive || $0.state == .ended) && prevents($0, self) })
    else {
      fail()
      return
    }
    guard !waits(toEnter: new) else { return }
    storedState = new
    preventRivals()
    for waiter in waiters.compactMap(\.recognizer) where waiter.waiting != nil {
      waiter.transition(to: .failed)
      waiter.resetIfDone()
    }
    waiters = []
    if cancelsTouchesInView {
      for touch in touches { touch.window?.cancelInContent(touch, currentEvent) }
    }
    sendActions()
  }

  private func mayBegin() -> Bool {
    shouldBegin(with: currentEvent) && view?.gestureRecognizerShouldBegin(self) ?? true
      && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  /// Makes the recognizers fail that share a touch and may not recognize simultaneously.
  func preventRivals() {
    for rival in rivals where prevents(self, rival) { rival.transition(to: .failed) }
  }

  private func prevents(_ winner: GestureRecognizer, _ loser: GestureRecognizer) -> Bool {
    winner.canPrevent(loser) && loser.canBePrevented(by: winner)
  }

  /// The recognizers that share a touch and may not recognize simultaneously.
  ///
  /// A recognizer that has seen the end of its touches is no longer among them: failing then would last until the end of
  /// the next touch.
  private var rivals: [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    for touch in touches {
      for other in touch.gestureRecognizers
      where other !== self && other.touches.contains(where: { $0 === touch })
        && !found.contains(where: { $0 === other }) && !mayJoin(other)
      {
        found.append(other)
      }
    }
    return found
  }

  /// Returns whether both recognizers may recognize simultaneously.
  func mayJoin(_ other: GestureRecognizer) -> Bool {
    allowsSimultaneousRecognition(with: other) || other.allowsSimultaneousRecognition(with: self)
      || delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
  }

  private func sendActions() {
    for action in actions { action.body(self) }
  }
}

// MARK: - Failure requirements

extension GestureRecognizer {
  /// Postpones a recognition while recognizers that have to fail first are undecided; returns whether it does.
  private func waits(toEnter new: State) -> Bool {
    if waiting?.isResumed == true { return false }
    let undecided = requiredFailures.filter(\.isUndecided)
    guard !undecided.isEmpty else { return false }
    waiting = Waiting(state: new, centroid: centroid)
    for recognizer in undecided
    where !recognizer.waiters.contains(where: { $0.recognizer === self }) {
      recognizer.waiters.append(WeakRecognizer(recognizer: self))
    }
    return true
  }

  /// The recognizers that have to fail before this one is recognized.
  private var requiredFailures: [GestureRecognizer] {
    var found = requirements.compactMap(\.recognizer).filter { $0.isEnabled && $0 !== self }
    for touch in touches {
      for other in touch.gestureRecognizers
      where other !== self && !found.contains(where: { $0 === other }) && mustWait(for: other) {
        found.append(other)
      }
    }
    return found
  }

  private func mustWait(for other: GestureRecognizer) -> Bool {
    shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
  }

  /// Whether the recognizer has touches, or waits for some, and may still recognize them.
  private var isUndecided: Bool {
    state == .possible && (deadline != nil || waiting != nil || !touches.isEmpty)
  }

  /// Lets the recognizers that waited for this one to fail proceed.
  func letWaitersProceed() {
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = []
    for waiter in waiters.compactMap(\.recognizer) { waiter.proceed() }
  }

  private func proceed() {
    guard let waiting, !requiredFailures.contains(where: \.isUndecided) else { return }
    self.waiting?.isResumed = true
    recognitionWillResume()
    transition(to: waiting.state)
    self.waiting = nil
    resetIfDone()
  }
}

extension GestureRecognizer: Hashable {
  /// Returns whether two references are to the same recognizer.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool {
    left === right
  }

  /// Hashes the identity of the recognizer.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
