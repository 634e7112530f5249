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
