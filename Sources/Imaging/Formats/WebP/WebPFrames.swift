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

/// A frame of an animated WebP file other than the first, as it is shown.
struct WebPFrameSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  private let first: WebPSource
  /// The number of the frame, from 0.
  private let index: Int

  /// Reads the headers of a file that was found to have the frame.
  init(_ file: ImageFile, frame index: Int) throws(ImagingError) {
    first = try WebPSource(file)
    (self.file, self.index) = (file, index)
    var info = first.info
    // What the frames before have left may be clear.
    info.hasAlpha = true
    info.color = "RGB with alpha"
    self.info = info
  }

  /// The canvas as stored.
  private var size: PixelSize { info.orientation.applied(to: info.size) }

  var workBytes: Int {
    let (bytes, overflow) = FrameCanvas.byteCount(size).addingReportingOverflow(size.byteCount)
    return overflow ? .max : bytes
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try WebPComposer(file, first).decode(frame: index, into: builder, while: shouldContinue)
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
    while !walk.isAtEnd {
      if walk.step(in: bytes) != nil, let frame = walk.latest {
        return try compose(frame, while: shouldContinue)
      }
    }
    throw damage
  }

  private func compose(
    _ frame: WebPFrame, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
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

  private static let headerLength = 8
  private static let riffLength = 12
  private static let frameHeaderLength = 16
  /// Reads a file's chunks up to the first invalid one.
  init(_ bytes: borrowing FileBytes) {
    var place = Self.riffLength
    var alpha: Int?
    var budget = ReadBudget()
    while budget.take(Self.headerLength) {
      guard let head = bytes.read(place, Self.headerLength) else { return }
      let length = Self.number(head, 4, 4)
      let start = place + Self.headerLength
      let content = start..<min(start + length, bytes.count)
      guard !content.isEmpty else { return }
      switch String(decoding: head.prefix(4), as: UTF8.self) {
      case "VP8X": readCanvas(bytes.read(start, 10))
      case "ICCP": profile = profile ?? content
      case "EXIF": exif = exif ?? content
      case "ALPH": alpha = alpha ?? place
      case "ANMF": readFrame(bytes.read(start, Self.frameHeaderLength), content)
      case "VP8 ", "VP8L": frame = frame ?? (alpha ?? place)..<content.upperBound
      default: break
      }
      // Chunks begin at even places.
      place = start + length + length % 2
    }
  }

  private mutating func readCanvas(_ bytes: [UInt8]?) {
    guard let bytes, canvas == nil else { return }
    isAnimated = bytes[0] & 0x02 != 0
    canvas = PixelSize(width: Self.number(bytes, 4, 3) + 1, height: Self.number(bytes, 7, 3) + 1)
  }

  private mutating func readFrame(_ bytes: [UInt8]?, _ content: Range<Int>) {
    guard let bytes, frame == nil, content.count > Self.frameHeaderLength else { return }
    frame = content.lowerBound + Self.frameHeaderLength..<content.upperBound
    frameRect = PixelRect(
      x: 2 * Self.number(bytes, 0, 3), y: 2 * Self.number(bytes, 3, 3),
      width: Self.number(bytes, 6, 3) + 1, height: Self.number(bytes, 9, 3) + 1)
  }

  /// A little-endian integer.
  private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int {
    bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
