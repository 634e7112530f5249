import OverscrollBrowser

extension AlbumController {
  /// What the pictures are sorted by, or will be once that is known.
  var order: AlbumOrder { folders.sorting?.order ?? AlbumOrder(of: album) }

  /// Sorts the pictures; the one that is shown stays.
  mutating func sort(by sort: Album.Sort) -> [PictureEffect] {
    self.sort(in: AlbumOrder(sort: sort, isReversed: order.isReversed))
  }

  /// Reverses the order of the pictures.
  mutating func reverseOrder() -> [PictureEffect] {
    var new = order
    new.isReversed.toggle()
    guard folders.sorting == nil else { return sort(in: new) }
    album.reverse()
    return [.changed, .say(new.text)]
  }

  private mutating func sort(in order: AlbumOrder) -> [PictureEffect] {
    folders.sort(album, in: order, maker)
    return [.say(order.text), .moved]
  }

  /// Prepares for a search, so that the first letter takes no longer than the next ones.
  func prepareSearch() { nameSearch.prepare(for: album) }

  /// Returns the numbers of the pictures whose names contain all words of a text.
  func search(_ text: String, limit: Int = .max) -> [Int32] {
    nameSearch.search(text, in: album, limit: limit)
  }
}

// MARK: - The first picture

extension AlbumController {
  /// Opens the first picture by date taken once that is known: until then, the first by the date of its file is shown.
  mutating func showFirst(_ shown: OpenPicture) -> [PictureEffect] {
    guard awaitsFirst, folders.sorting == nil else { return [] }
    awaitsFirst = false
    guard shown.problem == nil, album.target(of: .first) != nil else { return [] }
    album.move(to: 0)
    if let path = album.currentPath { opening.open(path, .album, over: shown) }
    return [.firstFound]
  }

  /// Keeps the picture that is shown, whichever is the first: the user has done something with it.
  mutating func keepShown(_ shown: OpenPicture) -> [PictureEffect] {
    awaitsFirst = false
    return opening.isOpeningFirst ? cancelOpening(shown) : []
  }
}
