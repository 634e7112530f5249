package import OverscrollBase

/// What the panel of information says of a picture.
package struct Information: Hashable, Sendable {
  /// Facts that belong together.
  package struct Group: Hashable, Sendable {
    package var title: String
    package var rows: [Row]
    /// True for what is shown only once its heading is clicked.
    package var isFolded: Bool

    package init(_ title: String, _ rows: [Row], isFolded: Bool = false) {
      (self.title, self.rows, self.isFolded) = (title, rows, isFolded)
    }
  }

  /// A fact.
  package struct Row: Hashable, Sendable {
    package var label: String
    package var value: String
    /// What a click on it opens; `nil` for nothing.
    package var link: Link?

    package init(_ label: String, _ value: String, link: Link? = nil) {
      (self.label, self.value, self.link) = (label, value, link)
    }
  }

  /// What a click on a value opens.
  package enum Link: Hashable, Sendable {
    /// A file, in the desktop's file manager.
    case file(FilePath)
    /// An address, in the desktop's program for it.
    case address(String)
  }

  /// The name of the file.
  package var title: String
  /// The facts that are looked for most often, in one line.
  package var summary: String
  package var groups: [Group]
  /// True where a histogram belongs to it, which may come later.
  package var hasHistogram: Bool
  /// All that is known, as lines of text, for other programs.
  package var text: String

  package init(
    title: String, summary: String = "", groups: [Group] = [], hasHistogram: Bool = false,
    text: String
  ) {
    (self.title, self.summary, self.groups, self.text) = (title, summary, groups, text)
    self.hasHistogram = hasHistogram
  }
}
