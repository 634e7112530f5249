import Glibc
import OverscrollBase
import OverscrollTestSupport
import Testing

@Suite struct `A file that is replaced` {
  private let folder = TestFolder.make()

  private func path(_ name: String) -> FilePath { FilePath(folder).appending(name) }

  private func write(_ text: String, to path: FilePath) throws {
    let file = try AtomicFileWriter(path)
    try file.write(text.utf8)
    try file.commit()
  }

  private func text(_ path: FilePath) -> String? {
    let file = path.withCString { fopen($0, "rb") }
    guard let file else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  private func mode(_ path: FilePath) -> mode_t {
    var status = stat()
    _ = path.withCString { stat($0, &status) }
    return status.st_mode & 0o777
  }

  private func inode(_ path: FilePath) -> ino_t {
    var status = stat()
    _ = path.withCString { lstat($0, &status) }
    return status.st_ino
  }

  /// The names in the folder.
  private var names: [String] { TestFolder.names(in: folder) }

  @Test(arguments: [false, true])
  func `stays where it is no longer the one that was meant`(isUnnamed: Bool) throws {
    try write("old", to: path("a"))
    let file = try AtomicFileWriter(path("a"), isUnnamed: isUnnamed)
    try file.write("new".utf8)
    let replaced = try #require(file.replaced)
    try write("other", to: path("a"))
    #expect(throws: SystemError(ESTALE)) {
      try file.commit { $0?.st_ino == replaced.st_ino }
    }
    #expect(text(path("a")) == "other")
  }

  @Test func `is the old one until the new one is complete`() throws {
    try write("old", to: path("a"))
    let long = String(repeating: "new ", count: 100_000)
    let file = try AtomicFileWriter(path("a"))
    try file.write(long.utf8)
    #expect(text(path("a")) == "old")
    try file.commit()
    #expect(text(path("a")) == long)
    #expect(names == ["a"])
  }

  @Test(arguments: [true, false])
  func `is for the user alone where it is new and private`(isUnnamed: Bool) throws {
    let file = try AtomicFileWriter(path("a"), isPrivate: true, isUnnamed: isUnnamed)
    try file.write("new".utf8)
    try file.commit()
    #expect(mode(path("a")) == 0o600)
    _ = path("a").withCString { chmod($0, 0o640) }
    try AtomicFileWriter(path("a"), isPrivate: true, isUnnamed: isUnnamed).commit()
    #expect(mode(path("a")) == 0o640)
  }

  @Test func `stays, and nothing else does, where the new one is given up`() throws {
    try write("old", to: path("a"))
    try { try AtomicFileWriter(path("a")).write("new".utf8) }()
    #expect(text(path("a")) == "old" && names == ["a"])
  }

  @Test func `is the old one, and alone, where the process discards the new one`() async {
    await #expect(processExitsWith: .success) {
      let folder = TestFolder.make()
      let names = { TestFolder.names(in: folder) }
      let path = FilePath(folder).appending("a")
      let old = try AtomicFileWriter(path, isUnnamed: false)
      try old.write("old".utf8)
      try old.commit()
      let new = try AtomicFileWriter(path, isUnnamed: false)
      try new.write("new".utf8)
      precondition(names().count == 2, "the new file has a name")
      AtomicFileWriter.discardAll()
      precondition(names() == ["a"])
      let error = #expect(throws: SystemError.self) { try new.commit() }
      precondition(error != nil && names() == ["a"])
    }
  }

  @Test func `keeps its rights and its links`() throws {
    try write("old", to: path("a"))
    path("a").withCString { _ = chmod($0, 0o640) }
    path("link").withCString { _ = symlink("a", $0) }
    let (old, link) = (inode(path("a")), inode(path("link")))
    try write("new", to: path("link"))
    #expect(text(path("a")) == "new" && mode(path("a")) == 0o640)
    #expect(inode(path("link")) == link && inode(path("a")) != old)
    path("dangling").withCString { _ = symlink(folder + "/b", $0) }
    try write("more", to: path("dangling"))
    #expect(text(path("b")) == "more" && names == ["a", "b", "dangling", "link"])
  }

  @Test func `may have any name, even one as long as names can be`() throws {
    let name = FilePath(bytes: [UInt8](repeating: 0xE9, count: 255))
    try write("long", to: FilePath(folder).appending(name))
    #expect(text(FilePath(folder).appending(name)) == "long")
  }

  @Test func `is refused where it must not be written`() throws {
    let missing = #expect(throws: SystemError.self) { try AtomicFileWriter(path("none/a")) }
    #expect(missing == SystemError(ENOENT))
    let directory = #expect(throws: SystemError.self) { try AtomicFileWriter(FilePath(folder)) }
    #expect(directory == SystemError(EISDIR))
    path("loop").withCString { _ = symlink("loop", $0) }
    let loop = #expect(throws: SystemError.self) { try AtomicFileWriter(path("loop")) }
    #expect(loop == SystemError(ELOOP))
  }

  @Test func `is a device or a pipe that is written to directly`() throws {
    let full = try AtomicFileWriter(FilePath("/dev/full"))
    try full.write([1])
    #expect(throws: SystemError(ENOSPC)) { try full.commit() }
    path("pipe").withCString { _ = mkfifo($0, 0o600) }
    let reader = path("pipe").withCString { open($0, O_RDONLY | O_NONBLOCK) }
    defer { close(reader) }
    try write("through", to: path("pipe"))
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &buffer, 16) == 7 && names == ["pipe"])
  }

  /// Another user cannot be had without root.
  @Test(.enabled(if: geteuid() == 0, "only root can make files for others"))
  func `is not what others have put into a folder that all can write`() throws {
    mkdir(folder + "/shared", 0o777)
    chmod(folder + "/shared", 0o1777)
    try write("mine", to: path("mine"))
    symlink("../mine", folder + "/shared/link")
    try write("theirs", to: path("shared/file"))
    try write("", to: path("shared/empty"))
    for name in ["link", "file", "empty"] { lchown("\(folder)/shared/\(name)", 1, 1) }
    for name in ["link", "file", "empty"] {
      let path = path("shared/" + name)
      #expect(throws: SystemError(EACCES)) { try write("new", to: path) }
      #expect(throws: SystemError(EACCES)) { try AtomicFileWriter.write([1], to: path) }
    }
    #expect(text(path("mine")) == "mine" && text(path("shared/file")) == "theirs")
    #expect(text(path("shared/empty")) == "")
    // Their owner's own links, and those in other folders, are followed.
    lchown(folder + "/shared/link", 0, 0)
    try write("new", to: path("shared/link"))
    #expect(text(path("mine")) == "new")
    chown(folder + "/shared", 1, 1)
    try write("new", to: path("shared/file"))
    #expect(text(path("shared/file")) == "new")
  }

  @Test func `is a link's target, through folders, too`() throws {
    mkdir(folder + "/real", 0o700)
    symlink("real", folder + "/way")
    symlink("way/a", folder + "/link")
    symlink("real/", folder + "/slash")
    try write("text", to: path("link"))
    #expect(text(path("real/a")) == "text")
    #expect(throws: SystemError(EISDIR)) { try write("text", to: path("slash")) }
    #expect(names == ["link", "real", "slash", "way"])
  }
}
