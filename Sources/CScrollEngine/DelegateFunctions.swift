import CScrollEngineHeader
import ScrollEngine
import ScrollGeometry

/// The scroll view's delegate, which calls the program's functions.
///
/// An object of its own: the scroll view refers to it weakly, and retains of an object with weak references are slow, which
/// would cost every call of the C interface.
final class DelegateFunctions {
  /// The functions to call; without functions while the program has set none, and once the scroll view is destroyed.
  var functions = se_delegate()
  /// The pointer that the functions receive.
  var pointer: OpaquePointer?
  /// The number of functions in progress.
  private(set) var callbacks = 0
  private let content: View

  init(zooming content: View) {
    self.content = content
  }

  /// Calls a function, if there is one.
  private func call<Function, Result>(
    _ function: Function?, _ body: (Function) -> Result
  ) -> Result? {
    guard let function else { return nil }
    callbacks += 1
    defer { callbacks -= 1 }
    return body(function)
  }
}

extension DelegateFunctions: ScrollViewDelegate {
  /// The content zooms where the limits differ.
  func viewForZooming(in scrollView: ScrollView) -> View? {
    scrollView.maximumZoomScale > scrollView.minimumZoomScale ? content : nil
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) { call(functions.did_scroll) }

  func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
    call(functions.will_begin_dragging)
  }

  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    var target = se_point(targetContentOffset)
    call(functions.will_end_dragging) {
      $0(pointer, velocity.x, velocity.y, &target, functions.context)
    }
    targetContentOffset = Point(x: target.x, y: target.y)
  }

  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    call(functions.did_end_dragging) { $0(pointer, decelerate, functions.context) }
  }

  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    call(functions.will_begin_decelerating)
  }

  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    call(functions.did_end_decelerating)
  }

  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    call(functions.did_end_scrolling_animation)
  }

  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
    call(functions.should_scroll_to_top) { $0(pointer, functions.context) } ?? true
  }

  func scrollViewDidScrollToTop(_ scrollView: ScrollView) { call(functions.did_scroll_to_top) }

  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    call(functions.will_begin_zooming)
  }

  func scrollViewDidZoom(_ scrollView: ScrollView) { call(functions.did_zoom) }

  func scrollViewDidEndZooming(
    _ scrollView: ScrollView, with view: View?, atScale scale: Double
  ) {
    call(functions.did_end_zooming) { $0(pointer, scale, functions.context) }
  }

  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    call(functions.did_change_adjusted_content_inset)
  }

  private func call(
    _ function: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?
  ) {
    call(function) { $0(pointer, functions.context) }
  }
}
