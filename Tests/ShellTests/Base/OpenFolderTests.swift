import Glibc
import OverscrollTestSupport
import Testing

@testable import OverscrollBase

@Suite struct `A folder of the user's own` {
  private let folder = TestFolder.make()

  private func refusal(_ path: String, isMade: Bool = true) -> String? {
    do {
      _ = try OpenFolder.own(FilePath(path), isMade: isMade)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `is made with those above it, and may lie behind links of the user's`() {
    #expect(refusal(folder + "/a/b/c") == nil)
    var status = stat()
    #expect(stat(folder + "/a/b/c", &status) == 0 && status.st_mode & 0o777 == 0o700)
    symlink("a", folder + "/link")
    #expect(refusal(folder + "/link/b/c") == nil)
    #expect(refusal(folder + "/link") == "\(folder)/link is a link")
    #expect(refusal(folder + "/none", isMade: false) == "No such file or directory")
  }

  @Test func `is in no folder in which others can exchange it`() {
    mkdir(folder + "/open", 0o777)
    chmod(folder + "/open", 0o777)
    let path = folder + "/open/a"
    #expect(refusal(path) == "\(path) is in a folder that others can write")
    #expect(refusal(path + "/b") == "\(path)/b is in a folder that others can write")
    chmod(folder + "/open", 0o1777)
    #expect(refusal(path + "/b") == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make folders for others"))
  func `is in no folder of another user`() {
    mkdir(folder + "/theirs", 0o755)
    chown(folder + "/theirs", 1, 1)
    #expect(refusal(folder + "/theirs") == "\(folder)/theirs belongs to another user")
    #expect(
      refusal(folder + "/theirs/a") == "\(folder)/theirs/a is in a folder that others can write")
  }
}

@Suite struct `A file with another name` {
  private let folder = TestFolder.make()

  private func path(_ name: String) -> FilePath { FilePath(folder).appending(name) }

  private func make(_ name: String) throws {
    let file = try AtomicFileWriter(path(name))
    try file.write(name.utf8)
    try file.commit()
  }

  @Test func `never takes the place of another one`() throws {
    for name in ["a", "b"] { try make(name) }
    #expect(throws: SystemError(EEXIST)) { try OpenFolder.rename(path("a"), to: FilePath("b")) }
    #expect(symlink("nowhere", folder + "/link") == 0)
    #expect(throws: SystemError(EEXIST)) { try OpenFolder.rename(path("a"), to: FilePath("link")) }
    // A second name of the same file isn't lost either.
    #expect(link(folder + "/a", folder + "/second") == 0)
    #expect(throws: SystemError(EEXIST)) {
      try OpenFolder.rename(path("a"), to: FilePath("second"))
    }
    try OpenFolder.rename(path("a"), to: FilePath(bytes: [0xE9]))
    #expect(TextFiles.text(folder + "/b") == "b" && TextFiles.text(folder + "/second") == "a")
    #expect(TestFolder.names(in: folder).count == 4)
    #expect(throws: SystemError(ENOENT)) { try OpenFolder.rename(path("a"), to: FilePath("c")) }
  }
}

@Suite struct `A folder of the program` {
  @Test func `is below the home folder where its variable has no absolute path`() async {
    await #expect(processExitsWith: .success) {
      setenv("HOME", "/home/me", 1)
      for folder in UserFolder.allCases {
        setenv(folder.rawValue, "relative", 1)
        precondition(folder.path?.description.hasPrefix("/home/me/.") == true)
        setenv(folder.rawValue, "/elsewhere", 1)
        precondition(folder.path == FilePath("/elsewhere/overscroll"))
      }
    }
  }
}
