internal import CLinux
internal import CX11
internal import Glibc
internal import ScrollGeometry

/// Staging memory that the server reads directly (MIT-SHM), divided into slots.
///
/// A slot is reused once the server has processed the requests that read it, which the serial of its latest reply or event
/// shows. The first free slot is used, so that few pages are touched while there is little to upload. Where no slot is free,
/// the upload waits for the server.
final class SharedMemory {
  private let connection: Connection
  private let segment: SharedSegment
  private let pixels: UnsafeMutablePointer<UInt32>
  /// The serial of the last request that reads each slot.
  private var fences = [UInt](repeating: 0, count: slotCount)
  private var slot = 0
  private var used = 0

  /// The size of a slot, in pixels.
  private let slotPixels: Int
  /// The tiles per slot: few enough that their pixels are still in the processor's cache when the server reads them. [C]
  private static let tilesPerSlot = 4
  private static let slotCount = 16

  /// The size of all slots, in bytes.
  var byteCount: Int { slotPixels * Self.slotCount * 4 }

  /// The bytes that can be uploaded per frame: three quarters of the slots, so that none has to wait for the server. [C]
  var uploadLimit: Int { byteCount / 4 * 3 }

  /// The width of the widest image that can be uploaded, in pixels.
  var maximumWidth: Int { slotPixels }

  /// Shares memory with the server.
  ///
  /// Fails where the server lacks the extension, runs on another machine, refuses, or maps another segment.
  ///
  /// - Parameters:
  ///   - connection: The connection to the server.
  ///   - tileSize: The size of most images that are uploaded, in pixels.
  ///   - canPassDescriptors: False to use a System V segment, as with old servers.
  init?(_ connection: Connection, tileSize: PixelSize, canPassDescriptors: Bool) {
    guard connection.isAlive, connection.isLocal, XShmQueryExtension(connection.display) != 0 else {
      return nil
    }
    let slotPixels = Self.tilesPerSlot * max(tileSize.area ?? 0, Self.nonceCount)
    let byteCount = slotPixels * Self.slotCount * 4
    let passed =
      canPassDescriptors
      ? SharedSegment(passingDescriptorTo: connection, byteCount: byteCount) : nil
    guard let segment = passed ?? SharedSegment(systemVFor: connection, byteCount: byteCount)
    else { return nil }
    self.slotPixels = slotPixels
    self.connection = connection
    self.segment = segment
    self.pixels = segment.address.assumingMemoryBound(to: UInt32.self)
    guard isReadByServer else { return nil }
  }

  /// The number of random pixels that test whether the server reads this segment.
  private static let nonceCount = 4

  /// Returns whether the server reads this segment: in a container, the same identifier may name another one.
  private var isReadByServer: Bool {
    let display = connection.display
    let nonce = (0..<Self.nonceCount).map { _ in UInt32.random(in: 0...0xFF_FFFF) | 0xFF00_0000 }
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

  /// Uploads as many rows as fit in the current slot, at least one.
  ///
  /// - Parameters:
  ///   - source: The pixels from the first row on.
  ///   - stride: The distance between rows, in pixels.
  ///   - width: The number of pixels to upload per row, at most ``maximumWidth``.
  ///   - rows: The number of rows left to upload.
  ///   - target: The destination.
  ///   - row: The destination row of the first row.
  ///   - context: A graphics context for `target`.
  /// - Returns: The number of rows uploaded.
  func put(
    _ source: UnsafeBufferPointer<UInt32>, stride: Int, width: Int, rows: Int,
    to target: PixmapBacking, row: Int, _ context: GC
  ) -> Int {
    if used + width > slotPixels { advanceSlot() }
    let rows = min(rows, (slotPixels - used) / width)
    let start = slot * slotPixels + used
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

  /// Switches to a free slot, and waits for the server where there is none.
  private func advanceSlot() {
    used = 0
    let processed = XLastKnownRequestProcessed(connection.display)
    if let free = fences.firstIndex(where: { $0 <= processed }) {
      slot = free
    } else {
      connection.synchronize()
      slot = 0
    }
  }
}

/// A shared memory segment, and the owner of its mapping here and of its attachment in the server.
private final class SharedSegment {
  /// The address of the mapping.
  let address: UnsafeMutableRawPointer
  private let connection: Connection
  private let byteCount: Int
  private let isSystemV: Bool
  private var info = XShmSegmentInfo()

  private init(
    _ connection: Connection, at address: UnsafeMutableRawPointer, byteCount: Int,
    isSystemV: Bool
  ) {
    self.connection = connection
    self.address = address
    self.byteCount = byteCount
    self.isSystemV = isSystemV
    info.shmaddr = address.assumingMemoryBound(to: CChar.self)
    info.readOnly = 1
  }

  deinit {
    // Zero where the server did not attach the segment.
    if info.shmseg != 0, connection.isAlive { XShmDetach(connection.display, &info) }
    if isSystemV { shmdt(address) } else { munmap(address, byteCount) }
  }

  /// Calls `body` with Xlib's record of the segment, which is valid during the call only.
  func withInfo(_ body: (UnsafeMutablePointer<XShmSegmentInfo>) -> Void) {
    withUnsafeMutablePointer(to: &info, body)
  }
}

extension SharedSegment {
  /// Maps an anonymous file and passes its descriptor to the server, which works across containers too.
  ///
  /// Fails where the extension is older than 1.2 or the server refuses.
  convenience init?(passingDescriptorTo connection: Connection, byteCount: Int) {
    var (major, minor, pixmaps): (Int32, Int32, Int32) = (0, 0, 0)
    guard XShmQueryVersion(connection.display, &major, &minor, &pixmaps) != 0,
      (major, minor) >= (1, 2), let server = XGetXCBConnection(connection.display)
    else { return nil }
    let file = OverscrollCreateMemoryFile()
    guard file >= 0 else { return nil }
    guard ftruncate(file, byteCount) == 0,
      let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      address != MAP_FAILED
    else {
      close(file)
      return nil
    }
    self.init(connection, at: address, byteCount: byteCount, isSystemV: false)
    let number = xcb_generate_id(server)
    // XCB closes the descriptor once it is sent.
    let cookie = xcb_shm_attach_fd_checked(server, number, file, 1)
    if let refusal = xcb_request_check(server, cookie) {
      free(refusal)
      return nil
    }
    guard connection.isAlive, xcb_connection_has_error(server) == 0 else { return nil }
    info.shmseg = ShmSeg(number)
  }

  /// Makes a System V segment, which the server attaches by its identifier; fails where it refuses.
  ///
  /// In a container the server may attach another segment, so check that it reads this one.
  convenience init?(systemVFor connection: Connection, byteCount: Int) {
    let id = shmget(IPC_PRIVATE, byteCount, IPC_CREAT | 0o600)
    guard id >= 0 else { return nil }
    // Marked for removal with the last detachment, before anything can fail.
    defer { shmctl(id, IPC_RMID, nil) }
    guard let address = shmat(id, nil, 0), Int(bitPattern: address) != -1 else { return nil }
    self.init(connection, at: address, byteCount: byteCount, isSystemV: true)
    info.shmid = id
    var isAttached = false
    let refusal = connection.trapErrors {
      isAttached = XShmAttach(connection.display, &info) != 0
    }
    guard refusal == nil, isAttached, connection.isAlive else {
      info.shmseg = 0
      return nil
    }
  }
}
