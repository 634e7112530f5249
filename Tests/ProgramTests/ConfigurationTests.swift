import Testing

@testable import overscroll

@Suite struct `The file of options` {
  @Test func `has long options without dashes, one per line`() throws {
    let contents = OptionsFile.contents(
      """
      # how I like it
      fullscreen
        zoom   fill
      background=#102030
      takes /my takes/here
      """)
    #expect(contents.problems.isEmpty && contents.monitorLine == nil)
    #expect(
      contents.arguments == [
        "--fullscreen", "--zoom=fill", "--background=#102030", "--takes=/my takes/here",
      ])
  }

  @Test func `names a monitor in its last such line`() {
    let contents = OptionsFile.contents("monitor 1\nhud\nmonitor=DP-1\n")
    #expect(contents.arguments == ["--monitor=1", "--hud", "--monitor=DP-1"])
    #expect(contents.monitorLine == 3 && contents.problems.isEmpty)
  }

  @Test(arguments: [
    ("--hud", "options are written without dashes"), ("hide", "Unknown option 'hide'"),
    ("help", "help can only be given on the command line"),
    ("start 3", "start can only be given on the command line"),
    ("files-from list", "files-from can only be given on the command line"), ("zoom", "zoom"),
    ("zoom wide", "wide"), ("hud yes", "hud"), ("scale 99", "--scale must be from 0.25 to 16."),
    ("max zoom 8", "max"), ("a.png", "a.png"), ("keys /no/such/keys", "/no/such/keys"),
    ("display-profile /no/such.icc", "/no/such.icc"),
  ])
  func `with a wrong line says what is wrong with it, and the rest holds`(
    line: String, part: String
  ) throws {
    let contents = OptionsFile.contents("hud\n\(line)\nzoom fit\n")
    #expect(contents.arguments == ["--hud", "--zoom=fit"])
    #expect(contents.problems.map(\.line) == [2])
    let message = try #require(contents.problems.first?.message)
    #expect(message.contains(part) && !message.contains("\n"), "\(message)")
  }
}
