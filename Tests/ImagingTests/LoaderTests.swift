import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBase
@testable import OverscrollImaging
@testable import OverscrollTestRig

/// Files that the program `overscroll-load` reads.
@Suite struct `A file of a further format` {
  private static let loaders = LoaderProgram.installed(isConfined: true).map(Loaders.init)

  private let programs = OtherPrograms(folder: ScratchFolder())

  private func open(
    _ name: String, page: Int = 0, limits: ImageLimits = ImageLimits()
  ) throws -> any ImageSource {
    let loaders = try #require(Self.loaders, "the program is missing")
    return try ImageFile.open(
      FilePath(programs.folder.file(name)), page: page, limits: limits, by: loaders)
  }

  /// What libvips makes of a file.
  private func reference(_ name: String, by command: String) throws -> [UInt32] {
    // The loader has the fonts of the system, not those of tests.
    try programs.run("env -u FONTCONFIG_FILE vips " + command.replacing("@F", with: "@" + name))
    return try Decoded(programs.folder.file("ref.png")).pixels
  }

  /// How the tools of the set-up write each format.
  private static let commands = [
    "a.heic": "vips heifsave @a.ppm @a.heic",
    "a.avif": "vips heifsave @a.ppm @a.avif --compression av1",
    "a.jxl": "vips jxlsave @a.ppm @a.jxl", "a.jp2": "vips jp2ksave @a.ppm @a.jp2",
    "a.fits": "vips fitssave @a.ppm @a.fits", "a.exr": "convert @a.ppm @a.exr",
    "a.hdr": "vips radsave @a.ppm @a.hdr",
  ]
  /// The same with samples of more than 8 bits.
  private static let deepCommands = [
    "deep.heic": "vips heifsave @a.ppm @deep.heic --bitdepth 12",
    "deep.jp2": "convert @a.ppm -evaluate multiply 0.1 -depth 16 @deep.jp2",
    "deep.fits":
      "convert @a.ppm -colorspace gray -depth 32 -define quantum:format=floating-point @deep.fits",
    "pq10.avif": "cp \(CasePicture.folder)pq10.avif @pq10.avif",
  ]

  private func make(_ name: String, size: PixelSize = PixelSize(width: 300, height: 200)) throws {
    programs.write(ReferencePicture(soft: size), to: "a.ppm")
    try programs.run(try #require(Self.commands[name] ?? Self.deepCommands[name]))
  }

  @Test(arguments: commands.keys.sorted())
  func `has the pixels that libvips decodes`(name: String) throws {
    try make(name)
    let decoded = Decoded(try open(name))
    #expect(decoded.info.size == PixelSize(width: 300, height: 200))
    #expect(decoded.error == nil && decoded.isWhole)
    // libjxl gives a color profile with the pixels.
    let command =
      name == "a.jxl"
      ? "icc_transform @F @ref.png srgb --embedded" : "colourspace @F @ref.png srgb"
    // Light beyond white is fitted between the lightest levels.
    let tolerance = ["a.exr", "a.hdr"].contains(name) ? 3 : 0
    #expect(difference(decoded.pixels, try reference(name, by: command)) <= tolerance)
  }

  @Test func `is drawn with a longer side of 8192 pixels where it is a drawing`() throws {
    let svg = #"""
      <?xml version="1.0"?><!-- <html> --><svg xmlns="http://www.w3.org/2000/svg" width="32" height="2">
      <rect x="1" width="9" height="2" fill="#2080c0" fill-opacity=".5"/></svg>
      """#
    _ = programs.folder.write(Array(svg.utf8), to: "a.svg")
    let source = try open("a.svg")
    #expect(source.info.size == PixelSize(width: 8192, height: 512))
    #expect(source.info.hasAlpha)
    let decoded = Decoded(source)
    #expect(
      difference(decoded.pixels, try reference("a.svg", by: "svgload @F @ref.png --scale 256")) <= 1
    )
  }

  @Test func `has text where it is a drawing`() throws {
    let svg = #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="1024" height="64"><text y="60" font-size="60">Mmmmmm</text></svg>
      """#
    _ = programs.folder.write(Array(svg.utf8), to: "a.svg")
    let decoded = Decoded(try open("a.svg"))
    #expect(
      difference(decoded.pixels, try reference("a.svg", by: "svgload @F @ref.png --scale 8")) <= 1
    )
    #expect(decoded.pixels.contains(0xFF00_0000))
  }

