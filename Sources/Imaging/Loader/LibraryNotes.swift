/// What a file's own header has that libraries leave out.
struct LibraryNotes {
  /// The code points of an HEIF or AVIF file's primary picture.
  private(set) var points: CICP?
  /// The bits of a sample of JPEG 2000.
  private(set) var bits: Int?
  /// The ICC profile of JPEG 2000, which OpenJPEG reads with the pixels, too late for libvips; empty without one.
  private(set) var profile: [UInt8] = []
  /// The bits to display of a sample that is decoded as more.
  private(set) var depth: Int?
  /// The sample that means no data in a FITS file.
  private(set) var noData: Double?
  /// The x and y of white, red, green and blue of an OpenEXR file.
  private(set) var primaries: [Double]?
  /// True for an OpenEXR file without colors other than gray, and for one without alpha.
  private(set) var isGray = false
  private(set) var isOpaque = false
  /// The order of a Radiance file's rows and columns.
  private(set) var orientation = Orientation.upright
  /// The channels of an OpenEXR file that has none to show.
  private(set) var otherChannels: String?

  /// The most bytes of a header that are read. [C]
  private static let maximumHeader = 1 << 20

  /// Reads the header of a file, whatever its format.
  init(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, min(12, bytes.count)) else { return }
    if head.dropFirst(4).starts(with: "ftyp".utf8) {
      readBoxes(bytes)
    } else if head.dropFirst(4).starts(with: "jP  ".utf8) {
      if let stream = Self.box("jp2c", in: bytes) { readCodestream(bytes, at: stream.lowerBound) }
      readProfile(bytes)
    } else if head.starts(with: [0xFF, 0x4F]) {
      readCodestream(bytes, at: 0)
    } else if head.starts(with: "SIMPLE".utf8) {
      readCards(bytes)
    } else if head.starts(with: [0x76, 0x2F, 0x31, 0x01]) {
      readAttributes(bytes)
    } else if head.starts(with: "#?R".utf8) {
      readResolution(bytes)
    }
  }
}

// MARK: - Boxes of ISO's media files and JPEG 2000

extension LibraryNotes {
  /// The most boxes that are examined. [C]
  private static let maximumBoxes = 1 << 10

  /// The content of a box that is in no other one; `nil` without it.
  private static func box(_ type: String, in bytes: borrowing FileBytes) -> Range<Int>? {
    var place = 0
    for _ in 0..<maximumBoxes {
      guard let head = bytes.read(place, min(16, bytes.count - place)),
        let box = box(head[...], at: place, upTo: bytes.count)
      else { return nil }
      if box.type.elementsEqual(type.utf8) { return box.content }
      place = box.content.upperBound
    }
    return nil
  }

  /// The type and the content of a box whose first bytes are given, at a place; `nil` for a damaged one.
  private static func box(
    _ head: ArraySlice<UInt8>, at place: Int, upTo end: Int
  ) -> (type: ArraySlice<UInt8>, content: Range<Int>)? {
    let reader = ByteReader(bytes: head, isBigEndian: true)
    guard var length = reader.number(at: 0, length: 4), head.count >= 8 else { return nil }
    var lead = 8
    if length == 1 {
      guard let high = reader.number(at: 8, length: 4), high < 1 << 16,
        let low = reader.number(at: 12, length: 4)
      else { return nil }
      (length, lead) = (high << 32 | low, 16)
    } else if length == 0 {
      length = end - place
    }
    guard length >= lead, length <= end - place else { return nil }
    return (head.dropFirst(4).prefix(4), place + lead..<place + length)
  }

  /// The boxes within bytes, as far as they are not damaged.
  private static func boxes(
    _ bytes: ArraySlice<UInt8>
  ) -> [(type: String, content: ArraySlice<UInt8>)] {
    var boxes: [(String, ArraySlice<UInt8>)] = []
    var place = bytes.startIndex
    while boxes.count < maximumBoxes, place < bytes.endIndex,
      let box = box(bytes[place...].prefix(16), at: place, upTo: bytes.endIndex)
    {
      boxes.append((String(decoding: box.type, as: UTF8.self), bytes[box.content]))
      place = box.content.upperBound
    }
    return boxes
  }

