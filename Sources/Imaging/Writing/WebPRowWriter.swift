import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry

/// Writes a WebP file with libwebp, which compresses all rows at the end.
///
/// Rows are held as luma and chroma, at less than half the memory of their colors.
final class WebPRowWriter: RowEncoder {
  /// The rows that are converted at once, an even number: chroma is that of two rows. [C]
  private static let stripRows = 16

  private let descriptor: Int32
  private let size: PixelSize
  private let hasAlpha: Bool
  private let quality: Int
  /// The chunks with EXIF and XMP, which come last, and what the features say of them; empty without any.
  private let chunks: (bytes: [UInt8], features: UInt8)
  private let shouldContinue: () -> Bool
  private let picture: UnsafeMutablePointer<WebPPicture>
  private var strip: [UInt8] = []
  private var rowCount = 0

  /// Allocates the memory of the picture, which may have a block of EXIF and a packet of XMP.
  init(
    _ descriptor: Int32, _ size: PixelSize, hasAlpha: Bool, quality: Int, exif: [UInt8] = [],
    xmp: [UInt8] = [], while shouldContinue: @escaping () -> Bool
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.size = size
    self.hasAlpha = hasAlpha
    self.quality = quality
    chunks = (
      (exif.isEmpty ? [] : WebPData.chunk("EXIF", exif))
        + (xmp.isEmpty ? [] : WebPData.chunk("XMP ", xmp)),
      (exif.isEmpty ? 0 : WebPData.exifBit) | (xmp.isEmpty ? 0 : WebPData.xmpBit)
    )
    self.shouldContinue = shouldContinue
    picture = .allocate(capacity: 1)
    picture.initialize(to: WebPPicture())
    WebPPictureInit(picture)
    picture.pointee.width = Int32(size.width)
    picture.pointee.height = Int32(size.height)
    picture.pointee.colorspace = hasAlpha ? WEBP_YUV420A : WEBP_YUV420
    guard WebPPictureAlloc(picture) != 0 else { throw SystemError(ENOMEM) }
    strip.reserveCapacity(Self.stripRows * size.width * channels)
  }

  deinit {
    WebPPictureFree(picture)
    picture.deallocate()
  }

  private var channels: Int { hasAlpha ? 4 : 3 }

  /// The most memory that writing a picture takes, in bytes, as measured with noise.
  static func bytes(of size: PixelSize, hasAlpha: Bool) -> Int {
    let (bytes, overflow) = (size.area ?? .max).multipliedReportingOverflow(
      by: hasAlpha ? transparentPixelBytes : opaquePixelBytes)
    return overflow ? .max : bytes
  }

