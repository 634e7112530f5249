import ScrollGeometry

/// Finds the frames of an animated PNG file by the headers of its chunks.
///
/// A file is an animation if an animation control chunk (acTL) comes before its pixels. Its frames end where a chunk of them is
/// damaged, or missing: they are numbered, and each has data.
struct PNGFrames: PageWalk {
  /// The frame that was found last.
  private(set) var latest: PNGFrame?
  private(set) var playCount: Int?
  /// True if the default picture is a frame, the first one.
  private(set) var showsPicture = false
  private let canvas: PixelSize
  private let frameCount: Int
  private var foundCount = 0
  /// The number that the next chunk of a frame has.
  private var sequence = 0
  /// The offset of the chunk to read next; `nil` at the end.
  private var next: Int?

  /// The lengths of the header (IHDR), of acTL and fcTL, and of the number of a chunk.
  private static let (headerLength, animationLength, frameLength) = (13, 8, 26)

  /// Begins after the animation control chunk; `nil` for another format, or a still picture.
  init?(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, PNGChunk.signatureLength), ImageFormat.png.recognizes(head),
      let header = PNGChunk(at: PNGChunk.signatureLength, in: bytes), header.type == "IHDR",
      let size = header.content(in: bytes, atMost: Self.headerLength)
    else { return nil }
    let reader = ByteReader(bytes: size, isBigEndian: true)
    canvas = PixelSize(
      width: reader.number(at: 0, length: 4) ?? 0, height: reader.number(at: 4, length: 4) ?? 0)
    var place = header.end
    var budget = ReadBudget()
    while budget.take(PNGChunk.headLength) {
      guard let chunk = PNGChunk(at: place, in: bytes), chunk.type != "IDAT" else { return nil }
      place = chunk.end
      guard chunk.type == "acTL" else { continue }
      guard chunk.count == Self.animationLength, let content = chunk.content(in: bytes),
        let frames = ByteReader(bytes: content, isBigEndian: true).number(at: 0, length: 4),
        let plays = ByteReader(bytes: content, isBigEndian: true).number(at: 4, length: 4),
        frames > 0
      else { return nil }
      frameCount = frames
      playCount = plays == 0 ? nil : plays
      next = place
      return
    }
    return nil
  }

  var kind: FilePages.Kind { .frames }
  var isAtEnd: Bool { next == nil }

  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    guard let place = next, let chunk = PNGChunk(at: place, in: bytes), chunk.type != "IEND",
      foundCount < frameCount || chunk.type == "fdAT"
    else {
      next = nil
      return nil
    }
    next = chunk.end
    switch chunk.type {
    case "fcTL":
      guard let content = chunk.content(in: bytes, atMost: Self.frameLength), takeNumber(content),
        let frame = PNGFrame(content, at: place, within: canvas),
        let data = PNGChunk(at: chunk.end, in: bytes), !["fcTL", "IEND"].contains(data.type)
      else { break }
      latest = frame
      foundCount += 1
      return FilePages.Page(offset: place, size: canvas, delay: frame.delay)
    case "fdAT":
      guard let head = bytes.read(chunk.start, 4), takeNumber(head) else { break }
      return nil
    case "IDAT":
      if foundCount == 1 { showsPicture = true }
      return nil
    default: return nil
    }
    next = nil
    return nil
  }

  /// Returns whether a chunk has the number that is expected.
  private mutating func takeNumber(_ content: [UInt8]) -> Bool {
    defer { sequence += 1 }
    return ByteReader(bytes: content, isBigEndian: true).number(at: 0, length: 4) == sequence
  }
}

extension PNGFrames {
  /// Returns whether a file is an animation of which its default picture is no part.
  static func hidesPicture(of file: ImageFile) -> Bool {
    guard let bytes = try? FileBytes(file), var walk = PNGFrames(bytes) else { return false }
    // A frame that is described before the pixels of the default picture has them.
    while let place = walk.next, let chunk = PNGChunk(at: place, in: bytes) {
      if chunk.type == "IDAT" { break }
      if walk.step(in: bytes) != nil { return false }
    }
    while !walk.isAtEnd {
      if walk.step(in: bytes) != nil { return true }
    }
    return false
  }
}