  /// Finds the color box of the primary picture. [ISO/IEC 23008-12]
  private mutating func readBoxes(_ bytes: borrowing FileBytes) {
    guard let meta = Self.box("meta", in: bytes), meta.count <= Self.maximumHeader,
      let content = bytes.read(meta.lowerBound, meta.count)
    else { return }
    // A version and flags come first.
    let inner = Self.boxes(content.dropFirst(4))
    func first(_ type: String) -> ArraySlice<UInt8>? { inner.first { $0.type == type }?.content }
    guard let primary = first("pitm"), let container = first("iprp") else { return }
    let reader = ByteReader(bytes: primary, isBigEndian: true)
    guard let item = reader.number(at: 4, length: primary.first == 0 ? 2 : 4) else { return }
    let parts = Self.boxes(container)
    let properties = parts.first { $0.type == "ipco" }.map { Self.boxes($0.content) } ?? []
    for part in parts where part.type == "ipma" {
      for index in Self.associations(part.content, of: item)
      where properties.indices.contains(index) && properties[index].type == "colr" {
        points = points ?? CICP(colorBox: properties[index].content)
      }
    }
  }

  /// The numbers of an item's properties, from 0.
  private static func associations(_ bytes: ArraySlice<UInt8>, of item: Int) -> [Int] {
    let reader = ByteReader(bytes: bytes, isBigEndian: true)
    guard let header = reader.number(at: 0, length: 4), let count = reader.number(at: 4, length: 4)
    else { return [] }
    let (idLength, length) = (header >> 24 < 1 ? 2 : 4, header & 1 == 0 ? 1 : 2)
    var place = 8
    for _ in 0..<min(count, bytes.count) {
      guard let id = reader.number(at: place, length: idLength),
        let many = reader.number(at: place + idLength, length: 1)
      else { return [] }
      let start = place + idLength + 1
      if id == item {
        // The highest bit is whether a property is essential; numbers begin with 1.
        return (0..<many).compactMap { index in
          reader.number(at: start + index * length, length: length).map {
            $0 & (length == 1 ? 0x7F : 0x7FFF) - 1
          }
        }
      }
      place = start + many * length
    }
    return []
  }

  /// Reads the first profile among the color specifications, of methods 2 and 3. [ISO/IEC 15444-1, I.5.3.3]
  private mutating func readProfile(_ bytes: borrowing FileBytes) {
    guard let header = Self.box("jp2h", in: bytes), header.count <= Self.maximumHeader,
      let content = bytes.read(header.lowerBound, header.count)
    else { return }
    let color = Self.boxes(content[...]).first {
      $0.type == "colr" && [2, 3].contains($0.content.first)
    }
    // The method, a precedence and an approximation come first.
    profile = Array(color?.content.dropFirst(3) ?? [])
  }

  /// Reads the bits of a sample from the first marker segment. [ISO/IEC 15444-1]
  private mutating func readCodestream(_ bytes: borrowing FileBytes, at place: Int) {
    guard let head = bytes.read(place, 43), head.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) else {
      return
    }
    bits = Int(head[42] & 0x7F) + 1
  }
}

extension CICP {
  /// Reads a color box, whose points libraries have made RGB of full range of; `nil` for one of another kind.
  fileprivate init?(colorBox bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "nclx".utf8) else { return nil }
    let reader = ByteReader(bytes: bytes, isBigEndian: true)
    guard let primaries = reader.number(at: 4, length: 2),
      let transfer = reader.number(at: 6, length: 2)
    else { return nil }
    self.init(primaries, transfer)
  }

  /// Makes points of RGB in full range.
  ///
  /// What videos have by default is sRGB in pictures, as browsers show it: the curve of BT.709 is that of cameras.
  fileprivate init(_ primaries: Int, _ transfer: Int) {
    let isDynamic = [16, 18].contains(transfer)
    self.init(
      primaries: primaries == 2 ? (isDynamic ? 9 : 1) : UInt8(clamping: primaries),
      transfer: [1, 2, 6, 14, 15].contains(transfer) ? 13 : UInt8(clamping: transfer), matrix: 0,
      isFullRange: true)
  }

  /// True for sRGB.
  var isScreen: Bool { primaries == 1 && transfer == 13 }

  /// The points of a high dynamic range in an ICC profile; `nil` for others.
  ///
  /// libjxl of earlier versions has them in its profiles' descriptions alone: `RGB_D65_202_Rel_PeQ`.
  init?(ofProfile profile: [UInt8]) {
    let reader = ByteReader(bytes: profile, isBigEndian: true)
    let count = reader.number(at: 128, length: 4) ?? 0
    for tag in 0..<min(count, 100) {
      let entry = 132 + 12 * tag
      guard reader.number(at: entry, length: 4) == 0x6369_6370,
        let place = reader.number(at: entry + 4, length: 4),
        let primaries = reader.number(at: place + 8, length: 1),
        let transfer = reader.number(at: place + 9, length: 1)
      else { continue }
      self.init(primaries, transfer)
      return
    }
    guard profile.dropFirst(4).starts(with: "jxl ".utf8),
      let words = ProfileDescription.description(profile)?.split(separator: "_"), words.count == 5,
      let primaries = ["SRG": 1, "202": 9, "DCI": 12][words[2]], words[1] == "D65",
      let transfer = ["PeQ": 16, "HLG": 18][words[4]]
    else { return nil }
    self.init(primaries, transfer)
  }
}

