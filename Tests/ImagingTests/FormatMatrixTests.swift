import CCodecs
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

/// A cell of the table in FORMATS.md: a file that has what the column names, and what proves the text.
private struct Cell: CustomTestStringConvertible, Sendable {
  /// What is seen of a file.
  enum Proof: Sendable {
    /// Red and green are exchanged, by this.
    case exchanged(String)
    /// The pixels are those without what the file has.
    case ignored
    /// What its colors are converted by.
    case source(String)
    /// The kind of its colors.
    case color(String)
    case depth(Int)
    /// Its left half is to the top.
    case turned
    /// Its first row is at the bottom, which is black.
    case flipped
    /// It is transparent everywhere by 60 %, or in its left half.
    case translucent
    case hole
    /// It is transparent nowhere.
    case opaque
    case pages(Int)
  }

  var format: String
  var column: String
  var text: String
  var name: String
  var proof: Proof
  /// Makes the file.
  var make: @Sendable (OtherPrograms, String) throws -> Void
  var testDescription: String { "\(format), \(column)" }

  init(
    _ format: String, _ column: String, _ text: String, _ name: String, _ proof: Proof,
    _ make: @escaping @Sendable (OtherPrograms, String) throws -> Void
  ) {
    (self.format, self.column, self.text) = (format, column, text)
    (self.name, self.proof, self.make) = (name, proof, make)
  }

  /// Takes a file that programs make of `@in.ppm`, `@deep.pgm` and others.
  init(
    _ format: String, _ column: String, _ text: String, _ name: String, _ proof: Proof,
    _ commands: String...
  ) {
    self.init(format, column, text, name, proof) { programs, _ in
      for command in commands { try programs.run(command) }
    }
  }
}

extension Cell {
  private static let size = PixelSize(width: 40, height: 30)
  private static let (profile, points, own) = ("ICC profile", "cICP, nclx", "Colors of its own")
  private static let (depth, turn, alpha) = ("Depth", "Orientation", "Alpha")
  private static let (noData, pages) = ("No data", "Pages")
  private static let clear = "-alpha set -channel A -evaluate set 40%"

  static let all: [Cell] = plain + further

