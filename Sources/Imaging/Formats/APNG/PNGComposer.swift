import ScrollGeometry

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
    let reader = ByteReader(bytes: header, isBigEndian: true)
    canvas = FrameCanvas(
      PixelSize(
        width: reader.number(at: 0, length: 4) ?? 0, height: reader.number(at: 4, length: 4) ?? 0))
    (self.file, self.walk, self.header, self.common) = (file, walk, header, common)
    self.bytes = bytes
    notes = PNGNotes(file)
  }

  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError) {
    while !walk.isAtEnd {
      if walk.step(in: bytes) != nil, let frame = walk.latest {
        return try compose(frame, while: shouldContinue)
      }
    }
    throw damage
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
