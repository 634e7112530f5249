import OverscrollBrowser

/// Finds names in an album; what it needs for that is made for the first search, and used for the next ones.
final class NameSearch {
  private var index: (revision: Int, first: Album.Entry?, names: NameIndex)?
  /// What was found last, among which a longer text is searched for.
  private var last: (text: String, found: [Int32])?

  /// Prepares for a search, which takes some time in a large album.
  func prepare(for album: Album) {
    guard index?.revision != album.revision || index?.first != album.entries.first else { return }
    index = (album.revision, album.entries.first, NameIndex(album.entries.map(\.name)))
    last = nil
  }

  func search(_ text: String, in album: Album, limit: Int) -> [Int32] {
    prepare(for: album)
    guard let names = index?.names else { return [] }
    guard limit == .max else { return names.matches(text, limit: limit) }
    let candidates = last.flatMap { text.hasPrefix($0.text) ? $0.found : nil }
    let found = names.matches(text, among: candidates)
    last = (text, found)
    return found
  }
}
