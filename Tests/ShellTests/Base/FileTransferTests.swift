import CLinux
import Glibc
import OverscrollTestSupport
import Testing

@testable import OverscrollBase

@Suite struct `A file that is moved or copied to another folder` {
  private let folder = TestFolder.make("transfer")
  private let target = TestFolder.make("target")
  /// A folder on another file system; `nil` where there is none.
  private let elsewhere: TestVolume?

  init() { elsewhere = TestVolume(besides: folder) }

  private func write(_ content: String, to path: String) throws -> FilePath {
    let writer = try AtomicFileWriter(FilePath(path))
    try writer.write(content.utf8)
    try writer.commit()
    return FilePath(path)
  }

  private func file(_ name: String, _ content: String = "content") throws -> FilePath {
    try write(content, to: "\(folder)/\(name)")
  }

  private func entry(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private func attribute(_ path: String) -> String? {
    var value = [UInt8](repeating: 0, count: 64)
    let count = getxattr(path, "user.origin", &value, value.count)
    return count < 0 ? nil : String(decoding: value.prefix(count), as: UTF8.self)
  }

  @Test(arguments: [FileTransfer.Kind.move, .copy], [false, true])
  func `keeps its content, mode, times and attributes`(
    kind: FileTransfer.Kind, isElsewhere: Bool
  ) throws {
    guard let target = isElsewhere ? elsewhere?.path : self.target else { return }
    let source = try file("a.png")
    let (old, new) = ("\(folder)/a.png", "\(target)/a.png")
    let hasAttributes = setxattr(old, "user.origin", "here", 4, 0) == 0
    chmod(old, 0o640)
    let times = [timespec(tv_sec: 1000, tv_nsec: 5), timespec(tv_sec: 2000, tv_nsec: 7)]
    #expect(utimensat(AT_FDCWD, old, times, 0) == 0)
    let item = try FileTransfer.perform(kind, source, to: FilePath(target))
    #expect(TextFiles.textIfPresent(new) == "content")
    #expect((TextFiles.textIfPresent(old) == nil) == (kind == .move))
    let status = try #require(entry(new))
    #expect(status.st_mode & 0o777 == 0o640)
    #expect((status.st_mtim.tv_sec, status.st_mtim.tv_nsec) == (2000, 7))
    if hasAttributes, !isElsewhere { #expect(attribute(new) == "here") }
    #expect(TestFolder.names(in: target) == ["a.png"])
    #expect(item.isUnchanged)
    guard kind == .move else { return }
    try FileTransfer.takeBack(item)
    #expect(TextFiles.textIfPresent(old) == "content" && TestFolder.names(in: target).isEmpty)
  }

  @Test(arguments: [FileTransfer.Kind.move, .copy], [false, true])
  func `never replaces another one, nor do its sidecars`(
    kind: FileTransfer.Kind, isElsewhere: Bool
  ) throws {
    guard let target = isElsewhere ? elsewhere?.path : self.target else { return }
    let source = try file("a.png", "new")
    _ = try write("old", to: "\(target)/a.png")
    let reason = "the folder has a file of this name already"
    #expect(throws: FileTransfer.Failure(reason: reason)) {
      try FileTransfer.perform(kind, source, to: FilePath(target))
    }
    #expect(TextFiles.textIfPresent("\(target)/a.png") == "old")
    #expect(TextFiles.textIfPresent("\(folder)/a.png") == "new")
    // A link without a target is something, too.
    #expect(unlink("\(target)/a.png") == 0 && symlink("gone", "\(target)/a.png") == 0)
    #expect(throws: FileTransfer.Failure.self) {
      try FileTransfer.perform(kind, source, to: FilePath(target))
    }
    #expect(unlink("\(target)/a.png") == 0)
    _ = try file("a.png.xmp", "new")
    _ = try write("old", to: "\(target)/a.png.xmp")
    #expect(throws: FileTransfer.Failure.self) {
      try FileTransfer.perform(kind, source, to: FilePath(target))
    }
    #expect(TestFolder.names(in: target) == ["a.png.xmp"])
    #expect(TestFolder.names(in: folder) == ["a.png", "a.png.xmp"])
  }

  @Test(arguments: [false, true])
  func `takes its sidecars along, but for one of another picture`(isElsewhere: Bool) throws {
    guard let target = isElsewhere ? elsewhere?.path : self.target else { return }
    let source = try file("a.jpg")
    for name in ["a.jpg.xmp", "a.xmp", "a.raw", "b.xmp"] { _ = try file(name, name) }
    let item = try FileTransfer.perform(.move, source, to: FilePath(target))
    #expect(TestFolder.names(in: target) == ["a.jpg", "a.jpg.xmp", "a.xmp"])
    #expect(TestFolder.names(in: folder) == ["a.raw", "a.xmp", "b.xmp"])
    try FileTransfer.takeBack(item)
    #expect(TestFolder.names(in: target).isEmpty)
    #expect(
      TestFolder.names(in: folder) == ["a.jpg", "a.jpg.xmp", "a.raw", "a.xmp", "b.xmp"])
  }

  @Test func `takes its sidecars along to another name`() throws {
    let source = try file("a.jpg")
    for name in ["a.jpg.xmp", "a.xmp", "c.png.xmp"] { _ = try file(name, name) }
    try FileTransfer.rename(source, to: FilePath("b.png"))
    #expect(TestFolder.names(in: folder) == ["b.png", "b.png.xmp", "b.xmp", "c.png.xmp"])
    #expect(TextFiles.textIfPresent("\(folder)/b.xmp") == "a.xmp")
    #expect(throws: SystemError(EEXIST)) {
      try FileTransfer.rename(FilePath("\(folder)/b.png"), to: FilePath("c.png"))
    }
    #expect(TestFolder.names(in: folder) == ["b.png", "b.png.xmp", "b.xmp", "c.png.xmp"])
    // One that another picture has, too, stays, and is copied.
    _ = try file("b.raw")
    let names = ["b.png", "b.png.xmp", "b.raw", "b.xmp", "c.png.xmp"]
    let (b, d) = (FilePath("\(folder)/b.png"), FilePath("\(folder)/d.png"))
    let copies = try FileTransfer.rename(b, to: FilePath("d.png"))
    #expect(
      TestFolder.names(in: folder)
        == ["b.raw", "b.xmp", "c.png.xmp", "d.png", "d.png.xmp", "d.xmp"])
    #expect(TextFiles.textIfPresent("\(folder)/d.xmp") == "a.xmp")
    // The way back takes the copy, unless it has changed.
    try FileTransfer.rename(d, to: FilePath("b.png"), takingBack: copies)
    #expect(TestFolder.names(in: folder) == names)
    let others = try FileTransfer.rename(b, to: FilePath("d.png"))
    _ = try file("d.xmp", "changed")
    #expect(throws: SystemError(EEXIST)) {
      try FileTransfer.rename(d, to: FilePath("b.png"), takingBack: others)
    }
    #expect(TextFiles.textIfPresent("\(folder)/d.xmp") == "changed")
  }

  @Test func `stays where it is if the way is stopped, or it is no file`() throws {
    guard let elsewhere else { return }
    let source = try file("a.png")
    #expect(throws: FileTransfer.Failure(reason: "it was stopped")) {
      try FileTransfer.perform(.move, source, to: FilePath(elsewhere.path)) { false }
    }
    #expect(TestFolder.names(in: elsewhere.path).isEmpty)
    #expect(TextFiles.textIfPresent("\(folder)/a.png") == "content")
    mkdir("\(folder)/b.png", 0o700)
    #expect(throws: FileTransfer.Failure(reason: "it is no regular file")) {
      try FileTransfer.perform(.move, FilePath("\(folder)/b.png"), to: FilePath(elsewhere.path))
    }
    #expect(symlink("a.png", "\(folder)/c.png") == 0)
    #expect(throws: FileTransfer.Failure.self) {
      try FileTransfer.perform(.move, FilePath("\(folder)/c.png"), to: FilePath(target))
    }
    // What is copied of a link is the file.
    _ = try FileTransfer.perform(.copy, FilePath("\(folder)/c.png"), to: FilePath(target))
    #expect(entry("\(target)/c.png").map { $0.st_mode & S_IFMT } == S_IFREG)
  }

  @Test func `is not read through a link that is moved to another file system`() throws {
    guard let elsewhere else { return }
    let source = try file("a.png")
    let link = "\(folder)/c.png"
    #expect(symlink(source.description, link) == 0)
    var isRead = false
    #expect(throws: FileTransfer.Failure.self) {
      try FileTransfer.perform(.move, FilePath(link), to: FilePath(elsewhere.path)) {
        isRead = true
        return true
      }
    }
    #expect(!isRead)
    #expect(entry(link).map { $0.st_mode & S_IFMT } == S_IFLNK)
    #expect(TestFolder.names(in: elsewhere.path).isEmpty)
  }

  @Test func `is kept where it was written to while it was copied`() throws {
    guard let elsewhere else { return }
    let source = try file("a.png")
    var isFirst = true
    #expect(throws: FileTransfer.Failure(reason: "it is being changed")) {
      try FileTransfer.perform(.move, source, to: FilePath(elsewhere.path)) {
        if isFirst, let file = fopen("\(folder)/a.png", "a") {
          fputs(" and more", file)
          fclose(file)
        }
        isFirst = false
        return true
      }
    }
    #expect(TextFiles.textIfPresent("\(folder)/a.png") == "content and more")
    #expect(TestFolder.names(in: elsewhere.path).isEmpty)
  }

  @Test func `is not taken back once it is another one`() throws {
    let item = try FileTransfer.perform(.move, file("a.png"), to: FilePath(target))
    #expect(unlink("\(target)/a.png") == 0)
    _ = try write("another one", to: "\(target)/a.png")
    #expect(throws: FileTransfer.Failure(reason: "it has changed since")) {
      try FileTransfer.takeBack(item)
    }
    #expect(TestFolder.names(in: target) == ["a.png"] && !item.isUnchanged)
  }
}

/// A folder on another file system than one of the tests' own, which is deleted with it.
private final class TestVolume {
  let path: String

  init?(besides folder: String) {
    var name = Array("/dev/shm/overscroll-test-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { return nil }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var (own, other) = (stat(), stat())
    guard stat(path, &own) == 0, stat(folder, &other) == 0, own.st_dev != other.st_dev else {
      rmdir(path)
      return nil
    }
  }

  deinit {
    for name in TestFolder.names(in: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
