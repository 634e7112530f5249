import CSandbox
import Glibc
import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Synchronization
import Testing

@testable import OverscrollImaging

/// Opens and closes files on a thread.
private final class Opener: Sendable {
  private let isOver = Atomic(false)
  private let failures = Mutex(0)

  func run() {
    failures.withLock { failures in
      while !isOver.load(ordering: .relaxed) {
        let own = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if own >= 0, close(own) != 0 { failures += 1 }
      }
    }
  }

  /// Ends it; returns how many files someone else closed.
  func end() -> Int {
    isOver.store(true, ordering: .relaxed)
    return failures.withLock(\.self)
  }
}

@Suite struct `A confined process` {
  /// The error numbers of what it tried, by the names of the attempts; `nil` for those that ended it.
  private static let attempts = Result { try attempts([]) }

  /// The same, by the rules of a loader that answers for the kernel where libraries open files.
  private static let loaderAttempts = Result { try attempts(["loader"]) }

  private static func attempts(_ arguments: [String]) throws -> [String: Int32?] {
    let folder = TestFolder.make()
    let file = folder + "/file"
    guard let stream = fopen(file, "wb") else { throw RigError("Cannot write \(file).") }
    fputs("something to read", stream)
    fclose(stream)
    let child = try ChildProcess(
      [RunningViewer.path(of: "overscroll-sandbox-probe"), file] + arguments,
      environment: ["SECRET": "x"], errors: folder + "/errors")
    var attempts: [String: Int32?] = [:]
    for line in try child.readToEnd().split(separator: "\n") {
      let words = line.split(separator: " ")
      attempts[words.dropLast().joined(separator: " ")] = words.last.flatMap { Int32($0) }
    }
    guard try child.wait() == 0 else { throw RigError("The probe failed.") }
    return attempts
  }