  @Test func `shows no other file where it is a drawing`() throws {
    try programs.run("convert -size 64x64 xc:red @b.png")
    let svg = #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1024" height="8">
      <image xlink:href="file://\#(programs.folder.file("b.png"))" width="64" height="8"/>
      <image href="b.png" x="64" width="64" height="8"/></svg>
      """#
    _ = programs.folder.write(Array(svg.utf8), to: "a.svg")
    let decoded = Decoded(try open("a.svg"))
    #expect(decoded.info.size == PixelSize(width: 8192, height: 64))
    #expect(decoded.pixels.allSatisfy { $0 == 0 })
  }

  @Test func `has pages, each of its own size`() throws {
    _ = programs.folder.write(PDFFile.pages([(64, 8), (8, 32)]), to: "a.pdf")
    let loaders = try #require(Self.loaders)
    let (file, head) = try ImageFile.examine(FilePath(programs.folder.file("a.pdf")))
    let kind = try FileKind(file, head, by: loaders)
    let pages = try #require(FilePages(file, head, kind, ImageLimits()))
    pages.findAll()
    #expect(
      pages.known.map(\.size) == [
        PixelSize(width: 8192, height: 1024), PixelSize(width: 2048, height: 8192),
      ])
    let second = try open("a.pdf", page: 1)
    #expect(second.info.size == PixelSize(width: 2048, height: 8192) && !second.info.hasAlpha)
    #expect(throws: ImagingError.self) { try open("a.pdf", page: 2) }
  }

  @Test func `is decoded in tiles of any level where it is a slide`() throws {
    try makeSlide()
    let source = try open("a.svs")
    guard case .tiles = source.access else {
      Issue.record("It is decoded as a whole.")
      return
    }
    let decoded = Decoded(source)
    #expect(decoded.error == nil && decoded.info.format == "SVS")
    let expected = try reference("a.svs", by: "openslideload @F @ref.png")
    #expect(difference(decoded.pixels, expected) == 0)
    // The third level is in the file.
    let quarter = Pyramid(size: source.info.size).size(ofLevel: 2)
    let stored = try reference("a.svs", by: "openslideload @F @ref.png --level 2")
    let tile = try #require(decoded.tiles[TileKey(level: 2, column: 0, row: 0)])
    #expect(quarter == PixelSize(width: 175, height: 125))
    #expect(tile[3, 5] == stored[5 * quarter.width + 3])
  }

  @Test func `is turned where it is a slide`() throws {
    try makeSlide()
    let source = try open("a.svs")
    let turned = Decoded(try #require(source.turned(by: .turnedRight)))
    let upright = Decoded(source)
    #expect(turned[0, 0] == upright[0, 499] && turned[499, 699] == upright[699, 0])
  }

  @Test func `has the rest of it in a folder where it is an MRXS slide`() throws {
    programs.write(ReferencePicture(soft: PixelSize(width: 40, height: 30)), to: "a.ppm")
    try programs.run("vips jpegsave @a.ppm @a.jpg")
    _ = programs.folder.write(ScratchFolder.read(programs.folder.file("a.jpg")), to: "a.mrxs")
    // Without its folder it is the JPEG file that it looks like.
    #expect(try open("a.mrxs").info.format == "JPEG")
    try programs.run("mkdir @a")
    _ = programs.folder.write(Array("[GENERAL]\nSLIDE_VERSION = 1\n".utf8), to: "a/Slidedat.ini")
    let error = #expect(throws: ImagingError.self) { try open("a.mrxs") }
    // What OpenSlide misses in a file that the viewer has opened for it.
    #expect(error?.reason.contains("SLIDE_ID") == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [("a.scn", "SCN"), ("a.bif", "BIF"), ("a.tiff", "Philips TIFF")])
  func `has the pixels and the scale that OpenSlide reads where it is a slide`(
    name: String, format: String
  ) throws {
    try makeSlide(name)
    let decoded = Decoded(try open(name))
    #expect(decoded.error == nil && decoded.info.format == format)
    #expect(decoded.info.scale?.text == "0.5 µm per pixel, OpenSlide")
    let expected = try reference(name, by: "openslideload @F @ref.png")
    #expect(difference(decoded.pixels, expected) == 0)
  }

  @Test func `is shown as TIFF where OpenSlide refuses the slide, or without the program`() throws {
    try makeSlide("a.scn")
    let path = FilePath(programs.folder.file("a.scn"))
    #expect(try ImageFile.open(path, limits: ImageLimits(), by: nil).info.format == "TIFF")
    var fluorescent = ScratchFolder.read(programs.folder.file("a.scn"))
    fluorescent.replace(Array("brightfield".utf8), with: Array("fluorescent".utf8))
    _ = programs.folder.write(fluorescent, to: "b.scn")
    let decoded = Decoded(try open("b.scn"))
    #expect(decoded.error == nil && decoded.info.format == "TIFF")
  }

  /// Writes a slide of a scanner with pixels of half a micrometer.
  private func makeSlide(_ name: String) throws {
    if name == "a.bif" {
      _ = programs.folder.write(SlideFile.bif(isBig: false).bytes, to: name)
      return
    }
    programs.write(ReferencePicture(soft: PixelSize(width: 700, height: 500)), to: "a.ppm")
    let description = name == "a.scn" ? SlideFile.scn : SlideFile.philips
    _ = programs.folder.write(Array(description.utf8), to: "a.xml")
    try programs.run(
      "vips tiffsave @a.ppm @\(name) --tile --pyramid --compression jpeg --xres 2000 --yres 2000")
    try programs.run("tiffset -sf 270 @a.xml @\(name)")
    if name == "a.tiff" { try programs.run("tiffset -s 305 Philips_DP @\(name)") }
  }

  private func makeSlide() throws {
    programs.write(ReferencePicture(soft: PixelSize(width: 700, height: 500)), to: "a.ppm")
    try programs.run("vips tiffsave @a.ppm @a.svs --tile --pyramid --compression jpeg")
    for page in 0..<3 { try programs.run("tiffset -d \(page) -s 270 Aperio @a.svs") }
  }

  @Test func `is oriented once`() throws {
    programs.write(ReferencePicture(soft: PixelSize(width: 300, height: 200)), to: "a.ppm")
    try programs.run("vips jpegsave @a.ppm @plain.jpg")
    var bytes = ScratchFolder.read(programs.folder.file("plain.jpg"))
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [
        1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ]
    bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
    _ = programs.folder.write(bytes, to: "a.jpg")
    try programs.run("cjxl @a.jpg @a.jxl")
    let decoded = Decoded(try open("a.jxl"))
    #expect(decoded.info.size == PixelSize(width: 200, height: 300))
    #expect(difference(decoded.pixels, try Decoded(programs.folder.file("a.jpg")).pixels) <= 24)
  }

  @Test(arguments: LoaderFormat.all.map(\.name))
  func `names the package where the program is not installed`(name: String) throws {
    let format = try #require(LoaderFormat.all.first { $0.name == name })
    let error = format.notInstalled(FilePath("a.x"))
    let article = ["A", "S", "O", "N", "M"].contains(name.prefix(1)) ? "an" : "a"
    #expect(error.reason.hasPrefix("this is \(article) \(name) "))
    #expect(error.reason.hasSuffix("; install overscroll-formats"))
  }

  @Test func `costs one message where the program is not installed`() throws {
    try make("a.heic")
    let path = FilePath(programs.folder.file("a.heic"))
    let error = #expect(throws: ImagingError.self) {
      try ImageFile.open(path, limits: ImageLimits(), by: nil)
    }
    #expect(error?.description == "\(path): this is a HEIF picture; install overscroll-formats.")
  }

  @Test func `is one of those that have no decoder here`() throws {
    programs.write(ReferencePicture(soft: PixelSize(width: 40, height: 30)), to: "a.ppm")
    let missing = Loaders(LoaderProgram(path: FilePath("/nonexistent"), isConfined: true))
    for suffix in ["png", "jpg", "tif", "webp", "gif", "pgm", "bmp"] {
      try programs.run("convert @a.ppm @a.\(suffix)")
      let source = try ImageFile.open(
        FilePath(programs.folder.file("a.\(suffix)")), limits: ImageLimits(), by: missing)
      #expect(source.info.size == PixelSize(width: 40, height: 30), "\(suffix)")
    }
  }

  @Test func `costs a message where it is damaged, and the process lives or is replaced`() throws {
    var random = SplitMix64(seed: 5)
    var refused = 0
    var count = 0
    for name in Self.commands.keys.sorted() + Self.deepCommands.keys.sorted() + ["a.svs"] {
      if name == "a.svs" {
        try makeSlide()
      } else {
        try make(name, size: PixelSize(width: 60, height: 40))
      }
      let bytes = ScratchFolder.read(programs.folder.file(name))
      for _ in 0..<Self.mutations {
        var damaged = bytes
        for _ in 0..<1 + random.index(8) {
          damaged[32 + random.index(damaged.count - 32)] = UInt8(random.index(256))
        }
        if random.chance(0.25) { damaged.removeLast(1 + random.index(damaged.count / 2)) }
        _ = programs.folder.write(damaged, to: "damaged-" + name)
        count += 1
        do {
          let decoded = Decoded(try open("damaged-" + name))
          if decoded.error != nil { refused += 1 }
        } catch let error as ImagingError {
          refused += 1
          #expect(!error.reason.contains("\n") && error.reason.utf8.count < 600)
        }
      }
    }
    #expect(refused > 0 && refused < count)
    // All of them work afterward.
    for name in Self.commands.keys { #expect(Decoded(try open(name)).error == nil) }
  }

  /// The damaged files of each format; `LOADER_FILES` has more.
  private static let mutations = getenv("LOADER_FILES").flatMap { Int(String(cString: $0)) } ?? 20
}

@Suite struct `The program that loads further formats` {
  private let folder = ScratchFolder()

  @Test func `is found beside the viewer's own folder, and nowhere else`() {
    #expect(
      LoaderProgram.place(besides: FilePath("/usr/bin/overscroll"))
        == FilePath("/usr/libexec/overscroll/overscroll-load"))
    #expect(
      LoaderProgram.place(besides: FilePath("/a/.build/x86_64-unknown-linux-gnu/debug/overscroll"))
        == FilePath("/a/.build/x86_64-unknown-linux-gnu/debug/overscroll-load"))
    #expect(LoaderProgram.place(besides: FilePath("/home/me/overscroll")) == nil)
  }

  @Test func `is not started where others can write it or its folder`() {
    let program = folder.write([1], to: "overscroll-load")
    chmod(folder.path, 0o755)
    chmod(program, 0o755)
    #expect(LoaderProgram.isTrusted(FilePath(program)))
    chmod(program, 0o775)
    #expect(!LoaderProgram.isTrusted(FilePath(program)))
    chmod(program, 0o755)
    chmod(folder.path, 0o757)
    #expect(!LoaderProgram.isTrusted(FilePath(program)))
    #expect(!LoaderProgram.isTrusted(FilePath(folder.file("missing"))))
  }

  @Test func `is given files of a slide's own folder alone`() {
    mkdir(folder.file("a"), 0o755)
    _ = folder.write([1], to: "secret")
    _ = folder.write([1], to: "a/Slidedat.ini")
    symlink(folder.file("secret"), folder.file("a/link"))
    mkfifo(folder.file("a/pipe"), 0o600)
    mkdir(folder.file("a/folder"), 0o755)
    let companions = CompanionFolder(of: FilePath(folder.file("a.mrxs")))
    #expect(companions.has("Slidedat.ini"))
    for name in ["link", "pipe", "folder", "missing", "", ".", "..", "../secret", "folder/x"] {
      #expect(!companions.has(name), "\(name)")
    }
    #expect(companions.open(Array("Slidedat.ini".utf8) + [0]) == nil)
    symlink("a", folder.file("b"))
    #expect(!CompanionFolder(of: FilePath(folder.file("b.mrxs"))).has("Slidedat.ini"))
  }
}

@Suite struct `A slide in TIFF's layout` {
  private let folder = ScratchFolder()

  private func name(_ file: TIFFBuilder) throws -> String? {
    let path = FilePath(folder.write(file.bytes, to: "a.tif"))
    let (file, head) = try ImageFile.examine(path)
    return LoaderFormat.format(of: file, head)?.name
  }

  @Test(arguments: [false, true])
  func `is recognized by what its scanner wrote into the first directory`(isBig: Bool) throws {
    func file(_ description: String, software: String = "", packet: String = "") -> TIFFBuilder {
      SlideFile.file(description, software: software, packet: packet, isBig: isBig)
    }
    #expect(try name(file("Aperio Image Library")) == "SVS")
    #expect(try name(file(SlideFile.scn)) == "SCN")
    #expect(try name(file(SlideFile.philips, software: "Philips DP v1.0")) == "Philips TIFF")
    #expect(try name(SlideFile.bif(isBig: isBig)) == "BIF")
    // Others have a part of that.
    #expect(try name(file(SlideFile.philips)) == nil)
    #expect(try name(file("", software: "Philips DP v1.0")) == nil)
    #expect(try name(file("", packet: "<x:xmpmeta>an iScan</x:xmpmeta>")) == nil)
    #expect(try name(file("")) == nil)
    // A picture of a slide that was saved in strips is none of OpenSlide's.
    var strips = file("Aperio Image Library")
    strips.pages[0].tile = nil
    #expect(try name(strips) == nil)
  }

  @Test func `is named where none of the loaders reads its kind`() {
    let dicom = [UInt8](repeating: 0, count: 128) + Array("DICM".utf8)
    #expect(ImageFile.unknownFormat(FilePath("a"), dicom).reason.hasPrefix("this is a DICOM file;"))
    let hamamatsu = Array("[Virtual Microscope Specimen]\r\nNoLayers=1\r\n".utf8)
    #expect(
      ImageFile.unknownFormat(FilePath("a"), hamamatsu).reason.hasPrefix("this is a VMS slide;"))
  }
}

/// What scanners of slides write.
enum SlideFile {
  static let scn = #"""
    <?xml version="1.0"?><scn xmlns="http://www.leica-microsystems.com/scn/2010/10/01">
    <collection sizeX="350000" sizeY="250000"><image><pixels sizeX="700" sizeY="500">
    <dimension sizeX="700" sizeY="500" r="0" ifd="0"/><dimension sizeX="350" sizeY="250" r="1" ifd="1"/>
    <dimension sizeX="175" sizeY="125" r="2" ifd="2"/></pixels>
    <view sizeX="350000" sizeY="250000" offsetX="1" offsetY="0"/><scanSettings><objectiveSettings>
    <objective>20</objective></objectiveSettings><illuminationSettings>
    <illuminationSource>brightfield</illuminationSource></illuminationSettings></scanSettings>
    </image></collection></scn>
    """#

  /// Of four levels.
  static var philips: String {
    let levels = ["0.0005", "0.001", "0.002", "0.004"].map { spacing in
      #"<DataObject ObjectType="PixelDataRepresentation">\#(text(spacing))</DataObject>"#
    }
    return #"""
      <?xml version="1.0"?><DataObject ObjectType="DPUfsImport"><Attribute Name="PIM_DP_SCANNED_IMAGES">
      <Array><DataObject ObjectType="DPScannedImage"><Attribute Name="PIM_DP_IMAGE_TYPE">WSI</Attribute>
      <Attribute Name="PIIM_PIXEL_DATA_REPRESENTATION_SEQUENCE"><Array>\#(levels.joined())</Array>
      </Attribute>\#(text("0.0005"))</DataObject></Array></Attribute></DataObject>
      """#
  }

  private static func text(_ spacing: String) -> String {
    #"<Attribute Name="DICOM_PIXEL_SPACING">"\#(spacing)" "\#(spacing)"</Attribute>"#
  }

  /// A small file in tiles, whose first directory has some texts.
  static func file(
    _ description: String, software: String = "", packet: String = "", isBig: Bool
  ) -> TIFFBuilder {
    var page = TIFFBuilder.Page(size: PixelSize(width: 96, height: 64)) { x, y, channel in
      UInt64(x + 2 * y + 8 * channel)
    }
    page.tile = PixelSize(width: 32, height: 32)
    for (tag, type, text) in [(270, 2, description), (305, 2, software), (700, 1, packet)]
    where !text.isEmpty {
      page.tags.append((tag, type, (text.utf8 + (type == 2 ? [0] : [])).map { Int($0) }))
    }
    return TIFFBuilder(pages: [page], isBig: isBig)
  }

  /// A label, and a level without areas of its own.
  static func bif(isBig: Bool) -> TIFFBuilder {
    var both = file(
      "Label Image", packet: #"<iScan Magnification="20" ScanRes="0.5"/>"#, isBig: isBig)
    both.pages += file("level=0 mag=20 quality=90", isBig: isBig).pages
    return both
  }
}

/// A PDF file of empty pages.
enum PDFFile {
  static func pages(_ sizes: [(Int, Int)]) -> [UInt8] {
    var objects = ["<</Type/Catalog/Pages 2 0 R>>", ""]
    for (width, height) in sizes {
      objects.append("<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]>>")
    }
    let kids = sizes.indices.map { "\($0 + 3) 0 R" }.joined(separator: " ")
    objects[1] = "<</Type/Pages/Kids[\(kids)]/Count \(sizes.count)>>"
    let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\($0.element)endobj\n" }.joined()
    return Array(("%PDF-1.4\n" + body + "trailer<</Root 1 0 R>>\n%%EOF\n").utf8)
  }
}
