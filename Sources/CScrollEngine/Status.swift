public import CScrollEngineHeader
import ScrollEngine
import ScrollGeometry

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
