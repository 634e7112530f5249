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
