import CScrollEngineHeader

/// Records the delegate's calls by their names, without did_scroll and did_zoom.
final class CallRecorder {
  private(set) var names: [String] = []
  /// The target that the next will_end_dragging writes.
  var target: se_point?
  /// The velocities of the releases, in points per millisecond.
  private(set) var velocities: [se_point] = []
  /// Called by did_scroll.
  var didScroll: ((OpaquePointer?) -> Void)?

  /// Sets functions that record.
  func observe(_ view: OpaquePointer?) {
    var functions = se_delegate()
    functions.size = MemoryLayout<se_delegate>.stride
    functions.context = Unmanaged.passUnretained(self).toOpaque()
    functions.did_scroll = { CallRecorder.from($1)?.didScroll?($0) }
    functions.will_begin_dragging = { CallRecorder.from($1)?.add("WillBeginDragging") }
    functions.will_end_dragging = { _, x, y, target, context in
      let recorder = CallRecorder.from(context)
      recorder?.add("WillEndDragging")
      recorder?.velocities.append(se_point(x: x, y: y))
      if let request = recorder?.target { target?.pointee = request }
      recorder?.target = nil
    }
    functions.did_end_dragging = { CallRecorder.from($2)?.add("DidEndDragging \($1)") }
    functions.will_begin_decelerating = { CallRecorder.from($1)?.add("WillBeginDecelerating") }
    functions.did_end_decelerating = { CallRecorder.from($1)?.add("DidEndDecelerating") }
    functions.did_end_scrolling_animation = {
      CallRecorder.from($1)?.add("DidEndScrollingAnimation")
    }
    functions.should_scroll_to_top = {
      CallRecorder.from($1)?.add("ShouldScrollToTop")
      return true
    }
    functions.did_scroll_to_top = { CallRecorder.from($1)?.add("DidScrollToTop") }
    functions.will_begin_zooming = { CallRecorder.from($1)?.add("WillBeginZooming") }
    functions.did_end_zooming = { CallRecorder.from($2)?.add("DidEndZooming \($1)") }
    functions.did_change_adjusted_content_inset = {
      CallRecorder.from($1)?.add("DidChangeAdjustedContentInset")
    }
    se_scroll_view_set_delegate(view, &functions)
  }

  private func add(_ name: String) { names.append(name) }

  private static func from(_ context: UnsafeMutableRawPointer?) -> CallRecorder? {
    context.map { Unmanaged<CallRecorder>.fromOpaque($0).takeUnretainedValue() }
  }
}
