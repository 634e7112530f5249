import Glibc
import OverscrollBrowser
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollHost
@testable import OverscrollShell
@testable import OverscrollTestRig
@testable import OverscrollViewer

/// A window that compares pictures of a folder.
struct CompareRig {
  let folder = PictureFolder()

  /// Opens a window on two pictures of one color each.
  func plain(_ arguments: String...) throws -> HeadlessViewer {
    let paths = [
      try folder.add("a.ppm", 1, width: 2000, height: 1600),
      try folder.add("b.ppm", 9, width: 2000, height: 1600),
    ]
    return try HeadlessViewer(
      ["compare-pictures"] + paths + ["--zoom", "fill", "--animations", "off"] + arguments)
  }

  /// Writes noise, the same for the same seed, but for one pixel.
  func noise(_ name: String, changing place: (x: Int, y: Int)? = nil) throws -> String {
    let (width, height) = (1500, 1200)
    var state: UInt64 = 7
    // Rows are parts of the same noise, each of another place.
    let noise = (0..<2 * 3 * width).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33) / 2
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for row in 0..<height { bytes += noise[(row * 1237 % (3 * width))...].prefix(3 * width) }
    if let place {
      for channel in 0..<3 { bytes[3 * (place.y * width + place.x) + channel] = 255 }
    }
    let path = "\(folder.path)/\(name)"
    try RunningViewer.write(Array("P6 \(width) \(height) 255\n".utf8) + bytes, to: path)
    return path
  }

  /// Opens a window on two pictures of the same noise.
  func sameNoise() throws -> (HeadlessViewer, ComparePage) {
    let paths = [try noise("a.ppm"), try noise("b.ppm")]
    let viewer = try HeadlessViewer(
      ["compare-pictures"] + paths + ["--zoom", "100%", "--animations", "off"])
    return (viewer, try viewer.comparePage)
  }
}

extension ComparePage {
  /// How much the pictures differ, once that is measured.
  var statistics: DifferenceStatistics? {
    if case .done(let verdict) = compared.measurement.state { verdict.statistics } else { nil }
  }
}

@Suite struct `A window that compares two pictures` {
  private let rig = CompareRig()

  @Test func `moves B over A by keys and by Alt and a drag, and measures it there`() throws {
    let (viewer, page) = try rig.sameNoise()
    try viewer.waitUntil("the same pictures") { page.statistics?.isIdentical == true }
    try viewer.input.type("alt+Right")
    try viewer.input.type("alt+shift+Down")
    #expect(page.settings.adjustment.offset == PairOffset(x: 1, y: 10))
    try viewer.waitUntil("other pixels there") {
      page.statistics.map { !$0.isIdentical } == true
    }
    #expect(page.layout.frames.b.x - page.layout.frames.a.x == 1)
    let placement = page.view.placement
    try viewer.input.hold("alt")
    try viewer.input.drag([Point(600, 400), Point(590, 395), Point(579, 380)], milliseconds: 50)
    try viewer.input.letGo("alt")
    #expect(page.settings.adjustment.offset == PairOffset(x: -20, y: -10))
    // A stays where it is, as far as pixels are whole.
    let moved = page.view.placement.origin - placement.origin
    let shift = page.layout.frames.a.rect.origin * placement.scale
    #expect((moved + shift).length < 2, "\(moved), \(shift)")
    try viewer.input.type("alt+Home")
    #expect(page.settings.adjustment.offset == .zero)
    try viewer.waitUntil("the same pictures again") { page.statistics?.isIdentical == true }
  }

