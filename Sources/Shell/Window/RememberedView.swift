package import OverscrollBase

/// How pictures were shown last, as the options of the viewer that the next window begins with.
package struct RememberedView: Hashable, Sendable, RememberedText {
  /// An option by its name.
  package enum Option: String, CaseIterable, Sendable {
    case background
    case transparency
    case panels
    case controls
    case sort
    case reverse
    case groupByDay = "group-by-day"
    case thumbnailSize = "thumbnail-size"
    case slideshowInterval = "slideshow-interval"
  }

  private var values: [Option: String] = [:]

  /// The size of the largest file that is read, in bytes. [C]
  package static let byteLimit = 4096

  package init() {}

  /// Where it is remembered; `nil` without a home.
  package static var path: FilePath? { UserFolder.state.path?.appending("view") }

  /// The value of an option, which is empty for a flag; `nil` where it isn't remembered.
  package subscript(option: Option) -> String? {
    get { values[option] }
    set { values[option] = newValue }
  }

  /// Notes that a panel is shown, or no longer is.
  package mutating func note(_ panel: PanelName, isShown: Bool) {
    var names = (values[.panels] ?? "").split(separator: ",").map(String.init)
    names.removeAll { $0 == panel.rawValue }
    if isShown { names.append(panel.rawValue) }
    values[.panels] = names.isEmpty ? nil : names.joined(separator: ",")
  }
}

// MARK: - The file

extension RememberedView {
  /// Parses lines as the options file has them; others than those of its options are skipped.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard let option = words.first.flatMap({ Option(rawValue: String($0)) }) else { continue }
      values[option] = words.count > 1 ? String(words[1]) : ""
    }
  }

  /// The options, one per line, as the options file has them.
  package var text: String {
    Option.allCases.compactMap { option in
      values[option].map { $0.isEmpty ? "\(option.rawValue)\n" : "\(option.rawValue) \($0)\n" }
    }.joined()
  }
}
