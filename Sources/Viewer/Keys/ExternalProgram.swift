import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// A program that a key starts, with its arguments.
struct ExternalProgram: Hashable, Sendable {
  /// What stands for something of the picture.
  enum Placeholder: Character, CaseIterable {
    case file = "f"
    case marked = "m"
    case x = "x"
    case y = "y"
    case selection = "r"

    /// All of them, as a part of a sentence.
    static let list = """
      %f (the file), %m (the files that are selected or marked, or else this one), %x and %y (the pixel at the pointer), \
      %r (the selection) and %% (a percent sign)
      """
  }

  private enum Part: Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The program and its arguments as they are written in key files.
  let arguments: String
  private let words: [[Part]]

  /// The command with its arguments, as it is written in key files.
  var text: String { "exec \(arguments)" }

  /// True where it is started once for each file: it has a place for one, and none for all.
  var takesOneFile: Bool {
    let places = words.joined()
    return places.contains(.placeholder(.file)) && !places.contains(.placeholder(.marked))
  }

  /// The name of the program.
  var name: String {
    words.first.map { $0.map { if case .text(let text) = $0 { text } else { "" } }.joined() } ?? ""
  }

  /// Parses a program and its arguments: words, in which quotation marks keep spaces together.
  ///
  /// - Throws: What is wrong with them.
  init(parsing text: String) throws(LineProblem) {
    arguments = text
    words = try Self.words(of: text).map { (word) throws(LineProblem) in try Self.parts(of: word) }
    let program = words.first ?? []
    guard !program.contains(where: { if case .placeholder = $0 { true } else { false } }) else {
      throw LineProblem("the program itself cannot have a placeholder")
    }
    guard !name.isEmpty else { throw LineProblem("exec needs a program") }
    guard !words.contains(where: { $0.count > 1 && $0.contains(.placeholder(.marked)) }) else {
      throw LineProblem("%m must be an argument of its own")
    }
    guard !hasFileInCode else {
      throw LineProblem(
        "a file's name in a command would be run with it; write sh -c '… \"$1\"' sh %f")
    }
  }

  /// The shells, whose command may also be a name alone.
  private static let shells: Set = [
    "sh", "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "mksh", "tcsh", "yash", "zsh",
  ]

  /// Whether a word that a shell or another interpreter would run as code has the name of a file in it.
  private var hasFileInCode: Bool {
    var isShell = false
    for (index, word) in words.enumerated() {
      guard case .text(let text)? = word.first else { continue }
      if ["--command=", "--eval="].contains(where: text.hasPrefix), Self.hasFile(word) {
        return true
      }
      guard word.count == 1 else { continue }
      isShell = isShell || Self.shells.contains(FilePath(text).lastComponent.description)
      let isShort =
        text.wholeMatch(of: isShell ? /-[A-Za-z]*c[A-Za-z]*/ : /-[ce]/) != nil
      guard isShort || ["--command", "--eval"].contains(text) else { continue }
      // A shell's command is the first word after all options.
      let rest = words[(index + 1)...]
      let code = isShell ? rest.first { !Self.isOption($0) } : rest.first
      if let code, Self.hasFile(code), isShell || code.count > 1 { return true }
    }
    return false
  }

  private static func hasFile(_ word: [Part]) -> Bool {
    word.contains(.placeholder(.file)) || word.contains(.placeholder(.marked))
  }

  private static func isOption(_ word: [Part]) -> Bool {
    guard case .text(let text)? = word.first else { return false }
    return text.hasPrefix("-") || text.hasPrefix("+")
  }

  /// Splits a line at white space outside of quotation marks, which are removed.
  private static func words(of line: String) throws(LineProblem) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for letter in line {
      if letter == quote {
        quote = nil
      } else if quote == nil, letter == "\"" || letter == "'" {
        quote = letter
        word = word ?? ""
      } else if quote == nil, letter.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    if let quote { throw LineProblem("the closing \(quote) is missing") }
    return words + (word.map { [$0] } ?? [])
  }

  private static func parts(of word: String) throws(LineProblem) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var letters = word.makeIterator()
    while let letter = letters.next() {
      guard letter == "%" else {
        text.append(letter)
        continue
      }
      let next = letters.next()
      if next == "%" {
        text.append("%")
      } else if let next, let placeholder = Placeholder(rawValue: next) {
        if !text.isEmpty { parts.append(.text(text)) }
        parts.append(.placeholder(placeholder))
        text = ""
      } else {
        let name = next.map { "%\($0)" } ?? "%"
        throw LineProblem("no such placeholder: \(name); there are \(Placeholder.list)")
      }
    }
    return text.isEmpty && !parts.isEmpty ? parts : parts + [.text(text)]
  }
}

// MARK: - Arguments

extension ExternalProgram {
  /// What placeholders stand for; `nil` for what there is not.
  struct Values {
    /// The file of the picture, from the root.
    var file: FilePath?
    /// Several files that are selected, or else the marked ones or, without any, that of the picture.
    var marked: [FilePath] = []
    /// The pixel at the pointer.
    var pixel: (x: Int, y: Int)?
    var selection: PixelRect?
  }

