import OverscrollBase
import OverscrollShell

/// The folder that pictures were moved or copied to last, which a file remembers from window to window.
struct LastFolder {
  /// The file; `nil` where nothing is remembered.
  private let path: FilePath?
  private var folder: FilePath?
  private var jobs = Jobs<Bool>()

  /// The size of the largest file that is read, in bytes. [C]
  private static let byteLimit = 1 << 14
  /// The longest time for which the file is awaited, in seconds: a disk may not answer. [C]
  private static let readingTime = 0.1

  init(rememberedIn path: FilePath?) { self.path = path }

  /// The folder; `nil` for none yet.
  mutating func find() -> FilePath? {
    guard folder == nil, let path else { return folder }
    let job = Job<FilePath?> { _ in
      let lines = path.beginning(atMost: Self.byteLimit).map(Array.init) ?? []
      return URIList.paths(in: lines).first { $0.isAbsolute }
    }
    if job.wait(atMost: Self.readingTime) { folder = job.drain() ?? nil }
    return folder
  }

  /// Remembers a folder.
  mutating func note(_ folder: FilePath) {
    guard folder != self.folder else { return }
    self.folder = folder
    guard let path else { return }
    jobs.add(
      Job { _ in
        TextFile.remember(folder.uri + "\n", in: path)
        return true
      })
    _ = jobs.drainAll()
  }
}
