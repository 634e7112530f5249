import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import Synchronization
import Testing

@testable import OverscrollViewer

@Suite struct `When a picture was taken` {
  /// A JPEG file with the time at which it was taken, the digits after the second, and the zone; it has a picture where one is given.
  private func file(
    _ name: String, takenAt time: String, _ digits: String = "", zone: String = "",
    of picture: [UInt8] = [], in folder: String = TestFolder.make("taken")
  ) throws -> FilePath {
    let texts = [(0x9003, time), (0x9011, zone), (0x9291, digits)].filter { !$0.1.isEmpty }
    // A directory with one entry, which refers to that of EXIF: texts after it, and those of a few letters in it.
    var exif = Array("Exif\0\0II*\0".utf8) + 8.bytes(4)
    exif += 1.bytes(2) + 0x8769.bytes(2) + 4.bytes(2) + 1.bytes(4) + 26.bytes(4)
    exif += 0.bytes(4) + texts.count.bytes(2)
    var content: [UInt8] = []
    for (tag, text) in texts {
      let bytes = Array(text.utf8) + [0]
      exif += tag.bytes(2) + 2.bytes(2) + bytes.count.bytes(4)
      if bytes.count <= 4 {
        exif += (bytes + [0, 0, 0]).prefix(4)
      } else {
        exif += (32 + 12 * texts.count + content.count).bytes(4)
        content += bytes
      }
    }
    exif += 0.bytes(4) + content
    let length = Array((exif.count + 2).bytes(2).reversed())
    let path = folder + "/" + name
    let rest = picture.isEmpty ? [0xFF, 0xD9] : Array(picture.dropFirst(2))
    try RunningViewer.write([0xFF, 0xD8, 0xFF, 0xE1] + length + exif + rest, to: path)
    return FilePath(path)
  }

  @Test func `is read from its file, in the zone of the computer`() throws {
    let path = try file("a.jpg", takenAt: "2024:07:31 18:05:59")
    let seconds = try #require(TakenTime.read(path, in: nil)).time / 1_000_000_000
    var local = tm()
    var time = time_t(seconds)
    localtime_r(&time, &local)
    #expect((local.tm_year, local.tm_mon, local.tm_mday) == (124, 6, 31))
    #expect((local.tm_hour, local.tm_min, local.tm_sec) == (18, 5, 59))
    #expect(TakenTime.read(FilePath("/dev/null"), in: nil) == nil)
  }

