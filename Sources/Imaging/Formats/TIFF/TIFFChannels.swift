import ScrollGeometry

/// What a TIFF file's texts say of the channels of its pictures.
///
/// OME-XML and ImageJ keep each channel as a page; GDAL and the names of inks are about the samples of a pixel.
struct TIFFChannels: Sendable {
  /// What the channels are called; fewer than there are where some have no names.
  private(set) var names: [ChannelName] = []
  /// The pages that are the channels of one picture; 1 where pages are pictures.
  private(set) var pageCount = 1
  /// The distance of their numbers.
  private var distance = 1
  /// How the pages that remain are a stack; `nil` where they aren't.
  var stack: PageStack?

  /// The most characters of a description that are read. [C]
  private static let longestText = 1 << 20

  /// Reads the tags of a page.
  init(_ tags: TagDirectories) {
    func text(_ number: Int) -> String {
      let bytes = tags.first(number)?.bytes.prefix(Self.longestText) ?? []
      return String(decoding: bytes, as: UTF8.self)
    }
    let description = text(270)
    if description.contains("<OME") {
      readOME(description)
    } else if description.hasPrefix("ImageJ=") {
      readImageJ(description)
      if pageCount > 1 { names = ImageJMetadata(tags)?.channels(pageCount) ?? [] }
    }
    clearEqualColors()
    let inks = text(333)
    if names.isEmpty, !inks.isEmpty {
      names = inks.split(separator: "\0").map { ChannelName(MetadataText.cut(String($0))) }
    }
    if names.isEmpty { readGDAL(text(42112)) }
    names = Array(names.prefix(SampleLayout.maximumNamed))
  }

  /// The channels of a page with so many samples, each with a name or none.
  func names(_ count: Int) -> [ChannelName] {
    (0..<min(count, SampleLayout.maximumNamed)).map {
      names.indices.contains($0) ? names[$0] : ChannelName("")
    }
  }

  /// Returns which channel a page is, from 0, by its number in the file.
  func channel(ofPage number: Int) -> Int { number / distance % pageCount }

  /// The numbers of the pages of the other channels of a picture, whose first channel is this page.
  func others(ofPage number: Int) -> [Int] {
    (1..<max(pageCount, 1)).map { number + $0 * distance }
  }

  /// Forgets colors that are white for all channels, which tells nothing apart.
  private mutating func clearEqualColors() {
    guard names.count > 1, names.allSatisfy({ $0.color == 0xFF_FFFF }) else { return }
    for index in names.indices { names[index].color = nil }
  }

  private mutating func readOME(_ text: String) {
    guard let start = text.firstRange(of: "<Pixels") else { return }
    let body = text[start.lowerBound...]
    // The first picture's only; other pictures have other channels.
    let end = body.firstRange(of: "</Pixels>")?.lowerBound ?? body.endIndex
    let pixels = body[..<end]
    let element = pixels.prefix { $0 != ">" }
    func number(_ name: String) -> Int {
      min(max(XMLText.attribute(name, in: element).flatMap { Int($0) } ?? 1, 1), 1 << 20)
    }
    var samples = 1
    var rest = pixels
    while let next = rest.firstRange(of: "<Channel"), names.count < SampleLayout.maximumNamed {
      rest = rest[next.upperBound...]
      // What begins alike is another element.
      guard rest.first?.isWhitespace == true || rest.first == "/" || rest.first == ">" else {
        continue
      }
      let channel = rest.prefix { $0 != ">" }
      samples = max(
        samples, XMLText.attribute("SamplesPerPixel", in: channel).flatMap { Int($0) } ?? 1)
      let color = XMLText.attribute("Color", in: channel).flatMap { Int32($0) }
      names.append(
        ChannelName(
          MetadataText.cut(XMLText.attribute("Name", in: channel) ?? ""),
          color: color.map { UInt32(bitPattern: $0) >> 8 }))
    }
    let isInOneFile = Set(Self.fileNames(in: pixels)).count <= 1
    let order = XMLText.attribute("DimensionOrder", in: element) ?? "XYCZT"
    let channels = number("SizeC")
    if isInOneFile, channels <= ChannelMix.maximumParts {
      stack = PageStack(
        order.dropFirst(2).compactMap { axis in
          switch axis {
          case "Z": PageStack.Axis(name: "z", count: number("SizeZ"))
          case "T": PageStack.Axis(name: "t", count: number("SizeT"))
          // Those with a sample per pixel are one picture.
          case "C" where samples > 1: PageStack.Axis(name: "c", count: channels / samples)
          default: nil
          }
        })
    }
    guard samples == 1, isInOneFile else {
      if samples > 1 { names = [] }
      return
    }
    pageCount = min(channels, ChannelMix.maximumParts)
    for axis in order.dropFirst(2) {
      if axis == "C" { break }
      distance *= number(axis == "Z" ? "SizeZ" : "SizeT")
    }
  }

  /// The files that the parts of OME-XML's picture lie in.
  private static func fileNames(in text: Substring) -> [String] {
    var (names, rest) = ([String](), text)
    while names.count < 64, let next = rest.firstRange(of: "FileName=\"") {
      rest = rest[next.upperBound...]
      names.append(String(rest.prefix { $0 != "\"" }))
    }
    return names
  }

  private mutating func readImageJ(_ text: String) {
    func number(_ name: String) -> Int? {
      text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + "=") }
        .flatMap { Int($0.dropFirst(name.count + 1)) }
    }
    let channels = max(number("channels") ?? 1, 1)
    pageCount = min(channels, ChannelMix.maximumParts)
    guard channels == pageCount else { return }
    stack = PageStack([
      PageStack.Axis(name: "z", count: number("slices") ?? 1),
      PageStack.Axis(name: "t", count: number("frames") ?? 1),
    ])
  }

  /// Reads GDAL's descriptions of bands: `<Item name="DESCRIPTION" sample="0" role="description">NIR</Item>`.
  private mutating func readGDAL(_ text: String) {
    var (rest, found) = (text[...], [Int: String]())
    while let next = rest.firstRange(of: "<Item "), found.count < SampleLayout.maximumNamed {
      rest = rest[next.upperBound...]
      let element = " " + rest.prefix { $0 != ">" }
      guard XMLText.attribute("role", in: element[...]) == "description",
        let sample = XMLText.attribute("sample", in: element[...]).flatMap({ Int($0) }),
        (0..<SampleLayout.maximumNamed).contains(sample)
      else { continue }
      let content = rest.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
      found[sample] = MetadataText.cut(XMLText.unescaped(content))
    }
    guard let last = found.keys.max() else { return }
    names = (0...last).map { ChannelName(found[$0] ?? "") }
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
  /// The value of an attribute of an element, whose name and attributes are given; `nil` without it.
  static func attribute(_ name: String, in element: Substring) -> String? {
    for quote in ["\"", "'"] {
      if let start = element.firstRange(of: " \(name)=\(quote)") {
        return unescaped(element[start.upperBound...].prefix { String($0) != quote })
      }
    }
    return nil
  }

  private static let entities = [
    ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&"),
  ]

  /// Replaces the entities of XML.
  static func unescaped(_ text: Substring) -> String {
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
