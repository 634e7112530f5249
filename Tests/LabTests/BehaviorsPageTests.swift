import Glibc
import OverscrollLab
import OverscrollScenes
import OverscrollStage
import OverscrollTestSources
import Testing

/// The behaviors that tests, scenes and plans name, and the page that is made of them.
///
/// `RECORD=1` with this suite writes the page again, to be read before it is committed.
@Suite struct `The page of behaviors` {
  private static let path = "Sources/ScrollEngine/ScrollEngine.docc/Articles/Behaviors.md"

  /// The articles whose statements the behaviors are, in the order of their numbers.
  private static let articles = [
    "*UIScrollView*: a reference of its properties and of the delegate (in Chinese; author unknown).",
    "*iOS开发学习笔记-UIScrollView的用法* (“iOS notes: using UIScrollView”), Jianshu; author unknown.",
    "An article on the order of UIScrollViewDelegate's methods (in Chinese; title and author unknown).",
    "Morris_, *UIScrollView实现原理* (“How UIScrollView works”), CSDN.",
    "*UIScrollView原理* (“The principles of UIScrollView”): notes on the delivery of touches; author unknown.",
  ]

  /// The ids in the order of their first number, each with the indexes of its articles from 1.
  private static let behaviors: [(id: String, articles: [Int])] = {
    var all: [(id: String, articles: [Int])] = []
    for line in TextFiles.text("Tests/Behaviours.tsv").split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 2 else { continue }
      let article = fields[0].hasPrefix("S") ? fields[0].dropFirst().first?.wholeNumberValue : nil
      let number = article.map { [$0 + 1] } ?? []
      if let index = all.firstIndex(where: { $0.id == fields[1] }) {
        all[index].articles += number.filter { !all[index].articles.contains($0) }
      } else {
        all.append((fields[1], number))
      }
    }
    return all
  }()

  /// The test files by the ids that their functions name.
  private static let tests: [String: [String]] = {
    let ids = Set(behaviors.map(\.id))
    var found: [String: [String]] = [:]
    for path in TextFiles.paths(in: "Tests", endingIn: ".swift") {
      let file = String(path.split(separator: "/").last?.dropLast(6) ?? "")
      for line in TextFiles.text(path).split(separator: "\n") {
        let quoted = line.split(separator: "`", omittingEmptySubsequences: false)
        guard quoted.count == 3, !line.contains("//") else { continue }
        for word in quoted[1].split(separator: " ").map(String.init) where ids.contains(word) {
          if found[word]?.last != file { found[word, default: []].append(file) }
        }
      }
    }
    return found
  }()

  private static let scenes = Scenes.all.cards
  private static let steps = QAPlan.builtInNames.compactMap { QAPlan(named: $0) }.flatMap(\.steps)

  /// The steps of the built-in plans for a behavior: of its id, or of its id and a case.
  private static func steps(of id: String) -> [String] {
    steps.map(\.id).filter { $0 == id || $0.hasPrefix(id + ".") }
  }

  /// The documentation page of a scene: `SceneGridEqual` of `grid-equal`.
  private static func page(_ scene: String) -> String {
    "Scene"
      + scene.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static var text: String {
    var lines = [
      "# Behaviors", "",
      "What UIScrollView does, in one sentence each, with the tests, scenes and QA steps that show it.",
      "", "## Overview", "",
      "Tests, scenes and plans name behaviors by these ids: test names begin with them, "
        + "`overscroll scene --list` prints them,",
      "and the steps of `overscroll qa --list` are named by an id, or by an id and a case. "
        + "A test compares this page with all three.", "",
      "The behaviors come from five articles:", "",
    ]
    lines += articles.enumerated().map { "\($0.offset + 1). \($0.element)" }
    lines += [
      "",
      "Where an article and a later source disagree, the article is followed, and the page of the behavior says so.",
      "The behaviors of the program itself have no article.",
    ]
    var area: Substring?
    for behavior in behaviors.sorted(by: { order($0.id) < order($1.id) }) {
      let name = behavior.id.prefix { $0 != "." }
      if name != area {
        area = name
        lines += [
          "", "### \(name.prefix(1).uppercased() + name.dropFirst())", "",
          "| id | behavior | article | tests | scenes | QA steps |", "|---|---|---|---|---|---|",
        ]
      }
      let cells = [
        "`\(behavior.id)`", BehaviorSentences.all[behavior.id] ?? "",
        behavior.articles.map(String.init).joined(separator: ", "),
        (tests[behavior.id] ?? []).map { "`\($0)`" }.joined(separator: ", "),
        scenes.filter { $0.ids.contains(behavior.id) }.map { "<doc:\(page($0.name))>" }
          .joined(separator: ", "),
        steps(of: behavior.id).map { "`\($0)`" }.joined(separator: ", "),
      ].map { $0.isEmpty ? "–" : $0 }
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Areas in the order of their first behavior, and behaviors in theirs.
  private static func order(_ id: String) -> Int {
    let area = id.prefix { $0 != "." } + "."
    let first = behaviors.firstIndex { $0.id.hasPrefix(area) } ?? 0
    let own = behaviors.firstIndex { $0.id == id } ?? 0
    return first * behaviors.count + own
  }

  @Test func `is made from the tests, the scenes and the plans`() throws {
    if getenv("RECORD") != nil, let file = fopen("\(TextFiles.root)/\(Self.path)", "w") {
      fputs(Self.text, file)
      fclose(file)
    }
    let written = TextFiles.text(Self.path).split(separator: "\n", omittingEmptySubsequences: false)
    let expected = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, other) in zip(written, expected) where line != other {
      Issue.record("\(Self.path): \(line)\nexpected: \(other)")
    }
    #expect(written.count == expected.count, "\(Self.path); RECORD=1 writes it again")
  }

  @Test func `has a sentence and a test for each behavior, and no others`() {
    let ids = Self.behaviors.map(\.id)
    #expect(ids.count > 60)
    #expect(Set(ids) == Set(BehaviorSentences.all.keys))
    for id in ids {
      #expect(Self.tests[id] != nil, "no test names \(id)")
      #expect(BehaviorSentences.all[id]?.hasSuffix(".") == true, "\(id)")
    }
  }

  @Test func `lists every step of the plan of UIKit, besides two of scenes without an article`() {
    let plan = QAPlan(named: "uikit")?.steps.map(\.id) ?? []
    let named = Set(Self.behaviors.flatMap { Self.steps(of: $0.id) })
    #expect(plan.filter { !named.contains($0) } == ["nested", "endless"])
  }

  @Test func `is the only one that numbers requirements`() {
    for folder in ["Sources", "Tests", "Resources"] {
      for ending in [".swift", ".md", ".script", ".text", ".jsonl"] {
        for path in TextFiles.paths(in: folder, endingIn: ending) {
          let found = TextFiles.text(path).firstMatch(of: /\bS[0-4]-[0-9]{2}\b/)
          #expect(found == nil, "\(path): \(found?.output ?? "")")
        }
      }
    }
  }
}