  private static let plain: [Cell] = [
    Cell(
      "PNG", profile, "applied", "a.png", .exchanged("ICC profile"),
      "convert @tagged.tif PNG24:@a.png"),
    Cell("PNG", points, "applied", "a.png", .source("cICP 12/13/0/1")) {
      try chunk("cICP", [12, 13, 0, 1], $0, $1)
    },
    Cell("PNG", own, "gAMA, cHRM, sRGB", "a.png", .source("gAMA")) {
      try chunk("gAMA", [0, 0, 0x80, 0], $0, $1)
    },
    Cell("PNG", depth, "to 16 bits", "a.png", .depth(16), "convert @deep.pgm -depth 16 @a.png"),
    Cell("PNG", turn, "EXIF", "a.png", .turned, "convert @turned.jpg @a.png"),
    Cell("PNG", alpha, "applied", "a.png", .translucent, "convert @in.ppm \(clear) PNG32:@a.png"),
    Cell("PNG", noData, "found", "a.png", .hole, "convert @hole.pgm -depth 16 @a.png"),
    Cell("PNG", pages, "frames", "a.png", .pages(3)) { programs, name in
      var random = SplitMix64(seed: 1)
      _ = programs.folder.write(APNGFile.random(&random, frameCount: 3).bytes, to: name)
    },
    Cell(
      "JPEG", profile, "applied", "a.jpg", .exchanged("ICC profile"),
      "convert @tagged.tif -quality 98 @a.jpg"),
    Cell(
      "JPEG", own, "EXIF", "a.jpg", .source("Adobe RGB, by EXIF"),
      "cp \(CasePicture.folder)dcf-adobergb.jpg @a.jpg"),
    Cell("JPEG", depth, "8 bits", "a.jpg", .depth(8), "convert @in.ppm @a.jpg"),
    Cell("JPEG", turn, "EXIF", "turned.jpg", .turned),
    Cell("TIFF", profile, "applied", "tagged.tif", .exchanged("ICC profile")),
    Cell(
      "TIFF", own, "curves, primaries, EXIF", "a.tif", .source("TIFF's curves and primaries"),
      "convert @in.ppm @a.tif"),
    Cell("TIFF", depth, "to 64 bits", "a.tif", .depth(64)) { programs, name in
      var page = TIFFBuilder.Page(size: size) { x, _, _ in (Double(x) / 40).bitPattern }
      (page.photometric, page.samples, page.bits, page.format) = (1, 1, 64, 3)
      _ = programs.folder.write(TIFFBuilder(pages: [page]).bytes, to: name)
    },
    Cell("TIFF", turn, "tag", "turned.tif", .turned),
    Cell("TIFF", alpha, "applied", "a.tif", .translucent, "convert @in.ppm \(clear) @a.tif"),
    Cell("TIFF", noData, "GDAL_NODATA, found", "a.tif", .hole) { programs, name in
      var page = TIFFBuilder.Page(size: size) { x, y, _ in x < 20 ? 7 : UInt64(100 + x + y) }
      (page.photometric, page.samples, page.noData) = (1, 1, "7")
      _ = programs.folder.write(TIFFBuilder(pages: [page]).bytes, to: name)
    },
    Cell("TIFF", pages, "pages", "a.tif", .pages(2), "convert @in.ppm @in.ppm @a.tif"),
    Cell(
      "WebP", profile, "applied", "a.webp", .exchanged("ICC profile"),
      "convert @tagged.tif -define webp:lossless=true @a.webp"),
    Cell("WebP", own, "EXIF", "a.webp", .source("Adobe RGB, by EXIF")) { programs, name in
      let picture = ReferencePicture(soft: size)
      let exif = ColorTags(colorSpace: 2, index: nil).block
      _ = programs.folder.write(WebPFile(picture: picture, exif: exif).bytes, to: name)
    },
    Cell("WebP", depth, "8 bits", "a.webp", .depth(8), "convert @in.ppm @a.webp"),
    Cell("WebP", turn, "EXIF", "a.webp", .turned, "vips webpsave @turned.jpg @a.webp --lossless"),
    Cell(
      "WebP", alpha, "applied", "a.webp", .translucent,
      "convert @in.ppm \(clear) -define webp:lossless=true @a.webp"),
    Cell("WebP", pages, "frames", "a.webp", .pages(2), "convert @in.ppm @deep.pgm @a.webp"),
    Cell("GIF", profile, "ignored", "a.gif", .ignored, "convert @tagged.tif @a.gif"),
    Cell("GIF", depth, "8 bits", "a.gif", .depth(8), "convert @in.ppm @a.gif"),
    Cell("GIF", alpha, "applied", "a.gif", .hole) { programs, name in
      let frame = GIFFile.Frame(rect: PixelRect(size), transparent: 0) { x, _ in x < 20 ? 0 : 9 }
      _ = programs.folder.write(GIFFile(size: size, frames: [frame]).bytes, to: name)
    },
    Cell("GIF", pages, "frames", "a.gif", .pages(2), "convert @in.ppm @deep.pgm @a.gif"),
    Cell("PNM, PAM", depth, "to 16 bits", "deep.pgm", .depth(16)),
    Cell("PNM, PAM", alpha, "applied", "a.pam", .translucent, "convert @in.ppm \(clear) @a.pam"),
    Cell("PNM, PAM", noData, "found", "hole.pgm", .hole),
    Cell(
      "BMP", profile, "applied", "a.bmp", .exchanged("ICC profile"), "convert @tagged.tif @a.bmp"),
    Cell("BMP", own, "curves, primaries", "a.bmp", .exchanged("BMP's curves and primaries")) {
      let places = [0.30, 0.60, 0.10, 0.64, 0.33, 0.03, 0.15, 0.06, 0.79]
      let (ends, gamma) = (places.map { Int($0 * Double(1 << 30)) }, 563 << 8)
      // The bytes of the colors in a curve of 2.2, blue first.
      let pixels = [[UInt8]](repeating: [63, 91, 149], count: 1200).flatMap { $0 }
      let file = BMPFile(
        size: size, space: 0, ends: ends, gammas: [gamma, gamma, gamma], pixels: pixels)
      _ = $0.folder.write(file.bytes, to: $1)
    },
    Cell("BMP", depth, "8 bits", "a.bmp", .depth(8), "convert @in.ppm @a.bmp"),
    Cell("BMP", turn, "rows' order", "a.bmp", .flipped) { programs, name in
      let pixels =
        [UInt8](repeating: 0, count: 40 * 3 * 15) + [UInt8](repeating: 255, count: 40 * 3 * 15)
      _ = programs.folder.write(
        BMPFile(width: 40, height: 30, bits: 24, pixels: pixels).bytes, to: name)
    },
    Cell("BMP", alpha, "applied", "a.bmp", .translucent, "convert @in.ppm \(clear) @a.bmp"),
  ]
}

