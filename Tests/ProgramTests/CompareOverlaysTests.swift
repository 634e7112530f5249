import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollShell
@testable import OverscrollTestRig
@testable import OverscrollViewer

@Suite struct `What lies over compared pictures` {
  private let canvas: Canvas

  init() throws {
    canvas = try Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
  }

  /// The plates of pictures of different sizes in a window, as they are drawn, and the summary's own place.
  private func plates(
    _ mode: CompareSettings.Mode, in room: Size, count: Int = 2
  ) -> (all: [Rect], summary: Rect) {
    var settings = CompareSettings(count: count)
    settings.mode = mode
    let sizes = PicturePair(
      a: PixelSize(width: 40, height: 30), b: PixelSize(width: 50, height: 30))
    let viewports = CompareViewports(
      PixelSize(width: Int(room.width), height: Int(room.height)),
      count: mode == .sideBySide ? count : 1, scale: 1)
    let layout = PairLayout(sizes, place: .topLeft)
    let verdict = PictureVerdict(
      PictureDifferences(Self.statistics, isComplete: true), layout,
      names: PicturePair(a: "1.png", b: "2.png"))
    let overlays = CompareOverlays(
      settings: settings, layout: layout,
      names: (1...count).map { "\($0).png" }, measurement: .done(verdict), room: room,
      viewports: viewports.all.map(\.rect), pointer: nil)
    var frame = Frame(
      viewport: PixelSize(width: Int(room.width), height: Int(room.height)),
      placement: Placement(size: sizes.a, origin: .zero, scale: 16))
    frame.layers = overlays.layers(
      PlateLayer.layer("1600%", .lowerRight(above: 0), in: room), message: nil, showsPlates: true)
    let all = PlateArrangement(of: frame, around: nil, measuredBy: canvas).layers.compactMap {
      layer in
      layer.content.plate(measuredBy: canvas)?.offset(by: layer.displacement)
    }
    return (all, overlays.plate.area)
  }

  /// Makes a file with so many pages, and the one that is compared.
  private func page(_ index: Int, of count: Int) throws -> ComparedPage {
    let pages = (0..<count).map { _ in
      TIFFBuilder.Page(size: PixelSize(width: 2, height: 2)) { _, _, _ in 9 }
    }
    let path = TestFolder.make() + "/a.tif"
    try RunningViewer.write(TIFFBuilder(pages: pages).bytes, to: path)
    return ComparedPage(index, of: FilePath(path), in: nil)
  }

  @Test func `has a line of which page is compared, where files have several`() throws {
    let size = PixelSize(width: 40, height: 30)
    let layout = PairLayout(PicturePair(a: size, b: size), place: .topLeft)
    var verdict = PictureVerdict(
      PictureDifferences(Self.statistics, isComplete: true), layout,
      names: PicturePair(a: "a", b: "b"))
    func rows() -> [String] {
      CompareOverlays(
        settings: CompareSettings(count: 2), layout: layout, names: ["a", "b"],
        measurement: .done(verdict), room: Size(width: 1280, height: 800), viewports: [],
        pointer: nil
      ).rows.map { "\($0.name): \($0.value)" }
    }
    let single = rows()
    #expect(!single.contains { $0.hasPrefix("Compared") })
    verdict.pages = PicturePair(a: try page(1, of: 3), b: try page(1, of: 3))
    #expect(rows() == ["Compared: page 2 of 3"] + single)
    verdict.pages.b = try page(1, of: 2)
    #expect(rows() == ["Pages differ: 3 and 2", "Compared: page 2"] + single)
  }

  /// Statistics that need as many rows as there are.
  private static let statistics: DifferenceStatistics = {
    var statistics = DifferenceStatistics()
    [0xFF00_0000, 0x8000_0000].withUnsafeBufferPointer { a in
      [0xFFFF_FFFF, 0xFF00_0000].withUnsafeBufferPointer { statistics.add(a, $0, y: 0) }
    }
    return statistics
  }()

