import Glibc
import OverscrollFiles
import OverscrollImaging

/// The process's resource limits, which a shell's `ulimit` sets.
///
/// They are checked in advance, because Swift traps where memory runs out, and libraries report other errors where no file can be
/// opened.
enum SystemLimits {
  /// A limit on memory.
  struct Memory {
    /// The limit, in bytes.
    var limit: Int
    /// The memory left, in bytes.
    var left: Int
    /// The memory left for pixels, in bytes; negative where it doesn't suffice for the rest.
    var free: Int
    /// The shell command that raises the limit.
    var command: String
  }

  /// The memory for drawing, fonts and the window. [C]
  private static let base = 48 << 20
  /// The address space per thread: its stack and malloc arena. [C]
  private static let threadBytes = (8 + 64) << 20
  /// The minimum memory for pixels, in megabytes: a window of common size. [C]
  private static let leastCache = 16
  /// The number of files that a window opens at once. [C]
  private static let files = 16

  /// The lowest limit on memory, or `nil` where there is none.
  static var memory: Memory? {
    let pages = statm
    let kinds: [(__rlimit_resource, Int, String)] = [
      (RLIMIT_AS, pages.size, "ulimit -v"), (RLIMIT_DATA, pages.data, "ulimit -d"),
    ]
    // Besides the workers, one thread decodes sequentially and one writes the tile file.
    let reserve = base + (DecodeQueue.defaultWorkers + 2) * threadBytes
    let all = kinds.compactMap { kind, used, command in
      limit(kind).map {
        Memory(limit: $0, left: $0 - used, free: $0 - used - reserve, command: command)
      }
    }
    return all.min { $0.free < $1.free }
  }

  /// Returns the size of the pixel cache within the limit on memory, in megabytes.
  ///
  /// - Parameters:
  ///   - wanted: The size without a limit, in megabytes.
  ///   - least: The minimum size, in bytes.
  ///   - others: The memory needed for other purposes, in bytes.
  /// - Returns: `wanted`, or less where the limit requires it.
  /// - Throws: An error where the limit doesn't leave the minimum.
  static func cacheMegabytes(
    _ wanted: Int, atLeast least: Int = 0, beside others: Int = 0
  ) throws(Failure) -> Int {
    guard let memory else { return wanted }
    let left = memory.free - ImageLimits.spareBytes - others
    let needed = max(least, leastCache << 20)
    guard left >= needed else { throw memory.failure(missing: needed - left) }
    return min(wanted, left >> 20)
  }

  /// Checks that a command without threads can allocate memory.
  static func check(bytes: Int) throws(Failure) {
    guard let memory, bytes > memory.left else { return }
    throw memory.failure(missing: bytes - memory.left)
  }

  /// Checks that the files of a window can be opened.
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
    // RLIM_INFINITY doesn't fit.
    return Int(exactly: limit.rlim_cur)
  }

  /// The address space and the data segment in use, in bytes.
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
  /// The failure where memory is missing.
  fileprivate func failure(missing: Int) -> Failure {
    let (now, needed) = (limit >> 20, (limit + missing) >> 20 + 1)
    return Failure(
      message: "the memory of the program is limited to \(now) MB, and this needs \(needed); "
        + "raise the limit (\(command))")
  }
}