extension Cell {
  /// Adds a chunk to a PNG file, after its header.
  private static func chunk(
    _ type: String, _ content: [UInt8], _ programs: OtherPrograms, _ name: String
  ) throws {
    try programs.run("convert @in.ppm -strip PNG24:@\(name)")
    var bytes = ScratchFolder.read(programs.folder.file(name))
    bytes.insert(contentsOf: PNGData.chunk(type, content), at: 33)
    _ = programs.folder.write(bytes, to: name)
  }

  /// Puts a profile into a JPEG 2000 file, in the place of the number of its colors.
  private static func profileInJPEG2000(_ programs: OtherPrograms, _ name: String) throws {
    try programs.run("vips jp2ksave @in.ppm @\(name) --lossless")
    var bytes = ScratchFolder.read(programs.folder.file(name))
    let colors = try #require(bytes.firstRange(of: "colr".utf8)).lowerBound - 4
    let header = try #require(bytes.firstRange(of: "jp2h".utf8)).lowerBound - 4
    func big(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let old = big(colors)
    let box = PNGData.number(11 + Profiles.swapped.count) + Array("colr".utf8) + [2, 0, 0]
    bytes.replaceSubrange(
      header..<header + 4, with: PNGData.number(big(header) + 11 + Profiles.swapped.count - old))
    bytes.replaceSubrange(colors..<colors + old, with: box + Profiles.swapped)
    _ = programs.folder.write(bytes, to: name)
  }

  private static let further: [Cell] = [
    Cell(
      "AVIF", profile, "applied", "a.avif", .exchanged("ICC profile"),
      "vips heifsave @tagged.tif @a.avif --compression av1 --Q 95"),
    Cell(
      "AVIF", points, "applied", "a.avif", .color("RGB, HDR (PQ), mapped"),
      "cp \(CasePicture.folder)pq10.avif @a.avif"),
    Cell(
      "AVIF", depth, "to 12 bits", "a.avif", .depth(12),
      "vips heifsave @deep.pgm @a.avif --compression av1 --bitdepth 12"),
    Cell(
      "AVIF", alpha, "applied", "a.avif", .translucent, "convert @in.ppm \(clear) PNG32:@b.png",
      "vips heifsave @b.png @a.avif --compression av1"),
    Cell(
      "HEIF", profile, "applied", "a.heic", .exchanged("ICC profile"),
      "vips heifsave @tagged.tif @a.heic --Q 95"),
    Cell(
      "HEIF", depth, "to 12 bits", "a.heic", .depth(12),
      "vips heifsave @deep.pgm @a.heic --bitdepth 12"),
    Cell(
      "HEIF", alpha, "applied", "a.heic", .translucent, "convert @in.ppm \(clear) PNG32:@b.png",
      "vips heifsave @b.png @a.heic"),
    Cell(
      "JPEG XL", profile, "applied", "a.jxl", .exchanged("ICC profile"),
      "vips jxlsave @tagged.tif @a.jxl --lossless"),
    Cell(
      "JPEG XL", own, "PQ, HLG, linear", "a.jxl", .color("RGB, HDR (PQ), mapped"),
      "cjxl @in.ppm @a.jxl -d 0 -x color_space=RGB_D65_202_Rel_PeQ"),
    Cell(
      "JPEG XL", depth, "to 16 bits", "a.jxl", .depth(16),
      "vips jxlsave @deep.pgm @a.jxl --lossless"),
    Cell("JPEG XL", turn, "EXIF", "a.jxl", .turned, "cjxl @turned.jpg @a.jxl"),
    Cell(
      "JPEG XL", alpha, "applied", "a.jxl", .translucent, "convert @in.ppm \(clear) PNG32:@b.png",
      "vips jxlsave @b.png @a.jxl --lossless"),
    Cell(
      "JPEG XL", noData, "ignored", "a.jxl", .opaque,
      "vips jxlsave @hole.pgm @a.jxl --lossless"),
    Cell(
      "JPEG XL", pages, "the last", "a.jxl", .ignored, "convert @deep.pgm @in.ppm @b.gif",
      "cjxl @b.gif @a.jxl -d 0"),
    Cell("JPEG 2000", profile, "applied", "a.jp2", .exchanged("ICC profile"), profileInJPEG2000),
    Cell(
      "JPEG 2000", depth, "to 16 bits", "a.jp2", .depth(16),
      "vips jp2ksave @deep.pgm @a.jp2 --lossless"),
    Cell(
      "JPEG 2000", alpha, "applied", "a.jp2", .translucent, "convert @in.ppm \(clear) PNG32:@b.png",
      "vips jp2ksave @b.png @a.jp2 --lossless"),
    Cell("JPEG 2000", noData, "found", "a.jp2", .hole, "vips jp2ksave @hole.pgm @a.jp2 --lossless"),
    Cell("OpenEXR", own, "chromaticities", "a.exr", .exchanged("linear light and chromaticities")) {
      programs, name in
      var file = EXRFile(size: size, channels: [:])
      for (name, light) in [("R", 0.30498), ("G", 0.10461), ("B", 0.04667)] {
        file.channels[name] = { _, _ in Float(light) }
      }
      file.chromaticities = [0.30, 0.60, 0.64, 0.33, 0.15, 0.06, 0.3127, 0.3290]
      _ = programs.folder.write(file.bytes, to: name)
    },
    Cell("OpenEXR", depth, "16 bits, floating", "a.exr", .depth(16), "convert @deep.pgm @a.exr"),
    Cell("OpenEXR", alpha, "applied", "a.exr", .translucent, "convert @in.ppm \(clear) @a.exr"),
    Cell("OpenEXR", noData, "found", "a.exr", .hole) { programs, name in
      let file = EXRFile(size: size, channels: ["Y": { x, y in x < 20 ? 3 : Float(9 + x + y) }])
      _ = programs.folder.write(file.bytes, to: name)
    },
    Cell(
      "Radiance HDR", own, "linear", "a.hdr", .source("linear light"), "vips radsave @in.ppm @a.hdr"
    ),
    Cell("Radiance HDR", depth, "32 bits", "a.hdr", .depth(32), "vips radsave @in.ppm @a.hdr"),
    Cell("Radiance HDR", turn, "rows' order", "a.hdr", .flipped) { programs, name in
      var bytes = RadianceFile.bytes(size) { _, y in [Double](repeating: y < 15 ? 0 : 1, count: 3) }
      let place = try #require(bytes.firstRange(of: "-Y".utf8)).lowerBound
      bytes[place] = 0x2B
      _ = programs.folder.write(bytes, to: name)
    },
    Cell("FITS", depth, "to 64 bits", "a.fits", .depth(64)) { programs, name in
      let file = FITSFile(size: size, depth: -64) { x, y in Double(x + y) }
      _ = programs.folder.write(file.bytes, to: name)
    },
    Cell("FITS", noData, "BLANK, NaN, found", "a.fits", .hole) { programs, name in
      let file = FITSFile(size: size, depth: -32) { x, y in x < 20 ? .nan : Double(x + y) }
      _ = programs.folder.write(file.bytes, to: name)
    },
    Cell("SVG", alpha, "applied", "a.svg", .translucent) { programs, name in
      let shape = "<rect width='40' height='30' fill-opacity='.4'/>"
      let text = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'>\(shape)</svg>"
      _ = programs.folder.write(Array(text.utf8), to: name)
    },
    Cell("PDF", pages, "pages", "a.pdf", .pages(2)) { programs, name in
      _ = programs.folder.write(PDFFile.pages([(64, 8), (8, 32)]), to: name)
    },
  ]
}

@Suite struct `The table of formats` {
  private static let loaders = LoaderProgram.installed(isConfined: true).map(Loaders.init)
  private static let (left, right): (UInt32, UInt32) = (0xFF14_1414, 0xFF96_5B3D)
  private static let exchanged: UInt32 = 0xFF5B_963D

