import Glibc
package import OverscrollBase

/// A format that the program of the package `overscroll-formats` loads.
package struct LoaderFormat: Sendable {
  /// The format's name.
  let name: String
  /// A file of it with its article, for instance `an SVG picture`.
  let kind: String
  /// Its name for the program.
  let argument: String
  /// Its media types, the usual one first, as the desktop's database of file types names them.
  private let mediaTypes: [String]
  /// The suffixes of its files' names, in lower case.
  let suffixes: [String]
  /// True where a file may have several pages.
  var hasPages = false
  /// True where further pages are directories of a TIFF file, which the program's own decoder reads.
  var hasTIFFPages = false
  /// True where the program's own decoder shows a part of what the loader refuses, such as fluorescence.
  var isReadAsTIFF = false
  /// True where a folder besides the file has the rest of it.
  var hasCompanions = false
  /// Returns whether a file that starts with these bytes is of this format.
  private let recognizes: @Sendable ([UInt8], ImageFile) -> Bool

  /// All formats, tried in this order.
  static let all: [LoaderFormat] = [
    .avif, .heif, .jpegXL, .svg, .pdf, .jpeg2000, .openEXR, .radiance, .fits, .svs, .ndpi, .mrxs,
    .scn, .bif, .philips,
  ]

  /// The package that has the program.
  package static let package = "overscroll-formats"

  /// How it is installed, as a message.
  package static let installation = "To install it: sudo apt install \(package)"

  /// The names of all formats.
  package static var names: [String] { all.map(\.name) }

  /// The media types of all formats.
  package static var mediaTypes: [String] { all.flatMap(\.mediaTypes) }

  /// The media types of the format that has a suffix; none where there is no such format.
  static func mediaTypes(ofSuffix suffix: String) -> [String] {
    all.first { $0.suffixes.contains(suffix) }?.mediaTypes ?? []
  }

  /// A message that names them all, and the package they need.
  package static var message: String {
    let names = names
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
      + " files are read where the package \(package) is installed."
  }

  /// The name of the format that a file seems to have by its suffix, if it is one that cannot be loaded here; `nil` for others.
  package static func missingName(for file: FilePath) -> String? {
    guard !Loaders.areInstalled else { return nil }
    let suffix = file.fileExtension.lowercased()
    return all.first { $0.suffixes.contains(suffix) }?.name
  }

  /// The format of a file, from its first bytes; `nil` for others.
  static func format(of file: ImageFile, _ head: [UInt8]) -> LoaderFormat? {
    all.first { $0.recognizes(head, file) }
  }

  private static let avif = LoaderFormat(
    name: "AVIF", kind: "an AVIF picture", argument: "avif", mediaTypes: ["image/avif"],
    suffixes: ["avif", "avifs"], hasPages: true,
    recognizes: { head, _ in brands(head).contains { $0.starts(with: "avi") } })

  private static let heif = LoaderFormat(
    name: "HEIF", kind: "a HEIF picture", argument: "heif",
    mediaTypes: ["image/heif", "image/heic"],
    suffixes: ["heic", "heif", "hif"], hasPages: true,
    recognizes: { head, _ in brands(head).contains { heifBrands.contains($0) } })

  private static let jpegXL = LoaderFormat(
    name: "JPEG XL", kind: "a JPEG XL picture", argument: "jxl", mediaTypes: ["image/jxl"],
    suffixes: ["jxl"],
    recognizes: { head, _ in
      head.starts(with: [0xFF, 0x0A]) || head.starts(with: signatureBox("JXL "))
    })

  private static let svg = LoaderFormat(
    name: "SVG", kind: "an SVG picture", argument: "svg",
    mediaTypes: ["image/svg+xml", "image/svg+xml-compressed"], suffixes: ["svg", "svgz"],
    recognizes: { head, file in
      if head.starts(with: [0x1F, 0x8B]) { return file.path.fileExtension.lowercased() == "svgz" }
      return TextStart(head).isMarkup && TextStart(start(of: file)).hasElement("svg")
    })

  private static let pdf = LoaderFormat(
    name: "PDF", kind: "a PDF document", argument: "pdf", mediaTypes: ["application/pdf"],
    suffixes: ["pdf"], hasPages: true,
    recognizes: { head, _ in head.starts(with: "%PDF-".utf8) })

  private static let jpeg2000 = LoaderFormat(
    name: "JPEG 2000", kind: "a JPEG 2000 picture", argument: "jp2",
    mediaTypes: ["image/jp2", "image/x-jp2-codestream"],
    suffixes: ["jp2", "j2k", "j2c", "jpc", "jpt"],
    recognizes: { head, _ in
      head.starts(with: signatureBox("jP  ")) || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    })

  private static let openEXR = LoaderFormat(
    name: "OpenEXR", kind: "an OpenEXR picture", argument: "exr", mediaTypes: ["image/x-exr"],
    suffixes: ["exr"],
    recognizes: { head, _ in head.starts(with: [0x76, 0x2F, 0x31, 0x01]) })

  private static let radiance = LoaderFormat(
    name: "Radiance HDR", kind: "a Radiance HDR picture", argument: "hdr",
    mediaTypes: ["image/vnd.radiance", "image/x-hdr"], suffixes: ["hdr"],
    recognizes: { head, _ in
      head.starts(with: "#?RADIANCE".utf8) || head.starts(with: "#?RGBE".utf8)
    })

  private static let fits = LoaderFormat(
    name: "FITS", kind: "a FITS picture", argument: "fits", mediaTypes: ["image/fits"],
    suffixes: ["fits", "fit", "fts"],
    recognizes: { head, _ in head.starts(with: "SIMPLE  =".utf8) })

  private static let mrxs = LoaderFormat(
    name: "MRXS", kind: "an MRXS slide", argument: "mrxs", mediaTypes: [], suffixes: ["mrxs"],
    hasCompanions: true,
    recognizes: { head, file in
      head.starts(with: [0xFF, 0xD8, 0xFF]) && file.path.fileExtension.lowercased() == "mrxs"
        && CompanionFolder(of: file.path).has("Slidedat.ini")
    })

  private static let svs = slide("SVS", "svs", of: .aperio, hasTIFFPages: true)
  private static let ndpi = slide("NDPI", "ndpi", of: .hamamatsu)
  private static let scn = slide("SCN", "scn", of: .leica, isReadAsTIFF: true)
  private static let bif = slide("BIF", article: "a", "bif", of: .ventana, isReadAsTIFF: true)
  // Its files have the suffixes of TIFF.
  private static let philips = slide(
    "Philips TIFF", article: "a", "philips", suffixes: [], of: .philips, isReadAsTIFF: true)

  /// The slides of a scanner's maker, which the first directory names.
  private static func slide(
    _ name: String, article: String = "an", _ argument: String, suffixes: [String]? = nil,
    of maker: SlideSignature.Maker, hasTIFFPages: Bool = false, isReadAsTIFF: Bool = false
  ) -> LoaderFormat {
    LoaderFormat(
      name: name, kind: "\(article) \(name) slide", argument: argument, mediaTypes: [],
      suffixes: suffixes ?? [argument], hasTIFFPages: hasTIFFPages, isReadAsTIFF: isReadAsTIFF,
      recognizes: { head, file in SlideSignature(head, file)?.maker == maker })
  }

  private static let heifBrands: Set = [
    "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "msf1",
  ]

  /// The brands in the first box of a file, the major one first.
  private static func brands(_ head: [UInt8]) -> [String] {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else { return [] }
    let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    // The number after the major brand is a version.
    let places = [8] + Array(stride(from: 16, to: min(length, head.count) - 3, by: 4))
    return places.map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
  }

  /// The box with which files of the family of JPEG 2000 begin.
  private static func signatureBox(_ type: String) -> [UInt8] {
    [0, 0, 0, 12] + Array(type.utf8) + [0x0D, 0x0A, 0x87, 0x0A]
  }

  /// The bytes in which the first element of a file of markup is looked for. [C]
  private static let startLength = 4096

  private static func start(of file: ImageFile) -> [UInt8] {
    guard let bytes = try? FileBytes(file) else { return [] }
    return bytes.read(0, min(startLength, bytes.count)) ?? []
  }
}

