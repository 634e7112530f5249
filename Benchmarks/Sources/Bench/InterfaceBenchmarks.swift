import CScrollEngineHeader

/// What a frame costs a program that calls the engine from C.
struct InterfaceBenchmarks {
  /// A scroll view of the C interface, with a function that is called when it scrolls.
  private final class Stage {
    let view = se_scroll_view_create(402, 874)
    var time = 0.0
    var state = se_state()

    init() {
      state.size = MemoryLayout<se_state>.stride
      se_scroll_view_set_content_size(view, 4000, 600_000)
      var delegate = se_delegate()
      delegate.size = MemoryLayout<se_delegate>.stride
      delegate.did_scroll = { _, _ in }
      se_scroll_view_set_delegate(view, &delegate)
    }

    func flick() {
      se_scroll_view_set_content_offset(view, 1000, 300_000, false)
      time += 5
      for step in 0...5 {
        time += 0.016
        let phase = step == 0 ? SE_TOUCH_BEGAN : step == 5 ? SE_TOUCH_ENDED : SE_TOUCH_MOVED
        se_scroll_view_send_touch(view, 0, phase, 200, 800 - Double(min(step, 4)) * 60, time)
      }
    }

    func advance() {
      time += 0.001
      se_scroll_view_advance(view, time)
    }

    func frame() {
      advance()
      se_scroll_view_get_state(view, &state)
    }
  }

  static func all() -> [Measurement] {
    let stage = Stage()
    return [
      Measurement("C: advance, decelerating", count: 1000, prepare: stage.flick) { _ in
        stage.advance()
      },
      Measurement("C: advance and state, decelerating", count: 1000, prepare: stage.flick) { _ in
        stage.frame()
      },
    ]
  }
}
