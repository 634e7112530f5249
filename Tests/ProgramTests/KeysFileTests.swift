import OverscrollBase
import OverscrollBrowser
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost
@testable import OverscrollShell
@testable import OverscrollViewer

@Suite struct `A file of keys` {
  private func read(_ text: String) -> (keys: ViewerKeys, problems: [String]) {
    var keys = ViewerKeys()
    let problems = keys.read(text, keyName: KeyName.canonical).map { "\($0.line): \($0.message)" }
    return (keys, problems)
  }

  private func command(_ binding: String, in keys: ViewerKeys) throws -> KeyCommand? {
    keys.table.command(
      for: try KeyBinding(parsing: binding, canonical: KeyName.canonical).event(at: 0))
  }

  @Test func `names every key of the viewer so that it is read as the same key`() throws {
    for binding in KeyMap.table.rows.flatMap(\.bindings) {
      #expect(
        try KeyBinding(parsing: binding.text, canonical: KeyName.canonical) == binding,
        "\(binding.text)")
    }
  }

  /// A key as it is written, the name that events have for it, and its modifiers.
  struct Written: Sendable {
    var text: String
    var key: String
    var modifiers: Input.Modifiers

    init(_ text: String, _ key: String, _ modifiers: Input.Modifiers = []) {
      (self.text, self.key, self.modifiers) = (text, key, modifiers)
    }
  }

  static let written = [
    Written("ctrl+o", "o", .control), Written("Ctrl+O", "o", .control),
    Written("ctrl+shift+o", "O", .control), Written("V", "V"), Written("v", "v"),
    Written("shift+v", "V"), Written("Page_Down", "Next"), Written("f11", "F11"),
    Written("escape", "Escape"), Written("<", "less"), Written("+", "plus"),
    Written("ctrl++", "plus", .control), Written("super+alt+Left", "Left", [.logo, .alt]),
    Written("é", "eacute"), Written("shift+F11", "F11", .shift),
    Written("numbersign", "numbersign"), Written("button8", "button8"),
  ]

  @Test(arguments: written)
  func `has keys as keyboards and X name them`(written: Written) throws {
    let binding = try KeyBinding(parsing: written.text, canonical: KeyName.canonical)
    #expect(binding == KeyBinding(written.key, written.modifiers), "\(written.text)")
  }

  @Test func `leaves the other words for a command whose keys it changes`() throws {
    var keys = ViewerKeys()
    #expect(keys.read("F12 overview\nt none\n") { $0 }.isEmpty)
    let row = try #require(keys.table.rows.first { $0.name == "overview" })
    #expect(row.words == "thumbnails gallery browse back")
    #expect(row.bindings.contains(KeyBinding("F12")) && !row.bindings.contains(KeyBinding("t")))
  }

  @Test func `binds, moves and unbinds keys, and leaves the others`() throws {
    let (keys, problems) = read(
      """
      # my keys

      e next
        ctrl+e   exec gimp  %f
      button9 last
      x none
      """)
    #expect(problems.isEmpty)
    #expect(try command("e", in: keys) == .go(.next))
    #expect(try command("n", in: keys) == .go(.next))
    #expect(try command("button9", in: keys) == .go(.last))
    #expect(try command("x", in: keys) == nil)
    #expect(try command("b", in: keys) == .changeBackground)
    guard case .run(let program) = try command("ctrl+e", in: keys) else {
      Issue.record("no program")
      return
    }
    #expect(program.arguments == "gimp  %f" && program.name == "gimp")
    #expect(keys.groups.last?.title == "Programs" && keys.groups.last?.rows.count == 1)
    // The width of the picture has lost its key, and is still a command of the list.
    #expect(keys.table.rows.first { $0.name == "fit-width" }?.bindings.isEmpty == true)
  }

  /// A line, and what is wrong with it.
  private static let code =
    "a file's name in a command would be run with it; write sh -c '… \"$1\"' sh %f"

  static let wrong = [
    ("e", "a command is missing after e"),
    ("foo next", "no such key: foo"),
    ("hyper+e next", "no such modifier: hyper; modifiers are super, ctrl, alt and shift"),
    ("ctrl+Ctrl+e next", "ctrl is given twice"),
    ("ctrl+ next", "a key is missing after ctrl+"),
    ("alt+shift+ next", "a key is missing after alt+shift+"),
    ("e nxt", "no such command: nxt; overscroll keys lists them"),
    ("e next 5", "next takes no argument"),
    ("button1 next", "button1 cannot be bound; button3 and button8 to button20 can"),
    ("ctrl+button8 next", "mouse buttons cannot be combined with modifiers"),
    ("e exec", "exec needs a program"),
    ("e exec ''", "exec needs a program"),
    (
      "e exec gimp %z",
      "no such placeholder: %z; there are %f (the file), %m (the files that are selected or marked, or else this one), "
        + "%x and %y (the pixel at the pointer), %r (the selection) and %% (a percent sign)"
    ),
    ("e exec gimp %", "no such placeholder: %; there are \(ViewerKeys.placeholders)"),
    ("e exec %f", "the program itself cannot have a placeholder"),
    ("e exec gimp --files=%m", "%m must be an argument of its own"),
    ("e exec sh -c \"gimp %f\"", code), ("e exec /bin/bash -lc 'gimp \"%f\"'", code),
    ("e exec env A=1 dash -e -c %f", code), ("e exec zsh -c %m", code),
    ("e exec sh -ce 'gimp %f'", code), ("e exec bash -c -x +e -- 'gimp %f'", code),
    ("e exec fish --command='gimp %f'", code), ("e exec nice bash --norc -c 'gimp %f'", code),
    ("e exec fish --command 'gimp %f'", code), ("e exec xterm -e \"vi '%f'\"", code),
    ("e exec python3 -c \"print('%f')\"", code),
    ("e exec gimp \"%f", "the closing \" is missing"),
    ("p next\np last", "p is bound in line 2 already"),
  ]

  @Test(arguments: wrong)
  func `with a wrong line says what is wrong with it, and the rest holds`(
    line: String, message: String
  ) throws {
    let (keys, problems) = read("b last\n\(line)\nF10 first\n")
    #expect(problems == ["\(1 + line.split(separator: "\n").count): \(message)"])
    #expect(try command("b", in: keys) == .go(.last))
    #expect(try command("F10", in: keys) == .go(.first))
    #expect(try command("n", in: keys) == .go(.next))
  }

  @Test func `that is printed holds every command, and changes nothing`() throws {
    let custom = "x none\nctrl+e exec sh -c 'echo \"$1\"' sh %f\nF10 next\nn last\n"
    for text in ["", custom] {
      let keys = read(text).keys
      let printed = keys.lines.joined(separator: "\n")
      let (again, problems) = read(printed)
      #expect(problems.isEmpty)
      #expect(again.lines == keys.lines)
      let bindings = KeyMap.table.rows.flatMap(\.bindings) + keys.table.rows.flatMap(\.bindings)
      for binding in bindings {
        let event = binding.event(at: 0)
        #expect(again.table.command(for: event) == keys.table.command(for: event), "\(binding)")
      }
    }
    let words = Set(
      ViewerKeys().lines.compactMap { $0.split(separator: " ").last.map(String.init) })
    for row in KeyMap.table.rows { #expect(words.contains(row.name)) }
  }

  @Test func `is printed by a command, from the usual file or another`() throws {
    let folder = TestFolder.make()
    let environment = ["DISPLAY": "", "XDG_CONFIG_HOME": folder]
    func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
      try RunningViewer.run(["keys"] + arguments, environment: environment)
    }
    let plain = try run()
    #expect(plain.status == 0 && plain.errors.isEmpty)
    #expect(plain.output == ViewerKeys().lines.joined(separator: "\n"))
    try ChildProcess(["mkdir", folder + "/overscroll"]).wait()
    let file = folder + "/overscroll/keys"
    try RunningViewer.write(Array("x none\ny nonsense\n".utf8), to: file)
    let changed = try run()
    #expect(changed.output.hasSuffix("x                 none"))
    #expect(
      changed.errors
        == "overscroll: \(file):2: no such command: nonsense; overscroll keys lists them\n")
    #expect(try run("--no-config").output == plain.output)
    try RunningViewer.write(Array(changed.output.utf8), to: folder + "/k")
    let again = try run("--keys", folder + "/k")
    #expect(again.output == changed.output && again.errors.isEmpty)
    let missing = try run("--keys", folder + "/missing")
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(missing.errors.hasPrefix("overscroll: \(folder)/missing: no such file."))
  }
}

