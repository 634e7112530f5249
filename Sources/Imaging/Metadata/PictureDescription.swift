package import OverscrollBase
import ScrollGeometry

/// A picture's header, the cost of opening it, and its metadata, as lines: `info` prints them, and the viewer's panel shows them.
package enum PictureDescription {
  package typealias Row = PictureMetadata.Row

  /// Format, layout, size, depth, color, orientation, levels, the cost of opening, and what confines the decoder.
  package static func rows(_ source: any ImageSource) -> [Row] {
    let info = source.info
    let pyramid = Pyramid(size: info.size)
    var rows = [
      Row("format", info.format),
      Row("layout", info.layout.isEmpty ? "rows" : info.layout),
      Row("size", "\(info.size) pixels\(megapixels(info))"),
      Row(
        "depth", "\(info.bitsPerChannel) \(info.bitsPerChannel == 1 ? "bit" : "bits") per channel"),
      Row("color", info.color),
    ]
    if !info.colorSource.isEmpty { rows.append(Row("colors by", info.colorSource)) }
    if let stops = info.exposure, stops != 0 {
      rows.append(Row("exposure", NumberText.shortest(stops)))
    }
    if let tone = info.tone {
      let black = NumberText.shortest(tone.lowerBound)
      rows.append(
        Row("tone", "black at \(black), white at \(NumberText.shortest(tone.upperBound))"))
    }
    rows += channels(of: info) + values(of: info)
    if info.missingPlanes > 0 {
      let count = info.planeCount + info.missingPlanes
      rows.append(Row("planes", "\(info.planeCount) of \(count): the file ends early"))
    }
    if info.orientation != .upright {
      rows.append(Row("orientation", "EXIF \(info.orientation.rawValue)"))
    }
    rows.append(
      Row(
        "levels", "\(pyramid.levelCount), down to \(pyramid.size(ofLevel: pyramid.coarsestLevel))")
    )
    rows.append(Row("opening", cost(source, pyramid)))
    rows.append(Row("sandbox", info.confinement))
    return rows
  }

  /// The channels that can be seen on their own, where there are others than colors or the file names them.
  private static func channels(of info: ImageInfo) -> [Row] {
    let names = info.channels.map(\.name)
    let isNamed = names.contains { !$0.isEmpty }
    guard names.count > 1, isNamed || names.count > (info.samples?.colors ?? 1) + 1 else {
      return []
    }
    let listed = names.enumerated().filter { !$1.isEmpty }.map { "\($0 + 1) \($1)" }
    return [
      Row("channels", "\(names.count)" + (isNamed ? ": " : "") + listed.joined(separator: ", "))
    ]
  }

  /// How samples become values, of all channels together where they have the same.
  private static func values(of info: ImageInfo) -> [Row] {
    let all = info.channels.map(\.calibration)
    guard let first = all.compactMap(\.self).first else { return [] }
    guard !all.allSatisfy({ $0 == first }) else { return [Row("values", first.text)] }
    let listed = all.enumerated().compactMap { index, calibration in
      calibration.map { "channel \(index + 1): \($0.text)" }
    }
    return [Row("values", listed.joined(separator: ", "))]
  }

  /// All lines: the file, the rows of the header, and a paragraph for each kind of metadata that is there.
  package static func lines(_ file: String, _ rows: [Row], _ metadata: PictureMetadata)
    -> [String]
  {
    var lines = ["file: \(file)"] + rows.map(\.line)
    let groups = [("camera", metadata.camera), ("profile", metadata.profile), ("", metadata.texts)]
    for (title, rows) in groups where !rows.isEmpty {
      lines += [""] + rows.map { (title.isEmpty ? "" : title + " ") + $0.line }
    }
    if !metadata.tags.isEmpty {
      lines += [""] + metadata.tags.map { "\($0.group) \($0.name): \($0.value)" }
    }
    return lines
  }

  /// The megapixels in parentheses; nothing for fewer than a tenth.
  private static func megapixels(_ info: ImageInfo) -> String {
    let area = info.size.area ?? .max
    return area < 50_000 ? "" : " (\(millions(area)) megapixels)"
  }

  /// Returns `count` in millions with one decimal.
  private static func millions(_ count: Int) -> String {
    NumberText.fixed((Double(count) / 1e5).rounded() / 10, decimals: 1)
  }

  private static func cost(_ source: any ImageSource, _ pyramid: Pyramid) -> String {
    switch source.access {
    case .tiles: return "tiles are decoded on demand"
    case .rows(let rows): return cost(rows, pyramid)
    }
  }

  /// The cost of opening a picture that is decoded sequentially.
  private static func cost(_ rows: any RowSource, _ pyramid: Pyramid) -> String {
    let bytes = pyramid.byteCount ?? .max
    let megabytes = millions(bytes)
    if TiledPicture.isHeld(pyramid, budget: TileStore.defaultBudget) {
      return "sequential decode, \(megabytes) MB of tiles in memory"
    }
    if let finest = CacheFolder.standard()?.finestLevel(of: rows, pyramid) {
      return finest == 0
        ? "none; a tile file exists from an earlier run"
        : "none but for the finest detail; a tile file of an earlier run has 1/\(1 << finest) of the size"
    }
    if let regions = rows.regionDecoder() {
      return regions.prefersTiles
        ? "tiles are decoded on demand"
        : "one pass to index the file, then tiles are decoded on demand; no tile file"
    }
    return "sequential decode, and a tile file of at most \(megabytes) MB"
  }
}

