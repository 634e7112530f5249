import Glibc
import OverscrollBase
import OverscrollShell

/// The days of pictures that are sorted by date.
enum PictureDays {
  /// Divides pictures into days of the local time.
  ///
  /// Neighbors are compared alone, so that a day is found once for all of its pictures.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - time: Returns the time of a picture, in nanoseconds since 1970; 0 for one that is unknown.
  /// - Returns: The days, with the numbers of their pictures, in the order of the pictures.
  static func divide(count: Int, time: (Int) -> Int) -> [ItemSection] {
    var days: [ItemSection] = []
    var day = 0..<0
    for index in 0..<count {
      let nanoseconds = time(index)
      let seconds = Int((Double(nanoseconds) / 1e9).rounded(.down))
      if day.contains(seconds) {
        days[days.count - 1].count += 1
        continue
      }
      day = Self.day(of: seconds)
      let title = nanoseconds == 0 ? "No date" : LocaleText.user.day(seconds)
      days.append(ItemSection(title, count: 1))
    }
    return days
  }

  /// The seconds of the local day of a time.
  private static func day(of seconds: Int) -> Range<Int> {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return seconds..<seconds + 1 }
    func midnight(after days: Int32) -> Int {
      var midnight = parts
      (midnight.tm_hour, midnight.tm_min, midnight.tm_sec, midnight.tm_isdst) = (0, 0, 0, -1)
      midnight.tm_mday += days
      return mktime(&midnight)
    }
    let (start, end) = (midnight(after: 0), midnight(after: 1))
    return start <= seconds && seconds < end ? start..<end : seconds..<seconds + 1
  }
}
