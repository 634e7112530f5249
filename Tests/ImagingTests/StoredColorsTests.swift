import CCodecs
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A picture of 8 bits whose colors are written as they are` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 45, height: 37)

  /// Rows of random bytes.
  private static func rows(_ channels: Int, of size: PixelSize = size) -> [[UInt8]] {
    var random = SplitMix64(seed: UInt64(channels))
    return (0..<size.height).map { _ in
      (0..<size.width * channels).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
  }

  /// Rows that a JPEG file keeps nearly.
  private static func smoothRows(_ channels: Int) -> [[UInt8]] {
    (0..<size.height).map { y in
      (0..<size.width * channels).map { index in
        let (x, channel) = (index / channels, index % channels)
        return UInt8((x * (2 + channel) + y * (5 - channel)) % 256 / 2 + 40)
      }
    }
  }

  /// Writes a part as data, and returns its samples and what is said of them.
  private func write(
    _ name: String, _ part: PixelRect? = nil, to output: String = "out.tif"
  ) throws -> (rows: [[UInt8]], description: SampleDescription) {
    let source = try ImageFile.open(folder.file(name))
    #expect(source.info.storesColors && source.info.samples == nil)
    let export = try PictureExport(
      source, rect: part, to: FilePath(folder.file(output)), content: .data, backdrop: 0)
    #expect(try export.run() == .complete)
    let written = try ImageFile.open(folder.file(output))
    let reader = try #require(try written.sampleReader())
    var rows: [[UInt8]] = []
    try reader.rows(of: PixelRect(reader.size)) {
      rows.append(Array($0))
      return true
    }
    return (rows, try reader.description())
  }

  private func jpeg(
    _ model: (J_COLOR_SPACE, Int32), _ profile: [UInt8], isProgressive: Bool, to name: String,
    orientation: Int? = nil
  ) {
    var file = JPEGFile(size: Self.size, rows: Self.smoothRows(Int(model.1)))
    (file.input, file.components) = model
    (file.isProgressive, file.profile, file.orientation) = (isProgressive, profile, orientation)
    file.write(to: folder.file(name))
  }

  @Test(arguments: [false, true], [1, 3])
  func `is a JPEG file's before its profile is applied`(isProgressive: Bool, channels: Int) throws {
    let model = channels == 1 ? (JCS_GRAYSCALE, 1) : (JCS_RGB, 3 as Int32)
    let profile = channels == 1 ? Profiles.linearGrey : Profiles.wide
    jpeg(model, profile, isProgressive: isProgressive, to: "a.jpg")
    jpeg(model, [], isProgressive: isProgressive, to: "plain.jpg")
    let plain = Decoded(try ImageFile.open(folder.file("plain.jpg"))).pixels
    #expect(Decoded(try ImageFile.open(folder.file("a.jpg"))).pixels != plain)
    for output in ["out.tif", "out.png"] {
      let (rows, description) = try write("a.jpg", to: output)
      let expected = plain.flatMap { pixel in
        channels == 1
          ? [UInt8(pixel & 0xFF)] : [16, 8, 0].map { UInt8(pixel >> $0 & 0xFF) }
      }
      #expect(rows.flatMap(\.self) == expected)
      #expect(description.channels == channels && description.bits == 8)
      #expect(description.tag(34675)?.bytes == profile)
    }
    // The file with the data is seen as the picture is.
    #expect(
      Decoded(try ImageFile.open(folder.file("out.tif"))).pixels
        == Decoded(try ImageFile.open(folder.file("a.jpg"))).pixels)
  }

  @Test func `is a part of a picture that is turned`() throws {
    jpeg((JCS_RGB, 3), Profiles.wide, isProgressive: false, to: "a.jpg", orientation: 6)
    let part = PixelRect(x: 5, y: 9, width: 20, height: 30)
    _ = try write("a.jpg", part)
    let seen = try PictureExport(
      ImageFile.open(folder.file("a.jpg")), rect: part, to: FilePath(folder.file("seen.png")),
      backdrop: 0
    ).run()
    #expect(seen == .complete)
    #expect(
      Decoded(try ImageFile.open(folder.file("out.tif"))).pixels
        == Decoded(try ImageFile.open(folder.file("seen.png"))).pixels)
  }

  @Test func `is inks where they are inks, and none is the least`() throws {
    jpeg((JCS_CMYK, 4), [], isProgressive: false, to: "a.jpg")
    let (rows, description) = try write("a.jpg")
    #expect(description.photometric == 5 && description.channels == 4)
    // Programs that write Adobe's marker store the greatest number for no ink.
    let differences = zip(rows.flatMap(\.self), Self.smoothRows(4).flatMap(\.self)).map {
      abs(Int($0) - (255 - Int($1)))
    }
    #expect(differences.max() ?? .max < 40)
    #expect(differences.reduce(0, +) < 5 * differences.count)
    let (one, other) = (
      Decoded(try ImageFile.open(folder.file("out.tif"))).pixels,
      Decoded(try ImageFile.open(folder.file("a.jpg"))).pixels
    )
    #expect(zip(one, other).allSatisfy { difference($0, $1) <= 2 })
    let error = #expect(throws: ImagingError.self) { try write("a.jpg", to: "out.png") }
    #expect(error?.reason == "PNG has no such channels; name the file .tif")
  }

  @Test(
    arguments: [false, true],
    [
      (PNG_COLOR_TYPE_GRAY, 1), (PNG_COLOR_TYPE_GRAY_ALPHA, 2), (PNG_COLOR_TYPE_RGB, 3),
      (PNG_COLOR_TYPE_RGB_ALPHA, 4),
    ] as [(Int32, Int)])
  func `is a PNG file's, also where it is transparent`(
    isInterlaced: Bool, kind: (type: Int32, channels: Int)
  ) throws {
    let rows = Self.rows(kind.channels)
    let profile = kind.channels < 3 ? Profiles.linearGrey : Profiles.wide
    PNGFile(
      size: Self.size, colorType: kind.type, isInterlaced: isInterlaced, rows: rows,
      profile: profile
    ).write(to: folder.file("a.png"))
    for output in ["out.tif", "out.png"] {
      let (found, description) = try write("a.png", to: output)
      #expect(found == rows)
      #expect(description.tag(34675)?.bytes == profile)
      #expect(description.extras == (kind.channels % 2 == 0 ? [2] : []))
    }
    let part = PixelRect(x: 7, y: 3, width: 30, height: 11)
    let (found, _) = try write("a.png", part)
    let (first, end) = (part.x * kind.channels, part.maxX * kind.channels)
    #expect(found == rows[part.rows].map { Array($0[first..<end]) })
  }

  @Test func `is those of a palette`() throws {
    let palette: [(red: UInt8, green: UInt8, blue: UInt8)] = [(1, 2, 3), (40, 50, 60), (7, 80, 9)]
    let rows = Self.rows(1).map { $0.map { $0 % 3 } }
    PNGFile(
      size: Self.size, colorType: PNG_COLOR_TYPE_PALETTE, rows: rows, palette: palette,
      paletteAlpha: [0, 128], profile: Profiles.wide
    ).write(to: folder.file("a.png"))
    let (found, _) = try write("a.png")
    let alpha: [UInt8] = [0, 128, 255]
    #expect(
      found
        == rows.map {
          $0.flatMap { index in
            let color = palette[Int(index)]
            return [color.red, color.green, color.blue, alpha[Int(index)]]
          }
        })
  }

  @Test func `is a WebP file's`() throws {
    var random = SplitMix64(seed: 9)
    let picture = ReferencePicture(
      size: Self.size,
      pixels: .init(
        (0..<Self.size.width * Self.size.height).map { _ in
          UInt32(truncatingIfNeeded: random.next()) | 0x0100_0000
        }))
    _ = folder.write(WebPFile(picture: picture, profile: Profiles.wide).bytes, to: "a.webp")
    let (found, description) = try write("a.webp")
    let expected = picture.pixels.flatMap { pixel in
      [16, 8, 0, 24].map { UInt8(pixel >> $0 & 0xFF) }
    }
    #expect(found.flatMap(\.self) == expected)
    #expect(description.tag(34675)?.bytes == Profiles.wide)
  }

  @Test func `is not written where it is damaged`() throws {
    jpeg((JCS_RGB, 3), Profiles.wide, isProgressive: false, to: "a.jpg")
    let bytes = ScratchFolder.read(folder.file("a.jpg"))
    _ = folder.write(Array(bytes.prefix(bytes.count * 3 / 4)), to: "b.jpg")
    let source = try ImageFile.open(folder.file("b.jpg"))
    let export = try PictureExport(
      source, to: FilePath(folder.file("b.tif")), content: .data, backdrop: 0)
    #expect(throws: ImagingError.self) { try export.run() }
    #expect(!TestFolder.names(in: folder.path).contains("b.tif"))
  }

  @Test func `differs from what is seen where colors are converted`() {
    var info = ImageInfo(format: "JPEG", size: Self.size, color: "YCbCr")
    (info.storesColors, info.colorSource) = (true, "ICC profile")
    #expect(info.isConverted)
    info.colorSource = "sRGB, assumed"
    #expect(!info.isConverted)
    info.color = "CMYK"
    #expect(info.isConverted)
    info.storesColors = false
    #expect(!info.isConverted)
  }
}
