internal import CX11
internal import Drawing
internal import Geometry
internal import Glibc

/// A piece of memory that the server reads directly (MIT-SHM), in slots.
///
/// A slot is written again only when the server has done what was asked of it, as its latest answer says. The first such
/// slot is taken, so that memory is touched only as far as there is much to do at once; when there is none left the
/// server is waited for.
final class SharedMemory {
  private let connection: Connection
  private var segment: XShmSegmentInfo
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

  /// Shares memory with the server; nil if it has no such extension, is another machine, or refuses.
  init?(_ connection: Connection) {
    guard connection.isAlive, connection.isLocal, XShmQueryExtension(connection.display) != 0 else {
      return nil
    }
    let id = shmget(IPC_PRIVATE, Self.byteCount, IPC_CREAT | 0o600)
    guard id >= 0 else { return nil }
    // The segment vanishes with its last user; marked before anything can fail or be killed.
    defer { shmctl(id, IPC_RMID, nil) }
    guard let address = shmat(id, nil, 0), Int(bitPattern: address) != -1 else { return nil }
    var segment = XShmSegmentInfo()
    segment.shmid = id
    segment.shmaddr = address.assumingMemoryBound(to: CChar.self)
    segment.readOnly = 1
    var isAttached = false
    let refusal = connection.trap {
      isAttached = XShmAttach(connection.display, &segment) != 0
    }
    guard refusal == nil, isAttached, connection.isAlive else {
      shmdt(address)
      return nil
    }
    self.connection = connection
    self.segment = segment
    self.pixels = address.assumingMemoryBound(to: UInt32.self)
  }

  deinit {
    if connection.isAlive { XShmDetach(connection.display, &segment) }
    shmdt(pixels)
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
    if used + width > Self.slotPixels { turn() }
    let rows = min(rows, (Self.slotPixels - used) / width)
    let start = slot * Self.slotPixels + used
    guard rows > 0, let from = source.baseAddress else { return max(rows, 1) }
    for line in 0..<rows {
      (pixels + start + line * width).update(from: from + line * stride, count: width)
    }
    put(from: start, PixelSize(width: width, height: rows), to: target, row: row, context)
    used += width * rows
    return rows
  }

  private func put(
    from start: Int, _ size: PixelSize, to target: PixmapBacking, row: Int, _ context: GC
  ) {
    let display = connection.display
    let image = connection.image(
      over: pixels + start, stride: size.width, size, depth: target.depth)
    guard let image else { return }
    withUnsafeMutablePointer(to: &segment) {
      image.pointee.obdata = UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
      fences[slot] = XNextRequest(display)
      XShmPutImage(
        display, target.pixmap, context, image, 0, 0, 0, Int32(row), UInt32(size.width),
        UInt32(size.height), 0)
      image.pointee.obdata = nil
    }
    image.pointee.data = nil
    OverscrollDestroyImage(image)
  }

  /// Goes to a slot that the server has read, and waits for it if there is none.
  private func turn() {
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
