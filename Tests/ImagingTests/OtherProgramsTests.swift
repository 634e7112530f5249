import ScrollGeometry
import Testing

@testable import OverscrollImaging

/// A kind of file that another program writes.
private struct Kind: CustomTestStringConvertible, Sendable {
  var name: String
  /// The command, where `@in.ppm` is the picture.
  var command: String
  /// The largest difference of a channel to what ImageMagick shows.
  var tolerance = 0
  var testDescription: String { name }

  static func magick(_ name: String, _ options: String, _ tolerance: Int = 0) -> Kind {
    Kind(name: name, command: "convert @in.ppm \(options) @\(name)", tolerance: tolerance)
  }
}

@Suite struct `A file that another program made` {
  private let folder = ScratchFolder()
  private var others: OtherPrograms { OtherPrograms(folder: folder) }
  private static let size = PixelSize(width: 301, height: 270)

  private static let kinds: [Kind] = [
    .magick("plain.png", "-depth 8"), .magick("interlaced.png", "-interlace PNG"),
    .magick("deep.png", "-depth 16 -evaluate multiply 0.7", 1),
    .magick("palette.png", "-colors 40 -type Palette"),
    .magick("gray.png", "-colorspace gray"), .magick("bits.png", "-monochrome"),
    .magick("clear.png", "-alpha set -channel A -evaluate set 40%", 1),
    .magick("plain.jpg", "-quality 90", 1), .magick("progressive.jpg", "-interlace JPEG", 1),
    .magick("gray.jpg", "-colorspace gray", 1), .magick("inks.jpg", "-colorspace CMYK", 2),
    .magick("coarse.jpg", "-sampling-factor 4x1", 1),
    .magick("plain.tif", "-compress None -depth 8"),
    .magick("lzw.tif", "-compress LZW -depth 8"), .magick("bits.tif", "-compress Zip -depth 16"),
    .magick("runs.tif", "-compress RLE -depth 8"),
    .magick("jpeg.tif", "-compress JPEG -depth 8", 1),
    .magick("fax.tif", "-monochrome -compress Group4"),
    .magick("tiles.tif", "-depth 8 -define tiff:tile-geometry=64x32"),
    .magick("planes.tif", "-depth 8 -interlace plane"),
    .magick("inks.tif", "-depth 8 -colorspace CMYK", 2),
    .magick("palette.tif", "-colors 40 -type Palette", 1),
    .magick("inverted.tif", "-colorspace gray -depth 8 -define quantum:polarity=min-is-white"),
    .magick("motorola.tif", "-depth 16 -endian MSB"),
    .magick("clear.tif", "-depth 8 -alpha set -channel A -evaluate set 40%", 1),
    .magick("float.tif", "-compress Zip -define quantum:format=floating-point -depth 32", 1),
    .magick("lossless.webp", "-define webp:lossless=true"),
    .magick("clear.webp", "-alpha set -channel A -evaluate set 40% -define webp:lossless=true", 1),
    Kind(name: "lossy.webp", command: "cwebp -quiet -q 80 @in.ppm -o @lossy.webp", tolerance: 1),
    .magick("plain.gif", ""), .magick("interlaced.gif", "-interlace GIF"),
    .magick("few.gif", "-colors 5"),
    .magick("clear.gif", "-colors 20 -alpha set -channel A -threshold 40%"),
    .magick("plain.ppm", ""), .magick("text.ppm", "-compress none"),
    .magick("deep.ppm", "-depth 16"), .magick("gray.pgm", ""), .magick("bits.pbm", ""),
    .magick("clear.pam", "-alpha set -channel A -evaluate set 40%", 1),
    .magick("plain.bmp", ""),
    .magick("palette.bmp", "-colors 40 -type Palette"),
    .magick("runs.bmp", "-colors 40 -type Palette -compress RLE"),
    .magick("bits.bmp", "-monochrome"),
    .magick("clear.bmp", "-alpha set -channel A -evaluate set 40%", 1),
    Kind(name: "vips.png", command: "vips pngsave @in.ppm @vips.png --interlace"),
    Kind(
      name: "vips.jpg", command: "vips jpegsave @in.ppm @vips.jpg --optimize-scans", tolerance: 1),
    Kind(
      name: "big.tif",
      command: "vips tiffsave @in.ppm @big.tif --bigtiff --tile --compression deflate"),
    Kind(name: "vips.webp", command: "vips webpsave @in.ppm @vips.webp --lossless"),
  ]

  @Test(arguments: kinds) private func `is shown as ImageMagick shows it`(kind: Kind) throws {
    others.write(ReferencePicture(soft: Self.size), to: "in.ppm")
    try others.run(kind.command)
    let decoded = try others.decode(kind.name)
    let shown = try others.shown(kind.name, size: Self.size)
    #expect(decoded.error == nil && decoded.info.size == Self.size)
    let worst = difference(decoded.pixels, shown)
    #expect(worst <= kind.tolerance, "\(worst) of 255")
  }

