import ScrollGeometry

extension Canvas {
  /// Breaks a text into lines at its spaces.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: The font.
  ///   - width: The width, in points; a word that is wider has a line of its own.
  ///   - limit: The largest number of lines; what is left over is cut off from the last, with an ellipsis.
  /// - Returns: The lines, at least one.
  package func wrapped(_ text: String, font: Font, width: Double, lines limit: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if line.isEmpty || measure(longer, font: font).width <= width {
        lines[lines.count - 1] = longer
      } else if lines.count < limit {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = elided(longer, font: font, width: width)
        break
      }
    }
    return lines
  }

  /// Returns as much of the beginning of a text as fits a width, with an ellipsis after it.
  private func elided(_ text: String, font: Font, width: Double) -> String {
    var start = text
    while !start.isEmpty, measure(start + "…", font: font).width > width { start.removeLast() }
    while start.last == " " { start.removeLast() }
    return start + "…"
  }
}