@Suite(.serialized) struct `A file of keys for a window` {
  private let folder = TestFolder.make()

  /// The list of commands over a window.
  private func list(_ arguments: [String]) throws -> Screenshot {
    let viewer = try HeadlessViewer(["grid"] + arguments)
    let before = try viewer.settle()
    try viewer.wait("the list", after: "question") { !$0.isSame(as: before) }
    let list = try viewer.settle()
    #expect(try viewer.readErrors() == "")
    return list
  }

  @Test func `changes nothing where it was printed by the program`() throws {
    let printed = try RunningViewer.run(
      ["keys"], environment: ["DISPLAY": "", "XDG_CONFIG_HOME": folder])
    try #require(printed.status == 0)
    try RunningViewer.write(Array(printed.output.utf8), to: folder + "/k")
    try RunningViewer.write(Array("ctrl+o none\n".utf8), to: folder + "/other")
    let plain = try list([])
    #expect(try list(["--keys", folder + "/k"]).isSame(as: plain))
    #expect(try !list(["--keys", folder + "/other"]).isSame(as: plain))
  }

  @Test func `costs a line for each of its wrong lines, and the rest holds`() throws {
    let wrong = `A file of keys`.wrong.map(\.0).filter { !$0.contains("\n") }
    let file = folder + "/wrong"
    try RunningViewer.write((wrong + ["y quit"]).joined(separator: "\n"), to: file)
    let viewer = try HeadlessViewer(["grid", "--keys", file])
    let lines = try viewer.readErrors().split(separator: "\n")
    #expect(lines.count == wrong.count && wrong.count >= 10)
    for (index, line) in lines.enumerated() {
      #expect(line.hasPrefix("overscroll: \(file):\(index + 1): "))
    }
    try viewer.input.type("y")
    #expect(viewer.hasEnded)
  }
}

