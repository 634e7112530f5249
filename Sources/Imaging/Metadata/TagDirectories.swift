import OverscrollBase

/// The tags of a file in TIFF's layout, which EXIF blocks have, too.
struct TagDirectories {
  /// The kinds of directories.
  enum Kind: Hashable, Sendable {
    case picture
    case exif
    case position
    case interoperability
  }

  /// One tag and its value.
  struct Entry: Sendable {
    var directory: Kind
    /// The number of the picture's directory in the file that it belongs to, from 0.
    var index = 0
    var tag: Int
    var type: Int
    /// The number of values in the file.
    var count: Int
    /// The first values as stored, up to 2 kB; of some tags, up to 8 MB.
    var bytes: [UInt8]
    var isBigEndian: Bool
  }

  /// The sizes of TIFF's types, in bytes.
  private static let sizes = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8,
    18: 8,
  ]

  /// The bytes of a value of a type; `nil` for an unknown one.
  static func size(ofType type: Int) -> Int? { sizes[type] }

  /// The tags with the offset of another directory.
  private static let links: [Int: Kind] = [
    0x8769: .exif, 0x8825: .position, 0xA005: .interoperability,
  ]
  /// The tags whose values are read as a whole: XMP, IPTC, the color profile, descriptions, which may be OME-XML, where pixels lie on a
  /// map, and ImageJ's blocks.
  private static let blocks: Set = [
    270, 333, 700, 33723, 33922, 34675, 34735, 34736, 34737, 42112, 50838, 50839,
  ]
  /// The tag of the user's comment, and the most bytes of it that are read. [C]
  private static let (comment, maximumComment) = (37510, 1 << 16)
  /// The most directories that are read, and the most bytes of all values. [C]
  private static let maximumDirectories = 64
  private static let maximumBytes = 24 << 20

  /// The tags in the order of the directories.
  private(set) var entries: [Entry] = []

  /// Reads the tags of a block of EXIF, with or without the preamble of a marker.
  init(_ block: [UInt8]) {
    let bytes = block.starts(with: Exif.preamble) ? block[Exif.preamble.count...] : block[...]
    self.init { place, length in
      guard place >= 0, length >= 0, place <= bytes.count - length else { return nil }
      return Array(bytes[(bytes.startIndex + place)...].prefix(length))
    }
  }

  /// Reads the short tags of a file, as those of colors are.
  init(colorsOf bytes: borrowing FileBytes) {
    self.init { place, length in
      length <= PictureMetadata.maximumValue ? bytes.read(place, length) : nil
    }
  }

  /// Reads the tags of a file; what is damaged is left out.
  ///
  /// - Parameters:
  ///   - place: The offset of the first directory; `nil` for the file's first.
  ///   - isAlone: True to read no others.
  ///   - read: Returns bytes of the file from an offset on, or `nil` if it doesn't have them.
  init(
    at place: Int? = nil, isAlone: Bool = false, _ read: (_ place: Int, _ length: Int) -> [UInt8]?
  ) {
    guard let head = read(0, 8), let layout = Layout(head),
      let start = read(layout.firstLink, layout.offsetLength),
      let first = place ?? layout.number(start, 0, start.count)
    else { return }
    var waiting: [Link] = [Link(place: first, kind: .picture, index: 0)]
    var seen: Set<Int> = []
    var left = Self.maximumBytes
    while !waiting.isEmpty, seen.count < Self.maximumDirectories {
      let link = waiting.removeFirst()
      guard link.place > 0, seen.insert(link.place).inserted else { continue }
      waiting += directory(link, layout, &left, read)
      if isAlone { return }
    }
  }

  /// The first entry of a tag, in a kind of directory.
  func first(_ tag: Int, in directory: Kind = .picture) -> Entry? {
    entries.first { $0.tag == tag && $0.directory == directory }
  }

  /// The integers of a tag in one of the picture's directories, from 0; a valid directory has one at most.
  func integers(_ tag: Int, of index: Int = 0) -> [Int] {
    entries.filter { $0.tag == tag && $0.directory == .picture && $0.index == index }
      .compactMap(\.integer)
  }

  /// The offset of a directory, what it is about, and the number of the picture's directory, from 0.
  private struct Link {
    var place: Int
    var kind: Kind
    var index: Int
  }

  /// How numbers and entries are stored.
  struct Layout {
    let isBigEndian: Bool
    /// True for BigTIFF, whose offsets and counts have eight bytes.
    let isBig: Bool

    /// The layout of a file in the byte order of this machine.
    init(isBig: Bool) { (isBigEndian, self.isBig) = (UInt16(bigEndian: 1) == 1, isBig) }

    /// The layout of a file that begins with these bytes; `nil` for one without a mark of its byte order.
    init?(_ head: [UInt8]) {
      isBigEndian = head.starts(with: [0x4D, 0x4D])
      guard isBigEndian || head.starts(with: [0x49, 0x49]) else { return nil }
      isBig = ByteReader(bytes: head, isBigEndian: isBigEndian).number(at: 2, length: 2) == 43
    }

    /// The place of the offset of the first directory.
    var firstLink: Int { isBig ? 8 : 4 }
    var countLength: Int { isBig ? 8 : 2 }
    var offsetLength: Int { isBig ? 8 : 4 }
    var entryLength: Int { isBig ? 20 : 12 }

    /// A number, or `nil` if it is out of range.
    func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int? {
      ByteReader(bytes: bytes, isBigEndian: isBigEndian).number(at: place, length: length)
        .flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The bytes of a number.
    func bytes(_ number: Int, _ length: Int) -> [UInt8] {
      isBigEndian ? number.bytes(length).reversed() : number.bytes(length)
    }
  }

  /// Reads the entries of a directory, and returns the directories they name and the next one.
  private mutating func directory(
    _ link: Link, _ layout: Layout, _ left: inout Int, _ read: (Int, Int) -> [UInt8]?
  ) -> [Link] {
    let (place, kind) = (link.place, link.kind)
    var linked: [Link] = []
    guard let head = read(place, layout.countLength),
      let count = layout.number(head, 0, layout.countLength)
    else { return [] }
    let start = place + layout.countLength
    for index in 0..<min(count, PictureMetadata.maximumTags) {
      guard entries.count < PictureMetadata.maximumTags,
        let bytes = read(start + index * layout.entryLength, layout.entryLength)
      else { return linked }
      guard var entry = entry(bytes, kind, layout, &left, read) else { continue }
      entry.index = link.index
      if let kind = Self.links[entry.tag] {
        // An offset may be stored as any number, such as a fraction or infinity.
        if let place = entry.numbers.first.flatMap(Int.init(exactly:)) {
          linked.append(Link(place: place, kind: kind, index: link.index))
        }
      } else {
        entries.append(entry)
      }
    }
    let (next, overflow) = count.multipliedReportingOverflow(by: layout.entryLength)
    guard kind == .picture, !overflow, next < 1 << 40,
      let end = read(start + next, layout.offsetLength),
      let target = layout.number(end, 0, layout.offsetLength), target > 0
    else { return linked }
    return linked + [Link(place: target, kind: .picture, index: link.index + 1)]
  }

  private func entry(
    _ bytes: [UInt8], _ kind: Kind, _ layout: Layout, _ left: inout Int,
    _ read: (Int, Int) -> [UInt8]?
  ) -> Entry? {
    guard let tag = layout.number(bytes, 0, 2), let type = layout.number(bytes, 2, 2),
      let size = Self.sizes[type], let count = layout.number(bytes, 4, layout.offsetLength),
      count > 0, count < 1 << 40
    else { return nil }
    let most =
      Self.blocks.contains(tag)
      ? MetadataBlocks.maximumBlock
      : tag == Self.comment ? Self.maximumComment : PictureMetadata.maximumValue / size * size
    let length = min(count * size, most)
    let place = 4 + layout.offsetLength
    var value: [UInt8]?
    if count * size <= layout.offsetLength {
      value = Array(bytes[place..<place + count * size])
    } else if length <= left, let target = layout.number(bytes, place, layout.offsetLength) {
      left -= length
      value = read(target, length)
    }
    return value.map {
      Entry(
        directory: kind, tag: tag, type: type, count: count, bytes: $0,
        isBigEndian: layout.isBigEndian)
    }
  }
}

