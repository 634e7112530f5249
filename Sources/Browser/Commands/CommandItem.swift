/// A command in a list of commands.
package struct CommandItem: Hashable, Sendable {
  /// Its name in key files, such as `zoom-in`.
  package let name: String
  /// The heading it is listed under.
  package let group: String
  /// What it does, as a short phrase.
  package let title: String
  /// The keys that give it, as keyboards label them.
  package let keys: [String]
  /// Whether it can be done now.
  package let isEnabled: Bool

  package init(name: String, group: String, title: String, keys: [String], isEnabled: Bool) {
    (self.name, self.group, self.title, self.keys) = (name, group, title, keys)
    self.isEnabled = isEnabled
  }

  /// Returns whether each word of a query is part of the title, the heading or the name, or is a key.
  func matches(_ query: String) -> Bool {
    let text = "\(title) \(group) \(name)".lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { word in
      text.contains(word) || keys.contains { $0.lowercased() == word }
    }
  }
}
