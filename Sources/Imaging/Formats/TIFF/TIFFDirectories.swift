import ScrollGeometry

/// What tells the pages of a TIFF file from their levels: a few tags of a directory.
struct TIFFDirectory: Hashable, Sendable {
  /// The size as stored, in pixels.
  var size = PixelSize(width: 0, height: 0)
  var orientation = Orientation.upright
  var isTiled = false
  /// The rows of its strips; `nil` for one strip.
  var rowsPerStrip: Int?
  /// True for a smaller version of another picture, or a mask of one.
  var isAuxiliary = false
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
      read(entryAt: countLength + index * entryLength, of: reader(content), into: &directory)
    }
    directory.next = reader(content).number(at: linkPlace, length: wordLength) ?? 0
    return directory
  }

  private var wordLength: Int { isBig ? 8 : 4 }
  private var entryLength: Int { isBig ? 20 : 12 }

  private func reader(_ bytes: [UInt8]) -> ByteReader<[UInt8]> {
    ByteReader(bytes: bytes, isBigEndian: isBigEndian)
  }

  private func read(
    entryAt place: Int, of reader: ByteReader<[UInt8]>, into directory: inout TIFFDirectory
  ) {
    guard let tag = reader.number(at: place, length: 2), 254...323 ~= tag,
      let value = value(ofEntryAt: place, reader)
    else { return }
    switch tag {
    case 254: directory.isAuxiliary = value & (Self.reduced | Self.mask) != 0
    case 255: directory.isAuxiliary = value == Self.formerlyReduced
    case 256: directory.size.width = value
    case 257: directory.size.height = value
    case 274: directory.orientation = Orientation(rawValue: value) ?? .upright
    case 278: directory.rowsPerStrip = value
    // The width and the height of tiles.
    case 322, 323: directory.isTiled = true
    default: break
    }
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
