import ArgumentParser
import Glibc

/// The program: a viewer, and the laboratory beside it.
@main
struct Overscroll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overscroll",
    abstract: "Browse pictures of any size with the exact feel of UIScrollView.",
    version: "0.1.0",
    subcommands: [
      ViewCommand.self, GridCommand.self, SimulateCommand.self, RenderCommand.self,
      InfoCommand.self,
    ],
    defaultSubcommand: ViewCommand.self)

  /// Runs the command that the arguments name.
  ///
  /// Exit status: 0 fine, 1 the work failed and one line on standard error says why, 2 the arguments were wrong.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      StandardError.complain(failure.sentence)
      Glibc.exit(1)
    } catch {
      finish(error)
    }
  }

  /// Prints help or what is wrong with the arguments, whichever `error` stands for.
  private static func finish(_ error: any Error) -> Never {
    let message = fullMessage(for: error)
    let code = exitCode(for: error)
    if code.isSuccess {
      if !message.isEmpty { print(message) }
      Glibc.exit(0)
    }
    if !message.isEmpty { StandardError.write(message) }
    Glibc.exit(2)
  }
}

/// Work that failed, and the one sentence that says so.
struct Failure: Error {
  /// File, what is wrong, and what to do, without the program's name.
  var sentence: String
}

/// The standard error stream.
enum StandardError {
  /// Writes `text` and ends its last line.
  static func write(_ text: String) {
    TextFile.write(text + "\n", to: STDERR_FILENO)
  }

  /// Writes the program's name and a sentence on one line, even if a file's name has several.
  static func complain(_ sentence: String) {
    let line = sentence.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    write("overscroll: \(String(line))")
  }
}
