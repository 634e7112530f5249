import ScrollGeometry

/// The metadata that a file written of a picture has, too: the tags of EXIF about camera, lens, exposure, times, position, author,
/// rights and descriptions, and what XMP and IPTC say of the picture.
///
/// Tags about the file that they come from are left out: its layout, thumbnail and places in its pixels. So are the makers' notes,
/// most of which have offsets from the beginning of the block that they were written in, and would be wrong at another place.
struct KeptExif: Hashable, Sendable {
  typealias Tag = SampleDescription.Tag

  private(set) var picture: [Tag] = []
  private var exif: [Tag] = []
  private var position: [Tag] = []
  /// A packet of XMP, and a block of IPTC, for formats that have one; empty for none.
  private(set) var xmp: [UInt8] = []
  private(set) var iptc: [UInt8] = []
  /// True where values were left out because they are too long, or damaged.
  private(set) var isPartial = false

  /// The tags that are kept of the picture's directory, which in a TIFF file has all kinds of others, and their types.
  private static let pictureTypes = [
    // Document's name, description, make, model, software, time, artist, computer, copyright.
    0x010D: 2, description: 2, 0x010F: 2, 0x0110: 2, 0x0131: 2, 0x0132: 2, 0x013B: 2,
    0x013C: 2, 0x8298: 2,
    // Stars, and what Windows has of title, comment, author, keywords and subject.
    0x4746: 3, 0x4749: 3, 0x9C9B: 1, 0x9C9C: 1, 0x9C9D: 1, 0x9C9E: 1, 0x9C9F: 1,
  ]
  static let description = 0x010E
  /// The tags of the directory of EXIF that are left out: how the pixels were compressed, the makers' notes, how many pixels there
  /// are, where the subject is in them, and padding.
  private static let leftOut: Set = [
    0x9102, makerNote, width, height, 0x9214, 0xA214, 0xEA1C, 0xEA1D,
  ]
  static let makerNote = 0x927C
  private static let (colorSpace, width, height, gamma) = (0xA001, 0xA002, 0xA003, 0xA500)
  /// TIFF's numbers of types.
  private static let (short, long, fraction, undefined) = (3, 4, 5, 7)
  /// The types that EXIF has: others are those of BigTIFF.
  private static let types = 1...12

  /// The tags of XMP and IPTC in the directory of a picture.
  static let (xmpTag, iptcTag) = (700, 33723)

  /// The most bytes of all tags, and of XMP and IPTC each: JPEG's segments have 65,533, of which the preamble, links and what is added
  /// take some.
  private static let maximumBytes = 65_533 - 256

  /// Takes the tags of a file's first picture.
  init(_ tags: TagDirectories) {
    var left = Self.maximumBytes
    for entry in tags.entries where entry.index == 0 {
      let list: WritableKeyPath<Self, [Tag]>? =
        switch entry.directory {
        case .picture: Self.pictureTypes[entry.tag] == entry.type ? \.picture : nil
        case .exif: Self.leftOut.contains(entry.tag) ? nil : \.exif
        case .position: \.position
        case .interoperability: nil
        }
      guard let list, Self.types.contains(entry.type), !Self.isProgramsOwn(entry),
        !self[keyPath: list].contains(where: { $0.number == entry.tag })
      else { continue }
      let tag = Tag(entry).map { Self.nativeText($0, of: entry) }
      let length = 12 + (tag?.bytes.count ?? 0) + 1
      guard let tag, length <= left else {
        isPartial = true
        continue
      }
      left -= length
      self[keyPath: list].append(tag)
    }
  }

  /// Takes what a block has for a picture that is written: of its size as stored, and in sRGB or not.
  init(of block: [UInt8], _ size: PixelSize, isScreen: Bool) {
    let tags = TagDirectories(block)
    self.init(tags)
    xmp = tags.first(Self.xmpTag)?.bytes ?? []
    iptc = tags.first(Self.iptcTag).flatMap { IPTCTags.texts(of: $0.bytes) } ?? []
    guard !exif.isEmpty else { return }
    exif.append(Tag(Self.width, Self.long, [size.width]))
    exif.append(Tag(Self.height, Self.long, [size.height]))
    guard isScreen else { return }
    exif.removeAll { [Self.colorSpace, Self.gamma].contains($0.number) }
    exif.append(Tag(Self.colorSpace, Self.short, [1]))
  }

