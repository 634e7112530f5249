internal import CX11
internal import Glibc

/// Memory that the server has mapped too: the one owner of the mapping on this side and of the segment on that.
final class SharedSegment {
  /// Where it is here.
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
    // A segment without a number there was never attached.
    if info.shmseg != 0, connection.isAlive { XShmDetach(connection.display, &info) }
    if isSystemV { shmdt(address) } else { munmap(address, byteCount) }
  }

  /// Gives Xlib's record of the segment, for the time of the call only.
  func withInfo(_ body: (UnsafeMutablePointer<XShmSegmentInfo>) -> Void) {
    withUnsafeMutablePointer(to: &info, body)
  }
}

extension SharedSegment {
  /// Maps a nameless file and passes its descriptor, which works between containers too; nil where the extension is older
  /// than 1.2 or the server refuses.
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
    // The descriptor is closed once it is sent.
    let cookie = xcb_shm_attach_fd_checked(server, number, file, 1)
    if let refusal = xcb_request_check(server, cookie) {
      free(refusal)
      return nil
    }
    guard connection.isAlive, xcb_connection_has_error(server) == 0 else { return nil }
    info.shmseg = ShmSeg(number)
  }

  /// Makes a segment that the server finds by a number; nil where it refuses.
  ///
  /// In a container it may find another one: see whether it reads what is written.
  convenience init?(systemVFor connection: Connection, byteCount: Int) {
    let id = shmget(IPC_PRIVATE, byteCount, IPC_CREAT | 0o600)
    guard id >= 0 else { return nil }
    // The segment vanishes with its last user; marked before anything can fail or be killed.
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