/// The first bytes of a file of markup.
private struct TextStart {
  private let text: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    text = bytes.dropFirst(isMarked ? 3 : 0).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  var isMarkup: Bool { text.first == UInt8(ascii: "<") }

  /// Returns whether the first element has a name, with or without a prefix.
  func hasElement(_ name: String) -> Bool {
    var rest = String(decoding: text, as: UTF8.self)[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { return false }
        rest = rest[end.upperBound...]
      } else if !rest.hasPrefix("?"), !rest.hasPrefix("!") {
        let element = rest.prefix { $0 != ">" && $0 != "/" && !$0.isWhitespace }
        return element.split(separator: ":").last.map(String.init) == name
      }
    }
    return false
  }
}

/// What a file in TIFF's layout has in its first directory that only a scanner of slides writes.
///
/// This is read in the program itself: a few kilobytes, none of which is trusted.
struct SlideSignature {
  enum Maker {
    case aperio, hamamatsu, leica, philips, ventana
  }

  let maker: Maker

  private enum Tag {
    static let (description, software, packet, tileWidth) = (270, 305, 700, 322)
    /// Hamamatsu's version of its format.
    static let hamamatsuFormat = 65420
  }

  /// The most tags that are looked at, and the most bytes of a text. [C]
  private static let (maximumTags, maximumText) = (1000, 4096)

