internal import CLinux
internal import CX11
internal import Glibc

/// A shared memory segment, and the owner of its mapping here and of its attachment in the server.
final class SharedSegment {
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
