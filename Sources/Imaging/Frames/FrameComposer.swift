import ScrollGeometry

/// Composes the frames of an animation, one after the other.
protocol FrameComposer: AnyObject {
  /// The canvas with the frames so far.
  var canvas: FrameCanvas { get }

  /// Composes the next frame.
  ///
  /// - Parameter shouldContinue: Called now and then; if it returns false the method returns early.
  /// - Throws: If the frame is missing or damaged; what there is of it is on the canvas.
  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError)
}

extension FrameComposer {
  /// Decodes a frame, from 0, as it is shown; of a damaged file, what there is.
  func decode(
    frame index: Int, into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    var failure: ImagingError?
    do throws(ImagingError) {
      for _ in 0...index where shouldContinue() { try composeNext(while: shouldContinue) }
    } catch {
      failure = error
    }
    canvas.commit(to: builder, while: shouldContinue)
    if let failure { throw failure }
  }
}

/// A frame of an animated file as it is shown, composed over the ones before it.
struct ComposedFrame: RowSource {
  let info: ImageInfo
  let workBytes: Int
  /// The number of the frame, from 0.
  private let index: Int
  private let makeComposer: @Sendable () throws(ImagingError) -> any FrameComposer

  /// - Parameters:
  ///   - index: The number of the frame, from 0.
  ///   - info: The header of the file.
  ///   - rowBytes: The memory of decoding rows, in bytes.
  ///   - makeComposer: Opens the file.
  init(
    _ index: Int, of info: ImageInfo, rowBytes: Int = 0,
    _ makeComposer: @escaping @Sendable () throws(ImagingError) -> any FrameComposer
  ) {
    (self.index, self.makeComposer) = (index, makeComposer)
    var info = info
    // What the frames before have left may be clear.
    info.hasAlpha = true
    // Frames are composed of colors.
    (info.samples, info.exposure, info.storesColors) = (nil, nil, false)
    self.info = info
    // The canvas and what it restores; a frame may be decoded whole.
    workBytes = [FrameCanvas.byteCount(info.size), info.size.byteCount, rowBytes].reduce(0) {
      let (sum, overflow) = $0.addingReportingOverflow($1)
      return overflow ? .max : sum
    }
  }

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    try makeComposer().decode(frame: index, into: builder, while: shouldContinue)
  }
}

/// The canvas of an animation, on which each frame is composed over what the ones before it have left.
struct FrameCanvas {
  /// What becomes of a frame before the next one is composed.
  enum Disposal: Hashable, Sendable {
    /// It stays.
    case keep
    /// Its rectangle becomes clear.
    case clear
    /// Its rectangle becomes what it was before.
    case restore
  }

  /// A frame, whose rectangle may extend beyond the canvas.
  struct Frame: Hashable, Sendable {
    var rect: PixelRect
    var disposal = Disposal.keep
    /// True where its transparent pixels show what lies under them; false where they replace it.
    var blends = true
  }

  let size: PixelSize
  /// Premultiplied pixels, row by row without gaps.
  private(set) var pixels: ContiguousArray<UInt32>
  /// What is to be done before the next frame: the rectangle within the canvas, and its pixels then.
  private var pending: (rect: PixelRect, pixels: ContiguousArray<UInt32>?)?

  /// Makes a clear canvas.
  init(_ size: PixelSize) {
    self.size = size
    pixels = ContiguousArray(repeating: 0, count: size.width * size.height)
  }

  /// Replaces all pixels.
  mutating func replace<E>(
    _ body: (UnsafeMutableBufferPointer<UInt32>) throws(E) -> Void
  ) throws(E) {
    try pixels.withUnsafeMutableBufferPointer { (buffer) throws(E) in try body(buffer) }
  }

  /// The memory of a canvas and of what is restored, in bytes; `Int.max` if that overflows.
  static func byteCount(_ size: PixelSize) -> Int {
    let (bytes, overflow) = size.byteCount.multipliedReportingOverflow(by: 2)
    return overflow ? .max : bytes
  }

  /// Prepares the canvas for a frame: what the one before has left to be done is done.
  mutating func begin(_ frame: Frame) {
    if let (rect, kept) = pending { fill(rect, with: kept) }
    let rect = frame.rect.intersection(PixelRect(size))
    switch frame.disposal {
    case .keep: pending = nil
    case .clear: pending = (rect, nil)
    case .restore: pending = (rect, part(rect))
    }
  }

  /// Composes a row of a frame.
  ///
  /// - Parameters:
  ///   - row: The row, from the top of the frame.
  ///   - frame: The frame for which the canvas was prepared.
  ///   - source: Its premultiplied pixels.
  mutating func compose(_ row: Int, of frame: Frame, _ source: [UInt32]) {
    let y = frame.rect.y + row
    let first = max(frame.rect.x, 0)
    let count = min(frame.rect.x + source.count, size.width) - first
    guard 0..<size.height ~= y, count > 0 else { return }
    let (start, skipped) = (y * size.width + first, first - frame.rect.x)
    pixels.withUnsafeMutableBufferPointer { pixels in
      source.withUnsafeBufferPointer { source in
        var column = 0
        while column < count {
          let pixel = source[skipped + column]
          let isOver = frame.blends && pixel >> 24 < 255
          pixels[start + column] =
            isOver ? Self.blended(pixel, over: pixels[start + column]) : pixel
          column += 1
        }
      }
    }
  }

  /// Hands the rows that a picture still lacks to its builder.
  func commit(to builder: PyramidBuilder, while shouldContinue: () -> Bool) {
    while !builder.isComplete, shouldContinue() {
      let start = builder.rowCount * size.width
      _ = builder.nextRow.update(fromContentsOf: pixels[start..<start + size.width])
      builder.commitRow()
    }
  }

  private static func blended(_ pixel: UInt32, over other: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0 else { return other }
    // No channel exceeds 255, since both are premultiplied.
    return (0..<4).reduce(0) { sum, channel in
      let shift = UInt32(channel) * 8
      let under = (other >> shift & 0xFF) * (255 - alpha) + 127
      return sum | ((pixel >> shift & 0xFF) + under / 255) << shift
    }
  }

  private func part(_ rect: PixelRect) -> ContiguousArray<UInt32> {
    // Beside the canvas, it has no pixels.
    guard rect.width > 0 else { return [] }
    var part: ContiguousArray<UInt32> = []
    for row in rect.rows {
      let start = row * size.width + rect.x
      part += pixels[start..<start + rect.width]
    }
    return part
  }

  /// Replaces a rectangle; without pixels it becomes clear.
  private mutating func fill(_ rect: PixelRect, with kept: ContiguousArray<UInt32>?) {
    for row in 0..<rect.height {
      let start = (rect.y + row) * size.width + rect.x
      for column in 0..<rect.width {
        pixels[start + column] = kept.map { $0[row * rect.width + column] } ?? 0
      }
    }
  }
}
