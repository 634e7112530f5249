import Glibc
import OverscrollTestSupport
import Testing

@testable import OverscrollBase

@Suite struct `The trash` {
  private let folder = TestFolder.make("trash")
  private var dataHome: FilePath { FilePath(folder + "/data") }
  private static let date = "2026-11-23T15:30:00"

  private func file(_ name: String, _ content: String) throws -> FilePath {
    let path = FilePath("\(folder)/\(name)")
    let writer = try AtomicFileWriter(path)
    try writer.write(content.utf8)
    try writer.commit()
    return path
  }

  private func text(_ path: String) -> String? { TextFiles.textIfPresent("\(folder)/\(path)") }

  @Test func `takes a file with a description of where it was`() throws {
    let file = try file("a b%ü.png", "content")
    let place = try Trash.move(file, dataHome: dataHome, date: Self.date)
    #expect(place.place == dataHome.appending("Trash/files/a b%ü.png"))
    #expect(text("a b%ü.png") == nil)
    #expect(text("data/Trash/files/a b%ü.png") == "content")
    let path = FilePath(folder).absolute?.appending("a b%ü.png")
    let name = try #require(path?.uri.dropFirst(7))
    #expect(name.hasSuffix("/a%20b%25%C3%BC.png"))
    #expect(
      text("data/Trash/info/a b%ü.png.trashinfo")
        == "[Trash Info]\nPath=\(name)\nDeletionDate=\(Self.date)\n")
  }

  @Test func `keeps files of the same name apart`() throws {
    for content in ["one", "two", "three"] {
      _ = try Trash.move(file("p.tar.gz", content), dataHome: dataHome, date: Self.date)
    }
    #expect(text("data/Trash/files/p.tar.gz") == "one")
    #expect(text("data/Trash/files/p.tar.2.gz") == "two")
    #expect(text("data/Trash/files/p.tar.3.gz") == "three")
    // A file without a description is in the way as well.
    _ = try file("data/Trash/files/q", "left over")
    _ = try Trash.move(file("q", "new"), dataHome: dataHome, date: Self.date)
    #expect(text("data/Trash/files/q") == "left over" && text("data/Trash/files/q.2") == "new")
    #expect(text("data/Trash/info/q.trashinfo") == nil)
    #expect(text("data/Trash/info/q.2.trashinfo") != nil)
  }

  @Test func `leaves a file where it is if it has no room`() throws {
    let file = try file("p", "content")
    _ = try self.file("data", "in the way")
    #expect(throws: Trash.Failure.self) {
      try Trash.move(file, dataHome: dataHome, date: Self.date)
    }
    #expect(text("p") == "content" && text("data") == "in the way")
    #expect(throws: Trash.Failure(reason: "it does not exist")) {
      try Trash.move(FilePath(folder + "/none"), dataHome: dataHome, date: Self.date)
    }
  }

  /// What lies in the way of the trash, and the clause that the message has about it.
  static let unsafe: [(String, @Sendable (String) -> Int32)] = [
    ("is a link", { symlink("/tmp", $0) }),
    ("is writable by others", { mkdir($0, 0o700) + chmod($0, 0o720) }),
    ("is not a folder", { mknod($0, S_IFREG | 0o600, 0) }),
  ]

  @Test(arguments: unsafe.indices, ["", "/files", "/info"])
  func `does not take a file where others could exchange it`(way: Int, part: String) throws {
    let file = try file("p", "content")
    let (clause, make) = Self.unsafe[way]
    for folder in ["data", "data/Trash"].prefix(part.isEmpty ? 1 : 2) {
      mkdir("\(self.folder)/\(folder)", 0o700)
    }
    let path = dataHome.appending("Trash").description + part
    #expect(make(path) == 0)
    let failure = #expect(throws: Trash.Failure.self) {
      try Trash.move(file, dataHome: dataHome, date: Self.date)
    }
    #expect(failure?.reason == "\(path) \(clause)")
    #expect(text("p") == "content")
  }

  @Test func `gives a file back to where it was, unless another one is there`() throws {
    let item = try Trash.move(file("a b%ü.png", "content"), dataHome: dataHome, date: Self.date)
    _ = try file("a b%ü.png", "other")
    #expect(throws: Trash.Failure.nameTaken) { try Trash.restore(item) }
    #expect(text("a b%ü.png") == "other" && text("data/Trash/files/a b%ü.png") == "content")
    #expect(text("data/Trash/info/a b%ü.png.trashinfo") != nil)
    #expect(rename(folder + "/a b%ü.png", folder + "/else") == 0)
    try Trash.restore(item)
    #expect(text("a b%ü.png") == "content" && text("data/Trash/files/a b%ü.png") == nil)
    #expect(text("data/Trash/info/a b%ü.png.trashinfo") == nil)
    let gone = Trash.Failure(reason: "it is no longer in the trash")
    #expect(throws: gone) { try Trash.restore(item) }
    // A file of the same name is another one.
    _ = try Trash.move(file("a b%ü.png", "third"), dataHome: dataHome, date: Self.date)
    #expect(throws: gone) { try Trash.restore(item) }
    #expect(text("data/Trash/files/a b%ü.png") == "third")
  }

  @Test func `keeps a file whose folder is gone`() throws {
    _ = mkdir(folder + "/sub", 0o755)
    let item = try Trash.move(file("sub/p", "content"), dataHome: dataHome, date: Self.date)
    #expect(rmdir(folder + "/sub") == 0)
    #expect(throws: Trash.Failure(reason: "its folder is gone")) { try Trash.restore(item) }
    #expect(text("data/Trash/files/p") == "content")
  }

  @Test func `makes its folder one for the user alone`() throws {
    _ = mkdir(folder + "/data", 0o755)
    _ = mkdir(folder + "/data/Trash", 0o755)
    _ = try Trash.move(file("p", "content"), dataHome: dataHome, date: Self.date)
    for path in ["data/Trash", "data/Trash/files", "data/Trash/info"] {
      var status = stat()
      #expect(stat("\(folder)/\(path)", &status) == 0 && status.st_mode & 0o777 == 0o700)
    }
  }
}

