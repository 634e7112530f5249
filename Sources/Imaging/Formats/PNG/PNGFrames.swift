import ScrollGeometry

/// Finds the frames of an animated PNG file by the headers of its chunks.
///
/// A file is an animation if an animation control chunk (acTL) comes before its pixels. Its frames end where a chunk of them is
/// damaged, or missing: they are numbered, and each has data.
struct PNGFrames: PageWalk {
  /// The frame that was found last.
  private(set) var latest: PNGFrame?
  private(set) var playCount: Int?
  let canvas: PixelSize
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

  /// Returns whether a file is an animation of which its default picture is no part.
  static func hidesPicture(of file: ImageFile) -> Bool {
    guard let bytes = try? FileBytes(file), var walk = PNGFrames(bytes) else { return false }
    // A frame that is described before the pixels of the default picture has them.
    while let place = walk.next, let chunk = PNGChunk(at: place, in: bytes) {
      if chunk.type == "IDAT" { break }
      if walk.step(in: bytes) != nil { return false }
    }
    return walk.findNext(in: bytes)
  }
}

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
      ByteReader(bytes: body, isBigEndian: true).number(at: count + 4, length: 4) == Int(checksum)
    else { return nil }
    return Array(body[4..<count + 4])
  }
}

/// Composes the frames of an animated PNG file, each of which is decoded as a PNG file of its own.
final class PNGComposer: FrameComposer {
  private(set) var canvas: FrameCanvas
  private let file: ImageFile
  private let bytes: FileBytes
  private var walk: PNGFrames
  /// The content of the header chunk (IHDR).
  private let header: [UInt8]
  /// The chunks before the pixels that decoding needs: palette, transparency and colors.
  private let common: [UInt8]
  private let notes: PNGNotes

  private static let commonTypes: Set = [
    "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT",
  ]
  /// Longer chunks before the pixels are ignored, in bytes. [C]
  private static let maximumCommonLength = 1 << 24

  /// Opens a file.
  init(_ file: ImageFile) throws(ImagingError) {
    let bytes = try FileBytes(file)
    guard let walk = PNGFrames(bytes),
      let first = PNGChunk(at: PNGChunk.signatureLength, in: bytes),
      let header = first.content(in: bytes)
    else { throw file.changed }
    var common: [UInt8] = []
    var place = first.end
    var budget = ReadBudget()
    while budget.take(PNGChunk.headLength) {
      guard let chunk = PNGChunk(at: place, in: bytes), chunk.type != "IDAT" else { break }
      place = chunk.end
      guard Self.commonTypes.contains(chunk.type),
        let content = chunk.content(in: bytes, atMost: Self.maximumCommonLength)
      else { continue }
      common += PNGData.chunk(chunk.type, content)
    }
    canvas = FrameCanvas(walk.canvas)
    (self.file, self.walk, self.header, self.common) = (file, walk, header, common)
    self.bytes = bytes
    notes = PNGNotes(file)
  }

  /// A frame, from 0, in place of the default picture of a file that was found to have the frame.
  static func frame(_ index: Int, of file: ImageFile, instead picture: PNGSource) -> ComposedFrame {
    ComposedFrame(index, of: picture.info, rowBytes: picture.workBytes) {
      () throws(ImagingError) -> any FrameComposer in try PNGComposer(file)
    }
  }

  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError) {
    guard walk.findNext(in: bytes), let frame = walk.latest else { throw damage }
    try compose(frame, while: shouldContinue)
  }

  private func compose(_ frame: PNGFrame, while shouldContinue: () -> Bool) throws(ImagingError) {
    let (data, isWhole) = picture(of: frame)
    canvas.begin(frame.frame)
    let reader = try PNGReader(data, of: file, notes: notes)
    let (deep, color) = reader.colors(stops: 0)
    defer { withExtendedLifetime(deep) {} }
    let size = frame.frame.rect.size
    let passes = try reader.start(deep: deep)
    // An interlaced frame is decoded whole: its rows change in every pass.
    var pixels = [UInt32](repeating: 0, count: passes > 1 ? size.width * size.height : size.width)
    var line = [UInt32](repeating: 0, count: size.width)
    for pass in 0..<passes {
      for row in 0..<size.height {
        guard shouldContinue() else { return }
        let start = passes > 1 ? row * size.width : 0
        try pixels.withUnsafeMutableBufferPointer { pixels throws(ImagingError) in
          let part = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + size.width])
          try reader.read(part, position: row)
          guard pass == passes - 1 else { return }
          line.withUnsafeMutableBufferPointer { line in
            _ = line.update(fromContentsOf: part)
            color?.apply(line)
            PixelRows.premultiply(line)
          }
        }
        if pass == passes - 1 { canvas.compose(row, of: frame.frame, line) }
      }
    }
    if !isWhole { throw damage }
  }

  /// Puts a frame together as a PNG file; returns also whether its chunks are whole.
  private func picture(of frame: PNGFrame) -> (bytes: [UInt8], isWhole: Bool) {
    let rect = frame.frame.rect
    var content = header
    content.replaceSubrange(0..<8, with: PNGData.number(rect.width) + PNGData.number(rect.height))
    var file = ImageFormat.pngSignature + PNGData.chunk("IHDR", content) + common
    var isWhole = true
    guard var chunk = PNGChunk(at: frame.place, in: bytes) else { return (file, false) }
    while let next = PNGChunk(at: chunk.end, in: bytes), next.type != "fcTL", next.type != "IEND" {
      chunk = next
      guard chunk.type == "IDAT" || chunk.type == "fdAT" else { continue }
      guard let content = chunk.content(in: bytes, atMost: bytes.count) else {
        isWhole = false
        break
      }
      file += PNGData.chunk("IDAT", chunk.type == "IDAT" ? content : Array(content.dropFirst(4)))
    }
    return (file + PNGData.chunk("IEND", []), isWhole)
  }

  private var damage: ImagingError {
    ImagingError(.damaged, file.path, "a frame of the PNG file is damaged or missing")
  }
}
