import ScrollGeometry

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
