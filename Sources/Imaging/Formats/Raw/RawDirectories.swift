/// The directories of a camera's raw file, which has TIFF's layout with any version number.
struct RawDirectories {
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
