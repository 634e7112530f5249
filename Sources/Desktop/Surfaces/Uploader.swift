internal import CX11
internal import Drawing
internal import Geometry

/// Brings pixels of this program into pixmaps: through shared memory where it can be had, else through
/// the connection.
final class Uploader {
  private let pool: PixmapPool
  private let shared: SharedMemory?

  /// Makes an uploader that uses of `features` what has to do with shared memory.
  init(_ pool: PixmapPool, _ features: DesktopWindow.Features) {
    self.pool = pool
    self.shared =
      features.contains(.sharedMemory)
      ? SharedMemory(
        pool.connection, canPassDescriptors: features.contains(.descriptorPassing)) : nil
  }

  /// True if pixels go through shared memory.
  var isSharing: Bool { shared != nil }

  /// The bytes that are shared with the server for the way there.
  var sharedBytes: Int { shared == nil ? 0 : SharedMemory.byteCount }

  /// Replaces the top left of a pixmap; the sizes were checked to fit.
  func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to target: PixmapBacking
  ) {
    let connection = pool.connection
    guard connection.isAlive, let context = pool.context(for: target.pixmap, depth: target.depth),
      let start = pixels.baseAddress
    else { return }
    if let shared, size.width <= shared.longestRow {
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
    // Xlib cuts it into requests of a size that the server takes.
    XPutImage(
      connection.display, target.pixmap, context, image, 0, 0, 0, 0, UInt32(size.width),
      UInt32(size.height))
    image.pointee.data = nil
    OverscrollDestroyImage(image)
  }
}

extension Connection {
  /// A picture as Xlib knows them, over memory that stays the caller's.
  func image(
    over pixels: UnsafePointer<UInt32>?, stride: Int, _ size: PixelSize, depth: Int32
  ) -> UnsafeMutablePointer<XImage>? {
    let bytes = UnsafeMutablePointer(mutating: pixels).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
    }
    let image = XCreateImage(
      display, visual, UInt32(depth), ZPixmap, 0, bytes, UInt32(size.width), UInt32(size.height),
      32, Int32(stride * 4))
    // The pixels are words of this machine, whatever the server's order is.
    image?.pointee.byte_order = isLittleEndian ? LSBFirst : MSBFirst
    return image
  }

  private var isLittleEndian: Bool { UInt16(1).littleEndian == 1 }
}
