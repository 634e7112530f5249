/// How a camera was held, where that stands behind the pixels of a PNG file, as most programs write it.
enum PNGTrailingExif {
  /// The bytes at the end of a file that are looked through. [C]
  private static let length = 1 << 16
  private static let name = Array("eXIf".utf8)

  /// The orientation; nil when the file's end says none that makes sense.
  static func orientation(_ file: ImageFile) -> Orientation? {
    guard let bytes = try? FileBytes(file) else { return nil }
    let count = min(length, bytes.count)
    guard let tail = bytes.read(bytes.count - count, count) else { return nil }
    return tail.indices.lazy.compactMap { orientation(chunkNamedAt: $0, in: tail) }.first
  }

  /// The orientation in the chunk whose name begins at a place, the bytes of its length before it.
  private static func orientation(chunkNamedAt place: Int, in tail: [UInt8]) -> Orientation? {
    let start = place + name.count
    guard place >= name.count, start < tail.count, tail[place] == name[0],
      tail[place..<start].elementsEqual(name)
    else { return nil }
    let length = tail[place - name.count..<place].reduce(0) { $0 << 8 | Int($1) }
    guard length <= tail.count - start else { return nil }
    return Exif.orientation(in: Array(tail[start..<start + length]))
  }
}