@Suite struct `A program that a key starts` {
  private func words(_ text: String, _ values: ExternalProgram.Values) throws -> [String] {
    try ExternalProgram(parsing: text).command(values).map { String(decoding: $0, as: UTF8.self) }
  }

  private var values: ExternalProgram.Values {
    .init(
      file: .init("/a b.png"), marked: [.init("/1"), .init("/2")], pixel: (3, 4),
      selection: PixelRect(x: 5, y: 6, width: 7, height: 8))
  }

  @Test func `gets its words without a shell, and places in them`() throws {
    #expect(
      try words(#"convert  %f[100x%y+%x] -crop '%r $HOME' "" 50%% %m"#, values)
        == ["convert", "/a b.png[100x4+3]", "-crop", "5,6,7,8 $HOME", "", "50%", "/1", "/2"])
  }

  @Test func `may be a shell whose command has the file as an argument`() throws {
    for text in [
      #"sh -c 'gimp "$1"' sh %f"#, #"sh -c 'echo %x "$@"' sh %m"#, "xterm -e vi %f", "feh -c %f",
      "bash -c '%%f'", "bash run.sh %f", "bash -e run.sh -x %f",
    ] {
      #expect(throws: Never.self) { try ExternalProgram(parsing: text) }
    }
  }

  @Test(arguments: [
    ("a %f", "This picture isn't stored in a file."),
    ("a %m", "This picture isn't stored in a file."),
    ("a %y", "The pointer is not over the picture."),
    ("a %r", "Nothing is selected; drag with Shift first."),
  ])
  func `is not started without what it needs`(text: String, message: String) throws {
    let program = try ExternalProgram(parsing: text)
    #expect(throws: LineProblem(message)) { try program.command(.init()) }
  }

  @Test func `is reported where it fails or is missing`() {
    func run(_ words: String...) -> String? {
      ProgramStarter.run(words.map { Array($0.utf8) }, named: words[0])
    }
    #expect(run("true") == nil)
    #expect(run("sh", "-c", "exit 3") == "sh has failed with exit status 3.")
    #expect(run("sh", "-c", "kill -9 $$") == "sh was ended by signal 9.")
    let missing = run("overscroll-no-such-program")
    #expect(missing == "overscroll-no-such-program cannot be started: No such file or directory.")
    // In a session of its own, which outlives the window.
    #expect(run("sh", "-c", "[ $(ps -o sid= -p $$) = $$ ]") == nil)
  }
}
