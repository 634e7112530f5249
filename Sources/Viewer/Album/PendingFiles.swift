import OverscrollShell

/// Files that were handed over and are being read: those of the command line at first, later the latest ones alone.
struct PendingFiles {
  private var job: Job<DroppedFiles.Outcome>?
  /// The files of the command line; `nil` once they are read, or others were handed over.
  private var arguments: FileArguments?

  /// Nothing is read.
  init() {}

  init(_ job: Job<DroppedFiles.Outcome>, of arguments: FileArguments? = nil) {
    (self.job, self.arguments) = (job, arguments)
  }

  /// The name of what the window begins with, until that is read.
  var openingName: String? { arguments?.name }

  /// True if they have been read.
  var isRead: Bool { job?.isDone == true }

  /// Collects the files once they have been read; problems of the command line are reported.
  ///
  /// - Returns: The files; `nil` if there are none yet, or none anymore.
  /// - Throws: An error if they cannot be read at all.
  mutating func drain() throws(Failure) -> DroppedFiles? {
    guard let job, job.isDone else { return nil }
    let arguments = arguments
    self = PendingFiles()
    guard let arguments else { return try job.drain()?.get() }
    let files = try arguments.outcome(of: job)
    files.report()
    return files
  }
}
