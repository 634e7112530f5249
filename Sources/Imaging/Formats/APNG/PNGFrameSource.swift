import ScrollGeometry

/// A frame of an animated PNG file, as it is shown.
struct PNGFrameSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  /// The number of the frame, from 0.
  private let index: Int
  private let rowBytes: Int

  /// Takes the place of the default picture of a file that was found to have the frame.
  init(_ file: ImageFile, frame index: Int, instead picture: PNGSource) {
    (self.file, self.index) = (file, index)
    var info = picture.info
    // What the frames before have left may be clear.
    info.hasAlpha = true
    // Frames are composed of colors.
    (info.samples, info.exposure) = (nil, nil)
    self.info = info
    rowBytes = picture.workBytes
  }

  var workBytes: Int {
    // The canvas and what it restores; an interlaced frame is decoded whole.
    let (bytes, overflow) = FrameCanvas.byteCount(info.size).addingReportingOverflow(rowBytes)
    let (sum, isTooMuch) = bytes.addingReportingOverflow(info.size.byteCount)
    return overflow || isTooMuch ? .max : sum
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try PNGComposer(file).decode(frame: index, into: builder, while: shouldContinue)
  }
}
