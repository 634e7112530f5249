import ArgumentParser
import OverscrollShell
import OverscrollViewer

/// `overscroll keys`: the keys of the viewer, as a file of keys.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Print the keys of the viewer, in the form of the keys file.",
    discussion: """
      A line binds a key to a command: BINDING COMMAND [ARGUMENT]. Lines in $XDG_CONFIG_HOME/overscroll/keys change the \
      keys of every window; keys that it does not list keep their commands. The command exec starts a program, as in \
      "ctrl+e exec gimp %f"; in its arguments there are \(ViewerKeys.placeholders).
      """)

  @OptionGroup var configurationOptions: ConfigurationOptions

  func run() throws {
    try StandardOutput.print(configurationOptions.viewerKeys().lines)
  }
}
