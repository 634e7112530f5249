import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A source file with all of its mutants.
struct MutatedFile {
  /// The mutants, in the order of their sites.
  let mutants: [Mutant]

  private let source: [UInt8]
  private let sites: [MutationSite]

  /// Finds the mutants of a file and numbers them from `firstID` on.
  init(source text: String, path: String, firstID: Int) {
    let parsed = Parser.parse(source: text)
    let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    source = Array(text.utf8)
    sites = SiteCollector.sites(in: folded)
    let lines = SourceLines(source)
    var mutants: [Mutant] = []
    for site in sites {
      let group = firstID + mutants.count
      for edit in site.edits {
        var mutant = lines.mutant(for: edit)
        mutant.id = firstID + mutants.count
        mutant.group = group
        mutant.file = path
        mutants.append(mutant)
      }
    }
    self.mutants = mutants
  }
}

extension MutatedFile {
  /// Returns the file's text with the mutants that `isActive` accepts compiled in.
  ///
  /// A variant begins with the comment `/*mutant N*/`, the unchanged text with `/*original N*/`, N being the first
  /// mutant of the site, so that the place of a compiler's error shows which mutants to leave out.
  func rewritten(where isActive: (Int) -> Bool) -> String {
    var next = 0
    var siteIndex = 0
    let body = render(0..<source.count, &siteIndex, &next, isActive)
    return "public import MutantSwitch\n" + body
  }

  /// The text of some bytes, their sites replaced; `siteIndex` and `next` move past these.
  private func render(
    _ range: Range<Int>, _ siteIndex: inout Int, _ next: inout Int, _ isActive: (Int) -> Bool
  ) -> String {
    var text = ""
    var position = range.lowerBound
    while siteIndex < sites.count, sites[siteIndex].range.lowerBound < range.upperBound {
      let site = sites[siteIndex]
      let ids = site.edits.indices.map { mutants[next + $0].id }
      text += string(position..<site.range.lowerBound)
      position = site.range.upperBound
      siteIndex += 1
      next += ids.count
      let original = render(site.range, &siteIndex, &next, isActive)
      let variants = zip(ids, site.edits).filter { isActive($0.0) }
      text += choice(site, original: original, variants: variants.map { ($0, changed(site, $1)) })
    }
    return text + string(position..<range.upperBound)
  }

  /// The text of a site after a change; `nil` where nothing is left of it.
  private func changed(_ site: MutationSite, _ edit: Edit) -> String? {
    guard let replacement = edit.replacement else { return nil }
    return string(site.range.lowerBound..<edit.range.lowerBound) + replacement
      + string(edit.range.upperBound..<site.range.upperBound)
  }

  private func choice(
    _ site: MutationSite, original: String, variants: [(id: Int, text: String?)]
  ) -> String {
    guard let first = variants.first, let last = variants.last else { return original }
    if site.form == .operand {
      let choices = variants.map { id, text in
        "isMutant(\(id)) ? (/*mutant \(id)*/\(text ?? "")\n) : "
      }
      return "(\(choices.joined())(/*original \(first.id)*/\(original)\n))"
    }
    let cases = variants.map { "case \($0.id): /*mutant \($0.id)*/\($0.text ?? "break")\n" }
    let choice = """
      switch selectedMutant(\(first.id), \(last.id)) {
      \(cases.joined())default: /*original \(first.id)*/\(original)
      }
      """
    return site.form == .condition ? "({ () -> Bool in \(choice) }())" : choice
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }
}

/// The lines of a file, to show changes by.
private struct SourceLines {
  private let source: [UInt8]
  /// Where the lines start, in bytes.
  private let starts: [Int]

  init(_ source: [UInt8]) {
    self.source = source
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  func mutant(for edit: Edit) -> Mutant {
    let line = starts.lastIndex { $0 <= edit.range.lowerBound } ?? 0
    let last = starts.lastIndex { $0 <= max(edit.range.upperBound - 1, edit.range.lowerBound) } ?? 0
    let end = last + 1 < starts.count ? starts[last + 1] - 1 : source.count
    let before = text(starts[line]..<end)
    guard let replacement = edit.replacement else {
      return Mutant(line: line + 1, before: before, after: "(removed)")
    }
    let head = String(decoding: source[starts[line]..<edit.range.lowerBound], as: UTF8.self)
    let tail = String(decoding: source[edit.range.upperBound..<end], as: UTF8.self)
    return Mutant(line: line + 1, before: before, after: Self.flat(head + replacement + tail))
  }

  private func text(_ range: Range<Int>) -> String {
    Self.flat(String(decoding: source[range], as: UTF8.self))
  }

  /// The text on one line, with single spaces.
  private static func flat(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