  @Test(arguments: 1...8, ["tif", "jpg", "webp", "png"])
  func `is shown in its EXIF orientation`(number: Int, kind: String) throws {
    let names = [
      "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom",
      "LeftBottom",
    ]
    let picture = ReferencePicture(soft: PixelSize(width: 40, height: 24))
    others.write(picture, to: "in.ppm")
    try others.run("convert @in.ppm -depth 8 -orient \(names[number - 1]) @held.tif")
    if kind != "tif" { try others.run("vips copy @held.tif @held.jpg[Q=100]") }
    if kind == "webp" { try others.run("vips webpsave @held.jpg @held.webp --lossless") }
    if kind == "png" { try others.run("convert @held.jpg @held.png") }
    let decoded = try others.decode("held.\(kind)")
    let turned = picture.oriented(try #require(Orientation(rawValue: number)))
    #expect(decoded.info.orientation.rawValue == number && decoded.info.size == turned.size)
    let worst = difference(decoded.pixels, turned.pixels)
    #expect(worst <= (kind == "tif" ? 0 : 6), "\(worst) of 255")
  }

  @Test(arguments: ["-compress None", "-compress LZW", "-define tiff:tile-geometry=64x32"])
  func `in Lab that names its white is shown as libvips shows it`(options: String) throws {
    // ImageMagick counts colors from D65 and says so; libvips always takes D65 for what is meant.
    others.write(ReferencePicture(soft: Self.size), to: "in.ppm")
    try others.run("convert @in.ppm -colorspace Lab -depth 16 \(options) @lab.tif")
    try others.run("vips colourspace @lab.tif @shown.png srgb")
    let (decoded, shown) = (try others.decode("lab.tif"), try others.decode("shown.png"))
    #expect(decoded.error == nil && decoded.info.color == "CIELAB")
    let worst = difference(decoded.pixels, shown.pixels)
    #expect(worst <= 1, "\(worst) of 255")
  }

  @Test(arguments: ["labq", "labs", "lab"])
  func `in Lab has neutral grays from black to white`(space: String) throws {
    let picture = ReferencePicture(
      size: PixelSize(width: 256, height: 2),
      pixels: (0..<512).map { 0xFF00_0000 | UInt32($0 % 256) * 0x01_0101 })
    others.write(picture, to: "in.ppm")
    try others.run("vips colourspace @in.ppm @lab.tif \(space)")
    let decoded = try others.decode("lab.tif")
    #expect(decoded.error == nil && decoded.info.color.hasPrefix("CIELAB"))
    let worst = difference(decoded.pixels, picture.pixels)
    // A step of eight bits of lightness is one of five of 255 where it is dark.
    #expect(worst <= (space == "labq" ? 3 : 1), "\(worst) of 255")
  }

  @Test(arguments: ["png", "jpg", "tif", "webp"])
  func `has its profile's colors`(kind: String) throws {
    others.write(ReferencePicture(soft: Self.size), to: "in.ppm")
    _ = folder.write(Profiles.wide, to: "wide.icc")
    _ = folder.write(Profiles.screen, to: "screen.icc")
    try others.run(
      "convert @in.ppm -depth 8 -define webp:lossless=true -quality 95 -profile @wide.icc @wide.\(kind)"
    )
    let decoded = try others.decode("wide.\(kind)")
    let shown = try others.shown(
      "wide.\(kind)", size: Self.size, by: "-intent Perceptual -profile @screen.icc")
    let plain = ReferencePicture(soft: Self.size)
    let worst = difference(decoded.pixels, shown)
    #expect(worst <= 2, "\(worst) of 255")
    #expect(zip(decoded.pixels, plain.pixels).contains { difference($0, $1) > 20 })
  }

  @Test(arguments: [
    (70_000, 3), (3, 70_000), (65_536, 1), (1, 65_537), (32_768, 2), (1, 32_769),
  ])
  func `may be longer than any surface`(width: Int, height: Int) throws {
    let picture = ReferencePicture(soft: PixelSize(width: width, height: height))
    others.write(picture, to: "in.ppm")
    for name in ["in.ppm", "long.png", "long.tif", "tiles.tif[tile,pyramid]"] {
      if name != "in.ppm" { try others.run("vips copy @in.ppm @\(name)") }
      let decoded = try others.decode(String(name.prefix { $0 != "[" }))
      #expect(decoded.error == nil && decoded.info.size == picture.size)
      #expect(decoded.isWhole && decoded.pixels == picture.pixels)
    }
  }

  @Test(arguments: [(40_000, 2), (2, 40_000), (1, 300), (300, 1)])
  func `of JPEG or WebP may be long and narrow`(width: Int, height: Int) throws {
    let picture = ReferencePicture(soft: PixelSize(width: width, height: height))
    others.write(picture, to: "in.ppm")
    let names =
      max(width, height) < 16_384 ? ["long.jpg[Q=100]", "long.webp[Q=100]"] : ["long.jpg[Q=100]"]
    for name in names {
      try others.run("vips copy @in.ppm @\(name)")
      let decoded = try others.decode(String(name.prefix { $0 != "[" }))
      #expect(decoded.error == nil && decoded.info.size == picture.size && decoded.isWhole)
      let worst = difference(decoded.pixels, picture.pixels)
      #expect(worst <= 8, "\(worst) of 255 in \(name)")
    }
  }

  @Test(arguments: ["", "--subifd", "--bigtiff --subifd"])
  func `with a pyramid is decoded tile by tile`(options: String) throws {
    let size = PixelSize(width: 1100, height: 700)
    others.write(ReferencePicture(soft: size), to: "in.ppm")
    try others.run(
      "vips tiffsave @in.ppm @pyramid.tif --tile --pyramid --compression deflate \(options)")
    let source = try ImageFile.open(folder.file("pyramid.tif"))
    guard case .tiles = source.access else { throw ImagingError(.damaged, "pyramid", "no tiles") }
    let decoded = Decoded(source)
    #expect(decoded.error == nil && decoded.info.layout.contains("levels in the file"))
    #expect(decoded.pixels == ReferencePicture(soft: size).pixels)
  }
}
