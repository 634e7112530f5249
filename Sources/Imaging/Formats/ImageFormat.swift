package import OverscrollBase

/// A file format: how to recognize it by its content and how to read its header.
package struct ImageFormat: Sendable {
  /// The bytes at a file's start that ``recognizes`` is given.
  static let headLength = 132

  /// The format's name.
  let name: String
  /// Its media types, the usual one first, as the desktop's database of file types names them.
  let mediaTypes: [String]
  /// The suffixes of its files' names, in lower case.
  let suffixes: [String]
  /// Returns whether a file that starts with these bytes is of this format.
  let recognizes: @Sendable ([UInt8]) -> Bool
  /// Reads the header, without allocating memory for pixels; the size is checked afterward.
  let open: @Sendable (ImageFile, ImageLimits) throws(ImagingError) -> any ImageSource
  /// Reads the header of a page; `nil` for a format whose files have a single page.
  var openPage:
    (@Sendable (ImageFile, FilePages.Page, ImageLimits) throws(ImagingError) -> any ImageSource)?
  /// Composes the frames of an animation; `nil` for a format without animations.
  var compose: (@Sendable (ImageFile) throws(ImagingError) -> any FrameComposer)?

  /// All formats, tried in this order.
  static let all: [ImageFormat] = [.png, .jpeg, .raw, .tiff, .webp, .gif, .pnm, .bmp]

  /// The names of all formats.
  private static var names: [String] { all.map(\.name) }

  /// The names of all formats in running text, for instance `PNG, JPEG or BMP`.
  package static var alternatives: String {
    let names = names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// The media types of all formats.
  package static var mediaTypes: [String] { all.flatMap(\.mediaTypes) }

  /// Returns the media types that a file may have: those of the format of its first bytes or, where none is known, of its name's.
  ///
  /// It takes as long as the disk, and belongs on another thread.
  package static func mediaTypes(of file: FilePath) -> [String] {
    let head = Array(file.beginning(atMost: headLength) ?? [])
    if let format = all.first(where: { $0.recognizes(head) }) { return format.mediaTypes }
    let suffix = file.fileExtension.lowercased()
    return all.first { $0.suffixes.contains(suffix) }?.mediaTypes
      ?? LoaderFormat.mediaTypes(ofSuffix: suffix)
  }
}

/// A format that is recognized by its first bytes only to be named in a refusal.
struct ForeignFormat: Sendable {
  /// A file of it with its article, for instance `a Photoshop document`.
  let kind: String
  /// What opens it, as the end of a sentence.
  let opener: String
  /// Returns whether a file that starts with these bytes is of this format.
  let recognizes: @Sendable ([UInt8]) -> Bool

  /// Makes a format whose files have some bytes at a place.
  private init(
    _ kind: String, _ opener: String, _ signature: [UInt8], at place: Int = 0,
    and more: (signature: [UInt8], place: Int)? = nil
  ) {
    (self.kind, self.opener) = (kind, opener)
    recognizes = { head in
      head.dropFirst(place).starts(with: signature)
        && more.map { head.dropFirst($0.place).starts(with: $0.signature) } ?? true
    }
  }

  private init(
    _ kind: String, _ opener: String, _ text: String, at place: Int = 0,
    and more: (text: String, place: Int)? = nil
  ) {
    self.init(
      kind, opener, Array(text.utf8), at: place, and: more.map { (Array($0.text.utf8), $0.place) })
  }

  /// Targa has no signature: its header is recognized by numbers that allow few values.
  private static let targa = ForeignFormat("a TGA picture", painter) { head in
    guard head.count >= 18 else { return false }
    let (map, type, depth) = (head[1], head[2], head[16])
    return [1, 2, 3, 9, 10, 11].contains(type) && map == (type & 7 == 1 ? 1 : 0)
      && (map == 1 ? [15, 16, 24, 32].contains(head[7]) : head[3..<8].allSatisfy { $0 == 0 })
      && [8, 15, 16, 24, 32].contains(depth) && head[17] & 0xC0 == 0
      && [12, 14].allSatisfy { head[$0] | head[$0 + 1] != 0 }
  }

  private init(
    _ kind: String, _ opener: String, recognizes: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    (self.kind, self.opener, self.recognizes) = (kind, opener, recognizes)
  }

  private static let painter = "GIMP and Krita open it"
  private static let converter = "ImageMagick converts it to PNG"
  private static let raw = "darktable and RawTherapee open it"
  private static let player = "a video player opens it"
  private static let archiver = "an archive manager unpacks it"
  private static let office = "LibreOffice Draw opens it"
  private static let reader = "a document viewer opens it"

  /// All formats, tried in this order.
  static let all: [ForeignFormat] = [
    .init("a Photoshop document", painter, "8BPS"),
    .init("a DICOM file", "QuPath opens slides in DICOM, Weasis other pictures", "DICM", at: 128),
    .init("a VMS slide", "QuPath opens it", "[Virtual Microscope Specimen]"),
    .init("a GIMP picture", "GIMP opens it", "gimp xcf"),
    .init("a QOI picture", converter, "qoif"),
    .init("a DDS texture", painter, "DDS ", and: ("\u{7C}", 4)),
    .init("a JPEG XR picture", converter, [0x49, 0x49, 0xBC]),
    .init("a FLIF picture", converter, "FLIF"),
    .init("a BPG picture", converter, [0x42, 0x50, 0x47, 0xFB]),
    .init("a farbfeld picture", converter, "farbfeld"),
    // A cursor's first bytes are those of one, but for the number of its pictures.
    targa,
    .init("a Windows icon", painter, [0, 0, 1, 0], and: ([0], 9)),
    .init("a Windows cursor", painter, [0, 0, 2, 0], and: ([0], 9)),
    .init("a macOS icon", converter, "icns"),
    .init("an SGI picture", painter, [0x01, 0xDA], and: ([0], 10)),
    .init("a Sun raster picture", painter, [0x59, 0xA6, 0x6A, 0x95]),
    .init("a PCX picture", painter, [0x0A, 0x05, 0x01]),
    .init("an XPM picture", painter, "/* XPM"),
    .init("a Krita document", "Krita opens it", "PK", and: ("mimetypeapplication/x-krita", 30)),
    .init("an OpenRaster picture", painter, "PK", and: ("mimetypeimage/openraster", 30)),
    .init(
      "an OpenDocument file", "LibreOffice opens it", "PK",
      and: ("mimetypeapplication/vnd.oasis", 30)),
    .init("a ZIP archive", archiver, [0x50, 0x4B, 0x03, 0x04]),
    .init("a RAR archive", archiver, "Rar!"),
    .init("a 7-Zip archive", archiver, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    .init("an xz archive", archiver, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    .init("a gzip archive", archiver, [0x1F, 0x8B]),
    .init("a DjVu document", reader, "AT&TFORM"),
    .init("a PostScript document", reader, "%!PS"),
    .init("a PostScript document", reader, [0xC5, 0xD0, 0xD3, 0xC6]),
    .init("a Windows metafile", office, [0xD7, 0xCD, 0xC6, 0x9A]),
    .init("an enhanced metafile", office, [1, 0, 0, 0], and: (Array(" EMF".utf8), 40)),
    .init("a Canon CRW file", raw, "HEAPCCDR", at: 6),
    .init("a Sigma X3F file", raw, "FOVb"),
    .init("a Minolta MRW file", raw, [0, 0x4D, 0x52, 0x4D]),
    .init("a Canon CR3 file", raw, "ftypcrx ", at: 4),
    .init("a video", player, "ftyp", at: 4),
    .init("a video", player, [0x1A, 0x45, 0xDF, 0xA3]),
    .init("a video", player, "RIFF", and: ("AVI ", 8)),
    .init("a web page", "a browser opens it", "<!DOCTYPE html"),
    .init("a web page", "a browser opens it", "<!doctype html"),
    .init("a web page", "a browser opens it", "<html"),
  ]
}