  /// Returns the words of the command, the program first.
  ///
  /// - Throws: Why it cannot be started now.
  func command(_ values: Values) throws(LineProblem) -> [[UInt8]] {
    var command: [[UInt8]] = []
    for word in words {
      if word == [.placeholder(.marked)] {
        guard !values.marked.isEmpty else { throw Self.missing(.marked) }
        command += values.marked.map(\.bytes)
        continue
      }
      var bytes: [UInt8] = []
      for part in word {
        switch part {
        case .text(let text): bytes += Array(text.utf8)
        case .placeholder(let placeholder): bytes += try Self.value(of: placeholder, values)
        }
      }
      command.append(bytes)
    }
    return command
  }

  private static func value(
    of placeholder: Placeholder, _ values: Values
  ) throws(LineProblem) -> [UInt8] {
    let text: String? =
      switch placeholder {
      case .file, .marked: nil
      case .x: values.pixel.map { "\($0.x)" }
      case .y: values.pixel.map { "\($0.y)" }
      case .selection: values.selection.map { "\($0.x),\($0.y),\($0.width),\($0.height)" }
      }
    guard
      let bytes = text.map({ Array($0.utf8) }) ?? (placeholder == .file ? values.file?.bytes : nil)
    else { throw missing(placeholder) }
    return bytes
  }

  private static func missing(_ placeholder: Placeholder) -> LineProblem {
    switch placeholder {
    case .file, .marked: LineProblem("This picture isn't stored in a file.")
    case .x, .y: LineProblem("The pointer is not over the picture.")
    case .selection: LineProblem("Nothing is selected; drag with Shift first.")
    }
  }
}

/// Starts programs, without a shell, or by the desktop, and reports those that fail.
struct ProgramStarter {
  private var jobs = Jobs<String?>()
  private var offers = Jobs<Offer>()

  /// The programs that can open a file.
  struct Offer {
    let file: FilePath
    /// `nil` where the user has been asked by the desktop.
    var programs: [DesktopProgram]?
  }

  /// Starts a program, which outlives the viewer.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - name: The name of the program, for messages.
  ///   - wake: Called on another thread once the program has ended.
  mutating func start(
    _ command: [[UInt8]], named name: String, wake: @escaping @Sendable () -> Void
  ) {
    start(all: [command], named: name, wake: wake)
  }

  /// Starts a program several times, each time after it has ended, until it fails.
  mutating func start(
    all commands: [[[UInt8]]], named name: String, wake: @escaping @Sendable () -> Void
  ) {
    jobs.add(
      Job(unavailable: "\(name) cannot be started: the system has no thread left.", wake: wake) {
        _ in
        for command in commands {
          if let problem = Self.run(command, named: name) { return problem }
        }
        return nil
      })
  }

  /// Asks something of the desktop.
  ///
  /// - Parameters:
  ///   - problem: The message where it cannot do that.
  ///   - wake: Called on another thread once it is done.
  ///   - body: Asks; returns whether that is done.
  mutating func ask(
    _ problem: String, wake: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () -> Bool
  ) {
    jobs.add(Job(unavailable: problem, wake: wake) { _ in body() ? nil : problem })
  }

  /// Has the desktop's dialog ask for the program that opens a file; without a dialog, the programs are offered.
  mutating func openWith(
    _ file: FilePath, _ services: any HostServices, wake: @escaping @Sendable () -> Void
  ) {
    offers.add(
      Job(unavailable: Offer(file: file, programs: []), wake: wake) { _ in
        guard !services.openWith(file) else { return Offer(file: file) }
        let types = ImageFormat.mediaTypes(of: file)
        return Offer(file: file, programs: services.programs(for: file, types: types))
      })
  }

  /// Returns the programs that are to be offered.
  mutating func drainOffers() -> [Offer] { offers.drainAll() }

  /// Returns what went wrong with programs that have ended since the last time.
  mutating func drain() -> [String] { jobs.drainAll().compactMap(\.self) }

  /// Runs a program to its end; returns what went wrong.
  static func run(_ command: [[UInt8]], named name: String) -> String? {
    var pid: pid_t = 0
    let status = spawn(command, &pid)
    guard status == 0 else {
      return "\(name) cannot be started: \(SystemError(status).message)."
    }
    var end: Int32 = 0
    while waitpid(pid, &end, 0) < 0, errno == EINTR {}
    let signal = end & 0x7F
    if signal != 0 { return "\(name) was ended by signal \(signal)." }
    let code = end >> 8 & 0xFF
    return code == 0 ? nil : "\(name) has failed with exit status \(code)."
  }

  /// POSIX_SPAWN_SETSID, which Swift does not import: a session of its own, which no terminal ends with the viewer's.
  private static let startsSession: Int32 = 0x80

  private static func spawn(_ command: [[UInt8]], _ pid: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals of a program of its own: the event loop blocks some, and ignores others.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | startsSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = command.map { word in
      FilePath(bytes: word).withCString { strdup($0) }
    }
    defer { words.forEach { free($0) } }
    guard let program = words.first ?? nil else { return ENOMEM }
    return posix_spawnp(&pid, program, &actions, &attributes, words + [nil], environ)
  }
}
