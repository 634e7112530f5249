import ScrollGeometry

/// Finds the frames of a GIF file by the lengths of its blocks.
struct GIFFrames: PageWalk {
  /// The size of the canvas, in pixels; `nil` until the first frame is found.
  private var size: PixelSize?
  private let screen: PixelSize
  /// The offset of the block to read next; `nil` at the end.
  private var next: Int?
  private var window = ByteWindow()
  /// The delay of the next frame, in seconds.
  private var delay = 0.0
  /// A file that names no number of loops is played once.
  private(set) var playCount: Int? = 1

  private static let (extensionMark, frameMark): (UInt8, UInt8) = (0x21, 0x2C)
  private static let (controlMark, applicationMark): (UInt8, UInt8) = (0xF9, 0xFF)
  private static let headLength = 13

  /// Begins after the colors of the file; `nil` for another format.
  init?(_ bytes: borrowing FileBytes) {
    guard let head = bytes.read(0, min(Self.headLength, bytes.count)),
      ImageFormat.gif.recognizes(head), head.count == Self.headLength
    else { return nil }
    let reader = ByteReader(bytes: head)
    screen = PixelSize(
      width: reader.number(at: 6, length: 2) ?? 0, height: reader.number(at: 8, length: 2) ?? 0)
    next = Self.headLength + Self.paletteLength(head[10])
  }

  var kind: FilePages.Kind { .frames }
  var isAtEnd: Bool { next == nil }

  /// Reads a block: an extension, or a frame.
  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    guard let place = next, let mark = window.byte(at: place, of: bytes) else {
      next = nil
      return nil
    }
    switch mark {
    case Self.extensionMark:
      readExtension(at: place + 1, bytes)
      next = end(ofBlocksAt: place + 2, bytes)
      return nil
    case Self.frameMark:
      let head = (0..<9).compactMap { window.byte(at: place + 1 + $0, of: bytes) }
      guard head.count == 9 else { break }
      // Without the end of its last block a frame is shown as far as it goes.
      next = end(ofBlocksAt: place + 11 + Self.paletteLength(head[8]), bytes)
      let numbers = [0, 2, 4, 6].map { Int(head[$0]) | Int(head[$0 + 1]) << 8 }
      let shown =
        size
        ?? PixelSize(
          width: max(screen.width, numbers[0] + numbers[2]),
          height: max(screen.height, numbers[1] + numbers[3]))
      size = shown
      defer { delay = 0 }
      return FilePages.Page(offset: place, size: shown, delay: delay)
    case 0:
      // Some programs write a zero more than they should between blocks.
      next = place + 1
      return nil
    default: break
    }
    next = nil
    return nil
  }

  /// Reads the delay of the next frame, or the number of loops.
  private mutating func readExtension(at place: Int, _ bytes: borrowing FileBytes) {
    guard let mark = window.byte(at: place, of: bytes),
      let length = window.byte(at: place + 1, of: bytes)
    else { return }
    var content: [UInt8] = []
    // An application's block is followed by one that begins with 1, and has the number of loops.
    for offset in 0..<Int(length) + 4 {
      guard let byte = window.byte(at: place + 2 + offset, of: bytes) else { break }
      content.append(byte)
    }
    let reader = ByteReader(bytes: content)
    switch mark {
    case Self.controlMark:
      delay = Double(reader.number(at: 1, length: 2) ?? 0) / 100
    case Self.applicationMark where GIFHeader.isLoopExtension(content):
      guard content.count == 15, content[12] == 1, let loops = reader.number(at: 13, length: 2)
      else { return }
      // The number of repetitions, as browsers take it; 0 for no end.
      playCount = loops == 0 ? nil : loops + 1
    default: break
    }
  }

  private static func paletteLength(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Returns the offset after a chain of blocks, each with its length first; `nil` where it doesn't end.
  private mutating func end(ofBlocksAt start: Int, _ bytes: borrowing FileBytes) -> Int? {
    var place = start
    while let length = window.byte(at: place, of: bytes) {
      place += 1 + Int(length)
      if length == 0 { return place }
    }
    return nil
  }
}

/// A part of a file in memory, in which bytes are looked at one by one.
private struct ByteWindow: Sendable {
  private var start = 0
  private var content: [UInt8] = []

  /// The bytes that are read at once. [C]
  private static let length = 1 << 15

  /// Returns the byte at an offset; `nil` beyond the end.
  mutating func byte(at place: Int, of bytes: borrowing FileBytes) -> UInt8? {
    if !(start..<start + content.count ~= place) {
      guard place >= 0, place < bytes.count,
        let read = bytes.read(place, min(Self.length, bytes.count - place))
      else { return nil }
      (start, content) = (place, read)
    }
    return content[place - start]
  }
}

/// Composes the frames of a GIF file.
final class GIFComposer: FrameComposer {
  private(set) var canvas: FrameCanvas
  private let file: ImageFile
  private var reader: GIFReader
  private var isAtFirst = true

  /// Opens a file.
  init(_ file: ImageFile) throws(ImagingError) {
    let reader = try GIFReader(file)
    canvas = FrameCanvas(reader.header.size)
    self.file = file
    self.reader = reader
  }

  /// The header of the frame that is composed.
  var header: GIFHeader { reader.header }

  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError) {
    if !isAtFirst { try reader.selectNext(file) }
    isAtFirst = false
    let header = reader.header
    let frame = FrameCanvas.Frame(rect: header.frame, disposal: header.disposal)
    canvas.begin(frame)
    var indices = [UInt8](repeating: 0, count: header.frame.width)
    var line = [UInt32](repeating: 0, count: header.frame.width)
    for (count, row) in header.rows.enumerated() {
      guard shouldContinue() else { return }
      guard reader.read(into: &indices) else { throw file.damagedGIF(after: count, of: header) }
      header.convert(indices, into: &line)
      canvas.compose(row, of: frame, line)
    }
  }
}

extension GIFHeader {
  /// Converts a row of indices to pixels.
  fileprivate func convert(_ indices: [UInt8], into pixels: inout [UInt32]) {
    colors.withUnsafeBufferPointer { colors in
      pixels.withUnsafeMutableBufferPointer { pixels in
        var column = 0
        while column < indices.count {
          pixels[column] = colors[Int(indices[column])]
          column += 1
        }
      }
    }
  }
}
