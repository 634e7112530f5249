import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollTestRig
@testable import OverscrollViewer

@Suite struct `The pixel at the pointer` {
  private static let (width, height) = (611, 403)

  /// The color of a pixel of the file.
  private static func color(_ x: Int, _ y: Int) -> UInt32 {
    var bits = UInt64(y * width + x &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 29) &* 0xBF58_476D_1CE4_E5B9
    return UInt32(truncatingIfNeeded: bits >> 40)
  }

  private static func write(_ path: String) throws {
    var bytes = Array("P6 \(width) \(height) 255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
      }
    }
    try RunningViewer.write(bytes, to: path)
  }

  /// The pixels of a file, turned as an orientation says, by libvips: those that `vips getpoint` prints one by one.
  private static func pixels(of path: String, turned number: Int) throws -> [UInt32] {
    let all: [[String]] = [
      [], ["flip horizontal"], ["rot d180"], ["flip vertical"], ["flip horizontal", "rot d270"],
      ["rot d90"], ["flip horizontal", "rot d90"], ["rot d270"],
    ]
    let operations = all[number - 1]
    var name = path
    func run(_ command: [String]) throws {
      guard try ChildProcess(["vips"] + command).wait() == 0 else {
        throw RigError("vips \(command.joined(separator: " ")) failed.")
      }
    }
    for (index, operation) in operations.enumerated() {
      let words = operation.split(separator: " ").map { String($0) }
      let next = "\(path)-\(index).v"
      try run([words[0], name, next, words[1]])
      name = next
    }
    let raw = path + ".raw"
    try run(["rawsave", name, raw])
    let file = try #require(fopen(raw, "rb"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 3 * width * height)
    #expect(fread(&bytes, 1, bytes.count, file) == bytes.count)
    return stride(from: 0, to: bytes.count, by: 3).map {
      UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
    }
  }

  /// A picture that is open, without a window, and what reads its pixels.
  private final class Rig {
    var reader = PixelReader()
    let store = TileStore(budget: 64 << 20)
    let viewport = PixelSize(width: 320, height: 240)
    private(set) var content: OpenPicture

    init(_ source: any ImageSource, _ page: FilePage = FilePage()) throws {
      let picture = TiledPicture(source, store: store, queue: DecodeQueue(workers: 1), wake: {})
      let view = PictureView(
        size: source.info.size, viewport: viewport, scale: 1, fit: .actual,
        limits: .init(minimum: 0.01, maximum: 64))
      content = try OpenPicture(
        picture, view: view, store: store, maker: ImageSurfaceFactory(), file: nil, status: nil,
        startTime: 0)
      content.page = page
      reader.toggle()
    }

    /// Shows a part of the picture.
    func show(_ zoom: Double, _ random: inout SplitMix64) {
      content.view.zoom(.to(zoom), animated: false)
      let scrollView = content.view.scrollView
      let (low, high) = (scrollView.minimumContentOffset, scrollView.maximumContentOffset)
      content.view.recorder.perform(
        .call(
          .setContentOffset(
            Point(
              .random(in: low.x...max(low.x, high.x), using: &random),
              .random(in: low.y...max(low.y, high.y), using: &random)), animated: false)),
        at: content.view.recorder.present)
    }

    func read(_ frame: Frame, isCovered: Bool = false) -> PixelReading? {
      reader.read(frame, of: content, isCovered: isCovered)
    }

    /// The reading at a place, once it is there.
    func read(_ place: Point) throws -> PixelReading {
      reader.pointerMoved(to: place)
      while true {
        let frame = content.view.frame()
        let reading = try #require(read(frame))
        guard reading.color == .pending, reading.pixel != nil else { return reading }
        content.tiles.prepare(
          FramePlan(frame, pyramid: content.picture.pyramid), resting: frame.placement,
          direction: .none)
        usleep(500)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `is read at all scales, turned as it is shown`(number: Int) throws {
    let path = TestFolder.make() + "/noise.ppm"
    try Self.write(path)
    let turn = try #require(Orientation(rawValue: number))
    let file = try ImageFile.open(FilePath(path), limits: ImageLimits())
    let rig = try Rig(#require(turn == .upright ? file : file.turned(by: turn)))
    let size = turn.applied(to: PixelSize(width: Self.width, height: Self.height))
    #expect(rig.content.picture.info.size == size)
    // Where each pixel of the file is shown.
    var shown = [UInt32](repeating: 0, count: size.width * size.height)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let place = turn.place(
          of: Point(
            (Double(x) + 0.5) / Double(Self.width), (Double(y) + 0.5) / Double(Self.height)))
        let (column, row) = (Int(place.x * Double(size.width)), Int(place.y * Double(size.height)))
        shown[row * size.width + column] = Self.color(x, y)
      }
    }
    #expect(try Self.pixels(of: path, turned: number) == shown, "vips has other pixels")
    var random = SplitMix64(seed: UInt64(number))
    for zoom in [0.05, 0.3, 0.5, 1, 1.7, 4, 16, 33.3, 64] {
      for _ in 0..<5 {
        rig.show(zoom, &random)
        let placement = rig.content.view.placement
        for _ in 0..<25 {
          let place = Point(
            .random(in: 0..<320, using: &random), .random(in: 0..<240, using: &random))
          let reading = try rig.read(place)
          // By rational numbers, from the device pixel that contains the place.
          let x = ((place.x.rounded(.down) + 0.5 - placement.origin.x) / zoom).rounded(.down)
          let y = ((place.y.rounded(.down) + 0.5 - placement.origin.y) / zoom).rounded(.down)
          guard (0..<Double(size.width)).contains(x), (0..<Double(size.height)).contains(y) else {
            #expect(reading.pixel == nil)
            continue
          }
          #expect(reading.pixel == PixelReading.Pixel(x: Int(x), y: Int(y)))
          let color = shown[Int(y) * size.width + Int(x)]
          #expect(reading.color == .premultiplied(0xFF00_0000 | color))
        }
      }
    }
  }

  @Test func `has the same components in every frame of an animation`() throws {
    let folder = TestFolder.make()
    for (name, colors) in [("many", ["red", "lime", "blue"]), ("one", ["red"])] {
      let path = FilePath("\(folder)/\(name).gif")
      let frames = colors.map { "xc:\($0)" }
      let command = ["convert", "-size", "40x30", "-delay", "10"] + frames + [path.description]
      #expect(try ChildProcess(command).wait() == 0)
      for index in colors.indices {
        let (source, page) = try FilePage(index: index).open(path, limits: ImageLimits())
        let text = try Rig(source, page).read(Point(160, 120)).text
        #expect(text.contains("FF   ") == (name == "many"), "\(name), \(index): \(text)")
      }
    }
  }

  @Test func `has the values that a TIFF file's samples stand for`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 40, height: 30)) { _, _, _ in 32_770 }
    (page.photometric, page.samples, page.bits) = (1, 1, 16)
    let text = "ImageJ=1.53t\ncf=0\nc0=-32768.0\nc1=1.0\nvunit=HU\n"
    page.tags = [TIFFBuilder.text(270, text)]
    let path = FilePath(TestFolder.make() + "/a.tif")
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: path.description)
    let rig = try Rig(try ImageFile.open(path, limits: ImageLimits()))
    var reading = try rig.read(Point(160, 120))
    for _ in 0..<5000 where reading.awaitsSamples {
      usleep(1000)
      reading = try rig.read(Point(160, 120))
    }
    #expect(reading.text.hasSuffix("   file 32770   value 2 HU"))
  }

  @Test func `is a dash where the pointer is elsewhere, and nothing until asked for`() throws {
    let rig = try Rig(Grid(size: PixelSize(width: 5000, height: 5000)))
    let frame = rig.content.view.frame()
    #expect(rig.read(frame)?.pixel == nil)
    #expect(try rig.read(Point(100, 100)).pixel != nil)
    #expect(rig.read(frame, isCovered: true)?.pixel == nil)
    for place in [Point(-1, 100), Point(320, 100), Point(100, 240)] {
      #expect(try rig.read(place).pixel == nil, "the window ends there")
    }
    rig.reader.pointerMoved(to: nil)
    #expect(rig.read(frame)?.text == "–")
    rig.reader.toggle()
    #expect(rig.read(frame) == nil)
    #expect(rig.reader.reading == nil)
  }

  @Test func `requests its tile of the full size, and no other one at that scale`() throws {
    let rig = try Rig(Grid(size: PixelSize(width: 60_000, height: 60_000)))
    rig.content.view.zoom(.to(0.01), animated: false)
    let reading = try rig.read(Point(160, 120))
    let pixel = try #require(reading.pixel)
    let key = TileKey(level: 0, column: pixel.x / 256, row: pixel.y / 256)
    let arrivals = rig.content.picture.drainArrivals()
    #expect(arrivals.filter { $0.level == 0 } == [key])
  }

  @Test func `follows the mouse while it drags, but no finger`() throws {
    let rig = try Rig(Grid(size: PixelSize(width: 5000, height: 5000)))
    func drag(_ type: Touch.TouchType, _ place: Point) {
      rig.reader.follow(.touch(.moved, at: place, 1, type: type))
    }
    func place() -> PixelReading.Pixel? {
      rig.reader.read(rig.content.view.frame(), of: rig.content, isCovered: false)?.pixel
    }
    drag(.indirectPointer, Point(100, 100))
    let before = place()
    drag(.direct, Point(200, 200))
    #expect(before != nil && place() == before)
    drag(.indirectPointer, Point(150, 100))
    #expect(place()?.x == before.map { $0.x + 50 })
  }
}

