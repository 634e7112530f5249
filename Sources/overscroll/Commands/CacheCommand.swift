import ArgumentParser
import OverscrollBase
import OverscrollImaging
import OverscrollShell

/// `overscroll cache`: what is kept of pictures on the disk.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Print the size of cached tiles and thumbnails, or delete them.",
    discussion: """
      Tile files let very large pictures reopen quickly, and thumbnails let the overview open quickly. \
      Thumbnails are in the cache shared by all programs of the desktop; only those written by this \
      program are counted and deleted.
      """)

  @Flag(help: "Print the number and the size of the files (the default).")
  var size = false

  @Flag(help: "Delete the files; pictures themselves are never touched.")
  var clear = false

  mutating func validate() throws {
    guard !(size && clear) else { throw ValidationError("--size and --clear cannot be combined.") }
  }

  func run() throws {
    var lines: [String] = []
    if let folder = CacheFolder.standard() {
      let contents = clear ? folder.removeAll() : folder.contents
      lines.append("tile files: \(text(contents)) (\(folder.path))")
    }
    if let cache = ThumbnailCache.standard(program: "\(Self.name)-\(Machine.version)") {
      let contents =
        clear
        ? cache.removeAll(writtenBy: Self.name) : cache.contents(writtenBy: Self.name)
      lines.append("thumbnails: \(text(contents)) (\(cache.path))")
    }
    guard !lines.isEmpty else { throw Failure(message: "there is no cache without a home folder") }
    try StandardOutput.print(lines)
  }

  private static let name = "overscroll"

  private func text(_ contents: CacheContents) -> String {
    let megabytes = NumberText.fixed(Double(contents.byteCount) / 1e6, decimals: 1)
    let files = contents.count == 1 ? "file" : "files"
    return "\(contents.count) \(files)\(clear ? " deleted" : ""), \(megabytes) MB"
  }
}
