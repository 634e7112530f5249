import Glibc
import OverscrollBase
import OverscrollTestSupport
import Testing

@testable import OverscrollHost

/// Renews a watch once it is outdated, as the program does.
private final class Watcher {
  private var watch: FolderWatch

  init(_ watch: FolderWatch) { self.watch = watch }

  func drain() throws -> [FolderWatch.Change] {
    let changes = watch.drain()
    guard watch.isOutdated else { return changes }
    let old = watch
    watch = try FolderWatch(old.folders, mayBeExchanged: old.mayBeExchanged)
    return changes + watch.changes(since: old)
  }
}

@Suite struct `A watch of folders` {
  private let parent = FilePath(TestFolder.make())

  private func make(_ name: String) -> FilePath {
    let folder = parent.appending(name)
    mkdir(folder.description, 0o700)
    return folder
  }

  private func write(_ file: FilePath) {
    close(file.withCString { open($0, O_CREAT | O_WRONLY, 0o600) })
  }

  private func appeared(_ name: String, in folder: FilePath) -> FolderWatch.Change {
    FolderWatch.Change(folder: folder, name: FilePath(name), kind: .appeared)
  }

  @Test func `reports changes under each name that a folder has`() throws {
    let folder = make("work")
    let link = parent.appending("link")
    symlink("work", link.description)
    let watch = Watcher(try FolderWatch([folder, link]))
    write(folder.appending("a.png"))
    let changes = try watch.drain()
    #expect(changes.contains(appeared("a.png", in: folder)))
    #expect(changes.contains(appeared("a.png", in: link)))
  }

  @Test func `has the path that a file had before, where that is in one of them`() throws {
    let (one, other, unwatched) = (make("one"), make("other"), make("unwatched"))
    for folder in [one, unwatched] { write(folder.appending("a.png")) }
    let watch = Watcher(try FolderWatch([one, other]))
    var origins: [[FilePath?]] = []
    let moves = [
      (one, "a.png", one, "b.png"), (one, "b.png", other, "c.png"),
      (unwatched, "a.png", one, "a.png"),
    ]
    for (from, name, to, new) in moves {
      rename(from.appending(FilePath(name)).description, to.appending(FilePath(new)).description)
      origins.append(try watch.drain().filter { $0.kind == .appeared }.map(\.origin))
    }
    #expect(
      origins == [[one.appending(FilePath("a.png"))], [one.appending(FilePath("b.png"))], [nil]])
  }

  @Test(arguments: [false, true])
  func `continues in a folder that was removed and made again`(isMoved: Bool) throws {
    let folder = make("work")
    let watch = Watcher(try FolderWatch([folder]))
    if isMoved {
      rename(folder.description, parent.appending("old").description)
    } else {
      rmdir(folder.description)
    }
    let lost = FolderWatch.Change(folder: folder, name: nil, kind: .modified)
    #expect(try watch.drain() == [lost])
    _ = make("work")
    #expect(try watch.drain() == [lost])
    write(folder.appending("a.png"))
    #expect(try watch.drain().contains(appeared("a.png", in: folder)))
  }

  @Test func `continues where also the folders above come again`() throws {
    _ = make("one")
    let folder = make("one/two")
    let watch = Watcher(try FolderWatch([folder]))
    rmdir(folder.description)
    rmdir(parent.appending("one").description)
    _ = try watch.drain()
    _ = make("one")
    _ = try watch.drain()
    _ = make("one/two")
    _ = try watch.drain()
    write(folder.appending("a.png"))
    #expect(try watch.drain().contains(appeared("a.png", in: folder)))
  }

  @Test func `follows a link that is exchanged`() throws {
    let (one, two) = (make("one"), make("two"))
    let link = parent.appending("link")
    symlink(one.description, link.description)
    let watch = Watcher(try FolderWatch([link]))
    symlink(two.description, parent.appending("new").description)
    rename(parent.appending("new").description, link.description)
    #expect(try watch.drain() == [FolderWatch.Change(folder: link, name: nil, kind: .modified)])
    write(one.appending("a.png"))
    write(two.appending("b.png"))
    #expect(try watch.drain().filter { $0.kind == .appeared } == [appeared("b.png", in: link)])
  }

  @Test func `expects a folder to be exchanged that another program still uses`() throws {
    let folder = make("work")
    let user = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(user) }
    let watch = Watcher(try FolderWatch([folder], mayBeExchanged: true))
    rmdir(folder.description)
    _ = make("work")
    _ = try watch.drain()
    write(folder.appending("a.png"))
    #expect(try watch.drain().contains(appeared("a.png", in: folder)))
  }
}
