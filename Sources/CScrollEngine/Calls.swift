import CScrollEngineHeader
import ScrollEngine

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