  @Test func `scales B around the pointer by Alt and the wheel, and back`() throws {
    let (viewer, page) = try rig.sameNoise()
    /// The pixel of a picture at the pointer.
    func pixel(_ side: PairSide) -> Point {
      let placement = page.view.placement.placement(ofBIn: page.layouts[side == .a ? 0 : 1])
      return (Point(500, 300) - placement.origin) / placement.scale
    }
    try viewer.waitUntil("the same pictures") { page.statistics?.isIdentical == true }
    try viewer.input.move(to: Point(500, 300))
    let (a, b) = (pixel(.a), pixel(.b))
    try viewer.input.wheel(-10, holding: ["alt"])
    #expect(abs(page.settings.adjustment.scale - 1.1046) < 0.0001)
    #expect((pixel(.a) - a).length < 2 && (pixel(.b) - b).length < 2, "\(pixel(.a)), \(pixel(.b))")
    try viewer.input.wheel(3, holding: ["alt", "shift"])
    #expect(abs(page.settings.adjustment.scale - 1.1046 / 1.003) < 0.0001)
    try viewer.waitUntil("other pixels there") { page.statistics.map { !$0.isIdentical } == true }
    #expect(page.layout.canvas.width > 1500)
    // The wheel alone still moves the pictures.
    let scale = page.settings.adjustment.scale
    try viewer.input.wheel(1)
    #expect(page.settings.adjustment.scale == scale)
    try viewer.input.type("alt+Home")
    #expect(page.settings.adjustment.scale == 1 && page.settings.adjustment.offset == .zero)
    try viewer.input.type("alt+Prior", "alt+Prior", "alt+Next")
    #expect(abs(page.settings.adjustment.scale - 1.01) < 1e-9)
  }

  @Test func `turns B around the pointer by Ctrl, Alt and the wheel, and back`() throws {
    let (viewer, page) = try rig.sameNoise()
    /// The pixel of B at the pointer.
    func pixel() -> Point {
      let placement = page.view.placement
      let place = (Point(500, 300) - placement.origin) / placement.scale
      return (page.layout.turned?.unturned(place) ?? place) - page.layout.frames.b.rect.origin
    }
    try viewer.waitUntil("the same pictures") { page.statistics?.isIdentical == true }
    try viewer.input.move(to: Point(500, 300))
    let before = pixel()
    try viewer.input.wheel(10, holding: ["alt", "ctrl"])
    #expect(abs(page.settings.adjustment.turn - 1) < 1e-9 && page.settings.adjustment.scale == 1)
    #expect((pixel() - before).length < 2, "\(pixel()), \(before)")
    try viewer.input.wheel(-3, holding: ["alt", "ctrl", "shift"])
    #expect(abs(page.settings.adjustment.turn - 0.97) < 1e-9)
    try viewer.waitUntil("other pixels there") { page.statistics.map { !$0.isIdentical } == true }
    #expect(page.layout.canvas.width > 1500)
    try viewer.input.type("alt+Home")
    #expect(page.settings.adjustment == .none)
    try viewer.input.type("alt+period", "alt+period", "alt+comma", "alt+greater", "alt+less")
    #expect(abs(page.settings.adjustment.turn - 0.1) < 1e-9)
    try viewer.waitUntil("other pixels again") { page.statistics.map { !$0.isIdentical } == true }
    try viewer.input.type("alt+comma")
    try viewer.waitUntil("the same again") { page.statistics?.isIdentical == true }
  }

