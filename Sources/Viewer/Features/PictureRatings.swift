import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell

/// The stars of pictures, which are read from their files and sidecars on another thread.
///
/// The overview asks for those of the pictures that are visible, and a search for stars for all.
final class PictureRatings {
  /// The stars that are known: 0 for none, −1 for a picture that was rejected.
  private var known: [FilePath: Int] = [:]
  /// What is to be read: what is visible comes before what is only searched.
  private var visible: [FilePath] = []
  private var searched: [FilePath] = []
  /// True while pictures are searched by their stars.
  private var isSearching = false
  /// How many were to be read for the search in all, and since when, in seconds.
  private var search = (count: 0, since: 0.0)
  private var job: Job<[FilePath: Int]>?
  private let maker: PictureMaker

  /// The pictures that are read before what is there is shown. [C]
  private static let batch = 64
  /// The niceness of reading, which comes after thumbnails. [C]
  private static let niceness: Int32 = 5

  init(_ maker: PictureMaker) { self.maker = maker }

  /// The stars of a picture; `nil` until they are read.
  func stars(of file: FilePath) -> Int? { known[file] }

  /// Reads the stars of the pictures that are visible now, and no longer those of others.
  func read(visible files: [FilePath]) {
    visible = files.filter { known[$0] == nil }
    begin()
  }

  /// Reads the stars of all pictures for a search.
  func read(searched files: [FilePath]) {
    searched = files.filter { known[$0] == nil }.reversed()
    (search, isSearching) = ((searched.count, maker.time), true)
    begin()
  }

  /// Reads no more for a search.
  func endSearch() { (searched, isSearching) = ([], false) }

  /// Reads the stars of a file again, which may have changed: soon where a search needs them, or else once it is visible.
  func forget(_ file: FilePath) {
    known[file] = nil
    guard isSearching else { return }
    searched.append(file)
    begin()
  }

  /// Notes the stars that a picture was given.
  func note(_ stars: Int, of file: FilePath) { known[file] = stars }

  /// Takes what was read; returns whether there was anything.
  func drain() -> Bool {
    guard let job, let read = job.drain() else { return false }
    self.job = nil
    // What was given meanwhile is newer.
    known.merge(read) { given, _ in given }
    visible.removeAll { known[$0] != nil }
    begin()
    return true
  }

  private func begin() {
    guard job == nil else { return }
    var next = Array(visible.prefix(Self.batch))
    while next.count < Self.batch, let file = searched.popLast() {
      if known[file] == nil { next.append(file) }
    }
    guard let first = next.first else { return }
    let (files, sandbox) = (next, maker.options.limits.sandbox)
    job = Job(niceness: Self.niceness, in: first.folderAsNamed, wake: maker.wake) { isCancelled in
      var read: [FilePath: Int] = [:]
      for file in files where !isCancelled() {
        read[file] = PictureRating.read(of: file) { PictureMetadata(of: file, in: sandbox) } ?? 0
      }
      return read
    }
  }

  /// The reading of all stars for a search, which may take long; `nil` where nothing is searched.
  var work: Work? {
    guard let job, !searched.isEmpty else { return nil }
    let part = max(1 - Double(searched.count) / Double(max(search.count, 1)), 0)
    return Work("Reading the stars", since: search.since, fraction: part, by: job) {
      [weak self] in self?.endSearch()
    }
  }
}
