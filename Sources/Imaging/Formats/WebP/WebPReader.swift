import CCodecs
import Glibc
import ScrollGeometry

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
}

extension WebPReader {
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
