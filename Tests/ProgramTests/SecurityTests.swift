import OverscrollTestSources
import Testing

/// SECURITY.md, each sentence of which is shown by tests that `Tests/SecurityClaims.txt` names.
@Suite struct `The page about security` {
  /// The sections that are instructions, or promise nothing.
  private static let exempt: Set = [
    "Security", "Reporting a vulnerability", "What is not protected",
  ]

  private static let page = TextFiles.text("SECURITY.md")

  /// The sentences and the rows of tables, but for those of exempt sections and the headings.
  private static var sentences: [String] {
    var sentences: [String] = []
    var words: [Substring] = []
    func end() {
      if !words.isEmpty { sentences.append(words.joined(separator: " ")) }
      words = []
    }
    var (isExempt, isInTable) = (false, false)
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let (isHeading, isRow) = (line.hasPrefix("#"), line.hasPrefix("|"))
      if line.isEmpty || isHeading || isRow || line.hasPrefix("- ") { end() }
      if isHeading { isExempt = exempt.contains(String(line.drop { "# ".contains($0) })) }
      // The first row has the headings of columns, and the second one is a line.
      if isRow, isInTable, !isExempt, !line.hasPrefix("|-") { sentences.append(String(line)) }
      isInTable = isRow
      if isHeading || isRow || isExempt { continue }
      for word in line.split(separator: " ") where word != "-" {
        words.append(word)
        if word.hasSuffix(".") { end() }
      }
    }
    end()
    return sentences
  }

  /// The lines of the file: a sentence, and after a tab the tests that show it.
  private static var claims: [(sentence: String, tests: [String])] {
    TextFiles.text("Tests/SecurityClaims.txt").split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return (parts[0], parts.dropFirst().joined().split(separator: " | ").map(String.init))
    }
  }

  @Test func `has a test for each sentence`() {
    let claims = Self.claims
    let (claimed, sentences) = (Set(claims.map(\.sentence)), Self.sentences)
    #expect(sentences.count > 50 && claimed.count == claims.count)
    for sentence in sentences { #expect(claimed.contains(sentence), "\(sentence)") }
    for claim in claims {
      #expect(sentences.contains(claim.sentence), "\(claim.sentence)")
      #expect(!claim.tests.isEmpty, "\(claim.sentence)")
    }
  }

  @Test func `names one test by each name`() {
    // By their names, and by those with their suite's.
    var counts: [String: Int] = [:]
    for path in TextFiles.paths(in: "Tests", endingIn: ".swift") {
      var suite = ""
      for match in TextFiles.text(path).matches(of: /(struct|extension|func)\s+`([^`]+)`/) {
        let name = String(match.2)
        if match.1 == "func" {
          counts[name, default: 0] += 1
          counts["\(suite): \(name)", default: 0] += 1
        } else {
          suite = name
        }
      }
    }
    for name in Set(Self.claims.flatMap(\.tests)) { #expect(counts[name] == 1, "\(name)") }
  }

  @Test func `names commands that there are`() {
    let makefile = TextFiles.text("Makefile")
    let names = Self.page.matches(of: /`make ([a-z\-]+)`/).map(\.1)
    #expect(names.count > 3)
    for name in names { #expect(makefile.contains("\n\(name):"), "\(name)") }
  }

  @Test func `names the libraries that pictures reach`() {
    let rows = Self.page.split(separator: "\n").filter { $0.hasPrefix("|") }
    let names = [
      "jpeg": "libjpeg-turbo", "png": "libpng", "tiff": "libtiff", "webp": "libwebp",
      "gif": "giflib", "z": "zlib", "lcms2": "Little CMS", "vips": "libvips",
      "openslide": "OpenSlide", "fontconfig": "fontconfig",
    ]
    func expect(_ libraries: [Substring], from source: String) {
      let row = rows.first { $0.hasPrefix("| \(source)") } ?? ""
      #expect(libraries.count > 2)
      for library in libraries {
        #expect(row.contains(names[String(library)] ?? "a name for \(library)"), "\(library)")
      }
    }
    let module = TextFiles.text("Sources/CCodecs/include/module.modulemap")
    expect(module.matches(of: /link "([^"]+)"/).map(\.1), from: "picture files")
    let target =
      TextFiles.text("Package.swift").split(separator: "name: \"CLoader\"").dropFirst()
      .first?.split(separator: ".target(").first ?? ""
    // gmodule only loads the modules of libvips.
    let loader = target.matches(of: /linkedLibrary\("([^"]+)"\)/).map(\.1)
      .filter { !$0.hasPrefix("gmodule") }
    expect(loader, from: "files of further formats")
  }
}

@Suite struct `The sources of the program` {
  private static var texts: [(path: String, text: String)] {
    [".swift", ".c", ".h"].flatMap { TextFiles.paths(in: "Sources", endingIn: $0) }
      .map { ($0, TextFiles.text($0)) }
  }

  @Test func `have no code for the network`() {
    for (path, text) in Self.texts {
      for name in ["AF_INET", "getaddrinfo", "URLSession"] {
        #expect(!text.contains(name), "\(path): \(name)")
      }
    }
  }

  @Test func `start programs at two places`() {
    let calls = [
      "posix_spawn(", "posix_spawnp(", "execv(", "execve(", "execvp(", "execl(", "execlp(",
      "popen(",
    ]
    let paths = Self.texts.filter { file in calls.contains { file.text.contains($0) } }.map(\.path)
    #expect(
      paths.sorted() == [
        "Sources/CSandbox/program.c", "Sources/Viewer/Keys/ProgramStarter.swift",
      ])
  }
}
