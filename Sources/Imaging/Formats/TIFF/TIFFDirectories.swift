import OverscrollBase
import ScrollGeometry

/// What tells the pages of a TIFF file from their levels: a few tags of a directory.
struct TIFFDirectory: Sendable {
  /// The size as stored, in pixels.
  var size = PixelSize(width: 0, height: 0)
  /// The orientation; `nil` where it has none of its own.
  fileprivate(set) var ownOrientation: Orientation?
  var orientation: Orientation { ownOrientation ?? .upright }
  var isTiled = false
  /// True for what a camera's sensor has measured.
  fileprivate(set) var isSensor = false
  /// The rows of its strips; `nil` for one strip.
  var rowsPerStrip: Int?
  /// True for a smaller version of another picture, or a mask of one.
  var isAuxiliary = false
  var isMask = false
  /// The place and the number of the offsets of its subdirectories, and the length of one.
  fileprivate var below: (place: Int, count: Int, length: Int)?
  /// The places and lengths of its description and its name.
  fileprivate var texts: [Int: (place: Int, length: Int)] = [:]
  /// The offset of the next directory in the file, in bytes; 0 after the last.
  var next = 0
}

/// The chain of directories of a TIFF file.
///
/// libtiff checks and keeps all tags of each directory; a document of a thousand pages is walked far more quickly without it.
struct TIFFDirectories: Sendable {
  private let isBigEndian: Bool
  /// True for BigTIFF, whose offsets and counts have eight bytes.
  private let isBig: Bool
  /// The offset of the first directory, in bytes.
  let first: Int

  /// The bytes of a directory that are read at once, enough for most. [C]
  private static let step = 512
  /// The most tags of a directory, as in libtiff.
  private static let maximumTags = 0xFFFF
  private static let headLength = 16

