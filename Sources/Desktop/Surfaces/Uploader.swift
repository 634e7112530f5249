internal import CX11
internal import OverscrollDrawing
internal import ScrollGeometry

/// Uploads pixels to pixmaps, through shared memory where available and otherwise through the connection.
final class Uploader {
  private let pool: PixmapPool
  private let shared: SharedMemory?

  /// Makes an uploader with the tile size and the shared memory features of `options`.
  init(_ pool: PixmapPool, _ options: DesktopWindow.Options) {
    let features = options.features
    self.pool = pool
    self.shared =
      features.contains(.sharedMemory)
      ? SharedMemory(
        pool.connection, tileSize: options.tileSize,
        canPassDescriptors: features.contains(.descriptorPassing)) : nil
  }

  /// Whether uploads use shared memory.
  var isSharing: Bool { shared != nil }

  /// The size of the shared memory, in bytes; 0 without it.
  var sharedBytes: Int { shared?.byteCount ?? 0 }

  /// The bytes that can be uploaded per frame through shared memory; `nil` without it.
  var sharedUploadLimit: Int? { shared?.uploadLimit }

  /// Replaces the pixels at the top left of a pixmap, in which they are known to fit.
  func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to target: PixmapBacking
  ) {
    let connection = pool.connection
    guard connection.isAlive, let context = pool.context(for: target.pixmap, depth: target.depth),
      let start = pixels.baseAddress
    else { return }
    if let shared, size.width <= shared.maximumWidth {
      var row = 0
      while row < size.height {
        row += shared.put(
          UnsafeBufferPointer(rebasing: pixels[(row * stride)...]), stride: stride,
          width: size.width, rows: size.height - row, to: target, row: row, context)
      }
      return
    }
    guard let image = connection.image(over: start, stride: stride, size, depth: target.depth)
    else {
      return
    }
    // Xlib divides the image into requests of at most the maximum length.
    XPutImage(
      connection.display, target.pixmap, context, image, 0, 0, 0, 0, UInt32(size.width),
      UInt32(size.height))
    image.pointee.data = nil
    OverscrollDestroyImage(image)
  }
}

extension Connection {
  /// Makes an `XImage` over memory that the caller keeps.
  func image(
    over pixels: UnsafePointer<UInt32>?, stride: Int, _ size: PixelSize, depth: Int32
  ) -> UnsafeMutablePointer<XImage>? {
    let bytes = UnsafeMutablePointer(mutating: pixels).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
    }
    let image = XCreateImage(
      display, visual, UInt32(depth), ZPixmap, 0, bytes, UInt32(size.width), UInt32(size.height),
      32, Int32(stride * 4))
    // Pixels are in this machine's byte order, whatever the server's is.
    image?.pointee.byte_order = isLittleEndian ? LSBFirst : MSBFirst
    return image
  }

  private var isLittleEndian: Bool { UInt16(1).littleEndian == 1 }
}
