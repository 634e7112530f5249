import ScrollGeometry

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
