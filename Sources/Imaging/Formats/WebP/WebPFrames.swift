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

  /// The length of what a frame's chunk has before its own chunks, in bytes.
  static let headerLength = 16
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
    next = WebPChunk.firstPlace
  }

  var kind: FilePages.Kind { .frames }
  var isAtEnd: Bool { next == nil }

  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    guard let place = next, let chunk = WebPChunk(at: place, in: bytes) else {
      next = nil
      return nil
    }
    next = chunk.end
    if chunk.type == "ANIM", chunk.count >= 6, let loops = bytes.read(chunk.start, 6) {
      let count = ByteReader(bytes: loops).number(at: 4, length: 2) ?? 0
      playCount = count == 0 ? nil : count
    }
    guard chunk.type == "ANMF", chunk.count > Self.headerLength, chunk.start < bytes.count,
      let frame = bytes.read(chunk.start, Self.headerLength)
    else { return nil }
    let end = min(chunk.start + chunk.count, bytes.count)
    latest = WebPFrame(bytes: chunk.start + Self.headerLength..<end, frame: Self.frame(frame))
    let delay = Double(ByteReader(bytes: frame).number(at: 12, length: 3) ?? 0) / 1000
    return FilePages.Page(offset: place, size: canvas, delay: delay)
  }

  /// The frame that a chunk's header describes.
  static func frame(_ head: [UInt8]) -> FrameCanvas.Frame {
    let reader = ByteReader(bytes: head)
    let number = { reader.number(at: $0, length: 3) ?? 0 }
    return FrameCanvas.Frame(
      rect: PixelRect(
        x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1),
      disposal: head[15] & clears != 0 ? .clear : .keep, blends: head[15] & replaces == 0)
  }
}

/// Composes the frames of an animated WebP file.
final class WebPComposer: FrameComposer {
  private(set) var canvas: FrameCanvas
  private let file: ImageFile
  private let bytes: FileBytes
  private let color: ColorTransform?
  private var walk: WebPFrames

  /// Opens a file.
  convenience init(_ file: ImageFile) throws(ImagingError) {
    try self.init(file, WebPSource(file))
  }

  init(_ file: ImageFile, _ source: WebPSource) throws(ImagingError) {
    let bytes = try FileBytes(file)
    let (info, color) = (source.info, source.colorTransform(bytes))
    guard let walk = WebPFrames(bytes) else { throw file.changed }
    // The canvas as stored.
    canvas = FrameCanvas(info.orientation.applied(to: info.size))
    (self.file, self.color, self.walk) = (file, color, walk)
    self.bytes = bytes
  }

  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError) {
    guard walk.findNext(in: bytes), let frame = walk.latest else { throw damage }
    try compose(frame, while: shouldContinue)
  }

  private func compose(_ frame: WebPFrame, while shouldContinue: () -> Bool) throws(ImagingError) {
    let rect = frame.frame.rect
    guard rect == rect.intersection(PixelRect(canvas.size)),
      let data = bytes.read(frame.bytes.lowerBound, frame.bytes.count)
    else { throw damage }
    canvas.begin(frame.frame)
    let reader = try WebPReader(data, size: rect.size, of: file)
    var line = [UInt32](repeating: 0, count: rect.width)
    var row = 0
    let end = reader.decode(while: shouldContinue) { pixels in
      line.withUnsafeMutableBufferPointer { line in
        _ = line.update(fromContentsOf: pixels)
        color?.apply(line)
        PixelRows.premultiply(line)
      }
      canvas.compose(row, of: frame.frame, line)
      row += 1
    }
    switch end {
    case .complete, .stopped: return
    case .truncated, .damaged: throw damage
    case .noMemory: throw file.lacksMemory
    }
  }

  private var damage: ImagingError {
    ImagingError(.damaged, file.path, "a frame of the WebP file is damaged or missing")
  }
}

/// The chunks of a WebP file, found by reading their headers only.
struct WebPChunks: Hashable, Sendable {
  /// The canvas; `nil` for a file of a single frame.
  private var canvas: PixelSize?
  /// The bytes of the first frame, its alpha included.
  private(set) var frame: Range<Int>?
  /// The first frame's rectangle on the canvas; `nil` for a single frame.
  private(set) var frameRect: PixelRect?
  /// The embedded color profile.
  private(set) var profile: Range<Int>?
  /// The EXIF metadata.
  private(set) var exif: Range<Int>?
  /// True if more frames may follow the first one.
  private(set) var isAnimated = false

  /// Reads a file's chunks up to the first invalid one.
  init(_ bytes: borrowing FileBytes) {
    var place = WebPChunk.firstPlace
    var alpha: Int?
    var budget = ReadBudget()
    while budget.take(WebPChunk.headLength), let chunk = WebPChunk(at: place, in: bytes) {
      let content = chunk.start..<min(chunk.start + chunk.count, bytes.count)
      guard !content.isEmpty else { return }
      switch chunk.type {
      case "VP8X": readCanvas(bytes.read(chunk.start, 10))
      case "ICCP": profile = profile ?? content
      case "EXIF": exif = exif ?? content
      case "ALPH": alpha = alpha ?? place
      case "ANMF": readFrame(bytes.read(chunk.start, WebPFrames.headerLength), content)
      case "VP8 ", "VP8L": frame = frame ?? (alpha ?? place)..<content.upperBound
      default: break
      }
      place = chunk.end
    }
  }

  private mutating func readCanvas(_ bytes: [UInt8]?) {
    guard let bytes, canvas == nil else { return }
    isAnimated = bytes[0] & 0x02 != 0
    let number = { ByteReader(bytes: bytes).number(at: $0, length: 3) ?? 0 }
    canvas = PixelSize(width: number(4) + 1, height: number(7) + 1)
  }

  private mutating func readFrame(_ bytes: [UInt8]?, _ content: Range<Int>) {
    guard let bytes, frame == nil, content.count > WebPFrames.headerLength else { return }
    frame = content.lowerBound + WebPFrames.headerLength..<content.upperBound
    frameRect = WebPFrames.frame(bytes).rect
  }
}

/// The header of a chunk of a WebP file.
struct WebPChunk: Hashable, Sendable {
  /// The four letters of its type.
  let type: String
  /// The offset of its content.
  let start: Int
  /// The length of its content, in bytes.
  let count: Int

  /// The offset of the first chunk, and the length of a chunk's type and length.
  static let (firstPlace, headLength) = (12, 8)

  /// Reads the header of the chunk at an offset; `nil` at the end of the file.
  init?(at place: Int, in bytes: borrowing FileBytes) {
    guard let head = bytes.read(place, Self.headLength),
      let count = ByteReader(bytes: head).number(at: 4, length: 4)
    else { return nil }
    type = String(decoding: head.prefix(4), as: UTF8.self)
    (start, self.count) = (place + Self.headLength, count)
  }

  /// The offset of the next chunk: chunks begin at even places.
  var end: Int { start + count + count % 2 }
}
