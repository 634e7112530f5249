/// What is searched for in the overview: words, which names have, numbers of stars, such as `rating>=3`, `rating:4` or `***` for at
/// least three, and marks, by `marked`.
package struct SearchQuery: Hashable, Sendable {
  /// The words, as they were typed.
  package private(set) var words: String
  private var conditions: [Condition] = []

  private struct Condition: Hashable {
    let sign: String
    let stars: Int

    func allows(_ stars: Int) -> Bool {
      switch sign {
      case ">=", "≥": stars >= self.stars
      case "<=", "≤": stars <= self.stars
      case ">": stars > self.stars
      case "<": stars < self.stars
      default: stars == self.stars
      }
    }
  }

  /// The signs, the longer ones first.
  private static let signs = [">=", "<=", "==", "≥", "≤", ">", "<", "=", ":"]
  private static let name = "rating"
  /// The word for pictures that are marked.
  private static let mark = "marked"
  /// The most stars that are typed as themselves.
  private static let mostStars = 5

  /// Examples of what can be typed, shown until something is.
  package static let hint = "Name, or rating>=3"

  /// Whether it is about stars.
  package var hasStars: Bool { !conditions.isEmpty }
  /// Whether it is about pictures that are marked.
  package private(set) var isForMarked = false

  /// Parses a text; a condition that is not complete yet means nothing.
  package init(_ text: String) {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      if word.lowercased() == Self.mark {
        isForMarked = true
        continue
      }
      if word.count <= Self.mostStars, word.allSatisfy({ $0 == "*" || $0 == "★" }) {
        conditions.append(Condition(sign: ">=", stars: word.count))
        continue
      }
      let rest = word.dropFirst(Self.name.count)
      guard word.lowercased().hasPrefix(Self.name),
        let sign = Self.signs.first(where: rest.hasPrefix)
      else {
        words.append(word)
        continue
      }
      let number = rest.dropFirst(sign.count)
      if let stars = Int(number) {
        conditions.append(Condition(sign: sign, stars: stars))
      } else if !number.isEmpty {
        words.append(word)
      }
    }
    self.words = words.joined(separator: " ")
  }

  /// Returns whether a picture with so many stars is one that is searched for; `nil` stands for stars that are not known yet.
  package func allows(stars: Int?) -> Bool {
    guard hasStars else { return true }
    return stars.map { stars in conditions.allSatisfy { $0.allows(stars) } } ?? false
  }
}
