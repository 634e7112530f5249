import Glibc

/// The calendar's time, for the names and dates of files.
package enum CalendarTime {
  /// The present in UTC, in the form of ISO 8601 without a time zone.
  package static var iso8601: String { formatted("%Y-%m-%dT%H:%M:%S", gmtime_r) }

  /// The present where the user is, in the form of ISO 8601 without a time zone.
  package static var local: String { formatted("%Y-%m-%dT%H:%M:%S", localtime_r) }

  /// The present where the user is, for the name of a file: `2026-11-21-183059`.
  static var fileName: String { formatted("%Y-%m-%d-%H%M%S", localtime_r) }

  /// The present, in nanoseconds since 1970, as the times of files.
  package static var nanoseconds: Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec &* 1_000_000_000 &+ now.tv_nsec
  }

  private static func formatted(
    _ format: String,
    _ fields: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> String {
    var now = time(nil)
    var parts = tm()
    guard fields(&now, &parts) != nil else { return "" }
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
