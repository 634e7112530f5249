/// A page about a file format: its keys with their units and defaults, and an example.
package struct FormatPage: Sendable {
  /// A key of the format.
  package struct Row: Hashable, Sendable {
    package let key: String
    /// The form of the value, with its unit.
    package let value: String
    /// The value where the key is missing, or empty for none; a text that ends with `required` where there is no value.
    package let fallback: String
    package let meaning: String

    init(_ key: String, _ value: String, _ fallback: String, _ meaning: String) {
      (self.key, self.value, self.fallback, self.meaning) = (key, value, fallback, meaning)
    }
  }

  /// Keys that stand together.
  package struct Table: Sendable {
    package let title: String
    package let rows: [Row]

    init(_ title: String, _ rows: [Row]) {
      (self.title, self.rows) = (title, rows)
    }

    /// The keys, in the order of the page.
    package var keys: [String] { rows.map(\.key) }
  }

  /// The name on the command line.
  package let name: String
  package let title: String
  /// What the format is for, a paragraph each.
  package let paragraphs: [String]
  package let tables: [Table]
  /// A whole file.
  package let example: String
  /// The command that takes the example.
  package let command: String

  /// Every page.
  package static let all = [
    script, take, trace, callbacks, recording, parameters, plan,
  ]

  /// The table with a title; `nil` for none.
  package func table(_ title: String) -> Table? { tables.first { $0.title == title } }
}

extension FormatPage.Row {
  /// The value, and what it is where the key is missing.
  fileprivate var form: String {
    switch fallback {
    case "": value
    case let text where text.hasSuffix("required"): "\(value); \(text)"
    default: "\(value); default \(fallback)"
    }
  }
}

// MARK: - Text

extension FormatPage {
  /// The width of a line of text, in characters. [C]
  private static let width = 79
  /// The distance of what describes a key from the left edge, in characters. [C]
  private static let indent = 6

  /// The page for a terminal.
  package var text: String {
    var lines = ["\(name): \(title)", ""]
    for paragraph in paragraphs { lines += Self.wrapped(paragraph) + [""] }
    for table in tables {
      lines += [table.title]
      for row in table.rows {
        lines += Self.wrapped("\(row.key)  \(row.form)", indent: 2, rest: Self.indent)
        lines += Self.wrapped(row.meaning, indent: Self.indent, rest: Self.indent)
      }
      lines.append("")
    }
    lines += ["Example (\(command))"] + exampleLines.map { "  " + $0 }
    return lines.joined(separator: "\n")
  }

  /// The names of all pages with their titles.
  package static var list: String {
    let length = all.map(\.name.count).max() ?? 0
    let names = all.map { page in
      page.name + String(repeating: " ", count: length - page.name.count + 2) + page.title
    }
    return (["File formats; overscroll help formats NAME describes one:"] + names)
      .joined(separator: "\n")
  }

  private var exampleLines: [String] {
    example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func wrapped(_ text: String, indent: Int = 0, rest: Int = 0) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: rest)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}

// MARK: - Documentation

extension FormatPage {
  /// The name of the page in the documentation catalog.
  package var articleName: String { "Format" + name.prefix(1).uppercased() + name.dropFirst() }

  /// The page for the documentation catalog.
  package var markdown: String {
    var text = "# The \(name) format\n\n\(title.prefix(1).uppercased() + title.dropFirst()).\n\n"
    text += "## Overview\n\n" + paragraphs.map { $0 + "\n\n" }.joined()
    for table in tables {
      text += "### \(table.title)\n\n| key | value | default | meaning |\n|---|---|---|---|\n"
      for row in table.rows {
        text +=
          "| `\(row.key)` | \(row.value.inCell) | \(row.fallback.inCell) | \(row.meaning.inCell) |\n"
      }
      text += "\n"
    }
    return text + "### Example\n\n`\(command)` takes this file:\n\n```\n\(example)\n```\n"
  }

  /// The index of the pages for the documentation catalog.
  package static var index: String {
    "# File formats\n\nThe files that the lab reads and writes: plain text, UTF-8, line by line.\n\n"
      + "## Overview\n\n`overscroll help formats NAME` prints each page.\n\n## Topics\n\n### Formats\n\n"
      + all.map { "- <doc:\($0.articleName)>\n" }.joined()
  }

  /// The section of the manual page.
  package var manual: String {
    var lines = [
      ".SS The \(name) format", (title.prefix(1).uppercased() + title.dropFirst()).roff + ".",
    ]
    for paragraph in paragraphs { lines += [".PP", paragraph.roff] }
    for table in tables {
      lines += [".PP", (table.title + ":").roff]
      for row in table.rows {
        lines += [".TP", ".B " + row.key.roff, (row.form + ". " + row.meaning).roff]
      }
    }
    lines += [".PP", "Example, for".roff, ".BR \"\(command.roff)\" :", ".PP", ".nf", ".RS"]
    lines += exampleLines.map(\.roff) + [".RE", ".fi"]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text in a cell of a table in Markdown.
  fileprivate var inCell: String { replacing("|", with: "\\|") }

  /// The text in a manual page: no line begins with a control character.
  fileprivate var roff: String {
    let text = replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
