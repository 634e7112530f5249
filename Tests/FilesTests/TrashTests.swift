import OverscrollTestFiles
import OverscrollTestSources
import Testing

@testable import OverscrollFiles

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
    #expect(place == dataHome.appending("Trash/files/a b%ü.png"))
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
}
