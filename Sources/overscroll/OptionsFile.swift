import ArgumentParser
import OverscrollBase
import OverscrollBrowser
import OverscrollDesktop
import OverscrollShell
import OverscrollViewer
import Synchronization

/// The options that the viewer starts with: long options without dashes, one per line.
enum OptionsFile {
  /// Options that make no sense for every start.
  private static let excluded: Set = [
    "help", "version", "no-config", "files-from", "generate-completion-script",
    "start",
  ]

  /// What the window shows about the file; `nil` for nothing.
  static var notice: String? { noted.withLock { $0 } }

  private static let noted = Mutex<String?>(nil)

  private static let unconfined = "no-sandbox: pictures are decoded without a sandbox"

  /// What a text says, by the numbers of the lines, from 1.
  struct Contents {
    var arguments: [String] = []
    /// The last line that names a monitor.
    var monitorLine: Int?
    /// The last line that turns the sandbox off.
    var sandboxLine: Int?
    /// What is wrong with lines, which are left out.
    var problems: [(line: Int, message: String)] = []
  }

  /// Reads a text.
  static func contents(_ text: String) -> Contents {
    var contents = Contents()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in zip(1..., lines) {
      do throws(LineProblem) {
        guard let argument = try argument(line) else { continue }
        let command = try command(argument)
        contents.arguments.append(argument)
        if command.options.monitor != nil { contents.monitorLine = number }
        if command.noSandbox { contents.sandboxLine = number }
      } catch {
        contents.problems.append((number, error.message))
      }
    }
    return contents
  }

  /// Returns the argument of a line: `zoom fill` and `zoom=fill` are `--zoom=fill`; `nil` for a line without an option.
  private static func argument(_ line: Substring) throws(LineProblem) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    guard !first.hasPrefix("-") else { throw LineProblem("options are written without dashes") }
    let name = first.prefix { $0 != "=" }
    guard !excluded.contains(String(name)) else {
      throw LineProblem("\(name) can only be given on the command line")
    }
    guard words.count > 1 else { return "--\(first)" }
    let rest = line[first.endIndex...].drop { $0.isWhitespace }
    let value = rest.prefix(
      upTo: rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.endIndex)
    return first == name ? "--\(name)=\(value)" : "--\(first) \(value)"
  }

  /// The command with nothing but one argument.
  ///
  /// - Throws: What is wrong with the argument; also that its keys file cannot be read, which would end every start.
  private static func command(_ argument: String) throws(LineProblem) -> ViewCommand {
    do {
      let command = try ViewCommand.parse([argument])
      if let keys = command.configurationOptions.keys { _ = try ConfigurationFile.read(keys) }
      return command
    } catch let failure as Failure {
      throw LineProblem(failure.message)
    } catch {
      let message = ViewCommand.message(for: error)
      throw LineProblem(
        String(message.prefix { !$0.isNewline }).replacing("'--", with: "'"))
    }
  }

  /// Returns the viewer's command with the options of the file before those of its own arguments, which win.
  static func apply(to command: ViewCommand, _ arguments: [String]) -> ViewCommand {
    guard !command.configurationOptions.noConfig else { return command }
    let own = Array(
      arguments.first == ViewCommand._commandName ? arguments.dropFirst() : arguments[...])
    let remembered = RememberedView.path.map { RememberedView(at: $0) } ?? RememberedView()
    guard let path = ConfigurationFile.options.path, let text = ConfigurationFile.options.text
    else {
      return apply(remembered, to: command, own)
    }
    let contents = contents(text)
    for (line, message) in contents.problems {
      StandardError.report("\(path):\(line): \(message)")
    }
    if let line = contents.sandboxLine {
      StandardError.report("\(path):\(line): \(unconfined)")
      noted.withLock { $0 = "\(unconfined) (line \(line) of \(path))" }
    }
    guard var merged = try? ViewCommand.parse(contents.arguments + own) else { return command }
    if command.options.monitor == nil, let line = contents.monitorLine {
      merged.options.monitor?.origin = "\(path):\(line)"
    }
    return apply(remembered, to: merged, contents.arguments + own)
  }

  /// Returns the viewer's command with what the last windows remember where its arguments choose nothing else.
  ///
  /// It is not parsed again, which the first picture would wait for; what is damaged is left out.
  static func apply(
    _ view: RememberedView, to command: ViewCommand, _ arguments: [String]
  ) -> ViewCommand {
    let given = Set(arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } })
    /// The value that is remembered of an option, which the arguments may replace.
    func value(_ option: RememberedView.Option) -> String? {
      given.contains("--\(option.rawValue)") ? nil : view[option]
    }
    func number(_ option: RememberedView.Option, in range: ClosedRange<Double>) -> Double? {
      value(option).flatMap { Double($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    var command = command
    if let name = value(.background), let background = Backdrop.Background(argument: name) {
      command.options.background = background
    }
    if let name = value(.transparency), let backdrop = Backdrop.Transparency(argument: name) {
      command.options.transparency = backdrop
    }
    if let names = value(.panels), let panels = PanelNames(argument: names) {
      command.options.panels = panels
    }
    if let name = value(.controls), let controls = ViewerOptions.Controls(rawValue: name) {
      command.options.controls = controls
    }
    if value(.groupByDay) == "" { command.albumOptions.groupByDay = true }
    if let side = number(.thumbnailSize, in: Overview.sides) {
      command.albumOptions.thumbnailSize = side
    }
    if let interval = number(.slideshowInterval, in: PictureWindow.slideshowDurations) {
      command.albumOptions.slideshowInterval = interval
    }
    // An order is chosen as a whole; several files are shown in the order in which they are named.
    if given.isDisjoint(with: ["--sort", "--reverse"]), command.files.count < 2,
      command.albumOptions.filesFrom == nil
    {
      command.albumOptions.sort = view[.sort].flatMap { Album.Sort(rawValue: $0) }
      command.albumOptions.reverse = view[.reverse] == ""
    }
    return command
  }
}

/// The options for the user's own files.
struct ConfigurationOptions: ParsableArguments {
  @Option(help: "Read this keys file instead of the default one.", completion: .file())
  var keys: FilePath?

  @Flag(help: "Ignore the options file and the keys file, and what the last windows remember.")
  var noConfig = false

  /// The keys of the viewer; what is wrong with the file is written to standard error.
  ///
  /// - Throws: An error where a file that was named cannot be read.
  func viewerKeys() throws(Failure) -> ViewerKeys {
    var viewerKeys = ViewerKeys()
    guard let path = keys ?? (noConfig ? nil : ConfigurationFile.keys.path) else {
      return viewerKeys
    }
    guard let text = keys == nil ? ConfigurationFile.keys.text : try ConfigurationFile.read(path)
    else {
      return viewerKeys
    }
    for (line, message) in viewerKeys.read(text, keyName: KeyName.canonical) {
      StandardError.report("\(path):\(line): \(message)")
    }
    return viewerKeys
  }
}

/// A file that the user may have written.
enum ConfigurationFile: String {
  case options
  case keys

  /// Where it is; `nil` without a home.
  var path: FilePath? { UserFolder.configuration.path?.appending(rawValue) }

  /// The text; `nil` where there is no such file, or it cannot be read, which is reported.
  var text: String? {
    guard let path, path.exists else { return nil }
    do throws(Failure) {
      return try Self.read(path)
    } catch {
      StandardError.report(error.message)
      return nil
    }
  }

  /// Reads such a file, without the byte order mark that some editors begin text with.
  static func read(_ path: FilePath) throws(Failure) -> String {
    String(try TextFile.read(path).trimmingPrefix("\u{FEFF}"))
  }
}
