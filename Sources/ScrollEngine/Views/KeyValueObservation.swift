import ScrollGeometry

/// The keys of the values that an observer by name receives.
///
/// Corresponds to `NSKeyValueChangeKey`.
public struct KeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The name of the key.
  public let rawValue: String

  /// Creates a key.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The new value.
  public static let newKey = Self(rawValue: "new")
  /// The value before the change.
  public static let oldKey = Self(rawValue: "old")
}

extension View {
  /// Calls the observer's `observeValue(forKeyPath:of:change:context:)` whenever a property changes.
  ///
  /// The observer is held weakly. Names other than those of the observable properties are ignored.
  /// Corresponds to `NSObject.addObserver(_:forKeyPath:options:context:)`.
  public func addObserver(
    _ observer: Responder, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    guard value(forKey: keyPath) != nil else { return }
    let list = observers ?? ObserverList()
    observers = list
    unsafe list.add(
      NamedObserver(observer, keyPath, of: self, options, context) { [weak self] in
        self?.value(forKey: keyPath)
      })
  }

  /// Ends the calls for a property.
  ///
  /// Corresponds to `NSObject.removeObserver(_:forKeyPath:)`.
  public func removeObserver(_ observer: Responder, forKeyPath keyPath: String) {
    observers?.remove(observer, keyPath)
  }

  /// Ends the calls for a property.
  ///
  /// Corresponds to `NSObject.removeObserver(_:forKeyPath:context:)`.
  public func removeObserver(
    _ observer: Responder, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    observers?.remove(observer, keyPath)
  }

  /// Returns an observable property by its name in UIKit.
  private func value(forKey key: String) -> AnyHashable? {
    switch key {
    case "bounds": bounds
    case "frame": frame
    case "center": center
    case "alpha": alpha
    default: (self as? ScrollView)?.scrollValue(forKey: key)
    }
  }
}

extension ScrollView {
  fileprivate func scrollValue(forKey key: String) -> AnyHashable? {
    switch key {
    case "contentOffset": contentOffset
    case "contentSize": contentSize
    case "contentInset": contentInset
    case "zoomScale": zoomScale
    case "pan.state", "panGestureRecognizer.state": panGestureRecognizer.state
    default: nil
    }
  }
}

extension GestureRecognizer {
  /// Calls the observer's `observeValue(forKeyPath:of:change:context:)` whenever the state changes.
  ///
  /// The observer is held weakly; names other than `state` are ignored.
  /// Corresponds to `NSObject.addObserver(_:forKeyPath:options:context:)`.
  public func addObserver(
    _ observer: Responder, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    guard keyPath == "state" else { return }
    let list = observers ?? ObserverList()
    observers = list
    unsafe list.add(
      NamedObserver(observer, keyPath, of: self, options, context) { [weak self] in
        self?.state
      })
  }

  /// Ends the calls for a property.
  ///
  /// Corresponds to `NSObject.removeObserver(_:forKeyPath:)`.
  public func removeObserver(_ observer: Responder, forKeyPath keyPath: String) {
    observers?.remove(observer, keyPath)
  }

  /// Ends the calls for a property.
  ///
  /// Corresponds to `NSObject.removeObserver(_:forKeyPath:context:)`.
  public func removeObserver(
    _ observer: Responder, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    observers?.remove(observer, keyPath)
  }
}

/// An observer of a property by name.
@safe final class NamedObserver {
  private(set) weak var observer: Responder?
  let keyPath: String
  private weak var object: AnyObject?
  private let options: KeyValueObservingOptions
  private let context: UnsafeMutableRawPointer?
  private let value: () -> AnyHashable?
  private var last: AnyHashable?

  init(
    _ observer: Responder, _ keyPath: String, of object: AnyObject,
    _ options: KeyValueObservingOptions, _ context: UnsafeMutableRawPointer?,
    value: @escaping () -> AnyHashable?
  ) {
    self.observer = observer
    self.keyPath = keyPath
    self.object = object
    self.options = options
    unsafe self.context = context
    self.value = value
    last = value()
    if options.contains(.initial) { call(nil) }
  }

  /// Notifies the observer if the property has changed.
  func check() {
    let (old, new) = (last, value())
    guard new != old else { return }
    last = new
    call(old)
  }

  private func call(_ old: AnyHashable?) {
    var change: [KeyValueChangeKey: Any] = [:]
    if options.contains(.new) { change[.newKey] = last?.base }
    if options.contains(.old) { change[.oldKey] = old?.base }
    unsafe observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
  }
}

/// An observation of a property, which ends with ``invalidate()`` or when its last reference is released.
///
/// Corresponds to `NSKeyValueObservation`.
public final class KeyValueObservation {
  private var handler: (() -> Void)?

  init(_ handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Ends the observation.
  ///
  /// Corresponds to `NSKeyValueObservation.invalidate()`.
  public func invalidate() {
    handler = nil
  }

  var isInvalid: Bool { handler == nil }

  func check() {
    handler?()
  }
}

/// The values that an observer receives.
///
/// Corresponds to `NSKeyValueObservingOptions`.
public struct KeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The new value.
  public static let new = Self(rawValue: 1)
  /// The value before the change.
  public static let old = Self(rawValue: 2)
  /// An immediate call, with the current value.
  public static let initial = Self(rawValue: 4)
}

/// A change of an observed property.
///
/// Corresponds to `NSKeyValueObservedChange`.
public struct KeyValueObservedChange<Value> {
  /// The new value, if the options ask for it.
  public let newValue: Value?
  /// The value before the change, if the options ask for it.
  public let oldValue: Value?
}