  @Test func `has the part of its second`() throws {
    let whole = try #require(
      TakenTime.read(try file("a.jpg", takenAt: "2024:07:31 18:05:59"), in: nil)
    ).time
    for (digits, part) in [("5", 500_000_000), ("25", 250_000_000), ("07", 70_000_000)] {
      let path = try file("a.jpg", takenAt: "2024:07:31 18:05:59", digits)
      #expect(TakenTime.read(path, in: nil)?.time == whole + part, "\(digits)")
    }
  }

  @Test(arguments: [("", "", "cab"), ("5", "25", "cba")])
  func `is what pictures are sorted by first`(first: String, second: String, order: String) throws {
    let folder = TestFolder.make("taken")
    let sample = try RunningViewer.bytes(of: TextFiles.sample)
    let day = "2024:07:31 "
    for (index, (name, time, digits)) in [
      ("b", "10:00:05", second), ("a", "10:00:05", first), ("c", "09:00:00", ""),
    ].enumerated() {
      let path = try file("\(name).jpg", takenAt: day + time, digits, of: sample, in: folder)
      // The files have another order.
      #expect(PictureFolder.setTime(1_800_000_000 + index, of: path.description))
    }
    let viewer = try HeadlessViewer(
      [folder, "--sort", "taken", "--overview", "--animations", "off"])
    for (index, name) in order.enumerated() {
      // The picture that was shown first stays selected.
      try viewer.wait(
        forTitle: "\(name).jpg – \(index + 1) of 3 – Overscroll",
        after: index == 0 ? "Home" : "Right")
    }
  }

  /// A folder in which the picture that was taken first is in the file that was changed last; more than are read before the first one
  /// is shown where others are asked for.
  private func folder(others: Int) throws -> String {
    let folder = TestFolder.make("taken")
    let sample = try RunningViewer.bytes(of: TextFiles.sample)
    for index in 0..<others {
      let path = folder + "/p\(index).ppm"
      try RunningViewer.write(Array("P6 1 1 255\n".utf8) + [1, 2, 3], to: path)
      #expect(PictureFolder.setTime(1_700_000_000 + index, of: path))
    }
    for (name, year, time) in [("first", "1999", 1_800_000_000), ("b", "2001", 1_600_000_000)] {
      let path = try file("\(name).jpg", takenAt: "\(year):07:31 10:00:00", of: sample, in: folder)
      #expect(PictureFolder.setTime(time, of: path.description))
    }
    return folder
  }

  @Test(arguments: [0, 120])
  func `decides which picture is shown first`(others: Int) throws {
    let viewer = try HeadlessViewer(
      [try folder(others: others), "--sort", "taken", "--animations", "off"])
    let count = others + 2
    try viewer.waitUntil("the first picture") {
      viewer.title.hasPrefix("first.jpg (") && viewer.title.contains("– 1 of \(count) –")
    }
    let named = try HeadlessViewer(
      [try folder(others: others), "--sort", "taken", "--start", "b", "--animations", "off"])
    try named.waitUntil("the picture that was named") {
      named.title.hasPrefix("b.jpg (") && named.title.contains("– 2 of \(count) –")
    }
    try named.settle()
    #expect(named.title.hasPrefix("b.jpg ("))
  }

  @Test(arguments: [0, 120]) func `decides which one is selected first`(others: Int) throws {
    let viewer = try HeadlessViewer(
      [try folder(others: others), "--sort", "taken", "--overview", "--animations", "off"])
    try viewer.waitUntil("the first picture") {
      viewer.title == "first.jpg – 1 of \(others + 2) – Overscroll"
    }
  }

  @Test(arguments: [false, true])
  func `changes the first picture only until the user does something`(acts: Bool) throws {
    let folder = FilePath(try folder(others: 0))
    let viewer = try HeadlessViewer([folder.description, "--animations", "off"])
    let page = try viewer.picturePage
    // As where the dates are read later: the first by the files' dates is shown.
    var album = AlbumController(
      AlbumArguments([folder], sort: .taken), marks: MarkedPaths(), maker: page.maker)
    #expect(album.album.currentPath?.lastComponent == FilePath("b.jpg"))
    if acts { #expect(album.keepShown(page.content).isEmpty) }
    try waitUntil("the dates") {
      _ = album.filesChanged(page.content)
      return album.folders.sorting == nil
    }
    let name = acts ? "b.jpg" : "first.jpg"
    #expect(album.album.currentPath?.lastComponent == FilePath(name))
    #expect(album.isOpening == !acts)
    // Doing something while it is being opened is in time, too.
    _ = album.keepShown(page.content)
    #expect(!album.isOpening)
    #expect(album.album.currentPath?.lastComponent == FilePath("b.jpg"))
  }

  @Test func `gives way to the dates of files until those of a whole folder are read`() throws {
    let folder = try folder(others: 12)
    let file = FilePath(folder + "/first.jpg")
    #expect(PictureFolder.setTime(1_700_000_006, of: file.description))
    let viewer = try HeadlessViewer([folder, "--animations", "off"])
    let page = try viewer.picturePage
    var files = AlbumArguments([file], sort: .taken)
    files.openFirst(limits: page.maker.openingLimits)
    var album = AlbumController(files, marks: MarkedPaths(), maker: page.maker)
    func wait(_ what: String, until condition: () -> Bool) throws {
      try waitUntil(what) {
        _ = album.filesChanged(page.content)
        return condition()
      }
    }
    // The date of the picture alone would put it before all others.
    try wait("its own date") { album.folders.sorting == nil }
    album.listFolder()
    try wait("the folder") { !album.isListing }
    #expect(album.album.count == 14 && album.folders.sorting != nil)
    #expect((7...8).contains(album.album.position ?? 0))
    try wait("the dates") { album.folders.sorting == nil }
    #expect(album.album.position == 0 && album.album.currentPath == file)
  }

  @Test func `is read once for each version of a file`() throws {
    let path = try file("a.jpg", takenAt: "2024:07:31 18:05:59")
    final class Count: Sendable { let reads = Mutex(0) }
    let count = Count()
    let times = TakenTimes { file, sandbox in
      count.reads.withLock { $0 += 1 }
      return TakenTime.read(file, in: sandbox)
    }
    func readCount() -> Int { count.reads.withLock(\.self) }
    let first = try #require(times.read(path, in: nil)).time
    #expect(times.read(path, in: nil)?.time == first)
    // What its file doesn't say is known, too.
    let other = FilePath(TestFolder.make("taken") + "/b.ppm")
    try RunningViewer.write(Array("P6 1 1 255\n".utf8) + [1, 2, 3], to: other.description)
    for _ in 1...2 { #expect(times.read(other, in: nil) == nil) }
    #expect(readCount() == 2)
    let new = try file("c.jpg", takenAt: "2025:07:31 18:05:59")
    #expect(rename(new.description, path.description) == 0)
    #expect(try #require(times.read(path, in: nil)).time > first)
    #expect(times.read(new, in: nil) == nil && readCount() == 3)
  }

  @Test func `has the day of its own clock in the overview`() throws {
    let folder = TestFolder.make("taken")
    let sample = try RunningViewer.bytes(of: TextFiles.root + "/Resources/sample.jpg")
    // More than a day lies between them, whatever the zone of the computer is.
    for (index, (name, time)) in [("a", "01:00:00+14:00"), ("b", "23:00:00-11:00")].enumerated() {
      let path = try file(
        "\(name).jpg", takenAt: "2024:05:02 \(time.prefix(8))", zone: String(time.suffix(6)),
        of: sample, in: folder)
      #expect(PictureFolder.setTime(1_800_000_000 - index, of: path.description))
    }
    let viewer = try HeadlessViewer(
      [folder, "--sort", "taken", "--group-by-day", "--overview", "--animations", "off"])
    try viewer.wait(forTitle: "a.jpg – 1 of 2 – Overscroll", after: "Home")
    // Both are in the same row below the same heading.
    try viewer.expect(title: "a.jpg – 1 of 2 – Overscroll", after: "Down")
    try viewer.wait(forTitle: "b.jpg – 2 of 2 – Overscroll", after: "Right")
    #expect(TakenTime.clockLead("2024:05:02 12:00:00") == 0)
  }

  @Test func `has its zone where the file says so`() {
    let summer = TakenTime.parse("2024:07:31 18:05:59 +02:00")
    #expect(summer == 1_722_441_959_000_000_000)
    #expect(TakenTime.parse("2024-07-31T16:05:59Z") == summer)
    #expect(TakenTime.parse("1969:12:31 23:59:00 -00:01") == 0)
  }

  @Test(arguments: [
    "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2024:13:01 00:00:00", "noon",
    // Further from 1970 than nanoseconds are counted.
    "0001:01:01 00:00:00", "9999:12:31 23:59:59", "1601:01:01 00:00:00Z",
    "2024:01:01 999999999:00:00",
  ])
  func `is unknown where that is no time`(text: String) {
    #expect(TakenTime.parse(text) == nil)
  }
}