  @Test func `begins with a turn of B, which a verdict names`() throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm")]
    let command = ["compare-pictures"] + paths
    let turned = try RunningViewer.run(command + ["--rotate-b", "-1.5", "--json", "-"])
    #expect(turned.status == 1 && turned.output.contains(#""rotationOfB":-1.5"#), "\(turned)")
    let told = try RunningViewer.run(
      command + ["--rotate-b", "-1.5", "--json", rig.folder.path + "/verdict.json"])
    #expect(told.output.contains("B rotated by -1.5°"), "\(told)")
    let refused = try RunningViewer.run(command + ["--rotate-b", "181", "--json", "-"])
    #expect(refused.status == 64 || refused.status == 2, "\(refused)")
    #expect(refused.errors.contains("--rotate-b must be from -180 to 180."))
    let viewer = try HeadlessViewer(command + ["--rotate-b", "90", "--animations", "off"])
    let page = try viewer.comparePage
    #expect(page.layout.canvas == PixelSize(width: 1500, height: 1500))
  }

  @Test func `places B by its coordinates, in a window and for a verdict`() throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm")]
    let command = ["compare-pictures"] + paths
    let refused = try RunningViewer.run(command + ["--place", "map", "--json", "-"])
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.errors.contains("by the map: picture A has no coordinates on a map"))
    // World files: pixels of half a meter, and B 20 meters to the east and 10 to the south.
    for (name, x, y) in [("a", 1000.0, 2000.0), ("b", 1020, 1990)] {
      let numbers = [0.5, 0, 0, -0.5, x, y].map { "\($0)\n" }.joined()
      try RunningViewer.write(Array(numbers.utf8), to: "\(rig.folder.path)/\(name).pmw")
    }
    let placed = try RunningViewer.run(command + ["--place", "map", "--json", "-"])
    #expect(placed.status == 1 && placed.output.contains(#""place":"map""#), "\(placed)")
    #expect(placed.output.contains(#""scaleOfB":1,"rotationOfB":0}"#), "\(placed)")
    let told = try RunningViewer.run(
      command + ["--place", "map", "--json", rig.folder.path + "/verdict.json"])
    #expect(told.output.contains("B placed by the map"), "\(told)")
    #expect(placed.output.contains(#""compared":{"x":40,"y":20,"width":1460,"height":1180}"#))
    let viewer = try HeadlessViewer(command + ["--zoom", "100%", "--animations", "off"])
    let page = try viewer.comparePage
    #expect(page.settings.place == .topLeft)
    try viewer.input.type("p", "p", "p")
    #expect(page.settings.place == .map)
    #expect(page.layout.frames.b == PixelRect(x: 40, y: 20, width: 1500, height: 1200))
    try viewer.input.type("p")
    #expect(page.settings.place == .topLeft)
    // A kilometer farther there is nothing to compare.
    try RunningViewer.write("0.5\n0\n0\n-0.5\n2020\n1990\n", to: rig.folder.path + "/b.pmw")
    let apart = try RunningViewer.run(command + ["--place", "map", "--json", "-"])
    #expect(apart.status == 2 && apart.output.contains(#""verdict":"error""#), "\(apart)")
    #expect(apart.errors.contains("b.ppm do not overlap on the map"), "\(apart)")
  }

  @Test func `begins with a scale of B, which a verdict names`() throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm")]
    let command = ["compare-pictures"] + paths
    let scaled = try RunningViewer.run(command + ["--scale-b", "1.25", "--json", "-"])
    #expect(scaled.status == 1 && scaled.output.contains(#""scaleOfB":1.25"#), "\(scaled)")
    #expect(scaled.output.contains(#""compared":{"x":0,"y":0,"width":1500,"height":1200}"#))
    let refused = try RunningViewer.run(command + ["--scale-b", "65", "--json", "-"])
    #expect(refused.status == 64 || refused.status == 2, "\(refused)")
    #expect(refused.errors.contains("--scale-b must be from 1/64"))
    let viewer = try HeadlessViewer(command + ["--scale-b", "0.5", "--animations", "off"])
    let page = try viewer.comparePage
    #expect(page.layout.frames.b.size == PixelSize(width: 750, height: 600))
  }

  @Test func `begins with an offset, which a verdict names`() throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm")]
    let command = ["compare-pictures"] + paths
    let same = try RunningViewer.run(command + ["--json", "-"])
    let moved = try RunningViewer.run(command + ["--offset", "3,-2", "--json", "-"])
    #expect(moved.status == 1 && moved.output.contains(#""offset":{"x":3,"y":-2}"#), "\(moved)")
    #expect(same.status == 0 && !same.output.contains("offset"), "\(same)")
    let away = try RunningViewer.run(command + ["--offset", "5000,0", "--json", "-"])
    #expect(away.status == 1, "\(away)")
  }
  private static let (a, b) = (PictureFolder.color(1), PictureFolder.color(9))

  private func pixel(_ shot: Screenshot, _ x: Int, _ y: Int = 400) -> UInt32 { shot.color(x, y) }

  /// The difference of the two colors, multiplied.
  private func difference(_ gain: Int) -> UInt32 {
    [16, 8, 0].reduce(0) { sum, shift in
      let one = Int(Self.a >> UInt32(shift) & 0xFF)
      let other = Int(Self.b >> UInt32(shift) & 0xFF)
      return sum << 8 | UInt32(min(abs(one - other) * gain, 255))
    }
  }

  @Test func `shows them in seven ways`() throws {
    let viewer = try rig.plain()
    try viewer.input.move(to: Point(500, 300))
    try viewer.wait("a wipe at the pointer") {
      pixel($0, 480) == Self.a && pixel($0, 520) == Self.b
    }
    try viewer.input.move(to: Point(900, 300))
    try viewer.wait("a wipe that follows") { pixel($0, 880) == Self.a && pixel($0, 920) == Self.b }
    try viewer.wait("A", after: "1") { pixel($0, 300) == Self.a && pixel($0, 1000) == Self.a }
    try viewer.input.type("2")
    try viewer.wait("B") { pixel($0, 300) == Self.b && pixel($0, 1000) == Self.b }
    try viewer.wait("both", after: "5") { pixel($0, 600) == Self.a && pixel($0, 660) == Self.b }
    try viewer.input.type("6")
    try viewer.wait("the difference") { pixel($0, 600) == difference(1) }
    try viewer.wait("it doubled", after: "bracketright") { pixel($0, 600) == difference(2) }
    // The wheel over the plate goes on; elsewhere it pans.
    try viewer.input.move(to: Point(100, 760))
    try viewer.input.wheel(-1)
    try viewer.wait("it again") { pixel($0, 600) == difference(4) }
    try viewer.input.type("x")
    let most = [16, 8, 0].map { Int(difference(4) >> UInt32($0) & 0xFF) }.max() ?? 0
    try viewer.wait("the greatest") { pixel($0, 600) == UInt32(most * 0x01_0101) }
    try viewer.wait("A with an outline around all of it", after: "7") { pixel($0, 600) == Self.a }
    try viewer.input.type("3")
    for color in [Self.b, Self.a, Self.b] {
      try viewer.wait("a blink") { pixel($0, 600) == color }
    }
  }

  @Test func `fits them by a double click, also in another mode, and goes back`() throws {
    let viewer = try rig.plain()
    guard let page = viewer.window.controller.page as? ComparePage else {
      return _ = Issue.record("no comparison")
    }
    for mode in ["1", "2"] {
      try viewer.input.type(mode)
      for scale in [0.5, 1] {
        for _ in 1...2 { try viewer.input.click(Point(300, 300)) }
        try viewer.settle()
        #expect(page.view.placement.scale == scale)
      }
    }
  }

  @Test
  func `leaves the amount alone where a scroll from the pictures passes the summary`() throws {
    let viewer = try rig.plain("--mode", "difference")
    try viewer.wait("the difference") { pixel($0, 600) == difference(1) }
    func scroll(_ phase: Input.Phase, _ place: Point, by delta: Double) throws {
      try viewer.send(
        .touchpad(
          Input.Touchpad(
            time: viewer.time, phase: phase, delta: Point(0, delta), position: place,
            modifiers: [])))
    }
    try scroll(.began, Point(600, 300), by: 10)
    for _ in 1...4 { try scroll(.changed, Point(100, 760), by: 40) }
    try scroll(.ended, Point(100, 760), by: 0)
    #expect(pixel(try viewer.settle(), 600) == difference(1))
    try scroll(.began, Point(100, 760), by: 40)
    try scroll(.ended, Point(100, 760), by: 0)
    #expect(pixel(try viewer.settle(), 600) == difference(2))
  }

  @Test func `shows the other one while space is held`() throws {
    let viewer = try rig.plain("--mode", "a")
    try viewer.wait("A") { pixel($0, 600) == Self.a }
    try viewer.input.hold("space")
    try viewer.wait("B") { pixel($0, 600) == Self.b }
    try viewer.input.letGo("space")
    try viewer.wait("A again") { pixel($0, 600) == Self.a }
  }

  @Test func `shows no plate while the keys are listed, which would cover a part of it`() throws {
    let viewer = try rig.plain("--mode", "a")
    // On the summary, and on the name.
    let places = [(100, 770), (30, 20)]
    func plates(_ shot: Screenshot) -> Int { places.count { pixel(shot, $0.0, $0.1) != Self.a } }
    try viewer.wait("the plates") { plates($0) == 2 && pixel($0, 600) == Self.a }
    try viewer.wait("the keys alone", after: "F1") { plates($0) == 0 && pixel($0, 600) != Self.a }
    try viewer.input.type("F1")
    try viewer.wait("the plates again") { plates($0) == 2 && pixel($0, 600) == Self.a }
  }

  @Test func `keeps the line of a wipe where it is while commands are listed over it`() throws {
    let viewer = try rig.plain("--mode", "wipe")
    try viewer.input.move(to: Point(600, 300))
    let before = try viewer.settle()
    try viewer.input.type("F1")
    try viewer.input.move(to: Point(300, 300))
    #expect(try viewer.settle(after: "Escape").isSame(as: before))
  }

  @Test func `goes to the greatest difference by a click on it`() throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm", changing: (1234, 77))]
    let viewer = try HeadlessViewer(
      ["compare-pictures"] + paths + ["--animations", "off", "--mode", "difference"])
    // The link's row is the first below the title, once the numbers are known.
    try viewer.input.move(to: Point(200, 800 - 14 - 12 - 2 * 21 - 6))
    try viewer.settle()
    try viewer.input.click()
    let shot = try viewer.wait("the pixel") { pixel($0, 640, 400) != 0 && pixel($0, 500) == 0 }
    #expect(pixel(shot, 642, 402) == pixel(shot, 638, 398))
    #expect(pixel(shot, 650, 400) == 0 && pixel(shot, 640, 412) == 0)
  }

  @Test func `never shows them a frame apart`() throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm")]
    let viewer = try HeadlessViewer(
      ["compare-pictures"] + paths + ["--zoom", "100%", "--mode", "difference"])
    for _ in 1...6 { try viewer.input.type("bracketright") }
    try viewer.settle(after: "d")
    var random = SplitMix64(seed: 11)
    var moved = 0
    for _ in 1...10 {
      let start = Point(
        .random(in: 300...900, using: &random), .random(in: 200...600, using: &random))
      let step = Point(.random(in: -30...30, using: &random), .random(in: -30...30, using: &random))
      try viewer.input.drag((0...6).map { start + step * Double($0) }, milliseconds: 6)
      if Bool.random(using: &random) { try viewer.input.wheel(-1, holding: ["ctrl"]) }
      // In motion: the pictures are the same, so every pixel of both is black, whatever the place.
      for _ in 1...3 {
        let shot = try viewer.look()
        let colors = Set(
          (100..<700).flatMap { y in [300, 500, 640, 800].map { pixel(shot, $0, y) } })
        // But for the indicators, the plate of the scale, and what surrounds the pictures.
        #expect(!colors.contains { $0 & 0xFF > 0x60 && $0 & 0xFF00 > 0x6000 }, "\(colors)")
        moved += 1
      }
    }
    #expect(moved == 30)
  }

  @Test(arguments: [(1500, 1200), (1900, 1000)])
  func `opens where and as large as a picture was looked at`(width: Int, height: Int) throws {
    try rig.folder.add("p1.ppm", 1, width: 1500, height: 1200)
    try rig.folder.add("p2.ppm", 9, width: width, height: height)
    let viewer = try HeadlessViewer(
      [rig.folder.path, "--animations", "off"], size: PixelSize(width: 640, height: 480))
    let album = try viewer.picturePage
    try viewer.wait(forPicture: 1)
    try viewer.wait(forPicture: 9, after: "v", "n")
    try viewer.wait(forPicture: 1, after: "v", "p")
    func pixelOfA(_ page: ComparePage) -> Point {
      let placement = page.view.placement
      return (Point(320, 240) - placement.origin) / placement.scale
        - page.layout.frames.a.rect.origin
    }
    func comparison() throws -> ComparePage {
      try viewer.input.type("C")
      try viewer.waitUntil("the comparison") { viewer.window.controller.page is ComparePage }
      return try viewer.comparePage
    }
    // Fitted as it was.
    #expect(try comparison().view.position.isFitted)
    try viewer.wait(forPicture: 1, after: "Escape")
    // One pixel per pixel, and not in the middle.
    try viewer.settle(after: "1")
    try viewer.input.drag([Point(300, 200), Point(200, 150), Point(160, 120), Point(160, 120)])
    try viewer.settle()
    let before = album.view.placement
    let middle = (Point(320, 240) - before.origin) / before.scale
    #expect(before.scale == 1 && (middle - Point(750, 600)).length > 50)
    let page = try comparison()
    #expect(page.view.placement.scale == 1)
    #expect((pixelOfA(page) - middle).length < 1.01, "\(pixelOfA(page)), \(middle)")
    // From the other picture, too.
    try viewer.wait(forPicture: 1, after: "Escape")
    try viewer.wait(forPicture: 9, after: "n")
    try viewer.settle(after: "1")
    let scale = album.view.placement.scale
    #expect(try comparison().view.placement.scale == scale)
  }

  @Test func `stands aside for the album that it was opened from`() throws {
    try rig.folder.add("p1.ppm", 1, width: 2000, height: 1600)
    try rig.folder.add("p2.ppm", 2, width: 2000, height: 1600)
    try rig.folder.add("p3.ppm", 9, width: 2000, height: 1600)
    let viewer = try HeadlessViewer([rig.folder.path, "--zoom", "fill", "--animations", "off"])
    try viewer.input.type("C")
    try viewer.input.type("v")
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.wait(forPicture: 9, after: "n")
    try viewer.wait(forPicture: 2, after: "v", "p")
    for key in ["Escape", "q"] {
      try viewer.wait("the names", after: "C") { _ in viewer.title.hasPrefix("p1.ppm and p3.ppm") }
      try viewer.input.move(to: Point(610, 310))
      try viewer.input.move(to: Point(600, 300))
      try viewer.wait("the comparison") { pixel($0, 580) == Self.a && pixel($0, 620) == Self.b }
      // A file that comes meanwhile joins the album once it is shown again.
      try rig.folder.add("p4-\(key).ppm", 12, width: 200, height: 150)
      try viewer.settle()
      // What one page has said is not about the other.
      try viewer.input.type("x")
      #expect(viewer.window.controller.message.text?.hasPrefix("x works in") == true)
      try viewer.wait(forPicture: 2, after: key)
      #expect(viewer.window.controller.message.text == nil)
    }
    #expect(viewer.title.contains("2 of 5"))
    try viewer.wait(forPicture: 9, after: "n")
  }

  @Test(arguments: [[], ["--tone", "0,65535"]])
  func `never calls pictures identical whose samples differ`(tone: [String]) throws {
    let folder = PictureFolder().path
    // A green that is brighter than the screen's, and one beside it, which looks the same.
    let primaries = [0.64, 0.33, 0.21, 0.71, 0.15, 0.06].map { Int($0 * 10_000) | 10_000 << 32 }
    for (name, least) in [("a", 0), ("b", 4)] {
      var page = TIFFBuilder.Page(size: PixelSize(width: 4, height: 3)) { _, _, channel in
        channel == 1 ? 255 : UInt64(least)
      }
      page.tags = [(319, 5, primaries)]
      try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: "\(folder)/\(name).tif")
      try RunningViewer.write(
        Array("P5 2 1 65535\n".utf8) + [0, UInt8(least), 255, 255], to: "\(folder)/\(name).pgm")
    }
    for suffix in ["tif", "pgm"] {
      let command = ["compare-pictures"] + ["a", "b"].map { "\(folder)/\($0).\(suffix)" } + tone
      let viewer = try HeadlessViewer(command)
      let page = try viewer.comparePage
      try viewer.waitUntil("numbers") { page.statistics != nil }
      guard case .done(let verdict) = page.compared.measurement.state else { continue }
      #expect(verdict.statistics.isIdentical && !verdict.isSame && verdict.samples?.maximum == 4)
      #expect(page.plates.rows.contains(.init("Colors as shown", "identical")))
      let judged = try RunningViewer.run(command + ["--json", "\(folder)/j.json"])
      #expect(judged.status == 1 && judged.output == verdict.message)
      #expect(try RunningViewer.text(of: "\(folder)/j.json").contains(#""identical":false"#))
    }
  }

  @Test func `says why a picture cannot be compared`() throws {
    try rig.folder.add("a.ppm", 1)
    let path = rig.folder.path
    let result = try RunningViewer.run(["compare-pictures", path + "/a.ppm", path + "/none.ppm"])
    #expect(result.status == 1 && result.errors.contains("none.ppm: no such file"))
  }

  @Test func `leaves no stale pixel behind, whatever is done`() throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm", changing: (700, 600))]
    let viewer = try HeadlessViewer(["compare-pictures"] + paths + ["--animations", "off"])
    // Numbers appear by themselves until then.
    try viewer.settle()
    var random = SplitMix64(seed: 5)
    for action in 1...Self.actions {
      try act(viewer, &random)
      guard action % 4 == 0 else { continue }
      try viewer.input.type("1", "4")
      // From then on a sentence is shown for three seconds, and the scale for one.
      try viewer.settle()
      try viewer.advance(by: 3.3)
      let kept = try viewer.settle()
      #expect(try viewer.expose().isSame(as: kept), "after \(action) actions")
      #expect(try viewer.settle(after: "a", "a").isSame(as: kept), "after \(action) actions")
    }
  }

  /// How much is done: `GHOST_ACTIONS`, or a dozen.
  private static let actions = getenv("GHOST_ACTIONS").flatMap { Int(String(cString: $0)) } ?? 12

  /// Does something, perhaps before what was done last has come to rest.
  private func act(_ viewer: HeadlessViewer, _ random: inout SplitMix64) throws {
    func place() -> Point {
      Point(.random(in: 10..<1270, using: &random), .random(in: 10..<790, using: &random))
    }
    let input = viewer.input
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let (start, end) = (place(), place())
      let count = Int.random(in: 2...12, using: &random)
      let path = (0...count).map { start + (end - start) * (Double($0) / Double(count)) }
      try input.drag(path, milliseconds: .random(in: 2...16, using: &random))
    case 2:
      try input.move(to: place())
      try input.wheel([-3, -1, 1, 2].randomElement(using: &random) ?? 1, holding: ["ctrl"])
    case 3:
      try input.move(to: place())
      try input.wheel([-2, 1].randomElement(using: &random) ?? 1)
    default:
      let keys = [
        "1", "2", "3", "4", "5", "6", "7", "bracketright", "bracketleft", "x", "g", "plus", "minus",
        "0", "ctrl+1", "ctrl+Up", "space",
      ]
      try input.type(keys.randomElement(using: &random) ?? "1")
      try input.type(keys.randomElement(using: &random) ?? "5")
    }
  }
}

