import CScrollEngineHeader
import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// Plays a script by the C interface alone, as a program in another language would.
final class ScriptPlayer {
  let view: OpaquePointer?
  private(set) var statuses: Set<UInt32> = []
  /// What the script has that the C interface does not.
  private(set) var missing: Set<String> = []
  private let calls = CallRecorder()
  private var zoomLimits = (minimum: 1.0, maximum: 1.0)
  private var alwaysBounces = (horizontally: false, vertically: false)
  private var shows = (horizontal: true, vertical: true)
  private let events: [Script.TimedEvent]
  private var next = 0

  /// The delegate's calls so far, by their names in C, without didScroll and didZoom.
  var callbacks: [String] { calls.names }

  init(_ script: Script) {
    view = se_scroll_view_create(640, 480)
    events = script.events
    check(se_scroll_view_set_content_size(view, 640, 480))
    if !script.header.subviews.isEmpty { missing.insert("subviews") }
    if !script.header.scrollViews.isEmpty { missing.insert("scrollViews") }
    for setting in script.header.settings { apply(setting) }
    if !script.header.settings.contains(where: { $0.property == .contentOffset }) {
      let start = state.minimum_content_offset
      check(se_scroll_view_set_content_offset(view, start.x, start.y, false))
    }
    calls.observe(view)
  }

  deinit { se_scroll_view_destroy(view) }

  /// The state now.
  var state: se_state {
    var state = se_state()
    state.size = MemoryLayout<se_state>.stride
    check(se_scroll_view_get_state(view, &state))
    return state
  }

  /// Performs everything up to `time`, as a simulation does, and returns the state then.
  func state(at time: Double) -> se_state {
    while next < events.count, events[next].time <= time + 1e-9 {
      perform(events[next])
      next += 1
    }
    check(se_scroll_view_advance(view, max(time, state.time)))
    return state
  }

  private func check(_ status: se_status) { statuses.insert(status.rawValue) }

  private func perform(_ event: Script.TimedEvent) {
    check(se_scroll_view_advance(view, event.time))
    switch event.action {
    case .event(let event): send(event)
    case .call(let call): perform(call)
    case .set(let settings): for setting in settings { apply(setting) }
    case .resize(let size): check(se_scroll_view_set_size(view, size.width, size.height))
    case .frame, .mark: return
    case .setScene: missing.insert("scenes")
    }
    check(se_scroll_view_advance(view, event.time))
  }
}

// MARK: - Events and calls

extension ScriptPlayer {
  private func send(_ event: Event) {
    switch event {
    case .touch(let touch):
      check(
        se_scroll_view_send_touch(
          view, Int64(touch.id), se_touch_phase(index(of: touch.phase)), touch.location.x,
          touch.location.y, touch.timestamp))
    case .pinch(let pinch):
      check(
        se_scroll_view_send_pinch(
          view, se_gesture_phase(index(of: pinch.phase)), pinch.scale, pinch.location.x,
          pinch.location.y, pinch.timestamp))
    case .touchpad(let event):
      check(
        se_scroll_view_send_scroll(
          view, se_gesture_phase(index(of: event.phase)), event.delta.x, event.delta.y,
          event.location.x, event.location.y, se_modifiers(event.modifiers.rawValue),
          event.timestamp))
    case .wheel(let wheel):
      check(
        se_scroll_view_send_wheel(
          view, wheel.notches.x, wheel.notches.y, wheel.location.x, wheel.location.y,
          se_modifiers(wheel.modifiers.rawValue), wheel.timestamp))
    case .key(let key):
      let keys: [KeyEvent.Key] = [.up, .down, .left, .right]
      guard let index = keys.firstIndex(of: key.key) else { return }
      check(
        se_scroll_view_send_key(
          view, se_key(UInt32(index)), se_modifiers(key.modifiers.rawValue), key.timestamp))
    case .text: missing.insert("text")
    }
  }

  /// The constants of the C interface are numbered like the cases.
  private func index<Phase: CaseIterable & Equatable>(of phase: Phase) -> UInt32 {
    UInt32(Array(Phase.allCases).firstIndex(of: phase) ?? 99)
  }

  private func perform(_ call: Script.Call) {
    switch call {
    case .setContentOffset(let offset, let animated):
      check(se_scroll_view_set_content_offset(view, offset.x, offset.y, animated))
    case .setZoomScale(let scale, let animated):
      check(se_scroll_view_set_zoom_scale(view, scale, animated))
    case .zoomTo(let rect, let animated):
      check(
        se_scroll_view_zoom_to_rect(
          view, rect.minX, rect.minY, rect.width, rect.height, animated))
    case .scrollRectToVisible(let rect, let animated):
      check(
        se_scroll_view_scroll_rect_to_visible(
          view, rect.minX, rect.minY, rect.width, rect.height, animated))
    case .flashScrollIndicators: check(se_scroll_view_flash_scroll_indicators(view))
    case .scrollToTop: check(se_scroll_view_scroll_to_top(view))
    case .stopScrollingAndZooming: check(se_scroll_view_stop_scrolling_and_zooming(view))
    case .beginRefreshing, .endRefreshing: missing.insert("refreshControl")
    }
  }
}

