import CCodecs
import ScrollGeometry

/// A WebP file, lossy or lossless; of an animated one the first frame.
struct WebPSource: RowSource {
  private(set) var info: ImageInfo
  let workBytes: Int
  private let file: ImageFile
  private let chunks: WebPChunks
  private let frame: Range<Int>
  /// The frame's rectangle on the canvas.
  private let frameRect: PixelRect

  /// The bytes at the start that contain the features, with room for a typical profile. [C]
  private static let headLength = 1 << 12
  /// Longer metadata and profiles are ignored, in bytes. [C]
  private static let maximumMetadataSize = 1 << 24

  /// Reads the headers of a WebP file.
  init(_ file: ImageFile) throws(ImagingError) {
    let bytes = try FileBytes(file)
    var features = WebPBitstreamFeatures()
    guard var head = bytes.read(0, min(Self.headLength, bytes.count)) else {
      throw ImagingError(.damaged, file.path, "the WebP header is damaged")
    }
    // Programs that write to a pipe cannot know the size of the file, and others do not count padding. libwebp would
    // refuse a size that is too small for the first chunk, so it is given the greatest.
    if head.count >= 8 { head.replaceSubrange(4..<8, with: [0xF6, 0xFF, 0xFF, 0xFF]) }
    guard WebPGetFeatures(head, head.count, &features) == VP8_STATUS_OK
    else { throw ImagingError(.damaged, file.path, "the WebP header is damaged") }
    let chunks = WebPChunks(bytes)
    guard let frame = chunks.frame else {
      throw ImagingError(.damaged, file.path, "the WebP file ends before its first picture")
    }
    let canvas = PixelSize(width: Int(features.width), height: Int(features.height))
    let whole = PixelRect(canvas)
    frameRect = chunks.frameRect ?? whole
    guard frameRect == frameRect.intersection(whole) else {
      throw ImagingError(
        .damaged, file.path, "the WebP file's first frame is outside the picture")
    }
    let isLossless = bytes.read(frame.lowerBound, 4) == Array("VP8L".utf8)
    let orientation = Self.exif(chunks, bytes).flatMap { Exif.orientation(in: $0) } ?? .upright
    let hasAlpha = features.has_alpha != 0 || frameRect != whole
    info = ImageInfo(
      format: "WebP", size: orientation.applied(to: canvas),
      color: hasAlpha ? "RGB with alpha" : isLossless ? "RGB" : "YCbCr", hasAlpha: hasAlpha,
      layout: (isLossless ? "lossless" : "lossy") + (chunks.isAnimated ? ", animated" : ""),
      orientation: orientation)
    // A lossless picture is held whole by libwebp, of a lossy one its alpha.
    workBytes = frameRect.size.byteCount / (isLossless ? 1 : 4) + frame.count
    (self.file, self.chunks, self.frame) = (file, chunks, frame)
    info.colorSource = colorSource(bytes).description
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let bytes = try FileBytes(file)
    guard WebPChunks(bytes) == chunks, let data = bytes.read(frame.lowerBound, frame.count) else {
      throw file.changed
    }
    let color = colorTransform(bytes)
    let reader = try WebPReader(data, size: frameRect.size, of: file)
    while builder.rowCount < frameRect.y { commitClear(builder) }
    let end = reader.decode(while: shouldContinue) { row in
      let output = builder.nextRow
      output.update(repeating: 0)
      _ = UnsafeMutableBufferPointer(rebasing: output[frameRect.columns])
        .update(fromContentsOf: row)
      color?.apply(output)
      if info.hasAlpha { PixelRows.premultiply(output) }
      builder.commitRow()
    }
    try check(end, at: builder)
    while end == .complete, !builder.isComplete { commitClear(builder) }
  }

  /// Reads the file's color profile; `nil` where colors stay as they are.
  func colorTransform(_ bytes: borrowing FileBytes) -> ColorTransform? {
    colorSource(bytes).transform(for: .rgb)
  }

  /// What the file's colors are: by its profile, else by its EXIF.
  private func colorSource(_ bytes: borrowing FileBytes) -> ColorSource {
    var profile: [UInt8]?
    if let place = chunks.profile, place.count <= Self.maximumMetadataSize {
      profile = bytes.read(place.lowerBound, place.count)
    }
    let exif = Self.exif(chunks, bytes)
    return .first(
      of: [profile.map { .profile($0) }, exif.flatMap { Exif.colorSource(in: $0) }], for: .rgb)
  }

  private static func exif(_ chunks: WebPChunks, _ bytes: borrowing FileBytes) -> [UInt8]? {
    guard let place = chunks.exif else { return nil }
    return bytes.read(place.lowerBound, min(place.count, maximumMetadataSize))
  }

  private func commitClear(_ builder: PyramidBuilder) {
    builder.nextRow.update(repeating: 0)
    builder.commitRow()
  }

  private func check(_ end: WebPReader.End, at builder: PyramidBuilder) throws(ImagingError) {
    switch end {
    case .complete, .stopped: return
    case .truncated:
      throw ImagingError(
        .damaged, file.path,
        "the WebP file ends early, after row \(builder.rowCount) of \(builder.fileSize.height)")
    case .damaged:
      throw ImagingError(
        .damaged, file.path, "the WebP file is damaged at row \(builder.rowCount)")
    case .noMemory:
      throw file.lacksMemory
    }
  }
}

extension ImageFormat {
  /// WebP.
  static let webp = ImageFormat(
    name: "WebP", mediaTypes: ["image/webp"], suffixes: ["webp"],
    recognizes: {
      $0.starts(with: "RIFF".utf8) && $0.dropFirst(8).starts(with: "WEBP".utf8)
    },
    open: { (file, _) throws(ImagingError) in try WebPSource(file) },
    openPage: { (file, page, _) throws(ImagingError) in
      try WebPFrameSource(file, frame: page.index)
    }, compose: { (file) throws(ImagingError) in try WebPComposer(file) })
}
