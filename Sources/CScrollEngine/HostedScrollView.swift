import CScrollEngineHeader
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
