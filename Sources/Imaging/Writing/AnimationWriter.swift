import CCodecs
import Glibc
package import OverscrollBase
package import ScrollGeometry

/// Writes opaque frames of one size as an animated picture in memory, which plays again and again.
///
/// Of a frame, the blocks are written in which it differs from what is shown; one that does not differ at all prolongs the one before.
package final class AnimationWriter {
  /// The file's format.
  package enum Format: Hashable, Sendable {
    case png
    /// WebP: without loss, or with a quality from 0 to 100. The first frame and small changes, such as of text, are without loss in
    /// either case.
    case webp(quality: Int?)
  }

  private let format: Format
  private let size: PixelSize
  /// Frames per second.
  private let rate: Int
  private let byteLimit: Int
  /// What is shown, before any loss.
  private var shown: [UInt32] = []
  /// The number of frames appended.
  private var tick = 0
  /// The part that is shown now, whose end is not known yet.
  private var pending: Part?
  /// What follows the head of the file.
  private var body: [UInt8] = []
  /// The number of parts in `body`, and of chunks of a PNG file that are numbered.
  private var (partCount, sequence) = (0, 0)

  /// What changes with a frame.
  private struct Part {
    var rect: PixelRect
    var start: Int
    var data: [UInt8]
  }

  /// The largest side of a WebP picture, in pixels.
  package static let maximumWebPSide = 16_383
  /// The side of a block, in pixels, an even number; that of the blocks of lossy WebP.
  private static let blockSide = 16
  /// A change of less than one in this many pixels is written without loss. [C]
  private static let exactPart = 16
  /// libwebp's effort for frames without loss, 0 … 9; higher ones take twice as long for a few percent. [M]
  private static let losslessLevel: Int32 = 3

  /// Begins an animation.
  ///
  /// - Parameters:
  ///   - format: The file's format.
  ///   - size: The size of all frames, in pixels.
  ///   - rate: Frames per second, from 1 to 1000.
  ///   - byteLimit: The most bytes of the file.
  package init(_ format: Format, size: PixelSize, rate: Int, byteLimit: Int) {
    (self.format, self.size, self.rate) = (format, size, rate)
    self.byteLimit = byteLimit
  }

  /// Appends a frame, which lasts 1/rate seconds.
  ///
  /// - Parameter pixels: Its rows without padding: 0xAARRGGBB, opaque.
  /// - Throws: `EFBIG` where the file would exceed its limit, `ENOMEM` where memory is short.
  package func append(_ pixels: [UInt32]) throws(SystemError) {
    precondition(pixels.count == size.width * size.height, "a frame of another size")
    defer { tick += 1 }
    guard !shown.isEmpty else {
      shown = pixels
      pending = Part(
        rect: PixelRect(size), start: tick, data: try encoded(pixels, size, isExact: true))
      return
    }
    let changes = changedBlocks(pixels)
    guard let first = changes.first else { return }
    try endPart()
    let (left, top) = changes.reduce((first.x, first.y)) { (min($0.0, $1.x), min($0.1, $1.y)) }
    let right = changes.reduce(0) { max($0, $1.maxX) }
    let bottom = changes.reduce(0) { max($0, $1.maxY) }
    let rect = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    let area = changes.reduce(0) { $0 + $1.width * $1.height }
    let isExact = area * Self.exactPart < pixels.count
    var part = hidden(pixels, rect, isExact: isExact)
    for block in changes {
      for y in block.rows {
        let (from, to) = (y * size.width, (y - rect.y) * rect.width - rect.x)
        for x in block.columns {
          part[to + x] = pixels[from + x]
          shown[from + x] = pixels[from + x]
        }
      }
    }
    pending = Part(rect: rect, start: tick, data: try encoded(part, rect.size, isExact: isExact))
  }

  /// The transparent pixels of a part.
  ///
  /// Of a lossy one they have the mean color of their place: decoders smooth the edges of blocks, and would draw a line where colors
  /// that are not seen meet those that are.
  private func hidden(_ pixels: [UInt32], _ rect: PixelRect, isExact: Bool) -> [UInt32] {
    var part = [UInt32](repeating: 0, count: rect.width * rect.height)
    guard !isExact, case .webp(.some) = format else { return part }
    let side = Self.blockSide / 2
    for top in stride(from: rect.y, to: rect.maxY, by: side) {
      for left in stride(from: rect.x, to: rect.maxX, by: side) {
        let (rows, columns) = (top..<min(top + side, rect.maxY), left..<min(left + side, rect.maxX))
        var (red, green, blue) = (0, 0, 0)
        for y in rows {
          for pixel in pixels[
            y * size.width + columns.lowerBound..<y * size.width + columns.upperBound]
          {
            red += Int(pixel >> 16 & 255)
            green += Int(pixel >> 8 & 255)
            blue += Int(pixel & 255)
          }
        }
        let count = rows.count * columns.count
        let mean = UInt32(red / count) << 16 | UInt32(green / count) << 8 | UInt32(blue / count)
        for y in rows {
          let line = (y - rect.y) * rect.width - rect.x
          for x in columns { part[line + x] = mean }
        }
      }
    }
    return part
  }

  /// Completes the file.
  ///
  /// - Returns: The file.
  /// - Throws: `EFBIG` where it would exceed its limit.
  package func finish() throws(SystemError) -> [UInt8] {
    try endPart()
    let file = format == .png ? pngFile : webpFile
    guard file.count <= byteLimit else { throw SystemError(EFBIG) }
    return file
  }

  /// The blocks in which a frame differs from what is shown.
  private func changedBlocks(_ pixels: [UInt32]) -> [PixelRect] {
    var blocks: [PixelRect] = []
    let tolerance = tolerance
    pixels.withUnsafeBufferPointer { new in
      shown.withUnsafeBufferPointer { old in
        for y in stride(from: 0, to: size.height, by: Self.blockSide) {
          for x in stride(from: 0, to: size.width, by: Self.blockSide) {
            let block = PixelRect(x: x, y: y, width: Self.blockSide, height: Self.blockSide)
              .intersection(PixelRect(size))
            let isChanged = block.rows.contains { y in
              block.columns.contains { x in
                let place = y * size.width + x
                return new[place] != old[place]
                  && Self.difference(new[place], old[place]) > tolerance
              }
            }
            if isChanged { blocks.append(block) }
          }
        }
      }
    }
    return blocks
  }

  /// The largest difference of a channel that is not written, of 255: the less, the higher the quality, as in libwebp's own encoder of
  /// animations. [C]
  private var tolerance: Int {
    guard case .webp(let quality?) = format else { return 0 }
    let part = (Double(quality) / 100).squareRoot()
    return Int(31 - 30 * part)
  }

  /// The largest difference between the channels of two pixels.
  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    var largest = 0
    for shift: UInt32 in [0, 8, 16] {
      let (a, b) = (Int(one >> shift & 255), Int(other >> shift & 255))
      largest = max(largest, abs(a - b))
    }
    return largest
  }

  private func encoded(
    _ pixels: [UInt32], _ size: PixelSize, isExact: Bool
  ) throws(SystemError) -> [UInt8] {
    switch format {
    case .png: try PNGParts(pixels, size).file
    case .webp(let quality):
      try WebPFrameEncoder.encode(
        pixels, size, quality: isExact ? nil : quality, level: Self.losslessLevel)
    }
  }

  /// Writes the part that is shown, up to now.
  private func endPart() throws(SystemError) {
    guard let part = pending else { return }
    pending = nil
    switch format {
    case .png: appendPNG(part)
    case .webp: appendWebP(part)
    }
    partCount += 1
    guard body.count <= byteLimit else { throw SystemError(EFBIG) }
  }
}

