import ScrollGeometry

/// What a TIFF file's texts say of the channels of its pictures.
///
/// OME-XML and ImageJ keep each channel as a page; GDAL and the names of inks are about the samples of a pixel.
struct TIFFChannels: Sendable {
  /// What the channels are called; fewer than there are where some have no names.
  private(set) var names: [ChannelName] = []
  /// How large pixels are; `nil` where that isn't said of all pages, or of this one.
  private(set) var scale: PixelScale?
  /// How the pages are a stack; `nil` where they aren't.
  private(set) var stack: PageStack?
  /// The pages that images are put together of, in their order; empty where directories are pages.
  private(set) var pages: [Page] = []
  /// True where the description is about all pages of the file.
  private(set) var describesFile = false
  /// True where the file says that a microscope has made it, or a program for such pictures.
  var isMicroscopy = false
  private var images: [DescribedImage] = []
  /// The planes that lie behind each other from the strips of the file's only directory on, and are its pages; 1 for others.
  private(set) var planeCount = 1
  /// The further ones of which the description tells, but which the file ends before.
  private(set) var missingPlanes = 0
  /// How the pages of each image are a stack.
  private var stacks: [PageStack?] = []

  /// A page of an image.
  struct Page: Sendable {
    /// The number of the image.
    var image: Int
    var channels: [Int]
    /// The numbers of its directories in the file, one for each channel; at least one.
    var directories: [Int]
  }

  /// Tags of MetaMorph, Olympus, LSM and Micro-Manager.
  private static let microscopes = [33628, 33629, 34361, 34412, 51123]

  /// Reads the tags of a page, whose directory lies at an offset; `nil` for the first one of the file.
  init(_ bytes: borrowing FileBytes, at place: Int? = nil) {
    let tags = TagDirectories(at: place, isAlone: true) { bytes.read($0, $1) }
    func text(_ number: Int) -> String {
      String(decoding: tags.first(number)?.bytes ?? [], as: UTF8.self)
    }
    let description = text(270)
    if DescribedImage.isOME(description) {
      images = DescribedImage.ome(description, samples: tags.integers(277).first ?? 1)
      describesFile = true
    } else if description.hasPrefix("ImageJ=") {
      var image = DescribedImage(imageJ: description, samples: tags.integers(277).first ?? 1)
      if place == nil, let count = TIFFDirectories(bytes)?.planes(tags, in: bytes) {
        planeCount = min(count, image.placeCount)
        // Programs that save a single plane often keep the description of all.
        missingPlanes = planeCount > 1 ? image.placeCount - planeCount : 0
        image.cut(to: planeCount)
      }
      image.scale = PixelScale(tags, "TIFF").flatMap { $0.source == "ImageJ" ? $0 : nil }
      if image.channelCount > 1 {
        image.channels = ImageJMetadata(tags)?.channels(image.channelCount) ?? []
      }
      image.calibrateChannels()
      images = [image]
      describesFile = true
    }
    isMicroscopy = describesFile || Self.microscopes.contains { tags.first($0) != nil }
    for index in images.indices {
      images[index].channels = Self.clearingEqualColors(images[index].channels)
      let (found, stack) = images[index].pages
      stacks.append(stack.map { PageStack($0.axes, first: pages.count) } ?? nil)
      pages += found.map {
        Page(image: index, channels: $0.channels, directories: $0.directories)
      }
    }
    if images.count == 1 { (names, scale) = (images[0].channels, images[0].scale) }
    let inks = text(333)
    if names.isEmpty, !inks.isEmpty {
      names = inks.split(separator: "\0").map { ChannelName(MetadataText.cut(String($0))) }
    }
    take(GDALNotes(text(42112)))
  }

  /// Takes over the names of bands, where there are no others, and how samples become values, where nothing else says that.
  mutating func take(_ notes: GDALNotes) {
    let isNamed = names.contains { !$0.name.isEmpty }
    for (index, band) in notes.channels.enumerated() {
      if index == names.count { names.append(band) }
      let calibration = names[index].calibration ?? band.calibration
      if !isNamed, !band.name.isEmpty { names[index] = band }
      names[index].calibration = calibration
    }
    names = Array(names.prefix(SampleLayout.maximumNamed))
  }

  /// What is said of one of the pages.
  func about(_ page: Page) -> Self {
    var about = self
    let image = images[page.image]
    (about.scale, about.stack) = (image.scale, stacks[page.image])
    about.names =
      page.channels.isEmpty
      ? image.channels
      : page.channels.map {
        image.channels.indices.contains($0) ? image.channels[$0] : ChannelName("")
      }
    return about
  }

  /// True where the file has several images.
  var hasImages: Bool { images.count > 1 }

  /// What the image of a page is called, where the file has several; empty without a name.
  func name(of page: Page) -> String { hasImages ? images[page.image].name : "" }

  /// How large the pixels of a page are; `nil` where that isn't said.
  func scale(of page: Page) -> PixelScale? { images[page.image].scale }

  /// The channels of a page with so many samples, each with a name or none.
  func names(_ count: Int) -> [ChannelName] {
    (0..<min(count, SampleLayout.maximumNamed)).map {
      names.indices.contains($0) ? names[$0] : ChannelName("")
    }
  }

