import ScrollGeometry

/// A frame of an animated PNG file.
struct PNGFrame: Hashable, Sendable {
  /// The offset of the chunk that describes it.
  let place: Int
  let frame: FrameCanvas.Frame
  /// How long it is shown, in seconds.
  let delay: Double

  /// The length of the content of a frame control chunk (fcTL).
  private static let length = 26

  /// Reads the content of a frame control chunk; `nil` if it is damaged, or the frame isn't within the canvas.
  init?(_ content: [UInt8], at place: Int, within canvas: PixelSize) {
    let reader = ByteReader(bytes: content, isBigEndian: true)
    guard content.count == Self.length, let width = reader.number(at: 4, length: 4),
      let height = reader.number(at: 8, length: 4), let x = reader.number(at: 12, length: 4),
      let y = reader.number(at: 16, length: 4), let time = reader.number(at: 20, length: 2),
      let unit = reader.number(at: 22, length: 2), content[25] <= 1
    else { return nil }
    let rect = PixelRect(x: x, y: y, width: width, height: height)
    guard width > 0, height > 0, rect == rect.intersection(PixelRect(canvas)) else { return nil }
    let disposal: FrameCanvas.Disposal
    switch content[24] {
    case 0: disposal = .keep
    case 1: disposal = .clear
    case 2: disposal = .restore
    default: return nil
    }
    self.place = place
    frame = FrameCanvas.Frame(rect: rect, disposal: disposal, blends: content[25] == 1)
    // The specification has hundredths of a second in place of 0.
    delay = Double(time) / Double(unit == 0 ? 100 : unit)
  }
}

/// The header of a chunk of a PNG file.
struct PNGChunk: Hashable, Sendable {
  /// The four letters of its type.
  let type: String
  /// The offset of its content.
  let start: Int
  /// The length of its content, in bytes.
  let count: Int

  /// The length of the signature before the first chunk.
  static let signatureLength = 8
  /// The length of a chunk's length and type.
  static let headLength = 8

  /// Reads the header of the chunk at an offset; `nil` at the end of the file.
  init?(at place: Int, in bytes: borrowing FileBytes) {
    guard let head = bytes.read(place, Self.headLength),
      let count = ByteReader(bytes: head, isBigEndian: true).number(at: 0, length: 4)
    else { return nil }
    type = String(decoding: head[4...], as: UTF8.self)
    start = place + 8
    self.count = count
  }

  /// The offset of the next chunk, after the checksum of this one.
  var end: Int { start + count + 4 }

  /// Reads its content; `nil` if it is longer than `limit`, in bytes, ends early, or has another checksum.
  func content(in bytes: borrowing FileBytes, atMost limit: Int = .max) -> [UInt8]? {
    guard count <= limit, let body = bytes.read(start - 4, count + 8) else { return nil }
    let checksum = body.dropLast(4).withUnsafeBytes { Checksum.crc32($0) }
    guard
      ByteReader(bytes: body, isBigEndian: true).number(at: count + 4, length: 4)
        == Int(checksum)
    else { return nil }
    return Array(body[4..<count + 4])
  }
}
