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