extension PictureMetadata.Row {
  /// The name and the value as a line.
  package var line: String { "\(name): \(value)" }
}

/// The pages of a file that has several.
extension PictureDescription {
  /// The time that finding pages may wait for the file's decoder, in seconds. [C]
  package static let pageSeconds = 60

  /// Finds all pages of a file, or those for which there is time.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - sandbox: Where it is read; `nil` for this process.
  ///   - seconds: The time that finding pages may wait for the file's decoder, in seconds.
  ///   - shouldContinue: Called now and then; if it returns false, pages are left out.
  /// - Returns: The pages; `nil` for a file with a single one.
  package static func pages(
    of file: FilePath, in sandbox: Sandbox?, within seconds: Int = pageSeconds,
    while shouldContinue: () -> Bool = { true }
  ) -> FilePages? {
    guard let pages = FilePages(of: file, in: sandbox) else { return nil }
    CallScope.run(within: seconds) {
      pages.findAll { CallScope.current.spentBudget == nil && shouldContinue() }
    }
    return pages.count.known > 1 ? pages : nil
  }

  /// How large pixels are along the axes of a picture as shown, and where they lie on a map; nothing where that isn't known.
  package static func rows(of scale: PixelScale?, _ info: ImageInfo) -> [Row] {
    guard let scale = scale?.turned(info.orientation) else { return [] }
    let map = scale.map.map { map in
      Row("map", map.text(of: map.origin) + (map.code > 0 ? ", EPSG:\(map.code)" : ""))
    }
    return [Row("scale", scale.text)] + (map.map { [$0] } ?? [])
      + (scale.printSize(of: info.size).map { [Row("print size", $0)] } ?? [])
  }

  /// The number of pages and their sizes, those that follow each other and have the same size together; nothing for a single page.
  package static func rows(of found: FilePages?) -> [Row] {
    guard let found else { return [] }
    let (pages, kind) = (found.known, found.kind.name)
    var rows = [Row("\(kind)s", "\(pages.count)" + (found.count.isComplete ? "" : " or more"))]
    var first = 0
    while first < pages.count {
      let size = pages[first].size
      let (page, scale) = (pages[first].name, pages[first].scale)
      let end =
        pages[first...].firstIndex { $0.size != size || $0.name != page || $0.scale != scale }
        ?? pages.count
      let name = end == first + 1 ? "\(kind) \(end)" : "\(kind)s \(first + 1) to \(end)"
      let parts = ["\(size) pixels", page, scale?.text ?? ""]
      rows.append(Row(name, parts.filter { !$0.isEmpty }.joined(separator: ", ")))
      first = end
    }
    return rows
  }
}