  /// The same channels without colors that are white for all of them, which tells nothing apart.
  private static func clearingEqualColors(_ channels: [ChannelName]) -> [ChannelName] {
    guard channels.count > 1, channels.allSatisfy({ $0.color == 0xFF_FFFF }) else {
      return channels
    }
    return channels.map { channel in
      var channel = channel
      channel.color = nil
      return channel
    }
  }
}

/// What ImageJ says of the channels of a hyperstack besides its description: blocks of bytes in one tag, their kinds and counts at its
/// beginning, and their lengths in another tag.
struct ImageJMetadata {
  private let reader: ByteReader<[UInt8]>
  /// The blocks of each kind.
  private var blocks: [String: [Range<Int>]] = [:]

  /// The bytes of a number and of a kind, of a color table, and of a range.
  private static let (word, table, pair) = (4, 768, 16)

  /// Finds the blocks; `nil` where there are none, or they are damaged.
  init?(_ tags: TagDirectories) {
    guard let lengths = tags.first(50838)?.numbers.compactMap({ Int(exactly: $0) }),
      let entry = tags.first(50839), let head = lengths.first, head >= Self.word,
      head <= entry.bytes.count
    else { return nil }
    let reader = ByteReader(bytes: entry.bytes, isBigEndian: entry.isBigEndian)
    self.reader = reader
    func word(at place: Int) -> String? {
      reader.number(at: place, length: Self.word).map { number in
        String(
          decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }, as: UTF8.self)
      }
    }
    guard word(at: 0) == "IJIJ" else { return nil }
    var (next, place) = (1, head)
    for row in stride(from: Self.word, to: head - 2 * Self.word + 1, by: 2 * Self.word) {
      guard let kind = word(at: row),
        let count = reader.number(at: row + Self.word, length: Self.word),
        (0...lengths.count - next).contains(count)
      else { return nil }
      for length in lengths[next..<next + count] {
        guard length >= 0, length <= reader.bytes.count - place else { return }
        blocks[kind, default: []].append(place..<place + length)
        place += length
      }
      next += count
    }
  }

  /// The channels, each with the last color of its table and its range where there are such.
  func channels(_ count: Int) -> [ChannelName] {
    let tables = blocks["luts"] ?? []
    return (0..<count).map { channel in
      ChannelName(
        "", color: tables.indices.contains(channel) ? color(tables[channel]) : nil,
        range: range(channel))
    }
  }

  /// The last color of a table, which has all reds before all greens and blues; `nil` for black, in which nothing is seen.
  private func color(_ table: Range<Int>) -> UInt32? {
    guard table.count == Self.table else { return nil }
    let color = [255, 511, 767].reduce(UInt32(0)) {
      $0 << 8 | UInt32(reader.bytes[table.lowerBound + $1])
    }
    return color == 0 ? nil : color
  }

  private func range(_ channel: Int) -> ClosedRange<Double>? {
    guard let ranges = blocks["rang"]?.first, ranges.count >= (channel + 1) * Self.pair else {
      return nil
    }
    let ends = [0, 8].compactMap { offset in
      reader.number(at: ranges.lowerBound + channel * Self.pair + offset, length: 8)
        .map { Double(bitPattern: UInt64(bitPattern: Int64($0))) }
    }
    guard ends.count == 2, ends[0] < ends[1], (ends[1] - ends[0]).isFinite else { return nil }
    return ends[0]...ends[1]
  }
}

/// The bits of XML that texts in files need.
enum XMLText {
  /// Calls `body` for each element that begins in a text: its name without a prefix, what is between its angle brackets, and the text
  /// that follows them.
  static func forEachElement(
    of text: Substring, _ body: (_ name: String, _ element: Substring, _ content: Substring) -> Void
  ) {
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...].dropFirst()
      if rest.starts(with: "!--".utf8) {
        // What is in a comment is no element.
        repeat {
          rest = rest.dropFirst().drop { $0 != UInt8(ascii: "-") }
        } while !rest.isEmpty && !rest.starts(with: "-->".utf8)
        continue
      }
      var quote: UInt8?
      let end = rest.firstIndex { byte in
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        }
        return quote == nil && byte == UInt8(ascii: ">")
      }
      guard let end else { return }
      let element = rest[..<end]
      rest = rest[end...].dropFirst()
      guard let first = element.first,
        ![UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")]
          .contains(first)
      else { continue }
      let name = element.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
      let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[$0...].dropFirst() } ?? name
      body(
        String(Substring(local)), Substring(element),
        Substring(rest.prefix { $0 != UInt8(ascii: "<") }))
    }
  }

  /// The value of an attribute of an element, whose name and attributes are given; `nil` without it.
  static func attribute(_ name: String, in element: Substring) -> String? {
    var rest = element.utf8[...]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let before = rest[..<equals].reversed().drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
      rest = rest[equals...].dropFirst().drop { $0 <= 0x20 }
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        continue
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      if before.elementsEqual(name.utf8.reversed()) { return unescaped(Substring(value)) }
      rest = rest[value.endIndex...].dropFirst()
    }
    return nil
  }

  private static let entities = [
    ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&"),
  ]

  /// Replaces the entities of XML.
  static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let end = rest.prefix(10).firstIndex(of: ";") else {
        result += "&"
        continue
      }
      let name = rest[..<end]
      let isHexadecimal = name.hasPrefix("#x")
      if let entity = entities.first(where: { $0.0 == name }) {
        result += entity.1
      } else if name.hasPrefix("#"),
        let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(number)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += "&\(name);"
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