extension TagDirectories.Entry {
  /// The values as numbers; rationals are divided, and those by zero are left out.
  var numbers: [Double] {
    switch type {
    case 1, 7: return bytes.map { Double($0) }
    case 6: return bytes.map { Double(Int8(bitPattern: $0)) }
    case 3: return integers(2).map { Double($0) }
    case 8: return integers(2).map { Double(Int16(truncatingIfNeeded: $0)) }
    case 4, 13: return integers(4).map { Double($0) }
    case 9: return integers(4).map { Double(Int32(truncatingIfNeeded: $0)) }
    case 16, 18: return integers(8).map { Double(UInt(bitPattern: $0)) }
    case 17: return integers(8).map { Double($0) }
    case 5, 10: return fractions.filter { $0.1 != 0 }.map { Double($0.0) / Double($0.1) }
    case 11: return integers(4).map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case 12: return integers(8).map { Double(bitPattern: UInt64(bitPattern: Int64($0))) }
    default: return []
    }
  }

  /// The first value of an integer type; `nil` for another type.
  var integer: Int? {
    [2, 5, 7, 10, 11, 12].contains(type) ? nil : numbers.first.flatMap(Int.init(exactly:))
  }

  /// Numerators and denominators; empty for other types.
  var fractions: [(Int, Int)] {
    guard type == 5 || type == 10 else { return [] }
    let numbers = integers(4).map { type == 5 ? $0 : Int(Int32(truncatingIfNeeded: $0)) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  private func integers(_ length: Int) -> [Int] {
    let reader = ByteReader(bytes: bytes, isBigEndian: isBigEndian)
    return (0..<bytes.count / length).compactMap { reader.number(at: $0 * length, length: length) }
  }
}
