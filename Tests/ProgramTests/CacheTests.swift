import Glibc
import OverscrollTestFiles
import OverscrollTestRig
import Testing

/// What viewers keep, in memory and on the disk, in real windows.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `With little memory` {
  /// A picture of slopes that takes more than the memory given.
  private func write(to path: String) throws {
    let (width, height) = (2600, 1900)
    var bytes = Array("P6 \(width) \(height) 255\n".utf8)
    bytes.reserveCapacity(bytes.count + 3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        bytes.append(UInt8(truncatingIfNeeded: x >> 3))
        bytes.append(UInt8(truncatingIfNeeded: y >> 3))
        bytes.append(UInt8(truncatingIfNeeded: (x + y) >> 4))
      }
    }
    try RunningViewer.write(bytes, to: path)
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

  @Test func `two viewers of one picture leave one tile file, which the third believes`() throws {
    let folder = TestFolder.make()
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
    for viewer in [one, other] { try viewer.waitForWorkToEnd() }
    var files: [String: UInt] = [:]
    // On a busy machine a viewer that waits for the processor looks as if it had ended its work.
    try one.wait("one tile file") { _ in
      files = Self.files(in: cache)
      return files.keys.filter { $0.hasSuffix(".tiles") }.count == 1 && files.count == 1
    }
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
}