// MARK: - Properties

extension ScriptPlayer {
  private func apply(_ setting: Script.Setting) {
    switch setting.value {
    case .bool(let flag): apply(setting.property, flag)
    case .number(let number): apply(setting.property, number)
    case .point(let point): apply(setting.property, point)
    case .size(let size): apply(setting.property, size)
    case .insets(let insets): apply(setting.property, insets)
    case .word(let word): apply(setting.property, word)
    }
  }

  private func apply(_ property: Script.Property.Name, _ flag: Bool) {
    switch property {
    case .isScrollEnabled: check(se_scroll_view_set_scroll_enabled(view, flag))
    case .bounces: check(se_scroll_view_set_bounces(view, flag))
    case .alwaysBounceVertical, .alwaysBounceHorizontal:
      if property == .alwaysBounceVertical {
        alwaysBounces.vertically = flag
      } else {
        alwaysBounces.horizontally = flag
      }
      check(
        se_scroll_view_set_always_bounces(
          view, alwaysBounces.horizontally, alwaysBounces.vertically))
    case .isPagingEnabled: check(se_scroll_view_set_paging_enabled(view, flag))
    case .isDirectionalLockEnabled: check(se_scroll_view_set_directional_lock_enabled(view, flag))
    case .bouncesZoom: check(se_scroll_view_set_bounces_zoom(view, flag))
    case .scrollsToTop: check(se_scroll_view_set_scrolls_to_top(view, flag))
    case .showsHorizontalScrollIndicator, .showsVerticalScrollIndicator:
      if property == .showsVerticalScrollIndicator {
        shows.vertical = flag
      } else {
        shows.horizontal = flag
      }
      check(se_scroll_view_set_shows_scroll_indicators(view, shows.horizontal, shows.vertical))
    // Without views on the content, these have no effect.
    case .delaysContentTouches, .canCancelContentTouches: break
    default: if flag { missing.insert(property.rawValue) }
    }
  }

  private func apply(_ property: Script.Property.Name, _ number: Double) {
    switch property {
    case .displayScale: check(se_scroll_view_set_display_scale(view, number))
    case .decelerationRate: check(se_scroll_view_set_deceleration_rate(view, number))
    case .minimumZoomScale, .maximumZoomScale:
      if property == .minimumZoomScale {
        zoomLimits.minimum = number
      } else {
        zoomLimits.maximum = number
      }
      zoomLimits.maximum = max(zoomLimits.minimum, zoomLimits.maximum)
      check(se_scroll_view_set_zoom_scale_limits(view, zoomLimits.minimum, zoomLimits.maximum))
    case .zoomScale: check(se_scroll_view_set_zoom_scale(view, number, false))
    default: missing.insert(property.rawValue)
    }
  }

  private func apply(_ property: Script.Property.Name, _ point: Point) {
    switch property {
    case .contentOffset: check(se_scroll_view_set_content_offset(view, point.x, point.y, false))
    case .contentAlignmentPoint:
      check(se_scroll_view_set_content_alignment_point(view, point.x, point.y))
    case .targetContentOffset: calls.target = se_point(x: point.x, y: point.y)
    default: missing.insert(property.rawValue)
    }
  }

  private func apply(_ property: Script.Property.Name, _ size: Size) {
    switch property {
    case .viewport: check(se_scroll_view_set_size(view, size.width, size.height))
    case .content: check(se_scroll_view_set_content_size(view, size.width, size.height))
    default: missing.insert(property.rawValue)
    }
  }

  private func apply(_ property: Script.Property.Name, _ insets: EdgeInsets) {
    let sides = (insets.top, insets.left, insets.bottom, insets.right)
    switch property {
    case .contentInset:
      check(se_scroll_view_set_content_inset(view, sides.0, sides.1, sides.2, sides.3))
    case .safeAreaInsets:
      check(se_scroll_view_set_safe_area_insets(view, sides.0, sides.1, sides.2, sides.3))
    case .scrollIndicatorInsets:
      check(se_scroll_view_set_scroll_indicator_insets(view, sides.0, sides.1, sides.2, sides.3))
    default: missing.insert(property.rawValue)
    }
  }

  private func apply(_ property: Script.Property.Name, _ word: String) {
    typealias Behavior = ScrollView.ContentInsetAdjustmentBehavior
    guard property == .contentInsetAdjustmentBehavior, let behavior = Behavior(rawValue: word)
    else {
      if word != "none", word != "default" { missing.insert(property.rawValue) }
      return
    }
    check(
      se_scroll_view_set_content_inset_adjustment(view, se_inset_adjustment(index(of: behavior))))
  }
}
