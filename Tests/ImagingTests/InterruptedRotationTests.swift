import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

/// A process that is killed while it keeps and undoes rotations.
@Suite(.serialized) struct `A rotation in a program that is killed` {
  private static let variable = "OVERSCROLL_TEST_FILE"

  @Test(arguments: 1...`A rotation that is kept in the file`.tries)
  func `is in the file, or is not`(seed: UInt64) async throws {
    let folder = ScratchFolder()
    let path = folder.file("p.png")
    let row = (0..<900).map { UInt8(truncatingIfNeeded: $0 * $0) }
    PNGFile(size: PixelSize(width: 300, height: 200), rows: .init(repeating: row, count: 200))
      .write(to: path)
    let old = ScratchFolder.read(path)
    var random = SplitMix64(seed: seed)
    setenv(Self.variable, "\(1000 + random.index(60_000)) \(path)", 1)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let words = String(cString: getenv("OVERSCROLL_TEST_FILE")).split(separator: " ")
      let (time, path) = (UInt32(words[0]) ?? 1, FilePath(String(words[1])))
      BackgroundThread.start {
        usleep(time)
        kill(getpid(), SIGKILL)
      }
      while true {
        let kept = try KeptRotation.keep(.turnedRight, of: path, since: nil, limits: ImageLimits())
        _ = try kept.undo(limits: ImageLimits())
      }
    }
    unsetenv(Self.variable)
    let now = ScratchFolder.read(path)
    guard now != old else { return }
    let info = try Decoded(path).info
    #expect(info.orientation == .turnedRight && now.count > old.count)
  }
}

/// A full disk, for which only root can mount one.
@Suite(.enabled(if: geteuid() == 0, "only root can mount a file system"))
struct `A rotation on a full disk` {
  @Test func `leaves the file as it is, and nothing beside it`() throws {
    let folder = ScratchFolder()
    try #require(mount("none", folder.path, "tmpfs", UInt(MS_NOSUID), "size=64k") == 0)
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    let size = PixelSize(width: 120, height: 110)
    var random = SplitMix64(seed: 4)
    let rows = (0..<110).map { _ in (0..<360).map { _ in UInt8(random.index(256)) } }
    PNGFile(size: size, rows: rows).write(to: folder.file("p.png"))
    let old = ScratchFolder.read(folder.file("p.png"))
    try #require(old.count > 33_000 && old.count < 60_000, "\(old.count)")
    let error = #expect(throws: ImagingError.self) {
      try KeptRotation.keep(
        .turnedRight, of: FilePath(folder.file("p.png")), since: nil, limits: ImageLimits())
    }
    #expect(error?.reason == "the disk is full")
    #expect(ScratchFolder.read(folder.file("p.png")) == old)
    #expect(TestFolder.names(in: folder.path) == ["p.png"])
  }
}
