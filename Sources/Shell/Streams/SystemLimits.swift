import Glibc
import OverscrollBase

/// The process's resource limits, which a shell's `ulimit` sets.
///
/// They are checked in advance, because Swift traps where memory runs out, and libraries report other errors where no file can be
/// opened.
package enum SystemLimits {
  /// A limit on memory.
  package struct Memory {
    /// The limit, in bytes.
    package var limit: Int
    /// The memory left, in bytes.
    package var left: Int
    /// The shell command that raises the limit.
    package var command: String
  }

  /// The number of files that a window opens at once. [C]
  private static let files = 16

  /// The lowest limit on memory, or `nil` where there is none.
  package static var memory: Memory? {
    let pages = statm
    let kinds: [(__rlimit_resource, Int, String)] = [
      (RLIMIT_AS, pages.size, "ulimit -v"), (RLIMIT_DATA, pages.data, "ulimit -d"),
    ]
    let all = kinds.compactMap { kind, used, command in
      limit(kind).map { Memory(limit: $0, left: $0 - used, command: command) }
    }
    return all.min { $0.left < $1.left }
  }

  /// Checks that a command without threads can allocate memory.
  package static func check(bytes: Int) throws(Failure) {
    guard let memory, bytes > memory.left else { return }
    throw memory.failure(missing: bytes - memory.left)
  }

  /// Checks that the files of a window can be opened.
  package static func checkFiles() throws(Failure) {
    var opened: [Int32] = []
    defer { opened.forEach { close($0) } }
    for _ in 0..<files {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        let reason = SystemError.last.message
        throw Failure(
          message: "a window needs \(files) open files, but only \(opened.count) are available: "
            + "\(reason); raise the limit (ulimit -n)")
      }
      opened.append(descriptor)
    }
  }

  /// The memory that decoding shares with its process, which counts as a file: its size, in bytes, rounded up. [C]
  private static let sharedBytes = 3 << 20

  /// Checks that memory can be shared with the process that decodes.
  package static func checkFileSize() throws(Failure) {
    guard let limit = limit(RLIMIT_FSIZE), limit < sharedBytes else { return }
    throw Failure(
      message:
        "files are limited to \(limit >> 10) KiB, but decoding shares \(sharedBytes >> 10) KiB of "
        + "memory, which counts as a file; raise the limit (ulimit -f)")
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
  package func failure(missing: Int) -> Failure {
    let (now, needed) = (limit >> 20, (limit + missing) >> 20 + 1)
    return Failure(
      message: "the program's memory is limited to \(now) MiB, but this needs \(needed); "
        + "raise the limit (\(command))")
  }
}