// MARK: - WebP

extension AnimationWriter {
  /// The flags of the file: animated, with transparency.
  private static let webpFlags: UInt8 = 0x02 | 0x10
  /// The flag of a frame that takes the place of what is below it.
  private static let replaces: UInt8 = 0x02

  private func appendWebP(_ part: Part) {
    let milliseconds = { (tick: Int) in (tick * 1000 + self.rate / 2) / self.rate }
    let rect = part.rect
    let head =
      [
        rect.x / 2, rect.y / 2, rect.width - 1, rect.height - 1,
        milliseconds(tick) - milliseconds(part.start),
      ].flatMap { $0.bytes(3) } + [partCount == 0 ? Self.replaces : 0]
    body += WebPData.chunk("ANMF", head + part.data)
  }

  private var webpFile: [UInt8] {
    // The background is transparent, and the number of times that it plays is 0, which is without an end.
    let content =
      Array("WEBP".utf8) + WebPData.features(Self.webpFlags, size)
      + WebPData.chunk("ANIM", [0, 0, 0, 0, 0, 0]) + body
    return Array("RIFF".utf8) + content.count.bytes(4) + content
  }
}

/// Compresses a frame with libwebp.
private enum WebPFrameEncoder {
  /// Returns the chunks of the frame: its alpha, where it is apart, and its colors.
  static func encode(
    _ pixels: [UInt32], _ size: PixelSize, quality: Int?, level: Int32
  ) throws(SystemError) -> [UInt8] {
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0, WebPConfigLosslessPreset(&config, level) != 0 else {
      throw SystemError(EINVAL)
    }
    if let quality {
      config.lossless = 0
      config.method = 6
      config.quality = Float(quality)
      config.exact = 1
    }
    var picture = WebPPicture()
    WebPPictureInit(&picture)
    defer { WebPPictureFree(&picture) }
    (picture.width, picture.height) = (Int32(size.width), Int32(size.height))
    picture.use_argb = 1
    guard WebPPictureAlloc(&picture) != 0 else { throw SystemError(ENOMEM) }
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<size.height {
        guard let source = pixels.baseAddress else { continue }
        (picture.argb + row * Int(picture.argb_stride))
          .update(from: source + row * size.width, count: size.width)
      }
    }
    var output = WebPMemoryWriter()
    WebPMemoryWriterInit(&output)
    defer { WebPMemoryWriterClear(&output) }
    let isEncoded = withUnsafeMutablePointer(to: &output) { output in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(output)
      return WebPEncode(&config, &picture) != 0
    }
    guard isEncoded else { throw SystemError(ENOMEM) }
    let file = Array(UnsafeBufferPointer(start: output.mem, count: output.size))
    return file.withUnsafeBytes { frame(in: $0) }
  }

  /// The chunks of a file with a single frame that belong to the frame.
  private static func frame(in file: UnsafeRawBufferPointer) -> [UInt8] {
    var frame: [UInt8] = []
    var place = WebPChunk.firstPlace
    while place + WebPChunk.headLength <= file.count {
      let count = Int(file.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self).littleEndian)
      let end = min(file.count, place + WebPChunk.headLength + count + count % 2)
      if !file[place..<place + 4].elementsEqual("VP8X".utf8) { frame += file[place..<end] }
      place = end
    }
    return frame
  }
}