/// The trash of another file system, for which only root can mount one.
@Suite(.enabled(if: geteuid() == 0, "only root can mount a file system"))
struct `The trash of another file system` {
  private let folder = TestFolder.make("top")

  private func withMount(
    _ type: String = "tmpfs", _ options: String = "", _ body: (FilePath) throws -> Void
  ) throws {
    try #require(mount("none", folder, type, UInt(MS_NOSUID), options) == 0)
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let file = FilePath(folder).appending("p")
    let writer = try AtomicFileWriter(file)
    try writer.write("content".utf8)
    try writer.commit()
    try body(file)
  }

  private func move(_ file: FilePath) throws(Trash.Failure) -> String {
    try Trash.move(
      file, dataHome: FilePath(TestFolder.make("data")), date: "2026-11-23T15:30:00"
    ).place.description
  }

  @Test func `is at its top, for each user`() throws {
    try withMount { (file) throws in
      #expect(try move(file) == folder + "/.Trash-0/files/p")
      #expect(
        TextFiles.textIfPresent(folder + "/.Trash-0/info/p.trashinfo")?.contains("\nPath=p\n")
          == true)
    }
  }

  @Test func `is shared where no one can exchange what others have in it, else the user's own`()
    throws
  {
    let shared = folder + "/.Trash"
    let ways: [(String, () -> Void)] = [
      ("/.Trash/0", {}),
      ("/.Trash-0", { _ = chmod(shared, 0o777) }),
      ("/.Trash-0", { _ = symlink("/tmp", shared + "/0") }),
      ("/.Trash-0", { _ = mkdir(shared + "/0", 0o700) + chown(shared + "/0", 1, 1) }),
      ("/.Trash-0", { _ = rename(shared, folder + "/else") + symlink("else", shared) }),
    ]
    for (place, prepare) in ways {
      try withMount { (file) throws in
        #expect(mkdir(shared, 0o777) == 0 && chmod(shared, 0o1777) == 0)
        prepare()
        #expect(try move(file) == folder + place + "/files/p")
      }
    }
  }

  @Test func `is refused where another user or a mount is in its place`() throws {
    let own = folder + "/.Trash-0"
    try withMount { (file) throws in
      mkdir(own, 0o700)
      chown(own, 1, 1)
      let failure = #expect(throws: Trash.Failure.self) { try move(file) }
      #expect(failure?.reason == "\(own) belongs to another user")
      chown(own, 0, 0)
      mkdir(own + "/files", 0o700)
      #expect(mount("none", own + "/files", "tmpfs", 0, "mode=700") == 0)
      defer { umount2(own + "/files", Int32(MNT_DETACH)) }
      let other = #expect(throws: Trash.Failure.self) { try move(file) }
      #expect(other?.reason == "\(own)/files is on another device")
      #expect(access(file.description, F_OK) == 0)
    }
  }
}
