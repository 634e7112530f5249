import Glibc
import OverscrollBase
import OverscrollImaging
import Synchronization

/// When the pictures of an album were taken, each read once as long as its file stays as it is.
///
/// May be used on any thread.
final class TakenTimes: Sendable {
  /// When a picture was taken, and how far the clock of that was ahead.
  typealias Value = (time: Int, clockLead: Int)

  /// What was read of a version of a file.
  private struct Known {
    let status: FileStatus
    let value: Value?
  }

  private let known = Mutex<[FilePath: Known]>([:])
  private let readFile: @Sendable (FilePath, Sandbox?) -> Value?

  /// The most pictures that are known at a time. [C]
  private static let limit = 200_000

  init(_ read: @escaping @Sendable (FilePath, Sandbox?) -> Value? = TakenTime.read) {
    readFile = read
  }

  /// Returns when a picture was taken, which is read unless it is known; `nil` where its file doesn't say.
  func read(_ file: FilePath, in sandbox: Sandbox?) -> Value? {
    // The one before reading: a file that changes meanwhile is read again.
    guard let status = FileStatus(of: file) else { return nil }
    if let known = known.withLock({ $0[file] }), known.status == status { return known.value }
    let value = readFile(file, sandbox)
    known.withLock {
      if $0.count >= Self.limit { $0 = [:] }
      $0[file] = Known(status: status, value: value)
    }
    return value
  }
}

/// When a picture was taken.
enum TakenTime {
  /// Reads when a picture was taken, in nanoseconds since 1970, and how far the clock of that was ahead of the computer's, in seconds;
  /// `nil` where its file doesn't say.
  ///
  /// May be called on any thread; it reads the file.
  static func read(_ file: FilePath, in sandbox: Sandbox?) -> (time: Int, clockLead: Int)? {
    let metadata = PictureMetadata(of: file, in: sandbox)
    func value(_ name: String) -> String? { metadata.camera.first { $0.name == name }?.value }
    // What was changed last by the file's own account comes before what the file system has.
    guard let text = value("time") ?? value("changed"), let time = parse(text) else { return nil }
    // Pictures of a burst have the same second.
    let part = metadata.tags.first { $0.name == "SubSecTimeOriginal" }
    return (time + (part.flatMap { nanoseconds($0.value) } ?? 0), clockLead(text))
  }

  /// The nanoseconds of a fraction of a second, which is written as the digits after the point.
  static func nanoseconds(_ digits: String) -> Int? {
    let digits = digits.prefix { $0.isASCII && $0.isNumber }.prefix(9)
    return Int(digits + String(repeating: "0", count: 9 - digits.count))
  }

  /// Parses a time such as `2024:07:31 18:05:59`, which is local, or one with its zone, such as `+02:00`.
  static func parse(_ text: String) -> Int? {
    guard var time = parts(text) else { return nil }
    guard let offset = zone(text) else { return nanoseconds(ofSeconds: mktime(&time)) }
    return nanoseconds(ofSeconds: timegm(&time) - offset)
  }

  /// How far the clock of a time with its zone is ahead of the computer's, in seconds; 0 for a time without one.
  static func clockLead(_ text: String) -> Int {
    guard let offset = zone(text), let parts = parts(text) else { return 0 }
    var (local, time) = (parts, parts)
    return mktime(&local) - (timegm(&time) - offset)
  }

  private static func parts(_ text: String) -> tm? {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).compactMap { Int($0) }
    guard numbers.count == 6, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
      (0...9999).contains(numbers[0])
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon) = (Int32(numbers[0] - 1900), Int32(numbers[1] - 1))
    time.tm_mday = Int32(numbers[2])
    (time.tm_hour, time.tm_min) = (Int32(clamping: numbers[3]), Int32(clamping: numbers[4]))
    time.tm_sec = Int32(clamping: numbers[5])
    time.tm_isdst = -1
    return time
  }

  /// A time in nanoseconds, with room for the fraction of a second; `nil` for years that are too far from 1970.
  private static func nanoseconds(ofSeconds seconds: Int) -> Int? {
    let (time, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflows || time > .max - 1_000_000_000 ? nil : time
  }

  /// The offset of a zone at the end of a text, in seconds; `nil` without one.
  private static func zone(_ text: String) -> Int? {
    if text.hasSuffix("Z") { return 0 }
    let end = text.suffix(6)
    guard let sign = end.first, sign == "+" || sign == "-" else { return nil }
    let parts = end.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    return (sign == "-" ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60)
  }
}