// MARK: - PNG

extension AnimationWriter {
  private func appendPNG(_ part: Part) {
    let rect = part.rect
    let parts = PNGParts(file: part.data)
    if partCount == 0 { body += parts.head }
    let place = [rect.width, rect.height, rect.x, rect.y].flatMap { PNGData.number($0) }
    let delay = [tick - part.start, rate].flatMap { PNGData.number($0).suffix(2) }
    // The part stays for the next one, and lies over the one before.
    let modes: [UInt8] = [0, partCount == 0 ? 0 : 1]
    body += PNGData.chunk("fcTL", PNGData.number(sequence) + place + delay + modes)
    sequence += 1
    guard partCount > 0 else { return body += PNGData.chunk("IDAT", parts.data) }
    body += PNGData.chunk("fdAT", PNGData.number(sequence) + parts.data)
    sequence += 1
  }

  private var pngFile: [UInt8] {
    // The number of parts is known last, and stands before the first of them.
    let control = PNGData.chunk("acTL", PNGData.number(partCount) + PNGData.number(0))
    let first = PNGParts.headLength
    return Array(body.prefix(first)) + control + body.dropFirst(first) + PNGData.chunk("IEND", [])
  }
}

/// A frame as libpng writes it, and the chunks of that.
private struct PNGParts {
  let file: [UInt8]
  /// The signature and the first chunk (IHDR), in bytes.
  static let headLength = 8 + 25

  init(file: [UInt8]) { self.file = file }

  init(_ pixels: [UInt32], _ size: PixelSize) throws(SystemError) {
    guard let memory = MemoryStream() else { throw SystemError(ENOMEM) }
    let writer = try PNGRowWriter(memory, size, hasAlpha: true)
    var row = [UInt8](repeating: 0, count: size.width * 4)
    for y in 0..<size.height {
      pixels.withUnsafeBufferPointer { pixels in
        row.withUnsafeMutableBufferPointer { row in
          let line = pixels[y * size.width..<(y + 1) * size.width]
          PixelRows.copyRGBA(UnsafeBufferPointer(rebasing: line), into: row)
        }
      }
      try row.withUnsafeBufferPointer { (row) throws(SystemError) in try writer.write(row) }
    }
    try writer.finish()
    file = memory.bytes
  }

  /// What comes before the pixels.
  var head: ArraySlice<UInt8> { file[..<((pixels.first?.lowerBound ?? 8) - 8)] }

  /// The compressed pixels.
  var data: [UInt8] { pixels.flatMap { file[$0] } }

  /// Where they lie.
  private var pixels: [Range<Int>] {
    PNGData.chunks(of: file).filter { $0.type == "IDAT" }.map(\.content)
  }
}