// MARK: - FITS

extension LibraryNotes {
  /// Reads the cards that say which number means no data. [FITS 4.0, 4.4.2]
  private mutating func readCards(_ bytes: borrowing FileBytes) {
    var values: [String: Double] = [:]
    var place = 0
    while place < Self.maximumHeader, let card = bytes.read(place, 80) {
      place += 80
      let name = String(decoding: card.prefix(8), as: UTF8.self).filter { $0 != " " }
      if name == "END" { break }
      guard ["BLANK", "BZERO", "BSCALE"].contains(name), card[8] == UInt8(ascii: "=") else {
        continue
      }
      let text = card[10...].prefix { $0 != UInt8(ascii: "/") }.filter { $0 != 0x20 }
      values[name] = Double(String(decoding: text, as: UTF8.self))
    }
    if let blank = values["BLANK"] {
      noData = (values["BZERO"] ?? 0) + (values["BSCALE"] ?? 1) * blank
    }
  }
}

// MARK: - Radiance

extension LibraryNotes {
  /// Reads the line after the first empty one, such as `-Y 480 +X 640`: the axis of the rows, and that along them.
  private mutating func readResolution(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, min(bytes.count, 1 << 16)) else { return }
    let lines = head.split(separator: 0x0A, maxSplits: 1 << 8, omittingEmptySubsequences: false)
    guard let empty = lines.firstIndex(of: []), lines.indices.contains(empty + 1) else { return }
    let words = lines[empty + 1].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4 else { return }
    let orders = ["-Y+X", "-Y-X", "+Y-X", "+Y+X", "+X-Y", "-X-Y", "-X+Y", "+X+Y"]
    let number = orders.firstIndex(of: words[0] + words[2]).map { $0 + 1 }
    orientation = number.flatMap { Orientation(rawValue: $0) } ?? .upright
  }
}

// MARK: - OpenEXR

extension LibraryNotes {
  /// Reads the channels and the primaries of the first part.
  private mutating func readAttributes(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, min(bytes.count, Self.maximumHeader)) else { return }
    var rest = head.dropFirst(8)
    while let name = Self.text(&rest), !name.isEmpty, let type = Self.text(&rest),
      let length = ByteReader(bytes: rest).number(at: 0, length: 4), length <= rest.count - 4
    {
      let value = rest.dropFirst(4).prefix(length)
      rest = rest.dropFirst(4 + length)
      if type == "chlist" { readChannels(value) }
      if name == "chromaticities", let places = Self.floats(value, 8) {
        // White is last.
        primaries = Array(places[6...] + places[..<6])
      }
    }
  }

  /// The bytes of a channel after its name.
  private static let channelLength = 16

  private mutating func readChannels(_ bytes: ArraySlice<UInt8>) {
    var (rest, names, isHalf) = (bytes, [String](), true)
    while let name = Self.text(&rest), !name.isEmpty, rest.count >= Self.channelLength {
      names.append(name)
      isHalf = isHalf && rest.first == 1
      rest = rest.dropFirst(Self.channelLength)
    }
    depth = isHalf ? 16 : 32
    isOpaque = !names.contains("A")
    let hasColors = names.contains { ["R", "G", "B"].contains($0) }
    isGray = !hasColors && !names.contains("RY")
    if !hasColors, !names.contains("Y"), !names.isEmpty {
      let list = names.prefix(4).map {
        $0.unicodeScalars.allSatisfy { (" "..."~").contains($0) } ? $0 : "?"
      }
      otherChannels = list.joined(separator: ", ") + (names.count > 4 ? " and more" : "")
    }
  }

  /// The text up to a zero byte, which is taken with it; `nil` without one.
  private static func text(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard let end = bytes.prefix(256).firstIndex(of: 0) else { return nil }
    defer { bytes = bytes[(end + 1)...] }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private static func floats(_ bytes: ArraySlice<UInt8>, _ count: Int) -> [Double]? {
    let reader = ByteReader(bytes: bytes)
    let values = (0..<count).compactMap { index in
      reader.number(at: 4 * index, length: 4).map {
        Double(Float(bitPattern: UInt32($0)))
      }
    }
    return values.count == count ? values : nil
  }
}
