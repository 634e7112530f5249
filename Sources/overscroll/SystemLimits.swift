import Files
import Glibc
import Imaging

/// The limits that the system sets to a program, as a shell's `ulimit` does.
///
/// Without memory Swift ends a program at once, and without files libraries blame something else; so both are looked
/// at before.
enum SystemLimits {
  /// A limit to memory.
  struct Memory {
    /// The limit, in bytes.
    var limit: Int
    /// What is left, in bytes.
    var left: Int
    /// What is left for pixels, in bytes; below 0 where there is not even enough for the rest.
    var free: Int
    /// What raises it.
    var command: String
  }

  /// What the program takes beside pixels and decoding: drawing, fonts, the window. [C]
  private static let base = 48 << 20
  /// What a thread takes: its stack, and the C library's room for its memory. [C]
  private static let threadBytes = (8 + 64) << 20
  /// The least that pixels need, in megabytes: a window of usual size. [C]
  private static let leastCache = 16
  /// The files that a window needs at once, the server's, the picture's and the clock's among them. [C]
  private static let files = 16

  /// The tightest limit to memory; nil where there is none.
  static var memory: Memory? {
    let pages = statm
    let kinds: [(__rlimit_resource, Int, String)] = [
      (RLIMIT_AS, pages.size, "ulimit -v"), (RLIMIT_DATA, pages.data, "ulimit -d"),
    ]
    // A thread for the pass over a file, and one for the tile file, beside those for tiles.
    let reserve = base + (DecodeQueue.defaultWorkers + 2) * threadBytes
    let all = kinds.compactMap { kind, used, command in
      limit(kind).map {
        Memory(limit: $0, left: $0 - used, free: $0 - used - reserve, command: command)
      }
    }
    return all.min { $0.free < $1.free }
  }

  /// The megabytes that pixels may take, of those that are wanted.
  ///
  /// - Parameters:
  ///   - wanted: What would be taken without a limit.
  ///   - least: The bytes that are needed at least.
  ///   - others: The bytes that something else takes.
  /// - Returns: What was wanted or, where a limit leaves less, that.
  /// - Throws: One sentence where there is too little.
  static func cacheMegabytes(
    _ wanted: Int, atLeast least: Int = 0, beside others: Int = 0
  ) throws(Failure) -> Int {
    guard let memory else { return wanted }
    let left = memory.free - ImageLimits.spareBytes - others
    let needed = max(least, leastCache << 20)
    guard left >= needed else { throw memory.failure(missing: needed - left) }
    return min(wanted, left >> 20)
  }

  /// Checks that so many bytes can be had by a command without threads.
  static func check(bytes: Int) throws(Failure) {
    guard let memory, bytes > memory.left else { return }
    throw memory.failure(missing: bytes - memory.left)
  }

  /// Checks that a window can open the files that it needs.
  static func checkFiles() throws(Failure) {
    var opened: [Int32] = []
    defer { opened.forEach { close($0) } }
    for _ in 0..<files {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        let reason = SystemError.last.message
        throw Failure(
          message: "a window needs \(files) files open at once, and only \(opened.count) can be: "
            + "\(reason); raise the limit (ulimit -n)")
      }
      opened.append(descriptor)
    }
  }

  private static func limit(_ kind: __rlimit_resource) -> Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(kind.rawValue), &limit) == 0 else { return nil }
    // What does not fit is no limit.
    return Int(exactly: limit.rlim_cur)
  }

  /// The memory that is taken, in bytes: all addresses, and those of data.
  private static var statm: (size: Int, data: Int) {
    guard let file = fopen("/proc/self/statm", "r") else { return (0, 0) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let page = sysconf(Int32(_SC_PAGESIZE))
    let numbers = bytes[..<count].split { $0 <= 0x20 }.map {
      (Int(String(decoding: $0, as: UTF8.self)) ?? 0) * page
    }
    return numbers.count > 5 ? (numbers[0], numbers[5]) : (0, 0)
  }
}

extension SystemLimits.Memory {
  /// The sentence where so many bytes are missing.
  fileprivate func failure(missing: Int) -> Failure {
    let (now, needed) = (limit >> 20, (limit + missing) >> 20 + 1)
    return Failure(
      message: "the memory of the program is limited to \(now) MB, and this needs \(needed); "
        + "raise the limit (\(command))")
  }
}
