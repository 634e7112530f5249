import ScrollGeometry

extension Canvas {
  /// Breaks a text into lines at its spaces, and a word that is wider than a line where the line ends.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: The font.
  ///   - width: The width, in points; a line holds at least one character.
  ///   - limit: The largest number of lines; what is left over is cut off from the last, with an ellipsis.
  /// - Returns: The lines, at least one.
  package func wrapped(_ text: String, font: Font, width: Double, lines limit: Int) -> [String] {
    var lines = [""]
    let words = text.split(separator: " ").flatMap { pieces($0, font: font, width: width) }
    for word in words {
      let line = lines[lines.count - 1]
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if line.isEmpty || measure(longer, font: font).width <= width {
        lines[lines.count - 1] = longer
      } else if lines.count < limit {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = cut(longer, font: font, width: width)
        break
      }
    }
    return lines
  }

  /// Breaks a word into pieces that fit a width: after the last slash that fits, such as in a path, or else anywhere.
  private func pieces(_ word: Substring, font: Font, width: Double) -> [Substring] {
    var pieces: [Substring] = []
    var rest = word
    while measure(String(rest), font: font).width > width, rest.count > 1 {
      var piece = rest.dropLast()
      while piece.count > 1, measure(String(piece), font: font).width > width {
        piece = piece.dropLast()
      }
      if let slash = piece.dropFirst().lastIndex(of: "/") { piece = piece[...slash] }
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces + [rest]
  }

  /// Returns as much of the beginning of a text as fits a width, with an ellipsis after it.
  private func cut(_ text: String, font: Font, width: Double) -> String {
    var start = text
    while !start.isEmpty, measure(start + "…", font: font).width > width { start.removeLast() }
    while start.last == " " { start.removeLast() }
    return start + "…"
  }
}

extension Canvas {
  /// Returns a text, shortened with an ellipsis if it exceeds a width: in the middle, as names are, or at its end.
  package func elided(
    _ text: String, font: Font, width: Double, atEnd: Bool = false
  ) -> String {
    guard measure(text, font: font).width > width else { return text }
    let characters = Array(text)
    var (low, high) = (0, characters.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      let fits = measure(Self.shortened(characters, to: middle, atEnd), font: font).width <= width
      (low, high) = fits ? (middle, high) : (low, middle - 1)
    }
    return Self.shortened(characters, to: low, atEnd)
  }

  /// Returns the first and the last of some characters, `count` in all, with an ellipsis between them, or after the first ones.
  private static func shortened(
    _ characters: [Character], to count: Int, _ atEnd: Bool
  ) -> String {
    let first = atEnd ? count : (count + 1) / 2
    return String(characters.prefix(first)) + "…" + String(characters.suffix(count - first))
  }
}
