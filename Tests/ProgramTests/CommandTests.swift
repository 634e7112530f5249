import ArgumentParser
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import overscroll

@Suite struct `The command in the arguments` {
  @Test(arguments: [
    [], ["a.png", "b.png"], ["view", "info"], ["--zoom", "fill", "info"], ["--", "info"],
    ["./grid"],
  ])
  func `is the viewer where no other is named, as the whole program parses it`(
    arguments: [String]
  ) throws {
    let command = try #require(try Overscroll.command(in: arguments) as? ViewCommand)
    let whole = try #require(try Overscroll.parseAsRoot(arguments) as? ViewCommand)
    #expect(command.files == whole.files)
    #expect(command.options.zoom == whole.options.zoom)
    #expect(command.options.fullscreen == whole.options.fullscreen)
  }

  @Test(arguments: [
    ["grid"], ["info", "a.png"], ["help", "view"], ["--help"], ["view", "--help"],
  ])
  func `is the one that stands first, or help`(arguments: [String]) throws {
    let command = try Overscroll.command(in: arguments)
    #expect(type(of: command) == type(of: try Overscroll.parseAsRoot(arguments)))
    #expect(!(command is ViewCommand))
  }

  @Test func `is understood in the actions of the desktop entry`() throws {
    let commands = TextFiles.text("Resources/overscroll.desktop")
      .matches(of: /Exec=(?:sh -c "exec )?overscroll (.*)/).map(\.1)
    #expect(commands.count == 3)
    for command in commands {
      let words = command.split(separator: " ").prefix { !$0.contains("$") && $0 != "%F" }
      #expect(throws: Never.self) { try Overscroll.command(in: words.map(String.init)) }
    }
  }

  @Test func `has no help where there is no such command`() throws {
    let run = try RunningViewer.run(["help", "bogus"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: There is no command 'bogus'.\n"), "\(run.errors)")
    for arguments in [["help"], ["help", "view"], ["help", "formats"], ["help", "keys"]] {
      let run = try RunningViewer.run(arguments)
      #expect(run.status == 0 && run.errors.isEmpty, "\(arguments)")
    }
  }

  @Test(arguments: [
    ["--version"], ["--nonsense"], ["view", "--zoom"], ["-", "-"], ["a.png", "--scale", "0"],
    ["--generate-completion-script", "bash"],
  ])
  func `is refused, or answered, in the words of the whole program`(arguments: [String]) throws {
    func answer(_ parse: ([String]) throws -> some Any) -> String? {
      do {
        _ = try parse(arguments)
        return nil
      } catch {
        return Overscroll.fullMessage(for: error)
      }
    }
    let message = answer { try Overscroll.command(in: $0) as Any }
    #expect(message != nil)
    #expect(message == answer { try Overscroll.parseAsRoot($0) as Any })
  }
}