  /// Reads the first directory; `nil` for a file in another layout, and for one of no scanner.
  init?(_ head: [UInt8], _ file: ImageFile) {
    guard TIFFFile.starts.contains(where: { head.starts(with: $0) }), head.count >= 16,
      let bytes = try? FileBytes(file)
    else { return nil }
    let isBigEndian = head[0] == 0x4D
    func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int? {
      ByteReader(bytes: bytes, isBigEndian: isBigEndian).number(at: place, length: length)
    }
    let isBig = number(head, 2, 2) == 43
    let (word, entryLength) = isBig ? (8, 20) : (4, 12)
    // Hamamatsu's offsets have eight bytes in files of more than 4 GB, which have the version of those with four.
    guard let place = number(head, isBig ? 8 : 4, bytes.count >> 32 > 0 ? 8 : word),
      let start = bytes.read(place, isBig ? 8 : 2), let count = number(start, 0, start.count),
      count > 0,
      let entries = bytes.read(place + start.count, min(count, Self.maximumTags) * entryLength)
    else { return nil }
    var texts: [Int: String] = [:]
    var (isHamamatsu, isTiled) = (false, false)
    for entry in stride(from: 0, to: entries.count, by: entryLength) {
      guard let tag = number(entries, entry, 2) else { continue }
      if tag == Tag.hamamatsuFormat { isHamamatsu = true }
      if tag == Tag.tileWidth { isTiled = true }
      guard [Tag.description, Tag.software, Tag.packet].contains(tag),
        let length = number(entries, entry + 4, word), length > word,
        let place = number(entries, entry + 4 + word, word),
        let text = bytes.read(place, min(length, Self.maximumText))
      else { continue }
      texts[tag] = String(decoding: text, as: UTF8.self)
    }
    let description = texts[Tag.description] ?? ""
    // As OpenSlide tells them apart.
    if isHamamatsu {
      maker = .hamamatsu
    } else if isTiled, description.hasPrefix("Aperio") {
      maker = .aperio
    } else if description.contains("http://www.leica-microsystems.com/scn") {
      maker = .leica
    } else if texts[Tag.software]?.hasPrefix("Philips") == true,
      description.contains("DPUfsImport")
    {
      maker = .philips
    } else if texts[Tag.packet]?.contains("<iScan") == true {
      maker = .ventana
    } else {
      return nil
    }
  }
}

/// The folder with the rest of a slide, which has the name of the slide's file without its suffix.
struct CompanionFolder {
  private let path: FilePath

  init(of file: FilePath) { path = file.withoutExtension }

  /// Opens a file that lies in the folder itself, and is no link; returns `nil` for any other.
  ///
  /// The caller closes the descriptor.
  func open(_ name: [UInt8]) -> Int32? {
    let name = FilePath(bytes: name)
    guard !name.hasZero, !name.bytes.isEmpty, !name.bytes.contains(UInt8(ascii: "/")),
      ![FilePath("."), FilePath("..")].contains(name), let parent = try? OpenFolder(path.folder),
      let folder = try? OpenFolder(path.lastComponent, in: parent),
      folder.status.st_dev == parent.status.st_dev
    else { return nil }
    return folder.openFile(name)
  }

  /// Returns whether it has a file.
  func has(_ name: String) -> Bool {
    guard let descriptor = open(Array(name.utf8)) else { return false }
    close(descriptor)
    return true
  }
}
