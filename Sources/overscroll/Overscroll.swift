import ArgumentParser
import Files
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
    StandardStreams.reserve()
    // Writing past a limit on the size of files then fails like writing to a full disk, instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot(RawArguments.all)
      try command.run()
    } catch let failure as Failure {
      end(failure)
    } catch {
      finish(error)
    }
  }

  private static func end(_ failure: Failure) -> Never {
    StandardError.report(failure.message)
    Glibc.exit(1)
  }

  /// Prints help or what is wrong with the arguments, whichever `error` stands for.
  private static func finish(_ error: any Error) -> Never {
    let message = RawArguments.path(of: fullMessage(for: error)).description
    guard exitCode(for: error).isSuccess else {
      if !message.isEmpty { StandardError.write(message) }
      Glibc.exit(2)
    }
    do throws(Failure) {
      if !message.isEmpty { try StandardOutput.print([message]) }
    } catch {
      end(error)
    }
    Glibc.exit(0)
  }
}

/// Work that failed, and the one sentence that says so.
struct Failure: Error {
  /// File, what is wrong, and what to do, without the program's name.
  var message: String
}
