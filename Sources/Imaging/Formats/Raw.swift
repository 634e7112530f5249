extension ImageFormat {
  /// Cameras' raw files, which are shown by the preview in them; those that begin as TIFF files do are found by ``tiff``.
  static let raw = ImageFormat(
    name: "RAW",
    mediaTypes: [
      "image/x-canon-cr2", "image/x-nikon-nef", "image/x-nikon-nrw", "image/x-sony-arw",
      "image/x-sony-sr2", "image/x-adobe-dng", "image/x-olympus-orf", "image/x-panasonic-rw2",
      "image/x-pentax-pef", "image/x-samsung-srw", "image/x-fuji-raf",
    ],
    suffixes: ["cr2", "nef", "nrw", "arw", "sr2", "dng", "orf", "rw2", "pef", "srw", "raf"],
    recognizes: { isRaw($0) },
    open: { (file, _) throws(ImagingError) in
      guard let preview = try RawPreview.find(file) else {
        throw ImagingError(.unsupported, file.path, "this raw file has no preview to show")
      }
      return try JPEGSource(file, preview)
    })

  static let fujiSignature = Array("FUJIFILMCCD-RAW ".utf8)

  /// The versions in the place of TIFF's 42 that Olympus and Panasonic write.
  private static let rawStarts: [[UInt8]] = [
    Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8), [0x49, 0x49, 0x55, 0],
  ]

  /// Returns whether a file begins as cameras' files alone do.
  static func isRaw(_ head: [UInt8]) -> Bool {
    let isCanon =
      head.starts(with: [0x49, 0x49, 42, 0]) && head.dropFirst(8).starts(with: "CR".utf8)
    return isCanon || head.starts(with: fujiSignature)
      || rawStarts.contains { head.starts(with: $0) }
  }
}

/// The largest JPEG picture that a camera put into its raw file, besides what the sensor measured.
///
/// A walk over a few directories finds it in every format that has TIFF's layout, so no library for metadata is needed.
struct RawPreview: Hashable, Sendable {
  /// The offset in the file, in bytes.
  private let offset: Int
  let length: Int
  /// The orientation of the raw picture, for a preview that has none of its own.
  let orientation: Orientation
  /// What the raw file's EXIF has of its colors, for a preview that has nothing of its own.
  let colorSource: ColorSource?

  private enum Tag {
    static let compression = 259
    static let photometric = 262
    static let stripOffset = 273
    static let orientation = 274
    static let stripLength = 279
    static let jpegOffset = 513
    static let jpegLength = 514
    static let makerNote = 37500
    static let dngVersion = 50706
    /// Panasonic's preview, as the bytes of a tag.
    static let panasonicPreview = 0x2E
    /// Olympus's settings, and the preview in them.
    static let olympusSettings = 0x2020
    static let olympusOffset = 0x101
    static let olympusLength = 0x102
  }

  /// The color filters of a sensor, and linear raw pixels.
  static let sensors: Set = [32803, 34892]
  /// JPEG as TIFF has it, of old and now.
  private static let jpegCompressions: Set = [6, 7]
  /// The longest preview, in bytes. [C]
  private static let maximumLength = 64 << 20

  private init(
    _ offset: Int, _ length: Int, _ orientation: Orientation, _ colorSource: ColorSource? = nil
  ) {
    (self.offset, self.length, self.orientation) = (offset, length, orientation)
    self.colorSource = colorSource
  }

  /// Finds the preview; `nil` for a file that isn't a camera's, and for one without a preview.
  init?(_ bytes: borrowing FileBytes) {
    if let fuji = Self.fuji(bytes) {
      self = fuji
      return
    }
    guard let directories = RawDirectories(bytes), Self.isRaw(directories, bytes) else {
      return nil
    }
    let orientation =
      directories.all[0][Tag.orientation]?.numbers.first.flatMap(Orientation.init) ?? .upright
    var best: (preview: RawPreview, area: Int)?
    for directory in directories.all {
      for (offset, length) in Self.places(directory, directories, bytes)
      where length <= Self.maximumLength {
        guard let area = JPEGStart.area(at: offset, length, in: bytes), area > best?.area ?? 0
        else { continue }
        best = (RawPreview(offset, length, orientation), area)
      }
    }
    guard let best else { return nil }
    let colors = Exif.colorSource(TagDirectories(colorsOf: bytes))
    self = RawPreview(best.preview.offset, best.preview.length, orientation, colors)
  }

