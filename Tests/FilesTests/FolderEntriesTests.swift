import Glibc
import OverscrollTestFiles
import Testing

@testable import OverscrollFiles

@Suite struct `The entries of a folder` {
  @Test func `are its names as bytes, with their kinds`() throws {
    let folder = FilePath(TestFolder.make())
    let names: [[UInt8]] = [Array("a.png".utf8), [0xFF, 0x0A], Array(".hidden".utf8)]
    for name in names {
      let path = folder.appending(FilePath(bytes: name))
      let descriptor = path.withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
      #expect(descriptor >= 0)
      close(descriptor)
    }
    mkdir(folder.appending("sub").description, 0o700)
    symlink("a.png", folder.appending("link").description)
    mkfifo(folder.appending("pipe").description, 0o600)
    var kinds: [FilePath: FolderEntries.Kind] = [:]
    try FolderEntries.read(folder) { name, kind in
      kinds[name] = kind
      return true
    }
    #expect(Set(kinds.keys.map(\.bytes)).isSuperset(of: names) && kinds.count == 6)
    #expect(kinds[FilePath("a.png")] == .file && kinds[FilePath("sub")] == .folder)
    #expect(kinds[FilePath("link")] == .unknown && kinds[FilePath("pipe")] == .other)
    var count = 0
    try FolderEntries.read(folder) { _, _ in
      count += 1
      return false
    }
    #expect(count == 1)
  }

  @Test func `cannot be read where there is no folder`() {
    #expect(throws: SystemError(ENOENT)) {
      try FolderEntries.read(FilePath("/nowhere")) { _, _ in true }
    }
    #expect(FileStatus(of: FilePath("/nowhere")) == nil)
    #expect(FileStatus(of: FilePath("/"))?.isFolder == true)
  }
}