  private let programs = OtherPrograms(folder: ScratchFolder())

  /// The rows of the page, by their formats; each has the texts of the columns.
  private static func page() throws -> [String: [String: String]] {
    let root = CasePicture.folder.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: ScratchFolder.read("/\(root)/FORMATS.md"), as: UTF8.self)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { field in
        String(field.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
    let columns = try #require(rows.first).dropFirst()
    return Dictionary(
      uniqueKeysWithValues: rows.dropFirst(2).map { row in
        (row[0], Dictionary(uniqueKeysWithValues: zip(columns, row.dropFirst())))
      })
  }

  @Test func `has the cells of its page, and no others`() throws {
    let page = try Self.page()
    for cell in Cell.all {
      #expect(page[cell.format]?[cell.column] == cell.text, "\(cell.testDescription)")
    }
    let count = page.values.joined().filter { !["–", "see below"].contains($0.value) }.count
    #expect(count == Cell.all.count)
  }

  /// Makes what the programs take: a picture of two colors, tagged and turned, and samples of 16 bits.
  private func makeSources() throws {
    let size = PixelSize(width: 40, height: 30)
    let pixels = (0..<1200).map { $0 % 40 < 20 ? Self.left : Self.right }
    programs.write(ReferencePicture(size: size, pixels: pixels), to: "in.ppm")
    func samples(_ value: (Int) -> Int) -> [UInt8] {
      Array("P5 40 30 65535\n".utf8)
        + (0..<1200).flatMap { [UInt8(value($0) >> 8), UInt8(value($0) & 0xFF)] }
    }
    _ = programs.folder.write(samples { $0 * 54 }, to: "deep.pgm")
    _ = programs.folder.write(samples { $0 % 40 < 20 ? 0 : 20_000 + $0 }, to: "hole.pgm")
    _ = programs.folder.write(Profiles.swapped, to: "swapped.icc")
    try programs.run("convert @in.ppm -depth 8 -profile @swapped.icc @tagged.tif")
    try programs.run("convert @in.ppm -depth 8 -orient RightTop @turned.tif")
    try programs.run("vips copy @turned.tif @turned.jpg[Q=98]")
  }

  @Test(arguments: Cell.all) private func `tells what becomes of a file`(cell: Cell) throws {
    try makeSources()
    try cell.make(programs, cell.name)
    let path = FilePath(programs.folder.file(cell.name))
    let loaders = try #require(Self.loaders, "the program is missing")
    if case .pages(let count) = cell.proof {
      let (file, head) = try ImageFile.examine(path)
      let kind = try FileKind(file, head, by: loaders)
      let pages = try #require(FilePages(file, head, kind, ImageLimits()))
      pages.findAll()
      #expect(pages.count.known == count && pages.kind == (cell.text == "pages" ? .pages : .frames))
      return
    }
    let source = try ImageFile.open(path, limits: ImageLimits(), by: loaders)
    let (info, shown) = (source.info, Decoded(source))
    #expect(shown.error == nil)
    switch cell.proof {
    case .exchanged(let name):
      #expect(info.colorSource == name)
      #expect(difference(shown[30, 15], Self.exchanged) <= 6)
    case .ignored: #expect(difference(shown[30, 15], Self.right) <= 1)
    case .source(let name): #expect(info.colorSource == name)
    case .color(let name): #expect(info.color == name)
    case .depth(let bits): #expect(info.bitsPerChannel == bits)
    case .turned:
      #expect(info.size == PixelSize(width: 30, height: 40))
      #expect(
        difference(shown[15, 5], Self.left) <= 9 && difference(shown[15, 35], Self.right) <= 9)
    case .flipped: #expect(shown[5, 5] & 0xFF > 250 && shown[5, 25] == 0xFF00_0000)
    case .translucent: #expect(info.hasAlpha && 100...104 ~= shown[30, 15] >> 24)
    case .hole: #expect(shown[5, 15] == 0 && shown[30, 15] >> 24 == 255)
    case .opaque: #expect(!info.hasAlpha && shown.isOpaque)
    case .pages: break
    }
  }
}
