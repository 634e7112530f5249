/// The stars in an XMP packet, and the orientation of its picture, with their places in its bytes.
///
/// Only what stands in a description of the packet counts, as an attribute or an element; what the packet says of the pictures that
/// this one was made from does not.
struct XMPRating {
  /// Why the rating of a packet cannot be changed, as a phrase.
  struct Problem: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// The packet in UTF-8.
  private let bytes: [UInt8]
  /// Whether the packet is in UTF-16 with the highest byte first; `nil` for UTF-8.
  private let isBigEndian: Bool?
  /// The places of the values.
  private var places: [Range<Int>] = []
  /// The places of the picture's orientations.
  private var orientations: [Range<Int>] = []
  /// The places of properties that another file of the picture doesn't have, and of the element of one that is being read, with its
  /// depth.
  private var others: [Range<Int>] = []
  private var other: (start: Int, depth: Int)?
  /// True where one of them is of interest, and where there are properties that another file has, too.
  private var (losesProperties, hasProperties) = (false, false)
  /// Where an attribute can be added: behind the name of the first description.
  private var insertion: Int?
  /// The prefix for attributes there; `nil` where it has to be declared.
  private var prefix: [UInt8]?

  /// The namespaces of RDF and of what XMP has itself.
  private static let rdf = Array("http://www.w3.org/1999/02/22-rdf-syntax-ns#".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/".utf8)
  /// The namespace of TIFF's tags.
  private static let tiff = Array("http://ns.adobe.com/tiff/1.0/".utf8)
  private static let declaration = Array("xmlns:".utf8)
  /// The deepest elements that are read. [C]
  private static let maximumDepth = 64

  /// Finds the rating of a packet.
  ///
  /// - Throws: ``Problem`` where the packet isn't understood.
  init(_ packet: [UInt8]) throws(Problem) {
    isBigEndian = Self.isBigEndian(packet)
    guard let bytes = Self.decoded(packet), !bytes.contains(0) else {
      throw Problem("it is not in UTF-8 or UTF-16")
    }
    self.bytes = bytes
    var scanner = XMLScanner(bytes)
    var open: [Element] = []
    while let tag = try scanner.next() {
      switch tag.kind {
      case .end:
        guard let last = open.popLast(), last.name.elementsEqual(bytes[tag.name]) else {
          throw Problem("it is no valid XML")
        }
        if let other, other.depth == open.count {
          others.append(other.start..<scanner.place)
          self.other = nil
        }
      case .start(let isEmpty):
        let element = Element(tag, in: bytes, parent: open.last)
        try read(tag, element, isEmpty: isEmpty, open, scanner)
        if !isEmpty { open.append(element) }
        guard open.count <= Self.maximumDepth else { throw Problem("it is nested too deeply") }
      }
    }
    guard open.isEmpty, insertion != nil else { throw Problem("it has no description in XMP") }
  }

  /// An element, and the namespaces of its prefixes.
  private struct Element {
    let name: [UInt8]
    private(set) var namespaces: [[UInt8]: [UInt8]]

    init(_ tag: XMLScanner.Tag, in bytes: [UInt8], parent: Element?) {
      name = Array(bytes[tag.name])
      namespaces = parent?.namespaces ?? [:]
      for attribute in tag.attributes where bytes[attribute.name].starts(with: declaration) {
        let prefix = Array(bytes[attribute.name].dropFirst(declaration.count))
        namespaces[prefix] = Array(bytes[attribute.value])
      }
    }

    /// Whether a name is one of a namespace.
    func means(_ name: some Collection<UInt8>, _ local: String, of namespace: [UInt8]) -> Bool {
      let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      return parts.count == 2 && parts[1].elementsEqual(local.utf8)
        && namespaces[Array(parts[0])] == namespace
    }

    func means(_ local: String, of namespace: [UInt8]) -> Bool {
      means(name, local, of: namespace)
    }
  }

  private mutating func read(
    _ tag: XMLScanner.Tag, _ element: Element, isEmpty: Bool, _ open: [Element],
    _ scanner: XMLScanner
  ) throws(Problem) {
    if open.last?.means("RDF", of: Self.rdf) == true, element.means("Description", of: Self.rdf) {
      for attribute in tag.attributes
      where element.means(bytes[attribute.name], "Rating", of: Self.xmp) {
        places.append(attribute.value)
      }
      for attribute in tag.attributes where !isKept(attribute.name, of: element) {
        others.append(attribute.name.lowerBound..<attribute.value.upperBound + 1)
      }
      orientations += tag.attributes.filter {
        element.means(bytes[$0.name], "Orientation", of: Self.tiff)
      }.map(\.value)
      guard insertion == nil else { return }
      insertion = tag.name.upperBound
      let usual = Array("xmp".utf8)
      let prefixes = element.namespaces.filter { $0.value == Self.xmp }.map(\.key)
      prefix = prefixes.contains(usual) ? usual : prefixes.min { $0.lexicographicallyPrecedes($1) }
      guard prefix != nil || element.namespaces[usual] == nil else {
        throw Problem("the prefix of XMP has another meaning")
      }
      return
    }
    guard open.count >= 2, open[open.count - 1].means("Description", of: Self.rdf),
      open[open.count - 2].means("RDF", of: Self.rdf)
    else { return }
    if !isKept(tag.name, of: element) {
      let start = tag.name.lowerBound - 1
      if isEmpty { others.append(start..<scanner.place) } else { other = (start, open.count) }
    }
    if element.means("Orientation", of: Self.tiff), !isEmpty, let text = scanner.text {
      orientations.append(text)
    } else if element.means("Rating", of: Self.xmp) {
      guard !isEmpty, let text = scanner.text else { throw Problem("its rating has no number") }
      places.append(text)
    }
  }

  /// The stars, 0 … 5, or −1 for a picture that was rejected; `nil` where there is none.
  var stars: Int? {
    places.lazy.compactMap { place in
      let text = String(decoding: bytes[place], as: UTF8.self)
      // Some programs write 3.0.
      return Double(text.filter { !$0.isWhitespace }).flatMap {
        (-1...5).contains($0) ? Int($0.rounded(.down)) : nil
      }
    }.first
  }

  /// Returns the packet with other stars, and all other bytes as they are.
  ///
  /// - Throws: ``Problem`` where that is impossible.
  func setting(_ stars: Int) throws(Problem) -> [UInt8] {
    guard places.count <= 1 else { throw Problem("it has several ratings") }
    var result = bytes
    if let place = places.first {
      result.replaceSubrange(place, with: "\(stars)".utf8)
    } else if let insertion {
      var text: [UInt8] = []
      if prefix == nil { text += Array(" xmlns:xmp=\"".utf8) + Self.xmp + Array("\"".utf8) }
      text += Array(" ".utf8) + (prefix ?? Array("xmp".utf8)) + Array(":Rating=\"\(stars)\"".utf8)
      result.insert(contentsOf: text, at: insertion)
    }
    guard try XMPRating(result).stars == stars else { throw Problem("its rating has no number") }
    return isBigEndian.map { Self.encoded(result, isBigEndian: $0) } ?? result
  }

  /// A packet with nothing but stars.
  static func packet(_ stars: Int) -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmp:Rating="\(stars)"/>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>

      """.utf8)
  }
}

// MARK: - Another file of the picture

extension XMPRating {
  /// The namespaces whose properties are kept: those about what a picture shows, its makers and its rights.
  private static let kept: Set = [
    "http://purl.org/dc/elements/1.1/", "http://ns.adobe.com/xap/1.0/",
    "http://ns.adobe.com/xap/1.0/rights/", "http://ns.adobe.com/photoshop/1.0/",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    "http://ns.adobe.com/lightroom/1.0/", "http://ns.useplus.org/ldf/xmp/1.0/",
    "http://creativecommons.org/ns#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  ]
  /// The namespaces of the pixels, the tags and the history of a file, none of which is missed: tags are written as such.
  private static let fileSpaces: Set = [
    "http://ns.adobe.com/tiff/1.0/", "http://ns.adobe.com/exif/1.0/",
    "http://ns.adobe.com/xap/1.0/mm/",
  ]
  /// The properties of kept namespaces that are about pixels.
  private static let pixelNames: Set = [
    "Thumbnails", "ICCProfile", "ColorMode", "DocumentAncestors", "ImageRegion",
  ]

  /// Whether a file of other pixels of the picture has a property, too.
  private mutating func isKept(_ name: Range<Int>, of element: Element) -> Bool {
    let parts = bytes[name].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].elementsEqual("xmlns".utf8) else { return true }
    let space = String(decoding: element.namespaces[Array(parts[0])] ?? [], as: UTF8.self)
    let local = String(decoding: parts[1], as: UTF8.self)
    guard Self.kept.contains(space), !Self.pixelNames.contains(local) else {
      losesProperties =
        losesProperties || !Self.fileSpaces.contains(space) && !Self.pixelNames.contains(local)
      return false
    }
    hasProperties = hasProperties || local != "about"
    return true
  }

  /// Returns the packet for a file of other pixels of the picture, without what would be wrong of them or isn't known to be right.
  ///
  /// - Returns: The packet in UTF-8, empty where nothing else is left, and whether something of interest is missing.
  /// - Throws: ``Problem`` where the result isn't understood.
  func properties() throws(Problem) -> (bytes: [UInt8], isPartial: Bool) {
    guard hasProperties else { return ([], losesProperties) }
    var result = bytes
    for place in others.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      result.removeSubrange(place)
    }
    _ = try XMPRating(result)
    return (result, losesProperties)
  }
}

// MARK: - Orientation

extension XMPRating {
  /// The patch of a packet that gives its picture another orientation: of one in UTF-8 that has any, whose digit is replaced.
  ///
  /// - Parameters:
  ///   - packet: The packet; what follows a zero is not part of it.
  ///   - orientation: The orientation.
  /// - Returns: The patch, which is empty where nothing is to change, or the packet isn't understood.
  static func patch(_ packet: [UInt8], to orientation: Orientation) -> BytePatch {
    var patch = BytePatch()
    let packet = Array(packet.prefix { $0 != 0 })
    guard isBigEndian(packet) == nil, let xmp = try? XMPRating(packet) else { return patch }
    for place in xmp.orientations {
      let digits = place.filter { packet[$0] > 0x20 }
      guard digits.count == 1, let digit = digits.first,
        (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(packet[digit])
      else { continue }
      let new = UInt8(ascii: "0") + UInt8(orientation.rawValue)
      patch.replace([packet[digit]], at: digit, with: [new])
    }
    return patch
  }
}

// MARK: - UTF-16

extension XMPRating {
  /// The mark of the byte order that a text in UTF-16 begins with, with the highest byte first.
  private static let mark: [UInt8] = [0xFE, 0xFF]

  /// The byte order of a packet in UTF-16; `nil` for one without its mark.
  private static func isBigEndian(_ packet: [UInt8]) -> Bool? {
    packet.starts(with: mark) ? true : packet.starts(with: mark.reversed()) ? false : nil
  }

  /// The bytes of a packet in UTF-8; `nil` for one that is damaged.
  static func decoded(_ packet: [UInt8]) -> [UInt8]? {
    guard let isBigEndian = isBigEndian(packet) else {
      return String(validating: packet, as: UTF8.self) == nil ? nil : packet
    }
    guard packet.count % 2 == 0 else { return nil }
    let units = stride(from: mark.count, to: packet.count, by: 2).lazy.map { place in
      let (first, second) = (UInt16(packet[place]), UInt16(packet[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// A packet in UTF-8 as one in UTF-16, with its mark.
  private static func encoded(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    var packet = isBigEndian ? mark : mark.reversed()
    packet.reserveCapacity(2 * bytes.count)
    for unit in String(decoding: bytes, as: UTF8.self).utf16 {
      let unit = isBigEndian ? unit.bigEndian : unit.littleEndian
      withUnsafeBytes(of: unit) { packet += $0 }
    }
    return packet
  }
}

/// The tags of an XML text, one after the other, by their places in it.
///
/// Declarations of types, which could define what names mean, are not read.
struct XMLScanner {
  struct Tag {
    enum Kind {
      case start(isEmpty: Bool)
      case end
    }

    struct Attribute {
      let name: Range<Int>
      let value: Range<Int>
    }

    var kind: Kind
    var name: Range<Int>
    var attributes: [Attribute] = []
  }

  private let bytes: [UInt8]
  /// The place behind the last tag.
  private(set) var place = 0

  /// The most attributes of a tag. [C]
  private static let maximumAttributes = 1000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let problem = XMPRating.Problem("it is no valid XML")

  /// The text behind the last tag, up to the next one.
  var text: Range<Int>? { bytes[place...].firstIndex(of: UInt8(ascii: "<")).map { place..<$0 } }

  /// Returns the next tag; `nil` behind the last.
  mutating func next() throws(XMPRating.Problem) -> Tag? {
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = start
      if has("<!--") {
        try skip(to: "-->")
      } else if has("<![CDATA[") {
        try skip(to: "]]>")
      } else if has("<?") {
        try skip(to: "?>")
      } else if has("<!") {
        throw Self.problem
      } else {
        return try tag()
      }
    }
    return nil
  }

  private func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[place...].starts(with: $0) }
  }

  private mutating func skip(to end: StaticString) throws(XMPRating.Problem) {
    while place < bytes.count, !has(end) { place += 1 }
    guard place < bytes.count else { throw Self.problem }
    place += end.utf8CodeUnitCount
  }

  private mutating func tag() throws(XMPRating.Problem) -> Tag {
    place += 1
    let isEnd = has("/")
    if isEnd { place += 1 }
    var tag = Tag(kind: .end, name: try name())
    while true {
      skipSpace()
      if has("/>"), !isEnd {
        place += 2
        tag.kind = .start(isEmpty: true)
        return tag
      }
      if has(">") {
        place += 1
        if !isEnd { tag.kind = .start(isEmpty: false) }
        return tag
      }
      guard !isEnd, tag.attributes.count < Self.maximumAttributes else { throw Self.problem }
      tag.attributes.append(try attribute())
    }
  }

  private mutating func attribute() throws(XMPRating.Problem) -> Tag.Attribute {
    let name = try name()
    skipSpace()
    guard has("=") else { throw Self.problem }
    place += 1
    skipSpace()
    guard has("\"") || has("'"), let end = bytes[(place + 1)...].firstIndex(of: bytes[place]) else {
      throw Self.problem
    }
    let value = place + 1..<end
    guard !bytes[value].contains(UInt8(ascii: "<")) else { throw Self.problem }
    place = end + 1
    return Tag.Attribute(name: name, value: value)
  }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
  }

  private mutating func name() throws(XMPRating.Problem) -> Range<Int> {
    let start = place
    while place < bytes.count, bytes[place] > 0x20, !"<>/='\"".utf8.contains(bytes[place]) {
      place += 1
    }
    guard place > start, place < bytes.count else { throw Self.problem }
    return start..<place
  }
}