@Suite struct `The pixel at the pointer in a window` {
  private static let name = "p.ppm"

  @Test func `is read, copied, and gone with the pointer`() throws {
    let folder = PictureFolder()
    try folder.add(Self.name, 1, width: 300, height: 200)
    let viewer = try HeadlessViewer([folder.path + "/" + Self.name, "--animations", "off"])
    try viewer.input.move(to: Point(640, 400))
    let before = try viewer.settle()
    // The plate is dark, and its patch has the color of the picture.
    let patch = (x: 14 + 10 + 6, y: 800 - 14 - 13)
    func patchColor(_ shot: Screenshot) -> UInt32 { shot.color(patch.x, patch.y) }
    try viewer.wait("the reading", after: "x") { patchColor($0) == PictureFolder.color(1) }
    try viewer.input.type("y")
    #expect(viewer.clipboardText == "x 150  y 100   #E20040   226 0 64")
    try viewer.input.move(to: Point(100, 100))
    try viewer.wait("no reading") { patchColor($0) != PictureFolder.color(1) }
    try viewer.input.move(to: Point(640, 400))
    try viewer.wait("the reading again") { patchColor($0) == PictureFolder.color(1) }
    try viewer.input.type("x")
    try viewer.settleWithoutPlates()
    try viewer.wait("the picture alone") { $0.isSame(as: before) }
  }

  @Test func `costs nothing while the pointer rests`() throws {
    let folder = PictureFolder()
    try folder.add(Self.name, 1, width: 2000, height: 1500)
    let viewer = try HeadlessViewer([
      folder.path + "/" + Self.name, "--animations", "off", "--zoom", "100%",
    ])
    try viewer.wait(forPicture: 1)
    try viewer.input.move(to: Point(640, 400))
    try viewer.input.type("x", "M")
    try viewer.settleWithoutPlates()
    #expect(viewer.host.next(until: viewer.time + 2) == nil)
  }
}
