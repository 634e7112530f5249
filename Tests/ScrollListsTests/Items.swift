import OverscrollLab
import ScrollEngine
import ScrollGeometry
import ScrollLists

/// A data source of numbered items, with a log of what the collection tells.
final class Items: CollectionViewDataSource, CollectionViewDelegateWaterfallLayout {
  var counts: [Int]
  var height: (IndexPath) -> Double = { _ in 50 }
  private(set) var made: [CollectionViewCell] = []
  private(set) var log: [String] = []
  /// The items that a tap doesn't deselect.
  var kept: [IndexPath] = []
  let collection: CollectionView
  let window: Window
  let finger: Finger

  init(_ counts: [Int], _ layout: CollectionViewLayout, size: Size = Size(320, 460)) {
    self.counts = counts
    let frame = Rect(origin: .zero, size: size)
    collection = CollectionView(frame: frame, collectionViewLayout: layout)
    window = Window(frame: frame)
    window.addSubview(collection)
    finger = Finger(window)
    collection.register(CollectionViewCell.self, forCellWithReuseIdentifier: "item")
    collection.dataSource = self
    collection.delegate = self
    window.layoutIfNeeded()
  }

  /// Every item there is.
  var paths: [IndexPath] {
    counts.enumerated().flatMap { section, count in
      (0..<count).map { IndexPath(item: $0, section: section) }
    }
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { counts.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { counts[section] }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    let cell = collectionView.dequeueReusableCell(
      withReuseIdentifier: "item", for: indexPath)
    if !made.contains(where: { $0 === cell }) { made.append(cell) }
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath
  ) -> Bool { !kept.contains(indexPath) }

  func collectionView(
    _ collectionView: CollectionView, layout: WaterfallLayout, heightForItemAt indexPath: IndexPath,
    width: Double
  ) -> Double { height(indexPath) }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
    log.append("select \(indexPath)")
  }
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
    log.append("deselect \(indexPath)")
  }
  func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
    log.append("highlight \(indexPath)")
  }
  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    log.append("unhighlight \(indexPath)")
  }
}
