public import Foundation

// Timers and notifications with a target and an action, which Foundation has on Apple's platforms only. Timers run in
// the host's run loop, not on the clock of a window.

extension Timer {
  /// Creates a timer of the current run loop that calls a bound method.
  @discardableResult
  public static func scheduledTimer(
    timeInterval: TimeInterval, target: Any, selector: @escaping (Timer) -> Void, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    // The timer calls back in the run loop that it was created in.
    nonisolated(unsafe) let selector = selector
    return scheduledTimer(withTimeInterval: timeInterval, repeats: repeats) { selector($0) }
  }

  /// Creates a timer of the current run loop that calls a bound method without the timer.
  @discardableResult
  public static func scheduledTimer(
    timeInterval: TimeInterval, target: Any, selector: @escaping () -> Void, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    scheduledTimer(
      timeInterval: timeInterval, target: target, selector: { (_: Timer) in selector() },
      userInfo: userInfo, repeats: repeats)
  }

  /// Creates a timer of the current run loop that calls a method of `target`.
  @discardableResult
  public static func scheduledTimer<Target: AnyObject, Sender>(
    timeInterval: TimeInterval, target: Target, selector: @escaping (Target) -> (Sender) -> Void,
    userInfo: Any?, repeats: Bool
  ) -> Timer {
    scheduledTimer(
      timeInterval: timeInterval, target: target,
      selector: { (timer: Timer) in
        if let sender = timer as? Sender { selector(target)(sender) }
      }, userInfo: userInfo, repeats: repeats)
  }

  /// Creates a timer of the current run loop that calls a method of `target` without the timer.
  @discardableResult
  public static func scheduledTimer<Target: AnyObject>(
    timeInterval: TimeInterval, target: Target, selector: @escaping (Target) -> () -> Void,
    userInfo: Any?, repeats: Bool
  ) -> Timer {
    scheduledTimer(
      timeInterval: timeInterval, target: target, selector: { (_: Timer) in selector(target)() },
      userInfo: userInfo, repeats: repeats)
  }
}

extension Timer {
  /// Creates a timer that calls a bound method once the program adds it to a run loop.
  public convenience init(
    timeInterval ti: TimeInterval, target aTarget: Any, selector: @escaping (Timer) -> Void,
    userInfo: Any?, repeats yesOrNo: Bool
  ) {
    // The timer calls back in the run loop that it is added to.
    nonisolated(unsafe) let selector = selector
    self.init(timeInterval: ti, repeats: yesOrNo) { selector($0) }
  }

  /// Creates a timer that calls a bound method without the timer.
  public convenience init(
    timeInterval ti: TimeInterval, target aTarget: Any, selector: @escaping () -> Void,
    userInfo: Any?, repeats yesOrNo: Bool
  ) {
    self.init(
      timeInterval: ti, target: aTarget, selector: { (_: Timer) in selector() },
      userInfo: userInfo, repeats: yesOrNo)
  }

  /// Creates a timer that calls a method of `aTarget`.
  public convenience init<Target: AnyObject, Sender>(
    timeInterval ti: TimeInterval, target aTarget: Target,
    selector: @escaping (Target) -> (Sender) -> Void, userInfo: Any?, repeats yesOrNo: Bool
  ) {
    self.init(
      timeInterval: ti, target: aTarget,
      selector: { (timer: Timer) in
        if let sender = timer as? Sender { selector(aTarget)(sender) }
      }, userInfo: userInfo, repeats: yesOrNo)
  }

  /// Creates a timer that calls a method of `aTarget` without the timer.
  public convenience init<Target: AnyObject>(
    timeInterval ti: TimeInterval, target aTarget: Target,
    selector: @escaping (Target) -> () -> Void, userInfo: Any?, repeats yesOrNo: Bool
  ) {
    self.init(
      timeInterval: ti, target: aTarget, selector: { (_: Timer) in selector(aTarget)() },
      userInfo: userInfo, repeats: yesOrNo)
  }
}

extension NotificationCenter {
  /// Calls a method of `observer`, held weakly, for notifications.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> (Notification) -> Void,
    name: NSNotification.Name?, object: Any?
  ) {
    // Notifications are posted where the observer lives.
    nonisolated(unsafe) let call = { [weak observer] (notification: Notification) in
      if let observer { selector(observer)(notification) }
    }
    _ = addObserver(forName: name, object: object, queue: nil) { call($0) }
  }

  /// Calls a method of `observer`, held weakly, for notifications.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> (NSNotification) -> Void,
    name: NSNotification.Name?, object: Any?
  ) {
    addObserver(
      observer,
      selector: { observer in
        { selector(observer)($0._bridgeToObjectiveC()) }
      } as (Observer) -> (Notification) -> Void, name: name, object: object)
  }

  /// Calls a method of `observer`, held weakly, for notifications, without them.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> () -> Void,
    name: NSNotification.Name?, object: Any?
  ) {
    addObserver(
      observer, selector: { observer in { (_: Notification) in selector(observer)() } }, name: name,
      object: object)
  }

  /// Calls a bound method for notifications.
  public func addObserver(
    _ observer: Any, selector: @escaping (Notification) -> Void, name: NSNotification.Name?,
    object: Any?
  ) {
    nonisolated(unsafe) let call = selector
    _ = addObserver(forName: name, object: object, queue: nil) { call($0) }
  }
}
