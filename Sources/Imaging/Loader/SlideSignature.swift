/// What a file in TIFF's layout has in its first directory that only a scanner of slides writes.
///
/// This is read in the program itself: a few bytes, none of which is trusted.
struct SlideSignature {
  /// True for a file of Aperio's.
  private(set) var isAperio = false
  /// True for a file of Hamamatsu's.
  private(set) var isHamamatsu = false

  private enum Tag {
    static let description = 270
    /// Hamamatsu's version of its format.
    static let hamamatsuFormat = 65420
  }

  /// The most tags that are looked at. [C]
  private static let maximumTags = 1000

  /// Reads the first directory; `nil` for a file in another layout.
  init?(_ head: [UInt8], _ file: ImageFile) {
    guard TIFFFile.starts.contains(where: { head.starts(with: $0) }), head.count >= 16,
      let bytes = try? FileBytes(file)
    else { return nil }
    let isBigEndian = head[0] == 0x4D
    func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int? {
      ByteReader(bytes: bytes, isBigEndian: isBigEndian).number(at: place, length: length)
    }
    let isBig = number(head, 2, 2) == 43
    let (word, entryLength) = isBig ? (8, 20) : (4, 12)
    // Hamamatsu's offsets have eight bytes in files of more than 4 GB, which have the version of those with four.
    guard let place = number(head, isBig ? 8 : 4, bytes.count >> 32 > 0 ? 8 : word),
      let start = bytes.read(place, isBig ? 8 : 2), let count = number(start, 0, start.count),
      count > 0,
      let entries = bytes.read(place + start.count, min(count, Self.maximumTags) * entryLength)
    else { return nil }
    for entry in stride(from: 0, to: entries.count, by: entryLength) {
      switch number(entries, entry, 2) {
      case Tag.hamamatsuFormat: isHamamatsu = true
      case Tag.description:
        let text = number(entries, entry + 4 + word, word).flatMap { bytes.read($0, 6) }
        isAperio = text?.elementsEqual("Aperio".utf8) == true
      default: break
      }
    }
  }
}
