import ScrollEngine
import ScrollLists

/// A cell of one's own.
final class ContactCell: TableViewCell {
  var name = ""

  override func prepareForReuse() {
    super.prepareForReuse()
    name = ""
  }
}

/// A data source and delegate of a table of 26 sections.
final class Contacts: TableViewDataSource, TableViewDelegate {
  private(set) var selected: [IndexPath] = []

  func numberOfSections(in tableView: TableView) -> Int { 26 }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1000 }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "contact", for: indexPath)
    (cell as? ContactCell)?.name = "\(indexPath)"
    return cell
  }

  func sectionIndexTitles(for tableView: TableView) -> [String]? {
    (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    selected.append(indexPath)
  }
}

/// A layout of one's own: items along a diagonal.
final class DiagonalLayout: CollectionViewLayout {
  private var count = 0

  override func prepare() {
    count = collectionView?.numberOfItems(inSection: 0) ?? 0
  }

  override var collectionViewContentSize: Size {
    Size(width: Double(count) * 50, height: Double(count) * 50)
  }

  override func layoutAttributesForElements(in rect: Rect) -> [CollectionViewLayoutAttributes]? {
    (0..<count).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
      .filter { $0.frame.intersects(rect) }
  }

  override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    let corner = Double(indexPath.item) * 50
    return CollectionViewLayoutAttributes(
      forCellWith: indexPath, frame: Rect(x: corner, y: corner, width: 50, height: 50))
  }
}

/// A data source of a hundred items.
final class Tiles: CollectionViewDataSource {
  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { 100 }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: indexPath)
  }
}