/// The metadata of a picture file: camera, color profile, author, and all tags.
///
/// Nothing in a file is trusted: at most 2000 tags are read, of 2 kB each, and what is damaged is left out.
package struct PictureMetadata: Hashable, Sendable {
  /// A name and its value, for display.
  package struct Row: Hashable, Sendable {
    package var name: String
    package var value: String

    /// Makes a row.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A tag of the file.
  package struct Tag: Hashable, Sendable {
    /// Where it was found, for instance `EXIF` or `IPTC`.
    package var group: String
    /// Its name in the standard, or its number.
    package var name: String
    /// Its value, cut to 2 kB.
    package var value: String
  }

  /// The most tags that are read.
  package static let maximumTags = 2000
  /// The most bytes of a value.
  package static let maximumValue = 2000

  /// Make, model, lens, time, or that of the last change, exposure time, aperture, ISO, focal lengths, exposure compensation, flash and
  /// position, as far as they are there.
  package internal(set) var camera: [Row] = []
  /// The color profile's description, class and length, where there is one.
  package internal(set) var profile: [Row] = []
  /// How large pixels are; `nil` where that isn't known.
  package var scale: PixelScale?
  /// Title, description, author, rights and keywords, as far as they are there.
  package internal(set) var texts: [Row] = []
  /// All tags, in the order of the file.
  package internal(set) var tags: [Tag] = []

  /// The tags that a file written of the picture has, too, as a block of EXIF; empty where there are none.
  var exif: [UInt8] = []
  /// The kinds of metadata that such a file lacks, such as `XMP`.
  var leftOut: [String] = []

  /// No metadata.
  package init() {}

  /// Reads the metadata of a file; there is none in a file that cannot be read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - sandbox: Where it is read; `nil` for this process.
  package init(of path: FilePath, in sandbox: Sandbox? = nil) {
    guard let (file, head) = try? ImageFile.examine(path) else { return }
    self = sandbox.map { $0.metadata(of: file, head) } ?? Self(file, head: head)
    // A world file is meant where the picture says only how large it is printed.
    if scale == nil || scale?.kind == .print { scale = Self.worldFile(beside: path) ?? scale }
  }

  /// How large the pixels of a page of a file are; `nil` where that isn't known.
  ///
  /// Formats that say only how large they are printed are not read for that.
  package static func scale(
    of path: FilePath, page index: Int = 0, _ info: ImageInfo, in sandbox: Sandbox?
  ) -> PixelScale? {
    if let scale = info.scale { return scale }
    let isForPaper = ImageFormat.all.contains { $0.name == info.format } && info.format != "TIFF"
    var metadata = PictureMetadata()
    if isForPaper {
      metadata.scale = worldFile(beside: path)
    } else {
      metadata = PictureMetadata(of: path, in: sandbox)
    }
    return metadata.scale(ofPage: index, info)
  }

  /// How large the pixels of a page of the file are; `nil` where that isn't known.
  package func scale(ofPage index: Int, _ info: ImageInfo) -> PixelScale? {
    info.scale ?? (scale?.applies(toPage: index) == true ? scale : nil)
  }

  /// The bytes of a world file, and of the projection beside it, that are read: six numbers have fewer. [C]
  private static let (worldFileLength, projectionLength) = (1024, 8192)

  /// What a world file beside a picture says, such as `a.tfw` beside `a.tif`.
  private static func worldFile(beside path: FilePath) -> PixelScale? {
    let suffix = path.fileExtension
    guard let first = suffix.first, let last = suffix.last else { return nil }
    let stem = path.withoutExtension
    func text(_ suffix: String, _ most: Int) -> String? {
      guard let (file, _) = try? ImageFile.examine(stem.appendingExtension(suffix)),
        let bytes = try? FileBytes(file)
      else { return nil }
      return bytes.read(0, min(bytes.count, most)).map { String(decoding: $0, as: UTF8.self) }
    }
    for name in ["\(first)\(last)w", suffix + "w", "wld"] {
      guard let numbers = text(name, worldFileLength) else { continue }
      return PixelScale(worldFile: numbers, projection: text("prj", projectionLength))
    }
    return nil
  }

  /// Reads the metadata of a file in this process.
  init(_ file: ImageFile, head: [UInt8]) {
    guard let bytes = try? FileBytes(file) else { return }
    let blocks = MetadataBlocks(bytes, head: head)
    for block in blocks.exif { ExifTags.read(block.tags, group: block.group, into: &self) }
    for block in blocks.iptc { IPTCTags.read(block, into: &self) }
    let packets = blocks.xmp.compactMap {
      XMPRating.decoded($0)?.prefix { $0 != 0 }.map(\.self)
    }
    for packet in packets { XMPTags.read(packet, into: &self) }
    for block in blocks.exif { setDescription(ExifTags.comment(block.tags)) }
    let stars = packets.lazy.compactMap { try? XMPRating($0).stars }
    if let stars = stars.first { add("XMP", PictureRating.tag, "\(stars)") }
    for (name, text) in blocks.texts { add("Text", name, text) }
    profile = ProfileDescription.rows(blocks.profile)
    scale = blocks.scale
    setKept(of: blocks)
  }

  /// Adds a tag, up to the most that are read; a value without visible characters is left out.
  mutating func add(_ group: String, _ name: String, _ value: String) {
    let value = MetadataText.cut(value)
    guard tags.count < Self.maximumTags, !value.isEmpty else { return }
    tags.append(Tag(group: group, name: name, value: value))
  }

  /// Sets the description, unless it is set, or is the title, too, as programs write it.
  mutating func setDescription(_ value: String?) {
    guard let value = value.map({ MetadataText.cut($0) }),
      !texts.contains(where: { $0.name == "title" && $0.value == value })
    else { return }
    Self.set("description", value, in: &texts)
  }

  /// Sets a row of the camera or of the texts, unless it is set.
  static func set(_ name: String, _ value: String?, in rows: inout [Row]) {
    guard let value = value.map({ MetadataText.cut($0) }), !value.isEmpty,
      !rows.contains(where: { $0.name == name })
    else { return }
    rows.append(Row(name, value))
  }
}

/// Text from files as lines for display.
enum MetadataText {
  /// Decodes UTF-8, or Latin-1 if it isn't valid UTF-8, up to the first zero.
  static func decode(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// One line: control characters become spaces, the ends are trimmed, and what is longer than 2 kB is cut.
  static func cut(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      let isSpace = isControl(scalar) || scalar == " "
      if isSpace, line.isEmpty || line.last == " " { continue }
      count += isSpace ? 1 : UTF8.width(scalar)
      guard count <= PictureMetadata.maximumValue - "…".utf8.count else {
        return String(line) + "…"
      }
      line.append(isSpace ? " " : scalar)
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// Characters that would break a line, move the cursor of a terminal, or turn the direction of what follows.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
