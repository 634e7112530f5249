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