  /// Opens the preview of a file, if it is a camera's and has one.
  static func find(_ file: ImageFile) throws(ImagingError) -> RawPreview? {
    RawPreview(try FileBytes(file))
  }

  /// Reads the JPEG file.
  func bytes(of file: ImageFile) throws(ImagingError) -> [UInt8] {
    guard let bytes = try FileBytes(file).read(offset, length) else { throw file.changed }
    return bytes
  }

  private static func isRaw(_ directories: RawDirectories, _ bytes: borrowing FileBytes) -> Bool {
    if let head = bytes.read(0, 12), ImageFormat.isRaw(head) { return true }
    return directories.all.contains { directory in
      directory[Tag.dngVersion] != nil
        || directory[Tag.photometric]?.numbers.first.map { sensors.contains($0) } == true
    }
  }

  /// Where a directory has a JPEG file.
  private static func places(
    _ directory: RawDirectories.Directory, _ directories: RawDirectories,
    _ bytes: borrowing FileBytes
  ) -> [(offset: Int, length: Int)] {
    var places: [(Int, Int)] = []
    func first(_ tag: Int) -> Int? { directory[tag]?.numbers.first }
    if let offset = first(Tag.jpegOffset), let length = first(Tag.jpegLength) {
      places.append((offset, length))
    }
    if first(Tag.compression).map({ jpegCompressions.contains($0) }) == true,
      directory[Tag.stripOffset]?.count == 1, let offset = first(Tag.stripOffset),
      let length = first(Tag.stripLength)
    {
      places.append((offset, length))
    }
    if let preview = directory[Tag.panasonicPreview] {
      places.append((preview.place, preview.count))
    }
    if let note = directory[Tag.makerNote] {
      places += olympus(note.place, directories, bytes)
    }
    return places
  }

  /// Where the notes of Olympus have a JPEG file; their offsets count from their own beginning.
  private static func olympus(
    _ base: Int, _ directories: RawDirectories, _ bytes: borrowing FileBytes
  ) -> [(Int, Int)] {
    guard let head = bytes.read(base, 12), head.starts(with: "OLYMPUS\0".utf8),
      let (note, _) = directories.directory(at: base + 12, base: base, in: bytes),
      let settings = note[Tag.olympusSettings]?.numbers.first,
      let (entries, _) = directories.directory(at: base + settings, base: base, in: bytes),
      let offset = entries[Tag.olympusOffset]?.numbers.first,
      let length = entries[Tag.olympusLength]?.numbers.first
    else { return [] }
    return [(base + offset, length)]
  }

  /// Fuji's files begin with the place of the preview, which has its own orientation.
  private static func fuji(_ bytes: borrowing FileBytes) -> RawPreview? {
    guard let head = bytes.read(0, 92), head.starts(with: ImageFormat.fujiSignature) else {
      return nil
    }
    let reader = ByteReader(bytes: head, isBigEndian: true)
    guard let offset = reader.number(at: 84, length: 4),
      let length = reader.number(at: 88, length: 4), length <= maximumLength,
      JPEGStart.area(at: offset, length, in: bytes) != nil
    else { return nil }
    return RawPreview(offset, length, .upright)
  }
}

/// The markers before the first scan of a JPEG file.
private enum JPEGStart {
  /// The most markers that are looked at. [C]
  private static let maximumMarkers = 200

