import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollTestRig
@testable import OverscrollViewer

@Suite struct `A picture is taken along` {
  private let folder = PictureFolder()

  private func viewer() throws -> HeadlessViewer {
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    return try HeadlessViewer([folder.path])
  }

  @Test func `by its file, its path and its pixels, turned as it is shown`() throws {
    let viewer = try viewer()
    try viewer.wait(forTitle: "p1.ppm (150×200) – 1 of 3 – Overscroll", after: "greater")
    try viewer.settle(after: "ctrl+c")
    let path = folder.path + "/p1.ppm"
    let out = TestFolder.make() + "/out"
    let uri = try #require(FilePath(path).absolute?.uri)
    let copied = try #require(viewer.host.clipboard)
    #expect(String(decoding: copied.uriList, as: UTF8.self) == uri + "\r\n")
    #expect(String(decoding: copied.copiedFiles, as: UTF8.self) == "copy\n" + uri)
    #expect(copied.text == FilePath(path).absolute?.description)
    for _ in 1...2 {
      try RunningViewer.write(viewer.clipboardPicture(), to: out)
      let source = try ImageFile.open(out)
      #expect(source.info.format == "PNG" && source.info.size.description == "150×200")
      guard case .rows(let rows) = source.access else { continue }
      var colors: Set<UInt32> = []
      let builder = PyramidBuilder(source.info) { key, tile in
        guard key.level == 0 else { return }
        for y in 0..<tile.size.height {
          for x in 0..<tile.size.width { colors.insert(tile[x, y] & 0xFF_FFFF) }
        }
      }
      try rows.decode(into: builder, while: { true })
      #expect(colors == [PictureFolder.color(1)])
    }
    try viewer.settle(after: "ctrl+shift+c")
    #expect(viewer.clipboardText == "p1.ppm")
  }

  @Test func `as a file, the field for whose name tells what it cannot hold`() throws {
    let samples = (0..<40 * 30 * 6).map { UInt8(truncatingIfNeeded: $0) }
    try RunningViewer.write(Array("P6 40 30 65535\n".utf8) + samples, to: folder.path + "/deep.ppm")
    let viewer = try HeadlessViewer([folder.path + "/deep.ppm"])
    let page = try viewer.picturePage
    func note(after keys: String...) throws -> String? {
      try viewer.input.type(keys)
      try viewer.waitUntil("the field") { page.appearance.field.isShown }
      return page.appearance.field.shown?.panel.note
    }
    try viewer.settle(after: "greater")
    #expect(try note(after: "ctrl+s") == "as PNG")
    #expect(try note(after: "ctrl+a", "d", "period", "j", "p", "g") == "as JPEG")
    #expect(try note(after: "Tab") == "JPEG cannot hold it")
    #expect(try note(after: "ctrl+a", "d", "period", "t", "i", "f") == "as TIFF")
    #expect(
      page.appearance.field.shown?.panel.choices == [
        "Whole picture, 30 × 40, rotated, as seen: 8-bit sRGB",
        "Whole picture, 30 × 40, rotated, as it is: 16-bit, 3 channels",
      ])
  }

  @Test func `as a file, with the sample that means no data only as it is`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 40, height: 30)) { x, _, _ in UInt64(x) }
    (page.photometric, page.samples, page.noData) = (1, 1, "2")
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: folder.path + "/gray.tif")
    let viewer = try HeadlessViewer([folder.path + "/gray.tif"])
    let shown = try viewer.picturePage
    #expect(
      SaveChoice(shown.content, selection: nil, scale: nil).parts.map(\.label) == [
        "Whole picture, 40 × 30, as seen: 8-bit sRGB, without its no-data value",
        "Whole picture, 40 × 30, as it is: 8-bit, no-data value",
      ])
  }

  @Test func `to the trash by a key that is pressed twice`() throws {
    let data = TestFolder.make("data")
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    let viewer = try HeadlessViewer([folder.path]) { host in
      host.services.dataHome = FilePath(data)
    }
    try viewer.wait(forPicture: 1)
    try viewer.settle(after: "Delete")
    #expect(access(folder.path + "/p1.ppm", F_OK) == 0)
    try viewer.wait(forPicture: 1)
    try viewer.wait(forPicture: 2, after: "Delete")
    try viewer.wait(forTitle: "p2.ppm (200×150) – 1 of 2 – Overscroll")
    #expect(access(folder.path + "/p1.ppm", F_OK) != 0)
    #expect(access(data + "/Trash/files/p1.ppm", F_OK) == 0)
    let info = TextFiles.textIfPresent(data + "/Trash/info/p1.ppm.trashinfo")
    #expect(info?.hasPrefix("[Trash Info]\nPath=/") == true)
    // The first press is for one picture only.
    try viewer.wait(forPicture: 3, after: "Delete", "n")
    try viewer.settle(after: "Delete")
    #expect(access(folder.path + "/p2.ppm", F_OK) == 0)
    #expect(access(folder.path + "/p3.ppm", F_OK) == 0)
    // The last one leaves its place to the one before.
    try viewer.wait(forPicture: 2, after: "Delete")
    try viewer.wait(forTitle: "p2.ppm (200×150) (deleted) – Overscroll", after: "Delete", "Delete")
    try viewer.wait(forPicture: 2)
  }

  @Test func `only when the key is pressed again soon`() {
    var trash = PictureTrash()
    let late = 2.1 + PictureTrash.duration
    let presses = [("a", 1), ("b", 2), ("b", late), ("b", late + 0.1), ("b", late + 0.2)]
    let moves = presses.map { name, time in trash.press(for: [FilePath(name)], at: time) }
    #expect(moves == [false, false, false, true, false])
  }
}
