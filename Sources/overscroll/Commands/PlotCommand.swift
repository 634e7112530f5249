import ArgumentParser
import OverscrollBase
import OverscrollLab
import OverscrollLabPages
import OverscrollShell
import ScrollGeometry

/// `overscroll plot`: curves as a picture, without a display.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draw offset, velocity and zoom scale over time.",
    discussion: """
      The first file is the subject; the others are drawn over it. A take has a row for each refresh, other scripts \
      are simulated at 240 Hz; for a single script, every scroll view that moves is plotted. Without -o the plot is written to standard output as SVG.
      """)

  /// The most files in one plot. [C]
  private static let maximumFiles = 16
  /// The most files of --overlay. [C]
  private static let maximumMembers = 500

  @Argument(help: "Scripts, traces and recordings.", completion: .file())
  var files: [FilePath]

  @Option(name: [.customShort("o"), .long], help: "The file to write: .svg, .png or .pdf.")
  var output: FilePath?

  @Option(
    help: "Lanes, separated by commas: offset, velocity, zoom, law-velocity, finger-velocity.")
  var columns: ChartGroups?

  @Flag(help: "Add a lane with the difference for each further file.")
  var residual = false

  @Flag(help: "Draw all files from their release on, thin, and their median bold.")
  var overlay = false

  @Option(help: "Start time, in seconds.")
  var from: Double?

  @Option(help: "End time, in seconds.")
  var to: Double?

  @Option(help: "Size in points, such as 1200x460.")
  var size: GridSize?

  @Option(help: "Color theme: light or dark.")
  var theme = ThemeName.light

  @Option(help: "How times are matched.")
  var align: Alignment?

  mutating func validate() throws {
    guard !overlay || !residual && align == nil else {
      throw ValidationError("--overlay cannot be combined with --residual or --align.")
    }
    guard from.map(\.isFinite) ?? true, to.map(\.isFinite) ?? true,
      (from ?? -.infinity) < (to ?? .infinity)
    else { throw ValidationError("--from must be earlier than --to.") }
    let times = -LabLimits.time...LabLimits.time
    guard [from, to].allSatisfy({ $0.map(times.contains) ?? true }) else {
      throw ValidationError("--from and --to must be within a million seconds of 0.")
    }
  }

  mutating func run() throws {
    try Failure.refuse([output], over: files)
    Interruption.deleteUnfinishedFiles()
    let most = overlay ? Self.maximumMembers : Self.maximumFiles
    guard files.count <= most else {
      throw Failure(message: "a plot shows at most \(most) files, not \(files.count)")
    }
    if let size = size?.pixels, !size.isDrawable {
      throw Failure(message: "--size: each side must be from 16 to 16384")
    }
    if overlay { return try plotOverlay() }
    let subject = try LabFiles.subject(files[0], columns: Chart.shownColumns)
    var series = files.count == 1 ? subject.movingScrollViews : [subject.series]
    for index in series.indices { series[index].name += subject.plotSuffix }
    var comparisons: [Comparison] = []
    for file in files.dropFirst() {
      let reference = try LabFiles.subject(file, columns: Chart.shownColumns)
      var other = reference.series
      if residual || align != nil {
        let comparison = try compare(subject, with: other)
        other = comparison.alignedReference
        if residual { comparisons.append(comparison) }
      }
      other.name += reference.plotSuffix
      series.append(other)
    }
    let range = (from ?? -.infinity)...(to ?? .infinity)
    guard series.contains(where: { $0.times.contains(where: range.contains) }) else {
      let span = from == nil && to == nil ? "" : " between --from and --to"
      throw Failure(message: "\(files[0]): there are no rows to plot\(span)")
    }
    var chart = Chart(
      series, groups: columns?.groups ?? Chart.Group.usual, residuals: comparisons,
      from: from, to: to,
      title: series.map(\.name).joined(separator: ", "))
    chart.gestures = Measurements(series[0]).gestures
    try ChartFile.write(
      chart, to: output ?? FilePath("-"), size: size?.pixels.size, theme: theme.theme)
  }

  private func plotOverlay() throws {
    var series: [Series] = []
    var suffix = ""
    for file in files {
      let subject = try LabFiles.subject(file, columns: Chart.shownColumns)
      series.append(subject.series)
      if suffix.isEmpty { suffix = subject.plotSuffix }
    }
    var chart = try Failure.describing { () throws(LabError) in
      try Chart.overlay(
        series, groups: columns?.groups ?? Chart.Group.usual, from: from, to: to)
    }
    chart.title += suffix
    try ChartFile.write(
      chart, to: output ?? FilePath("-"), size: size?.pixels.size, theme: theme.theme)
  }

  private func compare(
    _ subject: Subject, with reference: Series
  ) throws(Failure) -> Comparison {
    try Failure.describing { () throws(LabError) in
      try Comparison(subject, with: reference, alignment: align)
    }
  }
}

/// The lanes of a chart, separated by commas.
struct ChartGroups: ExpressibleByArgument {
  var groups: [Chart.Group]

  init?(argument: String) {
    groups = argument.split(separator: ",").compactMap { Chart.Group(rawValue: String($0)) }
    guard !groups.isEmpty, groups.count == argument.split(separator: ",").count else { return nil }
  }
}

/// The colors of a chart.
enum ThemeName: String, ExpressibleByArgument, CaseIterable {
  case light, dark

  var theme: ChartTheme { self == .light ? .light : .dark }
}
