import ScrollEngine

// Objects that programs attach to views by the address of a key, which the Objective-C runtime does on Apple's platforms.

/// How an attached object is held: always strongly, since only views know their attachments.
public enum objc_AssociationPolicy: Hashable, Sendable {
  /// Held weakly on Apple's platforms.
  case OBJC_ASSOCIATION_ASSIGN
  /// Held strongly.
  case OBJC_ASSOCIATION_RETAIN
  /// Held strongly.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC
  /// Copied on Apple's platforms.
  case OBJC_ASSOCIATION_COPY
  /// Copied on Apple's platforms.
  case OBJC_ASSOCIATION_COPY_NONATOMIC
}

/// The objects attached to a view, by their keys.
private struct AssociatedObjects {
  var objects: [UnsafeRawPointer: Any] = [:]
}

/// Returns the object attached to a view for a key, or `nil`; `nil` for objects that aren't views.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  (object as? View)?[attached: AssociatedObjects.self]?.objects[key]
}

/// Attaches an object to a view for a key; `nil` detaches it.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  guard let view = object as? View else { return }
  var attached = view[attached: AssociatedObjects.self] ?? AssociatedObjects()
  attached.objects[key] = value
  view[attached: AssociatedObjects.self] = attached
}
