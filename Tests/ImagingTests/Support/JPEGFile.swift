import CCodecs
import Glibc
import ScrollGeometry

/// A JPEG file to be written with libjpeg.
struct JPEGFile: LibraryFile {
  var size: PixelSize
  var input = JCS_RGB
  var components: Int32 = 3
  /// The color space in the file; nil for libjpeg's choice.
  var stored: J_COLOR_SPACE?
  var isProgressive = false
  /// The channels' factors across and down; libjpeg's choice where there are none.
  var sampling: [(Int32, Int32)] = []
  /// The units from one restart to the next; 0 for no restarts.
  var restartInterval: UInt32 = 0
  /// True for code tables made for the picture.
  var optimizes = false
  var quality: Int32 = 95
  var orientation: Int?
  var isBigEndian = false
  /// The JPEG file that is the thumbnail; none if it is empty.
  var thumbnail: [UInt8] = []
  /// A color profile, written in parts of at most so many bytes.
  var profile: [UInt8] = []
  var profilePart = 300
  var rows: [[UInt8]]

  /// A segment of a file.
  static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker] + (body.count + 2).bytes(2, isBigEndian: true) + body
  }

  /// The file with further bytes at a place: behind its start, or behind the segment of JFIF, which ends at 20.
  static func bytes(of path: String, adding more: [UInt8], at place: Int = 2) -> [UInt8] {
    let plain = ScratchFolder.read(path)
    return plain.prefix(place) + more + plain.dropFirst(place)
  }

  func write(to path: String) {
    guard let stream = fopen(path, "wb") else { return }
    defer { fclose(stream) }
    var errors = jpeg_error_mgr()
    var jpeg = jpeg_compress_struct()
    jpeg.err = jpeg_std_error(&errors)
    jpeg_CreateCompress(&jpeg, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
    jpeg_stdio_dest(&jpeg, stream)
    jpeg.image_width = UInt32(size.width)
    jpeg.image_height = UInt32(size.height)
    jpeg.input_components = components
    jpeg.in_color_space = input
    jpeg_set_defaults(&jpeg)
    if let stored { jpeg_set_colorspace(&jpeg, stored) }
    jpeg_set_quality(&jpeg, quality, 1)
    for (index, factors) in sampling.enumerated() {
      jpeg.comp_info[index].h_samp_factor = factors.0
      jpeg.comp_info[index].v_samp_factor = factors.1
    }
    jpeg.restart_interval = restartInterval
    jpeg.optimize_coding = optimizes ? 1 : 0
    if isProgressive { jpeg_simple_progression(&jpeg) }
    jpeg_start_compress(&jpeg, 1)
    if orientation != nil || !thumbnail.isEmpty {
      let exif = Self.exif(orientation ?? 1, isBigEndian: isBigEndian, thumbnail: thumbnail)
      jpeg_write_marker(&jpeg, JPEG_APP0 + 1, exif, UInt32(exif.count))
    }
    let parts = stride(from: 0, to: profile.count, by: profilePart).map {
      profile[$0..<min($0 + profilePart, profile.count)]
    }
    for (index, part) in parts.enumerated() {
      let marker =
        Array("ICC_PROFILE".utf8) + [0, UInt8(index + 1), UInt8(parts.count)] + Array(part)
      jpeg_write_marker(&jpeg, JPEG_APP0 + 2, marker, UInt32(marker.count))
    }
    for var row in rows {
      row.withUnsafeMutableBufferPointer { buffer in
        var pointer = buffer.baseAddress
        jpeg_write_scanlines(&jpeg, &pointer, 1)
      }
    }
    jpeg_finish_compress(&jpeg)
    jpeg_destroy_compress(&jpeg)
  }

  /// An EXIF block with a directory of one entry, and one for a thumbnail where there is one.
  ///
  /// `type` is TIFF's number of the type of the entry's value, `length` the bytes of such a value.
  static func exif(
    _ orientation: Int, isBigEndian: Bool, type: Int = 3, length: Int = 2, thumbnail: [UInt8] = []
  ) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      value.bytes(length, isBigEndian: isBigEndian)
    }
    let order: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    let head = Array("Exif".utf8) + [0, 0] + order + number(42, 2) + number(8, 4)
    let entry = number(0x0112, 2) + number(type, 2) + number(1, 4)
    let value = number(orientation, length)
    // What does not fit lies behind the directory, which ends at byte 26.
    let place = length > 4 ? number(26, 4) : value + [UInt8](repeating: 0, count: 4 - length)
    let first = head + number(1, 2) + entry + place
    guard !thumbnail.isEmpty else { return first + number(0, 4) + (length > 4 ? value : []) }
    // The compression, the offset and the length; the second directory ends at byte 68.
    func long(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
    }
    let entries = long(0x0103, 6) + long(0x0201, 68) + long(0x0202, thumbnail.count)
    return first + number(26, 4) + number(3, 2) + entries + number(0, 4) + thumbnail
  }
}