  /// What came of an attempt on the process's own thread and on one that was started later.
  private static func results(
    _ attempt: String, in result: Result<[String: Int32?], any Error> = attempts
  ) throws -> [Int32?] {
    let attempts = try result.get()
    return try [attempt, "thread " + attempt].map { try #require(attempts[$0], "\($0)") }
  }

  @Test func `is confined by all that the kernel has`() throws {
    let attempts = try Self.attempts.get()
    #expect(attempts["failure"] == 0)
    #expect(attempts["landlock"] != nil)
  }

  @Test(arguments: [
    "open", "creat", "stat", "access", "unix socket", "ioctl", "prctl", "write to file",
    "truncate", "dup", "setrlimit", "mmap exec", "mprotect exec",
  ])
  func `is refused what libraries try`(attempt: String) throws {
    #expect(try Self.results(attempt) == [EPERM, EPERM])
  }

  @Test(arguments: [
    "unlink", "mkdir", "socket", "connect", "exec", "ptrace", "kill", "tgkill other", "fork",
    "vfork", "unshare", "personality", "chmod", "memfd", "io_uring", "userfaultfd",
    "process_vm_readv", "mount", "bpf", "send a descriptor",
  ])
  func `is ended for what no decoder does`(attempt: String) throws {
    #expect(try Self.results(attempt) == [nil, nil])
    #expect(try Self.results(attempt, in: Self.loaderAttempts) == [nil, nil])
  }

  @Test(arguments: ["open", "creat", "access"])
  func `of a loader opens what its handler opens`(attempt: String) throws {
    #expect(try Self.results(attempt, in: Self.loaderAttempts) == [ENOENT, ENOENT])
  }

  @Test(arguments: [
    "stat", "unix socket", "ioctl", "prctl", "write to file", "truncate", "setrlimit", "mmap exec",
    "mprotect exec",
  ])
  func `of a loader is refused the rest`(attempt: String) throws {
    let errors = try Self.results(attempt, in: Self.loaderAttempts)
    // The handler is asked for the status of a file, too.
    #expect(errors == (attempt == "stat" ? [ENOENT, ENOENT] : [EPERM, EPERM]))
  }

  @Test func `makes no process in the way whose flags no filter sees`() throws {
    #expect(try Self.results("clone3") == [ENOSYS, ENOSYS])
  }

  @Test func `has no more memory than it was granted`() throws {
    #expect(try Self.results("more memory than granted") == [ENOMEM, ENOMEM])
  }

  @Test(arguments: [
    "mmap", "read", "fstat", "malloc", "thread", "no other descriptors", "no variables",
  ])
  func `can do what decoders do`(attempt: String) throws {
    #expect(try Self.results("+" + attempt) == [0, 0])
  }

  /// True where the kernel lets a process of the user's have namespaces; inside of a chroot, say, it doesn't.
  private static let hasNamespaces =
    (try? ChildProcess(["unshare", "-Urpnim", "--fork", "true"]).wait()) == 0

  @Test(.enabled(if: hasNamespaces, "this kernel refuses namespaces"))
  func `is alone in namespaces of its own, in an empty root`() throws {
    let all =
      OVERSCROLL_USER_NAMESPACE | OVERSCROLL_PID_NAMESPACE | OVERSCROLL_NETWORK_NAMESPACE
      | OVERSCROLL_IPC_NAMESPACE | OVERSCROLL_MOUNT_NAMESPACE | OVERSCROLL_EMPTY_ROOT
    #expect(try Self.attempts.get()["isolation"] == Int32(all))
    #expect(try Self.results("+own number") == [0, 0])
  }

  @Test func `takes no more descriptors than there is room for`() {
    var ends: [Int32] = [-1, -1]
    #expect(OverscrollSocketPair(&ends))
    let sent = [open("/dev/null", O_RDONLY), open("/dev/null", O_RDONLY)]
    defer { (ends + sent).forEach { close($0) } }
    var byte: UInt8 = 7
    #expect(OverscrollSend(ends[0], &byte, 1, sent, 2))
    // The buffer of the kernel has room for two even where one is asked for.
    var received: [Int32] = [-1, 77]
    #expect(OverscrollReceive(ends[1], &byte, 1, &received, 1) == 1)
    #expect(received[0] >= 0 && received[1] == 77)
    close(received[0])
  }

  /// True where the kernel can refuse descriptors on a socket: Linux 6.16.
  private static let refusesDescriptors: Bool = {
    var names = utsname()
    uname(&names)
    let release = withUnsafeBytes(of: names.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let numbers = release.split { $0 == "." || $0 == "-" }.prefix(2).compactMap { Int($0) }
    return !numbers.lexicographicallyPrecedes([6, 16])
  }()

  @Test(.enabled(if: refusesDescriptors, "this kernel refuses no descriptors"))
  func `cannot send a descriptor though no filter forbids it`() {
    var ends: [Int32] = [-1, -1]
    #expect(OverscrollSocketPair(&ends))
    defer { ends.forEach { close($0) } }
    var byte: UInt8 = 7
    #expect(OverscrollSend(ends[1], &byte, 1, nil, 0))
    #expect(!OverscrollSend(ends[1], &byte, 1, [ends[1]], 1))
    #expect(OverscrollSend(ends[0], &byte, 1, [ends[0]], 1))
  }

  @Test func `that ends leaves the next of its unconfined loader alone`() throws {
    let path = RunningViewer.path(of: "overscroll-sandbox-faults")
    // That program confines none of PDF.
    let loader = LoaderProgram(path: FilePath(path), isConfined: true)
    let format = try #require(LoaderFormat.all.first { $0.argument == "pdf" })
    let zygote = try #require(Zygote(loader, format))
    for number in UInt32(1)...3 {
      let process = try #require(ConfinedProcess(zygote, number, memory: 1 << 30))
      #expect(process.report != nil, "process \(number)")
      process.end(hasCause: false)
    }
  }

  @Test func `that is gone costs no descriptor of another thread`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(OverscrollSocketPair(&ends))
    close(ends[1])
    defer { close(ends[0]) }
    let other = Opener()
    #expect(BackgroundThread.start { other.run() })
    for _ in 0..<2000 { #expect(ClientLane(to: ends[0], companions: false) == nil) }
    #expect(other.end() == 0)
  }

  @Test func `shares memory whose length stays`() {
    let memory = OverscrollMakeSharedMemory(4096)
    defer { close(memory) }
    #expect(memory >= 0 && ftruncate(memory, 0) != 0 && ftruncate(memory, 8192) != 0)
  }
}