extension KeyValueObservable {
  /// Calls `changeHandler` whenever a property changes: `contentOffset`, `contentSize`, `contentInset`, `bounds`, `frame`,
  /// `alpha`, the `state` of a recognizer, and others.
  ///
  /// The observation ends when the result is released. A value set again is no change; UIKit would call the handler.
  /// Corresponds to `NSObject.observe(_:options:changeHandler:)`.
  public func observe<Value: Equatable>(
    _ keyPath: KeyPath<Self, Value>, options: KeyValueObservingOptions = [],
    changeHandler: @escaping (Self, KeyValueObservedChange<Value>) -> Void
  ) -> KeyValueObservation {
    var last = self[keyPath: keyPath]
    let observation = KeyValueObservation { [weak self] in
      guard let self else { return }
      let (old, new) = (last, self[keyPath: keyPath])
      guard new != old else { return }
      last = new
      changeHandler(
        self,
        KeyValueObservedChange(
          newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old : nil
        ))
    }
    addObservation(observation)
    if options.contains(.initial) {
      changeHandler(
        self,
        KeyValueObservedChange(newValue: options.contains(.new) ? last : nil, oldValue: nil))
    }
    return observation
  }
}

extension View: KeyValueObservable {
  /// Registers an observation.
  public func addObservation(_ observation: KeyValueObservation) {
    let list = observers ?? ObserverList()
    observers = list
    list.append(observation)
  }
}

extension GestureRecognizer: KeyValueObservable {
  /// Registers an observation.
  public func addObservation(_ observation: KeyValueObservation) {
    let list = observers ?? ObserverList()
    observers = list
    list.append(observation)
  }
}

/// The observers of one object's properties.
final class ObserverList {
  private var observers: [WeakObserver] = []

  private var named: [NamedObserver] = []

  private struct WeakObserver {
    weak var observer: KeyValueObservation?
  }

  func append(_ observer: KeyValueObservation) {
    observers.removeAll { $0.observer?.isInvalid ?? true }
    observers.append(WeakObserver(observer: observer))
  }

  func add(_ observer: NamedObserver) {
    named.removeAll { $0.observer == nil }
    named.append(observer)
  }

  func remove(_ observer: Responder, _ keyPath: String) {
    named.removeAll { $0.observer === observer && $0.keyPath == keyPath }
  }

  /// Lets every observer compare the property that it observes.
  func notify() {
    for observer in observers { observer.observer?.check() }
    for observer in named { observer.check() }
  }
}

/// An object whose properties can be observed by key path.
///
/// Corresponds to key-value observing of `NSObject`.
public protocol KeyValueObservable: AnyObject {
  /// Registers an observation, which the object then calls whenever one of its observable properties may have changed.
  func addObservation(_ observation: KeyValueObservation)
}

/// An observation of a view's bounds, which ends with ``cancel()`` or with the view.
public final class BoundsObservation {
  private var handler: ((Rect) -> Void)?

  init(_ handler: @escaping (Rect) -> Void) {
    self.handler = handler
  }

  /// Ends the observation.
  public func cancel() {
    handler = nil
  }

  var isCancelled: Bool { handler == nil }

  func notify(_ bounds: Rect) {
    handler?(bounds)
  }
}

/// A call in every advance of a window's time, which ends with ``cancel()``.
///
/// Corresponds to `CADisplayLink`.
public final class FrameObservation {
  /// A Boolean value that determines whether the calls are suspended; false by default.
  ///
  /// Corresponds to `CADisplayLink.isPaused`.
  public var isPaused = false
  private var handler: ((Double) -> Void)?

  init(_ handler: @escaping (Double) -> Void) {
    self.handler = handler
  }

  /// Ends the calls.
  ///
  /// Corresponds to `CADisplayLink.invalidate()`.
  public func cancel() {
    handler = nil
  }

  var isCancelled: Bool { handler == nil }

  func call(at time: Double) {
    if !isPaused { handler?(time) }
  }
}

extension Window {
  /// Calls `handler` with the time in every advance, in seconds, until the observation is canceled.
  ///
  /// While there is an observation, ``needsAdvance`` is true. Corresponds to adding a `CADisplayLink` to a run loop.
  @discardableResult
  public func observeFrames(_ handler: @escaping (Double) -> Void) -> FrameObservation {
    let observation = FrameObservation(handler)
    frameObservations = frameObservations + [observation]
    return observation
  }

  func callFrameObservers() {
    guard !frameObservations.isEmpty else { return }
    for observation in frameObservations { observation.call(at: time) }
    if frameObservations.contains(where: \.isCancelled) {
      frameObservations = frameObservations.filter { !$0.isCancelled }
    }
  }
}

/// Sends notifications of a change without nesting them, and limits how often listeners can cause further ones.
///
/// A listener that changes what it observes is notified again after it returns. A class, because a notification may
/// reach the same object again while it runs.
final class ReentrancyLimit {
  /// The maximum number of notifications for one change when listeners cause further changes. [C]
  static let limit = 16

  private var isRunning = false
  private var isRequestedAgain = false

  /// Calls `notify` at once or, during a notification, after it.
  func run(_ notify: () -> Void) {
    guard !isRunning else {
      isRequestedAgain = true
      return
    }
    isRunning = true
    defer { isRunning = false }
    for _ in 0..<Self.limit {
      isRequestedAgain = false
      notify()
      if !isRequestedAgain { return }
    }
  }
}
