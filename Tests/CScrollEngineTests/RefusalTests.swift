import CScrollEngineHeader
import OverscrollBase
import Synchronization
import Testing

@Suite struct `A call of the C interface` {
  typealias Call = @Sendable (OpaquePointer?) -> se_status

  /// Calls with one number that is bad, each with the number.
  private static let numbers: [(String, @Sendable (OpaquePointer?, Double) -> se_status)] = [
    ("advance", { se_scroll_view_advance($0, $1) }),
    ("touch x", { se_scroll_view_send_touch($0, 1, SE_TOUCH_BEGAN, $1, 5, 1) }),
    ("touch y", { se_scroll_view_send_touch($0, 1, SE_TOUCH_BEGAN, 5, $1, 1) }),
    ("touch time", { se_scroll_view_send_touch($0, 1, SE_TOUCH_BEGAN, 5, 5, $1) }),
    ("pinch scale", { se_scroll_view_send_pinch($0, SE_GESTURE_BEGAN, $1, 5, 5, 1) }),
    ("pinch x", { se_scroll_view_send_pinch($0, SE_GESTURE_BEGAN, 1, $1, 5, 1) }),
    ("scroll delta", { se_scroll_view_send_scroll($0, SE_GESTURE_BEGAN, $1, 0, 5, 5, 0, 1) }),
    ("scroll y", { se_scroll_view_send_scroll($0, SE_GESTURE_BEGAN, 0, 0, 5, $1, 0, 1) }),
    ("wheel notches", { se_scroll_view_send_wheel($0, 0, $1, 5, 5, 0, 1) }),
    ("wheel x", { se_scroll_view_send_wheel($0, 0, 1, $1, 5, 0, 1) }),
    ("key time", { se_scroll_view_send_key($0, SE_KEY_DOWN, 0, $1) }),
    ("size", { se_scroll_view_set_size($0, $1, 5) }),
    ("content size", { se_scroll_view_set_content_size($0, 5, $1) }),
    ("content inset", { se_scroll_view_set_content_inset($0, 0, $1, 0, 0) }),
    ("safe area", { se_scroll_view_set_safe_area_insets($0, $1, 0, 0, 0) }),
    ("alignment", { se_scroll_view_set_content_alignment_point($0, $1, 0) }),
    ("display scale", { se_scroll_view_set_display_scale($0, $1) }),
    ("indicator insets", { se_scroll_view_set_scroll_indicator_insets($0, 0, 0, $1, 0) }),
    ("deceleration rate", { se_scroll_view_set_deceleration_rate($0, $1) }),
    ("minimum scale", { se_scroll_view_set_zoom_scale_limits($0, $1, 2) }),
    ("maximum scale", { se_scroll_view_set_zoom_scale_limits($0, 1, $1) }),
    ("offset", { se_scroll_view_set_content_offset($0, 0, $1, false) }),
    ("scale", { se_scroll_view_set_zoom_scale($0, $1, false) }),
    ("zoom to", { se_scroll_view_zoom_to_rect($0, 0, 0, $1, 5, false) }),
    ("scroll to", { se_scroll_view_scroll_rect_to_visible($0, 0, $1, 5, 5, false) }),
  ]

  private static let constants: [Call] = [
    { se_scroll_view_send_touch($0, 1, se_touch_phase(5), 5, 5, 1) },
    { se_scroll_view_send_pinch($0, se_gesture_phase(3), 1, 5, 5, 1) },
    { se_scroll_view_send_scroll($0, se_gesture_phase(77), 0, 0, 5, 5, 0, 1) },
    { se_scroll_view_send_scroll($0, SE_GESTURE_BEGAN, 0, 0, 5, 5, 16, 1) },
    { se_scroll_view_send_wheel($0, 0, 1, 5, 5, 1 << 31, 1) },
    { se_scroll_view_send_key($0, se_key(4), 0, 1) },
    { se_scroll_view_send_key($0, SE_KEY_DOWN, 32, 1) },
    { se_scroll_view_set_content_inset_adjustment($0, se_inset_adjustment(4)) },
  ]

  private static let others: [Call] = [
    { se_scroll_view_destroy($0) },
    { se_scroll_view_set_delegate($0, nil) },
    { se_scroll_view_set_scroll_enabled($0, false) },
    { se_scroll_view_set_directional_lock_enabled($0, true) },
    { se_scroll_view_set_paging_enabled($0, true) },
    { se_scroll_view_set_bounces($0, false) },
    { se_scroll_view_set_always_bounces($0, true, true) },
    { se_scroll_view_set_bounces_zoom($0, false) },
    { se_scroll_view_set_shows_scroll_indicators($0, false, false) },
    { se_scroll_view_set_scrolls_to_top($0, false) },
    { se_scroll_view_scroll_to_top($0) },
    { se_scroll_view_stop_scrolling_and_zooming($0) },
    { se_scroll_view_flash_scroll_indicators($0) },
  ]

  private func makeView() -> OpaquePointer? {
    let view = se_scroll_view_create(300, 400)
    _ = se_scroll_view_set_content_size(view, 900, 6000)
    _ = se_scroll_view_set_zoom_scale_limits(view, 0.5, 3)
    return view
  }

