public import Foundation
public import ScrollEngine
public import ScrollGeometry

// Points, sizes and rectangles as Foundation's objects, as notifications carry them.

extension NSValue {
  /// Creates an object that contains a point.
  ///
  /// Corresponds to `NSValue.init(cgPoint:)`.
  public convenience init(cgPoint point: ScrollGeometry.Point) {
    self.init(point: NSPoint(x: point.x, y: point.y))
  }

  /// Creates an object that contains a size.
  ///
  /// Corresponds to `NSValue.init(cgSize:)`.
  public convenience init(cgSize size: ScrollGeometry.Size) {
    self.init(size: NSSize(width: size.width, height: size.height))
  }

  /// Creates an object that contains a rectangle.
  ///
  /// Corresponds to `NSValue.init(cgRect:)`.
  public convenience init(cgRect rect: ScrollGeometry.Rect) {
    self.init(
      rect: NSRect(x: rect.origin.x, y: rect.origin.y, width: rect.width, height: rect.height))
  }

  /// The point that the object contains.
  ///
  /// Corresponds to `NSValue.cgPointValue`.
  public var cgPointValue: ScrollGeometry.Point { Point(x: pointValue.x, y: pointValue.y) }

  /// The size that the object contains.
  ///
  /// Corresponds to `NSValue.cgSizeValue`.
  public var cgSizeValue: ScrollGeometry.Size {
    Size(width: sizeValue.width, height: sizeValue.height)
  }

  /// The rectangle that the object contains.
  ///
  /// Corresponds to `NSValue.cgRectValue`.
  public var cgRectValue: ScrollGeometry.Rect {
    let rect = rectValue
    return Rect(x: rect.origin.x, y: rect.origin.y, width: rect.width, height: rect.height)
  }
}

extension NSCoder {
  /// Returns a point as text, such as `{1.5, 2}`.
  ///
  /// Corresponds to `NSCoder.string(for:)`.
  public class func string(for point: ScrollGeometry.Point) -> String {
    NSStringFromCGPoint(point)
  }

  /// Returns a size as text, such as `{1.5, 2}`.
  ///
  /// Corresponds to `NSCoder.string(for:)`.
  public class func string(for size: ScrollGeometry.Size) -> String { NSStringFromCGSize(size) }

  /// Returns a rectangle as text, such as `{{0, 0}, {1.5, 2}}`.
  ///
  /// Corresponds to `NSCoder.string(for:)`.
  public class func string(for rect: ScrollGeometry.Rect) -> String { NSStringFromCGRect(rect) }

  /// Returns insets as text, such as `{1, 2, 3, 4}` for top, left, bottom and right.
  ///
  /// Corresponds to `NSCoder.string(for:)`.
  public class func string(for insets: ScrollGeometry.EdgeInsets) -> String {
    String(
      format: "{%.17g, %.17g, %.17g, %.17g}", insets.top, insets.left, insets.bottom, insets.right)
  }

  /// Returns a transform as text, such as `[1, 0, 0, 1, 0, 0]`.
  ///
  /// Corresponds to `NSCoder.string(for:)`.
  public class func string(for transform: ScrollGeometry.AffineTransform) -> String {
    String(
      format: "[%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]", transform.a, transform.b, transform.c,
      transform.d, transform.tx, transform.ty)
  }
}

/// Returns a point as text, such as `{1.5, 2}`.
public func NSStringFromCGPoint(_ point: ScrollGeometry.Point) -> String {
  pair(point.x, point.y)
}

/// Returns a size as text, such as `{1.5, 2}`.
public func NSStringFromCGSize(_ size: ScrollGeometry.Size) -> String {
  pair(size.width, size.height)
}

/// Returns a rectangle as text, such as `{{0, 0}, {1.5, 2}}`.
public func NSStringFromCGRect(_ rect: ScrollGeometry.Rect) -> String {
  "{\(NSStringFromCGPoint(rect.origin)), \(NSStringFromCGSize(rect.size))}"
}

private func pair(_ first: Double, _ second: Double) -> String {
  String(format: "{%.17g, %.17g}", first, second)
}

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

extension View {
  /// Unavailable: there are no archives and no nibs to create views from.
  @available(*, unavailable, message: "Views are not archived; create them with a frame.")
  public convenience init?(coder: NSCoder) {
    nil
  }

  /// Creates a view without a size, for subclasses whose `init(frame:)` has no default.
  @_disfavoredOverload
  public convenience init(_ nothing: Void = ()) {
    self.init(frame: .zero)
  }
}
