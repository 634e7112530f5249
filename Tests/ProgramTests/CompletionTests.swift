import ArgumentParser
import OverscrollTestRig
import OverscrollTestSources
import Testing

@testable import overscroll

@Suite struct `The completions` {
  private static let commands = Overscroll.configuration.subcommands.map { $0._commandName }

  /// The completions of a shell, as packages install them.
  private static func script(_ shell: String) throws -> String {
    let child = try ChildProcess([
      TextFiles.root + "/Scripts/completions", shell, RunningViewer.path,
    ])
    let text = try child.readToEnd()
    #expect(try child.wait() == 0)
    return text
  }

  /// The long options of a command's help.
  private static func help(_ command: String) throws -> Set<Substring> {
    let help = try RunningViewer.run([command, "--help"]).output
    return Set(help.matches(of: /\n  (?:-\w, )?(--[a-z0-9-]+)/).map(\.1))
  }

  /// The body of a command's function in a script for bash or zsh.
  private static func body(_ command: String, _ script: String) throws -> Substring {
    let start = try #require(script.firstRange(of: "\n_overscroll_\(command)() {\n")).upperBound
    let end = try #require(script[start...].firstRange(of: "\n}\n")).lowerBound
    return script[start..<end]
  }

  @Test func `of bash offer the options that the help lists`() throws {
    let script = try Self.script("bash")
    for command in Self.commands {
      let lists = try Self.body(command, script).matches(of: /_(?:flags|options)=\((.*)\)/)
      let options = lists.flatMap { $0.1.matches(of: /--[a-z0-9-]+/).map(\.output) }
      #expect(Set(options) == (try Self.help(command)), "\(command)")
    }
  }

  @Test func `of zsh offer the options that the help lists`() throws {
    let script = try Self.script("zsh")
    for command in Self.commands {
      let options = try Self.body(command, script).matches(of: /(--[a-z0-9-]+)(?:}')?\[/).map(\.1)
      #expect(Set(options) == (try Self.help(command)), "\(command)")
    }
  }

  @Test func `of fish offer the options that the help lists`() throws {
    let lines = try Self.script("fish").split(separator: "\n")
    for command in Self.commands {
      let own = lines.filter { $0.contains("\"overscroll \(command)\"") }
      let options = own.compactMap { $0.firstMatch(of: /\ -l '([a-z0-9-]+)'/).map { "--" + $0.1 } }
      #expect(Set(options) == Set(try Self.help(command).map(String.init)), "\(command)")
    }
  }

  @Test(arguments: [
    ("sample", "sample.jpg"), ("thum", "thumbnail"), ("view --alo", "--alone"),
    ("--alo", "--alone"), ("sample.jpg --alo", "--alone"), ("sample.jpg view", "viewer.jpg"),
    ("--sort na", "name"), ("info --al", "--all"), ("render sample.jpg -o sampl", "sample.jpg"),
  ])
  func `of bash complete files, commands, and the options of view without its name`(
    line: String, expected: String
  ) throws {
    let words = line.split(separator: " ")
    let script = """
      cd '\(TextFiles.root)/Resources'
      . <(../Scripts/completions bash '\(RunningViewer.path)')
      COMP_LINE='overscroll \(line)'
      COMP_POINT=${#COMP_LINE} COMP_WORDS=($COMP_LINE) COMP_CWORD=\(words.count) COMPREPLY=()
      _overscroll_or_view overscroll "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let child = try ChildProcess(["bash", "-O", "extglob", "-c", script])
    let completed = try child.readToEnd()
    #expect(completed == expected)
  }
}
