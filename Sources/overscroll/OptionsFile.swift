import ArgumentParser
import OverscrollFiles
import OverscrollShell

/// The options that the viewer starts with: long options without dashes, one per line.
enum OptionsFile {
  /// Options that make no sense for every start.
  private static let excluded: Set = [
    "help", "version", "no-config", "files-from", "generate-completion-script",
    "start",
  ]

  /// The arguments of a text, and what is wrong with it, by the numbers of the lines, from 1.
  static func arguments(
    _ text: String
  ) -> (arguments: [String], problems: [(line: Int, message: String)]) {
    var arguments: [String] = []
    var problems: [(line: Int, message: String)] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      do throws(LineProblem) {
        if let argument = try argument(line) {
          try check(argument)
          arguments.append(argument)
        }
      } catch {
        problems.append((index + 1, error.message))
      }
    }
    return (arguments, problems)
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

  private static func check(_ argument: String) throws(LineProblem) {
    do { _ = try ViewCommand.parse([argument]) } catch {
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
    let (options, problems) = Self.arguments(text)
    for (line, message) in problems { StandardError.report("\(path):\(line): \(message)") }
    return (try? ViewCommand.parse(options + own)) ?? command
  }
}
