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
