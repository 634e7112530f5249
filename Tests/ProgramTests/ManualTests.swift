import ArgumentParser
import OverscrollBrowser
import OverscrollHost
import OverscrollTestRig

import Testing

@testable import OverscrollShell
@testable import OverscrollViewer
@testable import overscroll

@Suite struct `The manual` {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  private static func text() throws -> String {
    try RunningViewer.text(of: root + "/Resources/overscroll.1").replacing("\\-", with: "-")
      .replacing("\\&", with: "")
  }

  private static func options(_ text: String) -> Set<String> {
    Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
  }

  @Test func `has the options of view that its help has, and no others`() throws {
    let manual = try Self.text()
    let sections = manual.split(separator: ".SS ")
    let own = sections.filter { $0.hasPrefix("Options for view") }.joined()
    let help = try RunningViewer.run(["view", "--help"])
    #expect(help.status == 0)
    let listed = help.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first { $0.hasPrefix("--") } }
    let expected = Self.options(listed.joined(separator: " "))
    #expect(expected.subtracting(Self.options(own)) == ["--version", "--help"])
    #expect(Self.options(own).isSubset(of: expected))
  }

  /// The commands with options of their own.
  private static let commands = [
    "view", "grid", "info", "render", "thumbnail", "keys", "cache", "scene", "record", "replay",
    "simulate", "compare",
    "compare-pictures", "plot", "import", "laws", "qa",
  ]

  @Test(arguments: commands)
  func `is what the help sends readers to: an option takes two lines there at most`(
    command: String
  ) throws {
    let help = try RunningViewer.run([command, "--help"])
    #expect(help.status == 0)
    var lines: [String: Int] = [:]
    var option: String?
    for line in help.output.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.count <= 80 || line.hasPrefix("USAGE: "))
      // A value whose number the parser has taken for its name gets an empty description.
      #expect(line.firstMatch(of: /^ +[a-z-]+ +- *$/) == nil, "\(command): \(line)")
      if let name = line.firstMatch(of: /^  (?:-\w, )?(--?[a-z0-9-]+)/)?.1 {
        option = String(name)
        lines[String(name)] = line.dropFirst(26).isEmpty || !line.hasPrefix("  ") ? 0 : 1
        // A long label has a line of its own.
        if line.dropFirst(2).prefix(24).last.map({ $0 != " " }) == true { lines[String(name)] = 0 }
      } else if line.hasPrefix("                    "), let option {
        lines[option, default: 0] += 1
      } else {
        option = nil
      }
    }
    #expect(lines["--help"] == 1)
    for (option, count) in lines { #expect((1...2).contains(count), "\(command) \(option)") }
  }

  @Test func `has the present names of options and values, and the former ones are still read`()
    throws
  {
    let manual = try Self.text()
    let help = try RunningViewer.run(["view", "--help"]).output
    #expect(help.contains("--transparency") && help.contains("checkerboard"))
    for text in [manual, help] {
      #expect(!text.contains("--beneath") && !text.contains("grey"))
    }
    let former = try ViewCommand.parse(["--beneath", "checks", "--background", "grey"]).options
    #expect(former.pictures.backdrop == Backdrop(background: .gray, transparency: .checkerboard))
    let both = try ViewCommand.parse(["--transparency", "white", "--background", "gray"]).options
    #expect(both.pictures.backdrop == Backdrop(background: .gray, transparency: .white))
    let white = try ViewCommand.parse(["--beneath", "white"]).options
    #expect(white.pictures.backdrop.transparency == .white)
  }

  @Test func `has every key of the viewer`() throws {
    let manual = try Self.text()
    let start = try #require(manual.firstRange(of: ".SH MOUSE"))
    let end = try #require(manual.firstRange(of: ".SS Replays"))
    let keys = manual[start.lowerBound..<end.lowerBound]
    let names = [
      "plus": "+", "equal": "+", "minus": "-", "Next": "Page Down", "Prior": "Page Up",
      "BackSpace": "Backspace", "space": "Space", "Left": "Arrows", "Right": "Arrows",
      "Up": "Arrows", "Down": "Arrows", "question": "?", "less": "<",
      "greater": ">", "period": ".", "comma": ",", "bar": "|", "underscore": "_", "numbersign": "#",
      "button3": "right click", "button8": "back button", "button9": "forward button",
    ]
    for row in KeyMap.table.rows {
      // The keypad and the digits, and Shift and Control with arrows, are described together.
      for binding in row.bindings where !binding.key.hasPrefix("KP_") {
        let isDigit = Int(binding.key) != nil
        guard !isDigit, !row.name.hasPrefix("page-"), !row.name.hasPrefix("edge-") else { continue }
        let name = names[binding.key] ?? binding.key
        let isControl = binding.modifiers.contains(.control)
        let label = isControl && name.count > 1 ? "Ctrl+" + name : binding.description
        let words = isControl && name.count == 1 && names[binding.key] == nil ? label : name
        #expect(keys.contains(words), "\(row.name): \(words)")
      }
    }
  }
}
