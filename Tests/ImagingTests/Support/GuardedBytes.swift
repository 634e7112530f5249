import Glibc

/// The system provided no memory.
struct NoMemory: Error {}

/// Bytes that end at a page which no one may read: reading past them ends the process.
struct GuardedBytes: ~Copyable {
  let pointer: UnsafeMutablePointer<UInt8>
  private let start: UnsafeMutableRawPointer
  private let length: Int

  /// Copies bytes, and adds so many zeros; `nil` where the system gives no memory.
  init?(_ bytes: [UInt8], zeros: Int) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let count = bytes.count + zeros
    let room = (count + page - 1) / page * page
    length = room + page
    let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    start = memory
    mprotect(memory + room, page, PROT_NONE)
    pointer = (memory + room - count).assumingMemoryBound(to: UInt8.self)
    pointer.update(from: bytes, count: bytes.count)
  }

  deinit { munmap(start, length) }
}
