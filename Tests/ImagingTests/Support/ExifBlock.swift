import OverscrollBase

extension Int {
  /// The lowest bytes of the number in either order.
  func bytes(_ count: Int, isBigEndian: Bool) -> [UInt8] {
    isBigEndian ? bytes(count).reversed() : bytes(count)
  }
}

/// A block of EXIF put together by hand, and one taken apart.
struct ExifBlock {
  /// A tag with numbers, whose fractions have two each.
  struct Tag {
    var number: Int
    var type: Int
    var values: [Int]

    static func text(_ number: Int, _ text: String) -> Self {
      Self(number: number, type: 2, values: text.utf8.map { Int($0) } + [0])
    }

    static func short(_ number: Int, _ value: Int) -> Self {
      Self(number: number, type: 3, values: [value])
    }

    static func fractions(_ number: Int, _ values: Int...) -> Self {
      Self(number: number, type: 5, values: values)
    }

    static func bytes(_ number: Int, _ values: [UInt8]) -> Self {
      Self(number: number, type: 7, values: values.map { Int($0) })
    }
  }

  var isBigEndian = false
  var picture: [Tag] = []
  var exif: [Tag] = []
  var position: [Tag] = []
  /// The bytes of a thumbnail; none without one.
  var thumbnail: [UInt8] = []

  /// The block of a camera, with all kinds of tags.
  init(isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
    picture = [
      .text(0x010E, "At the lake"), .text(0x010F, "Maker"), .text(0x0110, "Model 7"),
      .short(0x0112, 6), .fractions(0x011A, 72, 1), .fractions(0x011B, 72, 1), .short(0x0128, 2),
      .text(0x0131, "Firmware 1"), .text(0x0132, "2026:01:02 03:04:05"),
      .text(0x013B, "A. Author"), .text(0x8298, "Rights"),
    ]
    exif = [
      .fractions(0x829A, 1, 250), .fractions(0x829D, 28, 10), .short(0x8827, 400),
      .bytes(0x9000, Array("0232".utf8)), .text(0x9003, "2026:01:02 03:04:05"),
      Tag(number: 0x9204, type: 10, values: [-2, 3]), .fractions(0x920A, 50, 1),
      .bytes(0x927C, Array("MAKER NOTES".utf8)),
      .bytes(0x9286, Array("ASCII".utf8) + [0, 0, 0] + Array("A comment".utf8)),
      .short(0xA001, 2), Tag(number: 0xA002, type: 4, values: [6000]),
      Tag(number: 0xA003, type: 4, values: [4000]), .text(0xA434, "Lens 50"),
    ]
    position = [
      .text(1, "N"), .fractions(2, 48, 1, 51, 1, 3012, 100), .text(3, "W"),
      .fractions(4, 2, 1, 17, 1, 40, 1),
    ]
    thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
  }