  /// Takes packets of XMP; returns false where none of it can be kept, and `nil` where that is a part.
  mutating func takeXMP(_ packets: [[UInt8]]) -> Bool? {
    guard let packet = packets.first else { return true }
    let text = XMPRating.decoded(packet)?.prefix { $0 != 0 }
    guard let kept = try? text.map({ try XMPRating(Array($0)).properties() }),
      kept.bytes.count <= Self.maximumBytes
    else { return false }
    xmp = kept.bytes
    return kept.isPartial || packets.count > 1 ? nil : true
  }

  /// Takes blocks of IPTC; returns false where they cannot be kept.
  mutating func takeIPTC(_ blocks: [[UInt8]]) -> Bool {
    let texts = blocks.compactMap { IPTCTags.texts(of: $0) }
    let all = texts.flatMap(\.self)
    guard texts.count == blocks.count, all.count <= Self.maximumBytes else { return false }
    iptc = all
    return true
  }

  /// True without tags of EXIF.
  var isEmpty: Bool { picture.isEmpty && exif.isEmpty && position.isEmpty }

  var isDescribed: Bool { picture.contains { $0.number == Self.description } }

  /// Whether the description is that of the samples, which programs read: OME-XML, ImageJ's, Aperio's or tifffile's.
  ///
  /// It would be wrong for other samples.
  private static func isProgramsOwn(_ entry: TagDirectories.Entry) -> Bool {
    guard entry.directory == .picture, entry.tag == description else { return false }
    return ["<", "{", "ImageJ=", "Aperio"].contains { entry.bytes.starts(with: $0.utf8) }
  }

  /// The tag with a text of 16-bit characters in the order of this machine, too, in which the block is written.
  private static func nativeText(_ tag: Tag, of entry: TagDirectories.Entry) -> Tag {
    guard entry.type == 7, entry.isBigEndian != TagDirectories.Layout(isBig: false).isBigEndian,
      ExifTags.encodedTexts.contains(entry.tag), tag.bytes.starts(with: "UNICODE".utf8)
    else { return tag }
    var tag = tag
    for place in stride(from: ExifTags.encodingLength, to: tag.bytes.count - 1, by: 2) {
      tag.bytes.swapAt(place, place + 1)
    }
    return tag
  }
}

// MARK: - Writing

extension KeptExif {
  /// The block of EXIF, without a marker's preamble.
  ///
  /// - Parameters:
  ///   - orientation: The picture's orientation.
  ///   - dots: The resolution in pixels per meter; zeros for none.
  ///   - hasPackets: True for one that has XMP and IPTC as well, as a TIFF file does.
  /// - Returns: The bytes.
  func block(
    orientation: Orientation = .upright, dots: (x: Int, y: Int) = (0, 0), hasPackets: Bool = false
  ) -> [UInt8] {
    let layout = TagDirectories.Layout(isBig: false)
    var tags = picture + (hasPackets ? packets : [])
    tags.append(Tag(0x0112, Self.short, [orientation.rawValue]))
    if dots.x > 0, dots.y > 0 {
      for (number, dots) in zip(SampleDescription.Number.resolution, [dots.x, dots.y]) {
        tags.append(Tag(number, Self.fraction, Self.dotsPerInch(Double(dots) * 0.0254)))
      }
      tags.append(Tag(SampleDescription.Number.unit, Self.short, [2]))
    }
    let start = layout.firstLink + layout.offsetLength
    let empty = tags + further.map { Tag($0.link, Self.long, [0]) }
    let place = start + Self.directory(empty, at: start, layout).count
    let (bytes, links) = directories(at: place, isBig: false)
    tags += links.map { Tag($0.tag, Self.long, [$0.place]) }
    let mark: [UInt8] = layout.isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    return mark + layout.bytes(42, 2) + layout.bytes(start, layout.offsetLength)
      + Self.directory(tags, at: start, layout) + bytes
  }

  /// A resolution as a fraction: one that was whole before it was rounded to pixels per meter, or else hundredths.
  private static func dotsPerInch(_ dots: Double) -> [Int] {
    let whole = dots.rounded()
    return abs(dots - whole) < 0.013 ? [Int(whole), 1] : [Int((dots * 100).rounded()), 100]
  }

  /// XMP and IPTC as tags of the picture's directory; IPTC fills words, in which some versions of libtiff count it.
  var packets: [Tag] {
    let filled = iptc + [UInt8](repeating: 0, count: (4 - iptc.count % 4) % 4)
    return [
      Tag(number: Self.xmpTag, type: 1, count: xmp.count, bytes: xmp),
      Tag(number: Self.iptcTag, type: Self.undefined, count: filled.count, bytes: filled),
    ].filter { $0.count > 0 }
  }