  /// The bytes for a pixel: 1.5 for its colors, the rest for what libwebp makes of them, which is more for alpha, since that is
  /// compressed without loss. [M]
  private static let opaquePixelBytes = 5
  private static let transparentPixelBytes = 36

  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    strip.append(contentsOf: row)
    if strip.count == Self.stripRows * size.width * channels { try convertStrip() }
  }

  /// Converts the rows gathered so far to luma and chroma.
  private func convertStrip() throws(SystemError) {
    let height = strip.count / (size.width * channels)
    guard height > 0 else { return }
    var part = WebPPicture()
    WebPPictureInit(&part)
    defer { WebPPictureFree(&part) }
    part.width = Int32(size.width)
    part.height = Int32(height)
    part.use_argb = 1
    let stride = Int32(size.width * channels)
    let isConverted = strip.withUnsafeBufferPointer { rows in
      (hasAlpha
        ? WebPPictureImportRGBA(&part, rows.baseAddress, stride)
        : WebPPictureImportRGB(&part, rows.baseAddress, stride)) != 0
        && WebPPictureARGBToYUVA(&part, hasAlpha ? WEBP_YUV420A : WEBP_YUV420) != 0
    }
    guard isConverted else { throw SystemError(ENOMEM) }
    copy(part, height)
    rowCount += height
    strip.removeAll(keepingCapacity: true)
  }

  /// Copies the planes of some rows to their place in the picture.
  private func copy(_ part: WebPPicture, _ height: Int) {
    let whole = picture.pointee
    let (luma, chroma) = (Int(whole.y_stride), Int(whole.uv_stride))
    for row in 0..<height {
      whole.y.advanced(by: (rowCount + row) * luma)
        .update(from: part.y + row * Int(part.y_stride), count: size.width)
      guard hasAlpha, let alpha = whole.a else { continue }
      let target = alpha + (rowCount + row) * Int(whole.a_stride)
      // Rows that are opaque have no plane.
      if let source = part.a {
        target.update(from: source + row * Int(part.a_stride), count: size.width)
      } else {
        target.update(repeating: .max, count: size.width)
      }
    }
    for row in 0..<(height + 1) / 2 {
      let place = (rowCount / 2 + row) * chroma
      let source = row * Int(part.uv_stride)
      whole.u.advanced(by: place).update(from: part.u + source, count: (size.width + 1) / 2)
      whole.v.advanced(by: place).update(from: part.v + source, count: (size.width + 1) / 2)
    }
  }

  func finish() throws(SystemError) {
    try convertStrip()
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else { throw SystemError(EINVAL) }
    config.quality = Float(quality)
    config.low_memory = 1
    let output = Output(descriptor, size, chunks, shouldContinue: shouldContinue)
    let pointer = Unmanaged.passUnretained(output).toOpaque()
    picture.pointee.custom_ptr = pointer
    picture.pointee.user_data = pointer
    picture.pointee.writer = { bytes, count, picture in
      guard let output = picture?.pointee.custom_ptr else { return 0 }
      return Output.write(bytes, count, to: output)
    }
    picture.pointee.progress_hook = { _, picture in
      guard let output = picture?.pointee.user_data else { return 1 }
      return Output.shouldContinue(output)
    }
    let isEncoded = withExtendedLifetime(output) { WebPEncode(&config, picture) != 0 }
    if isEncoded { return try output.finish() }
    if let failure = output.failure { throw failure }
    let isAborted = picture.pointee.error_code == VP8_ENC_ERROR_USER_ABORT
    throw SystemError(isAborted ? ECANCELED : ENOMEM)
  }

  /// Where libwebp writes to.
  private final class Output {
    let descriptor: Int32
    let size: PixelSize
    let chunks: (bytes: [UInt8], features: UInt8)
    let shouldContinue: () -> Bool
    var failure: SystemError?
    /// The beginning of the file, until it can be written; `nil` then.
    private var head: [UInt8]?

    init(
      _ descriptor: Int32, _ size: PixelSize, _ chunks: (bytes: [UInt8], features: UInt8),
      shouldContinue: @escaping () -> Bool
    ) {
      (self.descriptor, self.size, self.shouldContinue) = (descriptor, size, shouldContinue)
      self.chunks = chunks
      head = chunks.bytes.isEmpty ? nil : []
    }

    /// The bytes of the file's header, and of the chunk of features, which libwebp writes only where there is alpha.
    private static let (headLength, featuresLength) = (WebPChunk.firstPlace, 18)

    /// Writes bytes; the file's length and features are those with the last chunks.
    private func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard var head else { return FileDescriptor.write(bytes, to: descriptor) }
      head += bytes
      self.head = head
      guard head.count >= Self.headLength + Self.featuresLength else { return true }
      self.head = nil
      var growth = chunks.bytes.count
      if head[Self.headLength...].starts(with: "VP8X".utf8) {
        head[Self.headLength + WebPChunk.headLength] |= chunks.features
      } else {
        let features = WebPData.features(chunks.features, size)
        head.insert(contentsOf: features, at: Self.headLength)
        growth += features.count
      }
      let length = ByteReader(bytes: head).number(at: 4, length: 4) ?? 0
      guard length + growth <= UInt32.max else {
        errno = EFBIG
        return false
      }
      head.replaceSubrange(4..<8, with: (length + growth).bytes(4))
      return FileDescriptor.write(head, to: descriptor)
    }

    /// Writes what follows the picture.
    func finish() throws(SystemError) {
      if !FileDescriptor.write((head ?? []) + chunks.bytes, to: descriptor) { throw .last }
    }

    /// Writes bytes for libwebp; returns 0 after an error.
    static func write(
      _ bytes: UnsafePointer<UInt8>?, _ count: Int, to output: UnsafeMutableRawPointer
    ) -> Int32 {
      let output = Unmanaged<Output>.fromOpaque(output).takeUnretainedValue()
      guard !output.write(UnsafeBufferPointer(start: bytes, count: count)) else { return 1 }
      output.failure = .last
      return 0
    }

    /// Returns 0 for libwebp to stop.
    static func shouldContinue(_ output: UnsafeMutableRawPointer) -> Int32 {
      Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().shouldContinue() ? 1 : 0
    }
  }
}
