public import CScrollEngineHeader
import Glibc
import ScrollEngine
import ScrollGeometry

/// What an opaque pointer of the C interface stands for: a scroll view in a window of its own, and its zoomable content.
final class HostedScrollView {
  let window: Window
  let scrollView: ScrollView
  let content = View()
  let delegate: DelegateFunctions
  private let thread = pthread_self()

  init(size: Size) {
    let frame = Rect(origin: .zero, size: size)
    window = Window(frame: frame)
    scrollView = ScrollView(frame: frame)
    // Touches on the content are the scroll view's own, wherever they are.
    content.isUserInteractionEnabled = false
    delegate = DelegateFunctions(zooming: content)
    window.addSubview(scrollView)
    scrollView.addSubview(content)
    delegate.pointer = pointer
    scrollView.delegate = delegate
  }

  /// Whether the current thread created the scroll view.
  var isOnItsThread: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// The pointer that stands for the scroll view, which the pointer does not keep alive.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// Resizes the scroll view and its window.
  func resize(to size: Size) {
    scrollView.frame = Rect(origin: .zero, size: size)
    window.frame = Rect(origin: .zero, size: size)
  }

  /// Resizes the content; `size` is that at a scale of 1, and the scale is kept.
  func resizeContent(to size: Size) {
    let scaled = size * scrollView.zoomScale
    content.bounds = Rect(origin: .zero, size: size)
    content.center = Rect(origin: .zero, size: scaled).center
    scrollView.contentSize = scaled
  }
}

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

/// Calls `body` with the scroll view that a pointer stands for, on its thread, and returns its result.
func with(_ view: OpaquePointer?, _ body: (HostedScrollView) -> se_status) -> se_status {
  guard let view else { return SE_NULL_POINTER }
  let hosted = Unmanaged<HostedScrollView>.fromOpaque(UnsafeRawPointer(view)).takeUnretainedValue()
  guard hosted.isOnItsThread else { return SE_WRONG_THREAD }
  return body(hosted)
}

/// Calls `body` with a scroll view if the arguments are in range.
func change(
  _ view: OpaquePointer?, if isInRange: Bool = true, _ body: (HostedScrollView) -> Void
) -> se_status {
  with(view) {
    guard isInRange else { return SE_OUT_OF_RANGE }
    body($0)
    return SE_OK
  }
}

/// Sends an event to a scroll view; `nil` stands for one with an unknown constant.
func send(_ event: Event?, to view: OpaquePointer?) -> se_status {
  with(view) {
    guard $0.delegate.callbacks == 0 else { return SE_IN_CALLBACK }
    guard let event else { return SE_UNKNOWN_CONSTANT }
    guard event.isAcceptable else { return SE_OUT_OF_RANGE }
    $0.window.send(event)
    return SE_OK
  }
}

/// Returns a sentence that describes a status; see the header.
@c @implementation
public func se_status_message(_ status: se_status) -> UnsafePointer<CChar>? {
  let message: StaticString =
    switch status {
    case SE_OK: "the call succeeded"
    case SE_NULL_POINTER: "a pointer is NULL"
    case SE_OUT_OF_RANGE: "a number is not finite, above 1e12 in magnitude, or outside its range"
    case SE_UNKNOWN_CONSTANT: "an argument is not a constant of its type"
    case SE_UNKNOWN_SIZE: "the size of a structure is not set, or smaller than the structure"
    case SE_WRONG_THREAD: "a scroll view can be used only on the thread that created it"
    case SE_IN_CALLBACK: "events and times cannot be passed in from a function of the delegate"
    case SE_EARLIER_TIME: "the time is earlier than the scroll view's"
    default: "the number is not a status"
    }
  return message.text
}

/// Returns the version of the library; see the header.
@c @implementation
public func se_version() -> UnsafePointer<CChar>? {
  let version: StaticString = "0.3.0"
  return version.text
}

extension StaticString {
  /// The text as a C string, which is never freed.
  fileprivate var text: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
