import FoundationEssentials
import Glibc
package import OverscrollBase
import OverscrollDrawing
package import OverscrollLab
package import OverscrollShell

/// The folder of a session's report; everything in it is written again after each verdict, so that a crash loses nothing.
package struct QAFolder {
  private static let results = "results.jsonl"

  let path: FilePath

  /// Takes a folder for a session, or opens it to resume the session; it is made with the first file in it.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - resumes: True to resume the session whose results are in it.
  /// - Throws: Where it cannot be made, or is not empty and the session does not go on.
  package init(_ path: FilePath, resumes: Bool) throws(Failure) {
    self.path = path
    let isNew = !path.exists
    try Self.make(path)
    if isNew { _ = path.withCString { rmdir($0) } }
    guard !resumes, !isNew else { return }
    guard Self.isEmpty(path) else {
      throw Failure(message: "\(path)/: is not empty; use --resume to continue")
    }
  }

  /// The session of a plan, with the results that are in the folder.
  package func session(of plan: QAPlan) throws(Failure) -> QASession {
    var session = QASession(plan)
    let file = path.appending(Self.results)
    guard file.exists else { return session }
    let text = try TextFile.read(file)
    try Failure.describing { () throws(LabError) in
      try session.resume(from: text, file: file.name)
    }
    return session
  }

  /// Writes the evidence of a step, in the place of earlier evidence: its take, the curve, and what the window showed.
  func write(_ evidence: QAEvidence, screen: Surface, of step: QAPlan.Step) throws {
    let folder = try folder(of: step)
    let files = takeFiles(in: folder)
    let callbacks = evidence.callbacks.lines.map { $0 + "\n" }.joined()
    try TextFile.write(evidence.take.text, to: files.script, isPrivate: true)
    try TextFile.write(evidence.trace.csv, to: files.trace, isPrivate: true)
    try TextFile.write(callbacks, to: files.callbacks, isPrivate: true)
    try writeCurve(of: evidence.take, evidence.trace, of: step, to: folder)
    try screen.writePNG(to: folder.appending(QAReport.screenName), isPrivate: true)
    try removeVideo(in: folder)
  }

  /// Writes what the user has done at a step, in the place of earlier evidence, and performs it again.
  ///
  /// - Returns: The first frame that a replay shows differently; `nil` for none.
  func write(_ take: Take, screen: Surface, of step: QAPlan.Step) throws -> Int? {
    let folder = try folder(of: step)
    let summary = try takeFiles(in: folder).write(take, .saved, scenes: Scenes.all)
    try writeCurve(of: take.script, take.trace, of: step, to: folder)
    try screen.writePNG(to: folder.appending(QAReport.screenName), isPrivate: true)
    try removeVideo(in: folder)
    return summary.differentFrame
  }

  /// Removes the video of an earlier take.
  private func removeVideo(in folder: FilePath) throws {
    let file = folder.appending(QAReport.videoName)
    guard file.withCString({ unlink($0) }) != 0, errno != ENOENT else { return }
    throw Failure(message: "\(file): cannot be removed: \(SystemError.last.message)")
  }

  /// Writes the videos of steps whose takes have none yet; returns whether there is a new one.
  ///
  /// A report is complete without one that cannot be made.
  private func makeVideos(of ids: [String]) -> Bool {
    ids.count(where: { id in
      let folder = path.appending(id)
      let (file, video) = (takeFiles(in: folder).script, folder.appending(QAReport.videoName))
      guard !video.exists, let text = try? TextFile.read(file),
        let script = try? Script(parsing: text, file: file.name, scenes: Scenes.all),
        let bytes = try? TakeVideo.reportFile(of: script, name: file.name),
        // Meanwhile the step may have another take.
        text == (try? TextFile.read(file))
      else { return false }
      return (try? TextFile.write(bytes, to: video, isPrivate: true)) != nil
    }) > 0
  }

  /// Writes what the window showed at a step where nothing was done, unless there is earlier evidence.
  func write(screen: Surface, of step: QAPlan.Step) throws {
    let file = try folder(of: step).appending(QAReport.screenName)
    if !file.exists { try screen.writePNG(to: file, isPrivate: true) }
  }

  private func folder(of step: QAPlan.Step) throws(Failure) -> FilePath {
    let folder = path.appending(step.id)
    try Self.make(path)
    try Self.make(folder)
    return folder
  }

  private func takeFiles(in folder: FilePath) -> TakeFiles {
    TakeFiles(script: folder.appending("\(QAReport.takeName).script"))
  }

  private func writeCurve(
    of script: Script, _ trace: Trace, of step: QAPlan.Step, to folder: FilePath
  ) throws {
    let series = Series(
      trace.samples, name: step.id, touches: Series.touches(of: script), header: script.header)
    let chart = Chart([series], title: script.tuning.isEmpty ? step.id : "\(step.id) (tuned)")
    try ChartFile.write(chart, to: folder.appending(QAReport.curveName), isPrivate: true)
    try TextFile.write(
      Sparkline(chart).svg, to: folder.appending(QAReport.sparklineName), isPrivate: true)
  }

  /// Writes the results of a session so far.
  func writeResults(of session: QASession) throws(Failure) {
    try Self.make(path)
    try TextFile.write(session.resultsText, to: path.appending(Self.results), isPrivate: true)
  }

  /// Writes the report of a session so far, with the evidence that lies in the folder.
  func writeReport(_ content: QAReportWriter.Report) throws(Failure) {
    try Self.make(path)
    let failed = content.session.orderedResults.filter { $0.verdict == .fail }.map(\.id)
    let report = report(content)
    let page = path.appending("report.html")
    try TextFile.write(report.html, to: page, isPrivate: true)
    try TextFile.write(report.junit, to: path.appending("junit.xml"), isPrivate: true)
    try TextFile.write(
      content.environment.text + "\n", to: path.appending("environment.json"), isPrivate: true)
    // The report is there before the videos, which take some seconds.
    if makeVideos(of: failed) {
      try TextFile.write(self.report(content).html, to: page, isPrivate: true)
    }
  }

  private func report(_ content: QAReportWriter.Report) -> QAReport {
    var evidence: [String: QAReport.Evidence] = [:]
    for result in content.session.orderedResults {
      evidence[result.id] = self.evidence(of: result.id, isWhole: result.verdict == .fail)
    }
    return QAReport(
      content.session, folder: path.description, date: content.session.firstDate ?? content.date,
      environment: content.environment, evidence: evidence)
  }

  /// The evidence of a step as it lies in its folder; what is missing or cannot be read is left out, and but for failures what a
  /// replay of the take shows again: the curve, the screenshot, the trace and the callbacks.
  private func evidence(of id: String, isWhole: Bool) -> QAReport.Evidence {
    let folder = path.appending(id)
    let text = { (name: String) in try? TextFile.read(folder.appending(name)) }
    let takes = (isWhole ? ["script", "trace", "callbacks"] : ["script"]).compactMap { kind in
      let name = "\(QAReport.takeName).\(kind)"
      return text(name).map { (name: name, text: $0) }
    }
    return QAReport.Evidence(
      sparkline: text(QAReport.sparklineName), curve: isWhole ? text(QAReport.curveName) : nil,
      screen: isWhole ? bytes(of: QAReport.screenName, id) : nil,
      video: isWhole ? bytes(of: QAReport.videoName, id) : nil, takes: takes)
  }

  private func bytes(of name: String, _ id: String) -> [UInt8]? {
    let file = path.appending(id).appending(name)
    return (try? Data(contentsOf: URL(filePath: file.description))).map { Array($0) }
  }

  private static func make(_ path: FilePath) throws(Failure) {
    guard path.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw Failure(message: "\(path)/: cannot be created: \(SystemError.last.message)")
    }
    guard FileStatus(of: path)?.isFolder == true else {
      throw Failure(message: "\(path): is not a folder")
    }
  }

  private static func isEmpty(_ path: FilePath) -> Bool {
    (try? FolderEntries.names(in: path))?.isEmpty ?? false
  }
}
