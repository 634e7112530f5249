import Glibc
import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollViewer

@Suite struct `When a picture was taken` {
  /// The bytes of a number, the lowest one first.
  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(value >> (8 * $0) & 255) }
  }

  /// A JPEG file with nothing but the time at which it was taken.
  private func file(_ name: String, takenAt time: String) throws -> FilePath {
    let text = Array(time.utf8) + [0]
    // A directory with one entry, which refers to that of EXIF with one.
    var exif = Array("Exif\0\0II*\0".utf8) + number(8, 4)
    exif += number(1, 2) + number(0x8769, 2) + number(4, 2) + number(1, 4) + number(26, 4)
    exif += number(0, 4)
    exif += number(1, 2) + number(0x9003, 2) + number(2, 2) + number(text.count, 4)
    exif += number(44, 4) + number(0, 4) + text
    let length = Array(number(exif.count + 2, 2).reversed())
    let path = TestFolder.make("taken") + "/" + name
    try RunningViewer.write([0xFF, 0xD8, 0xFF, 0xE1] + length + exif + [0xFF, 0xD9], to: path)
    return FilePath(path)
  }

  @Test func `is read from its file, in the zone of the computer`() throws {
    let path = try file("a.jpg", takenAt: "2024:07:31 18:05:59")
    let seconds = try #require(TakenTime.read(path, in: nil)) / 1_000_000_000
    var local = tm()
    var time = time_t(seconds)
    localtime_r(&time, &local)
    #expect((local.tm_year, local.tm_mon, local.tm_mday) == (124, 6, 31))
    #expect((local.tm_hour, local.tm_min, local.tm_sec) == (18, 5, 59))
    #expect(TakenTime.read(FilePath("/dev/null"), in: nil) == nil)
  }

  @Test func `has its zone where the file says so`() {
    let summer = TakenTime.parse("2024:07:31 18:05:59 +02:00")
    #expect(summer == 1_722_441_959_000_000_000)
    #expect(TakenTime.parse("2024-07-31T16:05:59Z") == summer)
    #expect(TakenTime.parse("1969:12:31 23:59:00 -00:01") == 0)
  }

  @Test(arguments: [
    "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2024:13:01 00:00:00", "noon",
  ])
  func `is unknown where that is no time`(text: String) {
    #expect(TakenTime.parse(text) == nil)
  }
}
