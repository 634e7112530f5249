package import OverscrollBase
package import OverscrollBrowser
import OverscrollHost
package import OverscrollImaging
import OverscrollShell

/// The files and folders that the command line names.
///
/// They are read on a thread of their own, standard input among them: the window appears although a disk or a pipe takes long.
package struct FileArguments: Sendable {
  package var paths: [FilePath]
  /// How many of the first paths may be `-`, for standard input; the rest are from a list.
  package var inputCount: Int
  package var sort = Album.Sort.given
  package var isReversed = false
  package var isRecursive = false
  /// The picture to start with: a number from 1, or the beginning of a name; `nil` for the first.
  package var start: String?
  /// The page of the first picture, from 0.
  package var page = 0
  /// True if the rest of a single file's folder is left out.
  package var isAlone = false
  /// True if no one sees what the program writes, as one that was started from a desktop: a page explains why a lone file cannot be
  /// shown.
  package var showsProblem = false
  /// The folder for standard input that is too large for memory; `nil` for none.
  package var cache: CacheFolder?

  package init(_ paths: [FilePath], inputCount: Int) {
    (self.paths, self.inputCount) = (paths, inputCount)
  }

  /// The first of them.
  var firstPath: FilePath { paths.first ?? FilePath("") }

  /// What is called by the window's title until the first picture is opened.
  package var name: String {
    firstPath == StandardInput.argument
      ? StandardInput.name : firstPath.lastComponent.description.isolated
  }

  /// Begins to read them.
  func job(limits: ImageLimits, wake: @escaping @Sendable () -> Void) -> Job<DroppedFiles.Outcome> {
    Job(wake: wake) { _ in Result { () throws(Failure) in try self.read(limits: limits) } }
  }

  private func read(limits: ImageLimits) throws(Failure) -> DroppedFiles {
    var paths = paths
    let input = try StandardInput.replacing(in: &paths, inputCount, cache)
    var arguments = AlbumArguments(
      paths, sort: sort, isReversed: isReversed, isRecursive: isRecursive)
    arguments.standardInput = input
    if let start, !arguments.album.isEmpty { try arguments.start(at: start) }
    var files = DroppedFiles(
      arguments, page: FilePage(index: page), isAlone: isAlone || input != nil, limits: limits)
    files.isFromCommand = true
    return files
  }

  /// Collects the files that were read.
  ///
  /// - Parameter job: The reading of them, which has ended.
  /// - Returns: The files, and the first picture among them.
  /// - Throws: An error if there is nothing to show, not even a page that explains why a file cannot be.
  func outcome(of job: Job<DroppedFiles.Outcome>) throws(Failure) -> DroppedFiles {
    guard let files = try job.drain()?.get() else { throw Failure(message: "no file given") }
    let explains = files.arguments.folder != nil || showsProblem && files.isSingleFile
    let isPage = explains && files.arguments.problem != nil
    if files.first == nil, !isPage { try files.reportProblem() }
    return files
  }
}

extension DroppedFiles {
  /// Writes to standard error what cannot be shown.
  func report() { arguments.report.forEach(StandardError.report) }

  /// Writes to standard error what cannot be shown, and throws the last message if that is everything.
  func reportProblem() throws(Failure) {
    guard first == nil else { return report() }
    arguments.report.dropLast().forEach(StandardError.report)
    throw Failure(message: arguments.report.last ?? "no file given")
  }
}
