import CCodecs
import Glibc
import ScrollGeometry

/// A WebP file, lossy or lossless; of an animated one the first frame.
struct WebPSource: StoredColorSource {
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
      throw ImagingError(.damaged, file.path, "the WebP file's first frame is outside the picture")
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
    info.storesColors = !chunks.isAnimated
    info.data = info.storesColors ? Self.data(hasAlpha: info.hasAlpha) : nil
  }

  /// What the colors are.
  private static func data(hasAlpha: Bool) -> SampleDescription {
    SampleDescription(channels: hasAlpha ? 4 : 3, colors: 3, bits: 8)
  }

  func storedDescription() throws(ImagingError) -> StoredColors.Description {
    var samples = Self.data(hasAlpha: info.hasAlpha)
    samples.setProfile(of: colorSource(try FileBytes(file)))
    return StoredColors.Description(samples: samples)
  }

  func decode(
    into builder: PyramidBuilder, isStored: Bool, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let bytes = try FileBytes(file)
    guard WebPChunks(bytes) == chunks, let data = bytes.read(frame.lowerBound, frame.count) else {
      throw file.changed
    }
    let color = isStored ? nil : colorTransform(bytes)
    let reader = try WebPReader(data, size: frameRect.size, of: file)
    while builder.rowCount < frameRect.y { commitClear(builder) }
    let end = reader.decode(while: shouldContinue) { row in
      let output = builder.nextRow
      output.update(repeating: 0)
      _ = UnsafeMutableBufferPointer(rebasing: output[frameRect.columns])
        .update(fromContentsOf: row)
      color?.apply(output)
      if info.hasAlpha, !isStored { PixelRows.premultiply(output) }
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
      throw ImagingError(.damaged, file.path, "the WebP file is damaged at row \(builder.rowCount)")
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
      let first = try WebPSource(file)
      var info = first.info
      info.color = "RGB with alpha"
      return ComposedFrame(page.index, of: info) {
        () throws(ImagingError) -> any FrameComposer in try WebPComposer(file, first)
      }
    }, compose: { (file) throws(ImagingError) in try WebPComposer(file) })
}

/// One incremental libwebp decoder of one frame.
struct WebPReader: ~Copyable {
  /// The bytes that are decoded at a time. [C]
  private static let step = 1 << 18
  /// Rows before the last finished one that libwebp may still change or read. [C]
  private static let unsettledRows = 64

  /// The frame's size in pixels.
  let size: PixelSize
  private let config: UnsafeMutablePointer<WebPDecoderConfig>
  private let decoder: OpaquePointer
  private let pixels: UnsafeMutableRawPointer
  private let pixelBytes: Int
  private let bytes: [UInt8]

  /// Prepares to decode a frame whose size has been checked.
  ///
  /// The pixels' memory is only reserved: pages are committed with the rows and released after them.
  init(_ bytes: [UInt8], size: PixelSize, of file: ImageFile) throws(ImagingError) {
    let pixelBytes = size.byteCount
    let pixels = mmap(
      nil, pixelBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let pixels, pixels != MAP_FAILED else { throw file.lacksMemory }
    let config = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
    config.initialize(to: WebPDecoderConfig())
    WebPInitDecoderConfig(config)
    config.pointee.output.colorspace = MODE_BGRA
    config.pointee.output.is_external_memory = 1
    config.pointee.output.u.RGBA.rgba = pixels.assumingMemoryBound(to: UInt8.self)
    config.pointee.output.u.RGBA.stride = Int32(size.width * TilePixels.bytesPerPixel)
    config.pointee.output.u.RGBA.size = pixelBytes
    guard let decoder = WebPIDecode(nil, 0, config) else {
      config.deallocate()
      munmap(pixels, pixelBytes)
      throw file.lacksMemory
    }
    self.size = size
    self.config = config
    self.decoder = decoder
    self.pixels = pixels
    self.pixelBytes = pixelBytes
    self.bytes = bytes
  }

  deinit {
    WebPIDelete(decoder)
    config.deallocate()
    munmap(pixels, pixelBytes)
  }

  /// How decoding ended.
  enum End: Hashable, Sendable {
    case complete
    /// It was stopped.
    case stopped
    /// The bytes ended before the rows did.
    case truncated
    case damaged
    case noMemory
  }

  /// Decodes all rows.
  ///
  /// - Parameters:
  ///   - shouldContinue: Called now and then; if it returns false decoding ends.
  ///   - take: Receives each row once, from the first on, as BGRA.
  /// - Returns: How it ended; the rows received are intact.
  func decode(
    while shouldContinue: () -> Bool, _ take: (UnsafeBufferPointer<UInt32>) -> Void
  ) -> End {
    var taken = 0
    var fed = 0
    while fed < bytes.count {
      guard shouldContinue() else { return .stopped }
      fed = min(fed + Self.step, bytes.count)
      let status = bytes.withUnsafeBufferPointer {
        WebPIUpdate(decoder, $0.baseAddress, fed)
      }
      give(&taken, take)
      switch status {
      case VP8_STATUS_OK: return taken == size.height ? .complete : .damaged
      case VP8_STATUS_SUSPENDED: continue
      case VP8_STATUS_OUT_OF_MEMORY: return .noMemory
      default: return .damaged
      }
    }
    return .truncated
  }

  private func give(_ taken: inout Int, _ take: (UnsafeBufferPointer<UInt32>) -> Void) {
    var last: Int32 = 0
    guard WebPIDecGetRGB(decoder, &last, nil, nil, nil) != nil else { return }
    let first = taken
    while taken < min(Int(last), size.height) {
      let start = pixels.advanced(by: taken * rowBytes).assumingMemoryBound(to: UInt32.self)
      take(UnsafeBufferPointer(start: start, count: size.width))
      taken += 1
    }
    release(first, taken)
  }

  /// Gives back the memory of rows that no one needs any more.
  private func release(_ from: Int, _ to: Int) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let start = max(0, from - Self.unsettledRows) * rowBytes / page * page
    let end = max(0, to - Self.unsettledRows) * rowBytes / page * page
    if end > start { madvise(pixels + start, end - start, MADV_DONTNEED) }
  }

  private var rowBytes: Int { size.width * TilePixels.bytesPerPixel }
}
