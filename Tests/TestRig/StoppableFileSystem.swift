internal import Glibc
internal import OverscrollTestSupport

/// A folder on a file system (FUSE) that a test can stop: what is asked of it then gets no answer.
///
/// It serves the files of another folder, and exists for one program and its children alone, in their own mount namespace.
package final class StoppableFileSystem {
  /// The folder, which is empty for all others.
  package let path: String
  private let source: String
  private let processFile: String
  private let isStopped: Bool

  /// Names the folder whose files are served, or that would be if the file system weren't stopped from the beginning.
  package init(serving source: String, isStopped: Bool = false) {
    let folder = TestFolder.make("stoppable")
    (self.source, path, processFile) = (source, folder + "/mount", folder + "/process")
    self.isStopped = isStopped
    mkdir(path, 0o700)
  }

  /// Whether this process may mount one.
  package static var isAvailable: Bool {
    access("/dev/fuse", R_OK | W_OK) == 0 && canRun(namespaces + ["true"])
      && canRun(["python3", "--version"])
  }

  private static func canRun(_ arguments: [String]) -> Bool {
    let child = try? ChildProcess(arguments, errors: "/dev/null")
    return (try? child?.wait()) == 0
  }

  private static var namespaces: [String] {
    ["unshare", "--mount"] + (geteuid() == 0 ? [] : ["--user", "--map-root-user"])
  }

  /// The program that starts another one, whose arguments follow ``arguments``, where the file system exists.
  package static let program = "unshare"

  /// The arguments of ``program``.
  package var arguments: [String] {
    Self.namespaces.dropFirst()
      + ["python3", "-c", Self.server, source, path, processFile, isStopped ? "stopped" : ""]
  }

  /// Answers nothing from now on.
  package func stop() throws { try signal(SIGUSR1) }

  /// Answers again, also what was asked meanwhile.
  package func resume() throws { try signal(SIGUSR2) }

  private func signal(_ number: Int32) throws {
    var process: Int32 = 0
    let file = fopen(processFile, "r")
    defer { if let file { fclose(file) } }
    let read = file.map { file in
      withUnsafeMutablePointer(to: &process) { number in
        withVaList([number]) { vfscanf(file, "%d", $0) }
      }
    }
    guard read == 1, kill(process, number) == 0 else {
      throw RigError("The file system's process has ended.")
    }
  }

  /// It stops between two requests: the kernel lets no one end a program whose request was read, but not answered.
  private static let server = """
    import ctypes, errno, os, select, signal, stat, struct, sys
    source, mount, process, state, *command = sys.argv[1:]
    libc = ctypes.CDLL(None, use_errno=True)
    fuse = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={fuse},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()}"
    if libc.mount(b"stoppable", mount.encode(), b"fuse", 0, options.encode()) != 0:
      sys.exit("cannot mount: " + os.strerror(ctypes.get_errno()))
    if os.fork() == 0:
      libc.prctl(1, signal.SIGKILL)
      stopped = state == "stopped"
      def stop(*_):
        global stopped
        stopped = True
      def resume(*_):
        global stopped
        stopped = False
      signal.signal(signal.SIGUSR1, stop)
      signal.signal(signal.SIGUSR2, resume)
      with open(process + ".new", "w") as file: file.write(str(os.getpid()))
      os.rename(process + ".new", process)
      numbers, paths = {source: 1}, {1: source}
      def attributes(path):
        s = os.lstat(path)
        times = [s.st_atime_ns, s.st_mtime_ns, s.st_ctime_ns]
        return struct.pack("<6Q10I", s.st_ino, s.st_size, s.st_blocks, *[t // 10**9 for t in times],
          *[t % 10**9 for t in times], s.st_mode, s.st_nlink, s.st_uid, s.st_gid, 0, 4096, 0)
      def names(path):
        return [".", ".."] + sorted(os.listdir(path))
      def answer(operation, node, body):
        path = paths.get(node)
        if operation == 26: return struct.pack("<IIIIHHIIHHI7I", 7, 31, 0, 0, 12, 9, 1 << 17, 1, 1, 0, 0, *[0] * 7)
        if operation == 1:
          found = path + "/" + body.rstrip(b"\\0").decode()
          data = attributes(found)
          number = numbers.setdefault(found, len(numbers) + 1)
          paths[number] = found
          return struct.pack("<QQQQII", number, 0, 0, 0, 0, 0) + data
        if operation == 3: return struct.pack("<QII", 0, 0, 0) + attributes(path)
        if operation in (14, 27): return struct.pack("<QII", 0, 0, 0)
        if operation in (18, 25, 29): return b""
        offset, size = struct.unpack("<QI", body[8:20]) if operation in (15, 28) else (0, 0)
        if operation == 15:
          with open(path, "rb") as file: return os.pread(file.fileno(), size, offset)
        if operation == 28:
          data = b""
          for index, name in enumerate(names(path)):
            name = name.encode()
            kind = 4 if name in (b".", b"..") else 8
            entry = struct.pack("<QQII", index + 1, index + 1, len(name), kind) + name
            entry += bytes(-len(entry) % 8)
            if index >= offset and len(data) + len(entry) <= size: data += entry
          return data
        raise OSError(errno.ENOSYS, "")
      while True:
        select.select([fuse], [], [])
        while stopped: select.select([], [], [], 0.01)
        request = os.read(fuse, 1 << 18)
        _, operation, unique, node = struct.unpack("<IIQQ", request[:24])
        if operation in (2, 36, 42): continue
        try: error, data = 0, answer(operation, node, request[40:])
        except OSError as problem: error, data = -(problem.errno or errno.EIO), b""
        os.write(fuse, struct.pack("<IiQ", 16 + len(data), error, unique) + data)
    os.close(fuse)
    while not os.path.exists(process): select.select([], [], [], 0.01)
    os.execvp(command[0], command)
    """
}