  private func bytes(of view: OpaquePointer?) -> [UInt8] {
    var state = se_state()
    state.size = MemoryLayout<se_state>.stride
    _ = se_scroll_view_get_state(view, &state)
    return withUnsafeBytes(of: state) { Array($0.prefix(259)) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e13, -1e13])
  func `refuses a number that is not finite or too large, and changes nothing`(number: Double) {
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    let before = bytes(of: view)
    for (name, call) in Self.numbers {
      #expect(call(view, number) == SE_OUT_OF_RANGE, "\(name)")
      #expect(bytes(of: view) == before, "\(name)")
    }
  }

  @Test func `refuses lengths and scales that make no sense`() {
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    #expect(se_scroll_view_create(-1, 5) == nil)
    #expect(se_scroll_view_create(5, .nan) == nil)
    #expect(se_scroll_view_set_size(view, -1, 5) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_set_content_size(view, 5, -0.1) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_set_display_scale(view, 0) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_set_content_alignment_point(view, 0, 1.01) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_set_deceleration_rate(view, 0.9991) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_set_zoom_scale_limits(view, 2, 1) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_set_zoom_scale(view, 0, false) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_send_pinch(view, SE_GESTURE_BEGAN, 0, 5, 5, 1) == SE_OUT_OF_RANGE)
    #expect(se_scroll_view_zoom_to_rect(view, 0, 0, -1, 5, false) == SE_OUT_OF_RANGE)
  }

  @Test func `refuses constants that do not exist, and changes nothing`() {
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    let before = bytes(of: view)
    for (index, call) in Self.constants.enumerated() {
      #expect(call(view) == SE_UNKNOWN_CONSTANT, "\(index)")
      #expect(bytes(of: view) == before, "\(index)")
    }
  }

  @Test func `refuses NULL for a scroll view`() {
    for (name, call) in Self.numbers { #expect(call(nil, 1) == SE_NULL_POINTER, "\(name)") }
    for call in Self.constants + Self.others { #expect(call(nil) == SE_NULL_POINTER) }
    #expect(se_scroll_view_get_state(nil, nil) == SE_NULL_POINTER)
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    #expect(se_scroll_view_get_state(view, nil) == SE_NULL_POINTER)
  }

  @Test func `is refused on another thread`() {
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    let before = bytes(of: view)
    // A pointer is not Sendable; its number is.
    let address = Int(bitPattern: view)
    let statuses = OtherThread().run {
      let view = OpaquePointer(bitPattern: address)
      return (Self.numbers.map { $0.1(view, 1) } + (Self.constants + Self.others).map { $0(view) })
        .map(\.rawValue)
    }
    #expect(statuses.count > 40)
    #expect(statuses.allSatisfy { $0 == SE_WRONG_THREAD.rawValue })
    #expect(bytes(of: view) == before)
  }

  @Test func `reads and sets structures by their sizes`() {
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    var state = se_state()
    #expect(se_scroll_view_get_state(view, &state) == SE_UNKNOWN_SIZE)
    state.size = MemoryLayout<se_state>.stride + 64
    #expect(se_scroll_view_get_state(view, &state) == SE_OK)
    #expect(state.size == MemoryLayout<se_state>.stride)
    var delegate = se_delegate()
    #expect(se_scroll_view_set_delegate(view, &delegate) == SE_UNKNOWN_SIZE)
    delegate.size = MemoryLayout<se_delegate>.stride
    #expect(se_scroll_view_set_delegate(view, &delegate) == SE_OK)
  }

  @Test func `refuses an earlier time`() {
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    #expect(se_scroll_view_advance(view, 2) == SE_OK)
    #expect(se_scroll_view_advance(view, 2) == SE_OK)
    #expect(se_scroll_view_advance(view, 1.999) == SE_EARLIER_TIME)
  }

  @Test func `refuses events and times from a function of the delegate, but not properties`() {
    let view = makeView()
    defer { se_scroll_view_destroy(view) }
    let recorder = CallRecorder()
    var statuses: [se_status] = []
    recorder.didScroll = {
      statuses = [
        se_scroll_view_advance($0, 9), se_scroll_view_send_key($0, SE_KEY_DOWN, 0, 9),
        se_scroll_view_set_bounces($0, false),
      ]
    }
    recorder.observe(view)
    #expect(se_scroll_view_set_content_offset(view, 0, 50, false) == SE_OK)
    #expect(statuses == [SE_IN_CALLBACK, SE_IN_CALLBACK, SE_OK])
    #expect(se_scroll_view_advance(view, 9) == SE_OK)
  }

  @Test func `may destroy the scroll view in a function of the delegate`() {
    let view = makeView()
    let recorder = CallRecorder()
    var calls = 0
    recorder.didScroll = {
      calls += 1
      if calls == 3 { se_scroll_view_destroy($0) }
    }
    recorder.observe(view)
    for (time, y) in [(0.0, 300.0), (0.01, 280), (0.02, 250), (0.03, 200)] {
      let phase = time == 0 ? SE_TOUCH_BEGAN : SE_TOUCH_MOVED
      if calls < 3 { _ = se_scroll_view_send_touch(view, 1, phase, 100, y, time) }
    }
    #expect(calls == 3)
    #expect(recorder.names == ["WillBeginDragging"])
  }

  @Test func `has a sentence for every status and other numbers`() {
    let sentences = (0...8).map { String(cString: se_status_message(se_status($0))) }
    #expect(Set(sentences).count == 9)
    #expect(String(cString: se_status_message(se_status(4_000_000))) == sentences[8])
  }
}