  /// The pixels of a JPEG file within another file; `nil` for one that cannot be shown, as the sensor's own are.
  static func area(at offset: Int, _ length: Int, in bytes: borrowing FileBytes) -> Int? {
    guard length > 4, offset > 0, let start = bytes.read(offset, 3),
      start == [0xFF, 0xD8, 0xFF], bytes.read(offset + length - 1, 1) != nil
    else { return nil }
    var place = offset + 2
    for _ in 0..<maximumMarkers {
      guard let head = bytes.read(place, 9), head[0] == 0xFF else { return nil }
      switch head[1] {
      // Baseline, extended and progressive.
      case 0xC0, 0xC1, 0xC2:
        return (Int(head[5]) << 8 | Int(head[6])) * (Int(head[7]) << 8 | Int(head[8]))
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xDA: return nil
      case 0xFF: place += 1
      default: place += 2 + (Int(head[2]) << 8 | Int(head[3]))
      }
    }
    return nil
  }
}

/// The directories of a camera's raw file, which has TIFF's layout with any version number.
private struct RawDirectories {
  /// A tag's numbers: its first ones, and where they are.
  struct Entry {
    var count: Int
    /// The offset of the values in the file, in bytes.
    var place: Int
    var numbers: [Int]
  }

  typealias Directory = [Int: Entry]

  private enum Tag {
    static let maker = 271
    static let subdirectories = 330
    static let exif = 34665
  }

  private static let headLength = 12
  /// The sizes of TIFF's integer types, and of texts and bytes without meaning.
  private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 13: 4]
  /// The most directories, tags of one, and numbers of a tag that are read. [C]
  private static let maximumDirectories = 64
  private static let maximumTags = 1000
  private static let maximumNumbers = 16

  /// The directories, the first one first.
  private(set) var all: [Directory] = []
  /// True where numbers have their highest byte first.
  let isBigEndian: Bool

  /// Reads all directories; `nil` for a file in another layout.
  init?(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, Self.headLength),
      head.starts(with: [0x49, 0x49]) || head.starts(with: [0x4D, 0x4D])
    else { return nil }
    isBigEndian = head[0] == 0x4D
    guard let first = number(head, 4, 4) else { return nil }
    var waiting = [first]
    var seen: Set<Int> = []
    while let place = waiting.first, seen.count < Self.maximumDirectories {
      waiting.removeFirst()
      guard place > 0, seen.insert(place).inserted,
        let (directory, next) = directory(at: place, in: bytes)
      else { continue }
      // Cameras name their maker; most other files are left after one directory.
      guard !all.isEmpty || directory[Tag.maker] != nil || ImageFormat.isRaw(head) else {
        return nil
      }
      all.append(directory)
      for tag in [Tag.subdirectories, Tag.exif] { waiting += directory[tag]?.numbers ?? [] }
      waiting.append(next)
    }
    guard !all.isEmpty else { return nil }
  }

  /// Reads one directory, and the offset of the next; its offsets count from `base`.
  func directory(
    at place: Int, base: Int = 0, in bytes: borrowing FileBytes
  ) -> (Directory, next: Int)? {
    guard let start = bytes.read(place, 2), let count = number(start, 0, 2), count > 0,
      count <= Self.maximumTags, let content = bytes.read(place + 2, count * 12)
    else { return nil }
    var directory: Directory = [:]
    for index in 0..<count {
      let entry = index * 12
      guard let tag = number(content, entry, 2), let type = number(content, entry + 2, 2),
        let size = Self.sizes[type], let length = number(content, entry + 4, 4),
        let offset = number(content, entry + 8, 4)
      else { continue }
      let isInline = length * size <= 4
      let values = isInline ? place + 2 + entry + 8 : base + offset
      let most = min(length, Self.maximumNumbers)
      guard let read = bytes.read(values, most * size) else { continue }
      directory[tag] = Entry(
        count: length, place: values,
        numbers: (0..<most).compactMap { number(read, $0 * size, size) })
    }
    let next = bytes.read(place + 2 + count * 12, 4).flatMap { number($0, 0, 4) }
    return (directory, next ?? 0)
  }

  private func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int? {
    ByteReader(bytes: bytes, isBigEndian: isBigEndian).number(at: place, length: length)
  }
}
