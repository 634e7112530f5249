public import CScrollEngineHeader
import ScrollEngine
import ScrollGeometry

/// Creates a scroll view; see the header.
@c @implementation
public func se_scroll_view_create(_ width: Double, _ height: Double) -> OpaquePointer? {
  let size = Size(width: width, height: height)
  guard size.isLength else { return nil }
  return OpaquePointer(Unmanaged.passRetained(HostedScrollView(size: size)).toOpaque())
}

/// Destroys a scroll view; see the header.
@c @implementation
public func se_scroll_view_destroy(_ view: OpaquePointer?) -> se_status {
  with(view) {
    $0.delegate.functions = se_delegate()
    // A caller further up, such as an advance, keeps it alive until it returns.
    Unmanaged.passUnretained($0).release()
    return SE_OK
  }
}

/// Sets the delegate's functions; see the header.
@c @implementation
public func se_scroll_view_set_delegate(
  _ view: OpaquePointer?, _ delegate: UnsafePointer<se_delegate>?
) -> se_status {
  with(view) {
    guard let delegate else {
      $0.delegate.functions = se_delegate()
      return SE_OK
    }
    guard delegate.pointee.size >= MemoryLayout<se_delegate>.stride else { return SE_UNKNOWN_SIZE }
    $0.delegate.functions = delegate.pointee
    return SE_OK
  }
}

extension Size {
  /// Whether both lengths are within the limits and not negative.
  var isLength: Bool { isAcceptable && width >= 0 && height >= 0 }
}
