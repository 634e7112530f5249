import ScrollGeometry

/// A frame of an animated WebP file.
struct WebPFrame: Hashable, Sendable {
  /// Where its bytes lie in the file, its alpha included.
  let bytes: Range<Int>
  let frame: FrameCanvas.Frame
}

/// Finds the frames of an animated WebP file by the headers of its chunks.
struct WebPFrames: PageWalk {
  /// The frame that was found last.
  private(set) var latest: WebPFrame?
  private let canvas: PixelSize
  private(set) var playCount: Int? = nil
  /// The offset of the chunk to read next; `nil` at the end.
  private var next: Int?

  private static let (riffLength, headerLength, frameHeaderLength) = (12, 8, 16)
  /// The bit of the features that says that there is an animation.
  private static let animation: UInt8 = 0x02
  /// The bits of a frame's flags.
  private static let (clears, replaces): (UInt8, UInt8) = (1, 2)

  /// Begins after the features of the file; `nil` for another format, or a still picture.
  init?(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, min(30, bytes.count)), head.count == 30,
      ImageFormat.webp.recognizes(head), head[12..<16].elementsEqual("VP8X".utf8),
      head[20] & Self.animation != 0
    else { return nil }
    let reader = ByteReader(bytes: head)
    let number = { reader.number(at: $0, length: 3) ?? 0 }
    canvas = PixelSize(width: number(24) + 1, height: number(27) + 1)
    next = Self.riffLength
  }

  var kind: FilePages.Kind { .frames }
  var isAtEnd: Bool { next == nil }

  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    guard let place = next, let head = bytes.read(place, Self.headerLength),
      let length = ByteReader(bytes: head).number(at: 4, length: 4)
    else {
      next = nil
      return nil
    }
    let start = place + Self.headerLength
    // Chunks begin at even places.
    next = start + length + length % 2
    if head.starts(with: "ANIM".utf8), length >= 6, let loops = bytes.read(start, 6) {
      let count = ByteReader(bytes: loops).number(at: 4, length: 2) ?? 0
      playCount = count == 0 ? nil : count
    }
    guard head.starts(with: "ANMF".utf8), length > Self.frameHeaderLength, start < bytes.count,
      let frame = bytes.read(start, Self.frameHeaderLength)
    else { return nil }
    let end = min(start + length, bytes.count)
    latest = WebPFrame(bytes: start + Self.frameHeaderLength..<end, frame: Self.frame(frame))
    let delay = Double(ByteReader(bytes: frame).number(at: 12, length: 3) ?? 0) / 1000
    return FilePages.Page(offset: place, size: canvas, delay: delay)
  }

  private static func frame(_ head: [UInt8]) -> FrameCanvas.Frame {
    let reader = ByteReader(bytes: head)
    let number = { reader.number(at: $0, length: 3) ?? 0 }
    return FrameCanvas.Frame(
      rect: PixelRect(
        x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1),
      disposal: head[15] & clears != 0 ? .clear : .keep, blends: head[15] & replaces == 0)
  }
}
