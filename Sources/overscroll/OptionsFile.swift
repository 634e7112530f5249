import ArgumentParser
import OverscrollBase
import OverscrollShell
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
        if command.sandboxOptions.noSandbox { contents.sandboxLine = number }
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
    guard !command.configurationOptions.noConfig, let path = ConfigurationFile.options.path,
      let text = ConfigurationFile.options.text
    else { return command }
    let own = arguments.first == ViewCommand._commandName ? arguments.dropFirst() : arguments[...]
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
    return merged
  }
}
