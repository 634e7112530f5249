import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// What viewers keep, in memory and on the disk, in real windows.
@Suite struct `With little memory` {
  private let folder = TestFolder.make()

  /// A picture of slopes that takes more than the memory given.
  private func write(to path: String) throws {
    let (width, height) = (2600, 1900)
    let start = Array("P6 \(width) \(height) 255\n".utf8)
    let rows = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { buffer, count in
      for y in 0..<height {
        for x in 0..<width {
          let place = 3 * (y * width + x)
          buffer[place] = UInt8(truncatingIfNeeded: x >> 3)
          buffer[place + 1] = UInt8(truncatingIfNeeded: y >> 3)
          buffer[place + 2] = UInt8(truncatingIfNeeded: (x + y) >> 4)
        }
      }
      count = buffer.count
    }
    try RunningViewer.write(start + rows, to: path)
  }

  /// The files in a folder with what each is on the disk.
  private static func files(in folder: String) -> [String: UInt] {
    let names = TestFolder.names(in: folder).filter { !$0.hasPrefix(".") }
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        var status = stat()
        lstat("\(folder)/\(name)", &status)
        return (name, UInt(status.st_ino))
      })
  }

  /// Whether a viewer has a complete tile file, its own or another one's: the beginning is written last.
  private static func hasTileFile(_ viewer: RunningViewer, in folder: String) -> Bool {
    let links = "/proc/\(viewer.program.pid)/fd"
    return TestFolder.names(in: links).contains { name in
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = max(0, readlink("\(links)/\(name)", &buffer, buffer.count - 1))
      let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      // It may have no name yet, or no longer.
      guard path.hasPrefix(folder + "/"), let file = fopen("\(links)/\(name)", "rb") else {
        return false
      }
      defer { fclose(file) }
      return ![0, EOF].contains(fgetc(file))
    }
  }

  @Test func `two viewers of one picture leave one tile file, which the third believes`() throws {
    let (rows, path) = (folder + "/slopes.ppm", folder + "/slopes.png")
    try write(to: rows)
    // Tiles of compressed rows are kept in a file.
    #expect(try RunningViewer.run(["render", rows, "-o", path]).status == 0)
    unlink(rows)
    let cache = folder + "/overscroll"
    defer {
      for name in Self.files(in: cache).keys { unlink(cache + "/" + name) }
      rmdir(cache)
      unlink(path)
      rmdir(folder)
    }
    let arguments = [path, "--cache-mb", "8"]
    let environment = ["XDG_CACHE_HOME": folder]
    let one = try RunningViewer(arguments, environment: environment)
    let other = try RunningViewer(arguments, environment: environment)
    // The second to end puts its file in the place of the first's, at once or not at all.
    for viewer in [one, other] {
      try waitUntil("a complete tile file") { Self.hasTileFile(viewer, in: cache) }
      try viewer.waitForWorkToEnd()
    }
    let files = Self.files(in: cache)
    #expect(files.count == 1 && files.keys.allSatisfy { $0.hasSuffix(".tiles") }, "\(files)")
    let third = try RunningViewer(arguments, environment: environment)
    let roomy = try RunningViewer([path], environment: environment)
    for viewer in [other, third, roomy] {
      try viewer.wait("what the first shows") { try $0.isSame(as: one.look()) }
    }
    #expect(Self.files(in: cache) == files, "the third wrote nothing")
    // Not a picture that was left unfinished by all of them.
    let shown = try one.look()
    #expect(shown.pixel(x: 1020, y: 780) != 0xFF2B_2C30)
  }

  @Test func `a grid looks as it does with much, wherever one goes`() throws {
    let arguments = ["grid", "--size", "6000x6000", "--animations", "off"]
    let roomy = try RunningViewer(arguments)
    let tight = try RunningViewer(arguments + ["--cache-mb", "1"])
    for keys in [[], ["0"], ["1", "Right"], ["ctrl+2", "Down"]] {
      for viewer in [roomy, tight] {
        for key in keys { try viewer.input.type(key) }
      }
      try tight.wait("the same with little memory after \(keys)") {
        try $0.isSame(as: roomy.look())
      }
    }
    // Both do not just show the same backdrop.
    let shown = try tight.look()
    #expect(Set((0..<200).map { shown.pixel(x: 600 + $0, y: 400) }).count > 2)
  }

  @Test(.enabled(if: SmallDisk.isAllowed))
  func `on a full disk no tile file appears, and those of others stay`() throws {
    // Noise, which no format makes much smaller; tiles of compressed rows are kept in a file.
    let picture = folder + "/large.png"
    let made = try RunningViewer.run(
      script: #"""
        { printf 'P6 1400 1400 255\n'; head -c 5880000 /dev/urandom; } > "$1/large.ppm"
        vips pngsave "$1/large.ppm" "$1/large.png"
        """#, [folder])
    try #require(made.status == 0, "\(made.errors)")
    let server = try DisplayServer.xvfb()
    // The window is there when the disk has had its chance to fill up; closing its stream ends the wait.
    let (status, output, _) = try SmallDisk.run(
      kilobytes: 2000,
      """
      mkdir overscroll && echo old > overscroll/0123.tiles
      DISPLAY=$2 XDG_CACHE_HOME=/mnt "$0" "$1" --cache-mb 1 &
      while ! df --output=pcent . | grep -q 100% && kill -0 $!; do sleep 0.05; done
      sleep 0.5; kill $!; wait $!
      ls -A overscroll; cat overscroll/0123.tiles; df --output=pcent . | tail -1
      """, [picture, server.name])
    #expect(status == 0)
    let lines = output.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines.count == 3 && lines.prefix(2) == ["0123.tiles", "old"])
    #expect(lines.last != "100%")
  }

  @Test func `an animation takes no more memory and no disk the longer it plays`() throws {
    // The frames take more than the memory that is given.
    let colors = (1...24).map { number in
      let digits = String(PictureFolder.color(number), radix: 16)
      return "xc:#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
    let path = folder + "/a.gif"
    let child = try ChildProcess(
      ["convert", "-delay", "2", "-loop", "0", "-size", "1200x900"] + colors + [path],
      errors: folder + "/errors")
    try #require(try child.wait() == 0)
    let cache = TestFolder.make()
    let viewer = try RunningViewer(
      [path, "--alone", "--cache-mb", "64"], environment: ["XDG_CACHE_HOME": cache])
    try viewer.wait(forTitle: "a.gif (1200×900) – 24 frames – Overscroll")
    func resident() throws -> Int {
      let lines = try RunningViewer.text(of: "/proc/\(viewer.program.pid)/status")
      let line = lines.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
    // Two rounds, and then more.
    func play(_ count: Int) throws {
      var shown = 0
      var last: Int?
      try viewer.wait("\(count) frames") { shot in
        let color = shot.color(640, 300)
        let number = (1...24).first { PictureFolder.color($0) == color }
        if let number, number != last { shown += 1 }
        last = number ?? last
        return shown >= count
      }
    }
    try play(48)
    let before = try resident()
    try play(48)
    #expect(try resident() < before + 16_000)
    #expect(try resident() < (64 + 80) << 10)
    let files = try RunningViewer.run(script: "find \(cache) -type f").output
    #expect(files.isEmpty)
  }

  @Test func `the thumbnail of a large picture is kept, for this user alone`() throws {
    let folder = PictureFolder()
    try folder.add("p1.ppm", 1, width: 300, height: 300)
    try folder.add("p2.ppm", 2)
    let cache = TestFolder.make("cache")
    let viewer = try RunningViewer(
      [folder.path, "--overview", "--animations", "off"], environment: ["XDG_CACHE_HOME": cache])
    // Those of small pictures are quick to make.
    try viewer.waitForWorkToEnd()
    let found = try viewer.server.run([
      "sh", "-c", "find \(cache)/thumbnails/large -name '*.png' -perm 600 | wc -l",
    ])
    #expect(Int(found.filter(\.isNumber)) == 1)
    #expect(try viewer.readErrors().isEmpty)
  }
}