  /// Reads the header of a file; `nil` for one that is not a TIFF file.
  init?(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, min(Self.headLength, bytes.count)),
      TIFFFile.starts.contains(where: { head.starts(with: $0) })
    else { return nil }
    isBigEndian = head[0] == 0x4D
    let reader = ByteReader(bytes: head, isBigEndian: isBigEndian)
    isBig = reader.number(at: 2, length: 2) == 43
    guard let first = reader.number(at: isBig ? 8 : 4, length: isBig ? 8 : 4) else { return nil }
    self.first = first
  }

  /// Reads the directory at an offset; `nil` for one that is not within the file.
  func directory(at place: Int, in bytes: borrowing FileBytes) -> TIFFDirectory? {
    guard place > 0, place < bytes.count,
      var content = bytes.read(place, min(Self.step, bytes.count - place))
    else { return nil }
    let countLength = isBig ? 8 : 2
    guard let count = reader(content).number(at: 0, length: countLength),
      (1...Self.maximumTags).contains(count)
    else { return nil }
    let linkPlace = countLength + count * entryLength
    if content.count < linkPlace + wordLength {
      guard let whole = bytes.read(place, linkPlace + wordLength) else { return nil }
      content = whole
    }
    var directory = TIFFDirectory()
    for index in 0..<count {
      let entry = countLength + index * entryLength
      read(entryAt: entry, of: reader(content), of: place, into: &directory)
    }
    directory.next = reader(content).number(at: linkPlace, length: wordLength) ?? 0
    return directory
  }

  /// Reads the offsets of directories from the first, or the last one that is known, on.
  func follow(
    _ offsets: inout [Int], in bytes: borrowing FileBytes, while isNeeded: ([Int]) -> Bool
  ) {
    var seen = Set(offsets)
    while isNeeded(offsets) {
      let next = offsets.last.map { directory(at: $0, in: bytes)?.next ?? 0 } ?? first
      guard next > 0, next < bytes.count, seen.insert(next).inserted else { return }
      offsets.append(next)
    }
  }

  /// Counts the planes that lie behind each other from the strips of the only directory on, up to the end of the file or to what
  /// follows them in it; 1 where nothing shows that there are any, and `nil` for a file of several directories.
  ///
  /// - Parameters:
  ///   - tags: Those of the directory.
  ///   - bytes: The file.
  /// - Returns: The number of whole planes.
  func planes(_ tags: TagDirectories, in bytes: borrowing FileBytes) -> Int? {
    func number(_ tag: Int, _ otherwise: Int) -> Int { tags.integers(tag).first ?? otherwise }
    let strips = (tags.first(273)?.numbers ?? []).compactMap(Int.init(exactly:))
    guard let only = directory(at: first, in: bytes), only.next == 0 else { return nil }
    guard !only.isTiled, !only.size.isEmpty, number(259, 1) == 1, number(284, 1) == 1,
      number(262, 1) <= Self.palette, tags.first(330) == nil, let start = strips.first, start > 0
    else { return 1 }
    let (height, rows) = (only.size.height, min(only.rowsPerStrip ?? .max, only.size.height))
    let ends = [first] + only.texts.values.map(\.place) + [bytes.count]
    let room = (ends.filter { $0 > start }.min() ?? start) - start
    let (bits, samples) = (number(258, 1), number(277, 1))
    guard rows > 0, 1...64 ~= bits, 1...Int(UInt16.max) ~= samples else { return 1 }
    let rowBytes = (only.size.width * samples * bits + 7) / 8
    // Of very many strips only the first ones are listed.
    guard tags.first(273)?.count == (height - 1) / rows + 1, height <= room / rowBytes,
      strips.enumerated().allSatisfy({ $1 == start + $0 * rows * rowBytes })
    else { return 1 }
    return max(room / (rowBytes * height), 1)
  }

  /// TIFF's number of the last of the color models whose rows are their samples alone.
  private static let palette = 3

  /// The most subdirectories, and the most directories of the chain, that are searched for the picture. [C]
  private static let maximumOriginals = 40

  /// Finds the picture of which the first directory is a smaller version, as the files of cameras and scanners begin: the first one of
  /// full size below that directory, or after it; what a sensor has measured only where there is no other.
  func original(in bytes: borrowing FileBytes) -> (place: Int, directory: TIFFDirectory)? {
    guard let small = directory(at: first, in: bytes), small.isAuxiliary, !small.isMask else {
      return nil
    }
    var places: [Int] = []
    if let (place, count, length) = small.below,
      let content = bytes.read(place, min(count, Self.maximumOriginals) * length)
    {
      places = stride(from: 0, to: content.count, by: length).compactMap {
        reader(content).number(at: $0, length: length)
      }
    }
    let belowCount = places.count
    var chain: [Int] = []
    follow(&chain, in: bytes) { $0.count <= Self.maximumOriginals }
    var sensor: (place: Int, directory: TIFFDirectory)?
    for (index, place) in (places + chain.dropFirst()).enumerated() {
      guard var found = directory(at: place, in: bytes), !found.isAuxiliary,
        max(found.size.width, found.size.height) > max(small.size.width, small.size.height)
      else { continue }
      // The first directory has what is true of all below it.
      if index < belowCount { found.ownOrientation = found.ownOrientation ?? small.ownOrientation }
      if !found.isSensor { return (place, found) }
      sensor = sensor ?? (place, found)
    }
    return sensor
  }

  private var wordLength: Int { isBig ? 8 : 4 }
  private var entryLength: Int { isBig ? 20 : 12 }

  private func reader(_ bytes: [UInt8]) -> ByteReader<[UInt8]> {
    ByteReader(bytes: bytes, isBigEndian: isBigEndian)
  }

  private func read(
    entryAt place: Int, of reader: ByteReader<[UInt8]>, of offset: Int,
    into directory: inout TIFFDirectory
  ) {
    guard let tag = reader.number(at: place, length: 2), 254...330 ~= tag else { return }
    if tag == 330 {
      directory.below = subdirectories(ofEntryAt: place, reader, of: offset)
      return
    }
    if tag == 270 || tag == 285, let length = reader.number(at: place + 4, length: wordLength),
      length > wordLength, let text = reader.number(at: place + 4 + wordLength, length: wordLength)
    {
      directory.texts[tag] = (text, length)
      return
    }
    guard let value = value(ofEntryAt: place, reader) else { return }
    switch tag {
    case 254:
      directory.isAuxiliary = value & (Self.reduced | Self.mask) != 0
      directory.isMask = value & Self.mask != 0
    case 255: directory.isAuxiliary = value == Self.formerlyReduced
    case 256: directory.size.width = value
    case 257: directory.size.height = value
    case 262: directory.isSensor = RawPreview.sensors.contains(value)
    case 274: directory.ownOrientation = Orientation(rawValue: value)
    case 278: directory.rowsPerStrip = value
    // The width and the height of tiles.
    case 322, 323: directory.isTiled = true
    default: break
    }
  }

  /// Finds the offsets that an entry has; `nil` for other types.
  ///
  /// - Parameters:
  ///   - place: The place of the entry in its directory.
  ///   - reader: The bytes of the directory.
  ///   - offset: The offset of the directory in the file, in bytes.
  /// - Returns: The offset of the first one in the file, their number, and the bytes of each.
  private func subdirectories(
    ofEntryAt place: Int, _ reader: ByteReader<[UInt8]>, of offset: Int
  ) -> (place: Int, count: Int, length: Int)? {
    let value = place + 4 + wordLength
    guard let type = reader.number(at: place + 2, length: 2),
      let count = reader.number(at: place + 4, length: wordLength), count > 0,
      let length = [4: 4, 13: 4, 16: 8, 18: 8][type]
    else { return nil }
    guard count > wordLength / length else { return (offset + value, count, length) }
    return reader.number(at: value, length: wordLength).map { ($0, count, length) }
  }

  /// The first number of an entry, up to 32 bits; `nil` for other types.
  private func value(ofEntryAt place: Int, _ reader: ByteReader<[UInt8]>) -> Int? {
    let length: Int
    switch reader.number(at: place + 2, length: 2) {
    case 1: length = 1
    case 3: length = 2
    case 4: length = 4
    default: return nil
    }
    return reader.number(at: place + 4 + wordLength, length: length)
  }

  /// The bits of the kind of picture.
  private static let (reduced, mask) = (1, 4)
  private static let formerlyReduced = 2
}

extension TIFFDirectory {
  /// The bytes of a text that are read. [C]
  private static let textLength = 2048

  /// What the file calls its page: by TIFF's tag, or by Aperio's description of what lies beside a slide.
  func name(in bytes: borrowing FileBytes) -> String {
    let name = MetadataText.cut(text(285, in: bytes))
    let description = text(270, in: bytes)
    guard name.isEmpty, description.hasPrefix("Aperio"), !isTiled else { return name }
    let line = description.split(whereSeparator: \.isNewline).dropFirst().first ?? ""
    let word = line.split(separator: " ").first.map { $0.lowercased() } ?? ""
    return ["label", "macro"].contains(word) ? word : "thumbnail"
  }

  private func text(_ tag: Int, in bytes: borrowing FileBytes) -> String {
    guard let (place, length) = texts[tag] else { return "" }
    return bytes.read(place, min(length, Self.textLength)).map { MetadataText.decode($0) } ?? ""
  }
}
