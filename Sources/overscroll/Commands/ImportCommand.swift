import ArgumentParser
import OverscrollBase
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// `overscroll import`: the touches of a recording as a script.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Turn the touches of a recording into a script.",
    discussion: """
      All touch times are shifted by the same amount, so that the first release falls on the nearest multiple of \
      a frame. Touches are assumed to arrive with frames: each is stamped one frame before it takes effect. If the \
      recording has "# delivery: between", touches are assumed to arrive between frames, and keep their times.

      The offset before the first touch is the last sample before it. Without one, it is inferred from the first \
      sample after the touch.
      """)

  @Argument(help: "A recording made on another device.", completion: .file())
  var recording: FilePath

  @Option(name: [.customShort("o"), .long], help: "The script to write.")
  var output: FilePath

  @OptionGroup var table: TableOptions

  mutating func run() throws {
    try Failure.refuse([output], over: [recording])
    Interruption.deleteUnfinishedFiles()
    let series = try LabFiles.series(recording, known: table.form)
    let script = try Failure.describing { () throws(LabError) in try series.script() }
    try TextFile.write(script.text, to: output)
    if let reading = LabFiles.reading(of: series) { try StandardOutput.print([reading]) }
  }
}
