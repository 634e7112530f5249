import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBase
@testable import OverscrollImaging

@Suite struct `What is kept of pictures` {
  private let folder = TestFolder.make()

  private func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String)
  {
    try RunningViewer.run(
      ["cache"] + arguments, environment: ["DISPLAY": "", "XDG_CACHE_HOME": folder])
  }

  @Test func `is counted, and deleted where it was asked for`() throws {
    let tiles = folder + "/overscroll"
    mkdir(tiles, 0o700)
    try RunningViewer.write([UInt8](repeating: 1, count: 150_000), to: tiles + "/a.tiles")
    let cache = ThumbnailCache(path: FilePath(folder + "/thumbnails"), program: "overscroll-0")
    let picture = FilePath(tiles + "/a.tiles")
    let thumbnail = Thumbnail(
      size: .init(width: 128, height: 1), pixels: Array(repeating: 0, count: 128), isOpaque: false)
    cache.store(thumbnail, of: try #require(cache.entry(of: picture)))
    let expected = """
      tile files: 1 file, 0.2 MB (\(folder)/overscroll)
      thumbnails: 1 file, 0.0 MB (\(folder)/thumbnails)
      """
    for arguments in [[], ["--size"]] {
      #expect(
        try RunningViewer.run(
          ["cache"] + arguments, environment: ["DISPLAY": "", "XDG_CACHE_HOME": folder]
        ).output == expected)
    }
    #expect(try run("--clear").output == expected.replacing("1 file", with: "1 file deleted"))
    #expect(
      try run().output
        == expected.replacing("1 file", with: "0 files")
        .replacing("0.2", with: "0.0"))
    #expect(TestFolder.names(in: tiles).isEmpty)
    #expect(try run("--clear", "--size").status == 2)
  }
}
