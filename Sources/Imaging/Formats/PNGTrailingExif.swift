/// Reads the orientation from an eXIf chunk after the pixels, where most programs write it.
enum PNGTrailingExif {
  /// The bytes at the end of a file that are searched. [C]
  private static let length = 1 << 16
  private static let name = Array("eXIf".utf8)

  /// Returns the orientation, or `nil` if there is no valid one.
  static func orientation(_ file: ImageFile) -> Orientation? {
    guard let bytes = try? FileBytes(file) else { return nil }
    let count = min(length, bytes.count)
    guard let tail = bytes.read(bytes.count - count, count) else { return nil }
    return tail.indices.lazy.compactMap { orientation(chunkNamedAt: $0, in: tail) }.first
  }

  /// Returns the orientation in a chunk whose name begins at an offset, after the bytes of its length.
  private static func orientation(chunkNamedAt place: Int, in tail: [UInt8]) -> Orientation? {
    let start = place + name.count
    guard place >= name.count, start < tail.count, tail[place] == name[0],
      tail[place..<start].elementsEqual(name),
      let length = ByteReader(bytes: tail, isBigEndian: true).number(
        at: place - name.count, length: 4),
      length <= tail.count - start
    else { return nil }
    return Exif.orientation(in: Array(tail[start..<start + length]))
  }
}
