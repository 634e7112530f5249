internal import Glibc

/// The temporary folder of a test process, deleted when the process exits.
///
/// A process that is killed cannot delete its folder. The next process that asks for one does: a folder is
/// locked for as long as its process runs.
package enum TestFolder {
  /// The path of the folder, in `TMPDIR` or `/tmp`.
  package static let path: String = {
    removeAbandoned()
    atexit { TestFolder.remove(TestFolder.path) }
    return makeLocked()
  }()

  private static let prefix = "overscroll-tests-"
  private static let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

  /// Makes an empty folder inside, which may be deleted early, and returns its path.
  package static func make(_ name: String = "test") -> String { makeUnique("\(path)/\(name)-") }

  /// Deletes a folder and everything in it; links are not followed.
  package static func remove(_ path: String) { remove(path, in: AT_FDCWD) }

  /// Deletes a file or folder by its name, which need not be UTF-8, in an open folder.
  private static func remove(_ name: UnsafePointer<CChar>, in folder: Int32) {
    if unlinkat(folder, name, 0) == 0 { return }
    let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    forEachName(in: descriptor) { name, _ in remove(name, in: descriptor) }
    unlinkat(folder, name, AT_REMOVEDIR)
  }

  /// The names in a folder, sorted; none where there is no such folder.
  package static func names(in path: String) -> [String] {
    var names: [String] = []
    forEachName(in: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { _, name in
      names.append(name)
    }
    return names.sorted()
  }

  /// Calls `body` with each name in an open folder, which is closed.
  private static func forEachName(
    in descriptor: Int32, _ body: (UnsafePointer<CChar>, String) -> Void
  ) {
    guard descriptor >= 0, let folder = fdopendir(descriptor) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          let text = String(cString: name)
          if text != ".", text != ".." { body(name, text) }
        }
      }
    }
  }

  private static func makeUnique(_ prefix: String) -> String {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      preconditionFailure("\(prefix)…: \(String(cString: strerror(errno)))")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func makeLocked() -> String {
    while true {
      let path = makeUnique("\(parent)/\(prefix)")
      // The descriptor stays open, and with it the lock, until the process ends.
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // Another process may take the folder for an abandoned one before it is locked.
      if folder >= 0, flock(folder, LOCK_EX) == 0, access(path, F_OK) == 0 { return path }
      if folder >= 0 { close(folder) }
    }
  }

  /// Deletes the folders of processes that have ended without doing so.
  private static func removeAbandoned() {
    forEachName(in: open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { _, name in
      if name.hasPrefix(prefix) { removeIfAbandoned("\(parent)/\(name)") }
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    if flock(folder, LOCK_EX | LOCK_NB) == 0 { remove(path) }
    close(folder)
  }
}