  /// A block of some tags alone.
  init(_ picture: [Tag], exif: [Tag] = []) { (self.picture, self.exif) = (picture, exif) }

  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    value.bytes(length, isBigEndian: isBigEndian)
  }

  /// The lengths of the values of types.
  static let lengths = [1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 7: 1, 10: 4, 11: 4, 12: 8]

  /// A directory at a place, with the place of the next one.
  private func directory(_ tags: [Tag], at place: Int, next: Int = 0) -> [UInt8] {
    var (head, values) = (number(tags.count, 2), [UInt8]())
    let start = place + 2 + 12 * tags.count + 4
    for tag in tags.sorted(by: { $0.number < $1.number }) {
      let bytes = tag.values.flatMap { number($0, Self.lengths[tag.type] ?? 1) }
      let isFraction = [5, 10].contains(tag.type)
      head += number(tag.number, 2) + number(tag.type, 2)
      head += number(isFraction ? tag.values.count / 2 : tag.values.count, 4)
      if bytes.count <= 4 {
        head += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        head += number(start + values.count, 4)
        values += bytes
      }
    }
    return head + number(next, 4) + values
  }

  /// All bytes from the byte order on.
  var bytes: [UInt8] {
    func first(_ exif: Int, _ position: Int, _ next: Int) -> [UInt8] {
      let links = [(0x8769, exif, self.exif), (0x8825, position, self.position)]
        .filter { !$0.2.isEmpty }.map { Tag(number: $0.0, type: 4, values: [$0.1]) }
      return directory(picture + links, at: 8, next: next)
    }
    let exifPlace = 8 + first(0, 0, 0).count
    let exifBytes = exif.isEmpty ? [] : directory(exif, at: exifPlace)
    let positionPlace = exifPlace + exifBytes.count
    let positionBytes = position.isEmpty ? [] : directory(position, at: positionPlace)
    let next = positionPlace + positionBytes.count
    let small: [Tag] = [
      .short(0x0103, 6), Tag(number: 0x0201, type: 4, values: [next + 42]),
      Tag(number: 0x0202, type: 4, values: [thumbnail.count]),
    ]
    return (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
      + first(exifPlace, positionPlace, thumbnail.isEmpty ? 0 : next) + exifBytes + positionBytes
      + (thumbnail.isEmpty ? [] : directory(small, at: next) + thumbnail)
  }

  /// The directory of EXIF alone, as it lies at a place in another file.
  func exifDirectory(at place: Int) -> [UInt8] { directory(exif, at: place) }
}

/// The directories of a block or a file in TIFF's layout, read with no mercy: `nil` where a tag is out of order, a value at an odd
/// place or beyond the end, or two of them lie over each other.
struct StrictDirectories {
  /// The raw bytes of tags, by the number of the tag that links to their directory, 0 for the first one's, and their own.
  private(set) var values: [Int: [Int: [UInt8]]] = [:]
  private(set) var isBigEndian = false
  private let bytes: [UInt8]
  private var isBig = false
  private var taken: [Range<Int>] = []

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count > 8, bytes[0] == bytes[1], [0x49, 0x4D].contains(bytes[0]) else { return nil }
    isBigEndian = bytes[0] == 0x4D
    isBig = number(2, 2) == 43
    guard isBig || number(2, 2) == 42, take(0..<(isBig ? 16 : 8)),
      read(number(isBig ? 8 : 4, isBig ? 8 : 4), 0)
    else { return nil }
  }

  private func number(_ place: Int, _ length: Int) -> Int {
    guard place >= 0, place + length <= bytes.count else { return -1 }
    let part = bytes[place..<place + length]
    return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func take(_ range: Range<Int>) -> Bool {
    guard range.lowerBound % 2 == 0, range.upperBound <= bytes.count,
      !taken.contains(where: { $0.overlaps(range) })
    else { return false }
    taken.append(range)
    return true
  }

  private mutating func read(_ place: Int, _ link: Int) -> Bool {
    let (head, entry, word) = isBig ? (8, 20, 8) : (2, 12, 4)
    let count = number(place, head)
    guard count > 0, take(place..<place + head + count * entry + word),
      number(place + head + count * entry, word) == 0
    else { return false }
    var last = -1
    for start in (0..<count).map({ place + head + $0 * entry }) {
      let (tag, type, many) = (number(start, 2), number(start + 2, 2), number(start + 4, word))
      let sizes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
      guard tag > last, sizes.indices.contains(type - 1), many > 0 else { return false }
      last = tag
      let length = many * sizes[type - 1]
      let value = length <= word ? start + 4 + word : number(start + 4 + word, word)
      guard value >= 0, length <= word || take(value..<value + length),
        value + length <= bytes.count
      else { return false }
      values[link, default: [:]][tag] = Array(bytes[value..<value + length])
      if tag == 0x8769 || tag == 0x8825 {
        guard read(number(value, length), tag) else { return false }
      }
    }
    return true
  }

  /// A number of a tag in a directory.
  func integer(_ tag: Int, in link: Int = 0) -> Int? {
    values[link]?[tag].map { part in
      (isBigEndian ? part : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
