import Dispatch
import OverscrollBase
import OverscrollHost
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import Synchronization
import Testing

@testable import OverscrollLabPages

@Suite struct `The writer of a QA report` {
  private static let plan = """
    {"overscroll_qa":1,"title":"Many"}
    {"id":"a","do":"Look.","expect":"Nothing is wrong."}
    {"id":"b","do":"Look.","expect":"Nothing is wrong."}
    """

  private func report(_ note: String) throws -> QAReportWriter.Report {
    var session = QASession(try QAPlan(parsing: Self.plan, file: "plan.qa"))
    _ = session.judge(.fail, note: note, shown: [], take: nil, date: "2026-11-22T04:00:00")
    return .init(session: session, environment: .object([:]), date: "2026-11-22T05:00:00")
  }

  private func folder() throws -> QAFolder {
    try QAFolder(FilePath(TestFolder.make() + "/r"), resumes: false)
  }

  @Test func `writes the latest report, however many come`() throws {
    let folder = try folder()
    let writer = try QAReportWriter(folder, waker: Waker())
    for index in 0..<50 { writer.write(try report("note \(index)")) }
    writer.finish()
    let text = TextFiles.text("\(folder.path)/report.html")
    #expect(text.contains("“note 49”") && writer.problem == nil)
    // The date is that of the first verdict.
    #expect(text.contains("Begun 2026-11-22 04:00:00 UTC"))
    for name in ["junit.xml", "environment.json"] {
      #expect(!TextFiles.text("\(folder.path)/\(name)").isEmpty, "\(name)")
    }
    writer.write(try report("once more"))
    writer.finish()
    #expect(TextFiles.text("\(folder.path)/report.html").contains("“once more”"))
  }

  @Test func `says why a report cannot be written, until one is`() throws {
    let folder = try folder()
    let writer = try QAReportWriter(folder, waker: Waker())
    // A file stands in the place of the folder, which is made with the first file in it.
    TestFolder.remove(folder.path.description)
    try RunningViewer.write([1], to: folder.path.description)
    writer.write(try report("lost"))
    writer.finish()
    #expect(writer.problem != nil)
    TestFolder.remove(folder.path.description)
    _ = try QAFolder(folder.path, resumes: true)
    writer.write(try report("found"))
    writer.finish()
    #expect(writer.problem == nil)
  }

  @Test func `writes one report at a time, and of those meanwhile only the latest`() throws {
    let (begun, resumed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let notes = Mutex<[String]>([])
    let writer = try QAReportWriter(waker: Waker()) { report in
      let note = report.session.results.values.first?.note ?? ""
      notes.withLock { $0.append(note) }
      begun.signal()
      resumed.wait()
    }
    let reports = try (0..<50).map { try report("note \($0)") }
    writer.write(reports[0])
    begun.wait()
    // The first report is being written, which delays none of these calls.
    for report in reports.dropFirst() { writer.write(report) }
    #expect(notes.withLock(\.self) == ["note 0"])
    resumed.signal()
    begun.wait()
    resumed.signal()
    writer.finish()
    #expect(notes.withLock(\.self) == ["note 0", "note 49"])
  }

  @Test func `waits for nothing where nothing was written`() throws {
    try QAReportWriter(folder(), waker: Waker()).finish()
  }
}
