import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `A picture whose samples are written as they are` {
  private let folder = ScratchFolder()
  private var others: OtherPrograms { OtherPrograms(folder: folder) }
  private static let size = PixelSize(width: 83, height: 61)

  /// A way in which a file stores its samples.
  struct Layout: CustomTestStringConvertible, Sendable {
    var bits = 16
    var format = 1
    var samples = 3
    var isPlanar = false
    var isTiled = false
    var isBigEndian = false
    var orientation = 1
    var testDescription: String {
      "\(samples) × \(bits) bits of format \(format), planar \(isPlanar), tiles \(isTiled), "
        + "big-endian \(isBigEndian), orientation \(orientation)"
    }

    /// All kinds of samples, each in another layout.
    static let all: [Self] = {
      let kinds = [
        (1, 1), (2, 1), (4, 1), (8, 1), (12, 1), (16, 1), (24, 1), (32, 1), (8, 2), (16, 2),
        (32, 2), (16, 3), (32, 3), (64, 3),
      ]
      return kinds.enumerated().flatMap { index, kind in
        [1, 2, 3, 4, 7, 13].enumerated().map { place, samples in
          let number = index + place
          return Self(
            bits: kind.0, format: kind.1, samples: samples, isPlanar: number % 2 == 1,
            isTiled: number / 2 % 2 == 1, isBigEndian: number % 3 == 1,
            orientation: number % 8 + 1)
        }
      }
    }()
  }

  private func page(_ layout: Layout) -> TIFFBuilder.Page {
    var page = TIFFBuilder.Page(size: Self.size) { x, y, channel in
      // Numbers with all of their bits, also where they are floating.
      var random = SplitMix64(seed: UInt64(x + 1000 * y + 1_000_000 * channel))
      let number = random.next()
      switch (layout.format, layout.bits) {
      case (3, 64): return (Double(number % 1_000_000) / 7).bitPattern
      case (3, 32): return UInt64((Float(number % 1_000_000) / 7).bitPattern)
      case (3, _): return number % 0x7C00
      default: return layout.bits == 64 ? number : number % (1 << UInt64(layout.bits))
      }
    }
    (page.bits, page.format, page.samples) = (layout.bits, layout.format, layout.samples)
    page.photometric = layout.samples >= 3 ? 2 : 1
    let colors = page.photometric == 2 ? 3 : 1
    page.extraSamples = (colors..<layout.samples).map { _ in 0 }
    page.isPlanar = layout.isPlanar && layout.samples > 1
    page.tile = layout.isTiled ? PixelSize(width: 32, height: 16) : nil
    page.orientation = layout.orientation
    return page
  }

  /// Writes a part of a file's picture as data.
  private func write(
    _ name: String, _ part: PixelRect? = nil, to output: String, turn: Orientation = .upright,
    scale: PixelScale? = nil
  ) throws -> PictureExport.End {
    let source = try ImageFile.open(folder.file(name))
    return try PictureExport(
      source.turned(by: turn) ?? source, rect: part, to: FilePath(folder.file(output)),
      content: .data, scale: scale, backdrop: 0
    ).run()
  }

  /// How large the pixels of a file are.
  private func scale(_ name: String) -> PixelScale? {
    PictureMetadata(of: FilePath(folder.file(name))).scale
  }

  /// All samples of a rectangle of a file, as stored.
  private func samples(_ name: String, _ rect: PixelRect? = nil) throws -> [[UInt8]] {
    let source = try ImageFile.open(folder.file(name))
    let reader = try #require(try source.sampleReader())
    var rows: [[UInt8]] = []
    try reader.rows(of: rect ?? PixelRect(reader.size)) {
      rows.append(Array($0))
      return true
    }
    return rows
  }

  @Test(arguments: Layout.all)
  func `is read back to the last bit, in any layout and any part`(layout: Layout) throws {
    var random = SplitMix64(seed: UInt64(layout.bits * 100 + layout.samples))
    let file = TIFFBuilder(pages: [page(layout)], isBigEndian: layout.isBigEndian)
    _ = folder.write(file.bytes, to: "a.tif")
    let source = try ImageFile.open(folder.file("a.tif"))
    let shown = source.info.size
    let (x, y) = (
      Int.random(in: 0..<shown.width, using: &random), Int.random(in: 0..<40, using: &random)
    )
    let part = PixelRect(
      x: x, y: y, width: Int.random(in: 1...shown.width - x, using: &random),
      height: Int.random(in: 1...shown.height - y, using: &random))
    #expect(try write("a.tif", part, to: "b.tif") == .complete)
    let stored = source.info.orientation.fileRect(of: part, in: shown)
    #expect(try samples("b.tif") == samples("a.tif", stored))
    let written = try ImageFile.open(folder.file("b.tif"))
    #expect(written.info.size == part.size)
    #expect(written.info.orientation == source.info.orientation)
    #expect(written.info.samples == source.info.samples)
    // Each sample is that of the single pixel, too.
    let reader = try #require(try source.sampleReader())
    let copy = try #require(try written.sampleReader())
    for _ in 0..<20 {
      let (x, y) = (
        Int.random(in: 0..<stored.width, using: &random),
        Int.random(in: 0..<stored.height, using: &random)
      )
      let one = try reader.samples(x: stored.x + x, y: stored.y + y) { true }
      #expect(try copy.samples(x: x, y: y) { true } == one)
    }
  }

  @Test(arguments: ["a.png", "i.png", "a.tif", "m.tif", "a.ppm"], ["png", "tif"])
  func `has the samples that vips reads`(name: String, suffix: String) throws {
    let kind = try #require(SampleFiles.kinds.first { $0.name == name })
    let files = try SampleFiles(kind)
    let part = PixelRect(x: 17, y: 19, width: 101, height: 90)
    let source = try files.open(kind)
    let path = FilePath(files.folder.file("out.\(suffix)"))
    let export = try PictureExport(source, rect: part, to: path, content: .data, backdrop: 0)
    #expect(try export.run() == .complete)
    try files.others.run("vips crop @in.v @part.v 17 19 101 90")
    #expect(try files.samples("out.\(suffix)") == files.samples("part.v"))
  }

  @Test func `lies where its part of the map lies`() throws {
    let doubles = { (numbers: [Double]) in numbers.map { Int(bitPattern: UInt($0.bitPattern)) } }
    var page = page(Layout())
    page.noData = "7"
    page.tags = [
      (33550, 12, doubles([30, 20, 0])), (33922, 12, doubles([2, 1, 0, 500_000, 4_000_000, 0])),
      (34735, 3, [1, 1, 0, 1, 3072, 0, 1, 32633]),
    ]
    _ = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    #expect(
      try write("a.tif", PixelRect(x: 10, y: 6, width: 20, height: 9), to: "b.tif") == .complete)
    let (whole, part) = (
      PictureMetadata(of: FilePath(folder.file("a.tif"))).scale,
      PictureMetadata(of: FilePath(folder.file("b.tif"))).scale
    )
    let map = try #require(whole?.map)
    #expect(part?.map?.coordinates(of: .zero) == map.coordinates(of: Point(10, 6)))
    #expect(part?.map?.code == 32633)
    #expect(part?.x == 30 && part?.y == 20)
    let description = try #require(
      try ImageFile.open(folder.file("b.tif")).sampleReader()?.description())
    #expect(description.tag(42113)?.bytes == Array("7".utf8) + [0])
    // A matrix instead of a point and a step.
    page.tags = [
      (34264, 12, doubles([2, 1, 0, 100, 0.5, -3, 0, 200, 0, 0, 0, 0, 0, 0, 0, 1])),
      (34735, 3, [1, 1, 0, 1, 3072, 0, 1, 32633]),
    ]
    _ = folder.write(TIFFBuilder(pages: [page], isBigEndian: true).bytes, to: "c.tif")
    #expect(
      try write("c.tif", PixelRect(x: 10, y: 6, width: 20, height: 9), to: "d.tif") == .complete)
    let matrix = try #require(PictureMetadata(of: FilePath(folder.file("d.tif"))).scale?.map)
    #expect(matrix.origin == Point(100 + 20 + 6, 200 + 5 - 18))
    #expect(matrix.column == Point(2, 0.5) && matrix.row == Point(1, -3))
  }

  @Test func `lies where a world file beside it says`() throws {
    _ = folder.write(TIFFBuilder(pages: [page(Layout(bits: 8))]).bytes, to: "a.tif")
    let part = PixelRect(x: 10, y: 6, width: 20, height: 9)
    let feet = #"PROJCS["P",UNIT["Foot_US",0.3048006096]]"#
    let meters = #"PROJCS["P",UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","32633"]]"#
    let degrees = #"GEOGCS["G",UNIT["Degree",0.0174532925199433]]"#
    let places = ["10\n0\n0\n-20\n500005\n4648990\n", "0.5\n0\n0\n-0.25\n8.25\n47.875\n"]
    for (numbers, projection, unit, code) in [
      (places[0], "", "", 0), (places[0], feet, "ft", 0), (places[0], meters, "m", 32633),
      (places[1], degrees, "°", 0),
      (places[1], degrees.dropLast() + #",AUTHORITY["EPSG","4258"]]"#, "°", 4258),
      ("8\n1\n2\n-4\n500000\n400000\n", "", "", 0),
    ] {
      _ = folder.write(Array(numbers.utf8), to: "a.tfw")
      _ = folder.write(Array(projection.utf8), to: "a.prj")
      let found = try #require(scale("a.tif"))
      #expect(try write("a.tif", part, to: "b.tif", scale: found) == .complete)
      let (map, copy) = (try #require(found.map), try #require(scale("b.tif")))
      #expect(copy.source == "GeoTIFF" && copy.map?.unit == unit && copy.kind == found.kind)
      #expect(map.code == code && copy.map?.code == code, "\(projection)")
      #expect(copy.map?.coordinates(of: .zero) == map.coordinates(of: Point(10, 6)))
      #expect(copy.map?.column == map.column && copy.map?.row == map.row)
      // PNG has no words for it, and the file is written without.
      let export = try PictureExport(
        ImageFile.open(folder.file("a.tif")), to: FilePath(folder.file("b.png")), content: .data,
        scale: found, backdrop: 0)
      #expect(export.lostPlace != nil)
      #expect(try export.run() == .complete)
      #expect(scale("b.png")?.map == nil)
    }
  }

  @Test func `has the names of its channels, wherever the file has them`() throws {
    let names = ["DAPI", "a & b", "", "<7>"]
    let channels = names.map { name in
      #"<Channel Name="\#(name.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))"/>"#
    }
    let ome =
      #"<OME><Image><Pixels DimensionOrder="XYCZT" SizeC="4" SizeZ="1" SizeT="1">"#
      + channels.joined() + "</Pixels></Image></OME>"
    var pages = (0..<4).map { _ in page(Layout(samples: 1)) }
    pages[0].tags = [TIFFBuilder.text(270, ome)]
    _ = folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif")
    // GDAL's own are kept as they are.
    var bands = page(Layout(samples: 4))
    let items = names.enumerated().map { number, name in
      #"<Item name="DESCRIPTION" sample="\#(number)" role="description">"#
        + name.escapedForXML + "</Item>"
    }
    let metadata = #"<GDALMetadata><Item name="X">1</Item>\#(items.joined())</GDALMetadata>"#
    bands.tags = [TIFFBuilder.text(42112, metadata)]
    _ = folder.write(TIFFBuilder(pages: [bands]).bytes, to: "b.tif")
    let part = PixelRect(x: 10, y: 6, width: 20, height: 9)
    for name in ["a.tif", "b.tif"] {
      #expect(try write(name, part, to: "copy.tif") == .complete)
      let info = try ImageFile.open(folder.file("copy.tif")).info
      #expect(info.channels.map(\.name) == names, "\(name)")
    }
  }

  @Test func `has its place by its own tags, whatever else is said`() throws {
    let doubles = { (numbers: [Double]) in numbers.map { Int(bitPattern: UInt($0.bitPattern)) } }
    var page = page(Layout())
    page.tags = [
      (33550, 12, doubles([30, 20, 0])), (33922, 12, doubles([0, 0, 0, 500_000, 4_000_000, 0])),
      (34735, 3, [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32633]),
    ]
    _ = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    let found = try #require(scale("a.tif"))
    #expect(try write("a.tif", to: "b.tif", scale: found) == .complete)
    #expect(scale("b.tif") == found && found.map?.unit == "m")
  }

  @Test(
    arguments: [
      (#"<OME><Pixels PhysicalSizeX="0.25" PhysicalSizeY="0.5">"#, "0.25 × 0.5 µm per pixel"),
      ("ImageJ=1.53t\nunit=micron\nmin=0", "0.25 µm per pixel"),
    ])
  func `has the resolution that its description means`(description: String, text: String) throws {
    var page = page(Layout())
    page.tags = [
      TIFFBuilder.text(270, description), (282, 5, [1 << 32 | 4]),
      (283, 5, [1 << 32 | 4]), (296, 3, [1]),
    ]
    _ = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    let found = try #require(scale("a.tif"))
    for name in ["b.tif", "b.png"] {
      #expect(try write("a.tif", to: name, scale: found) == .complete)
      let copy = try #require(scale(name))
      #expect(copy.text.hasPrefix(text + ", "), "\(name): \(copy.text)")
    }
  }

  @Test func `keeps its profile and its resolution`() throws {
    var page = page(Layout())
    page.profile = Profiles.wide
    page.tags = [(282, 5, [1 << 32 | 300]), (283, 5, [1 << 32 | 300]), (296, 3, [2])]
    _ = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    for name in ["b.tif", "b.png"] {
      #expect(try write("a.tif", to: name) == .complete)
      let bytes = try FileBytes(ImageFile.examine(FilePath(folder.file(name))).0)
      let blocks = MetadataBlocks(bytes, head: bytes.read(0, 16) ?? [])
      let profile =
        blocks.profile.isEmpty
        ? blocks.exif.first?.tags.first(34675)?.bytes ?? [] : blocks.profile
      #expect(profile == Profiles.wide, "\(name)")
      #expect(blocks.scale?.text.hasPrefix("300 dpi") == true, "\(name)")
      #expect(try pixels(name) == pixels("a.tif"), "\(name)")
    }
  }

  /// What is seen of a file.
  private func pixels(_ name: String) throws -> [UInt32] { try others.decode(name).pixels }

  @Test func `is turned by saying so`() throws {
    _ = folder.write(TIFFBuilder(pages: [page(Layout())]).bytes, to: "a.tif")
    let turn = Orientation.turnedRight
    let part = PixelRect(x: 3, y: 5, width: 31, height: 40)
    let turned = try #require(try ImageFile.open(folder.file("a.tif")).turned(by: turn))
    let end = try PictureExport(
      turned, rect: part, to: FilePath(folder.file("seen.png")), backdrop: 0
    ).run()
    #expect(end == .complete)
    for name in ["b.tif", "b.png"] {
      #expect(try write("a.tif", part, to: name, turn: turn) == .complete)
      #expect(try ImageFile.open(folder.file(name)).info.orientation == turn)
      #expect(try pixels(name) == pixels("seen.png"), "\(name)")
    }
  }

  @Test(
    arguments: [
      ("a.tif", "b.jpg", "JPEG files hold what is seen; data need .tif, or .png where it can"),
      ("a.tif", "b.webp", "WebP files hold what is seen; data need .tif, or .png where it can"),
      ("f.tif", "b.png", "PNG has no such samples; name the file .tif"),
      ("s.tif", "b.png", "PNG has no such channels; name the file .tif"),
      ("p.ppm", "b.tif", "the picture has colors of 8 bits only; it can be written as seen"),
    ])
  func `is refused where something would be lost`(name: String, output: String, reason: String)
    throws
  {
    let layouts = [
      "a.tif": Layout(), "f.tif": Layout(bits: 32, format: 3), "s.tif": Layout(samples: 7),
    ]
    for (name, layout) in layouts {
      _ = folder.write(TIFFBuilder(pages: [page(layout)]).bytes, to: name)
    }
    _ = folder.write(Array("P6 1 1 255 abc".utf8), to: "p.ppm")
    let error = #expect(throws: ImagingError.self) { try write(name, to: output) }
    #expect(error?.reason == reason)
    #expect(!TestFolder.names(in: folder.path).contains(output))
  }

  @Test(
    arguments: [
      (1, 1, 16, 1, [], true), (0, 1, 16, 1, [], false), (2, 4, 16, 1, [2], true),
      (2, 4, 16, 1, [1], false), (2, 4, 8, 1, [0], false), (1, 1, 16, 2, [], false),
      (1, 1, 32, 3, [], false), (1, 1, 32, 1, [], false), (5, 4, 8, 1, [], false),
    ] as [(Int, Int, Int, Int, [Int], Bool)])
  func `is known by its header to fit into PNG or not`(
    photometric: Int, samples: Int, bits: Int, format: Int, extras: [Int], fits: Bool
  ) throws {
    var page = page(Layout(bits: bits, format: format, samples: samples))
    (page.photometric, page.extraSamples) = (photometric, extras)
    let path = FilePath(folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif"))
    let source = try ImageFile.open(path)
    func fitsInto(_ format: OutputFormat, _ data: SampleDescription) -> Bool {
      (try? format.check(data, in: path)) != nil
    }
    let known = try #require(source.info.data)
    let exact = try #require(try source.sampleReader()).description()
    #expect(fitsInto(.png, known) == fits && fitsInto(.png, exact) == fits)
    #expect(fitsInto(.tiff, known) && fitsInto(.tiff, exact))
    #expect(!fitsInto(.jpeg, known))
    var writer = MessageWriter()
    writer.add(source.info)
    var reader = MessageReader(writer.bytes)
    #expect(try reader.info() == source.info)
  }

  @Test func `is not written where it is damaged`() throws {
    var bytes = TIFFBuilder(pages: [page(Layout(isTiled: true))]).bytes
    _ = folder.write(bytes, to: "a.tif")
    #expect(try write("a.tif", to: "b.tif") == .complete)
    // The offsets of the tiles, of which the first is said to lie behind the file.
    let entry = try #require(
      bytes.indices.dropLast(12).last { bytes[$0..<$0 + 4].elementsEqual([0x44, 1, 4, 0]) })
    let offsets = bytes[(entry + 8)..<entry + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
    bytes[offsets + 3] = 0x70
    _ = folder.write(bytes, to: "b.tif")
    #expect(throws: ImagingError.self) { try write("b.tif", to: "c.tif") }
    #expect(!TestFolder.names(in: folder.path).contains("c.tif"))
  }

  @Test func `names what is left out of what is seen`() {
    var info = ImageInfo(format: "TIFF", size: Self.size)
    #expect(PictureExport.loss(of: info) == nil)
    info.samples = SampleLayout(channels: 3, colors: 3, bits: 8, takesTone: false)
    #expect(PictureExport.loss(of: info) == nil)
    info.samples = SampleLayout(channels: 5, colors: 3, bits: 16, takesTone: true)
    info.colorSource = "ICC profile"
    #expect(PictureExport.loss(of: info) == "samples of 16 bits, channels, the color profile")
    info.samples = SampleLayout(channels: 1, colors: 1, bits: 32, isFloat: true, takesTone: true)
    info.colorSource = "sRGB, assumed"
    #expect(PictureExport.loss(of: info) == "floating samples of 32 bits")
    // What is no number is none in any file.
    info.samples?.noData = .infinity
    #expect(PictureExport.loss(of: info) == "floating samples of 32 bits")
    info.samples = SampleLayout(channels: 1, colors: 1, bits: 8, takesTone: false, noData: 0)
    let scale = PixelScale(worldFile: "10\n0\n0\n-10\n5\n5")
    #expect(PictureExport.loss(of: info, scale) == "the place on the map, the no-data value")
    (info.samples, info.storesColors) = (nil, true)
    #expect(PictureExport.loss(of: info, scale) == "the place on the map")
  }
}
