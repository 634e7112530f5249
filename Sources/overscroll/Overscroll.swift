import ArgumentParser
import Glibc
import OverscrollBase
import OverscrollShell
import OverscrollWindow
import Synchronization

/// The program, whose default command is the viewer.
@main
struct Overscroll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overscroll",
    abstract: "Browse pictures of any size with the exact feel of UIScrollView.",
    discussion: "overscroll help formats [NAME] describes the files of the lab.",
    version: Machine.version,
    groupedSubcommands: [
      CommandGroup(
        name: "View",
        subcommands: [
          ViewCommand.self, GridCommand.self, InfoCommand.self, RenderCommand.self,
          ThumbnailCommand.self, ComparePicturesCommand.self, KeysCommand.self, CacheCommand.self,
        ]),
      CommandGroup(
        name: "Lab",
        subcommands: [
          SceneCommand.self, RecordCommand.self, ReplayCommand.self, SimulateCommand.self,
          CompareCommand.self, StatsCommand.self, PlotCommand.self, ImportCommand.self,
          LawsCommand.self, QACommand.self,
        ]),
    ],
    defaultSubcommand: ViewCommand.self)

  /// Runs the command in the arguments.
  ///
  /// The exit status is 0 on success, 1 where the command failed, with one line on standard error, and 2 for invalid arguments.
  static func main() {
    StandardStreams.reserve()
    // Writing past a limit on the size of files then fails like writing to a full disk, instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    StartupIdentifier.take()
    ViewCommand.program.withLock { $0 = FilePath("/proc/self/exe") }
    do {
      let arguments = RawArguments.all
      var command = try Self.command(in: arguments)
      if let view = command as? ViewCommand { command = OptionsFile.apply(to: view, arguments) }
      // The process that decodes is forked here, where there is a single thread.
      if let decoding = command as? any DecodingCommand {
        if !decoding.noSandbox { try DecodingProcess.start(decoding.limits) }
        // The viewer has something to do meanwhile.
        if !(command is ViewCommand) { try DecodingProcess.confirm() }
      }
      try command.run()
    } catch let failure as Failure {
      end(failure)
    } catch let code as ExitCode {
      Glibc.exit(code.rawValue)
    } catch {
      finish(error)
    }
  }

  /// The command in the program's arguments.
  ///
  /// Its arguments are parsed as its own first: the search for the command collects the options of the default command, too, which
  /// takes 3 ms until the first picture, and 0.15 s in a debug build. What the command refuses, the whole program parses, so that
  /// help and messages are the program's.
  static func command(in arguments: [String]) throws -> any ParsableCommand {
    if arguments.starts(with: ["help", FormatsCommand._commandName]) {
      return try FormatsCommand.parse(Array(arguments.dropFirst(2)))
    }
    let named = configuration.subcommands.first { $0._commandName == arguments.first }
    if arguments.first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-"),
      name != "help", !configuration.subcommands.contains(where: { $0._commandName == name })
    {
      throw ValidationError("There is no command '\(name)'.")
    }
    // Without the viewer's name, that of another command may stand first.
    if arguments.first != "help",
      let command = try? (named ?? ViewCommand.self).parse(
        Array(arguments.dropFirst(named == nil ? 0 : 1)))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  private static func end(_ failure: Failure) -> Never {
    StandardError.report(failure.message)
    Glibc.exit(failure.isMisuse ? 2 : 1)
  }

  /// Prints help, or the error of invalid arguments.
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
