import CCodecs
import Glibc
import ScrollGeometry

/// A PNG file to be written with libpng.
struct PNGFile: LibraryFile {
  var size: PixelSize
  var colorType = PNG_COLOR_TYPE_RGB
  var depth: Int32 = 8
  var isInterlaced = false
  /// The samples, a row after the other, each row as the file packs it.
  var rows: [[UInt8]]
  var palette: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  /// The alpha of the palette's first entries.
  var paletteAlpha: [UInt8] = []
  /// The gray that is transparent.
  var transparentGray: UInt16?
  var profile: [UInt8] = []
  /// A camera's notes, before the pixels.
  var exif: [UInt8] = []
  var gamma: Double?
  /// The x and y of white, red, green and blue.
  var primaries: [Double]?

  /// The four numbers of a cICP chunk.
  var cicp: [UInt8] = []

  /// The bytes of a file of two pixels.
  static var small: [UInt8] {
    PNGFile(size: PixelSize(width: 2, height: 1), rows: [.init(repeating: 9, count: 6)]).bytes
  }

  func write(to path: String) {
    guard let stream = fopen(path, "wb") else { return }
    defer { fclose(stream) }
    var png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, nil, nil)
    var info = png_create_info_struct(png)
    png_init_io(png, stream)
    png_set_IHDR(
      png, info, UInt32(size.width), UInt32(size.height), depth, Int32(colorType),
      Int32(isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE),
      Int32(PNG_COMPRESSION_TYPE_DEFAULT), Int32(PNG_FILTER_TYPE_DEFAULT))
    if !palette.isEmpty {
      let colors = palette.map { png_color(red: $0.red, green: $0.green, blue: $0.blue) }
      png_set_PLTE(png, info, colors, Int32(colors.count))
    }
    if !paletteAlpha.isEmpty {
      png_set_tRNS(png, info, paletteAlpha, Int32(paletteAlpha.count), nil)
    }
    if let transparentGray {
      var color = png_color_16()
      color.gray = transparentGray
      png_set_tRNS(png, info, nil, 0, &color)
    }
    if !profile.isEmpty {
      png_set_iCCP(png, info, "profile", 0, profile, UInt32(profile.count))
    }
    if !exif.isEmpty {
      var bytes = exif
      png_set_eXIf_1(png, info, UInt32(bytes.count), &bytes)
    }
    if let gamma { png_set_gAMA(png, info, gamma) }
    if let at = primaries {
      png_set_cHRM(png, info, at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7])
    }
    // The chunk comes before those of colors, so that its place is right whatever else there is.
    png_write_info_before_PLTE(png, info)
    if !cicp.isEmpty {
      png_write_chunk(png, Array("cICP".utf8), cicp, cicp.count)
    }
    png_write_info(png, info)
    for _ in 0..<png_set_interlace_handling(png) { for row in rows { png_write_row(png, row) } }
    png_write_end(png, nil)
    png_destroy_write_struct(&png, &info)
  }
}