@Suite struct `The keys of a comparison` {
  @Test func `have one meaning each, and a sentence`() {
    let rows = CompareKeys.table.rows
    let bindings = rows.flatMap(\.bindings)
    #expect(Set(bindings).count == bindings.count)
    #expect(Set(rows.map(\.name)).count == rows.count)
    #expect(Set(rows.map(\.command)).count == rows.count)
    #expect(rows.allSatisfy { $0.summary.hasSuffix(".") })
  }

  @Test func `show modes by digits, which zoom with Control`() {
    func command(_ name: String, _ modifiers: Input.Modifiers = []) -> CompareKeyCommand? {
      CompareKeys.table.command(
        for: Input.Key(
          time: 0, action: .pressed, name: name, shiftedDigit: nil, modifiers: modifiers))
    }
    for (digit, mode) in zip(1...7, [CompareKeyCommand.mode(.a), .mode(.b), .mode(.blink)]) {
      #expect(command("\(digit)") == mode && command("KP_\(digit)") == mode)
    }
    #expect(command("7") == .mode(.outline) && command("8") == nil && command("9") == nil)
    #expect(command("1", .control) == .move(.zoom(.to(1))))
    #expect(command("2", .control) == .move(.zoom(.to(0.5))) && command("0") == .move(.zoom(.fit)))
  }

  @Test func `are in the manual`() throws {
    let root = TextFiles.root
    let manual = try RunningViewer.text(of: root + "/Resources/overscroll.1")
      .replacing("\\-", with: "-")
    let start = try #require(manual.firstRange(of: ".SS Comparing pictures"))
    let end = try #require(manual.firstRange(of: ".SS Replays"))
    let section = manual[start.lowerBound..<end.lowerBound]
    for row in CompareKeys.table.rows {
      if case .move = row.command { continue }
      if case .window(.quit) = row.command { continue }
      for label in KeyBinding.labels(of: row.bindings) where !label.hasPrefix("KP_") {
        let name = label == "Esc" ? "Escape" : label
        #expect(section.contains(name), "\(row.name): \(name)")
      }
    }
  }
}
