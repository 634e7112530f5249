internal import CX11
internal import Drawing
internal import Geometry

/// A piece of memory that the server reads directly (MIT-SHM), in slots.
///
/// A slot is written again only when the server has done what was asked of it, as its latest answer says. The first such
/// slot is taken, so that memory is touched only as far as there is much to do at once; when there is none left the
/// server is waited for.
final class SharedMemory {
  private let connection: Connection
  private let segment: SharedSegment
  private let pixels: UnsafeMutablePointer<UInt32>
  /// The number of the last request that reads each slot.
  private var fences = [UInt](repeating: 0, count: slotCount)
  private var slot = 0
  private var used = 0

  /// The size of a slot, in pixels: four tiles of 256 pixels a side with aprons of 2, few enough that what is written
  /// is still in the processor's cache when the server reads it.
  private static let slotPixels = 4 * 260 * 260
  private static let slotCount = 16

  /// The bytes of all slots.
  static var byteCount: Int { slotPixels * slotCount * 4 }

  /// The longest row that can be put, in pixels.
  var longestRow: Int { Self.slotPixels }

  /// Shares memory with the server; nil if it has no such extension, is another machine, refuses, or reads something
  /// else.
  ///
  /// - Parameters:
  ///   - connection: To the server.
  ///   - canPassDescriptors: False for a segment that both sides know by a number, which old servers need.
  init?(_ connection: Connection, canPassDescriptors: Bool) {
    guard connection.isAlive, connection.isLocal, XShmQueryExtension(connection.display) != 0 else {
      return nil
    }
    let passed =
      canPassDescriptors
      ? SharedSegment(passingDescriptorTo: connection, byteCount: Self.byteCount) : nil
    guard
      let segment = passed ?? SharedSegment(systemVFor: connection, byteCount: Self.byteCount)
    else { return nil }
    self.connection = connection
    self.segment = segment
    self.pixels = segment.address.assumingMemoryBound(to: UInt32.self)
    guard isReadByServer else { return nil }
  }

  /// True if the server reads what is written here: it may know another segment by the same number, as in a container.
  private var isReadByServer: Bool {
    let display = connection.display
    let nonce = (0..<4).map { _ in UInt32.random(in: 0...0xFF_FFFF) | 0xFF00_0000 }
    let size = PixelSize(width: nonce.count, height: 1)
    pixels.update(from: nonce, count: nonce.count)
    let pixmap = XCreatePixmap(
      display, connection.root, UInt32(size.width), 1, UInt32(connection.depth))
    let context = XCreateGC(display, pixmap, 0, nil)
    defer {
      if let context { XFreeGC(display, context) }
      XFreePixmap(display, pixmap)
    }
    guard let context else { return false }
    var seen: [UInt32] = []
    let refusal = connection.trapErrors {
      put(from: 0, size, to: pixmap, depth: connection.depth, row: 0, context)
      let answer = XGetImage(display, pixmap, 0, 0, UInt32(size.width), 1, UInt.max, ZPixmap)
      guard let answer else { return }
      defer { OverscrollDestroyImage(answer) }
      seen = (0..<Int32(size.width)).map {
        UInt32(truncatingIfNeeded: OverscrollPixelAt(answer, $0, 0))
      }
    }
    pixels.update(repeating: 0, count: nonce.count)
    return refusal == nil && seen.map { $0 & 0xFF_FFFF } == nonce.map { $0 & 0xFF_FFFF }
  }

  /// Puts as many rows as fit in the present slot, at least one.
  ///
  /// - Parameters:
  ///   - source: The first of the rows.
  ///   - stride: The distance between rows, in pixels.
  ///   - width: How many pixels of a row count; at most ``longestRow``.
  ///   - rows: How many rows are left.
  ///   - target: Where they go.
  ///   - row: The row of `target` where the first goes.
  ///   - context: A graphics context for `target`.
  /// - Returns: How many rows were put.
  func put(
    _ source: UnsafeBufferPointer<UInt32>, stride: Int, width: Int, rows: Int,
    to target: PixmapBacking, row: Int, _ context: GC
  ) -> Int {
    if used + width > Self.slotPixels { advanceSlot() }
    let rows = min(rows, (Self.slotPixels - used) / width)
    let start = slot * Self.slotPixels + used
    guard rows > 0, let from = source.baseAddress else { return max(rows, 1) }
    for line in 0..<rows {
      (pixels + start + line * width).update(from: from + line * stride, count: width)
    }
    put(
      from: start, PixelSize(width: width, height: rows), to: target.pixmap, depth: target.depth,
      row: row, context)
    used += width * rows
    return rows
  }

  private func put(
    from start: Int, _ size: PixelSize, to target: Pixmap, depth: Int32, row: Int, _ context: GC
  ) {
    let display = connection.display
    let image = connection.image(
      over: pixels + start, stride: size.width, size, depth: depth)
    guard let image else { return }
    segment.withInfo {
      image.pointee.obdata = UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
      fences[slot] = XNextRequest(display)
      XShmPutImage(
        display, target, context, image, 0, 0, 0, Int32(row), UInt32(size.width),
        UInt32(size.height), 0)
      image.pointee.obdata = nil
    }
    image.pointee.data = nil
    OverscrollDestroyImage(image)
  }

  /// Goes to a slot that the server has read, and waits for it if there is none.
  private func advanceSlot() {
    used = 0
    let done = XLastKnownRequestProcessed(connection.display)
    if let free = fences.firstIndex(where: { $0 <= done }) {
      slot = free
    } else {
      connection.synchronize()
      slot = 0
    }
  }
}