  @Test(arguments: [320.0, 340, 500, 1280], CompareSettings.Mode.allCases)
  func `is apart, the scale from the summary as well, which stays in its place`(
    width: Double, mode: CompareSettings.Mode
  ) {
    let (all, summary) = plates(mode, in: Size(width: width, height: 240))
    #expect(all.count == (mode == .difference ? 2 : mode == .wipe || mode == .sideBySide ? 4 : 3))
    #expect(all.contains(summary))
    for (index, plate) in all.enumerated() {
      #expect(!all[(index + 1)...].contains { $0.intersects(plate) }, "\(all)")
    }
  }

  @Test(arguments: [3, 4, 5, 6])
  func `is apart over several pictures, each of which has its name`(count: Int) {
    let (all, summary) = plates(.sideBySide, in: Size(width: 1280, height: 800), count: count)
    #expect(all.count == count + 2 && all.contains(summary))
    for (index, plate) in all.enumerated() {
      #expect(!all[(index + 1)...].contains { $0.intersects(plate) }, "\(all)")
    }
  }

  @Test(arguments: [(320.0, 240.0), (450, 300), (1280, 800)])
  func `include a whole message, beside the summary or above it`(width: Double, height: Double) {
    let room = Size(width: width, height: height)
    let summary = Rect(x: 14, y: height - 124, width: 236, height: 110)
    let area = CompareMessage("Both pictures have the same size.", in: room, beside: summary)
      .layer.area
    #expect(area.width >= 280 && !area.intersects(summary), "\(area)")
    #expect(Rect(origin: .zero, size: room).contains(area))
  }

  @Test func `say how samples differ that look the same, and go to the greatest`() throws {
    let folder = PictureFolder()
    /// Writes a gradient of 16 bits, the same but for some pixels.
    func write(_ name: String, _ changes: [(x: Int, y: Int, by: Int)] = []) throws -> String {
      var values = (0..<30).flatMap { _ in (0..<40).map { $0 * 65_535 / 39 } }
      for change in changes { values[change.y * 40 + change.x] += change.by }
      let bytes = values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let path = "\(folder.path)/\(name)"
      try RunningViewer.write(Array("P5 40 30 65535\n".utf8) + bytes, to: path)
      return path
    }
    func open(_ a: String, _ b: String) throws -> (HeadlessViewer, ComparePage) {
      let viewer = try HeadlessViewer(["compare-pictures", a, b, "--animations", "off"])
      let page = try viewer.comparePage
      try viewer.waitUntil("numbers") {
        if case .done = page.compared.measurement.state { true } else { false }
      }
      return (viewer, page)
    }
    let a = try write("a.pgm")
    let (viewer, page) = try open(a, write("b.pgm", [(3, 2, 1), (7, 4, 3)]))
    #expect(
      page.plates.rows == [
        .init("Greatest", "3 at 7, 4", isLink: true), .init("Differing pixels", "0.167%"),
        .init("Compared as", "16-bit samples"), .init("Colors as shown", "identical"),
      ])
    try viewer.input.type("g")
    let message = "Samples differ in 2 pixels by at most 3 of \(LocaleText.user.number(65_535));"
    #expect(viewer.message == message + " colors as shown are identical.")
    // Enlarged, and in the middle as far as the picture's edge lets it.
    #expect(page.view.placement.scale >= 8)
    let (same, other) = try open(a, write("c.pgm"))
    #expect(other.plates.rows == [.init("Colors", "identical"), .init("Samples", "identical")])
    try same.input.type("g")
    #expect(same.message == "The colors and the samples are identical.")
  }

  @Test(arguments: [
    (0.0, "0%"), (1e-9, "< 0.001%"), (0.001667, "0.167%"), (0.1234, "12.34%"),
    (0.999999, "> 99.99%"), (1, "100%"),
  ])
  func `says how many pixels differ in three decimals at most, and never none or all of some`(
    share: Double, text: String
  ) {
    #expect(PictureVerdict.percent(share) == text)
  }

  @Test(
    arguments: [
      (pow(1.01, 5), "1.051"), (1.5, "1.5"), (2, "2"), (1 / 1.01, "0.99"), (1 / 64, "0.016"),
    ] as [(Double, String)])
  func `says by how much B is scaled in three decimals at most`(scale: Double, text: String) {
    #expect(PictureVerdict.scale(scale) == text)
  }
}