  /// The directories besides the picture's, and the tags that link to them.
  private var further: [(link: Int, tags: [Tag])] {
    [(0x8769, exif), (0x8825, position)].filter { !$0.1.isEmpty }
  }

  /// The directories besides the picture's as they are stored from an even place on, and the tags that link to them.
  func directories(
    at start: Int, isBig: Bool
  ) -> (bytes: [UInt8], links: [(tag: Int, place: Int)]) {
    let layout = TagDirectories.Layout(isBig: isBig)
    var (bytes, links): ([UInt8], [(Int, Int)]) = ([], [])
    for (link, tags) in further {
      links.append((link, start + bytes.count))
      bytes += Self.directory(tags, at: start + bytes.count, layout)
    }
    return (bytes, links)
  }

  /// A directory at an even place, with its values behind it.
  private static func directory(
    _ tags: [Tag], at place: Int, _ layout: TagDirectories.Layout
  ) -> [UInt8] {
    let tags = tags.sorted { $0.number < $1.number }
    let length = layout.countLength + tags.count * layout.entryLength + layout.offsetLength
    var (entries, values) = (layout.bytes(tags.count, layout.countLength), [UInt8]())
    for tag in tags {
      entries += layout.bytes(tag.number, 2) + layout.bytes(tag.type, 2)
      entries += layout.bytes(tag.count, layout.offsetLength)
      if tag.bytes.count <= layout.offsetLength {
        entries += tag.bytes
        entries += [UInt8](repeating: 0, count: layout.offsetLength - tag.bytes.count)
      } else {
        entries += layout.bytes(place + length + values.count, layout.offsetLength)
        values += tag.bytes + [UInt8](repeating: 0, count: tag.bytes.count % 2)
      }
    }
    return entries + layout.bytes(0, layout.offsetLength) + values
  }
}

extension SampleDescription.Tag {
  /// A tag of numbers of 16 bits (type 3), or of 32, of which two are a fraction.
  fileprivate init(_ number: Int, _ type: Int, _ values: [Int]) {
    let layout = TagDirectories.Layout(isBig: false)
    self.init(
      number: number, type: type, count: type == 5 ? values.count / 2 : values.count,
      bytes: values.flatMap { layout.bytes($0, type == 3 ? 2 : 4) })
  }
}

extension PictureMetadata {
  /// What a file written of a page has, too, as a block of EXIF, and the kinds of metadata that it lacks, as a phrase; `nil` where that
  /// is none.
  ///
  /// Those of pages behind the first are not read. Only TIFF and JPEG files have a place for IPTC.
  package func written(
    ofPage index: Int = 0, as format: OutputFormat = .tiff
  ) -> (exif: [UInt8], loss: String?) {
    guard index > 0 else {
      let hasIPTC = TagDirectories(exif).first(KeptExif.iptcTag) != nil
      let lost = leftOut + (hasIPTC && format != .tiff && format != .jpeg ? ["IPTC"] : [])
      return (exif, lost.isEmpty ? nil : lost.joined(separator: ", "))
    }
    let hasAny = !camera.isEmpty || !texts.isEmpty || !exif.isEmpty || !leftOut.isEmpty
    return ([], hasAny ? "metadata" : nil)
  }

  /// Takes over what a file written of the picture has, too, and says what it lacks.
  mutating func setKept(of blocks: MetadataBlocks) {
    let all = blocks.exif.map(\.tags)
    var kept = all.lazy.map { KeptExif($0) }.first { !$0.isEmpty } ?? KeptExif(TagDirectories([]))
    let (keepsXMP, keepsIPTC) = (kept.takeXMP(blocks.xmp), kept.takeIPTC(blocks.iptc))
    exif = kept.isEmpty && kept.packets.isEmpty ? [] : kept.block(hasPackets: true)
    let isDescribed = all.contains { tags in
      tags.entries.contains {
        $0.tag == KeptExif.description && $0.directory == .picture && $0.index == 0
      }
    }
    let kinds = [
      ("XMP", keepsXMP == false), ("part of the XMP", keepsXMP == nil), ("IPTC", !keepsIPTC),
      // ImageMagick writes the times of the file into every PNG.
      ("comments", blocks.texts.contains { !$0.0.hasPrefix("date:") }),
      ("maker notes", all.contains { $0.first(KeptExif.makerNote, in: .exif) != nil }),
      ("description", isDescribed && !kept.isDescribed),
      ("part of the EXIF", kept.isPartial),
    ]
    leftOut = kinds.filter(\.1).map(\.0)
  }
}
